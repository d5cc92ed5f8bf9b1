"""Training from the logic of the game alone: judge each decision after the showdown, and hypothesize why.

For every decision after the draw, the axioms say what would have been acceptable; if the rules as they now stand give
something else, one acceptable decision is chosen at random, the decision matrix supplies a reason for each variable,
and the training rule enters as a hypothesis (Waterman 1968, section 5.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamelore.base.seeds import Rng
from gamelore.learners.rules.training.axioms import GOOD_HAND
from gamelore.learners.rules.training.matrix import GOOD, POOR
from gamelore.learners.rules.training.trainee import Advice, Trainee, Trial


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A situation with the decisions that were acceptable in it."""

    situation: Mapping[str, float]
    acceptable: tuple[str, ...]
    kind: str = POOR
    """`good` or `poor`, as the decision matrix distinguishes them."""
    worth: Mapping[str, float] | None = None
    """How probably each move is acceptable, where that is known; otherwise what is acceptable is worth 1."""
    follows: bool = True
    """Whether anything follows from the axioms; if not, whatever was decided stands, and teaches nothing."""
    tried: bool = True
    """Whether an unacceptable decision makes a trial; if not, the case waits for the next refit."""


def kind_of_hand(value: float) -> str:
    """`good` or `poor`, as the decision matrix distinguishes them."""
    return GOOD if value >= GOOD_HAND else POOR


def is_acceptable(trainee: Trainee, case: JudgedCase) -> bool:
    """Whether the rules, not the random rule, give an acceptable decision."""
    index = trainee.match(case.situation)
    rule = trainee.heuristics.rules[index] if index >= 0 else None
    if rule is None or rule.is_random:
        return False
    return bool({rule.move, trainee.means(trainee.matcher, rule.move, case.situation)} & {*case.acceptable})


def implicit_trial(trainee: Trainee, case: JudgedCase, rng: Rng | None) -> Trial:
    """Train on a case whose decision was not acceptable.

    One acceptable decision is drawn; the first is taken where there is no generator to draw with.
    """
    move = case.acceptable[0 if rng is None else int(rng.integers(len(case.acceptable)))]
    return trainee.trial(case.situation, hypothesis(trainee, case.situation, move, case.kind))


def hypothesis(trainee: Trainee, situation: Mapping[str, float], move: str, kind: str) -> Advice:
    """The training information for a deduced decision: every variable relevant, for the reason the matrix gives."""
    values = trainee.matcher.values(situation)
    variables = [trainee.variables[name] for name in trainee.heuristics.vector]
    reasons = trainee.matrix.reasons(move, kind, values, variables, trainee.partitions)
    return Advice(move, reasons, hypothesized=True, note="deduced from the axioms", kind=kind)
