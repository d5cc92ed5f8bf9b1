"""Bidders of 42 that know little: what every table of agreement has to be read beside.

Two hands of three are passes, so one who never bids agrees with any trainer in two calls of three. Beside the constant
bidders stand chance, a napkin formula, and a rote table of its value: what can be had without any of the parameters of
Carberry's trees. Those who never bid or ask the formula serve others too (`lab/forty_two/simple_bidders.py`).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.seeds import Rng
from gamelore.games.forty_two import THESIS
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.lab.forty_two.simple_bidders import Caller, forced, least_bid
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.oracles.forty_two.pricing import rough_value


def bid_always(situations: Situations) -> tuple[Ints, Ints]:
    """Bids the least it may with every hand, its longest suit as trump."""
    return least_bid(situations), rough_value(situations.hands)[1]


def by_chance(rng: Rng) -> Caller:
    """Draws among the calls that are legal, and among the suits of which a hand holds two or more."""

    def call(situations: Situations) -> tuple[Ints, Ints]:
        rows, suits = situations.configurations()
        calls, trumps = np.empty(len(situations), dtype=np.int64), np.empty(len(situations), dtype=np.int64)
        for row, (last, must) in enumerate(zip(situations.last_bid, forced(situations), strict=True)):
            legal = (*THESIS.legal_bids(int(last)), *(() if must else (PASSED,)))
            calls[row], trumps[row] = rng.choice(legal), rng.choice(suits[rows == row])
        return calls, trumps

    return call


class RoteBidder:
    """Remembers which call was taught most often for a value of the napkin formula and the last bid heard."""

    def learn(self, lessons: Lessons) -> None:
        """Count the calls taught."""
        counts: dict[tuple[int, int], Counter[int]] = {}
        for key, call in zip(self._keys(lessons.situations), lessons.call.tolist(), strict=True):
            counts.setdefault(key, Counter())[call] += 1
        self.calls = {key: min(some, key=lambda call: (-some[call], call)) for key, some in counts.items()}

    def bid(self, situations: Situations) -> tuple[Ints, Ints]:
        """The call that was taught, where it is legal; otherwise a pass."""
        taught = np.array([self.calls.get(key, PASSED) for key in self._keys(situations)], dtype=np.int64)
        call = np.where(taught > situations.last_bid, taught, PASSED)
        return np.where(forced(situations) & (call == PASSED), LEAST_BID, call), rough_value(situations.hands)[1]

    @staticmethod
    def _keys(situations: Situations) -> list[tuple[int, int]]:
        return list(zip(rough_value(situations.hands)[0].tolist(), situations.previous_bid.tolist(), strict=True))
