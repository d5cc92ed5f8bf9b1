"""Compiled parts of 42: dominoes as bits, hidden hands drawn uniformly, random hands played in bulk.

For each trump the 28 dominoes are renumbered once, so that within any one suit the order of the bits is the order of
rank: non-trumps without doubles by the sum of their halves, the other doubles, then the trumps. A domino then beats
the best of a trick exactly if it is of the suit led or a trump, and of a higher bit.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.forty_two.dominoes import DOMINOES, TRUMP_NAMES, belongs, is_trump, rank, suit_led

TRUMP_SUIT = 7
"""The row of the trump suit in `FOLLOW`, whichever suit is trump."""
_TRUMPS_COUNT = len(TRUMP_NAMES)


def _renumbering() -> tuple[Ints, Ints, Ints, Ints]:
    bit_of = np.zeros((_TRUMPS_COUNT, 28), np.int64)
    follow = np.zeros((_TRUMPS_COUNT, 8), np.int64)
    lead = np.zeros((_TRUMPS_COUNT, 28), np.int64)
    points = np.zeros((_TRUMPS_COUNT, 28), np.int64)
    for trump in range(_TRUMPS_COUNT):
        order = sorted(
            DOMINOES,
            key=lambda d, t=trump: (  # type: ignore[misc]
                (2, rank(d, t), 0) if is_trump(d, t) else (int(d.is_double), sum(d), d.high)
            ),
        )
        for bit, domino in enumerate(order):
            bit_of[trump, domino.number] = bit
            points[trump, bit] = domino.points
            suit = suit_led(domino, trump)
            lead[trump, bit] = TRUMP_SUIT if is_trump(domino, trump) else suit
            for s in range(7):
                if s != trump and belongs(domino, s, trump):
                    follow[trump, s] |= 1 << bit
            if is_trump(domino, trump):
                follow[trump, TRUMP_SUIT] |= 1 << bit
    return bit_of, follow, lead, points


BIT_OF, FOLLOW, LEAD_SUIT, BIT_POINTS = _renumbering()


@kernel
def to_bits(mask: int, trump: int) -> int:
    """A set of dominoes by number as a set of bits under a trump."""
    bits = 0
    while mask:
        bits |= 1 << BIT_OF[trump, lowest(mask)]
        mask &= mask - 1
    return bits


@kernel
def hidden_hands(unseen: Ints, may_hold: Ints, sizes: Ints, draws: Floats, out: Ints) -> bool:
    """Deal unseen dominoes to three seats, uniformly over all ways that are possible; False if there is none.

    `may_hold[i]` is the set of seats (bits 0 to 2) that may hold domino `unseen[i]`, `sizes` how many each seat holds.
    Each row of `draws` gives one row of `out`. The number of ways to deal the rest decides each domino in turn.
    """
    count = len(unseen)
    # ways[i, a, b]: ways to deal the dominoes from i on when seats 0 and 1 have room for a and b, seat 2 for the rest
    ways = np.zeros((count + 1, sizes[0] + 1, sizes[1] + 1))
    ways[count, 0, 0] = 1.0
    for i in range(count - 1, -1, -1):
        for a in range(sizes[0] + 1):
            for b in range(sizes[1] + 1):
                c = count - i - a - b
                if c < 0 or c > sizes[2]:
                    continue
                total = 0.0
                if a > 0 and may_hold[i] & 1:
                    total += ways[i + 1, a - 1, b]
                if b > 0 and may_hold[i] & 2:
                    total += ways[i + 1, a, b - 1]
                if c > 0 and may_hold[i] & 4:
                    total += ways[i + 1, a, b]
                ways[i, a, b] = total
    if ways[0, sizes[0], sizes[1]] == 0.0:
        return False
    for row in range(len(draws)):
        a, b = sizes[0], sizes[1]
        out[row, 0] = out[row, 1] = out[row, 2] = 0
        for i in range(count):
            pick = draws[row, i] * ways[i, a, b]
            first = ways[i + 1, a - 1, b] if a > 0 and may_hold[i] & 1 else 0.0
            second = ways[i + 1, a, b - 1] if b > 0 and may_hold[i] & 2 else 0.0
            tile = 1 << unseen[i]
            if pick < first:
                out[row, 0] |= tile
                a -= 1
            elif pick < first + second:
                out[row, 1] |= tile
                b -= 1
            else:
                out[row, 2] |= tile
    return True


@kernel(inline=True)
def _pick(mask: int, place: int) -> int:
    for _ in range(place):
        mask &= mask - 1
    return lowest(mask)


@kernel
def random_hands(hands: Ints, dealers: Ints, draws: Floats, rules: Ints, trumps: Ints, out: Ints) -> None:
    """Call, name trump and play whole hands at random; each choice takes the next number of its row of `draws`.

    `rules` holds dealer-calls-first, last-must-bid, opening limit, raise limit and play-on-when-decided; `out` receives
    contract, declarer, trump, dominoes played and marks won by seats 0 and 2. The choices stand in the State's order.
    """
    held = np.empty(4, np.int64)
    for row in range(len(hands)):
        step = 0
        contract, declarer = 0, -1
        first = dealers[row] if rules[0] else (dealers[row] + 1) % 4
        for place in range(4):
            # the legal bids are points low..41, then marks 42, 84, ... up to the limit
            limit = rules[2] if contract < 42 else contract + rules[3]
            low = max(30, contract + 1)
            points = max(0, 42 - low)
            least_mark = contract // 42 + 1
            options = points + limit // 42 - least_mark + 1
            passes = 0 if rules[1] and place == 3 and contract == 0 else 1
            choice = int(draws[row, step] * (options + passes)) - passes
            step += 1
            if choice >= 0:
                contract = low + choice if choice < points else 42 * (least_mark + choice - points)
                declarer = (first + place) % 4
        out[row, 0], out[row, 1], out[row, 2], out[row, 3], out[row, 4] = contract, declarer, -1, 0, 0
        if contract == 0:
            continue
        trump = trumps[int(draws[row, step] * len(trumps))]
        step += 1
        out[row, 2] = trump
        for seat in range(4):
            held[seat] = hands[row, seat]
        leader, mine, theirs, needed = declarer, 0, 0, min(contract, 42)
        while out[row, 3] < 28 and (rules[4] or (mine < needed and theirs <= 42 - needed)):
            worth, best, winner, suit = 1, -1, leader, 0
            for place in range(4):
                seat = (leader + place) % 4
                legal = held[seat]
                if place:
                    following = 0
                    rest = legal
                    while rest:
                        domino = lowest(rest)
                        if FOLLOW[trump, suit] >> BIT_OF[trump, domino] & 1:
                            following |= 1 << domino
                        rest &= rest - 1
                    if following:
                        legal = following
                domino = _pick(legal, int(draws[row, step] * popcount(legal)))
                step += 1
                held[seat] &= ~(1 << domino)
                bit = BIT_OF[trump, domino]
                worth += BIT_POINTS[trump, bit]
                if place == 0:
                    suit = LEAD_SUIT[trump, bit]
                if (FOLLOW[trump, suit] | FOLLOW[trump, 7]) >> bit & 1 and bit > best:
                    best, winner = bit, seat
            leader = winner
            if (winner - declarer) % 2 == 0:
                mine += worth
            else:
                theirs += worth
            out[row, 3] += 4
        marks = max(1, contract // 42)
        team = declarer % 2 if mine >= needed else 1 - declarer % 2
        out[row, 4] = marks if team == 0 else -marks
