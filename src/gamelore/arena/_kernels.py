"""The compiled search over board tables: the same look ahead as `search.py` makes through the State interface."""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import DRAWN, ONGOING, WON, BoardTables, captures, successors, terminal

# What is kept of each ply on the stack, as words and as numbers.
OWN, OTHER, LEFT, COUNT, NEXT, FRAME = range(6)
LOW, HIGH, WORTH, BOUNDS = range(4)


@kernel(inline=True, bare=True)
def leaf_value(tables: BoardTables, own: int, other: int, left: int, count: int, room: Ints) -> float:
    """A guess at a state beyond the depth: markers count one, moves a hundredth, for the mover."""
    theirs = 0
    if terminal(tables, other, own, left) == ONGOING:
        theirs = successors(tables, other, own, left, room[0], room[1], room[2])
    return 0.01 * (count - theirs) + (popcount(own) - popcount(other))


@kernel(bare=True)
def search_value(
    tables: BoardTables,
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
            while place < 2 * count and captures(room[ply, 0, place % count]) == (place >= count):
                place += 1
            if place >= 2 * count or bounds[ply, LOW] >= bounds[ply, HIGH]:
                value = bounds[ply, WORTH]
                done = True
            else:
                frames[ply, NEXT] = place + 1
                frames[ply + 1, OWN] = room[ply, 1, place % count]
                frames[ply + 1, OTHER] = room[ply, 2, place % count]
                frames[ply + 1, LEFT] = rest - 1 if rest > 0 else 0
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
