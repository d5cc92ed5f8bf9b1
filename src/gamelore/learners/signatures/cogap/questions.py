"""What a bidder heeds, asked as the thesis asked its players (Carberry, s83-s84, figure 4-2).

Players of 42 were asked when they think of trumps, what makes them worth something and in which order, how trumps weigh
against the rest of the hand, and how they choose between suits. A program is not asked for its opinion: it is shown
hands, and its calls answer. All answers are told in one unit: of 100 pairs of hands, one bid and one passed, how often
something is on the side of the one that was bid; what is heeded not at all is there half of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.learners.features.forty_two.seen import promise_of
from gamelore.oracles.forty_two.pricing import DOUBLE_MASKS, SUIT_MASKS

OF_TRUMPS: Mapping[str, str] = {
    "trumps": "many trumps",
    "double": "the double of trumps",
    "unbroken": "a long row of trumps from the double down",
    "trump_points": "points in trumps",
}
OF_THE_REST: Mapping[str, str] = {
    "doubles": "other doubles",
    "offs": "few offs",
    "off_points": "few points in offs",
}
LEAST_TRUMPS = 2
"""A suit is looked at as trump from so many dominoes on (p. 42)."""
FEW_HANDS = 20
"""Of fewer hands no share is told."""
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")
FEWER = ("offs", "off_points")
"""Of what less is better."""


def answers(hands: Ints, bids: Bools, trumps: Ints) -> Iterator[str]:
    """The questions that can be asked of these calls, with their answers; a trump is the one that a hand would name."""
    yield _when(hands, bids, trumps)
    if 0 < bids.mean() < 1:
        told = _measured(hands, trumps)
        ranked = sorted(((told_apart(told[name], bids), name) for name in told), reverse=True)
        words = {**OF_TRUMPS, **OF_THE_REST}
        yield (
            "What speaks for a bid, of 100 pairs of hands: "
            + ", ".join(f"{words[name]} in {100 * share:.0f}" for share, name in ranked)
            + "."
        )
        trump, rest, both = (
            told_apart(_weighed([told[name] for name in names], bids), bids)
            for names in (OF_TRUMPS, OF_THE_REST, words)
        )
        yield (
            f"Trumps against the rest: trumps alone tell what it bids from what it passes in {100 * trump:.0f} of 100 "
            f"pairs, the rest alone in {100 * rest:.0f}, both in {100 * both:.0f}."
        )
    first, second = (by_promise(hands, place) == trumps for place in (0, 1))
    yield (
        "Choice of trump: the most promising suit (the longest; of two as long the one with its double) "
        f"in {100 * first.mean():.0f} of 100 hands, the first or the second in {100 * (first | second).mean():.0f}."
    )


def _when(hands: Ints, bids: Bools, trumps: Ints) -> str:
    """When trumps are thought of: which suits are looked at, and with how many trumps it bids."""
    lengths = np.bitwise_count(hands[:, None] & SUIT_MASKS)
    looked_at = float((lengths >= LEAST_TRUMPS).sum(axis=1).mean())
    held = np.bitwise_count(hands & SUIT_MASKS[trumps]).astype(np.int64)
    shares = [
        f"{100 * bids[held == number].mean():.0f} of 100 with {_NUMBERS[number]}"
        for number in range(LEAST_TRUMPS, len(_NUMBERS))
        if (held == number).sum() >= FEW_HANDS
    ]
    return (
        f"When trumps are thought of: every suit of which a hand holds two or more, {looked_at:.1f} in a hand. Of "
        f"hands whose best suit is so long it bids {', '.join(shares)}."
    )


def _measured(hands: Ints, trumps: Ints) -> dict[str, Floats]:
    """What can be heeded of each hand, more of it for a bid."""
    promises = [promise_of(dominoes_of(int(hand)), int(trump)) for hand, trump in zip(hands, trumps, strict=True)]
    return {
        name: np.array([getattr(promise, name) for promise in promises], np.float64) * (-1 if name in FEWER else 1)
        for name in (*OF_TRUMPS, *OF_THE_REST)
    }


def told_apart(measure: Floats, bids: Bools) -> float:
    """The share of pairs, one bid and one passed, in which the bid one has more; equal ones count half."""
    passed = np.sort(measure[~bids])
    below = np.searchsorted(passed, measure[bids], "left") + np.searchsorted(passed, measure[bids], "right")
    return float(below.mean() / 2 / passed.size)


def _weighed(measures: list[Floats], bids: Bools) -> Floats:
    """Some measures added up as they fit the bids best."""
    table = np.column_stack([*measures, np.ones(bids.size)])
    weights = np.linalg.lstsq(table, bids.astype(np.float64), rcond=None)[0]
    added: Floats = np.round(table @ weights, 9)
    return added


def by_promise(hands: Ints, place: int) -> Ints:
    """The suit of each hand that stands at a place when its suits are ordered by length, then by the double."""
    lengths = np.bitwise_count(hands[:, None] & SUIT_MASKS).astype(np.float64)
    promise = lengths + 0.5 * ((hands[:, None] & DOUBLE_MASKS) > 0)
    ordered: Ints = np.argsort(-promise, axis=1, kind="stable")[:, place]
    return ordered
