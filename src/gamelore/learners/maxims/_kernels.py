"""The compiled narrowing: which moves of a board a list of maxims leaves, measuring only what its lines ask for.

What a list does is said in plain Python in `lines.py` and `boards.py`. Nothing here allocates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.base.counter import mixed, uniform
from gamelore.games.board._kernels import LOST, ONGOING, WON, BoardTables, after, normal_key, successors, terminal
from gamelore.learners.features.board._group_kernels import Transition, holds, measure_group
from gamelore.learners.features.board._kernels import BoardPicture
from gamelore.learners.features.board.condition_rows import ALWAYS
from gamelore.learners.features.board.rows import (
    OF_ANSWERS,
    OF_EXCHANGE,
    OF_HISTORY,
    OF_OTHER_SIDE,
    OF_OWN_SIDE,
    OF_REPLIES,
)

CONDITION, GROUP, ROW, SIGN, COLUMNS = range(5)
"""What stands for a line: the numbers of its condition, of the group and row of its measure; 1 for most, else -1."""


class ReaderRoom(NamedTuple):
    """What a reader needs to work in."""

    moves: Ints
    """The codes of all moves, the next states as the next mover sees them, which are left, what is measured of each."""
    table: Floats
    """The measures, a row a move."""
    replies: Ints
    history: Ints
    """The boards that the reader made, a column each."""
    known: Ints
    """What was measured before, of boards after a move: three words that say of what, a column each."""
    values: Floats
    """And what it came to."""


LEFT_OVER, MEASURED = 3, 4


@kernel(bare=True)
def keep_best(room: ReaderRoom, left: int, row: int, sign: int) -> int:
    """Keep those of the moves that are left which have the most (or fewest) of a row; returns how many stay."""
    alive = room.moves[LEFT_OVER]
    best = sign * room.table[alive[0], row]
    for place in range(1, left):
        best = max(best, sign * room.table[alive[place], row])
    stay = 0
    for place in range(left):
        move = alive[place]
        if sign * room.table[move, row] == best:
            alive[stay] = move
            stay += 1
    return stay


@kernel(bare=True)
def measure_again(
    tables: BoardTables, picture: BoardPicture, group: int, row: int, step: Transition, move: int, room: ReaderRoom
) -> None:
    """Measure a move, unless that was done before: contests come back to the same boards again and again.

    Only measures of the board after a move are remembered, and of them only those that try moves: the others are as
    quickly counted as looked up.
    """
    place = np.int64(-1)
    if group in (OF_OWN_SIDE, OF_OTHER_SIDE, OF_REPLIES, OF_ANSWERS, OF_EXCHANGE):
        what = (step.rest + 1) << 8 | row
        word = mixed(mixed(np.uint64(step.mine)) + np.uint64(step.theirs) + (np.uint64(what) << np.uint64(40)))
        place = np.int64(word % np.uint64(len(room.values)))
        known = room.known
        if known[0, place] == step.mine and known[1, place] == step.theirs and known[2, place] == what:
            room.table[move, row] = room.values[place]
            return
        known[0, place], known[1, place], known[2, place] = step.mine, step.theirs, what
    if not (room.moves[MEASURED, move] >> group) & 1:
        room.moves[MEASURED, move] |= 1 << group
        measure_group(tables, picture, group, step, room.history, room.table[move], room.replies)
    if place >= 0:
        room.values[place] = room.table[move, row]


@kernel(bare=True)
def narrow_moves(
    tables: BoardTables,
    picture: BoardPicture,
    lines: Ints,
    own: int,
    other: int,
    left: int,
    me: int,
    made: int,
    slips: float,
    key: int,
    ply: int,
    room: ReaderRoom,
) -> int:
    """List the moves of a state that is not over and the numbers of those that a list leaves; returns how many.

    The reader skips each line with probability `slips`; the first draw of a ply is left for the choice.
    """
    moves = room.moves
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    for m in range(count):
        moves[LEFT_OVER, m] = m
        moves[MEASURED, m] = 0
    rest = after(left)
    stay = count
    for n in range(len(lines)):
        if stay == 1:
            break
        if slips > 0.0 and uniform(key, ply, n + 1) < slips:
            continue
        condition, group, row = lines[n, CONDITION], lines[n, GROUP], lines[n, ROW]
        if condition != ALWAYS and not holds(tables, picture, condition, own, other, left, me):
            continue
        if group == OF_HISTORY and made == 0:
            continue
        for place in range(stay):
            m = moves[LEFT_OVER, place]
            step = Transition(own, other, moves[2, m], moves[1, m], rest, made)
            measure_again(tables, picture, group, row, step, m, room)
        stay = keep_best(room, stay, row, lines[n, SIGN])
    return stay


# Whether a list can lose


OWN, OTHER, LEFT, FIRST, SECOND, PARENT, FOUND = range(7)
"""What is kept of a state that the list can come to: the state, two words of its key, the number of the one before."""


@kernel(bare=True, quick=50)
def explore(
    tables: BoardTables,
    picture: BoardPicture,
    lines: Ints,
    layer: Ints,
    first: int,
    me: int,
    symmetries: int,
    room: ReaderRoom,
    found: Ints,
    lost: Ints,
) -> tuple[int, int]:
    """From each state of a layer, the reader on turn, every move that the list leaves and every reply to it.

    `found` receives the states that they lead to. Returns the number of the first state that there was no room for, and
    how many were found. Where a contest is lost, `lost` receives the state's number and the codes of move and reply.
    """
    count = 0
    for number in range(first, layer.shape[1]):
        if count + room.moves.shape[1] * room.replies.shape[1] > found.shape[1]:
            return number, count
        own, other, left = layer[OWN, number], layer[OTHER, number], layer[LEFT, number]
        made = number * 0
        stay = narrow_moves(tables, picture, lines, own, other, left, me, made, 0.0, number, number, room)
        rest = after(left)
        last = after(rest)
        for place in range(stay):
            k = room.moves[LEFT_OVER, place]
            theirs, mine = room.moves[1, k], room.moves[2, k]
            end = terminal(tables, theirs, mine, rest)
            if end == WON:
                lost[0], lost[1], lost[2] = number, room.moves[0, k], -1
                return number, count
            if end != ONGOING:
                continue
            tried = successors(tables, theirs, mine, rest, room.replies[0], room.replies[1], room.replies[2])
            for r in range(tried):
                a, b = room.replies[1, r], room.replies[2, r]
                end = terminal(tables, a, b, last)
                if end == LOST:
                    lost[0], lost[1], lost[2] = number, room.moves[0, k], room.replies[0, r]
                    return number, count
                if end == ONGOING:
                    found[OWN, count], found[OTHER, count], found[LEFT, count] = a, b, last
                    found[FIRST, count], found[SECOND, count] = normal_key(tables, a, b, symmetries)
                    found[PARENT, count] = number
                    count += 1
    return layer.shape[1], count
