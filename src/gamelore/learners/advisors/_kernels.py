"""The compiled kernels of Hoyle: one survey of a state serves every Advisor.

Hoyle may look two plies ahead and no further (Epstein, Gelfand and Lesniak 1996, section 2). The survey makes that
look once: for every legal move it measures the state after it, tries every reply, and looks the results up in what was
learned. What each measure means is said in `rows.py`; the tests compute every one of them again through the rules as
a black box, without any of this, and hold the two together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    CAPTURES,
    FLYING_AT,
    LINE,
    LOST,
    ONGOING,
    SIZE,
    WINS,
    WON,
    BoardTables,
    completes,
    fillers,
    line_gaps,
    normal_key,
    successors,
    terminal,
    victims_of,
)
from gamelore.learners.advisors.rows import (
    BAD_REPLY,
    CREATED,
    END,
    FAMILIAR,
    GOOD_REPLIES,
    NEARLY,
    OWN_COVER,
    OWN_MARKERS,
    OWN_MOVES,
    OWN_PLANS,
    OWN_SLIDES,
    OWN_STRIKES,
    OWN_TARGETS,
    ROPE,
    ROUGHLY,
    STORED,
)


class Stand(NamedTuple):
    """A state as the kernels see it: the mover's markers, the other's, those left to place, and the mover's seat."""

    own: int
    other: int
    left: int
    colour: int


class Lookups(NamedTuple):
    """Keys of states as sorted arrays."""

    sure_wins: Ints
    sure_losses: Ints
    known: Ints
    """States in which an expert was seen to move."""
    created: Ints
    """States that an expert made."""
    nearly: Ints
    """The same with one marker ignored."""
    roughly: Ints
    """The same with two markers ignored."""


class Room(NamedTuple):
    """Room for a survey."""

    moves: Ints
    """Receives the codes, the next states (as the next mover sees them) and their keys; last, the state's own key."""
    table: Floats
    """Receives one column a move, and in its last column the state itself."""
    replies: Ints
    masks: Ints


@kernel(inline=True, bare=True)
def holds(keys: Ints, key: int) -> bool:
    """Whether a sorted array holds a key."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < len(keys) and keys[low] == key


@kernel(bare=True)
def state_key(tables: BoardTables, stand: Stand, options: Ints) -> int:
    """One number for a state and all its images; options are (symmetries, merge colours)."""
    tag = 2 * stand.left
    if stand.left == 0 and options[1] == 0:
        tag = stand.colour
    return normal_key(tables, stand.own, stand.other, options[0]) * 128 + tag


@kernel(inline=True, bare=True)
def open_key(tables: BoardTables, stand: Stand, options: Ints) -> int:
    """The key of a state while the contest goes on; of one that is over, minus how it ended for the mover."""
    end = terminal(tables, stand.own, stand.other, stand.left)
    return state_key(tables, stand, options) if end == ONGOING else -end


@kernel(bare=True)
def masked_keys(tables: BoardTables, stand: Stand, options: Ints, keys: Ints) -> int:
    """The keys of a state with one marker ignored, then with two; returns how many of the first kind there are."""
    own, other, left, colour = stand
    ones = popcount(own | other)
    first, second = 0, ones
    rest = own | other
    while rest:
        marker = rest & -rest
        rest &= rest - 1
        keys[first] = state_key(tables, Stand(own & ~marker, other & ~marker, left, colour), options)
        first += 1
        more = rest
        while more:
            both = marker | (more & -more)
            more &= more - 1
            keys[second] = state_key(tables, Stand(own & ~both, other & ~both, left, colour), options)
            second += 1
    return ones


@kernel(inline=True, bare=True)
def share_held(keys: Ints, asked: Ints, first: int, last: int) -> float:
    """The share of some keys that a sorted array holds."""
    if last <= first:
        return 0.0
    count = 0
    for k in range(first, last):
        if holds(keys, asked[k]):
            count += 1
    return count / (last - first)


@kernel(inline=True, bare=True)
def slides(tables: BoardTables, own: int, empty: int) -> int:
    """How many slides a side has along drawn lines, or flights if it may fly, whatever the stage."""
    if popcount(own) <= tables.rules[FLYING_AT]:
        return popcount(own) * popcount(empty)
    count = 0
    while own:
        count += popcount(tables.neighbours[lowest(own)] & empty)
        own &= own - 1
    return count


@kernel(inline=True, bare=True)
def cover(lines: Ints, markers: int) -> int:
    """How many drawn lines hold at least one of the markers."""
    count = 0
    for mask in lines:
        count += 1 if markers & mask else 0
    return count


@kernel(inline=True, bare=True)
def can_complete(tables: BoardTables, own: int, empty: int, left: int) -> bool:
    """Whether a side to move can complete a goal line at once."""
    gaps = line_gaps(tables, own, empty)
    if left > 0 or gaps == 0:
        return gaps != 0
    flies = popcount(own) <= tables.rules[FLYING_AT]
    while gaps:
        if fillers(tables, own, lowest(gaps), flies):
            return True
        gaps &= gaps - 1
    return False


@kernel(bare=True)
def measure(tables: BoardTables, lines: Ints, own: int, other: int, left: int, side: int, column: Floats) -> None:
    """Fill the measures that need no reply: what a side (0 for own rows) holds, and could do if it were on turn.

    A move is a start and a goal, captures not told apart. In a plan nothing is taken off the board in between.
    """
    rules = tables.rules
    everywhere = (1 << rules[SIZE]) - 1
    empty = everywhere & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    takes = rules[LINE] == CAPTURES and victims_of(tables, other) != 0
    after = left - 1 if left > 0 else 0
    moves = strikes = targets = plans = 0
    starts = 1 if left > 0 else own
    while starts:
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
            moves += 1
            end = terminal(tables, other, mine, after)
            if end == LOST or (takes and completes(tables, rest, to)):
                strikes += 1
                targets |= 1 << to
            if (
                end == ONGOING
                and (takes or rules[LINE] == WINS)
                and can_complete(tables, mine, everywhere & ~(mine | other), after)
            ):
                plans += 1
    column[OWN_MARKERS + side] = popcount(own)
    column[OWN_SLIDES + side] = slides(tables, own, empty)
    column[OWN_COVER + side] = cover(lines, own)
    column[OWN_MOVES + side] = moves
    column[OWN_STRIKES + side] = strikes
    column[OWN_TARGETS + side] = popcount(targets)
    column[OWN_PLANS + side] = plans


@kernel(bare=True)
def survey(tables: BoardTables, lines: Ints, stand: Stand, options: Ints, lookups: Lookups, room: Room) -> int:
    """Survey a state that is not over; returns the number of moves.

    BAD_REPLY of the state itself is whether the other, if it were on turn, could win.
    """
    own, other, left, colour = stand
    wins, losses = lookups.sure_wins, lookups.sure_losses
    moves, table, replies = room.moves, room.table, room.replies
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    rest = left - 1 if left > 0 else 0
    last = left - 2 if left > 1 else 0

    moves[3, -1] = state_key(tables, stand, options)
    before = table[:, -1]
    measure(tables, lines, own, other, left, 0, before)
    measure(tables, lines, other, own, left, 1, before)
    # What the other could do if it were on turn: winning moves alarm Panic, losing ones are rope.
    before[BAD_REPLY] = 0.0
    ropes = 0
    if terminal(tables, other, own, left) == ONGOING:
        for r in range(successors(tables, other, own, left, replies[0], replies[1], replies[2])):
            key = open_key(tables, Stand(replies[1, r], replies[2, r], rest, colour), options)
            if key == -LOST or holds(losses, key):
                before[BAD_REPLY] = 1.0
            if key == -WON or holds(wins, key):
                replies[3, ropes] = replies[0, r]
                ropes += 1
    before[ROPE] = ropes

    for m in range(count):
        theirs, mine = moves[1, m], moves[2, m]
        column = table[:, m]
        end = terminal(tables, theirs, mine, rest)
        column[END] = end if end < WON else WON + LOST - end
        measure(tables, lines, mine, theirs, rest, 0, column)
        measure(tables, lines, theirs, mine, rest, 1, column)
        column[BAD_REPLY:] = 0.0
        after = Stand(theirs, mine, rest, 1 - colour)
        key = state_key(tables, after, options)
        moves[3, m] = key
        column[CREATED] = 1.0 if holds(lookups.created, key) else 0.0
        if len(lookups.nearly) > 0:
            ones = masked_keys(tables, after, options, room.masks)
            column[NEARLY] = share_held(lookups.nearly, room.masks, 0, ones)
            column[ROUGHLY] = share_held(lookups.roughly, room.masks, ones, ones * (ones + 1) // 2)
        if end != ONGOING:
            continue
        column[STORED] = 1.0 if holds(wins, key) else -1.0 if holds(losses, key) else 0.0
        tried = successors(tables, theirs, mine, rest, replies[0], replies[1], replies[2])
        good_replies = familiar = 0
        for r in range(tried):
            key = open_key(tables, Stand(replies[1, r], replies[2, r], last, colour), options)
            if key == -LOST or holds(losses, key):
                column[BAD_REPLY] = 1.0
            if key == -WON or holds(wins, key):
                good_replies += 1
                for k in range(ropes):
                    column[ROPE] += 1.0 if replies[3, k] == replies[0, r] else 0.0
            if holds(lookups.known, key):
                familiar += 1
        column[GOOD_REPLIES] = 1.0 if good_replies == tried else 0.0
        column[FAMILIAR] = familiar / tried
    return count


@kernel(bare=True)
def prove(tables: BoardTables, stand: Stand, options: Ints, lookups: Lookups, moves: Ints) -> int:
    """Whether a state is surely won (1) or lost (-1) by one move and what is stored, else 0."""
    own, other, left, colour = stand
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    losing = 0
    for m in range(count):
        after = Stand(moves[1, m], moves[2, m], left - 1 if left > 0 else 0, 1 - colour)
        key = open_key(tables, after, options)
        if key == -LOST or holds(lookups.sure_losses, key):
            return 1
        if key == -WON or holds(lookups.sure_wins, key):
            losing += 1
    return -1 if losing == count else 0


@kernel(bare=True)
def strengths(scores: Floats, base: float, centre: bool, out: Int8s) -> None:
    """Turn scores into comments from 0 to 10 around 5; a move at 5 gets none (-1). `centre` takes the mean as base."""
    n = len(scores)
    low = high = scores[0]
    total = 0.0
    for k in range(n):
        low = min(low, scores[k])
        high = max(high, scores[k])
        total += scores[k]
    if high - low < 1e-9:
        out[:] = -1
        return
    if centre:
        base = total / n
    span = max(high - base, base - low)
    for k in range(n):
        value = 5.0 + 5.0 * (scores[k] - base) / span
        rounded = int(np.floor(value + 0.5)) if value >= 0 else 0
        rounded = min(10, max(0, rounded))
        out[k] = -1 if rounded == 5 else rounded


@kernel(bare=True)
def pattern_scores(
    members: Ints,
    starts: Ints,
    classes: Ints,
    class_starts: Ints,
    weights: Floats,
    mine: Ints,
    theirs: Ints,
    scores: Floats,
) -> None:
    """The sum of the learned weights of all patterns on each of some boards, seen by the one who made them."""
    for k in range(len(mine)):
        total = 0.0
        for instance in range(len(starts) - 1):
            content = 0
            for place in range(starts[instance], starts[instance + 1]):
                position = members[place]
                content = 3 * content + ((mine[k] >> position) & 1) + 2 * ((theirs[k] >> position) & 1)
            total += weights[classes[class_starts[instance] + content]]
        scores[k] = total


@kernel(bare=True)
def pattern_step(
    members: Ints,
    starts: Ints,
    classes: Ints,
    class_starts: Ints,
    weights: Floats,
    squares: Floats,
    rate: float,
    mine: Ints,
    theirs: Ints,
    chosen: int,
    scores: Floats,
) -> None:
    """One softmax gradient step (Adagrad) that makes the chosen board likelier among some boards."""
    pattern_scores(members, starts, classes, class_starts, weights, mine, theirs, scores)
    top = scores[0]
    for k in range(len(mine)):
        top = max(top, scores[k])
    total = 0.0
    for k in range(len(mine)):
        scores[k] = np.exp(scores[k] - top)
        total += scores[k]
    for k in range(len(mine)):
        slope = (1.0 if k == chosen else 0.0) - scores[k] / total
        if abs(slope) < 1e-6:
            continue
        for instance in range(len(starts) - 1):
            content = 0
            for place in range(starts[instance], starts[instance + 1]):
                position = members[place]
                content = 3 * content + ((mine[k] >> position) & 1) + 2 * ((theirs[k] >> position) & 1)
            number = classes[class_starts[instance] + content]
            squares[number] += slope * slope
            weights[number] += rate * slope / np.sqrt(squares[number] + 1e-8)
