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
    """How many deals a hand is priced with: all candidate trumps a little, the ones that matter a lot."""

    every: int = 24
    """Deals for every candidate trump."""
    likely: int = 36
    """More deals for the trumps whose mean is not too far from the best one."""
    likely_within: float = 3.5
    best: int = 240
    """More deals for the trumps that may be the best one."""
    best_within: float = 1.2
    hopeless_below: float = 34.5
    """A best mean below this is far from every threshold of the label rule: no more deals."""
    defence: int = 42

    def __post_init__(self) -> None:
        for name in ("every", "defence"):
            if getattr(self, name) < 3:
                raise ValueError(f"{name} must be at least 3, found {getattr(self, name)}")
        for name in ("likely", "best"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative, found {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class PricedHand:
    """A hand with what exact play says about it."""

    dominoes: tuple[Domino, ...]
    prices: dict[int, Price]
    defence: Price


def price_hand(hand: Sequence[Domino], rng: Rng, sampling: Sampling) -> PricedHand:
    """Price one hand."""
    prices = price_offence(hand, common_deals(hand, rng, sampling.every))
    _deepen(prices, hand, rng, sampling.likely, sampling.likely_within)
    if prices[best_trump(prices)].mean >= sampling.hopeless_below:
        _deepen(prices, hand, rng, sampling.best, sampling.best_within)
    return PricedHand(tuple(hand), prices, price_defence(hand, rng, sampling.defence))


def _deepen(prices: dict[int, Price], hand: Sequence[Domino], rng: Rng, deals: int, within: float) -> None:
    if not deals:
        return
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
