"""A state surveyed: every legal move with the measures of the board after it, and of the board before any.

Board games are surveyed by one compiled pass; `plain.py` surveys every other game for two that hides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.registry import Late
from gamelore.games.board.board import Board, bits, mask_of
from gamelore.games.board.codes import goal_of, start_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.tables import board_tables, move_capacity, move_of
from gamelore.learners.features.board.rows import ROWS

if TYPE_CHECKING:
    from gamelore.learners.features.board import _kernels
else:
    _kernels = Late("gamelore.learners.features.board._kernels")


@dataclass(slots=True, kw_only=True, eq=False)
class BoardSurvey:
    """What there is to choose from on a board, measured.

    `after[ROW]` is a measure of the board after each move and `before[ROW]` the same of the state itself, as far as
    it can be asked; the rows are named in `rows.py`. `codes`, `mine` and `theirs` go with the moves one to one.
    """

    state: BoardState
    codes: Ints
    mine: Ints
    theirs: Ints
    after: Floats
    before: Floats

    @property
    def count(self) -> int:
        """How many moves there are."""
        return len(self.codes)

    @property
    def goals(self) -> Ints:
        """Where each move puts a marker."""
        return goal_of(self.codes)

    @property
    def starts(self) -> Ints:
        """Where each move takes a marker from; 31 for a placement."""
        return start_of(self.codes)

    def move(self, number: int) -> Move:
        """One of the moves."""
        return move_of(int(self.codes[number]))


def survey_board(state: BoardState, rows: int = ROWS) -> BoardSurvey:
    """Survey a state that is not over; rows beyond the shared ones are left zero, for a learner's own."""
    game, room = state.game, _room(state.game)
    count = _kernels.survey(board_tables(game), _picture(game), state.own, state.other, state.left, room)
    codes, theirs, mine = room.moves[:, :count].copy()
    table = np.zeros((rows, count + 1))
    table[:ROWS, :-1], table[:ROWS, -1] = room.table[:, :count], room.table[:, -1]
    return BoardSurvey(state=state, codes=codes, mine=mine, theirs=theirs, after=table[:, :-1], before=table[:, -1])


@lru_cache(maxsize=64)
def _room(game: BoardGame) -> _kernels.SurveyRoom:
    """Room for one survey to work in; the results are copied out of it."""
    capacity = move_capacity(game) + 8
    moves, replies = (np.zeros((rows, capacity), dtype=np.int64) for rows in (3, 4))
    return _kernels.SurveyRoom(moves=moves, table=np.zeros((ROWS, capacity + 1)), replies=replies)


@lru_cache(maxsize=64)
def _picture(game: BoardGame) -> _kernels.BoardPicture:
    halfway = middles(game.board)
    words = (game.board.line_masks, map(mask_of, halfway), map(mask_of, halfway.values()))
    return _kernels.BoardPicture(*(np.array(list(masks), dtype=np.int64) for masks in words))


def middles(board: Board) -> dict[tuple[int, int], tuple[int, ...]]:
    """For each pair of positions at least two steps apart, the middle positions of its shortest drawn paths."""
    distance = [_distances(board, position) for position in range(board.size)]
    result = {}
    for a, b in combinations(range(board.size), 2):
        length = distance[a].get(b, 0)
        if length > 1:
            near = [p for p in sorted(distance[a]) if distance[a][p] in (length // 2, (length + 1) // 2)]
            result[a, b] = tuple(p for p in near if distance[a][p] + distance[p][b] == length)
    return result


def _distances(board: Board, start: int) -> dict[int, int]:
    """How many drawn steps away each position is that can be reached."""
    distance, queue = {start: 0}, [start]
    for here in queue:
        for there in bits(board.neighbours[here]):
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return distance
