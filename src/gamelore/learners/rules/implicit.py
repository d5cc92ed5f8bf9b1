"""Training from the logic of the game alone: judge each decision after the showdown, and hypothesize why.

For every decision after the draw, the axioms say what would have been acceptable; if the rules as they now stand give
something else, one acceptable decision is chosen at random, the decision matrix supplies a reason for each variable,
and the training rule enters as a hypothesis (Waterman 1968, section 5.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamelore.base.seeds import Rng
from gamelore.learners.rules.axioms import Showdown, judge
from gamelore.learners.rules.matrix import GOOD, POOR, DecisionMatrix
from gamelore.learners.rules.training import Advice, Trainee, Trial


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A situation with the decisions that were acceptable in it."""

    situation: Mapping[str, float]
    acceptable: tuple[str, ...]


def kind_of_hand(value: float, good_hand: int) -> str:
    """`good` or `poor`, as the decision matrix distinguishes them."""
    return GOOD if value >= good_hand else POOR


def judged(situation: Mapping[str, float], shown: Showdown, trainee: Trainee) -> JudgedCase:
    """The case with what the axioms accept under the trainee's settings."""
    return JudgedCase(situation, judge(shown, trainee.settings).acceptable)


def is_acceptable(trainee: Trainee, case: JudgedCase) -> bool:
    """Whether the rules, not the random rule, give an acceptable decision."""
    index = trainee.match(case.situation)
    return index >= 0 and trainee.heuristics.rules[index].move in case.acceptable


def implicit_trial(trainee: Trainee, case: JudgedCase, matrix: DecisionMatrix, rng: Rng) -> Trial | None:
    """Train on a case whose decision was not acceptable; None when there is nothing to learn from it."""
    if not case.acceptable or is_acceptable(trainee, case):
        return None
    move = case.acceptable[int(rng.integers(len(case.acceptable)))]
    return trainee.trial(case.situation, hypothesis(trainee, case.situation, move, matrix))


def hypothesis(trainee: Trainee, situation: Mapping[str, float], move: str, matrix: DecisionMatrix) -> Advice:
    """The training information for a deduced decision: every variable relevant, for the reason the matrix gives."""
    values = trainee.matcher.values(situation)
    kind = kind_of_hand(values["VDHAND"], trainee.settings.good_hand)
    reasons = matrix.reasons(move, kind, values, trainee.heuristics.vector, trainee.partitions)
    return Advice(move, reasons, hypothesized=True, note="deduced from the axioms")
