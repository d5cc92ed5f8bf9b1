"""Compiled measures of 42 hands: the trump search of the probability heuristic and the parameters of both trees.

Hands are sets of 28 bits by `Domino.number`. Inside the measures a hand is the thesis's array of suit words (p. 125):
bit j of word s is domino s-j, bit 7 the double, so that bit order is rank order in every suit.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel

DOUBLE = 128
FAR = 1 << 20


@kernel
def popcount(word: int) -> int:
    """How many bits are set."""
    n = 0
    while word:
        word &= word - 1
        n += 1
    return n


@kernel
def compact(word: int, suit: int) -> int:
    """A suit word without its unused bit: seven bits in rank order, the double highest."""
    low = (1 << suit) - 1
    return (word & low) | ((word >> 1) & ~low & 127)


@kernel
def trump_search(dealt: int, fives: int, stack: Ints) -> int:
    """The loss of Hands I and III when trump is led as long as possible and all holdings lie open (p. 117-124).

    `dealt` holds four compact trump words, `fives` the counters of each rank in units of five (two bits each). A loss
    is 8 x (counters lost + tricks lost) + tricks lost; I and III minimize it, II and IV maximize it, and each team
    prunes like one player (Appendix II). Hand I leads every round while it has trump, whoever won the last. The tree is
    walked in preorder and every node is forgotten when it is done (p. 119): the stack, one row for each ply, is all
    there is. (It is our own stack because compiled recursion cannot be kept on disk.)
    """
    depth, alpha, beta = -1, -FAR, FAR
    hands, leader, place, best, owner, trick, lost = dealt, 0, 4, -1, 0, 0, 0
    while True:
        ended = False
        while not ended:
            if place == 4:
                if owner & 1:
                    lost += 8 * (5 * trick + 1) + 1
                first, second, third, fourth = hands & 127, hands >> 7 & 127, hands >> 14 & 127, hands >> 21 & 127
                if second | fourth == 0:
                    ended = True
                elif first | third == 0:
                    longer = max(popcount(second), popcount(fourth))
                    lost += 9 * longer
                    for r in range(7):
                        if (second | fourth) >> r & 1:
                            lost += 8 * 5 * (fives >> 2 * r & 3)
                    ended = True
                else:
                    place, best, owner, trick = 0, -1, 0, 0
                    leader = 0 if first else (2 if third else (1 if second else 3))
            elif hands >> 7 * ((leader + place) & 3) & 127:
                break
            else:
                place += 1
        if ended:
            value = lost
            while True:
                if depth < 0:
                    return value
                node = stack[depth]
                if (node[1] + node[2]) & 1:
                    node[9] = max(node[9], value)
                    node[7] = max(node[7], node[9])
                else:
                    node[9] = min(node[9], value)
                    node[8] = min(node[8], node[9])
                if node[10] and node[7] < node[8]:
                    break
                value = node[9]
                depth -= 1
        else:
            depth += 1
            node = stack[depth]
            player = (leader + place) & 3
            node[0], node[1], node[2], node[3], node[4] = hands, leader, place, best, owner
            node[5], node[6], node[7], node[8] = trick, lost, alpha, beta
            node[9] = -FAR if player & 1 else FAR
            node[10] = hands >> 7 * player & 127
        node = stack[depth]
        player, r = (node[1] + node[2]) & 3, 0
        while not node[10] >> r & 1:
            r += 1
        node[10] &= node[10] - 1
        hands, leader, place, lost = node[0] & ~(1 << (7 * player + r)), node[1], node[2] + 1, node[6]
        trick = node[5] + (fives >> 2 * r & 3)
        best, owner = (r, player) if r > node[3] else (node[3], node[4])
        alpha, beta = node[7], node[8]


@kernel
def trump_outcomes(holding: int, fives: int, out: Ints) -> None:
    """Over every split of the trumps not held: how often each loss comes, by the lengths of Hands II and III.

    `out[n2, n3]` counts splits in its last place and, before it, those that lose a 5-pointer, a 10-pointer, 15 points,
    control at least once and more than once.
    """
    stack = np.empty((8, 11), dtype=np.int64)
    for split in range(3 ** (7 - popcount(holding))):
        hands, rest, second, third = holding, split, 0, 0
        for r in range(7):
            if not holding >> r & 1:
                player = 1 + rest % 3
                rest //= 3
                hands |= 1 << (7 * player + r)
                second += player == 1
                third += player == 2
        loss = trump_search(hands, fives, stack)
        tricks = loss & 7
        points = (loss >> 3) - tricks
        cell = out[second, third]
        cell[0] += points == 5 or points == 15
        cell[1] += points >= 10
        cell[2] += points >= 15
        cell[3] += tricks >= 1
        cell[4] += tricks >= 2
        cell[5] += 1


@kernel
def suit_words(hand: int, trump: int, hold: Ints, out: Ints) -> None:
    """The suit words of a hand under a trump (-1: none): what is held, and what is held by others."""
    for s in range(7):
        hold[s] = 0
        out[s] = 255 & ~(1 << s)
        if trump >= 0 and s != trump:
            out[s] &= ~(1 << trump)
    number = 0
    for high in range(7):
        for low in range(high + 1):
            if hand >> number & 1:
                if high == low:
                    hold[high] |= DOUBLE
                else:
                    if trump != low:
                        hold[high] |= 1 << low
                    if trump != high:
                        hold[low] |= 1 << high
            number += 1
    for s in range(7):
        out[s] &= ~hold[s]


@kernel
def domino_bit(suit: int, bit: int) -> int:
    """The 28-bit set of one domino, from its suit and its bit in the suit's word."""
    other = suit if bit == 7 else bit
    high, low = max(suit, other), min(suit, other)
    return 1 << (high * (high + 1) // 2 + low)


@kernel
def level_of(percent: int, cuts: Ints) -> int:
    """How many of the rising cuts a percentage has reached."""
    n = 0
    for cut in cuts:
        n += percent >= cut
    return n


@kernel
def offence(
    hands: Ints,
    trumps: Ints,
    partner: Ints,
    context: Ints,
    percents: Ints,
    walks: Floats,
    once_cuts: Ints,
    twice_cuts: Ints,
    point_cuts: Ints,
    counters: Ints,
    rules: Floats,
    values: Ints,
    lists: Ints,
) -> None:
    """All offensive parameters of many (hand, trump) configurations; the columns are `OFFENCE` and `LISTS`.

    `percents[context, trump, holding]` are the five probabilities, `walks[above, below, round]` the chance that a
    domino wins a later round of its suit, `rules` the cuts of the rules of thumb: walk at least, may walk at least,
    control gone from, control early from.
    """
    hold, out = np.empty(7, dtype=np.int64), np.empty(7, dtype=np.int64)
    sure_walk, may_walk, gone, early_from = rules[0], rules[1], rules[2], rules[3]
    for i in range(hands.size):
        hand, t = hands[i], trumps[i]
        suit_words(hand, t, hold, out)
        n = popcount(hold[t])
        chance = percents[context[i], t, compact(hold[t], t)]
        top, has_double = 0, hold[t] & DOUBLE != 0
        for r in range(6, -1, -1):
            if not compact(hold[t], t) >> r & 1:
                break
            top += 1
        early = 1 if chance[3] >= early_from else 0

        primary, secondary, unbacked, losers = 0, 0, 0, 0
        n_primary, n_secondary, n_unbacked = 0, 0, 0
        loser_count = np.zeros(7, dtype=np.int64)
        for s in range(7):
            if s == t:
                continue
            leads = hold[s] & (DOUBLE | ((1 << s) - 1))
            n_leads, total_out = popcount(leads), popcount(out[s])
            unbroken, stopped, nth, promote = True, False, 0, False
            for bit in range(7, -1, -1):
                if not leads >> bit & 1:
                    continue
                above = popcount(out[s] >> (bit + 1))
                if bit != 7 and above:
                    losers |= domino_bit(s, bit)
                    loser_count[s] += 1
                if promote:
                    secondary |= domino_bit(s, bit)
                    n_secondary += 1
                    promote = False
                if stopped:
                    continue
                walk = 1.0 if above == 0 else walks[above, total_out - above, nth]
                if unbroken and (above == 0 or (nth > 0 and walk >= sure_walk)):
                    if total_out <= 2 and chance[3] >= gone:
                        secondary |= domino_bit(s, bit)
                        n_secondary += 1
                    else:
                        primary |= domino_bit(s, bit)
                        n_primary += 1
                        if bit != 7 and hold[bit] & ~(1 << s) == 0:
                            unbacked |= domino_bit(s, bit)
                            n_unbacked += 1
                elif unbroken and nth > 0 and walk >= may_walk:
                    secondary |= domino_bit(s, bit)
                    n_secondary += 1
                    unbroken = False
                elif nth == 0 and above == 1 and n_leads >= 2:
                    promote, stopped = True, True
                else:
                    unbroken = False
                nth += 1
        left = 7 - n
        extra = max(0, n - (0 if left == 0 else (1 if left <= 2 else 2)))

        six_four, fives_sum, ls5, ten_out = hand >> 25 & 1, 0, 0, 0
        unprotected, elsewhere, unprotected_points, elsewhere_points, on_lead = 0, 0, 0, 0, 0
        five_rating = 0
        for c in range(5):
            high, low, points = counters[c, 0], counters[c, 1], counters[c, 2]
            bit = 1 << (high * (high + 1) // 2 + low)
            held, is_trump = hand & bit != 0, high == t or low == t
            if points == 10 and not held and not is_trump:
                ten_out += 1
            rating, loss = 0, 0
            if is_trump:
                if held:
                    rating = 2 if has_double or n >= 4 else 1
                else:
                    rating = 2 if top >= 2 else (1 if has_double else 0)
                    loss = 0 if rating == 2 else (1 if has_double else 2)
            else:
                doubles = (hold[high] & DOUBLE != 0) + (hold[low] & DOUBLE != 0)
                rating = min(2, doubles + held)
                if held:
                    exposed = hold[high] & ~(1 << low) == 0 or hold[low] & ~(1 << high) == 0
                    if high != low and exposed:
                        unprotected |= bit
                        unprotected_points += points
                else:
                    if loser_count[high]:
                        loss = 1 if hold[high] & DOUBLE else 2
                    if loser_count[low]:
                        loss = max(loss, 1 if hold[low] & DOUBLE else 2)
                    must_follow = (hold[high] != 0 and not hold[high] & DOUBLE) or (
                        hold[low] != 0 and not hold[low] & DOUBLE
                    )
                    if not loser_count[high] and not loser_count[low] and must_follow:
                        elsewhere |= bit
                        elsewhere_points += points
            if points == 5:
                fives_sum += rating
                five_rating = 3 * five_rating + rating
                ls5 = 3 * ls5 + loss
                if loss:
                    on_lead |= bit

        six, four = hold[6] & DOUBLE != 0, hold[4] & DOUBLE != 0
        if t == 4 or t == 6:
            sixt = 0 if (six_four and has_double) or top >= 2 else (1 if six_four or has_double else 2)
            ls64 = 11 + sixt
        elif six_four:
            sixt = 0 if six or four else 1
            ls64 = 9 if six or four else 10
        else:
            long = (six and popcount(hold[6]) >= 3) or (four and popcount(hold[4]) >= 3)
            sixt = 0 if (six and four) or long else (1 if six or four else 2)
            ls64 = 3 * min(2, loser_count[4]) + min(2, loser_count[6])
        has_55 = hand >> 20 & 1

        row = values[i]
        row[0] = 5 * level_of(chance[3], once_cuts) + level_of(chance[4], twice_cuts)
        row[1] = max(0, n - 2)
        row[2] = ten_out
        row[3] = max(0, n - 2)
        row[4] = (5 * level_of(chance[0], point_cuts) + level_of(chance[1], point_cuts)) * 5 + level_of(
            chance[2], point_cuts
        )
        row[5] = min(5, n_primary + extra)
        row[6] = min(2, n_secondary)
        row[7] = min(2, n_unbacked)
        row[8] = 0 if has_55 else 1
        row[9] = sixt
        row[10] = max(0, 4 - fives_sum)
        row[11] = 1 if partner[i] else 0
        row[12] = 0 if unprotected_points == 0 else min(5, 2 * (unprotected_points // 5) - 1 + early)
        row[13] = 0 if elsewhere_points == 0 else min(5, 2 * (elsewhere_points // 5) - 1 + early)
        row[14] = 0 if has_55 else (2 if t == 5 or hold[5] else 1)
        row[15] = ls64
        row[16] = ls5
        row[17] = partner[i]
        seen = lists[i]
        seen[0], seen[1], seen[2], seen[3] = primary, secondary, unbacked, losers
        seen[4], seen[5], seen[6], seen[7], seen[8] = unprotected, elsewhere, on_lead, extra, five_rating


@kernel
def defence(hands: Ints, partner: Ints, counters: Ints, values: Ints) -> None:
    """All defensive parameters of many hands, without trump; the columns are `DEFENCE`."""
    hold, out = np.empty(7, dtype=np.int64), np.empty(7, dtype=np.int64)
    for i in range(hands.size):
        hand = hands[i]
        suit_words(hand, -1, hold, out)
        big, weak, second, small = 0, 0, 0, 0
        for s in range(7):
            follower = 32 if s == 6 else 64
            if hold[s] & DOUBLE:
                if s < 4:
                    small += 1
                else:
                    big += 1
                    weak += popcount(out[s] & (DOUBLE | ((1 << s) - 1))) <= 2
            elif hold[s] & follower and hold[s] & ~follower:
                second += 1
        missing = 0
        protected = np.zeros((3, 2), dtype=np.int64)
        for c in range(5):
            high, low, points = counters[c, 0], counters[c, 1], counters[c, 2]
            if not hand >> (high * (high + 1) // 2 + low) & 1:
                missing += 1
            elif high != low:
                doubles = (hold[high] & DOUBLE != 0) + (hold[low] & DOUBLE != 0)
                protected[2 - doubles, 1 if points == 10 else 0] += 1
        row = values[i]
        row[0], row[1], row[2], row[3] = big, weak, min(2, second), small
        row[4] = missing
        row[5] = partner[i]
        others = popcount(hold[5] & 127)
        row[6] = 3 if not hold[5] & DOUBLE else (0 if others == 0 else (1 if others <= 2 else 2))
        row[7] = (hand >> 25 & 1) + 2 * (hold[6] & DOUBLE != 0) + 4 * (hold[4] & DOUBLE != 0)
        for kind in range(3):
            fives, tens = protected[kind, 0], protected[kind, 1]
            row[8 + kind] = (4 if fives else 3) if tens else min(2, fives)
