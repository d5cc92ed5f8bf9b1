"""Mending tables: what a goal tree loses, learned back in a few small tables that can be read (ours).

A tree passes every parameter through a chain of categories, and what two parameters in different branches say together
is lost on the way. After the tree has learned, the part of the lessons that it misses is laid out over every pair of
parameters; the pair that explains most of it becomes a table of corrections, and so on, each table learning from what
is still missed. Corrections of signatures met seldom are held back. Mended scores are sorted into categories of their
own, equally many lessons in each by the score of their best alternative.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.signatures.layers import Teaching
from gamelore.learners.signatures.reinforcement import RAISE
from gamelore.learners.signatures.signature_tables import TableTree
from gamelore.learners.signatures.tree import Goal

STEP = 0.3
"""The share of what is missed that one round corrects."""
HOLDING_BACK = 10.0
"""As if so many more instances of each signature had missed nothing."""
LARGEST = 300
"""The largest table of corrections, in signatures."""
CATEGORIES = 96
"""Into how many categories mended scores are sorted. All four were chosen on the set `choose` of 42."""
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class MendingTable:
    """Corrections to the score of the general goal, by the values of one or two parameters."""

    goal: Goal
    correction: Floats


@dataclass(frozen=True, slots=True)
class Mending:
    """All corrections, and the cuts that sort mended scores into categories, best first."""

    tables: tuple[MendingTable, ...]
    cuts: Floats
    """Falling; a score below the first n cuts has category n."""

    def score(self, score: Floats, values: Mapping[str, Ints]) -> Floats:
        mended = score.copy()
        for table in self.tables:
            mended += table.correction[table.goal.arguments(values)]
        return mended

    def category(self, mended: Floats) -> Ints:
        """The category of mended scores."""
        return np.searchsorted(-self.cuts, -mended, side="left").astype(np.int64)


def learn_mending(tables: TableTree, teaching: Teaching, rounds: int) -> Mending:
    """Learn corrections from what the tree misses in its lessons, one table in each round."""
    values, said = teaching.parameters, tables.evaluate(teaching.parameters)
    score, wanted = said.score.copy(), teaching.up / (teaching.up + teaching.down)
    candidates = _candidates(tables.tree.parameters, LARGEST)
    places = {goal.name: goal.arguments(values) for goal in candidates}
    found: list[MendingTable] = []
    for _ in range(rounds):
        missed = _missed(wanted - score, teaching.kinds)
        gains = [_correction(places[g.name], g.signatures, missed, HOLDING_BACK) for g in candidates]
        best = int(np.argmax([gain for gain, _ in gains]))
        goal = candidates[best]
        correction = np.round(STEP * gains[best][1], _DIGITS)
        found.append(MendingTable(goal, correction))
        score += correction[places[goal.name]]
    top = np.full(int(teaching.lesson.max()) + 1, -np.inf)
    np.maximum.at(top, teaching.lesson, score)
    return Mending(_merged(found), score_cuts(top[np.isfinite(top)], CATEGORIES))


def _missed(difference: Floats, kinds: Ints) -> Floats:
    """What a lesson still misses; one that only bounds from above is content with anything lower."""
    return np.where(kinds == RAISE, difference, np.minimum(difference, 0.0))


def mending_goal(names: Sequence[str], parameters: Mapping[str, int]) -> Goal:
    """The shape of a table of corrections over some parameters."""
    return Goal(" x ".join(names), tuple(names), tuple(parameters[name] for name in names), 1, 0)


def _candidates(parameters: Mapping[str, int], largest: int) -> list[Goal]:
    names = [*((name,) for name in parameters), *itertools.combinations(parameters, 2)]
    goals = [mending_goal(some, parameters) for some in names]
    return [goal for goal in goals if goal.signatures <= largest]


def _correction(places: Ints, size: int, missed: Floats, held_back: float) -> tuple[float, Floats]:
    """The held-back mean of what is missed for each signature, and by how much it lowers the squared miss."""
    sums, counts = np.bincount(places, missed, size), np.bincount(places, minlength=size)
    correction = sums / (counts + held_back)
    return float((correction * (2.0 * sums - counts * correction)).sum()), correction


def _merged(tables: Sequence[MendingTable]) -> tuple[MendingTable, ...]:
    """Tables of the same parameters added up, in the order in which they were first needed."""
    merged: dict[str, MendingTable] = {}
    for table in tables:
        before = merged.get(table.goal.name)
        total = table.correction if before is None else np.round(before.correction + table.correction, _DIGITS)
        merged[table.goal.name] = MendingTable(table.goal, total)
    return tuple(merged.values())


def score_cuts(scores: Floats, categories: int) -> Floats:
    """The cuts that put equally many of some scores into each category."""
    return np.round(np.quantile(scores, 1.0 - np.arange(1, categories) / categories), _DIGITS)
