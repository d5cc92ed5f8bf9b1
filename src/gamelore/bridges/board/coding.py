"""Moves on a board as numbers: every move that there can be has one, whatever stands there."""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.bridges.coding import Coding
from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.core import AnyView


class BoardCoding(Coding[BoardGame, BoardState, AnyView]):
    """First the placements, then the slides; each without a capture and then with each marker that it may take.

    Where markers are taken by moving a move may take several: there an action is its place among the legal ones.
    """

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.seen = 2 * game.board.size + 4
        self._number = {} if game.takes_by_moving else {move: n for n, move in enumerate(_moves(game))}
        if self._number:
            self.actions = len(self._number)

    def numbers(self, view: AnyView) -> list[int]:
        legal = view.legal_actions()
        return [self._number[move] for move in legal] if self._number else list(range(len(legal)))

    def observe(self, view: AnyView) -> Floats:
        """Where the own markers stand, where the other's, whose turn it is, and how many both have still to place."""
        state, size = view.state, self.game.board.size
        assert isinstance(state, BoardState)
        own, other = (state.x, state.o) if view.seat == 0 else (state.o, state.x)
        seen = np.zeros(self.seen)
        seen[list(bits(own))] = 1
        seen[[size + place for place in bits(other)]] = 1
        seen[2 * size + (0 if state.current_player() == view.seat else 1)] = 1
        left = [state.to_place(seat) for seat in (view.seat, 1 - view.seat)]
        seen[2 * size + 2 :] = np.array(left) / max(1, self.game.board.size)
        return seen


def _moves(game: BoardGame) -> list[Move]:
    """Every move that there can be, in a fixed order."""
    size, rules = game.board.size, game.rules
    ways: list[tuple[int | None, int]] = [(None, to) for to in range(size)] if game.placements else []
    if rules.slides:
        for start in range(size):
            steps = game.board.all_positions & ~(1 << start) if rules.flying_at else 0
            for side in game.both_sides:
                steps |= side.steps[start]
            ways += [(start, to) for to in bits(steps)]
    captures = range(size) if rules.line == "captures" else ()
    found = []
    for begun, to in ways:
        found.append(Move(to, begun))
        found += [Move(to, begun, taken) for taken in captures if taken not in (begun, to)]
    return found
