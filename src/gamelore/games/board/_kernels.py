"""The compiled kernels that interpret board tables: successors, terminal status, normal forms, random play.

A state is (own, other, left): the mover's markers, the other's, and the word that tells what is left to place and,
where the sides differ, whose turn it is (`turns.py`). All words are 64-bit integers, sets with one bit a position. What
a move takes is what the other has no more after it. What a state or move means is said in `game.py`, which plays the
same rules in plain Python; the tests hold the two against each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.base.counter import STEP, mixed
from gamelore.games.board import turns
from gamelore.games.board.codes import NONE
from gamelore.games.board.sides import MOST_TAKEN
from gamelore.games.board.turns import SIDED

places = kernel(inline=True, bare=True)(turns.places)
left_of = kernel(inline=True, bare=True)(turns.left_of)
all_placed = kernel(inline=True, bare=True)(turns.all_placed)
seat_of = kernel(inline=True, bare=True)(turns.seat_of)
passed = kernel(inline=True, bare=True)(turns.passed)
after = kernel(inline=True, bare=True)(turns.after)

ONGOING, DRAWN, WON, LOST = 0, 1, 2, 3
"""What `terminal` answers, from the mover's side."""

# Places in `BoardTables.rules`; the last holds for each seat the positions where a marker of its own wins.
SIZE, EVERYWHERE, SLIDES, LINE, FLYING_AT, CAPTURE_IN_LINE, LOSES_AT, BLOCKED, SPLIT, TAKING, FALLS, HOMES = range(12)
STEPS, ORIGINS, NEAR, TAKES, HOPS = range(5)
"""Kinds of `BoardTables.ways`; hops begin at the last."""
NOTHING, WINS, LOSES, CAPTURES = range(4)
NEVER, IF_NO_OTHER, ALWAYS = range(3)
BLOCKED_LOSES, BLOCKED_DRAWS = range(2)

NO_HOP = -1
"""Fills the rows of hops."""
NO_LINE = -1
"""Fills the rows of `goal_rest`: no set is negative, so nobody holds it."""


class BoardTables(NamedTuple):
    """A board game as arrays."""

    ways: Ints
    """By kind, seat and position (`way`): the sets of where a marker steps, of whence it may have stepped, of
    neighbours on drawn lines, of where it takes in place; then the hops, over + 64 * to, filled up with `NO_HOP`."""
    goal_rest: Ints
    """For each position the goal lines through it without it, filled up with `NO_LINE`."""
    goals: Ints
    """Each goal line as a set."""
    images: Ints
    """images[symmetry, byte, value]: the image of eight positions at once."""
    ternary: Ints
    """ternary[byte, value]: what eight positions at once add to their word of a key (`ternary_of`)."""
    rules: Ints


@kernel(inline=True, bare=True)
def way(tables: BoardTables, kind: int, seat: int, position: int) -> int:
    """An entry of the table of ways, which is flat: one look-up for whoever knows one kind alone."""
    return int(tables.ways[(2 * kind + seat) * tables.rules[SIZE] + position])


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
def landing(tables: BoardTables, empty: int) -> int:
    """Where a marker may be placed, of the empty positions: where they fall, on those with none empty below."""
    return int(empty & ~(empty >> tables.rules[FALLS]))


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


@kernel(bare=True)
def can_take(tables: BoardTables, own: int, other: int, empty: int, seat: int) -> bool:
    """Whether a side can take a marker in place or by hopping."""
    while own:
        start = lowest(own)
        own &= own - 1
        if way(tables, TAKES, seat, start) & other:
            return True
        for kind in range(HOPS, len(tables.ways) // (2 * tables.rules[SIZE])):
            hop = way(tables, kind, seat, start)
            if hop != NO_HOP and (other >> (hop & 63)) & (empty >> (hop >> 6)) & 1:
                return True
    return False


@kernel(inline=True, bare=True)
def can_move(tables: BoardTables, own: int, other: int, empty: int, seat: int) -> bool:
    """Whether a side that slides has any move."""
    if popcount(own) <= tables.rules[FLYING_AT]:
        return own != 0 and empty != 0
    rest = own
    while rest:
        if way(tables, STEPS, seat, lowest(rest)) & empty:
            return True
        rest &= rest - 1
    return tables.rules[TAKING] != 0 and can_take(tables, own, other, empty, seat)


@kernel(inline=True, bare=True, quick=5000)
def terminal(tables: BoardTables, own: int, other: int, left: int) -> int:
    """Whether the contest is over, from the mover's side."""
    rules = tables.rules
    line = rules[LINE]
    if line in (WINS, LOSES):
        if has_line(tables, other):
            return LOST if line == WINS else WON
        if has_line(tables, own):
            return WON if line == WINS else LOST
    seat = seat_of(left)
    if left >= SIDED:  # only sides that differ have somewhere to go
        if other & rules[HOMES + 1 - seat]:
            return LOST
        if own & rules[HOMES + seat]:
            return WON
    if places(left):
        return ONGOING
    if rules[SLIDES] == 0:
        return DRAWN
    if all_placed(left):
        if popcount(own) <= rules[LOSES_AT]:
            return LOST
        if popcount(other) <= rules[LOSES_AT]:
            return WON
    if not can_move(tables, own, other, rules[EVERYWHERE] & ~(own | other), seat):
        return LOST if rules[BLOCKED] == BLOCKED_LOSES else DRAWN
    return ONGOING


@kernel(inline=True, bare=True)
def number_of(taken: int) -> int:
    """The number in the code of a move that takes a set of markers."""
    if taken == 0:
        return NONE
    number = lowest(taken)
    shift = 6
    taken &= taken - 1
    while taken:
        number += (lowest(taken) + 1) << shift
        shift += 6
        taken &= taken - 1
    return number


@kernel(bare=True)
def add_chains(
    tables: BoardTables, own: int, other: int, start: int, seat: int, count: int, codes: Ints, next_own: Ints,
    next_other: Ints,
) -> int:  # fmt: skip
    """Put the hops of one marker behind the moves that are listed, then those that go on from them; returns how many.

    A chain that takes the same markers and ends at the same place as an earlier one is the same move.
    """
    first = count
    rest = own & ~(1 << start)
    done = first - 1
    here, gone = start, 0
    while True:
        empty = tables.rules[EVERYWHERE] & ~(rest | (other & ~gone))
        for kind in range(HOPS, len(tables.ways) // (2 * tables.rules[SIZE])):
            hop = way(tables, kind, seat, here)
            if hop == NO_HOP:
                break
            over, to = hop & 63, hop >> 6
            if not ((other & ~gone) >> over) & (empty >> to) & 1 or count == len(codes):
                continue
            all_gone = gone | (1 << over)
            code = to + 64 * start + 4096 * number_of(all_gone)
            known = False
            for k in range(first, count):
                known |= codes[k] == code
            if not known:
                codes[count], next_own[count], next_other[count] = code, other & ~all_gone, rest | (1 << to)
                count += 1
        done += 1
        while done < count and popcount(other & ~next_own[done]) == MOST_TAKEN:
            done += 1
        if done >= count:
            return count
        here, gone = codes[done] & 63, other & ~next_own[done]


@kernel(bare=True, quick=2000)
def successors(
    tables: BoardTables, own: int, other: int, left: int, codes: Ints, next_own: Ints, next_other: Ints
) -> int:
    """Every legal move of a state that is not over, as codes, with the state it leads to seen by the next mover.

    The order is that of `BoardState.legal_actions`. Returns how many there are.
    """
    rules = tables.rules
    empty = rules[EVERYWHERE] & ~(own | other)
    captures = rules[LINE] == CAPTURES
    flies = popcount(own) <= rules[FLYING_AT]
    slides = not places(left)
    seat = seat_of(left)
    victims = 0
    asked = False
    count = 0
    starts = own if slides else 1
    while starts:
        start = NONE
        rest = own
        reach = landing(tables, empty)
        if slides:
            start = lowest(starts)
            rest = own & ~(1 << start)
            reach = empty
            if not flies:
                reach = way(tables, STEPS, seat, start) & empty
            if rules[TAKING]:
                reach |= way(tables, TAKES, seat, start) & other
        starts &= starts - 1
        while reach:
            to = lowest(reach)
            reach &= reach - 1
            mine = rest | (1 << to)
            if captures and completes(tables, rest, to):
                if not asked:
                    victims = victims_of(tables, other)
                    asked = True
                if victims:
                    taken = victims
                    while taken:
                        capture = lowest(taken)
                        taken &= taken - 1
                        codes[count] = to + 64 * start + 4096 * capture
                        next_own[count] = other & ~(1 << capture)
                        next_other[count] = mine
                        count += 1
                    continue
            gone = other & (1 << to)
            codes[count] = to + 64 * start + 4096 * (to if gone else NONE)
            next_own[count] = other & ~gone
            next_other[count] = mine
            count += 1
        if slides and rules[TAKING]:
            count = add_chains(tables, own, other, start, seat, count, codes, next_own, next_other)
    return count


@kernel(inline=True, bare=True)
def taken(other: int, next_own: int) -> int:
    """The set of what a move takes, from the other's markers before it and after it."""
    return other & ~next_own


@kernel(inline=True, bare=True)
def image_of(tables: BoardTables, symmetry: int, markers: int) -> int:
    """The image of a set of positions under a symmetry."""
    result = 0
    for byte in range(tables.images.shape[1]):
        result |= tables.images[symmetry, byte, (markers >> (8 * byte)) & 255]
    return result


@kernel(inline=True, bare=True)
def ternary_of(tables: BoardTables, own: int, other: int) -> tuple[int, int]:
    """The board read as a number in base three, first position first, own as 1 and other as 2; in two words.

    The first word has the positions before `SPLIT` bytes, none on a board whose number fits one word.
    """
    first = second = 0
    for byte in range(tables.ternary.shape[0]):
        here = tables.ternary[byte, (own >> (8 * byte)) & 255]
        here += 2 * tables.ternary[byte, (other >> (8 * byte)) & 255]
        if byte < tables.rules[SPLIT]:
            first += here
        else:
            second += here
    return first, second


@kernel(bare=True, quick=2000)
def normal_key(tables: BoardTables, own: int, other: int, symmetries: int) -> tuple[int, int]:
    """The smallest such number over the first `symmetries` images: one key for all equivalent boards."""
    best = ternary_of(tables, own, other)
    for symmetry in range(1, symmetries):
        key = ternary_of(tables, image_of(tables, symmetry, own), image_of(tables, symmetry, other))
        if key[0] < best[0] or (key[0] == best[0] and key[1] < best[1]):
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
def fillers(tables: BoardTables, own: int, to: int, flies: bool, seat: int) -> int:
    """The own markers that can slide or fly to `to` and complete a line there."""
    able = own if flies else way(tables, ORIGINS, seat, to) & own
    result = 0
    for i in range(tables.goal_rest.shape[1]):
        rest = tables.goal_rest[to, i]
        if own & rest == rest:
            result |= able & ~rest
    return result


@kernel(inline=True, bare=True)
def random_move(tables: BoardTables, own: int, other: int, left: int, stream: Ints) -> int:
    """The code of a legal move drawn uniformly, without listing them all; the state must not be over.

    Only for games whose sides are alike and take by completing lines alone.

    Every (start, goal) pair counts once, and a pair that completes a line counts once more for each victim after the
    first; those pairs are read off the few positions where a line lacks one marker.
    """
    rules = tables.rules
    empty = rules[EVERYWHERE] & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    placing = left > 0
    if placing:
        empty = landing(tables, empty)
    pairs = 0
    if placing:
        pairs = popcount(empty)
    elif flies:
        pairs = popcount(own) * popcount(empty)
    else:
        rest = own
        while rest:
            pairs += popcount(way(tables, STEPS, 0, lowest(rest)) & empty)
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
                completing += 1 if placing else popcount(fillers(tables, own, lowest(rest), flies, 0))
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
            able = 1 if placing else fillers(tables, own, to, flies, 0)
            if choice < popcount(able):
                break
            choice -= popcount(able)
            rest &= rest - 1
        if not placing:
            start = nth(able, choice)
        return to + 64 * start + 4096 * capture
    if placing:
        to = nth(empty, choice)
    elif flies:
        start = nth(own, choice // popcount(empty))
        to = nth(empty, choice % popcount(empty))
    else:
        rest = own
        while True:
            start = lowest(rest)
            reach = way(tables, STEPS, 0, start) & empty
            if choice < popcount(reach):
                break
            choice -= popcount(reach)
            rest &= rest - 1
        to = nth(reach, choice)
    capture = NONE
    if victims and (gaps >> to) & 1 and (start == NONE or (fillers(tables, own, to, flies, 0) >> start) & 1):
        capture = lowest(victims)
    return to + 64 * start + 4096 * capture


@kernel(inline=True, bare=True)
def count_result(end: int, turn: int, results: Ints) -> None:
    """Count a contest as won, drawn or lost for whoever moved first; `turn` is 0 if that one is to move again."""
    if end in (ONGOING, DRAWN):
        results[1] += 1
    elif (end == WON) == (turn == 0):
        results[0] += 1
    else:
        results[2] += 1


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
            start = (code >> 6) & 63
            capture = code >> 12
            mine = a | (1 << (code & 63))
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
        count_result(end, turn, results)
    return plies


@kernel(bare=True)
def listed_playouts(
    tables: BoardTables, own: int, other: int, left: int, max_plies: int, stream: Ints, results: Ints, room: Ints
) -> int:
    """The same where the sides differ or markers are taken by moving: every ply lists all moves."""
    plies = 0
    for _ in range(results[3]):
        a, b, t = own, other, left
        ply = 0
        end = terminal(tables, a, b, t)
        while end == ONGOING and ply < max_plies:
            k = below(stream, successors(tables, a, b, t, room[0], room[1], room[2]))
            a, b, t = room[1, k], room[2, k], after(t)
            ply += 1
            end = terminal(tables, a, b, t)
        plies += ply
        count_result(end, ply % 2, results)
    return plies
