"""Draw poker over arrays: ranking hands, replacing cards, random contests. Checked against the plain rules in tests."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gamelore.base.arrays import Int8s, Int16s, Int32s
from gamelore.base.bitops import lowest
from gamelore.base.compile import kernel

PLACES = np.array([[math.comb(rank + i, i + 1) for rank in range(13)] for i in range(5)], dtype=np.int32)
"""What the i-th lowest rank of a hand adds to the number of its multiset of ranks."""


@kernel(inline=True)
def _ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


@kernel
def class_of(hand: Int8s, table: Int16s) -> int:
    """The class of five cards; `table` is `hands.class_table()`."""
    a, b, c, d, e = hand[0] >> 2, hand[1] >> 2, hand[2] >> 2, hand[3] >> 2, hand[4] >> 2
    # A sorting network for five numbers.
    a, b = _ordered(a, b)
    d, e = _ordered(d, e)
    c, e = _ordered(c, e)
    c, d = _ordered(c, d)
    b, e = _ordered(b, e)
    a, d = _ordered(a, d)
    a, c = _ordered(a, c)
    b, d = _ordered(b, d)
    b, c = _ordered(b, c)
    place = a + PLACES[1, b] + PLACES[2, c] + PLACES[3, d] + PLACES[4, e]
    suit = hand[0] & 3
    mixed = (suit ^ hand[1] & 3) | (suit ^ hand[2] & 3) | (suit ^ hand[3] & 3) | (suit ^ hand[4] & 3)
    return int(table[1 if mixed == 0 else 0, place])


@kernel
def classes_of(hands: Int8s, table: Int16s) -> Int16s:
    """The classes of many hands."""
    found = np.empty(len(hands), dtype=np.int16)
    for i in range(len(hands)):
        found[i] = class_of(hands[i], table)
    return found


@kernel
def usual_discards_of(hand: Int8s) -> int:
    """The places of a hand that the usual method replaces, as bits; the same as `replacing.usual_discards`."""
    single, matched, mask = 0, 0, 0
    for i in range(5):
        mask |= 1 << (hand[i] >> 2)
        same = 0
        for j in range(5):
            same += hand[i] >> 2 == hand[j] >> 2
        matched += same
        if same == 1:
            single |= 1 << i
    if matched in (7, 9, 11):
        return single  # a pair, two pair, three of a kind
    if matched != 5:
        return 0
    flush_but = _all_but_one_of_a_suit(hand)
    if flush_but == ALL_OF_IT or _in_five_ranks(mask):
        return 0
    if flush_but != NONE_OF_IT:
        return 1 << flush_but
    for i in range(5):
        if _open_ended(mask & ~(1 << (hand[i] >> 2))):
            return 1 << i
    ranks = mask
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        if _in_five_ranks(mask & ~(1 << rank)):
            return _place_of(hand, rank)
    places = 0
    for _ in range(3):
        places |= _place_of(hand, lowest(mask))
        mask &= mask - 1
    return places


ALL_OF_IT, NONE_OF_IT = 5, 6
ACE, WHEEL = 0b1_0000_0000_0000, 0b1_0000_0000_1111


@kernel
def _all_but_one_of_a_suit(hand: Int8s) -> int:
    """The one place whose suit differs from that of all others, ALL_OF_IT or NONE_OF_IT."""
    for suit in range(4):
        count, other = 0, 0
        for i in range(5):
            if hand[i] & 3 == suit:
                count += 1
            else:
                other = i
        if count == 5:
            return ALL_OF_IT
        if count == 4:
            return other
    return NONE_OF_IT


@kernel
def _in_five_ranks(mask: int) -> bool:
    """Whether some straight holds all these ranks."""
    return mask >> lowest(mask) < 1 << 5 or mask & ~WHEEL == 0


@kernel
def _open_ended(four: int) -> bool:
    """Whether four ranks stand in a row below the ace."""
    return four >> lowest(four) == 0b1111 and not four & ACE


@kernel
def _place_of(hand: Int8s, rank: int) -> int:
    """The place of a rank in a hand, as a bit."""
    for i in range(5):
        if hand[i] >> 2 == rank:
            return 1 << i
    return 0


@kernel
def draw_of(hand: Int8s) -> int:
    """What a hand without a pair that replaces one card draws to: 0 a flush, 1 an open straight, 2 an inside one."""
    if _all_but_one_of_a_suit(hand) < 5:
        return 0
    mask = 0
    for i in range(5):
        mask |= 1 << (hand[i] >> 2)
    for i in range(5):
        if _open_ended(mask & ~(1 << (hand[i] >> 2))):
            return 1
    return 2


@kernel
def shuffle_deals(rng: Any, deals: Int8s, deck: Int8s) -> None:
    """Fill each row with cards from the top of a shuffled deck; `deck` is the working space, any order of 52."""
    for n in range(len(deals)):
        for i in range(deals.shape[1]):
            j = i + int(rng.random() * (52 - i))
            deck[i], deck[j] = deck[j], deck[i]
            deals[n, i] = deck[i]


CALL, DROP = 0, -1
"""Codes in a log of actions: the size of a bet, or one of these; a replacement is the bits of the places replaced."""


@kernel
def _replace(hand: Int8s, places: int, deal: Int8s, at: int) -> int:
    """Put the next cards of the deal into some places; says where the rest of it begins."""
    for i in range(5):
        if places >> i & 1:
            hand[i] = deal[at]
            at += 1
    return at


@kernel
def random_contests(
    rng: Any, deals: Int8s, table: Int16s, subsets: Int8s, rules: tuple[int, int, int], log: Int16s
) -> Int32s:
    """Play every deal with each legal action equally likely; what seat 0 wins of each, in half chips.

    `subsets` are the sets of places that may be replaced, as bits, `rules` is (ante, max_bet, max_bets), and `log`,
    if it has room, takes the actions of each contest as codes.
    """
    ante, max_bet, max_bets = rules
    reserve = (deals.shape[1] - 10) // 2
    won = np.zeros(len(deals), dtype=np.int32)
    hands = np.empty((2, 5), dtype=np.int8)
    for n in range(len(deals)):
        pot, ply, over = 2 * ante, 0, False
        for seat in range(2):
            for i in range(5):
                hands[seat, i] = deals[n, 5 * seat + i]
        for interval in range(2):
            last, bets, actor = 0, 0, 0
            while True:
                sizes = max_bet if bets < max_bets else 0
                choice = int(rng.random() * (sizes + (2 if bets else 1)))
                code = choice + 1 if choice < sizes else DROP if choice > sizes or not bets else CALL
                if ply < log.shape[1]:
                    log[n, ply] = code
                ply += 1
                if code == DROP:
                    won[n], over = (-pot if actor == 0 else pot), True
                    break
                pot += 2 * last
                last, bets, actor = code, bets + 1, 1 - actor
                if code == CALL:
                    break
            if over:
                break
            if interval == 0:
                for seat in range(2):
                    places = subsets[int(rng.random() * len(subsets))]
                    if ply < log.shape[1]:
                        log[n, ply] = places
                    ply += 1
                    _replace(hands[seat], places, deals[n], 10 + seat * reserve)
        if not over:
            mine, other = class_of(hands[0], table), class_of(hands[1], table)
            won[n] = pot if mine > other else -pot if mine < other else 0
    return won
