"""42 in bulk: hidden hands drawn uniformly for a seat, and random hands played by the thousand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import ImpossibleState
from gamelore.base.seeds import Rng
from gamelore.games.forty_two.dominoes import DOMINOES, Domino, belongs
from gamelore.games.forty_two.rules import SEATS, RuleSet
from gamelore.games.forty_two.view import FortyTwoView


def mask_of(dominoes: Iterable[Domino]) -> int:
    """A set of dominoes as one word, bit by number."""
    return sum(1 << d.number for d in dominoes)


def dominoes_of(mask: int) -> tuple[Domino, ...]:
    """The dominoes of a word, in ascending order."""
    return tuple(d for d in DOMINOES if mask >> d.number & 1)


def hidden_hands(view: FortyTwoView, rng: Rng, n: int) -> Ints:
    """`n` ways the unseen dominoes may lie: a row of four masks each, by seat, of what is still held.

    Every way that agrees with what the seat has seen (its own dominoes, those played, suits not followed) is equally
    likely.
    """
    from gamelore.games.forty_two import _kernels

    unseen, voids, left = view.unseen(), view.table.voids(), view.tiles_left()
    others = [(view.seat + i) % SEATS for i in range(1, SEATS)]
    may_hold = [
        sum(
            1 << i
            for i, seat in enumerate(others)
            if not any(belongs(d, suit, view.table.trump) for suit in voids[seat])
        )
        for d in unseen
    ]
    draws = rng.random((n, max(1, len(unseen))))
    rows = np.zeros((n, 3), np.int64)
    possible = _kernels.hidden_hands(
        np.array([d.number for d in unseen], np.int64),
        np.array(may_hold, np.int64),
        np.array([left[seat] for seat in others], np.int64),
        draws,
        rows,
    )
    if not possible:
        raise ImpossibleState(f"forty_two: no way to deal the unseen dominoes agrees with '{view}'")
    worlds = np.zeros((n, SEATS), np.int64)
    worlds[:, others] = rows
    worlds[:, view.seat] = mask_of(view.hand)
    return worlds


@dataclass(frozen=True, slots=True)
class RandomHands:
    """Many hands called and played at random."""

    hands: Ints
    dealers: Ints
    draws: Floats
    """The numbers that chose the actions of each hand, in order."""
    results: Ints
    """Contract, declarer, trump, dominoes played, marks won by seats 0 and 2."""


def random_hands(rules: RuleSet, rng: Rng, n: int, *, whole: bool = False) -> RandomHands:
    """Deal, call, name trump and play `n` hands, every choice uniform over the legal actions.

    A hand ends when its contract is decided; with `whole` all 28 dominoes are played.
    """
    from gamelore.games.forty_two import _kernels

    order = np.argsort(rng.random((n, len(DOMINOES))), axis=1)
    hands = (1 << order.reshape(n, SEATS, 7)).sum(axis=2)
    dealers = rng.integers(SEATS, size=n)
    draws = rng.random((n, 33))
    calls = (rules.dealer_calls == "first", rules.all_pass == "forced", rules.opening_limit, rules.raise_limit)
    settings = [*calls, whole]
    results = np.zeros((n, 5), np.int64)
    trumps = np.array(rules.trumps, np.int64)
    _kernels.random_hands(hands, dealers, draws, np.array(settings, np.int64), trumps, results)
    return RandomHands(hands, dealers, draws, results)
