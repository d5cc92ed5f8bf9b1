"""Which symmetries a learner knows: the eight of the plane, as in the sources, or all that the board has."""

from __future__ import annotations

from typing import Literal

from gamelore.games.board.board import Permutation
from gamelore.games.board.game import BoardGame

Symmetries = Literal["plane", "all"]


def symmetries_of(game: BoardGame, known: Symmetries) -> tuple[Permutation, ...]:
    """The symmetries of a game under a setting's name; those of the plane come first."""
    return game.symmetries if known == "plane" else game.all_symmetries
