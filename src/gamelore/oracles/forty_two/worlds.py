"""Sampled worlds: ways in which the dominoes that a seat cannot see may lie.

Without a model of the others every way that agrees with what was seen is equally likely. A `likelihood` carries such
a model (what calls or plays say about hands), so that oracles need not know learners.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.seeds import Rng
from gamelore.games.forty_two.bulk import hidden_hands
from gamelore.games.forty_two.rules import SEATS
from gamelore.games.forty_two.view import FortyTwoView

Likelihood = Callable[[Ints], Floats]
"""From whole deals (a row of four masks each, as dealt) to how well each explains what was seen."""

CANDIDATES_PER_WORLD = 8


def worlds(view: FortyTwoView, rng: Rng, n: int, likelihood: Likelihood | None = None) -> Ints:
    """`n` worlds consistent with a view: rows of four masks of what each seat still holds.

    With a likelihood, many more are drawn and `n` of them taken in proportion to it (systematic resampling).
    """
    if likelihood is None:
        return hidden_hands(view, rng, n)
    drawn = hidden_hands(view, rng, n * CANDIDATES_PER_WORLD)
    weights = likelihood(drawn | played_masks(view))
    total = weights.sum()
    if not np.isfinite(total) or total <= 0.0:
        return drawn[:n]
    marks = (rng.random() + np.arange(n)) / n
    chosen: Ints = np.searchsorted(np.cumsum(weights / total), marks).clip(max=len(drawn) - 1)
    taken: Ints = drawn[chosen]
    return taken


def played_masks(view: FortyTwoView) -> Ints:
    """What each seat has played so far, as masks by seat."""
    masks = np.zeros(SEATS, np.int64)
    for seat, domino in view.table.plays():
        masks[seat] |= 1 << domino.number
    return masks
