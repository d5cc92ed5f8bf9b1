"""The trainer: prices hands of 42 by sampled exact play, enough of it that its labels hold.

Carberry's trainer was a person; this one starts from exact play of sampled deals and corrects it by the label rule.
Every hand has its own stream of random numbers, so that labels do not depend on the number of processes, on the order
of work or on an interruption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games.forty_two.dominoes import Domino
from gamelore.games.forty_two.game import Deal, random_deal
from gamelore.oracles.forty_two.pricing import Price, best_trump, common_deals, price_defence, price_offence

SETS = {"choose": 1, "report": 10_001}
"""The seeds of the two sets: settings are chosen on one, results reported on the other."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many deals a hand is priced with."""

    first: int = 60
    """For every candidate trump."""
    more: int = 240
    """In addition, for the trumps that may be the best one."""
    most: int = 300
    """In addition, when the strength lies near a threshold."""
    defence: int = 60
    rival_within: float = 1.1
    """A trump may be the best one if its mean is this near to the best mean."""
    hopeless_below: float = 34.5
    """A best mean below this is far from every threshold: no more deals."""
    near_within: float = 0.5
    thresholds: tuple[float, ...] = (36.49, 36.84, 37.67, 39.89, 40.49, 40.93)
    """Only where to look harder; the label rule has its own."""

    def __post_init__(self) -> None:
        for name in ("first", "defence"):
            if getattr(self, name) < 3:
                raise ValueError(f"{name} must be at least 3, found {getattr(self, name)}")
        for name in ("more", "most"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative, found {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class PricedHand:
    """A hand with what exact play says about it."""

    dominoes: tuple[Domino, ...]
    prices: dict[int, Price]
    defence: Price


def price_hand(hand: Sequence[Domino], rng: Rng, sampling: Sampling) -> PricedHand:
    """Price one hand: all candidate trumps a little, the ones that matter a lot."""
    prices = price_offence(hand, common_deals(hand, rng, sampling.first))
    strength = prices[best_trump(prices)].mean
    if sampling.more and strength >= sampling.hopeless_below:
        _deepen(prices, hand, rng, sampling.more, sampling.rival_within)
        strength = prices[best_trump(prices)].mean
        if sampling.most and any(abs(strength - t) <= sampling.near_within for t in sampling.thresholds):
            _deepen(prices, hand, rng, sampling.most, sampling.rival_within / 2)
    return PricedHand(tuple(hand), prices, price_defence(hand, rng, sampling.defence))


def _deepen(prices: dict[int, Price], hand: Sequence[Domino], rng: Rng, deals: int, within: float) -> None:
    best = prices[best_trump(prices)].mean
    rivals = [trump for trump, price in prices.items() if price.mean >= best - within]
    for trump, price in price_offence(hand, common_deals(hand, rng, deals), rivals).items():
        prices[trump] = prices[trump] + price


def round_deal(seed: int, number: int) -> Deal:
    """The deal of a round: a random one, turned so that A calls first."""
    deal = random_deal(stream(seed, number, Phase.SETUP))
    return deal.turned(-deal.dealer)


def price_round(seed: int, number: int, sampling: Sampling, sample: int = 0) -> tuple[PricedHand, ...]:
    """The four hands of a round, priced; another `sample` is an independent second opinion."""
    deal = round_deal(seed, number)
    return tuple(
        price_hand(hand, stream(seed, number, Phase.LABEL, sample, seat), sampling)
        for seat, hand in enumerate(deal.hands)
    )
