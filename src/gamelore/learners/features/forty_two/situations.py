"""Many bidding situations of 42 at once: hands as sets of bits, and the calls heard as told from each caller's seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import DOMINOES, SUITS, Domino
from gamelore.games.forty_two.rules import PASSED, SEATS
from gamelore.games.forty_two.view import FortyTwoView

NOT_YET = -1
"""Stands for the call of a player who has yet to call."""
BEFORE, PARTNER, AFTER = 0, 1, 2
"""The columns of `Situations.calls`: the player before, the partner, the player after (thesis hands IV, III, II)."""
NO_BID, FORCED, PARTNER_30, PARTNER_MORE, OPPONENT_30, OPPONENT_31, OPPONENT_MORE = range(7)
LAST_BIDS = (
    "nobody has bid",
    "nobody has bid and this is the last call",
    "partner bid 30",
    "partner bid 31 or more",
    "an opponent bid 30",
    "an opponent bid 31",
    "an opponent bid 32 or more",
)
"""The values of PRVBD: the last bid before this call and whose it is."""


_SUIT_BITS = np.array([mask_of(d for d in DOMINOES if suit in d) for suit in SUITS], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Situations:
    """Hands with the calls heard, one row each."""

    hands: Ints
    calls: Ints
    """By `BEFORE`, `PARTNER`, `AFTER`: `NOT_YET`, `PASSED` or the amount of the bid."""

    def __len__(self) -> int:
        return int(self.hands.size)

    @staticmethod
    def of(hands: Sequence[Iterable[Domino]], calls: Sequence[Sequence[int]]) -> Situations:
        """From hands and from calls in the order in which they were made."""
        heard = np.full((len(hands), SEATS - 1), NOT_YET, dtype=np.int64)
        for row, made in zip(heard, calls, strict=True):
            row[: len(made)] = list(reversed(made))
        return Situations(np.array([mask_of(hand) for hand in hands], dtype=np.int64), heard)

    @staticmethod
    def of_view(view: FortyTwoView) -> Situations:
        """The one situation of a view, as it was when its seat had to call."""
        place = (view.seat - view.table.first_caller) % SEATS
        return Situations.of([view.dealt], [view.table.calls[:place]])

    def part(self, rows: slice | Ints) -> Situations:
        """Some of the situations."""
        return Situations(self.hands[rows], self.calls[rows])

    def as_first(self) -> Situations:
        """The same hands before anybody has called."""
        return Situations(self.hands, np.full_like(self.calls, NOT_YET))

    @property
    def last_bid(self) -> Ints:
        """The last bid, `PASSED` where there is none."""
        return np.asarray(np.maximum(self.calls.max(axis=1), PASSED), dtype=np.int64)

    @property
    def partner_bid(self) -> Ints:
        """0 no bid of partner's, 1 a bid of 30, 2 more."""
        partner = self.calls[:, PARTNER]
        return np.where(partner > 30, 2, np.where(partner == 30, 1, 0))

    @property
    def previous_bid(self) -> Ints:
        """PRVBD: the category of the last bid, in the order of `LAST_BIDS`."""
        last, silent = self.last_bid, self.calls.min(axis=1) == NOT_YET
        partner = self.calls[:, PARTNER] == last
        opponents = OPPONENT_30 + (last > 30).astype(np.int64) + (last > 31)
        bid = np.where(partner, PARTNER_30 + (last > 30), opponents)
        return np.where(last == PASSED, np.where(silent, NO_BID, FORCED), bid)

    @property
    def partner_needs_saving(self) -> Bools:
        """Whether partner bid 30 and the player between passed (s47)."""
        return np.asarray((self.calls[:, PARTNER] == 30) & (self.calls[:, BEFORE] == PASSED), dtype=np.bool_)

    @property
    def heard(self) -> Ints:
        """Which kinds of calls were heard, as one number to base 3: 0 none yet, 1 a pass, 2 a bid; AFTER slowest."""
        kinds = np.where(self.calls == NOT_YET, 0, np.where(self.calls == PASSED, 1, 2))
        return np.asarray(kinds[:, AFTER] * 9 + kinds[:, PARTNER] * 3 + kinds[:, BEFORE], dtype=np.int64)

    def configurations(self) -> tuple[Ints, Ints]:
        """Every candidate trump of every hand, as (row, trump): suits of which two or more are held (p. 42).

        Only the seven doubles hold no such suit; then every suit is a candidate.
        """
        lengths = np.bitwise_count(self.hands[:, None] & _SUIT_BITS[None, :]).astype(np.int64)
        candidates = lengths >= 2
        candidates[~candidates.any(axis=1)] = True
        rows, trumps = np.nonzero(candidates)
        return rows.astype(np.int64), trumps.astype(np.int64)
