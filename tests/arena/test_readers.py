"""Readers of maxims: how a beginner and a novice follow a list."""

from __future__ import annotations

import pytest
from tests.board_states import board_game

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.followers import reader_of
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import challenge
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.learners.core import Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.registry import new_learner

LOSE = board_game("lose_tic_tac_toe")


def learner() -> MaximLearner:
    made = MaximLearner(LOSE, MaximLearner.preset(None))
    made.maxims = Maxims(
        parse_list("most losing_replies; most own_alone; fewest adds; most own_stopped; fewest blocks")
    )
    return made


def deciders(player: Player, contests: int = 40) -> list[str]:
    """What decided the moves of a player who begins."""
    found: list[str] = []
    for number in range(contests):
        record = play(LOSE, (player, make_player("random", LOSE)), ContestKey(3, number=number))
        found += record.deciders[::2]
    return found


def test_a_careful_reader_is_the_learner_itself() -> None:
    careful = learner()
    assert reader_of(careful) is careful
    slipping = reader_of(careful, slips=0.2)
    assert isinstance(slipping, MaximLearner)
    assert (slipping.slips, careful.slips, slipping.lines) == (0.2, 0.0, careful.lines)


def test_a_beginner_makes_a_tenth_of_its_moves_at_random_and_none_by_an_oracle() -> None:
    found = deciders(reader_of(learner(), "beginner", 0.1))
    assert found.count("random") / len(found) == pytest.approx(0.1, abs=0.06)
    assert "perfect" not in found
    assert set(deciders(reader_of(learner(), "beginner-alone"), 5)) <= {"chance", "random"}


def test_a_novice_follows_the_list_where_it_would_err() -> None:
    found = deciders(reader_of(learner(), "novice"))
    assert found.count("perfect") / len(found) == pytest.approx(0.3, abs=0.1)
    assert any(by.startswith("line") for by in found)


def test_a_beginner_with_maxims_is_better_off() -> None:
    scores = [
        challenge(LOSE, reader_of(learner(), reader, 0.1), ["novice"], 60, seed=2)["novice"].reliability.mean
        for reader in ("beginner", "beginner-alone")
    ]
    assert scores[0] > scores[1] + 20


def test_who_has_no_maxims_has_no_readers() -> None:
    with pytest.raises(BadSetting, match="no maxims"):
        reader_of(new_learner("rote", LOSE), slips=0.1)
    with pytest.raises(UnknownName, match="reader"):
        reader_of(learner(), "carefull")
