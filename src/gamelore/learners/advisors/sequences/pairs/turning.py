"""Boards and moves under the symmetries of a game, many at once.

Boards are two words, the mover's markers and the other's; moves are the codes of the kernels. Everything here works on
whole arrays, so that thousands of turns are brought into one orientation without a loop.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gamelore.games.board import inverse
from gamelore.games.board_game import BoardGame
from gamelore.games.tables import board_tables

Words = NDArray[np.int64]

NONE = 31
_WORD = 31
"""Bits of one side in the number of a board."""


class Turning:
    """The symmetries that a learner knows, as tables."""

    def __init__(self, game: BoardGame, count: int) -> None:
        self.count = count
        self._images = board_tables(game).images[:count]
        # The last place stands for 'none' and is never moved.
        self._places = np.full((count, NONE + 1), NONE, dtype=np.int64)
        self._back = self._places.copy()
        for number, symmetry in enumerate(game.all_symmetries[:count]):
            self._places[number, : game.board.size] = symmetry
            self._back[number, : game.board.size] = inverse(symmetry)

    def boards(self, markers: Words) -> Words:
        """Every image of some sets of positions: one row for each symmetry."""
        result = np.zeros((self.count, *markers.shape), dtype=np.int64)
        for byte in range(self._images.shape[1]):
            result |= self._images[:, byte][:, (markers >> 8 * byte) & 255]
        return result

    def moves(self, codes: Words) -> Words:
        """Every image of some moves."""
        return _turn(self._places, codes)

    def moves_back(self, codes: Words) -> Words:
        """For each symmetry the moves whose image under it is the given one."""
        return _turn(self._back, codes)

    def normal(self, own: Words, other: Words, codes: Words) -> tuple[Words, Words, Words]:
        """Each board with its move in one orientation: the smallest move, then the smallest board."""
        moves = self.moves(codes)
        smallest = moves.min(axis=0)
        mine, theirs = self.boards(own), self.boards(other)
        number = np.where(moves == smallest, board_number(mine, theirs), np.iinfo(np.int64).max)
        chosen = number.argmin(axis=0), np.arange(len(codes))
        return mine[chosen], theirs[chosen], smallest

    def normal_boards(self, own: Words, other: Words) -> tuple[Words, Words]:
        """Each board in its smallest image."""
        mine, theirs = self.boards(own), self.boards(other)
        chosen = board_number(mine, theirs).argmin(axis=0), np.arange(len(own))
        return mine[chosen], theirs[chosen]


def _turn(places: Words, codes: Words) -> Words:
    to, start, capture = codes & NONE, (codes >> 5) & NONE, codes >> 10
    return places[:, to] + (places[:, start] << 5) + (places[:, capture] << 10)


def board_number(own: Words, other: Words) -> Words:
    """One number for each board."""
    return (own << _WORD) | other


@lru_cache(maxsize=64)
def turning(game: BoardGame, symmetries: str) -> Turning:
    """The symmetries of a game under a setting's name: those of the plane, or all."""
    return Turning(game, len(game.symmetries if symmetries == "plane" else game.all_symmetries))
