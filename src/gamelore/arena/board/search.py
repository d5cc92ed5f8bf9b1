"""The search on boards: markers count, and a kernel makes the same choices some hundred times faster."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gamelore.arena.search import SAME, WON, Looked, Outlook, Tried
from gamelore.base.arrays import Floats, Ints
from gamelore.games.board.arrays import board_tables, expand, move_capacity, move_of
from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.turns import after, seat_of
from gamelore.games.core import Action


class BoardOutlook(Outlook):
    """More markers, then more mobility."""

    unit = "markers"
    weights: Ints = np.zeros(0, dtype=np.int64)
    """What the kernels weigh (`_search_kernels.weighed`); nothing: markers and moves, as `guess` does."""

    def guess(self, state: BoardState) -> float:
        """Markers count one, moves a hundredth."""
        return super().guess(state) + state.own.bit_count() - state.other.bit_count()

    def look(self, state: BoardState, depth: int) -> Looked:
        """Alpha-beta in a kernel."""
        from gamelore.arena.board import _search_kernels as kernels

        tables = board_tables(state.game)
        room, frames, bounds = search_room(state.game, depth)
        rest = after(state.left)
        found = expand(state)
        best: list[Action] = []
        worth = -math.inf
        captures = (state.other & ~found.own) != 0
        for place in (*np.flatnonzero(captures), *np.flatnonzero(~captures)):
            move, own, other = move_of(int(found.codes[place])), int(found.own[place]), int(found.other[place])
            value = -kernels.search_value(
                tables, self.weights, own, other, rest, depth, -math.inf, SAME - worth, WON, room, frames, bounds
            )
            if value > worth + SAME:
                best, worth = [move], value
            elif value >= worth - SAME:
                best.append(move)
        return best, worth

    def choose(self, state: BoardState, depth: int, chances: Sequence[float]) -> tuple[Action, float]:
        """Alpha-beta in a kernel."""
        from gamelore.arena.board import _search_kernels as kernels

        room, frames, bounds = search_room(state.game, depth)
        k, worth = kernels.best_move(
            board_tables(state.game), self.weights, state.own, state.other, state.left, depth, WON,
            np.array(chances, dtype=np.float64), room, frames, bounds,
        )  # fmt: skip
        return move_of(int(room[0, 0, k])), worth

    def tried(self, state: BoardState, tries: int, longest: int, curiosity: float, seed: int) -> list[Tried]:
        """The tree in a kernel."""
        from gamelore.arena.board import _uct_kernels as kernels

        game = state.game
        tree = np.empty((tries + 1, kernels.NODE), dtype=np.int64)
        room = np.empty((3, move_capacity(game)), dtype=np.int64)
        size = kernels.grow(
            board_tables(game), state.own, state.other, state.left, tries, longest, game.sides is not None, curiosity,
            logarithms(tries), np.array([seed], dtype=np.int64), tree, np.zeros(4, dtype=np.int64), room,
        )  # fmt: skip
        codes = expand(state).codes
        children = tree[1:size][tree[1:size, kernels.ABOVE] == 0]
        rows = children[np.argsort(children[:, kernels.MOVE])].tolist()
        return [Tried(move_of(int(codes[r[kernels.MOVE]])), r[kernels.VISITS], r[kernels.POINTS]) for r in rows]


class TakingOutlook(BoardOutlook):
    """Where markers are taken: they count 100, steps 2, and 60 if the mover can take one now."""

    piece = "marker"
    weights = np.array([100, 2, 60], dtype=np.int64)

    def guess(self, state: BoardState) -> float:
        """By these weights, in markers."""
        marker, step, take = map(int, self.weights)
        other = state.null()
        value = marker * (state.own.bit_count() - state.other.bit_count()) + step * (_steps(state) - _steps(other))
        return 0.01 * (value + take * any(move.capture is not None for move in state.legal_actions()))

    def lead(self, state: BoardState, seat: int) -> int:
        """In markers on the board and in hand."""
        mine, theirs = (side.bit_count() for side in (state.own, state.other))
        ahead = mine + state.to_place(state.mover) - theirs - state.to_place(1 - state.mover)
        return ahead if state.mover == seat else -ahead


def far_outlook(game: BoardGame) -> BoardOutlook:
    """How a search sees a board game that is told its depth: the part of the kit."""
    takes = game.rules.line == "captures" or game.takes_by_moving
    return TakingOutlook() if takes else BoardOutlook()


def search_room(game: BoardGame, depth: int) -> tuple[Ints, Ints, Floats]:
    """What the kernels of the search need to work in."""
    from gamelore.arena.board import _search_kernels as kernels

    room = np.empty((depth + 2, kernels.ROWS, move_capacity(game)), dtype=np.int64)
    return room, np.zeros((depth + 2, kernels.FRAME), dtype=np.int64), np.zeros((depth + 2, kernels.BOUNDS))


@lru_cache(maxsize=8)
def logarithms(most: int) -> Floats:
    """Of all numbers up to one, as plain Python has them; that of 0 is never asked for."""
    return np.array([0.0, *(math.log(n) for n in range(1, most + 1))])


def _steps(state: BoardState) -> int:
    """How many steps the mover has along its ways."""
    side = state.game.both_sides[seat_of(state.left)]
    return sum((side.steps[p] & state.empty).bit_count() for p in bits(state.own))
