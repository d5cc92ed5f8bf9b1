"""A board state as Hoyle surveys it: every legal move with the measures of the state after it, two plies deep."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.games.board._kernels import CAPACITY
from gamelore.games.board.codes import goal_of, start_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.tables import board_tables, move_of
from gamelore.learners.advisors._kernels import Room, survey
from gamelore.learners.advisors.keys import stand_of
from gamelore.learners.advisors.lookups import most_masks
from gamelore.learners.advisors.rows import ROWS

_BY_MOVE = ("codes", "keys", "mine", "theirs", "after")

if TYPE_CHECKING:
    from gamelore.learners.advisors.knowledge import Knowledge, Page


@dataclass(slots=True, kw_only=True, eq=False)
class Situation:
    """What there is to choose from, measured.

    `after[ROW]` is a measure of the states after each move and `before[ROW]` the same of the state itself; the rows
    are named in `rows.py`. The moves are those that tier 1 has left; `codes`, `keys`, `mine` and `theirs` go with
    them one to one. Whatever is learned later, a situation stays as it was surveyed.
    """

    state: BoardState
    knowledge: Knowledge
    codes: Ints
    keys: Ints
    mine: Ints
    theirs: Ints
    after: Floats
    before: Floats
    page: Page
    """What is known about the state itself."""
    seen: frozenset[int]
    """Keys of the states this player has made in the contest so far."""
    past: tuple[BoardState, ...]
    """The states of the contest so far, from this player's first turn to just before this one; kept for those
    faculties that read it."""
    notes: dict[str, Any] = field(default_factory=dict, init=False)
    """What an Advisor keeps of its comment, under its name, for the sentence that somebody may ask for."""

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

    def among(self, keys: Container[int]) -> Bools:
        """Which moves lead to one of some states."""
        return np.array([key in keys for key in self.keys.tolist()], dtype=np.bool_)


def restrict(situation: Situation, keep: Sequence[int]) -> Situation:
    """The same situation with only some of its moves."""
    if len(keep) == situation.count:
        return situation
    chosen = np.asarray(keep, dtype=np.intp)
    return replace(situation, **{name: getattr(situation, name)[..., chosen] for name in _BY_MOVE})


@lru_cache(maxsize=64)
def _lines(game: BoardGame) -> Ints:
    return np.array(game.board.line_masks, dtype=np.int64)


@lru_cache(maxsize=64)
def _room(game: BoardGame) -> Room:
    """Room for one survey to work in; the results are copied out of it."""
    capacity = int(board_tables(game).rules[CAPACITY]) + 8
    return Room(
        moves=np.zeros((4, capacity), dtype=np.int64),
        replies=np.zeros((5, capacity), dtype=np.int64),
        masks=np.zeros(most_masks(game), dtype=np.int64),
        table=np.zeros((ROWS, capacity + 1)),
    )


def look(
    state: BoardState, knowledge: Knowledge, seen: frozenset[int] = frozenset(), past: tuple[BoardState, ...] = ()
) -> Situation:
    """Survey a state that is not over."""
    game, room = state.game, _room(state.game)
    stand = stand_of(state)
    count = survey(board_tables(game), _lines(game), stand, knowledge.options, knowledge.lookups(), room)
    codes, theirs, mine, keys = room.moves[:, :count].copy()
    return Situation(
        state=state,
        knowledge=knowledge,
        codes=codes,
        keys=keys,
        mine=mine,
        theirs=theirs,
        after=room.table[:, :count].copy(),
        before=room.table[:, -1].copy(),
        page=knowledge.page(int(room.moves[3, -1])),
        seen=seen,
        past=past,
    )
