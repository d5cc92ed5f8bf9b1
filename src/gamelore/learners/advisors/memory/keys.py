"""One key for a state and all its images: what every table of useful knowledge is indexed by.

Epstein, Gelfand and Lock (1998) and Lock (2003, section 1.4) keep states normalised for the symmetries of the plane.
A key can be turned back into the state that stands for all the others. Kernels keep it as two words; here it is one
integer, which has no bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.registry import Late
from gamelore.games.board.arrays import board_tables, expand, ternary_power
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.turns import after, sided_turn

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")

_WORD = 64
"""Bits of the second word."""


def joined(words: Ints) -> Any:
    """Keys from rows of two words, as an array of integers."""
    return words[:, 1] if not words[:, 0].any() else (words[:, 0].astype(object) << _WORD) + words[:, 1]


def parted(keys: Sequence[int]) -> Ints:
    """Keys as rows of two words."""
    words: Ints = np.zeros((len(keys), 2), dtype=np.int64)
    if max(keys, default=0) >> _WORD - 1:
        words[:, 0] = [key >> _WORD for key in keys]
        keys = [key & (1 << _WORD) - 1 for key in keys]
    words[:, 1] = keys
    return words


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
        """One key for a state and all its images."""
        return self._key(stand_of(state))

    def _key(self, stand: _kernels.Stand) -> int:
        first, second = _kernels.state_key(self._tables, stand, self.options)
        return first << _WORD | second

    def after(self, state: BoardState) -> tuple[list[int], list[int]]:
        """The codes of all legal moves of a state, and the keys of the states that they lead to."""
        found = expand(state)
        left, mover = after(state.left), 1 - state.mover
        keys = [
            self._key(_kernels.Stand(own, other, left, mover))
            for own, other in zip(found.own.tolist(), found.other.tolist(), strict=True)
        ]
        return found.codes.tolist(), keys

    def state(self, key: int) -> BoardState:
        """The normal form of a key."""
        first, others = divmod(key >> _WORD, _kernels.TAGS)
        second, tag = divmod(key & (1 << _WORD) - 1, _kernels.TAGS)
        numbers = [first, second]
        size = self.game.board.size
        own = other = 0
        for position in reversed(range(size)):
            word = ternary_power(size, position)[0]
            numbers[word], digit = divmod(numbers[word], 3)
            own |= (digit == 1) << position
            other |= (digit == 2) << position
        left = tag // 2
        mover = tag % 2 if self.game.rules.slides and not left else (self.game.placements - left) % 2
        if self.game.sides is not None:
            mover, left = tag % 2, sided_turn(tag % 2, left, others)
        x, o = (other, own) if mover else (own, other)
        return BoardState(self.game, x, o, mover, left)
