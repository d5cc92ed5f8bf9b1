"""The learner of direct pairs keeps its promises, explains itself, and refuses damaged files by name and line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.sequences.pairs.learner import PairLearner
from gamelore.learners.advisors.sequences.pairs.texts import PAIRS_FILE, WATCHED_FILE
from gamelore.learners.advisors.settings.pairs import PairSettings
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo
from gamelore.learners.heuristics import Teaches
from gamelore.learners.registry import load_agent, new_learner, save_agent


@pytest.fixture(scope="module")
def learned() -> PairLearner:
    """Lose tic-tac-toe, watched for a while."""
    game = load_game("lose_tic_tac_toe")
    learner = new_learner("pairs", game)
    assert isinstance(learner, PairLearner)
    for _ in train(game, learner, make_regime("double_cycle", game, 40), seed=3):
        pass
    return learner


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "pong_hau_ki"])
def test_it_keeps_every_promise_of_a_learner(name: str) -> None:
    check_learner(PairLearner, load_game(name), np.random.default_rng(1), contests=2)


def decisions(learner: PairLearner, count: int) -> list[tuple[BoardState, str, dict[str, float], str]]:
    """Decisions in the states of random contests, with the vote recomputed from the printed reasons."""
    game, rng = learner.board_game, np.random.default_rng(5)
    found: list[tuple[BoardState, str, dict[str, float], str]] = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            learner.begin(state.mover, ContestInfo(game, ("pairs", "other"), seats=(state.mover,)))
            decision = learner.decide(state.view(state.mover), stream(1))
            votes = dict(learner.support(decision.reasons))
            found.append((state, str(decision.action), votes, decision.by))
            moves = state.legal_actions()
            state = state.child(moves[int(rng.integers(len(moves)))])
    return found


def test_the_printed_reasons_add_up_to_the_decision(learned: PairLearner) -> None:
    by = set()
    for state, action, votes, decider in decisions(learned, 60):
        by.add(decider)
        if len(state.legal_actions()) > 1:
            assert votes[action] == pytest.approx(max(votes.values()))
    assert {"exact pairs", "only move"} < by


def test_an_agent_of_pairs_is_saved_and_loaded_whole(learned: PairLearner, tmp_path: Path) -> None:
    save_agent(learned, tmp_path / "agent")
    again = load_agent(tmp_path / "agent").learner
    assert isinstance(again, PairLearner)
    assert again.knowledge() == learned.knowledge()
    assert decisions(again, 30) == decisions(learned, 30)


def test_a_weight_edited_by_hand_counts_as_it_stands(learned: PairLearner) -> None:
    texts = learned.knowledge()
    lines = texts[PAIRS_FILE].split("\n")
    cells = lines[1].split("\t")
    cells[5] = "0.125"
    lines[1] = "\t".join(cells)
    again = PairLearner(learned.game, learned.settings)
    again.restore({**texts, PAIRS_FILE: "\n".join(lines)}, "agent")
    assert again.heuristics()[0].weight == 0.125


@pytest.mark.parametrize(
    ("file", "line", "column", "value", "complaint"),
    [
        (PAIRS_FILE, 3, 0, "Y", "expected X placing"),
        (PAIRS_FILE, 3, 2, "vague", "a family is"),
        (PAIRS_FILE, 4, 3, "XX", "a context has rows"),
        (PAIRS_FILE, 4, 4, "12", "there is no position 12"),
        (PAIRS_FILE, 5, 5, "-1", "a weight from 0 on"),
        (PAIRS_FILE, 5, 5, "heavy", "expected a number"),
        (PAIRS_FILE, 5, 7, "9999", "right at most as often"),
        (WATCHED_FILE, 3, 4, "some", "expected a count"),
        (WATCHED_FILE, 3, 2, "#../.../...", "a watched board"),
        (WATCHED_FILE, 4, 3, "1-2", "cannot be played"),
    ],
)
def test_damage_is_named_with_file_and_line(
    learned: PairLearner, file: str, line: int, column: int, value: str, complaint: str
) -> None:
    texts = learned.knowledge()
    lines = texts[file].split("\n")
    cells = lines[line - 1].split("\t")
    cells[column] = value
    lines[line - 1] = "\t".join(cells)
    with pytest.raises(DamagedFile, match=f"agent/{file}:{line}: .*{complaint}"):
        PairLearner(learned.game, learned.settings).restore({**texts, file: "\n".join(lines)}, "agent")
    assert learned.knowledge() == texts


def test_every_pair_is_a_sentence_and_a_picture(learned: PairLearner) -> None:
    assert isinstance(learned, Teaches)
    for pair in learned.heuristics():
        assert pair.sentence().startswith("While placing, ")
        assert ": play " in pair.sentence()
        assert pair.picture(("a caption",)).startswith("<svg")
    assert learned.lore()
    assert all(sentence.endswith(").") for sentence in learned.lore())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "least"), [(PairSettings(), 70), (PairSettings(symmetries="all", merge_colours=True), 85)]
)
def test_it_holds_its_own_against_the_perfect_player_of_five_mens_morris(settings: PairSettings, least: int) -> None:
    from gamelore.arena.tournament import challenge

    game = load_game("five_mens_morris", max_plies=100)
    assert isinstance(game, BoardGame)
    learner = new_learner("pairs", game, settings=settings)
    for _ in train(game, learner, make_regime("double_cycle", game), seed=7, settings={"style": "assertive"}):
        pass
    score = challenge(game, learner, ("perfect",), 50, seed=7, style="assertive")["perfect"]
    assert score.reliability.mean >= least
