"""The styles of the perfect player compiled: what `styles.py` says in plain Python, for kernels that play contests.

Nothing here allocates. `room` has `ROWS` rows of as many words as a state may have moves: the moves of a state, the
value of each, the numbers of those that were chosen, and scratch for the replies. All randomness comes by counter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.board._kernels import ONGOING, normal_key, successors, taken, terminal
from gamelore.oracles.board._kernels import Solved, look_up

UNIFORM, OPENING_RESTRICTED, ASSERTIVE, STEADY, ASTRAY = range(5)
"""The styles, and what a steady player does who strays."""

MOVE, NEXT_OWN, NEXT_OTHER, VALUE, CHOSEN, REPLY, REPLY_OWN, REPLY_OTHER, ROWS = range(9)


class Manner(NamedTuple):
    """How a player chooses who is perfect but for errors at random."""

    style: int
    stray: float
    errors: float
    symmetries: int
    """How many plane symmetries the game has; they come first among the images."""
    openings: Ints
    """Rows of own, other, left and the set of positions to which alone a marker may then be placed."""


@kernel(bare=True)
def losing_share(solved: Solved, own: int, other: int, left: int, room: Ints) -> float:
    """The share of the moves of a state that lose; 0 where there are none."""
    if terminal(solved.tables, own, other, left) != ONGOING:
        return 0.0
    count = successors(solved.tables, own, other, left, room[REPLY], room[REPLY_OWN], room[REPLY_OTHER])
    losing = 0
    for k in range(count):
        losing += look_up(solved, room[REPLY_OWN, k], room[REPLY_OTHER, k], max(0, left - 1)) > 0
    return losing / max(1, count)


@kernel(bare=True)
def is_opening(manner: Manner, own: int, other: int, left: int, placed: int) -> bool:
    """Whether the openings of a style allow to place a marker; they do where they say nothing."""
    for k in range(manner.openings.shape[0]):
        row = manner.openings[k]
        if row[0] == own and row[1] == other and row[2] == left:
            return bool(row[3] & placed)
    return True


@kernel(bare=True, quick=2000)
def candidates(solved: Solved, manner: Manner, style: int, own: int, other: int, left: int, room: Ints) -> int:
    """List the moves of a state that is not over and the numbers of those among which a style picks; returns how many.

    The style is that of the manner, or `ASTRAY`.
    """
    count = successors(solved.tables, own, other, left, room[MOVE], room[NEXT_OWN], room[NEXT_OTHER])
    after = max(0, left - 1)
    best, takes = -1, False
    for k in range(count):
        room[VALUE, k] = look_up(solved, room[NEXT_OWN, k], room[NEXT_OTHER, k], after)
        result = -np.sign(room[VALUE, k])
        if result > best:
            best, takes = result, False
        takes |= result == best and taken(other, room[NEXT_OWN, k]) != 0
    least = least_after = np.inf
    chosen = 0
    for k in range(count):
        rank = rank_after = 0.0
        if -np.sign(room[VALUE, k]) != best:
            continue
        if style == OPENING_RESTRICTED:
            if not is_opening(manner, own, other, left, room[NEXT_OTHER, k] & ~own):
                continue
        elif style != UNIFORM and best > 0:
            rank = float(-room[VALUE, k])
        elif style != UNIFORM:
            if takes and taken(other, room[NEXT_OWN, k]) == 0:
                continue
            if style == ASSERTIVE:
                rank = -losing_share(solved, room[NEXT_OWN, k], room[NEXT_OTHER, k], after, room)
            elif style == STEADY:
                first, second = normal_key(solved.tables, room[NEXT_OWN, k], room[NEXT_OTHER, k], manner.symmetries)
                rank, rank_after = float(first), float(second)
        if rank < least or (rank == least and rank_after < least_after):
            least, least_after, chosen = rank, rank_after, 0
        if rank == least and rank_after == least_after:
            room[CHOSEN, chosen] = k
            chosen += 1
    return chosen


@kernel(bare=True)
def decide(solved: Solved, manner: Manner, own: int, other: int, left: int, key: int, ply: int, room: Ints) -> int:
    """The number of the move that a player makes in a state that is not over; the first rows of `room` hold all moves.

    It draws as the players of the arena do: whether to err where that is open, whether to stray, which move.
    """
    draw = 0
    errs = manner.errors >= 1.0
    if 0.0 < manner.errors < 1.0:
        errs = uniform(key, ply, draw) < manner.errors
        draw += 1
    if errs:
        count = successors(solved.tables, own, other, left, room[MOVE], room[NEXT_OWN], room[NEXT_OTHER])
        return int(uniform(key, ply, draw) * count)
    style = manner.style
    if manner.stray > 0.0:
        if uniform(key, ply, draw) < manner.stray:
            style = ASTRAY
        draw += 1
    chosen = candidates(solved, manner, style, own, other, left, room)
    return int(room[CHOSEN, int(uniform(key, ply, draw) * chosen)])


@kernel(bare=True)
def contests(
    solved: Solved, one: Manner, two: Manner, start: Ints, seed: int, room: Ints, codes: Ints, plies: Ints
) -> None:
    """Contests of two players from (own, other, left), the first mover alternating, numbered from 0.

    Each row of `codes` receives the moves of a contest, `plies` their number; a contest ends where the row does.
    """
    for contest in range(len(plies)):
        key = contest_key(seed, contest)
        own, other, left = start
        ply = 0
        while ply < codes.shape[1] and terminal(solved.tables, own, other, left) == ONGOING:
            manner = one if (ply + contest) % 2 == 0 else two
            k = decide(solved, manner, own, other, left, key, ply, room)
            codes[contest, ply] = room[MOVE, k]
            own, other, left = room[NEXT_OWN, k], room[NEXT_OTHER, k], max(0, left - 1)
            ply += 1
        plies[contest] = ply
