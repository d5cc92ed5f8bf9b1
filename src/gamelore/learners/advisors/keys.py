"""One number for a state and all its images: what every table of useful knowledge is indexed by.

Epstein, Gelfand and Lock (1998) and Lock (2003, section 1.4) keep states normalised for the symmetries of the plane.
A key can be turned back into the state that stands for all the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.registry import Late
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import board_tables, expand

if TYPE_CHECKING:
    from gamelore.learners.advisors import _kernels
else:
    _kernels = Late("gamelore.learners.advisors._kernels")

_TAGS = 128


def stand_of(state: BoardState) -> _kernels.Stand:
    """A state as the kernels see it."""
    return _kernels.Stand(state.own, state.other, state.left, state.mover)


class Keys:
    """Keys under the first so many symmetries of a game, sliding states with colours kept apart or merged."""

    def __init__(self, game: BoardGame, *, symmetries: int, merge_colours: bool) -> None:
        self.game = game
        self.options = np.array([min(symmetries, len(game.all_symmetries)), int(merge_colours)], dtype=np.int64)
        self._tables = board_tables(game)

    def key(self, state: BoardState) -> int:
        """One number for a state and all its images."""
        return _kernels.state_key(self._tables, stand_of(state), self.options)

    def after(self, state: BoardState) -> tuple[list[int], list[int]]:
        """The codes of all legal moves of a state, and the keys of the states that they lead to."""
        found = expand(state)
        left, mover = max(0, state.left - 1), 1 - state.mover
        keys = [
            _kernels.state_key(self._tables, _kernels.Stand(own, other, left, mover), self.options)
            for own, other in zip(found.own.tolist(), found.other.tolist(), strict=True)
        ]
        return found.codes.tolist(), keys

    def state(self, key: int) -> BoardState:
        """The normal form of a key."""
        number, tag = divmod(key, _TAGS)
        size = self.game.board.size
        own = other = 0
        for position in reversed(range(size)):
            number, digit = divmod(number, 3)
            own |= (digit == 1) << position
            other |= (digit == 2) << position
        left = tag // 2
        mover = tag % 2 if self.game.rules.slides and not left else (self.game.placements - left) % 2
        x, o = (other, own) if mover else (own, other)
        return BoardState(self.game, x, o, mover, left)
