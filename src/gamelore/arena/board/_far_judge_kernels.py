"""Contests of lists of maxims with a search that errs, many at once: `_judge_kernels.py` where nobody knows the truth.

All randomness comes by counter in the order in which the players of the arena draw: whether to err, then which move, or
a number for each move among which the search chooses. Nothing here allocates.
"""

from __future__ import annotations

from typing import NamedTuple

from gamelore.arena.board._judge_kernels import (
    LEFT,
    LENGTH,
    OTHER,
    OWN,
    PLIES,
    REPETITION,
    RESULT,
    PracticeRoom,
    is_repeated,
)  # fmt: skip
from gamelore.arena.board._search_kernels import best_move
from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.board._kernels import DRAWN, ONGOING, WON, BoardTables, after, successors, terminal
from gamelore.learners.features.board._kernels import BoardPicture
from gamelore.learners.maxims._kernels import LEFT_OVER, narrow_moves


class Seeker(NamedTuple):
    """A search as a challenger."""

    depth: int
    errors: float
    """In what share of its moves it makes any."""
    won: float
    weights: Ints


class SeekerRoom(NamedTuple):
    """What it needs to work in."""

    chances: Floats
    room: Ints
    frames: Ints
    bounds: Floats


@kernel(bare=True)
def sought(
    tables: BoardTables, seeker: Seeker, own: int, other: int, left: int, key: int, ply: int, room: SeekerRoom
) -> int:
    """The number of the move that the search makes in a state that is not over; `room.room[0]` holds all moves."""
    draw = 0
    errs = seeker.errors >= 1.0
    if 0.0 < seeker.errors < 1.0:
        errs = uniform(key, ply, draw) < seeker.errors
        draw += 1
    moves = room.room[0]
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    if errs:
        return int(uniform(key, ply, draw) * count)
    for k in range(count):
        room.chances[k] = uniform(key, ply, draw + k)
    chosen, _ = best_move(
        tables, seeker.weights, own, other, left, seeker.depth, seeker.won, room.chances, room.room, room.frames,
        room.bounds,
    )  # fmt: skip
    return int(chosen)


@kernel(bare=True)
def contests_with_search(
    tables: BoardTables,
    picture: BoardPicture,
    seeker: Seeker,
    lists: Ints,
    lengths: Ints,
    start: Ints,
    slips: float,
    seed: int,
    first: int,
    room: PracticeRoom,
    seeking: SeekerRoom,
    codes: Ints,
    outcomes: Ints,
) -> None:
    """As `_judge_kernels.contests`, with a search in the place of a player who knows."""
    moves, history = room.reader.moves, room.reader.history
    for place in range(len(lists) * outcomes.shape[1]):
        which, number = divmod(place, outcomes.shape[1])
        lines = lists[which, : lengths[which]]
        key = contest_key(seed, first + number)
        me = (first + number) % 2
        skips = slips if (first + number) % 4 < 2 else 0.0
        own, other, left = start[OWN], start[OTHER], start[LEFT]
        ply = made = 0
        end = terminal(tables, own, other, left)
        while end == ONGOING and ply < start[PLIES]:
            if start[REPETITION] and is_repeated(room.states, ply, own, other, left, start[REPETITION]):
                break
            if ply % 2 == me:
                stay = narrow_moves(tables, picture, lines, own, other, left, me, made, skips, key, ply, room.reader)
                k = moves[LEFT_OVER, int(uniform(key, ply, 0) * stay)]
                code, own, other = moves[0, k], moves[1, k], moves[2, k]
                history[0, made], history[1, made], history[2, made] = other, own, after(left)
                made += 1
            else:
                k = sought(tables, seeker, own, other, left, key, ply, seeking)
                code, own, other = seeking.room[0, 0, k], seeking.room[0, 1, k], seeking.room[0, 2, k]
            if ply < len(codes):
                codes[ply] = code
            left = after(left)
            ply += 1
            end = terminal(tables, own, other, left)
        result = 1
        if end not in (ONGOING, DRAWN):
            result = 2 if (end == WON) == (ply % 2 == me) else 0
        outcomes[which, number, RESULT], outcomes[which, number, LENGTH] = result, ply
