"""Kinds of reinforcement, and the two schemes that choose among them (Carberry, chapter 3; Samuel 1967).

A lesson about alternatives names the right one and how good it is. Weighted reinforcement raises the right alternative
towards the average of its worth; the same worth bounds every other alternative from above; and when none is worth
taking, all are lowered. Samuel's scheme only counts: the book move gains as many agreements as it had rivals, each
rival one disagreement.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints

RAISE, BOUND, LOWER = 0, 1, 2
"""Towards its own average; down to at most that average; down in any case."""


def weighted(right: Bools, none: Bools) -> Ints:
    """The kind of each instance: `right` marks the labelled alternative, `none` the lessons that advise none."""
    return np.where(none, LOWER, np.where(right, RAISE, BOUND)).astype(np.int64)


def samuel(right: Bools, rivals: Ints) -> tuple[Ints, Floats, Floats]:
    """Kinds and increments: the book move gains one agreement for each rival, each rival one disagreement."""
    kinds = np.full(right.size, RAISE, dtype=np.int64)
    return kinds, np.where(right, rivals, 0).astype(np.float64), np.where(right, 0.0, 1.0)
