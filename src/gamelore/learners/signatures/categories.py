"""Sorting the signatures of one table into categories by their scores; category 0 is the best.

Range categories (Carberry, chapter 3) cut by closeness of score, from both ends inward, with a range that shrinks so
that empty gaps waste no category. Equi-size categories put equally many signatures into each. Samuel's (1967) keep
scores of zero apart and cut the positive and the negative ones separately.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.signatures.settings import Categorization


def categorize(scores: Floats, categories: int, way: Categorization) -> Ints:
    """The category of each score, by one of the three ways."""
    if way == "range":
        return range_categories(scores, categories)
    if way == "equi_size":
        return equi_size_categories(scores, categories)
    return samuel_categories(scores, categories)


def range_categories(scores: Floats, categories: int) -> Ints:
    """Peel the scores off from both ends, each time within a fraction of what range is left."""
    found = np.full(scores.size, -1, dtype=np.int64)
    left, segments, done = np.ones(scores.size, dtype=bool), categories, 0
    while left.any():
        high, low = scores[left].max(), scores[left].min()
        span = (high - low) / segments
        # In the last round everything left is taken, whatever rounding did to the cut.
        top = left & ((scores >= high - span) | (segments == 1))
        bottom = left & ~top & ((scores <= low + span) | (segments == 2))
        found[top], found[bottom] = done, categories - 1 - done
        left &= ~(top | bottom)
        segments, done = segments - 2, done + 1
    return found


def equi_size_categories(scores: Floats, categories: int) -> Ints:
    """Equally many signatures in each; equal scores stay in the order of their arguments."""
    order = np.argsort(-scores, kind="stable")
    found = np.empty(scores.size, dtype=np.int64)
    found[order] = np.arange(scores.size) * categories // max(scores.size, 1)
    return found


def samuel_categories(scores: Floats, categories: int) -> Ints:
    """Zero scores in the middle, the others cut into equal counts on either side; scores run from -1 to +1."""
    better = (categories - 1) // 2
    found = np.full(scores.size, better, dtype=np.int64)
    good, bad = scores > 0, scores < 0
    if better:
        found[good] = equi_size_categories(scores[good], better)
    if categories - 1 - better:
        found[bad] = better + 1 + equi_size_categories(scores[bad], categories - 1 - better)
    return found
