"""Bidders of 42 that need nothing but a hand: one never bids, one asks a napkin formula."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.games.forty_two import THESIS
from gamelore.games.forty_two.dominoes import ALL_POINTS
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.learners.features.forty_two import Situations
from gamelore.oracles.forty_two.pricing import rough_value

Caller = Callable[[Situations], tuple[Ints, Ints]]
"""From many situations to the call and the trump of each."""

FORMULA_MARGIN = 4
"""What the napkin formula keeps back: as published it bids on nearly every hand."""


def pass_always(situations: Situations) -> tuple[Ints, Ints]:
    """Never bids unless it must; then its longest suit is trump."""
    return np.where(forced(situations), LEAST_BID, PASSED), rough_value(situations.hands)[1]


def formula(situations: Situations) -> tuple[Ints, Ints]:
    """Bids the least it may while 14 + 6 for each double + 3 for each trump, less a margin, covers it."""
    value, trump = rough_value(situations.hands)
    least = least_bid(situations)
    covered = value - FORMULA_MARGIN >= np.minimum(least, ALL_POINTS)
    return np.where(forced(situations) | covered, least, PASSED), trump


def forced(situations: Situations) -> Bools:
    """Where all others passed, so that a bid must be made."""
    return np.asarray((situations.calls == PASSED).all(axis=1), dtype=np.bool_)


def least_bid(situations: Situations) -> Ints:
    """The least that may be bid."""
    return np.array([THESIS.legal_bids(int(last))[0] for last in situations.last_bid], dtype=np.int64)
