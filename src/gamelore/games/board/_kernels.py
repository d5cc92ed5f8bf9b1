"""The compiled kernels that interpret board tables: successors, terminal status, normal forms, random play.

A state is (own, other, left): the mover's markers, the other's, and how many markers are left to place. All words are
64-bit integers with one bit a position. What a state or move means is said in `game.py`, which plays the same
rules in plain Python; the tests hold the two against each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.base.counter import STEP, mixed
from gamelore.games.board.codes import NONE

ONGOING, DRAWN, WON, LOST = 0, 1, 2, 3
"""What `terminal` answers, from the mover's side."""

# Places in `BoardTables.rules`.
SIZE, SLIDES, LINE, FLYING_AT, CAPTURE_IN_LINE, LOSES_AT, BLOCKED, CAPACITY = range(8)
NOTHING, WINS, LOSES, CAPTURES = range(4)
NEVER, IF_NO_OTHER, ALWAYS = range(3)
BLOCKED_LOSES, BLOCKED_DRAWS = range(2)

NO_LINE = 1 << 40
"""Fills the rows of `goal_rest`: a line that nobody can hold."""


class BoardTables(NamedTuple):
    """A board game as arrays."""

    neighbours: Ints
    """For each position the set of its neighbours."""
    goal_rest: Ints
    """For each position the goal lines through it without it, filled up with `NO_LINE`."""
    goals: Ints
    """Each goal line as a set."""
    images: Ints
    """images[symmetry, byte, value]: the image of eight positions at once."""
    ternary: Ints
    """ternary[byte, value]: the sum of 3^(size - 1 - p) over the positions of eight at once."""
    rules: Ints


@kernel(inline=True, bare=True)
def captures(code: int) -> bool:
    """Whether the move of a code takes a marker."""
    return code >> 10 != NONE


@kernel(inline=True, bare=True)
def has_line(tables: BoardTables, markers: int) -> bool:
    """Whether a side holds a complete goal line."""
    found = False
    for mask in tables.goals:
        found |= markers & mask == mask
    return found


@kernel(inline=True, bare=True)
def completes(tables: BoardTables, own: int, to: int) -> bool:
    """Whether a marker arriving at `to` completes a goal line with `own`."""
    for i in range(tables.goal_rest.shape[1]):
        rest = tables.goal_rest[to, i]
        if own & rest == rest:
            return True
    return False


@kernel(inline=True, bare=True)
def victims_of(tables: BoardTables, markers: int) -> int:
    """Which of these markers may be captured."""
    rule = tables.rules[CAPTURE_IN_LINE]
    if rule == ALWAYS:
        return markers
    inside = 0
    for mask in tables.goals:
        if markers & mask == mask:
            inside |= mask
    free = markers & ~inside
    if free == 0 and rule == IF_NO_OTHER:
        return markers
    return free


@kernel(inline=True, bare=True)
def can_move(tables: BoardTables, own: int, empty: int) -> bool:
    """Whether a side that slides has any move."""
    if popcount(own) <= tables.rules[FLYING_AT]:
        return own != 0 and empty != 0
    rest = own
    while rest:
        if tables.neighbours[lowest(rest)] & empty:
            return True
        rest &= rest - 1
    return False


@kernel(inline=True, bare=True)
def terminal(tables: BoardTables, own: int, other: int, left: int) -> int:
    """Whether the contest is over, from the mover's side."""
    rules = tables.rules
    line = rules[LINE]
    if line in (WINS, LOSES):
        if has_line(tables, other):
            return LOST if line == WINS else WON
        if has_line(tables, own):
            return WON if line == WINS else LOST
    if left > 0:
        return ONGOING
    if rules[SLIDES] == 0:
        return DRAWN
    if popcount(own) <= rules[LOSES_AT]:
        return LOST
    if popcount(other) <= rules[LOSES_AT]:
        return WON
    if not can_move(tables, own, ((1 << rules[SIZE]) - 1) & ~(own | other)):
        return LOST if rules[BLOCKED] == BLOCKED_LOSES else DRAWN
    return ONGOING


@kernel(bare=True)
def successors(
    tables: BoardTables, own: int, other: int, left: int, codes: Ints, next_own: Ints, next_other: Ints
) -> int:
    """Every legal move of a state that is not over, as codes, with the state it leads to seen by the next mover.

    The order is that of `BoardState.legal_actions`. Returns how many there are.
    """
    rules = tables.rules
    empty = ((1 << rules[SIZE]) - 1) & ~(own | other)
    captures = rules[LINE] == CAPTURES
    flies = popcount(own) <= rules[FLYING_AT]
    victims = -1
    count = 0
    starts = 1 if left > 0 else own
    while starts:
        start = NONE
        rest = own
        reach = empty
        if left == 0:
            start = lowest(starts)
            rest = own & ~(1 << start)
            if not flies:
                reach = tables.neighbours[start] & empty
        starts &= starts - 1
        while reach:
            to = lowest(reach)
            reach &= reach - 1
            mine = rest | (1 << to)
            if captures and completes(tables, rest, to):
                if victims < 0:
                    victims = victims_of(tables, other)
                if victims:
                    taken = victims
                    while taken:
                        capture = lowest(taken)
                        taken &= taken - 1
                        codes[count] = to + 32 * start + 1024 * capture
                        next_own[count] = other & ~(1 << capture)
                        next_other[count] = mine
                        count += 1
                    continue
            codes[count] = to + 32 * start + 1024 * NONE
            next_own[count] = other
            next_other[count] = mine
            count += 1
    return count


@kernel(inline=True, bare=True)
def image_of(tables: BoardTables, symmetry: int, markers: int) -> int:
    """The image of a set of positions under a symmetry."""
    result = 0
    for byte in range(tables.images.shape[1]):
        result |= tables.images[symmetry, byte, (markers >> (8 * byte)) & 255]
    return result


@kernel(inline=True, bare=True)
def ternary_of(tables: BoardTables, own: int, other: int) -> int:
    """The board read as a number in base three, first position first, own as 1 and other as 2."""
    result = 0
    for byte in range(tables.ternary.shape[0]):
        result += tables.ternary[byte, (own >> (8 * byte)) & 255]
        result += 2 * tables.ternary[byte, (other >> (8 * byte)) & 255]
    return result


@kernel(bare=True)
def normal_key(tables: BoardTables, own: int, other: int, symmetries: int) -> int:
    """The smallest such number over the first `symmetries` images: one key for all equivalent boards."""
    best = ternary_of(tables, own, other)
    for symmetry in range(1, symmetries):
        key = ternary_of(tables, image_of(tables, symmetry, own), image_of(tables, symmetry, other))
        if key < best:
            best = key
    return best


@kernel(inline=True, bare=True)
def next_random(state: Ints) -> int:
    """The next 31 random bits of a splitmix64 stream whose state is one word."""
    word = np.uint64(state[0])
    state[0] = np.int64(word + STEP)
    return int(mixed(word) >> np.uint64(33))


@kernel(inline=True, bare=True)
def below(state: Ints, bound: int) -> int:
    """A random number from 0 to `bound` - 1 (the bias of 2^-31 times the bound does not matter here)."""
    return (next_random(state) * bound) >> 31


@kernel(inline=True, bare=True)
def nth(word: int, index: int) -> int:
    """The position of the bit number `index` of a set."""
    for _ in range(index):
        word &= word - 1
    return lowest(word)


@kernel(inline=True, bare=True)
def line_gaps(tables: BoardTables, own: int, empty: int) -> int:
    """The empty positions where one more own marker would complete a goal line."""
    gaps = 0
    for k in range(tables.goals.shape[0]):  # by number and without a branch, so that it compiles to vectors
        missing = tables.goals[k] & ~own
        gaps |= missing if missing & (missing - 1) == 0 else 0
    return gaps & empty


@kernel(inline=True, bare=True)
def fillers(tables: BoardTables, own: int, to: int, flies: bool) -> int:
    """The own markers that can slide or fly to `to` and complete a line there."""
    able = own if flies else tables.neighbours[to] & own
    result = 0
    for i in range(tables.goal_rest.shape[1]):
        rest = tables.goal_rest[to, i]
        if own & rest == rest:
            result |= able & ~rest
    return result


@kernel(inline=True, bare=True)
def random_move(tables: BoardTables, own: int, other: int, left: int, stream: Ints) -> int:
    """The code of a legal move drawn uniformly, without listing them all; the state must not be over.

    Every (start, goal) pair counts once, and a pair that completes a line counts once more for each victim after the
    first; those pairs are read off the few positions where a line lacks one marker.
    """
    rules = tables.rules
    empty = ((1 << rules[SIZE]) - 1) & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    pairs = 0
    if left > 0:
        pairs = popcount(empty)
    elif flies:
        pairs = popcount(own) * popcount(empty)
    else:
        rest = own
        while rest:
            pairs += popcount(tables.neighbours[lowest(rest)] & empty)
            rest &= rest - 1
    gaps = line_gaps(tables, own, empty) if rules[LINE] == CAPTURES else 0
    victims = 0
    further = 0
    completing = 0
    if gaps:
        victims = victims_of(tables, other)
        further = popcount(victims) - 1
        if further > 0:
            rest = gaps
            while rest:
                completing += 1 if left > 0 else popcount(fillers(tables, own, lowest(rest), flies))
                rest &= rest - 1
    choice = below(stream, pairs + completing * max(0, further))
    start = NONE
    to = 0
    if choice >= pairs:
        choice -= pairs
        capture = nth(victims, 1 + choice % further)
        choice //= further
        rest = gaps
        while True:
            to = lowest(rest)
            able = 1 if left > 0 else fillers(tables, own, to, flies)
            if choice < popcount(able):
                break
            choice -= popcount(able)
            rest &= rest - 1
        if left == 0:
            start = nth(able, choice)
        return to + 32 * start + 1024 * capture
    if left > 0:
        to = nth(empty, choice)
    elif flies:
        start = nth(own, choice // popcount(empty))
        to = nth(empty, choice % popcount(empty))
    else:
        rest = own
        while True:
            start = lowest(rest)
            reach = tables.neighbours[start] & empty
            if choice < popcount(reach):
                break
            choice -= popcount(reach)
            rest &= rest - 1
        to = nth(reach, choice)
    capture = NONE
    if victims and (gaps >> to) & 1 and (start == NONE or (fillers(tables, own, to, flies) >> start) & 1):
        capture = lowest(victims)
    return to + 32 * start + 1024 * capture


@kernel(bare=True, vectors=True)
def random_playouts(
    tables: BoardTables, own: int, other: int, left: int, max_plies: int, stream: Ints, results: Ints
) -> int:
    """Random contests from one state; counts wins, draws and losses of its mover in `results`, returns the plies."""
    plies = 0
    for _ in range(results[3]):
        a, b, t = own, other, left
        turn = 0
        ply = 0
        end = terminal(tables, a, b, t)
        while end == ONGOING and ply < max_plies:
            code = random_move(tables, a, b, t, stream)
            start = (code >> 5) & 31
            capture = code >> 10
            mine = a | (1 << (code & 31))
            if start != NONE:
                mine &= ~(1 << start)
            if capture != NONE:
                b &= ~(1 << capture)
            a, b = b, mine
            if t > 0:
                t -= 1
            turn = 1 - turn
            ply += 1
            end = terminal(tables, a, b, t)
        plies += ply
        if end in (ONGOING, DRAWN):
            results[1] += 1
        elif (end == WON) == (turn == 0):
            results[0] += 1
        else:
            results[2] += 1
    return plies
