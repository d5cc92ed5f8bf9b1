"""Board games as arrays, and what Python asks of the kernels: expansions of a state, keys, random playouts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.seeds import Rng
from gamelore.games.board.board import mask_of
from gamelore.games.board.codes import NONE, capture_of, encode, further_of, goal_of, start_of, with_further
from gamelore.games.board.game import BoardGame, BoardState, Move

if TYPE_CHECKING:
    from gamelore.games.board._kernels import BoardTables

_LINE = {"nothing": 0, "wins": 1, "loses": 2, "captures": 3}
_CAPTURE = {"never": 0, "if_no_other": 1, "always": 2}
_BLOCKED = {"loses": 0, "draws": 1}

MOST_CHAINS = 64
"""Chains of hops that are listed of one marker: more than any board of ours was seen to have."""
ONE_WORD = 32
"""Positions that the number of a board in base three has room for in one word, and something beside it."""


@lru_cache(maxsize=64)
def board_tables(game: BoardGame) -> BoardTables:
    """The arrays of a game; the plane symmetries come first among its images."""
    from gamelore.games.board._kernels import NO_LINE, BoardTables

    board, rules, n = game.board, game.rules, game.board.size
    goal_rest = np.full((n, max(1, max(len(g) for g in game.goals_at))), NO_LINE, dtype=np.int64)
    for position, rests in enumerate(game.goals_at):
        goal_rest[position, : len(rests)] = rests
    chunks = (n + 7) // 8
    images = np.zeros((len(game.all_symmetries), chunks, 256), dtype=np.int64)
    ternary = np.zeros((chunks, 256), dtype=np.int64)
    for position in range(n):
        byte, bit = divmod(position, 8)
        holders = (np.arange(256) >> bit) & 1
        ternary[byte] += holders * ternary_power(n, position)[1]
        for number, symmetry in enumerate(game.all_symmetries):
            images[number, byte] |= holders << symmetry[position]
    numbers = (
        n, board.all_positions, int(rules.slides), _LINE[rules.line], rules.flying_at,
        _CAPTURE[rules.capture_in_line], rules.loses_at, _BLOCKED[rules.blocked], ONE_WORD // 8 if n > ONE_WORD else 0,
        int(game.takes_by_moving), game.falls, *game.homes,
    )  # fmt: skip
    goals, row = (np.array(v, dtype=np.int64) for v in (game.goal_masks, numbers))
    return BoardTables(_ways(game), goal_rest, goals, images, ternary, row)


def _ways(game: BoardGame) -> Ints:
    """The ways of both sides; see `_kernels.BoardTables.ways`."""
    from gamelore.games.board._kernels import HOPS, NEAR, NO_HOP, ORIGINS, STEPS, TAKES

    n = game.board.size
    most = max(len(hops) for side in game.both_sides for hops in side.hops)
    ways = np.full((HOPS + most, 2, n), NO_HOP, dtype=np.int64)
    for seat, side in enumerate(game.both_sides):
        origins = [mask_of(p for p in range(n) if side.steps[p] >> to & 1) for to in range(n)]
        ways[STEPS, seat], ways[ORIGINS, seat] = side.steps, origins
        ways[NEAR, seat], ways[TAKES, seat] = game.board.neighbours, side.takes
        for position, hops in enumerate(side.hops):
            ways[HOPS : HOPS + len(hops), seat, position] = [over + 64 * to for over, to in hops]
    return ways.ravel()


def ternary_power(size: int, position: int) -> tuple[int, int]:
    """In which word of a key a position stands, and what an own marker there adds to it."""
    if size <= ONE_WORD:
        return 1, 3 ** (size - 1 - position)
    return (0, 3 ** (ONE_WORD - 1 - position)) if position < ONE_WORD else (1, 3 ** (size - 1 - position))


@lru_cache(maxsize=64)
def move_capacity(game: BoardGame) -> int:
    """More moves than any state of the game can have."""
    n, rules = game.board.size, game.rules
    own = (game.placements + 1) // 2 + max(start.bit_count() for start in game.start)
    if game.sides is not None:
        own = max(side.markers + start.bit_count() for side, start in zip(game.sides, game.start, strict=True))
    sides = game.both_sides
    goals = max(sum((s.steps[p] | s.takes[p]).bit_count() for p in range(n)) for s in sides)
    goals = max(goals, min(own, rules.flying_at) * n, n)
    chains = max(MOST_CHAINS * own if any(side.hops) else 0 for side in sides)
    return goals * (max(1, own) if rules.line == "captures" else 1) + chains


@lru_cache(maxsize=1 << 15)
def move_of(code: int) -> Move:
    """The move of a kernel's code."""
    start, capture = start_of(code), capture_of(code)
    further = further_of(code)
    return Move(goal_of(code), None if start == NONE else start, None if capture == NONE else capture, further)


def code_of(move: Move) -> int:
    """The kernel's code of a move."""
    start = NONE if move.start is None else move.start
    capture = NONE if move.capture is None else move.capture
    return with_further(encode(move.to, start, capture), move.further)


@dataclass(frozen=True, slots=True)
class Expansion:
    """All moves of a state as codes, with the states they lead to, seen by the next mover."""

    codes: Ints
    own: Ints
    other: Ints


def expand(state: BoardState) -> Expansion:
    """Every legal move of a state at once, in the order of `legal_actions`."""
    from gamelore.games.board import _kernels

    tables = board_tables(state.game)
    buffers = np.empty((3, move_capacity(state.game)), dtype=np.int64)
    count = 0
    if state.outcome() is None:
        count = _kernels.successors(tables, state.own, state.other, state.left, *buffers)
    return Expansion(*(row[:count] for row in buffers))


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random contests from a state came to, for its mover."""

    wins: int
    draws: int
    losses: int
    plies: int


def random_playouts(state: BoardState, count: int, max_plies: int, rng: Rng) -> Playouts:
    """Random contests in one kernel call; a contest that reaches `max_plies` is drawn."""
    from gamelore.games.board import _kernels

    stream = rng.integers(0, 1 << 62, size=1, dtype=np.int64)
    results = np.array([0, 0, 0, count], dtype=np.int64)
    asked = board_tables(state.game), state.own, state.other, state.left, max_plies, stream, results
    if state.game.sides is not None:
        plies = _kernels.listed_playouts(*asked, np.empty((3, move_capacity(state.game)), dtype=np.int64))
    else:
        plies = _kernels.random_playouts(*asked)
    return Playouts(int(results[0]), int(results[1]), int(results[2]), int(plies))
