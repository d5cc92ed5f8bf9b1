"""What calls say about hands: a likelihood for sampled worlds.

A hand's rough value is the napkin formula, 14 + 6 for each double + 3 for each trump. The chance that it bids rises
with that value; declarer's value counts the trump he named. The two numbers are a logistic regression of the first
calls of the first 200 rounds of the set `choose`.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import DOMINOES, SUITS
from gamelore.games.forty_two.rules import SEATS
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.oracles.forty_two.pricing import rough_value
from gamelore.oracles.forty_two.worlds import Likelihood

EVEN_AT, SPREAD = 38.8, 4.9
"""The rough value at which a hand is as likely to bid as to pass, and how sharply that changes."""


def bid_chance(value: Floats) -> Floats:
    """The chance that a hand of some rough value bids."""
    chance: Floats = 1.0 / (1.0 + np.exp((EVEN_AT - value) / SPREAD))
    return chance


def heard(view: FortyTwoView) -> Likelihood:
    """How well whole deals explain the calls of the three others."""
    table = view.table

    def likelihood(deals: Ints) -> Floats:
        weights = np.ones(len(deals))
        for seat in range(SEATS):
            call = table.call_of(seat)
            if seat == view.seat or call is None:
                continue
            value = rough_value(deals[:, seat])[0].astype(np.float64)
            if seat == table.declarer and table.trump is not None and table.trump in SUITS:
                value = _value_with(deals[:, seat], table.trump)
            weights *= bid_chance(value) if call else 1.0 - bid_chance(value)
        return weights

    return likelihood


def _value_with(hands: Ints, trump: int) -> Floats:
    trumps, doubles = mask_of(d for d in DOMINOES if trump in d), mask_of(d for d in DOMINOES if d.is_double)
    value: Floats = 14.0 + 6.0 * np.bitwise_count(hands & doubles) + 3.0 * np.bitwise_count(hands & trumps)
    return value
