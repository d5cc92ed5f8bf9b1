"""The probability heuristic: the chance that a trump holding loses control, or counters (Carberry, p. 115-124).

For every split of the trumps not held, the play of trumps with all holdings open is searched, each team playing as
one. The result of a search depends on the split alone, so it is stored once, by holding and by how many trumps the
next player and partner got; any weighting of the splits is then a sum. The thesis weighs all splits equally. Exact
weights (hypergeometric), and weights that also heed what the other players called, are ours.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.forty_two.dominoes import SUITS, Domino, members, rank

FIVE, TEN, FIFTEEN, ONCE, TWICE, SPLITS = range(6)
"""What is counted: a 5-pointer lost, a 10-pointer lost, 15 points lost, control lost, lost more than once; splits."""

HEARD = 27
"""Kinds of calls heard from the three others: none yet, a pass or a bid from each."""


def suit_class(suit: int) -> int:
    """Suits 2 and 3 rank alike and have their counter at the same place, so they share a class (p. 129)."""
    return suit if suit < 3 else suit - 1


@functools.cache
def trump_store() -> Ints:
    """The store: `[class, holding, trumps of the next player, of partner]` gives the six counts of splits.

    A holding is seven bits in rank order, the double highest. It is filled as a whole, since that takes less than a
    second; the holding of no trump at all stays empty.
    """
    from gamelore.learners.features.forty_two import _kernels

    store = np.zeros((6, 128, 8, 8, 6), dtype=np.int64)
    for suit in SUITS:
        if suit == 3:
            continue
        fives = _fives(suit)
        for holding in range(1, 128):
            _kernels.trump_outcomes(holding, fives, store[suit_class(suit), holding])
    store.flags.writeable = False
    return store


def _fives(suit: int) -> int:
    """The counters of a suit as trump, two bits for each rank, in units of five points."""
    ranks = sorted(members(suit), key=lambda d: rank(d, suit))
    return sum(domino.points // 5 << 2 * place for place, domino in enumerate(ranks))


def holding_number(trump: int, hand: tuple[Domino, ...]) -> int:
    """The trumps of a hand as seven bits in rank order."""
    ranks = sorted(members(trump), key=lambda d: rank(d, trump))
    return sum(1 << place for place, domino in enumerate(ranks) if domino in hand)


@functools.cache
def _lengths(missing: int) -> Floats:
    """The weight of one split of `missing` trumps that gives the next player n2 of them and partner n3."""
    weights = np.zeros((8, 8))
    for second in range(min(7, missing) + 1):
        for third in range(min(7, missing - second) + 1):
            fourth = missing - second - third
            ways = math.factorial(21 - missing)
            for length in (second, third, fourth):
                ways //= math.factorial(7 - length)
            weights[second, third] = ways
    return weights


@functools.cache
def equal_percents() -> Ints:
    """The five probabilities of every `[0, suit, holding]` in whole percent, cut off as the thesis prints them."""
    counts = trump_store().sum(axis=(2, 3))
    percents = 100 * counts[..., :SPLITS] // np.maximum(counts[..., SPLITS:], 1)
    return np.ascontiguousarray(percents[[suit_class(s) for s in SUITS]][None])


def exact_percents(bidding: Floats | None = None) -> Ints:
    """The same under exact weights; with `bidding`, for each of the kinds of calls heard (`Situations.heard`).

    `bidding[n]` is the chance that a hand with n dominoes of a suit bids. It turns each call into evidence about how
    many trumps the caller holds.
    """
    contexts = 1 if bidding is None else HEARD
    likely = np.ones((3, 8))
    if bidding is not None:
        likely[1], likely[2] = 1.0 - bidding, bidding
    found = np.zeros((contexts, 7, 128, 5), dtype=np.int64)
    second, third = np.mgrid[0:8, 0:8]
    store = trump_store()
    for holding in range(1, 128):
        missing = 7 - holding.bit_count()
        fourth = np.clip(missing - second - third, 0, 7)
        weights = np.stack([
            _lengths(missing) * likely[c // 9][second] * likely[c // 3 % 3][third] * likely[c % 3][fourth]
            for c in range(contexts)
        ])  # fmt: skip
        for suit in SUITS:
            cells = store[suit_class(suit), holding]
            totals = np.tensordot(weights, cells, axes=((1, 2), (0, 1)))
            found[:, suit, holding] = np.floor(100.0 * totals[:, :SPLITS] / totals[:, SPLITS:] + 1e-9)
    return found


@functools.cache
def walk_chances() -> Floats:
    """`[above, below, round]`: the share of equal splits in which a domino wins that round of its suit.

    `above` and `below` count the members of the suit that others hold over and under it. In every earlier round each
    player dropped the lowest; the domino wins when neither opponent still holds a member above it, that is, when each
    opponent was dealt none above it or has run out.
    """
    chances = np.zeros((8, 8, 8))
    for above in range(8):
        for below in range(8 - above):
            for nth in range(8):
                good = 0
                for up1 in range(above + 1):
                    for up3 in range(above + 1 - up1):
                        for low1 in range(below + 1):
                            for low3 in range(below + 1 - low1):
                                if (up1 and up1 + low1 > nth) or (up3 and up3 + low3 > nth):
                                    continue
                                good += _trinomial(above, up1, up3) * _trinomial(below, low1, low3)
                chances[above, below, nth] = good / 3 ** (above + below)
    return chances


def _trinomial(total: int, first: int, second: int) -> int:
    return math.comb(total, first) * math.comb(total - first, second)
