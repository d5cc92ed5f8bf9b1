"""The compiled search over board tables: the same look ahead as `search.py` makes through the State interface."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.games._kernels import DRAWN, NONE, ONGOING, WON, BoardTables, successors, terminal

Room = NDArray[np.int64]


@kernel(bare=True)
def search_value(
    tables: BoardTables,
    own: int,
    other: int,
    left: int,
    ply: int,
    depth: int,
    low: float,
    high: float,
    won: float,
    room: Room,
) -> float:
    """What a state is worth to its mover, exact between `low` and `high`; captures are tried first.

    `won` is what a win is worth at once; it loses one for every ply. Beyond the depth markers count one and moves a
    hundredth. `room[ply]` is room for the successors at each ply.
    """
    end = terminal(tables, own, other, left)
    if end != ONGOING:
        if end == DRAWN:
            return 0.0
        return won - ply if end == WON else ply - won
    count = successors(tables, own, other, left, room[ply, 0], room[ply, 1], room[ply, 2])
    if ply == depth:
        room_for_other = room[ply + 1]
        # The other's moves if it were on turn; none if the contest would then be over.
        theirs = 0
        if terminal(tables, other, own, left) == ONGOING:
            theirs = successors(tables, other, own, left, room_for_other[0], room_for_other[1], room_for_other[2])
        return 0.01 * (count - theirs) + (popcount(own) - popcount(other))
    rest = left - 1 if left > 0 else 0
    worth = -np.inf
    for quiet in range(2):
        for k in range(count):
            if ((room[ply, 0, k] >> 10) == NONE) != (quiet == 1):
                continue
            value = -search_value(
                tables, room[ply, 1, k], room[ply, 2, k], rest, ply + 1, depth, -high, -low, won, room
            )
            if value > worth:
                worth = value
                low = max(low, worth)
                if low >= high:
                    return worth
    return worth
