"""What the survey looks up, as sorted arrays: significant states, states that experts met, states that they made.

The states that experts made are also kept with one or two markers ignored, so that a state can be recognised as nearly
or roughly one of them. The arrays grow by insertion; nothing is computed twice for a state that is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import board_tables


@dataclass(frozen=True, slots=True)
class Lookups:
    """Keys as sorted arrays, for the kernels."""

    sure_wins: Ints
    sure_losses: Ints
    known: Ints
    """States in which an expert was seen to move."""
    created: Ints
    """States that an expert made."""
    nearly: Ints
    """The same with one marker ignored."""
    roughly: Ints
    """The same with two markers ignored."""


def sorted_keys(keys: Iterable[int]) -> Ints:
    """Some keys as a sorted array."""
    return np.array(sorted(keys), dtype=np.int64)


def no_keys() -> Ints:
    """No keys at all."""
    return np.empty(0, dtype=np.int64)


def most_masks(game: BoardGame) -> int:
    """How many keys a state of the game can have with one or two markers ignored."""
    n = game.board.size
    return n * (n + 1) // 2


class Made:
    """The states that experts made, and what they look like with one or two markers ignored.

    Without `resembling` only the states themselves are kept.
    """

    def __init__(
        self, game: BoardGame, options: Ints, state_of: Callable[[int], BoardState], *, resembling: bool
    ) -> None:
        self._tables = board_tables(game)
        self._options = options
        self._state_of = state_of
        self._resembling = resembling
        self._room = np.empty(most_masks(game), dtype=np.int64)
        self._keys: set[int] = set()
        self.created = self.nearly = self.roughly = no_keys()

    def add(self, keys: Iterable[int]) -> None:
        """Add states by their keys."""
        fresh = sorted(set(keys) - self._keys)
        if not fresh:
            return
        self._keys.update(fresh)
        self.created = _merge(self.created, np.array(fresh, dtype=np.int64))
        if self._resembling:
            ones, twos = zip(*(self._masked(key) for key in fresh), strict=True)
            self.nearly = _merge(self.nearly, np.concatenate(ones))
            self.roughly = _merge(self.roughly, np.concatenate(twos))

    def _masked(self, key: int) -> tuple[Ints, Ints]:
        from gamelore.learners.advisors import _kernels

        state = self._state_of(key)
        ones = _kernels.masked_keys(
            self._tables, state.own, state.other, state.left, state.mover, self._options, self._room
        )
        total = ones * (ones + 1) // 2
        return self._room[:ones].copy(), self._room[ones:total].copy()


def _merge(known: Ints, more: Ints) -> Ints:
    """Insert keys into a sorted array, each once."""
    more = np.unique(more)
    places = np.searchsorted(known, more)
    inside = places < len(known)
    inside[inside] = known[places[inside]] == more[inside]
    return np.insert(known, places[~inside], more[~inside])
