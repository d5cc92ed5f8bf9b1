"""Boards with moves in one orientation, many at once.

A board is two words, the mover's markers and the other's; a move is a kernel's code. Turns that differ only by a
symmetry of the game become equal.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.board import inverse
from gamelore.games.board.codes import NONE, goal_of, start_of
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.sequences.forms import move_images, set_images, smallest
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD
from gamelore.learners.advisors.settings.symmetries import Symmetries, symmetries_of


class Turning:
    """The symmetries of a game that a learner knows."""

    def __init__(self, game: BoardGame, count: int) -> None:
        self.game = game
        self.count = count
        numbers = {symmetry: number for number, symmetry in enumerate(game.all_symmetries)}
        self._back = np.array([numbers[inverse(symmetry)] for symmetry in game.all_symmetries[:count]])

    def boards(self, sets: Ints) -> Ints:
        """Every image of some sets of positions, one row for each symmetry."""
        return set_images(self.game, self.count, sets)

    def moves(self, codes: Ints) -> Ints:
        """Every image of some moves."""
        return move_images(self.game)[np.ix_(np.arange(self.count), codes)].astype(np.int64)

    def moves_back(self, codes: Ints) -> Ints:
        """For each symmetry the moves whose image under it is the given one."""
        images: Ints = move_images(self.game)[np.ix_(self._back, codes)].astype(np.int64)
        return images

    def normal(self, own: Ints, other: Ints, codes: Ints) -> tuple[Ints, Ints, Ints]:
        """Each board with its move in one orientation: the smallest move, then the smallest board."""
        mine, theirs, moves = self.boards(own), self.boards(other), self.moves(codes)
        chosen = smallest(moves, mine, theirs), np.arange(len(codes))
        return mine[chosen], theirs[chosen], moves[chosen]

    def numbers(self, own: Ints, other: Ints) -> Ints:
        """One number for each board, the same for all its images."""
        number: Ints = board_number(self.boards(own), self.boards(other)).min(axis=0)
        return number


def board_number(own: Ints, other: Ints) -> Ints:
    """One number for each board."""
    return (own << LARGEST_BOARD) | other


@lru_cache(maxsize=64)
def turning(game: BoardGame, known: Symmetries) -> Turning:
    """The symmetries of a game under a setting's name."""
    return Turning(game, len(symmetries_of(game, known)))


@lru_cache(maxsize=1 << 15)
def around(game: BoardGame, code: int) -> int:
    """The locations within a step, along drawn lines, of where a move takes a marker from and puts it."""
    found = 0
    for place in (goal_of(code), start_of(code)):
        if place != NONE:
            found |= 1 << place | game.board.neighbours[place]
    return found
