"""Contests of lists of maxims with challengers, many at once: measures, narrowing and the perfect player's styles.

What a list does is said in plain Python in `learners/maxims/`, what a challenger does in `players.py`. All randomness
comes by counter (seed, contest, ply), so that every contest here replays through the plain arena move by move, and all
lists meet the same luck. Nothing here allocates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.board._kernels import DRAWN, ONGOING, WON, BoardTables, successors, terminal
from gamelore.learners.features.board._group_kernels import Transition, holds, measure_group
from gamelore.learners.features.board._kernels import BoardPicture
from gamelore.learners.features.board.condition_rows import ALWAYS
from gamelore.learners.features.board.rows import OF_HISTORY
from gamelore.oracles.board._kernels import Solved
from gamelore.oracles.board._style_kernels import MOVE, NEXT_OTHER, NEXT_OWN, Manner, decide

CONDITION, GROUP, ROW, SIGN, COLUMNS = range(5)
"""What stands for a line: the numbers of its condition, of the group and row of its measure; 1 for most, else -1."""
OWN, OTHER, LEFT, PLIES, REPETITION, START = range(6)
"""How a contest begins and when it is drawn: after so many plies, when a state occurs so often (0: never)."""
RESULT, LENGTH = range(2)
"""What is kept of a contest: 2 for a win of the list, 1 for a draw, 0 for a loss; and its plies."""


class PracticeRoom(NamedTuple):
    """What contests need to work in, one at a time."""

    moves: Ints
    """The codes of all moves, the next states as the next mover sees them, which are left, what is measured of each."""
    table: Floats
    """The measures, a row a move."""
    replies: Ints
    style: Ints
    """For the challenger."""
    history: Ints
    """The boards that the list made, a column each."""
    states: Ints
    """All states of the contest, a column each."""


LEFT_OVER, MEASURED = 3, 4


@kernel(bare=True)
def keep_best(room: PracticeRoom, left: int, row: int, sign: int) -> int:
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
def follow(
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
    room: PracticeRoom,
) -> int:
    """The number of the move that a reader of a list makes; measures only what the lines ask for, of what is left."""
    moves = room.moves
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    for m in range(count):
        moves[LEFT_OVER, m] = m
        moves[MEASURED, m] = 0
    rest = left - 1 if left > 0 else 0
    stay = count
    for n in range(len(lines)):
        if stay == 1:
            break
        if slips > 0.0 and uniform(key, ply, n + 1) < slips:
            continue
        condition, group = lines[n, CONDITION], lines[n, GROUP]
        if condition != ALWAYS and not holds(tables, picture, condition, own, other, left, me):
            continue
        if group == OF_HISTORY and made == 0:
            continue
        for place in range(stay):
            m = moves[LEFT_OVER, place]
            if not (moves[MEASURED, m] >> group) & 1:
                moves[MEASURED, m] |= 1 << group
                step = Transition(own, other, moves[2, m], moves[1, m], rest, made)
                measure_group(tables, picture, group, step, room.history, room.table[m], room.replies)
        stay = keep_best(room, stay, lines[n, ROW], lines[n, SIGN])
    return int(moves[LEFT_OVER, int(uniform(key, ply, 0) * stay)])


@kernel(bare=True)
def is_repeated(states: Ints, ply: int, own: int, other: int, left: int, times: int) -> bool:
    """Note a state, and say whether it occurs for the so-manieth time; the mover is the parity of the ply."""
    states[0, ply], states[1, ply], states[2, ply] = own, other, left
    seen = 0
    for before in range(ply % 2, ply + 1, 2):
        seen += states[0, before] == own and states[1, before] == other and states[2, before] == left
    return seen == times


@kernel(bare=True)
def contests(
    solved: Solved,
    picture: BoardPicture,
    manner: Manner,
    lists: Ints,
    lengths: Ints,
    start: Ints,
    slips: float,
    seed: int,
    first: int,
    room: PracticeRoom,
    codes: Ints,
    outcomes: Ints,
) -> None:
    """As many contests of each list with a challenger as `outcomes` has room for, numbered from `first`.

    The first mover alternates, and after every two contests whether the reader may slip. `codes` receives the moves of
    the last contest, as far as there is room.
    """
    for place in range(len(lists) * outcomes.shape[1]):
        which, number = divmod(place, outcomes.shape[1])
        lines = lists[which, : lengths[which]]
        key = contest_key(seed, first + number)
        me = (first + number) % 2
        skips = slips if (first + number) % 4 < 2 else 0.0
        own, other, left = start[OWN], start[OTHER], start[LEFT]
        ply = made = int(np.int64(0))  # a literal would compile everything twice
        end = terminal(solved.tables, own, other, left)
        while end == ONGOING and ply < start[PLIES]:
            if start[REPETITION] and is_repeated(room.states, ply, own, other, left, start[REPETITION]):
                break
            if ply % 2 == me:
                k = follow(solved.tables, picture, lines, own, other, left, me, made, skips, key, ply, room)
                code, own, other = room.moves[0, k], room.moves[1, k], room.moves[2, k]
                room.history[0, made], room.history[1, made], room.history[2, made] = other, own, max(0, left - 1)
                made += 1
            else:
                k = decide(solved, manner, own, other, left, key, ply, room.style)
                code, own, other = room.style[MOVE, k], room.style[NEXT_OWN, k], room.style[NEXT_OTHER, k]
            if ply < len(codes):
                codes[ply] = code
            left = max(0, left - 1)
            ply += 1
            end = terminal(solved.tables, own, other, left)
        result = 1
        if end not in (ONGOING, DRAWN):
            result = 2 if (end == WON) == (ply % 2 == me) else 0
        outcomes[which, number, RESULT], outcomes[which, number, LENGTH] = result, ply
