"""Signature tables: two tallies per signature, a score from them, a category from the scores (Carberry, chapters 2-3).

A table learns through its tallies only. The view that is used to decide also fills the signatures never met, each
from its neighbours; filling has no effect on learning.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.signatures.categories import categorize
from gamelore.learners.signatures.settings import TreeSettings
from gamelore.learners.signatures.tree import Goal, GoalTree

_CHUNK = 1024
_TALLY_DIGITS = 4


@dataclass(slots=True)
class SignatureTable:
    """The table of one goal. Blank signatures have both tallies 0."""

    goal: Goal
    agree: Floats
    disagree: Floats
    score: Floats
    """The tally weighting average of each signature, 0 to 1; filled from neighbours where blank."""
    category: Ints

    @staticmethod
    def blank(goal: Goal) -> SignatureTable:
        """A table that knows nothing: every score in the middle."""
        empty = np.zeros(goal.signatures)
        middle = np.full(goal.signatures, (goal.categories - 1) // 2, dtype=np.int64)
        return SignatureTable(goal, empty, empty.copy(), np.full(goal.signatures, 0.5), middle)

    @staticmethod
    def usual(table: SignatureTable) -> SignatureTable:
        """A table that says of every signature what is usual: the middle of what it met."""
        weights = table.agree + table.disagree
        order = np.argsort(table.category, kind="stable")
        middle = order[np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)] if weights.any() else 0
        category, score = np.full_like(table.category, table.category[middle]), np.full_like(table.score, 0.5)
        return SignatureTable(table.goal, table.agree, table.disagree, score, category)

    @property
    def known(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which signatures were ever met."""
        return self.agree + self.disagree > 0

    def reinforce(self, places: Ints, kinds: Ints, up: Floats, down: Floats) -> None:
        """Apply instances in order to the tallies."""
        from gamelore.learners.signatures import _kernels

        _kernels.reinforce(self.agree, self.disagree, places, kinds, up, down)
        # Four digits are far below what a lesson adds, and keep the saved tables short enough to read.
        np.round(self.agree, _TALLY_DIGITS, out=self.agree)
        np.round(self.disagree, _TALLY_DIGITS, out=self.disagree)

    def recategorize(self, settings: TreeSettings) -> None:
        """Draw scores and categories anew from the tallies, and fill what is blank."""
        known = np.flatnonzero(self.known)
        if not known.size:
            fresh = SignatureTable.blank(self.goal)
            self.score, self.category = fresh.score, fresh.category
        elif settings.smoothing == "diffuse":
            agree = diffuse(self.agree, self.goal.sizes, settings.fading)
            self.score = agree / (agree + diffuse(self.disagree, self.goal.sizes, settings.fading))
            self.category = self._categories(self.score, settings)
        else:
            score = self.agree[known] / (self.agree[known] + self.disagree[known])
            category = self._categories(score, settings)
            source = nearest(known, self.goal, city_block=settings.smoothing == "city_block")
            self.score, self.category = score[source], category[source]

    def _categories(self, score: Floats, settings: TreeSettings) -> Ints:
        # Samuel's coefficient (A - D) / (A + D) is the tally weighting average stretched to -1..+1.
        scale = 2.0 * score - 1.0 if settings.categorization == "samuel" else score
        return categorize(scale, self.goal.categories, settings.categorization)


def nearest(known: Ints, goal: Goal, *, city_block: bool) -> Ints:
    """For every signature the index into `known` of the nearest one; on a tie the lower argument."""
    everything = np.arange(goal.signatures)
    if not city_block:
        right = np.searchsorted(known, everything).clip(0, known.size - 1)
        left = (right - 1).clip(0)
        return np.where(everything - known[left] <= np.abs(known[right] - everything), left, right)
    points = goal.all_signatures()
    found = np.empty(goal.signatures, dtype=np.int64)
    for start in range(0, goal.signatures, _CHUNK):
        rows = points[start : start + _CHUNK, None, :] - points[known][None, :, :]
        found[start : start + _CHUNK] = np.abs(rows).sum(axis=2).argmin(axis=1)
    return found


def diffuse(tallies: Floats, sizes: tuple[int, ...], fading: float) -> Floats:
    """Every signature's tally plus those of all others, faded once for each step of distance in each input."""
    spread = tallies.reshape(sizes)
    for axis, size in enumerate(sizes):
        steps = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
        spread = np.moveaxis(np.tensordot(fading**steps, spread, axes=(1, axis)), 0, axis)
    return np.ascontiguousarray(spread).reshape(-1)


class TableTree:
    """A goal tree with its tables: evaluates many instances at once, bottom up."""

    def __init__(self, tree: GoalTree) -> None:
        self.tree = tree
        self.tables = {goal.name: SignatureTable.blank(goal) for goal in tree.goals}

    def evaluate(self, parameters: Mapping[str, Ints]) -> Evaluation:
        """Every goal's category for every instance, and the score of the general goal."""
        values = {name: parameters[name] for name in self.tree.parameters}
        places: dict[str, Ints] = {}
        for goal in self.tree.goals:
            places[goal.name] = goal.arguments(values)
            values[goal.name] = self.tables[goal.name].category[places[goal.name]]
        return Evaluation(values, places, self.tables[self.tree.root].score[places[self.tree.root]])

    def without(self, goal: str) -> TableTree:
        """The same tables, but one says of every instance what is usual. It is not to learn."""
        twin = copy.copy(self)
        twin.tables = {**self.tables, goal: SignatureTable.usual(self.tables[goal])}
        return twin

    def recategorize(self, settings: TreeSettings) -> None:
        """Draw the categories of every table anew from its tallies."""
        for table in self.tables.values():
            table.recategorize(settings)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a tree says of many instances."""

    values: Mapping[str, Ints]
    """The value of every parameter and the category of every goal."""
    places: Mapping[str, Ints]
    """The place of the signature that was met in every table, counted from 0."""
    score: Floats
    """The score of the general goal, 0 to 1."""
