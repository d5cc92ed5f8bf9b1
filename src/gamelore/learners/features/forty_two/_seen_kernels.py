"""The compiled half of what a player of 42 sees; `seen.py` says in plain Python what each number means.

Dominoes are bits under a trump (`games/forty_two/_kernels.py`): within a suit a higher bit is a higher domino.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.forty_two._kernels import BIT_OF, BIT_POINTS, FOLLOW, LEAD_SUIT, TRUMP_SUIT
from gamelore.games.forty_two.dominoes import DOMINOES, SUITS, TRUMP_NAMES, members, rank, suit_led

TRUMP, HAND, LEGAL, UNSEEN, TAKERS, BEST, PLACE, SEAT, WINNER, DECLARER, DOWN, LED, VOIDS = range(13)
SIGHT = VOIDS + 4
"""What stands for a situation: the trump; sets of dominoes held, allowed, unseen; those that can take the trick (0 when
leading); the best of it, how many lie there, who plays, who wins, who declares, points lying there, the set of the suit
led; and for each seat the set that it has shown not to hold."""

(
    BEATS, POINTS, LOOSE_POINTS, TOP, TOP_TRUMP, IS_TRUMP, DOUBLE, BEATEN_BY, PIPS, HEIGHT, SAFE, COMPANY, UNSEEN_SUIT,
    UNSEEN_POINTS, PARTNER_VOID, OPPONENTS_VOID,
) = range(16)  # fmt: skip
(
    ALWAYS, LEADING, FOLLOWING, OPPONENT_WINNING, PARTNER_WINNING, CAN_BEAT, CANNOT_BEAT, LAST, LEADING_BID,
    LEADING_AGAINST, TRUMPS_OUT, TRUMPS_GONE, DRAWING, PARTNER_SURE, PARTNER_UNSURE, DISCARDING, COUNTER_DOWN,
) = range(17)  # fmt: skip


def _tables() -> tuple[Ints, Ints, Ints]:
    """By trump and bit: its suit as a set, those that open the same suit, and what can be read off the domino."""
    shape = (len(TRUMP_NAMES), len(DOMINOES))
    suits, led = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    facts = np.zeros((*shape, 4), np.int64)
    for trump in range(len(TRUMP_NAMES)):
        for domino in DOMINOES:
            bit = BIT_OF[trump, domino.number]
            suits[trump, bit] = FOLLOW[trump, LEAD_SUIT[trump, bit]]
            height = rank(domino, suit_led(domino, trump))
            facts[trump, bit] = (domino.number, domino.is_double, domino.high + domino.low, height)
        for bit in range(len(DOMINOES)):
            led[trump, bit] = sum(1 << int(b) for b in np.flatnonzero(LEAD_SUIT[trump] == LEAD_SUIT[trump, bit]))
    return suits, led, facts


SUIT_OF, LED_AS, FACTS = _tables()
NUMBER, DOUBLE_FACT, PIPS_FACT, HEIGHT_FACT = range(4)


@kernel(inline=True, bare=True)
def points_in(trump: int, some: int) -> int:
    """The points of a set."""
    points = 0
    while some:
        points += BIT_POINTS[trump, lowest(some)]
        some &= some - 1
    return points


@kernel(inline=True, bare=True)
def within_reach(s: Ints, best: int, takers: int) -> bool:
    """Whether an opponent who is still to play may hold what beats the best of a trick."""
    threats = s[UNSEEN] & takers & (-2 << best)
    found = 0
    if s[PLACE] < 3:
        found |= threats & ~s[VOIDS + (s[SEAT] + 1) % 4]
    if s[PLACE] == 0:
        found |= threats & ~s[VOIDS + (s[SEAT] + 3) % 4]
    return found != 0


@kernel(inline=True, bare=True)
def beats(s: Ints, bit: int) -> bool:
    """Whether a domino wins the trick as it then lies."""
    return bool(s[PLACE] == 0 or ((s[TAKERS] >> bit) & 1 == 1 and bit > s[BEST]))


@kernel(bare=True)
def seen(s: Ints, which: int, bit: int) -> int:
    """A measure of a domino."""
    trump = s[TRUMP]
    if which == POINTS:
        return int(BIT_POINTS[trump, bit])
    if which == PIPS:
        return int(FACTS[trump, bit, PIPS_FACT])
    if which == HEIGHT:
        return int(FACTS[trump, bit, HEIGHT_FACT])
    if which == DOUBLE:
        return int(FACTS[trump, bit, DOUBLE_FACT])
    if which == BEATS:
        return int(beats(s, bit))
    if which == IS_TRUMP:
        return int((FOLLOW[trump, TRUMP_SUIT] >> bit) & 1)
    if which == COMPANY:
        return int(popcount(s[HAND] & LED_AS[trump, bit])) - 1
    suit = SUIT_OF[trump, bit]
    if which == PARTNER_VOID:
        return int(suit & ~s[VOIDS + (s[SEAT] + 2) % 4] == 0)
    if which == OPPONENTS_VOID:
        return int(suit & ~s[VOIDS + (s[SEAT] + 1) % 4] == 0) + int(suit & ~s[VOIDS + (s[SEAT] + 3) % 4] == 0)
    if which == SAFE:
        takers = s[TAKERS] if s[PLACE] else suit | FOLLOW[trump, TRUMP_SUIT]
        return int(beats(s, bit) and not within_reach(s, bit, takers))
    if which == UNSEEN_SUIT:
        return int(popcount(s[UNSEEN] & suit))
    if which == UNSEEN_POINTS:
        return points_in(trump, s[UNSEEN] & suit)
    higher = s[UNSEEN] & suit & (-2 << bit)
    if which == BEATEN_BY:
        return int(popcount(higher))
    if which == LOOSE_POINTS:
        return int(BIT_POINTS[trump, bit]) if higher else 0
    if which == TOP:
        return int(higher == 0)
    return int(higher == 0 and (FOLLOW[trump, TRUMP_SUIT] >> bit) & 1 == 1)


@kernel(inline=True, bare=True)
def opponents_trumps(s: Ints) -> bool:
    """Whether opponents may have trumps."""
    trumps = s[UNSEEN] & FOLLOW[s[TRUMP], TRUMP_SUIT]
    return bool(trumps & ~(s[VOIDS + (s[SEAT] + 1) % 4] & s[VOIDS + (s[SEAT] + 3) % 4]) != 0)


@kernel(bare=True)
def holds(s: Ints, condition: int) -> bool:
    """Whether a condition holds."""
    if condition == ALWAYS:
        return True
    if s[PLACE] == 0:
        mine = bool((s[DECLARER] - s[SEAT]) % 2 == 0)
        if condition == LEADING:
            return True
        if condition == LEADING_BID:
            return mine
        if condition == LEADING_AGAINST:
            return not mine
        if condition == TRUMPS_OUT:
            return opponents_trumps(s)
        if condition == TRUMPS_GONE:
            return not opponents_trumps(s)
        return condition == DRAWING and mine and opponents_trumps(s)
    theirs = bool((s[WINNER] - s[SEAT]) % 2 == 1)
    if condition == FOLLOWING:
        return True
    if condition == OPPONENT_WINNING:
        return theirs
    if condition == PARTNER_WINNING:
        return not theirs
    if condition == LAST:
        return bool(s[PLACE] == 3)
    if condition == COUNTER_DOWN:
        return bool(s[DOWN] > 0)
    if condition == DISCARDING:
        return bool(s[LEGAL] & s[LED] == 0)
    if condition in (PARTNER_SURE, PARTNER_UNSURE):
        return not theirs and within_reach(s, s[BEST], s[TAKERS]) == (condition == PARTNER_UNSURE)
    if condition in (CAN_BEAT, CANNOT_BEAT):
        able = bool(s[LEGAL] & s[TAKERS] & (-2 << s[BEST]) != 0)
        return theirs and able == (condition == CAN_BEAT)
    return False


# Bidding

TRUMPS_HELD, TOP_HELD, UNBROKEN, OFFS, OFF_POINTS, DOUBLES_HELD, TRUMP_POINTS, PROMISE = range(8)
"""What a hand is under a trump, in the order of `TRUMP_MEASURES`."""


def _suits() -> tuple[Ints, Ints]:
    """The trumps of each suit from the top, and for each trump and domino those that beat it in its suit, as sets."""
    order = np.array([[d.number for d in members(suit, suit)] for suit in SUITS], np.int64)
    above = np.zeros((len(SUITS), len(DOMINOES)), np.int64)
    for trump in SUITS:
        for domino in DOMINOES:
            suit = members(domino.high, trump)
            if domino in suit:
                above[trump, domino.number] = sum(1 << d.number for d in suit[: suit.index(domino)])
    return order, above


ORDER, ABOVE = _suits()
DOMINO_POINTS = np.array([d.points for d in DOMINOES], np.int64)
ALL_DOUBLES = sum(1 << d.number for d in DOMINOES if d.is_double)


@kernel(bare=True)
def promise(hand: int, trump: int, out: Ints) -> None:
    """What a hand is under a suit as trump; dominoes are bits by number."""
    for place in range(PROMISE):
        out[place] = 0
    trumps = 0
    unbroken = True
    for place in range(7):
        domino = ORDER[trump, place]
        if (hand >> domino) & 1:
            trumps |= 1 << domino
            out[TRUMPS_HELD] += 1
            out[TRUMP_POINTS] += DOMINO_POINTS[domino]
            out[UNBROKEN] += unbroken
        else:
            unbroken = False
    out[TOP_HELD] = out[UNBROKEN] > 0
    rest = hand & ~trumps
    out[DOUBLES_HELD] = popcount(rest & ALL_DOUBLES)
    rest &= ~ALL_DOUBLES
    while rest:
        domino = lowest(rest)
        rest &= rest - 1
        if ABOVE[trump, domino] & ~hand:
            out[OFFS] += 1
            out[OFF_POINTS] += DOMINO_POINTS[domino]
