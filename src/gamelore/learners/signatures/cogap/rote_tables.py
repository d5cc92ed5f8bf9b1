"""What COGAP-42 learns by rote: which call was taught for each class of hands, and when to save partner (s71-s73)."""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.learners.features.forty_two import SIZES
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.learners.signatures.signature_tables import diffuse, nearest
from gamelore.learners.signatures.tree import Goal

CALLS = np.array([PASSED, *range(LEAST_BID, 43), 84], dtype=np.int64)
"""The calls that have a counter."""
PASS_PENALTY = 2.0
"""What a wrong pass costs beside the point it does not score (p. 132)."""


def call_columns(calls: Ints) -> Ints:
    """The counter of each call; a bid without one counts as the highest."""
    return np.minimum(np.searchsorted(CALLS, calls), CALLS.size - 1).astype(np.int64)


class BidTable:
    """Counts of the calls taught, by the last bid heard, the offensive and the defensive category."""

    def __init__(self, offence: int, defence: int) -> None:
        self.key = Goal("bids", ("PRVBD", "OFABL", "DFABL"), (SIZES["PRVBD"], offence, defence), 1, 0)
        self.counts: Floats = np.zeros((self.key.signatures, CALLS.size))

    def places(self, heard: Ints, offence: Ints, defence: Ints) -> Ints:
        """The classes of some hands."""
        return self.key.arguments({"PRVBD": heard, "OFABL": offence, "DFABL": defence})

    def teach(self, places: Ints, calls: Ints) -> None:
        np.add.at(self.counts, (places, call_columns(calls)), 1.0)

    def filled(self, settings: CogapSettings) -> Floats:
        """The counts with blank classes filled from their neighbours, never from another last bid if that can be."""
        if settings.bid_smoothing == "diffuse":
            return _diffuse_classes(self.counts, self.key.sizes, settings.bid_fading)
        blocks = self.counts.reshape(self.key.sizes[0], -1, CALLS.size)
        known = np.flatnonzero(self.counts.sum(axis=1))
        if not known.size:
            return self.counts.copy()
        filled = self.counts[known][nearest(known, self.key, city_block=False)].reshape(blocks.shape)
        inner = Goal("block", ("cell",), (blocks.shape[1],), 1, 0)
        for block, out in zip(blocks, filled, strict=True):
            mine = np.flatnonzero(block.sum(axis=1))
            if mine.size:
                out[:] = block[mine][nearest(mine, inner, city_block=False)]
        return filled.reshape(self.counts.shape)


def choose(counts: Floats, legal: Bools, settings: CogapSettings) -> Ints:
    """The call for each row of counts; on a tie the lower call, and a pass where nothing legal was ever taught.

    With `most_taught` the call most often taught. Otherwise a pass must also make up for what a wrong pass costs: it is
    chosen when its share outweighs the best bid's by the penalty for all the bids it would be wrong about.
    """
    allowed = np.where(legal, counts, 0.0)
    bids = allowed.copy()
    bids[:, 0] = 0.0
    best = bids.argmax(axis=1)
    rows = np.arange(len(counts))
    passes = counts[:, 0]
    if settings.choice != "most_taught":
        passes = passes - PASS_PENALTY * counts[:, 1:].sum(axis=1)
    return np.where((passes >= bids[rows, best]) | (bids[rows, best] == 0), PASSED, CALLS[best])


class MarksTable:
    """What each call brought in marks, by the same classes as the bid table (ours)."""

    def __init__(self, key: Goal) -> None:
        self.key = key
        self.sums: Floats = np.zeros((key.signatures, CALLS.size))
        self.hands: Floats = np.zeros((key.signatures, CALLS.size))

    def teach(self, places: Ints, marks: Floats) -> None:
        """Add what some hands can expect of each call; nan says nothing."""
        np.add.at(self.sums, places, np.nan_to_num(marks))
        np.add.at(self.hands, places, (~np.isnan(marks)).astype(np.float64))
        np.round(self.sums, 3, out=self.sums)

    def expected(self, fading: float) -> Floats:
        """The mean for each class and call, neighbours lending what they know; nan where nobody knows."""
        sums, hands = (_diffuse_classes(table, self.key.sizes, fading) for table in (self.sums, self.hands))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(hands > 0, sums / hands, np.nan)


def choose_marks(expected: Floats, legal: Bools) -> Ints:
    """The legal call (a pass among them) of highest expected marks; a pass where nothing is known."""
    known = np.where(legal, np.nan_to_num(expected, nan=-np.inf), -np.inf)
    known[:, 0] = np.nan_to_num(expected[:, 0], nan=-np.inf)
    best = known.argmax(axis=1)
    return np.where(np.isinf(known.max(axis=1)), PASSED, CALLS[best])


def _diffuse_classes(table: Floats, sizes: tuple[int, ...], fading: float) -> Floats:
    """Counters lent between the classes of hands that heard the same last bid, fading with distance."""
    heard, *classes = sizes
    blocks = table.reshape(heard, -1, table.shape[1])
    spread = [
        np.stack([diffuse(block[:, call], tuple(classes), fading) for call in range(block.shape[1])], axis=1)
        for block in blocks
    ]
    return np.stack(spread).reshape(table.shape)


class SavePartnerTable:
    """For each signature of trump strength: how often partner's informative 30 was left, and how often overbid."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.counts: Floats = np.zeros((goal.signatures, 2))

    def teach(self, places: Ints, bid: Bools) -> None:
        """Count lessons about saving partner."""
        np.add.at(self.counts, (places, bid.astype(np.int64)), 1.0)

    def filled(self, settings: CogapSettings) -> Floats:
        """The counts with blanks filled from their neighbours."""
        if settings.bid_smoothing == "diffuse":
            left, right = (diffuse(self.counts[:, k], self.goal.sizes, settings.bid_fading) for k in (0, 1))
            return np.stack([left, right], axis=1)
        known = np.flatnonzero(self.counts.sum(axis=1))
        if not known.size:
            return self.counts.copy()
        return self.counts[known][nearest(known, self.goal, city_block=settings.smoothing == "city_block")]
