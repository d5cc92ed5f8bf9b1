"""What the survey looks up, as sorted arrays: significant states, states that experts met, states that they made.

The states that experts made are also kept with one or two markers ignored, so that a state can be recognised as nearly
or roughly one of them. The arrays grow by insertion; nothing is computed twice for a state that is there already.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.registry import Late
from gamelore.games.board.arrays import move_capacity, ternary_power
from gamelore.learners.advisors.memory.keys import Keys, parted, stand_of

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")


def sorted_keys(keys: Iterable[int]) -> Ints:
    """Some keys as a sorted array."""
    return parted(sorted(keys))


def make_room(keys: Keys) -> _kernels.Room:
    """Room for the kernels to look things up in."""
    game, size = keys.game, keys.game.board.size
    symmetries = game.all_symmetries[: int(keys.options[0])]
    powers = np.zeros((size, len(symmetries), 2), dtype=np.int64)
    for position in range(size):
        for number, symmetry in enumerate(symmetries):
            word, power = ternary_power(size, symmetry[position])
            powers[position, number, word] = power
    return _kernels.Room(
        options=keys.options,
        replies=np.empty((4, move_capacity(game)), dtype=np.int64),
        masks=np.empty((size * (size + 1) // 2, 2), dtype=np.int64),
        powers=powers,
        parts=np.empty((size + 1, len(symmetries), 2), dtype=np.int64),
    )


class Made:
    """The states that experts made, and what they look like with one or two markers ignored.

    Without `resembling` only the states themselves are kept.
    """

    def __init__(self, keys: Keys, room: _kernels.Room, *, resembling: bool) -> None:
        self._states = keys
        self._room = room
        self._resembling = resembling
        self._keys: set[int] = set()
        self.created = self.nearly = self.roughly = sorted_keys(())

    def add(self, keys: Iterable[int]) -> None:
        """Add states by their keys."""
        fresh = sorted(set(keys) - self._keys)
        if not fresh:
            return
        self._keys.update(fresh)
        self.created = _merge(self.created, parted(fresh))
        if self._resembling:
            ones, twos = zip(*(self._masked(key) for key in fresh), strict=True)
            self.nearly = _merge(self.nearly, np.concatenate(ones))
            self.roughly = _merge(self.roughly, np.concatenate(twos))

    def _masked(self, key: int) -> tuple[Ints, Ints]:
        ones = _kernels.masked_keys(stand_of(self._states.state(key)), self._room)
        masks = self._room.masks
        return masks[:ones].copy(), masks[ones : ones * (ones + 1) // 2].copy()


def _merge(known: Ints, more: Ints) -> Ints:
    """Insert keys into a sorted array, each once."""
    more = more[np.lexsort((more[:, 1], more[:, 0]))]
    fresh = np.ones(len(more), dtype=np.bool_)
    fresh[1:] = (more[1:] != more[:-1]).any(axis=1)
    more = more[fresh]
    places = np.empty(len(more), dtype=np.int64)
    _kernels.find_missing(known, more, places)
    return np.insert(known, places[places >= 0], more[places >= 0], axis=0)
