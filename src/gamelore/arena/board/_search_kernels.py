"""The compiled search over board tables: the same look ahead as `search.py` makes through the State interface."""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    CAPTURES,
    DRAWN,
    EVERYWHERE,
    FLYING_AT,
    LINE,
    ONGOING,
    STEPS,
    TAKING,
    WON,
    BoardTables,
    after,
    can_take,
    fillers,
    line_gaps,
    passed,
    places,
    seat_of,
    successors,
    taken,
    terminal,
    victims_of,
    way,
)  # fmt: skip

MARKER, STEP, TAKE = range(3)
"""What a guess weighs, in hundredths of a marker; without weights markers count one and legal moves a hundredth."""
ORDER, ROWS = 3, 4
"""The row of room in which the root keeps the order of its moves; how many rows a ply has."""
TIE = 0.005
"""Less than any two guesses differ by: how far chance moves the worth of a move at the root."""

# What is kept of each ply on the stack, as words and as numbers.
OWN, OTHER, LEFT, COUNT, NEXT, FRAME = range(6)
LOW, HIGH, WORTH, BOUNDS = range(4)


@kernel(inline=True, bare=True)
def leaf_value(tables: BoardTables, own: int, other: int, left: int, count: int, room: Ints) -> float:
    """A guess at a state beyond the depth: markers count one, moves a hundredth, for the mover."""
    theirs = 0
    if terminal(tables, other, own, passed(left)) == ONGOING:
        theirs = successors(tables, other, own, passed(left), room[0], room[1], room[2])
    return 0.01 * (count - theirs) + (popcount(own) - popcount(other))


@kernel(inline=True, bare=True)
def steps_of(tables: BoardTables, own: int, empty: int, seat: int) -> int:
    """How many steps a side has along the ways of its markers."""
    count = 0
    while own:
        count += popcount(way(tables, STEPS, seat, lowest(own)) & empty)
        own &= own - 1
    return count


@kernel(inline=True, bare=True)
def takes_now(tables: BoardTables, own: int, other: int, empty: int, left: int) -> bool:
    """Whether the mover can take a marker with its next move."""
    rules, seat = tables.rules, seat_of(left)
    if rules[LINE] == CAPTURES:
        gaps = line_gaps(tables, own, empty)
        flies = popcount(own) <= rules[FLYING_AT]
        while gaps:
            if places(left) or fillers(tables, own, lowest(gaps), flies, seat):
                return victims_of(tables, other) != 0
            gaps &= gaps - 1
    return rules[TAKING] != 0 and not places(left) and can_take(tables, own, other, empty, seat)


@kernel(inline=True, bare=True)
def weighed(tables: BoardTables, weights: Ints, own: int, other: int, left: int, low: float, high: float) -> float:
    """A guess by weights: lead in markers, lead in steps, and whether the mover can take now.

    Exact between `low` and `high`: what can be taken is not looked for where it would not matter.
    """
    empty = tables.rules[EVERYWHERE] & ~(own | other)
    value = weights[MARKER] * (popcount(own) - popcount(other))
    ahead = steps_of(tables, own, empty, seat_of(left)) - steps_of(tables, other, empty, seat_of(passed(left)))
    value += weights[STEP] * ahead
    most = float(0.01 * (value + weights[TAKE]))
    if most > low and 0.01 * value < high and not takes_now(tables, own, other, empty, left):
        return float(0.01 * value)
    return most


@kernel(inline=True, bare=True)
def last_value(
    tables: BoardTables, weights: Ints, own: int, other: int, left: int, ply: int, low: float, high: float, won: float
) -> float:
    """What a state at the end of the depth is worth to its mover, exact between `low` and `high`."""
    end = terminal(tables, own, other, left)
    if end == ONGOING:
        return weighed(tables, weights, own, other, left, low, high)
    return 0.0 if end == DRAWN else (won - ply if end == WON else ply - won)


@kernel(bare=True)
def best_of_last(
    tables: BoardTables, weights: Ints, other: int, left: int, count: int, ply: int, low: float, high: float,
    won: float, moves: Ints,
) -> float:  # fmt: skip
    """The same of a state one ply before, whose moves are listed; captures first."""
    worth = -np.inf
    for quiet in range(2):
        for k in range(count):
            if (taken(other, moves[1, k]) == 0) == (quiet == 0):
                continue
            value = -last_value(tables, weights, moves[1, k], moves[2, k], left, ply, -high, -low, won)
            if value > worth:
                worth = value
                low = max(low, value)
                if low >= high:
                    return worth
    return worth


@kernel(bare=True)
def search_value(
    tables: BoardTables,
    weights: Ints,
    own: int,
    other: int,
    left: int,
    depth: int,
    low: float,
    high: float,
    won: float,
    room: Ints,
    frames: Ints,
    bounds: Floats,
) -> float:
    """What a state one ply below the root is worth to its mover, exact between `low` and `high`.

    Alpha-beta with a stack of its own (numba cannot keep compiled recursion on disk); captures are tried first. `won`
    is what a win is worth at once, and it loses one for every ply.
    """
    ply = 1
    frames[ply, OWN], frames[ply, OTHER], frames[ply, LEFT] = own, other, left
    bounds[ply, LOW], bounds[ply, HIGH] = low, high
    entering = True
    while True:
        value = 0.0
        done = False
        a, b, rest = frames[ply, OWN], frames[ply, OTHER], frames[ply, LEFT]
        if entering:
            entering = False
            end = terminal(tables, a, b, rest)
            if end != ONGOING:
                value = 0.0 if end == DRAWN else (won - ply if end == WON else ply - won)
                done = True
            elif ply == depth and len(weights):
                value = weighed(tables, weights, a, b, rest, bounds[ply, LOW], bounds[ply, HIGH])
                done = True
            elif ply + 1 == depth and len(weights):
                count = successors(tables, a, b, rest, room[ply, 0], room[ply, 1], room[ply, 2])
                value = best_of_last(
                    tables, weights, b, after(rest), count, depth, bounds[ply, LOW], bounds[ply, HIGH], won, room[ply]
                )  # fmt: skip
                done = True
            else:
                count = successors(tables, a, b, rest, room[ply, 0], room[ply, 1], room[ply, 2])
                if ply == depth:
                    value = leaf_value(tables, a, b, rest, count, room[ply + 1])
                    done = True
                frames[ply, COUNT], frames[ply, NEXT] = count, 0
                bounds[ply, WORTH] = -np.inf
        if not done:
            count = frames[ply, COUNT]
            place = frames[ply, NEXT]
            # Twice over the moves: first those that capture, then the quiet ones.
            while place < 2 * count and (taken(b, room[ply, 1, place % count]) != 0) == (place >= count):
                place += 1
            if place >= 2 * count or bounds[ply, LOW] >= bounds[ply, HIGH]:
                value = bounds[ply, WORTH]
                done = True
            else:
                frames[ply, NEXT] = place + 1
                frames[ply + 1, OWN] = room[ply, 1, place % count]
                frames[ply + 1, OTHER] = room[ply, 2, place % count]
                frames[ply + 1, LEFT] = after(rest)
                bounds[ply + 1, LOW], bounds[ply + 1, HIGH] = -bounds[ply, HIGH], -bounds[ply, LOW]
                ply += 1
                entering = True
        if done:
            if ply == 1:
                return value
            ply -= 1
            if -value > bounds[ply, WORTH]:
                bounds[ply, WORTH] = -value
                bounds[ply, LOW] = max(bounds[ply, LOW], -value)


@kernel(bare=True, quick=100)
def best_move(
    tables: BoardTables,
    weights: Ints,
    own: int,
    other: int,
    left: int,
    depth: int,
    won: float,
    chances: Floats,
    room: Ints,
    frames: Ints,
    bounds: Floats,
) -> tuple[int, float]:
    """The number of the move that looks best and what it is worth; among equals the one with the highest chance.

    The first rows of `room` receive all moves. Captures are tried first, then moves by their chance: an equal that
    comes later can never win, so that none need be valued exactly.
    """
    count = successors(tables, own, other, left, room[0, 0], room[0, 1], room[0, 2])
    rest = after(left)
    order = room[0, ORDER]
    for k in range(count):
        place = k
        ahead = popcount(taken(other, room[0, 1, k])) + chances[k]
        while place > 0:
            before = order[place - 1]
            if ahead <= popcount(taken(other, room[0, 1, before])) + chances[before]:
                break
            order[place] = before
            place -= 1
        order[place] = k
    best, most, worth = 0, -np.inf, -np.inf
    for place in range(count):
        k = order[place]
        more = TIE * chances[k]
        a, b = room[0, 1, k], room[0, 2, k]
        value = -search_value(tables, weights, a, b, rest, depth, -np.inf, more - most, won, room, frames, bounds)
        if value + more > most:
            best, most, worth = k, value + more, value
    return best, worth
