"""What a bidder of 42 wins on mirrored deals, whole and without one of its parts.

The shipped lines play at all seats: each deal is played once in all of its 28 contracts, whatever is called
(`arena/forty_two/judge.py`), so that another bidder costs no more than its calls. The rules are those of the thesis,
whatever rules the bidder was taught by.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gamelore.arena.forty_two.judge import FortyTwoJudge, deals
from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.rules import PASSED
from gamelore.lab.forty_two.marks import Called, call_deals
from gamelore.lab.forty_two.simple_bidders import Caller, formula, pass_always
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.maxims.forty_two_words import PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.learners.signatures.cogap.bidder import Bidder

OTHERS: Mapping[str, Caller] = {"passer": pass_always, "formula": formula}
DEALS = 2_000
"""Mirrored deals against each of them."""


class BidTrial:
    """The same deals for every bidder."""

    def __init__(self, seed: int, count: int = DEALS) -> None:
        self.deals = deals(seed, 0, count)
        lines = lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, PLAY)
        self.points = FortyTwoJudge().points(lines, self.deals)
        self.met: list[Situations] = []
        """What the last bidder was asked."""

    def gains(self, bidder: Bidder) -> Floats:
        """The marks of every deal over each of the others, the mean of both seatings."""
        self.met = []

        def mine(situations: Situations) -> tuple[Ints, Ints]:
            self.met.append(situations)
            bids = bidder.bid(situations)
            return bids.call, bids.trump

        hands, found = self.deals.hands, []
        for other in OTHERS.values():
            one, two = call_deals(hands, (mine, other) * 2), call_deals(hands, (other, mine) * 2)
            found.append((self._for_even(one) - self._for_even(two)) / 2)
        return np.concatenate(found)

    def _for_even(self, called: Called) -> Floats:
        """The marks of seats 0 and 2."""
        rows, amount, declarer = np.arange(len(called.calls)), called.calls.max(axis=1), called.calls.argmax(axis=1)
        made = self.points[rows, declarer, called.trumps] >= np.minimum(amount, 42)
        marks: Floats = np.maximum(1, amount // 42) * np.where(made == (declarer % 2 == 0), 1.0, -1.0)
        return marks


def share_changed(whole: Bidder, rest: Bidder, met: list[Situations]) -> float:
    """The share of the calls that would have been others, or with another trump in mind."""
    changed: list[Bools] = []
    for situations in met:
        mine, other = whole.bid(situations), rest.bid(situations)
        changed.append((mine.call != other.call) | ((mine.call > PASSED) & (mine.trump != other.trump)))
    return float(np.concatenate(changed).mean())
