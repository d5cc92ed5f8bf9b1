"""Which boards contexts are learned on, those of sequences and of pairs: two sides of one fit a word."""

from __future__ import annotations

from gamelore.games.board.game import BoardGame

LARGEST_BOARD = 31
"""Positions of the largest of them."""


def is_on_small_board(game: object) -> bool:
    """Whether a game is played on a board that is small enough."""
    return isinstance(game, BoardGame) and game.board.size <= LARGEST_BOARD
