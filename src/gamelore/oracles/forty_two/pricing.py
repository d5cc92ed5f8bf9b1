"""Sampled contracts: what a hand of 42 is worth under each trump when the 21 other dominoes are dealt at random.

Each hidden deal is solved exactly. The same deals serve every trump, so that trumps are compared without the luck of
the draw. Deals come in threes in which the three other hands change places: every hidden domino is then once with the
partner and once with each opponent, which takes the first-order luck out of a mean (about a third of its variance).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.seeds import Rng
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import ALL_POINTS, DOMINOES, SUITS, Domino
from gamelore.oracles.forty_two.solver import solve

OFFENCE_FROM, DEFENCE_FROM = 28, 24
"""Values below are counted as this much: how badly a hopeless contract fails does not matter."""


@dataclass(frozen=True)
class Price:
    """How often each number of points came out, from `low` (or less) up to 42."""

    low: int
    counts: tuple[int, ...]

    @cached_property
    def deals(self) -> int:
        """How many deals were sampled."""
        return sum(self.counts)

    @cached_property
    def mean(self) -> float:
        """The mean of the clipped points; nan if nothing was sampled."""
        if not self.deals:
            return math.nan
        return sum(points * count for points, count in enumerate(self.counts, start=self.low)) / self.deals

    def share(self, bid: int) -> float:
        """How often at least `bid` points came out."""
        return sum(self.counts[max(0, min(bid, ALL_POINTS) - self.low) :]) / self.deals

    def __add__(self, other: Price) -> Price:
        return Price(self.low, tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))


def price_of(points: Ints, low: int) -> Price:
    """Count clipped points."""
    counts = np.bincount(points - low, minlength=ALL_POINTS - low + 1)
    return Price(low, tuple(int(count) for count in counts))


def prices_of(points: Ints, trumps: Iterable[int]) -> dict[int, Price]:
    """What a hand is worth as declarer under some trumps, from its points by deal and trump."""
    clipped = np.maximum(points, OFFENCE_FROM)
    return {trump: price_of(clipped[:, trump], OFFENCE_FROM) for trump in trumps}


def candidate_trumps(hand: Iterable[Domino]) -> tuple[int, ...]:
    """The suits of which a hand has two or more; for the seven doubles, which have none, all of them."""
    dominoes = tuple(hand)
    long = tuple(suit for suit in SUITS if sum(suit in d for d in dominoes) >= 2)
    return long or tuple(SUITS)


def common_deals(hand: Iterable[Domino], rng: Rng, n: int) -> Ints:
    """Random deals around a hand, which sits at 0, in threes that pass the other hands round; `n` is rounded up."""
    held = mask_of(hand)
    rest = np.array([d.number for d in DOMINOES if not held >> d.number & 1], np.int64)
    third = -(-n // 3)
    groups = (1 << rng.permuted(np.tile(rest, (third, 1)), axis=1).reshape(third, 3, 7)).sum(axis=2)
    deals = np.empty((third, 3, 4), np.int64)
    deals[:, :, 0] = held
    for turn in range(3):
        deals[:, turn, 1:] = np.roll(groups, turn, axis=1)
    return deals.reshape(-1, 4)


def price_offence(hand: Sequence[Domino], deals: Ints, trumps: Iterable[int] | None = None) -> dict[int, Price]:
    """What the hand takes as declarer under each trump (its candidates, unless others are named)."""
    chosen = candidate_trumps(hand) if trumps is None else tuple(trumps)
    return {trump: price_of(solve(deals, trump, low=OFFENCE_FROM), OFFENCE_FROM) for trump in chosen}


def price_defence(hand: Sequence[Domino], rng: Rng, n: int, *, declares_at: float = 37.0, tries: int = 40) -> Price:
    """What the opponents take against the hand when the better of them declares with a hand worth declaring.

    The opponent with the higher rough value declares in his longest suit; deals where that value is below
    `declares_at` are drawn again, at most `tries` times over.
    """
    kept = np.zeros((0, 4), np.int64)
    spare = np.zeros((0, 4), np.int64)
    for _ in range(tries):
        deals = common_deals(hand, rng, n)
        value = np.maximum(rough_value(deals[:, 1])[0], rough_value(deals[:, 3])[0])
        kept = np.concatenate((kept, deals[value >= declares_at]))
        spare = np.concatenate((spare, deals[value < declares_at]))[:n]
        if len(kept) >= n:
            break
    deals = np.concatenate((kept, spare))[:n]
    (left, left_trump), (right, right_trump) = rough_value(deals[:, 1]), rough_value(deals[:, 3])
    declarer, trump = np.where(left >= right, 1, 3), np.where(left >= right, left_trump, right_trump)
    return price_of(solve(deals, trump, declarer, low=DEFENCE_FROM), DEFENCE_FROM)


_DOUBLES_MASK = mask_of(d for d in DOMINOES if d.is_double)
SUIT_MASKS: Ints = np.array([mask_of(d for d in DOMINOES if suit in d) for suit in SUITS], np.int64)
DOUBLE_MASKS: Ints = np.array([mask_of((Domino(suit, suit),)) for suit in SUITS], np.int64)


def rough_value(hands: Ints) -> tuple[Ints, Ints]:
    """The napkin formula 14 + 6 for each double + 3 for each trump, and its trump: the longest suit, double first."""
    masks = np.asarray(hands, np.int64)[:, None]
    lengths = np.bitwise_count(masks & SUIT_MASKS).astype(np.int64)
    trump = np.argmax(2 * lengths + (masks & DOUBLE_MASKS != 0), axis=1)
    doubles = np.bitwise_count(masks[:, 0] & _DOUBLES_MASK).astype(np.int64)
    return 14 + 6 * doubles + 3 * lengths.max(axis=1), trump


def best_trump(prices: Mapping[int, Price]) -> int:
    """The trump with the highest mean; the lower suit when two are equal."""
    return max(sorted(prices), key=lambda trump: prices[trump].mean)
