"""The learner that follows a list: what it does, why, and how it learns and is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.board_states import board_game
from tests.plain_games import Nim

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.regimes import Block, Regime
from gamelore.arena.roster import make_player
from gamelore.arena.training import train
from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.base.seeds import stream
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.explanation import explain
from gamelore.lab.learn import learn
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo
from gamelore.learners.maxims.learner import CHANCE, MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.registry import load_agent, new_learner

LOSE, TTT, FIVE = (board_game(name) for name in ("lose_tic_tac_toe", "tic_tac_toe", "five_mens_morris"))


def reader_of(text: str, game: object = TTT) -> MaximLearner:
    learner = new_learner("maxims", game)  # type: ignore[arg-type]
    assert isinstance(learner, MaximLearner)
    learner.maxims = Maxims(parse_list(text))
    return learner


def test_it_keeps_every_promise_of_a_learner() -> None:
    assert check_learner(MaximLearner, LOSE, stream(1), contests=2).decisions > 10
    assert check_learner(MaximLearner, Nim(), stream(1), contests=2).decisions > 5


def test_the_lines_decide_in_their_order_and_say_so() -> None:
    learner = reader_of("most wins; fewest winning_replies; most centre")
    state = TTT.parse_state("XX./OO./... X")
    told = explain(learner, state)
    assert str(told.decision.action) == "3"
    assert told.decision.by == "line 1"
    first, *others = told.reasons
    assert (first.who, first.action, first.sentence) == ("line 1", "3", "Win if you can. (1 of 5 moves left)")
    assert {reason.action for reason in others} == {"6", "7", "8", "9"}
    assert all(reason.sentence == "dropped: Win if you can." and reason.strength == -1.0 for reason in others)
    blocked = explain(learner, TTT.parse_state("X.X/.O./... O"))
    assert (str(blocked.decision.action), blocked.decision.by) == ("2", "line 2")


def test_where_no_line_narrows_chance_decides() -> None:
    told = explain(reader_of("most captures", FIVE), FIVE.new_initial_state())
    assert told.decision.by == CHANCE
    assert told.reasons[0].sentence == "one of 16 moves that no line tells apart"


def test_a_reader_who_slips_skips_lines() -> None:
    learner = reader_of("most centre")
    learner.slips = 0.5
    learner.begin(0, ContestInfo(TTT, ("X", "O")))
    view = TTT.new_initial_state().view(0)
    rng = stream(3)
    central = sum(str(learner.decide(view, rng).action) == "5" for _ in range(400))
    assert central / 400 == pytest.approx(0.5 + 0.5 / 9, abs=0.08)


def test_it_returns_to_a_position_only_within_a_contest() -> None:
    learner = reader_of("most returns; most captures; fewest other_ready; most shared; most corner", FIVE)
    players = (learner, make_player("perfect", FIVE))
    records = [play(FIVE, players, ContestKey(1, number=n)) for n in (0, 0)]
    assert records[0].actions == records[1].actions
    boards = [str(state).split()[0] for state, _ in records[0].replay(FIVE)][1::2]
    assert len(boards) > 40
    assert len(set(boards)) < len(boards) / 2


def test_the_lore_is_the_lines() -> None:
    assert reader_of("most wins; first_marker: most centre").lore() == [
        "1. Win if you can.",
        "2. With your first marker, go to the centre.",
    ]


# Learning


SHORT = Regime("short", (Block((), 1, practice=6_000),), 24_000)


def test_practice_finds_a_list_that_hardly_loses_at_lose_tic_tac_toe() -> None:
    learner = new_learner("maxims", LOSE)
    records = list(train(LOSE, learner, SHORT, seed=1))
    assert isinstance(learner, MaximLearner)
    assert len(records) == 4
    assert float(str(records[-1].labels["best"])) > 300
    assert 1 <= len(learner.lines) <= 8
    assert learner.maxims.found["practised"] == pytest.approx(24_000, rel=0.1)
    assert set(learner.knowledge()) == {"maxims.toml"}


def test_a_course_that_was_interrupted_leaves_the_same_bytes(tmp_path: Path) -> None:
    course = Experiment("lose_tic_tac_toe", learner="maxims", regime="long_practice", contests=15_000, seed=4)
    whole = learn(course, tmp_path / "whole").learner.knowledge()
    learner = new_learner("maxims", LOSE)
    regime = Regime("long_practice", (Block((), 1, practice=5_000),), 15_000)
    records = []
    for record in train(LOSE, learner, regime, seed=4):
        records.append(record)
        fresh = new_learner("maxims", LOSE)
        fresh.restore(learner.knowledge(), "here")
        if len(records) == 2:
            break
    assert "tried.tsv" in fresh.knowledge()
    list(train(LOSE, fresh, regime, seed=4, after=records))
    assert fresh.knowledge() == whole
    assert load_agent(tmp_path / "whole").learner.knowledge() == whole


def test_without_a_judge_there_is_no_practice() -> None:
    with pytest.raises(NotAvailable, match="judge"):
        reader_of("").practise(100, stream(1))


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [({}, "expected maxims.toml"), ({"maxims.toml": "version = 1\n", "more.txt": ""}, "expected maxims.toml")],
)
def test_other_files_are_refused(texts: dict[str, str], complaint: str) -> None:
    with pytest.raises(DamagedFile, match=complaint):
        reader_of("").restore(texts, "here")


def test_the_words_of_the_rules_alone_speak_of_no_board() -> None:
    wording = reader_for(Nim()).wording
    said = [word.most + word.fewest for word in wording.measures.values()] + list(wording.conditions.values())
    assert len(said) > 10
    assert not [text for text in said if any(thing in text for thing in ("marker", "point", " row", "centre"))]
