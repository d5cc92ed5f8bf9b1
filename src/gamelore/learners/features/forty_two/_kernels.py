"""Compiled measures of 42 hands: the trump search of the probability heuristic and the parameters of both trees.

Hands are sets of 28 bits by `Domino.number`. Inside the measures a hand is the thesis's array of suit words (p. 125):
bit j of word s is domino s-j, bit 7 the double, so that bit order is rank order in every suit.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel

DOUBLE = 128
FAR = 1 << 20
FIVE, TEN, FIFTEEN, ONCE, TWICE, SPLITS = range(6)
"""What a search counts: a 5-pointer, a 10-pointer and 15 points lost, control lost once and more than once; splits."""

# The columns of `parameters.OFFENCE`, `LISTS` and `DEFENCE`.
CENT, TNUMC, TENPO, TNUMP, PENT, PRMW, SECW, UNBW, FIVT = range(9)
SIXT, FVPT, PBID1, UNPRO, PNOTK, LS55, LS64, LS5, PBID3 = range(9, 18)
SURE, MAY_WALK, UNBACKED, LEAD_LOSERS, UNPROTECTED, ELSEWHERE, ON_LEAD, EXTRA, FIVE_RATINGS = range(9)
DFGE4, DFLDS, DFSEC, DFLS4, NUMPT, PBID, DF55, DF64, DFPRO = range(9)

COUNTERS = np.array([[5, 0, 5], [4, 1, 5], [3, 2, 5], [5, 5, 10], [6, 4, 10]], dtype=np.int64)
ONCE_CUTS = np.array([1, 10, 20, 34, 50, 66], dtype=np.int64)
TWICE_CUTS = np.array([1, 5, 17, 34], dtype=np.int64)
POINT_CUTS = np.array([5, 15, 25, 35], dtype=np.int64)
SIX_FOUR, FIVE_FIVE = 1 << 25, 1 << 20

# Cuts that the thesis leaves open: the share of splits from which a domino counts as walking, or as perhaps walking;
# the percentage of losing control from which a winner in a thin suit no longer counts, and from which a loss is early.
WALKS, WALKS_PERHAPS, CONTROL_GONE, CONTROL_LOST_EARLY = 0.66, 0.25, 50, 34


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
        cell[FIVE] += points == 5 or points == 15
        cell[TEN] += points >= 10
        cell[FIFTEEN] += points >= 15
        cell[ONCE] += tricks >= 1
        cell[TWICE] += tricks >= 2
        cell[SPLITS] += 1


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
def _winners(t: int, hold: Ints, out: Ints, control: int, walks: Floats, seen: Ints, losers: Ints) -> None:
    """Which own leads win for sure or perhaps, which of these are unbacked, and which can be beaten (also by suit)."""
    losers[:] = 0
    for s in range(7):
        if s == t:
            continue
        leads = hold[s] & (DOUBLE | ((1 << s) - 1))
        total_out = popcount(out[s])
        unbroken, stopped, nth, promote = True, False, 0, False
        for bit in range(7, -1, -1):
            if not leads >> bit & 1:
                continue
            domino, above = domino_bit(s, bit), popcount(out[s] >> (bit + 1))
            if bit != 7 and above:
                seen[LEAD_LOSERS] |= domino
                losers[s] += 1
            if promote:
                seen[MAY_WALK] |= domino
                promote = False
            if stopped:
                continue
            walk = 1.0 if above == 0 else walks[above, total_out - above, nth]
            if unbroken and (above == 0 or (nth > 0 and walk >= WALKS)):
                if total_out <= 2 and control >= CONTROL_GONE:
                    seen[MAY_WALK] |= domino
                else:
                    seen[SURE] |= domino
                    if bit != 7 and hold[bit] & ~(1 << s) == 0:
                        seen[UNBACKED] |= domino
            elif unbroken and nth > 0 and walk >= WALKS_PERHAPS:
                seen[MAY_WALK] |= domino
                unbroken = False
            elif nth == 0 and above == 1 and popcount(leads) >= 2:
                promote, stopped = True, True
            else:
                unbroken = False
            nth += 1


@kernel
def _trump_counter(has_double: bool, top: int, lost: int) -> tuple[int, int]:
    """How likely a counter among the trumps is won (2 sure, 1 maybe, 0 not), and lost, as PENT has it.

    What is lost in fewer than 15 splits of 100 is won. From there to 25 the two highest trumps make sure of it: at
    17 % the thesis notes "will surely take 5-0", at 19 % without the second one a "chance of taking 3-2" (Figure 4-5).
    """
    level = level_of(lost, POINT_CUTS)
    if level < 2 or (level == 2 and top >= 2):
        return 2, 0
    return (1, 1) if has_double or level < 4 else (0, 2)


@kernel
def _loss_on_lead(hold: Ints, losers: Ints, high: int, low: int) -> int:
    """How likely a counter of two suits falls on an own lead that is beaten."""
    loss = 0
    for s in (high, low):
        if losers[s]:
            loss = max(loss, 1 if hold[s] & DOUBLE else 2)
    return loss


@kernel
def _must_follow(hold: Ints, suit: int) -> bool:
    return hold[suit] != 0 and not hold[suit] & DOUBLE


@kernel
def _counters(hand: int, t: int, hold: Ints, top: int, lost: int, losers: Ints, row: Ints, seen: Ints) -> None:
    """What may become of the five counters: TENPO, FVPT and LS5, and the sets behind UNPRO, PNOTK and LS5.

    `lost` is the chance, in per cent, that the 5-pointer among the trumps is lost.
    """
    fives = 0
    row[TENPO], row[LS5] = 0, 0
    for c in range(5):
        high, low, points = COUNTERS[c, 0], COUNTERS[c, 1], COUNTERS[c, 2]
        bit = 1 << (high * (high + 1) // 2 + low)
        held, rating, loss = hand & bit != 0, 0, 0
        if high == t or low == t:
            rating, loss = _trump_counter(hold[t] & DOUBLE != 0, top, lost)
        else:
            rating = min(2, (hold[high] & DOUBLE != 0) + (hold[low] & DOUBLE != 0) + held)
            if not held:
                row[TENPO] += points == 10
                loss = _loss_on_lead(hold, losers, high, low)
                if loss == 0 and (_must_follow(hold, high) or _must_follow(hold, low)):
                    seen[ELSEWHERE] |= bit
            elif high != low and (hold[high] & ~(1 << low) == 0 or hold[low] & ~(1 << high) == 0):
                seen[UNPROTECTED] |= bit
        if points == 5:
            fives += rating
            seen[FIVE_RATINGS] = 3 * seen[FIVE_RATINGS] + rating
            row[LS5] = 3 * row[LS5] + loss
            if loss:
                seen[ON_LEAD] |= bit
    row[FVPT] = max(0, 4 - fives)


@kernel
def _six_four(hand: int, t: int, hold: Ints, top: int, losers: Ints, row: Ints) -> None:
    """SIXT and LS64: how likely 6-4 is won, and what bears on losing it."""
    held, six, four = hand & SIX_FOUR != 0, hold[6] & DOUBLE != 0, hold[4] & DOUBLE != 0
    if t == 4 or t == 6:
        double = hold[t] & DOUBLE != 0
        row[SIXT] = 0 if (held and double) or top >= 2 else (1 if held or double else 2)
        row[LS64] = 11 + row[SIXT]
    elif held:
        row[SIXT] = 0 if six or four else 1
        row[LS64] = 9 + row[SIXT]
    else:
        long = (six and popcount(hold[6]) >= 3) or (four and popcount(hold[4]) >= 3)
        row[SIXT] = 0 if (six and four) or long else (1 if six or four else 2)
        row[LS64] = 3 * min(2, losers[4]) + min(2, losers[6])


@kernel
def _at_risk(counters: int, early: int) -> int:
    """The value of UNPRO and PNOTK for a set of counters."""
    fives = 0
    for c in range(5):
        if counters >> (COUNTERS[c, 0] * (COUNTERS[c, 0] + 1) // 2 + COUNTERS[c, 1]) & 1:
            fives += COUNTERS[c, 2] // 5
    return 0 if fives == 0 else min(5, 2 * fives - 1 + early)


@kernel
def offence(
    hands: Ints, trumps: Ints, partner: Ints, context: Ints, percents: Ints, walks: Floats, values: Ints, lists: Ints
) -> None:
    """All offensive parameters of many (hand, trump) configurations, by column.

    `percents[context, trump, holding]` are the five probabilities, `walks[above, below, round]` the chance that a
    domino wins a later round of its suit.
    """
    hold, out, losers = np.empty(7, dtype=np.int64), np.empty(7, dtype=np.int64), np.empty(7, dtype=np.int64)
    lists[:] = 0
    for i in range(hands.size):
        hand, t, row, seen = hands[i], trumps[i], values[i], lists[i]
        suit_words(hand, t, hold, out)
        held, n, top = compact(hold[t], t), popcount(hold[t]), 0
        while top < 7 and held >> (6 - top) & 1:
            top += 1
        chance = percents[context[i], t, held]
        _winners(t, hold, out, chance[ONCE], walks, seen, losers)
        _counters(hand, t, hold, top, chance[FIVE], losers, row, seen)
        _six_four(hand, t, hold, top, losers, row)
        seen[EXTRA] = max(0, n - (0 if n == 7 else (1 if n >= 5 else 2)))
        early = 1 if chance[ONCE] >= CONTROL_LOST_EARLY else 0
        row[CENT] = 5 * level_of(chance[ONCE], ONCE_CUTS) + level_of(chance[TWICE], TWICE_CUTS)
        row[TNUMC] = row[TNUMP] = max(0, n - 2)
        row[PENT] = 0
        for lost in (FIVE, TEN, FIFTEEN):
            row[PENT] = 5 * row[PENT] + level_of(chance[lost], POINT_CUTS)
        row[PRMW] = min(5, popcount(seen[SURE]) + seen[EXTRA])
        row[SECW] = min(2, popcount(seen[MAY_WALK]))
        row[UNBW] = min(2, popcount(seen[UNBACKED]))
        row[FIVT] = 0 if hand & FIVE_FIVE else 1
        row[LS55] = 0 if hand & FIVE_FIVE else (2 if t == 5 or hold[5] else 1)
        row[UNPRO], row[PNOTK] = _at_risk(seen[UNPROTECTED], early), _at_risk(seen[ELSEWHERE], early)
        row[PBID1], row[PBID3] = min(1, partner[i]), partner[i]


@kernel
def defence(hands: Ints, partner: Ints, values: Ints) -> None:
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
            high, low, points = COUNTERS[c, 0], COUNTERS[c, 1], COUNTERS[c, 2]
            if not hand >> (high * (high + 1) // 2 + low) & 1:
                missing += 1
            elif high != low:
                doubles = (hold[high] & DOUBLE != 0) + (hold[low] & DOUBLE != 0)
                protected[2 - doubles, 1 if points == 10 else 0] += 1
        row = values[i]
        row[DFGE4], row[DFLDS], row[DFSEC], row[DFLS4] = big, weak, min(2, second), small
        row[NUMPT], row[PBID] = missing, partner[i]
        others = popcount(hold[5] & 127)
        row[DF55] = 3 if not hold[5] & DOUBLE else (0 if others == 0 else (1 if others <= 2 else 2))
        row[DF64] = (hand & SIX_FOUR != 0) + 2 * (hold[6] & DOUBLE != 0) + 4 * (hold[4] & DOUBLE != 0)
        for kind in range(3):
            fives, tens = protected[kind, 0], protected[kind, 1]
            row[DFPRO + kind] = (4 if fives else 3) if tens else min(2, fives)
