"""Lists as kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.arrays import move_capacity
from gamelore.games.board.game import BoardGame
from gamelore.learners.features.board.rows import ALL_ROWS, GROUPS
from gamelore.learners.maxims.boards import CONDITION_NUMBER, ROW_OF
from gamelore.learners.maxims.lines import MOST_LINES, MaximList

if TYPE_CHECKING:
    from gamelore.learners.maxims._kernels import ReaderRoom

REMEMBERED = 1 << 15
"""How many measures a reader remembers: what fits into a processor's own memory."""


def as_arrays(lists: Sequence[MaximList]) -> tuple[Ints, Ints]:
    """A row of numbers for each line of each list, and the length of each list."""
    from gamelore.learners.maxims._kernels import COLUMNS

    found = np.zeros((len(lists), MOST_LINES, COLUMNS), dtype=np.int64)
    for number, lines in enumerate(lists):
        for place, line in enumerate(lines):
            row = ROW_OF[line.measure]
            sign = 1 if line.sense == "most" else -1
            found[number, place] = (CONDITION_NUMBER[line.condition], GROUPS[row], row, sign)
    return found, np.array([len(lines) for lines in lists], dtype=np.int64)


def reader_room(game: BoardGame, made: int) -> ReaderRoom:
    """What a reader needs to work in who makes at most so many moves."""
    from gamelore.learners.maxims._kernels import ReaderRoom

    capacity = move_capacity(game)
    moves, replies = (np.zeros((rows, capacity), dtype=np.int64) for rows in (5, 3))
    history = np.zeros((3, made + 1), dtype=np.int64)
    known, values = np.zeros((3, REMEMBERED), dtype=np.int64), np.zeros(REMEMBERED)
    return ReaderRoom(moves, np.zeros((capacity, ALL_ROWS)), replies, history, known, values)
