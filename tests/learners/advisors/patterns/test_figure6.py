"""A position that was never met in training, decided by reflection (Epstein, Gelfand and Lock 1998, Figure 6).

X holds the centre and O a side. O's perfect player never answers the centre so, and every answer but the opposite side
loses. What was learned elsewhere about reflection must decide.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from tests.learners.advisors.boards import LOSE

from gamelore.arena.regimes import fixed_length
from gamelore.arena.training import train
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.learners.core import ContestInfo, Reason

FIGURE_6 = LOSE.parse_state(".../.X./.O. X")
REFLECTION = "reflection through the centre"


@cache
def taught(seed: int) -> tuple[Hoyle, frozenset[str]]:
    """A learner as in 1998, reflections merged, and every state that it moved in, in normal form."""
    settings = PRESETS["s98"]
    learner = Hoyle(LOSE, replace(settings, patterns=replace(settings.patterns, merge=True)))
    met: set[str] = set()
    players = {"style": "opening_restricted"}
    for record in train(LOSE, learner, fixed_length(150), seed=seed, settings=players):
        for state, _ in record.replay(LOSE):
            assert isinstance(state, BoardState)
            met.add(str(state.normal_form()[0]))
    return learner, frozenset(met)


def reasons(learner: Hoyle) -> list[Reason]:
    learner.begin(0, ContestInfo(LOSE, ("hoyle", "other"), seats=(0,)))
    return list(learner.decide(FIGURE_6.view(0), stream(0)).reasons)


def best(learner: Hoyle, said: list[Reason]) -> set[str]:
    support = learner.support(said)
    return {move for move, value in support.items() if value > max(support.values()) - 1e-9}


@pytest.mark.slow
def test_reflection_swings_the_vote_in_a_position_never_met() -> None:
    learner, met = taught(5)
    assert str(FIGURE_6.normal_form()[0]) not in met
    said = reasons(learner)
    assert best(learner, said) == {"2"}, "the side opposite O's"
    without = best(learner, [reason for reason in said if not reason.who.startswith(REFLECTION)])
    assert "2" not in without
    assert without <= {"1", "3", "7", "9"}, "a corner, as the source tells of Hoyle without it"


def test_the_reason_names_the_shape_and_what_it_is_good_for() -> None:
    learner, _ = taught(5)
    speaking = [reason for reason in reasons(learner) if reason.who.startswith(REFLECTION)]
    assert [reason.action for reason in speaking] == ["2"]
    assert speaking[0].who == f"{REFLECTION} (draw, placing)"
    assert "Reflection through the centre while placing: 4 mine, 6 the other's" in speaking[0].sentence


@pytest.mark.slow
def test_reflection_decides_there_on_most_of_ten_runs() -> None:
    swung = [best(taught(seed)[0], reasons(taught(seed)[0])) == {"2"} for seed in range(10)]
    assert sum(swung) >= 8
