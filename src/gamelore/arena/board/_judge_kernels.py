"""Contests of lists of maxims with challengers, many at once: measures, narrowing and the perfect player's styles.

What a list does is said in plain Python in `learners/maxims/`, what a challenger does in `players.py`. All randomness
comes by counter (seed, contest, ply), so that every contest here replays through the plain arena move by move, and all
lists meet the same luck. Nothing here allocates.
"""

from __future__ import annotations

from typing import NamedTuple

from gamelore.base.arrays import Ints
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.board._kernels import DRAWN, ONGOING, WON, after, terminal
from gamelore.learners.features.board._kernels import BoardPicture
from gamelore.learners.maxims._kernels import LEFT_OVER, ReaderRoom, narrow_moves
from gamelore.oracles.board._kernels import Solved
from gamelore.oracles.board._style_kernels import MOVE, NEXT_OTHER, NEXT_OWN, Manner, decide

OWN, OTHER, LEFT, PLIES, REPETITION, START = range(6)
"""How a contest begins and when it is drawn: after so many plies, when a state occurs so often (0: never)."""
RESULT, LENGTH = range(2)
"""What is kept of a contest: 2 for a win of the list, 1 for a draw, 0 for a loss; and its plies."""


class PracticeRoom(NamedTuple):
    """What contests need to work in, one at a time."""

    reader: ReaderRoom
    style: Ints
    """For the challenger."""
    states: Ints
    """All states of the contest, a column each."""


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
    moves, history = room.reader.moves, room.reader.history
    for place in range(len(lists) * outcomes.shape[1]):
        which, number = divmod(place, outcomes.shape[1])
        lines = lists[which, : lengths[which]]
        key = contest_key(seed, first + number)
        me = (first + number) % 2
        skips = slips if (first + number) % 4 < 2 else 0.0
        own, other, left = start[OWN], start[OTHER], start[LEFT]
        ply = made = 0
        end = terminal(solved.tables, own, other, left)
        while end == ONGOING and ply < start[PLIES]:
            if start[REPETITION] and is_repeated(room.states, ply, own, other, left, start[REPETITION]):
                break
            if ply % 2 == me:
                stay = narrow_moves(
                    solved.tables, picture, lines, own, other, left, me, made, skips, key, ply, room.reader
                )  # fmt: skip
                k = moves[LEFT_OVER, int(uniform(key, ply, 0) * stay)]
                code, own, other = moves[0, k], moves[1, k], moves[2, k]
                history[0, made], history[1, made], history[2, made] = other, own, after(left)
                made += 1
            else:
                k = decide(solved, manner, own, other, left, key, ply, room.style)
                code, own, other = room.style[MOVE, k], room.style[NEXT_OWN, k], room.style[NEXT_OTHER, k]
            if ply < len(codes):
                codes[ply] = code
            left = after(left)
            ply += 1
            end = terminal(solved.tables, own, other, left)
        result = 1
        if end not in (ONGOING, DRAWN):
            result = 2 if (end == WON) == (ply % 2 == me) else 0
        outcomes[which, number, RESULT], outcomes[which, number, LENGTH] = result, ply
