"""Followers of rules at draw poker whose guides are cheap: printed lists, and one of three rules."""

from __future__ import annotations

from gamelore.games.poker.draw_poker import make
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.making import make_guide
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.practised import GRID, practice_start
from gamelore.learners.rules.practice.boxes import Box, to_heuristics

DROP, CALL, BET_ONE = 0, 1, 2
WHOLE = GRID.whole
THREE = to_heuristics(
    (
        Box((WHOLE[0], WHOLE[1], (0, 0), *WHOLE[3:]), BET_ONE),
        Box(((14, WHOLE[0][1]), *WHOLE[1:]), CALL),
        Box(WHOLE, DROP),
    ),
    GRID,
    practice_start(),
)
"""Without a bet to match bet 1; call with a good pair; else drop."""


def follower(rules: Heuristics = THREE, preset: str = "practised", **parameters: object) -> Waterman:
    """Somebody who has learned these rules."""
    learner = Waterman(make(**parameters), Waterman.preset(preset))
    learner.school.trainee.replace_rules(rules)
    return learner


def many() -> Waterman:
    """Somebody with more rules than a guide tells."""
    return follower(printed("automatic"), "thesis_like")


def guide_of(learner: Waterman, deals: int = 100) -> Guide:
    """A guide of few deals."""
    return make_guide(learner, "runs/poker", facts={"seed": 1, "contests": 5000}, contests=deals, seed=5)
