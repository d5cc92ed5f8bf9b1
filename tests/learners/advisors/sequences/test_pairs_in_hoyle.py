"""Seq-Advisor takes part in Hoyle's vote, from Sitact Advisors or from direct pairs, with a weight of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.games import load_game
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory.situation import Situation, look
from gamelore.learners.advisors.sequences.seq_advisor import LOUDEST, NAME, DirectPairs
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.learners.registry import new_learner


def taught(preset: str) -> Hoyle:
    game = load_game("lose_tic_tac_toe")
    learner = new_learner("hoyle", game, preset)
    assert isinstance(learner, Hoyle)
    for _ in train(game, learner, make_regime("double_cycle", game, 60), seed=3):
        pass
    return learner


@pytest.fixture(scope="module", params=["l03_seq", "gamelore_seq"])
def hoyle(request: pytest.FixtureRequest) -> Hoyle:
    """Hoyle with either source, after some watched contests."""
    return taught(str(request.param))


def situations(hoyle: Hoyle) -> Iterator[Situation]:
    rng = np.random.default_rng(2)
    for _ in range(12):
        state = hoyle.board_game.new_initial_state()
        while not state.is_terminal():
            yield look(state, hoyle.knowledge_items)
            moves = state.legal_actions()
            state = state.child(moves[int(rng.integers(len(moves)))])


def test_seq_advisor_is_weighed_like_everybody_else(hoyle: Hoyle) -> None:
    assert NAME in hoyle.weights.of("placing")


def test_seq_advisor_speaks_and_says_why(hoyle: Hoyle) -> None:
    advisor = next(voice for voice in hoyle.voices if voice.name == NAME)
    spoken = 0
    for situation in situations(hoyle):
        strengths = advisor.comment(situation)
        if strengths is None:
            continue
        for number in np.flatnonzero(strengths != SILENT).tolist():
            spoken += 1
            assert advisor.because(situation, number)
    assert spoken > 10


def test_sitact_speaks_for_the_winner_of_its_vote_alone() -> None:
    hoyle = taught("l03_seq")
    advisor = next(voice for voice in hoyle.voices if voice.name == NAME)
    for situation in situations(hoyle):
        strengths = advisor.comment(situation)
        if strengths is not None:
            votes = situation.notes[NAME].support
            assert {int(s) for s in strengths} <= {SILENT, 10}
            assert (np.flatnonzero(strengths == 10) == np.flatnonzero(votes == votes.max())).all()


def test_direct_pairs_support_what_they_match_and_pass_over_the_rest() -> None:
    hoyle = taught("gamelore_seq")
    advisor = next(voice for voice in hoyle.voices if voice.name == NAME)
    faculty = hoyle.faculties["pairs"]
    assert isinstance(faculty, DirectPairs)
    pairs, heard = faculty.book.pairs(), set()
    for situation in situations(hoyle):
        votes = [0.0] * situation.count
        for number, move in zip(*faculty.book.favourites(situation.state, situation.codes), strict=True):
            votes[move] += pairs[number].weight * (pairs[number].family != "exact")
        strengths = advisor.comment(situation)
        if strengths is None:
            assert not any(votes)
            continue
        for strength, count in zip(strengths.tolist(), votes, strict=True):
            loud = min(1.0, math.log1p(count) / math.log1p(LOUDEST))
            assert strength == (round(5 + 5 * loud) if count else SILENT)
            heard.add(strength)
    assert SILENT in heard
    assert len(heard) > 3


def test_what_it_learned_reads_back(hoyle: Hoyle) -> None:
    again = Hoyle(hoyle.game, hoyle.settings)
    again.restore(hoyle.knowledge(), "agent")
    assert again.knowledge() == hoyle.knowledge()
    missing = dict(hoyle.knowledge())
    missing.pop("direct_pairs.tsv" if hoyle.settings.faculties[-1] == "pairs" else "sitact_pairs.tsv")
    with pytest.raises(DamagedFile, match="missing"):
        again.restore(missing, "agent")


def test_turns_since_the_last_sweep_wait_for_the_next_one() -> None:
    game = load_game("lose_tic_tac_toe")
    learner = new_learner("hoyle", game, "gamelore_seq")
    assert isinstance(learner, Hoyle)
    sizes = []
    for _ in train(game, learner, make_regime("double_cycle", game, 22), seed=4):
        book = learner.faculties["pairs"]
        assert isinstance(book, DirectPairs)
        sizes.append(sum(map(len, book.book.evidence.swept.values())))
    assert sizes[0] > 0
    assert sizes[0] == sizes[18] < sizes[19] == sizes[21]


def test_only_one_source_can_stand_behind_seq_advisor() -> None:
    with pytest.raises(BadSetting, match="two faculties"):
        Hoyle(
            load_game("lose_tic_tac_toe"), replace(PRESETS["gamelore_seq"], faculties=("regression", "pairs", "sitact"))
        )


def test_sitact_hears_every_move_of_the_contest() -> None:
    """The faculty sees states, not moves; the moves between them must be found again."""
    hoyle = taught("l03_seq")
    state = hoyle.board_game.new_initial_state()
    assert isinstance(state, BoardState)
    assert len(hoyle.faculties["sitact"].texts()["sitact_pairs.tsv"].splitlines()) > 10
