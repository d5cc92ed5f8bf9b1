"""A state surveyed: every legal move with the measures of the board after it, and of the board before any.

Board games are surveyed by one compiled pass; `finders.py` surveys every other game for two that hides nothing.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import NotAvailable
from gamelore.base.registry import Late
from gamelore.games.board.arrays import board_tables, move_capacity, move_of
from gamelore.games.board.board import Board, Point, bits, mask_of
from gamelore.games.board.codes import goal_of, start_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.turns import after
from gamelore.learners.features.board.condition_rows import ALWAYS
from gamelore.learners.features.board.rows import ALL_ROWS, GROUPS, IN_THE_PASS, ROWS

if TYPE_CHECKING:
    from gamelore.learners.features.board import _group_kernels, _kernels
else:
    _kernels = Late("gamelore.learners.features.board._kernels")
    _group_kernels = Late("gamelore.learners.features.board._group_kernels")


_CLOSE = 1e-3
"""Positions nearer than this part of the metric unit stand at the same place."""


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
        """Where each move takes a marker from; `NONE` for a placement."""
        return start_of(self.codes)

    def move(self, number: int) -> Move:
        """One of the moves."""
        return move_of(int(self.codes[number]))


def require_seen(game: BoardGame) -> BoardGame:
    """Refuse a game in which markers are taken by hopping: what threatens there is not measured."""
    if game.has_hops:
        raise NotAvailable(f"{game.name}: markers are taken by hopping, which the measures of boards do not see")
    return game


def survey_board(state: BoardState, rows: int = ROWS) -> BoardSurvey:
    """Survey a state that is not over; rows beyond the shared ones are left zero, for a learner's own."""
    game, room = require_seen(state.game), _ROOMS.of(state.game)
    count = _kernels.survey(board_tables(game), board_picture(game), state.own, state.other, state.left, room)
    codes, theirs, mine = room.moves[:, :count].copy()
    table = np.zeros((rows, count + 1))
    table[:ROWS, :-1], table[:ROWS, -1] = room.table[:ROWS, :count], room.table[:ROWS, -1]
    return BoardSurvey(state=state, codes=codes, mine=mine, theirs=theirs, after=table[:, :-1], before=table[:, -1])


class _Rooms(threading.local):
    """The rooms of a thread: kernels let go of the interpreter, so two may survey boards of one game at once."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=64)(_new_room)
        self.tables = lru_cache(maxsize=64)(_new_table)
        """For a row of measures a move; all zero between two calls."""


def _new_room(game: BoardGame) -> _kernels.SurveyRoom:
    """Room for one survey to work in; the results are copied out of it."""
    capacity = move_capacity(game) + 8
    moves, replies = (np.zeros((rows, capacity), dtype=np.int64) for rows in (3, 4))
    return _kernels.SurveyRoom(moves=moves, table=np.zeros((ALL_ROWS, capacity + 1)), replies=replies)


def _new_table(game: BoardGame) -> Floats:
    return np.zeros((move_capacity(game) + 8, ALL_ROWS))


_ROOMS = _Rooms()


@dataclass(slots=True, kw_only=True, eq=False)
class MoveMeasures:
    """The moves of a state with some groups of measures; rows of the other groups are left as they come."""

    codes: Ints
    after: Floats


def measure_moves(state: BoardState, rows: Iterable[int], made: Iterable[BoardState] = ()) -> MoveMeasures:
    """Measure every move of a state that is not over by the groups of some rows.

    `made` are the states that the mover made earlier in the contest.
    """
    game, room = require_seen(state.game), _ROOMS.of(state.game)
    asked = _groups_of(frozenset(rows))
    seat = state.mover
    boards = [((after.x, after.o)[seat], (after.x, after.o)[1 - seat], after.left) for after in made]
    history = np.array(boards, dtype=np.int64).reshape(-1, 3).T.copy()
    table = _ROOMS.tables(state.game)
    count = _group_kernels.measure_groups(
        board_tables(game), board_picture(game), asked, state.own, state.other, state.left,
        history, room.moves, table, room.replies,
    )  # fmt: skip
    found = MoveMeasures(codes=room.moves[0, :count].copy(), after=table[:count].T.copy())
    table[:count] = 0.0
    return found


@lru_cache(maxsize=256)
def _groups_of(rows: frozenset[int]) -> Ints:
    """The groups that some rows belong to, as kernels take them."""
    found = np.array(sorted({GROUPS[row] for row in rows}), dtype=np.int64)
    if IN_THE_PASS in found:
        raise ValueError("rope and halfway are measured only by a survey of all moves")
    return found


def measure_answers(survey: BoardSurvey) -> Floats:
    """The rows of what could be answered to the other's replies, for the moves of a survey; other rows are zero."""
    state, game = survey.state, survey.state.game
    table = np.zeros((survey.count, ALL_ROWS))
    _group_kernels.measure_all_answers(
        board_tables(game), board_picture(game), survey.mine, survey.theirs, after(state.left), table,
        _ROOMS.of(game).replies,
    )  # fmt: skip
    return table.T


def condition_holds(state: BoardState, condition: int) -> bool:
    """Whether a condition, by its number, is true in a state that is not over."""
    if condition == ALWAYS:
        return True
    tables, picture = board_tables(state.game), board_picture(state.game)
    return bool(_group_kernels.holds(tables, picture, condition, state.own, state.other, state.left, state.mover))


@lru_cache(maxsize=64)
def board_picture(game: BoardGame) -> _kernels.BoardPicture:
    """What the picture of a game's board shows, as kernels take it."""
    halfway, places = middles(game.board), board_places(game.board)
    words = (game.board.line_masks, map(mask_of, halfway), map(mask_of, halfway.values()))
    lines, pairs, between = (np.array(list(masks), dtype=np.int64) for masks in words)
    opposite, steps = (np.array(rows, dtype=np.int64) for rows in (places.opposite, places.steps))
    degree = max(mask.bit_count() for mask in game.board.neighbours)
    return _kernels.BoardPicture(lines, pairs, between, places.corners, places.centre, opposite, steps, degree)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a position lies on a board, read off the picture and its lines."""

    corners: int
    """The set of positions at which every drawn line through them ends."""
    centre: int
    """The set of the position in the middle of the picture."""
    opposite: tuple[int, ...]
    """For each position the set of the one that faces it through the middle."""
    steps: tuple[tuple[int, ...], ...]
    """How many drawn steps apart two positions are; as many as there are positions if no way leads there."""


@lru_cache(maxsize=64)
def board_places(board: Board) -> Places:
    """Corners, centre, opposites and distances of a board."""
    n = board.size
    through = [[line for line in board.lines if p in line] for p in range(n)]
    corners = mask_of(p for p in range(n) if all(p in (line[0], line[-1]) for line in through[p]))
    xs, ys = zip(*board.points, strict=True)
    across, down = min(xs) + max(xs), min(ys) + max(ys)
    faced = [_standing_at(board, (across - x, down - y)) for x, y in board.points]
    centre = mask_of(p for p in range(n) if p in faced[p])
    opposite = tuple(mask_of(q for q in faced[p] if q != p) for p in range(n))
    distance = [_distances(board, p) for p in range(n)]
    return Places(corners & ~centre, centre, opposite, tuple(tuple(d.get(q, n) for q in range(n)) for d in distance))


def _standing_at(board: Board, point: Point) -> list[int]:
    return [p for p, here in enumerate(board.points) if math.dist(here, point) < _CLOSE * board.unit]


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
