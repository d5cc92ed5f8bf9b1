"""What a five-card hand is worth: the order of the showdown and Waterman's scale VDHAND (1968, section 5.2).

Hands fall into 7,462 classes of equal worth. The class of a hand depends on its ranks as a multiset and on whether it
is of one suit, so one table of 2 x 6,188 numbers, indexed by the combinatorial number of the multiset, ranks every
hand. The thesis says only that the higher hand wins; kickers count as usual and equal hands share the pot.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from gamelore.base.arrays import Int16s, Int32s
from gamelore.base.errors import ImpossibleState
from gamelore.base.registry import Late
from gamelore.games.poker.cards import ACE, HAND_SIZE, RANKS, Card, cards_text, rank_of, refuse_repeats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = Late("numpy")  # to know the rules takes no array

CLASSES = 7462


class Category(IntEnum):
    """The kinds of hand, lowest first; the thesis calls the first 'one of a kind'."""

    NO_PAIR = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_SHAPES = {
    (1, 1, 1, 1, 1): Category.NO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
_WHEEL = (ACE, 5, 4, 3, 2)

HandKey = tuple[Category, tuple[int, ...]]


def _key(ranks: Sequence[int], one_suit: bool) -> HandKey:
    """The category and the ranks that decide within it, most telling first."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    category = _SHAPES[tuple(count for count, _ in groups)]
    order = tuple(rank for _, rank in groups)
    if category is Category.NO_PAIR:
        if order == _WHEEL:
            order = (5,)
        in_sequence = order == (5,) or order[0] - order[4] == 4
        if in_sequence:
            category, order = (Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT), order[:1]
        elif one_suit:
            category = Category.FLUSH
    return category, order


def hand_key(hand: Sequence[Card]) -> HandKey:
    """A hand's category and deciding ranks: two pair, sevens and fours with a king: `(TWO_PAIR, (7, 4, 13))`."""
    refuse_repeats(hand)
    if len(hand) != HAND_SIZE:
        raise ImpossibleState(f"a hand has {HAND_SIZE} cards, '{cards_text(hand)}' has {len(hand)}")
    return _key([rank_of(card) for card in hand], len({card % 4 for card in hand}) == 1)


@functools.cache
def _keys() -> tuple[HandKey, ...]:
    """The key of every class, weakest first."""
    multisets = [m for m in itertools.combinations_with_replacement(RANKS, HAND_SIZE) if m[0] != m[4]]
    plain = {_key(ranks, False) for ranks in multisets}
    suited = {_key(ranks, True) for ranks in multisets if len(set(ranks)) == HAND_SIZE}
    return tuple(sorted(plain | suited))


@functools.cache
def binomials() -> Int16s:
    """`binomials()[n, k]` of n things k at a time, as far as the numbering of multisets needs."""
    return np.array([[math.comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(18)], dtype=np.int16)


@functools.cache
def class_table() -> Int16s:
    """The class of a hand by [one suit?, number of its multiset of ranks]; -1 where no hand is.

    A multiset of ranks r0 <= ... <= r4 (counted from 0) has the number C(r0,1) + C(r1+1,2) + ... + C(r4+4,5).
    """
    number = {key: place for place, key in enumerate(_keys())}
    table = np.full((2, math.comb(17, 5)), -1, dtype=np.int16)
    for ranks in itertools.combinations_with_replacement(RANKS, HAND_SIZE):
        if ranks[0] != ranks[4]:
            place = sum(math.comb(rank - 2 + i, i + 1) for i, rank in enumerate(ranks))
            table[0, place] = number[_key(ranks, False)]
            if len(set(ranks)) == HAND_SIZE:
                table[1, place] = number[_key(ranks, True)]
    table.setflags(write=False)
    return table


@functools.cache
def _class_rows() -> tuple[list[int], list[int]]:
    plain, suited = class_table().tolist()
    return plain, suited


_CHOOSE = [[math.comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(18)]


def hand_class(hand: Sequence[Card]) -> int:
    """The class of one hand, 0 (seven high) to 7,461 (royal flush); equal classes share the pot."""
    a, b, c, d, e = sorted(card >> 2 for card in hand)
    place = a + _CHOOSE[b + 1][2] + _CHOOSE[c + 2][3] + _CHOOSE[d + 3][4] + _CHOOSE[e + 4][5]
    s, t, u, v, w = hand
    return _class_rows()[(s & 3) == (t & 3) == (u & 3) == (v & 3) == (w & 3)][place]


def hand_classes(hands: NDArray[np.integer]) -> Int16s:
    """The classes of many hands at once, an array of shape (n, 5) of cards."""
    ranks = np.sort(hands >> 2, axis=1)
    choose = binomials()
    place = np.zeros(len(hands), dtype=np.int64)
    for i in range(HAND_SIZE):
        place += choose[ranks[:, i] + i, i + 1]
    one_suit = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    found: Int16s = class_table()[one_suit.astype(np.int64), place]
    return found


def class_key(number: int) -> HandKey:
    """The category and deciding ranks of a class."""
    return _keys()[number]


def showdown(first: Sequence[Card], second: Sequence[Card]) -> int:
    """1 if the first hand is higher, -1 if the second is, 0 if they are equal."""
    mine, other = hand_class(first), hand_class(second)
    return (mine > other) - (mine < other)


_SCALE_BASE = {
    Category.PAIR: 6,
    Category.TWO_PAIR: 19,
    Category.THREE_OF_A_KIND: 46,
    Category.STRAIGHT: 254,
    Category.FLUSH: 508,
    Category.FULL_HOUSE: 693,
    Category.FOUR_OF_A_KIND: 4164,
    Category.STRAIGHT_FLUSH: 72192,
}
"""What is added to the leading rank. Printed: pairs and three of a kind (Appendix J). The rest follows the odds
against the category, which is where the printed 46 comes from; for two pair only an upper bound is known."""
ROYAL_FLUSH_VALUE = 600_000


def _scale(key: HandKey) -> int:
    category, ranks = key
    if category is Category.NO_PAIR:
        return 2 if ranks[0] == ACE else 1
    if category is Category.STRAIGHT_FLUSH and ranks[0] == ACE:
        return ROYAL_FLUSH_VALUE
    return _SCALE_BASE[category] + ranks[0]


@functools.cache
def value_by_class() -> Int32s:
    """VDHAND of every class."""
    values = np.array([_scale(key) for key in _keys()], dtype=np.int32)
    values.setflags(write=False)
    return values


@functools.cache
def _value_list() -> list[int]:
    values: list[int] = value_by_class().tolist()
    return values


def hand_value(hand: Sequence[Card]) -> int:
    """VDHAND, from 1 (no pair) to 600,000 (royal flush): the scale on which Waterman's rules judge a hand."""
    return _value_list()[hand_class(hand)]
