"""Scripted opponents of draw poker, one decision at a time and whole arrays of contests.

`scripted` is the one place where each script is written: players at a table call it for a decision, `contests` calls
it for every decision of many contests. Hands are judged on Waterman's scale: 1 or 2 without a pair, 6 + rank for a
pair, 19 + rank for two pair, more than 46 from three of a kind up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Int16s, Int32s
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.games.poker._kernels import class_of, draw_of, usual_discards_of
from gamelore.oracles.poker._kernels import CLASSES, choose, follow_bet, follow_draw

CALL, DROP = 0, -1
RANDOM, CALLER, TIGHT, LOOSE, BLUFFER, HUMAN, POLICY = 0, 1, 2, 3, 4, 5, 6
PAIR_4, PAIR_8, PAIR_10, PAIR_JACK, PAIR_QUEEN, TWO_PAIR, THREE = 10, 14, 16, 17, 18, 20, 47


@kernel
def _between(low: int, high: int, size_luck: float) -> int:
    return low + int(size_luck * (high - low + 1))


@kernel
def _random(last: int, luck: float, size_luck: float) -> int:
    """One of the eight decisions: six kinds of bet, drop, and call if there is a bet."""
    choice = int(luck * (8 if last else 7))
    if choice == 0:
        return DROP
    if choice == 1:
        return _between(1, 5, size_luck)
    if choice == 2:
        return _between(3, 9, size_luck)
    if choice == 3:
        return _between(8, 14, size_luck)
    if choice == 4:
        return _between(10, 15, size_luck)
    if choice == 5:
        return _between(14, 20, size_luck)
    if choice == 6:
        return _between(1, 20, size_luck)
    return CALL


@kernel
def _tight(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Waits for good cards and pays little without them."""
    if last == 0:
        if value >= TWO_PAIR:
            return _between(4, 9, size_luck)
        if value >= PAIR_JACK:
            return _between(2, 5, size_luck)
        return _between(1, 2, size_luck) if value >= PAIR_8 or not after else DROP
    if value >= THREE:
        return _between(4, 12, size_luck) if pot < 60 else CALL
    if value >= TWO_PAIR:
        return _between(2, 6, size_luck) if pot < 24 and luck < 0.5 else CALL
    if value >= PAIR_JACK:
        return CALL if last <= (10 if after else 8) else DROP
    if value >= PAIR_4:
        return CALL if last <= 3 else DROP
    return CALL if last <= 1 and not after else DROP


@kernel
def _loose(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Likes to see every hand, and to bet on any pair."""
    if last == 0:
        return _between(3, 10, size_luck) if value >= PAIR_8 else _between(1, 6, size_luck)
    if value >= PAIR_10 and pot < 60 and luck < 0.4:
        return _between(2, 10, size_luck)
    if value >= 8 or not after:
        return CALL if last <= 14 or luck < 0.7 else DROP
    return CALL if last <= 5 or luck < 0.25 else DROP


@kernel
def _bluffer(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Bets large with good hands and, a third of the time, with nothing."""
    strong = value >= (TWO_PAIR if after else PAIR_QUEEN)
    if last == 0:
        if strong or luck < 0.35:
            return _between(8, 20, size_luck)
        return _between(1, 4, size_luck)
    if strong:
        return _between(6, 16, size_luck) if pot < 50 and luck < 0.6 else CALL
    if luck < 0.12 and pot < 50:
        return _between(10, 20, size_luck)
    if value >= PAIR_8:
        return CALL if last <= 10 or luck > 0.6 else DROP
    return CALL if last <= 3 or (not after and last <= 6) else DROP


@kernel
def _human(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Shaped on the moves of the person who played against Waterman's program (Appendices C, E and F)."""
    if not after:
        if last == 0:
            return _between(1, 4, size_luck)
        if value >= PAIR_10 and pot < 20 and luck < 0.4:
            return _between(1, 6, size_luck)
        return CALL if last <= 7 or value >= PAIR_4 or luck >= 0.8 else DROP
    if value < 8:  # no pair
        if last == 0:
            return _between(10, 14, size_luck) if luck < 0.1 else _between(1, 4, size_luck)
        if last <= 3 and pot >= 4 * last:
            return CALL
        return _between(10, 14, size_luck) if luck < 0.05 else DROP
    if value < PAIR_10:
        if last == 0:
            return _between(1, 5, size_luck)
        return CALL if last <= 9 or luck < 0.5 else DROP
    if value < THREE:
        if last == 0:
            return _between(3, 9, size_luck)
        return _between(2, 9, size_luck) if last <= 7 and pot < 40 and luck < 0.45 else CALL
    if last == 0:
        return _between(4, 12, size_luck)
    return _between(4, 14, size_luck) if pot < 70 else CALL


@kernel
def scripted(kind: int, after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """What a script does: the size of a bet, CALL or DROP. It may name a bet where no further bet is allowed.

    `after` the draw or before it; `value` of the hand; `last` is the bet to match, 0 if there is none; the two lucks
    lie between 0 and 1.
    """
    if kind == RANDOM:
        return _random(last, luck, size_luck)
    if kind == TIGHT:
        return _tight(after, value, pot, last, luck, size_luck)
    if kind == LOOSE:
        return _loose(after, value, pot, last, luck, size_luck)
    if kind == BLUFFER:
        return _bluffer(after, value, pot, last, luck, size_luck)
    if kind == HUMAN:
        return _human(after, value, pot, last, luck, size_luck)
    return CALL if last else 1


@kernel
def contests(
    rng: Any,
    deals: Int8s,
    kinds: tuple[int, int],
    rules: tuple[int, int, int],
    table: Int16s,
    values: Int32s,
    groups: tuple[Int16s, Int16s],
    tree: Any,
    policy: Floats,
) -> Int32s:
    """Let two scripts play every deal; what seat 0 wins of each, in half chips.

    `groups` are those of `oracles.poker.groups` before and after the draw; they, `tree` and `policy` are for a seat of
    kind POLICY and otherwise unused.
    """
    ante, max_bet, max_bets = rules
    reserve = (deals.shape[1] - 10) // 2
    won = np.zeros(len(deals), dtype=np.int32)
    hands = np.empty((2, 5), dtype=np.int8)
    group, value, replaced = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    # Each seat that plays the policy has its own idea of where in the tree the contest is.
    node, back = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for n in range(len(deals)):
        for seat in range(2):
            for i in range(5):
                hands[seat, i] = deals[n, 5 * seat + i]
            found = class_of(hands[seat], table)
            places = usual_discards_of(hands[seat])
            value[seat], replaced[seat] = values[found], places
            drawing = popcount(places) == 1 and value[seat] < 8
            group[seat] = groups[0][CLASSES + draw_of(hands[seat]) if drawing else found]
        pot, over = 2 * ante, False
        node[:], back[:] = 0, 0
        for interval in range(2):
            last, bets, actor = 0, 0, 0
            while True:
                if kinds[actor] == POLICY:
                    code = choose(tree, policy, node[actor], group[actor], pot + 2 * last, max_bet, rng.random())
                else:
                    luck, size_luck = rng.random(), rng.random()
                    code = scripted(kinds[actor], interval == 1, value[actor], pot, last, luck, size_luck)
                if code > 0 and bets == max_bets:
                    code = CALL
                if code == DROP:
                    won[n], over = (-pot if actor == 0 else pot), True
                    break
                if code > 0:
                    for seat in range(2):
                        if kinds[seat] == POLICY:
                            mine, size = group[seat] if seat == actor else -1, pot + 2 * last
                            node[seat], back[seat] = follow_bet(tree, policy, node[seat], back[seat], mine, code, size)
                pot += 2 * last
                last, bets, actor = code, bets + 1, 1 - actor
                if code == CALL:
                    break
            if over:
                break
            if interval == 0:
                for seat in range(2):
                    at = 10 + seat * reserve
                    for i in range(5):
                        if replaced[seat] >> i & 1:
                            hands[seat, i] = deals[n, at]
                            at += 1
                    found = class_of(hands[seat], table)
                    value[seat], group[seat] = values[found], groups[1][found]
                    if kinds[seat] == POLICY:
                        first, second = popcount(replaced[0]), popcount(replaced[1])
                        node[seat] = back[seat] = follow_draw(tree, node[seat], back[seat], first, second)
        if not over:
            mine, other = class_of(hands[0], table), class_of(hands[1], table)
            won[n] = pot if mine > other else -pot if mine < other else 0
    return won
