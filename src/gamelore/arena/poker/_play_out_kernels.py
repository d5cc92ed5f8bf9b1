"""A contest of draw poker played on from where it stands, in many worlds that one seat cannot tell apart.

What the other holds is dealt anew in each world, and it goes on as the kernels of practice let it (`_judge_kernels`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelore.arena.poker._judge_kernels import (
    CLASS_AFTER,
    GROUP,
    GROUP_AFTER,
    REPLACED,
    SEEN_OF_A_HAND,
    TOLD,
    VALUE,
    VALUE_AFTER,
    Mind,
    PokerRules,
    PokerSeats,
    Strategy,
    contest,
)
from gamelore.base.arrays import Int8s, Int16s, Int32s, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.poker._kernels import class_of, draw_of, usual_discards_of
from gamelore.oracles.poker._kernels import CLASSES

__all__ = [
    "CLASS_AFTER", "GROUP_AFTER", "REPLACED", "SEEN_OF_A_HAND", "TOLD", "VALUE_AFTER", "deal_unseen", "endings",
    "play_outs",
]  # fmt: skip

DEALING = 1 << 17
"""The ply whose numbers deal the hidden cards; a try each."""
NEVER = 1 << 30
"""The number of a decision that nobody comes to."""


@kernel
def deal_unseen(
    seed: int,
    own: Int8s,
    unseen: Int8s,
    replaced: int,
    tries: int,
    table: Int16s,
    values: Int32s,
    before: Int16s,
    after: Int16s,
    hands: Int32s,
) -> None:
    """Deal worlds: [world, own or other, what is known of a hand].

    The own hand is replaced the usual way. The other is dealt a hand of which the usual way replaces so many cards (-1
    for any number); if no such hand comes up, some other that is then said to have replaced as many.
    """
    cards, hand = unseen.copy(), np.empty(5, dtype=np.int8)
    for n in range(len(hands)):
        key = contest_key(seed, n)
        for one in range(tries):
            for i in range(16):
                j = i + int(uniform(key, DEALING + one, i) * (len(cards) - i))
                cards[i], cards[j] = cards[j], cards[i]
            if replaced < 0 or popcount(usual_discards_of(cards[:5])) == replaced:
                break
        for who in range(2):
            for i in range(5):
                hand[i] = cards[i] if who else own[i]
            seen, found, places = hands[n, who], class_of(hand, table), usual_discards_of(hand)
            drawing = popcount(places) == 1 and values[found] < 8
            seen[VALUE], seen[REPLACED] = values[found], popcount(places)
            if who and replaced >= 0:
                seen[REPLACED] = replaced
            # What whoever does not look takes the own seat for: anybody with any hand.
            seen[TOLD] = seen[REPLACED] if who else popcount(usual_discards_of(cards[11:16]))
            seen[GROUP] = before[CLASSES + draw_of(hand) if drawing else found]
            at = 5 + 3 * who
            for i in range(5):
                if places >> i & 1:
                    hand[i] = cards[at]
                    at += 1
            found = class_of(hand, table)
            seen[VALUE_AFTER], seen[GROUP_AFTER], seen[CLASS_AFTER] = values[found], after[found], found


@kernel(bare=True)
def _play(
    rules: PokerRules, mind: Mind, other: Mind, strategy: Strategy, hands: Int32s, me: int, key: int, room: PokerSeats
) -> Any:
    for player in range(2):
        for what in range(3):
            room.memory[player, what] = 0.0
    return contest(rules, mind, other, strategy, hands, me, key, room, NEVER, 0)


@kernel(bare=True)
def play_outs(
    rules: PokerRules, mind: Mind, other: Mind, strategy: Strategy, hands: Int32s, me: int, seed: int,
    room: PokerSeats, won: Ints, missed: Ints,
) -> None:  # fmt: skip
    """What the seat wins in each world, in half chips, after what was done (`room.made`).

    `missed` counts how often the other would have done something else before. Rows of `hands` are by seat.
    """
    for n in range(len(hands)):
        won[n], _, _, missed[n] = _play(rules, mind, other, strategy, hands[n], me, contest_key(seed, n), room)


@kernel(bare=True)
def endings(
    rules: PokerRules, mind: Mind, other: Mind, strategy: Strategy, hands: Int32s, me: int, seed: int,
    room: PokerSeats, pots: Ints, ends: Ints, missed: Ints,
) -> None:  # fmt: skip
    """How each world ends with a final hand of each group: its pot, and 1 or -1 if the other or the seat dropped.

    [world, group]; 0 if hands are shown. What the seat's final hand is worth at a showdown is not asked.
    """
    for n in range(len(hands)):
        hand, key = hands[n, me], contest_key(seed, n)
        hand[CLASS_AFTER] = CLASSES
        for group in range(pots.shape[1]):
            hand[GROUP_AFTER] = group
            won, _, dropped, missed[n] = _play(rules, mind, other, strategy, hands[n], me, key, room)
            pots[n, group] = abs(won)
            ends[n, group] = 0 if dropped < 0 else 1 if won > 0 else -1
