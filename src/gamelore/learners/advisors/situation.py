"""A board state as Hoyle surveys it: every legal move with the measures of the state after it, two plies deep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.board.codes import goal_of, start_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.tables import board_tables, move_capacity, move_of
from gamelore.learners.advisors.lookups import most_masks
from gamelore.learners.advisors.rows import ROWS

if TYPE_CHECKING:
    from gamelore.learners.advisors.knowledge import Knowledge, Page


class Situation:
    """What there is to choose from, measured.

    `after[ROW]` is a measure of the states after each move and `before[ROW]` the same of the state itself; the rows
    are named in `rows.py`. The moves are those that tier 1 has left; `codes`, `keys`, `mine` and `theirs` go with
    them one to one. Whatever is learned later, a situation stays as it was surveyed.
    """

    __slots__ = (
        "after",
        "before",
        "codes",
        "keys",
        "knowledge",
        "mine",
        "notes",
        "page",
        "past",
        "seen",
        "state",
        "theirs",
    )

    def __init__(
        self,
        state: BoardState,
        knowledge: Knowledge,
        codes: Ints,
        keys: Ints,
        mine: Ints,
        theirs: Ints,
        after: Floats,
        before: Floats,
        page: Page,
        seen: frozenset[int] = frozenset(),
        past: tuple[BoardState, ...] = (),
    ) -> None:
        self.state = state
        self.knowledge = knowledge
        self.codes = codes
        self.keys = keys
        self.mine = mine
        self.theirs = theirs
        self.after = after
        self.before = before
        self.page = page
        """What is known about the state itself."""
        self.seen = seen
        """Keys of the states this player has made in the contest so far."""
        self.past = past
        """The states of the contest so far, from this player's first turn to just before this one; kept for those
        faculties that read it."""
        self.notes: dict[str, Any] = {}
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


def restrict(situation: Situation, keep: Sequence[int]) -> Situation:
    """The same situation with only some of its moves."""
    if len(keep) == situation.count:
        return situation
    chosen = np.asarray(keep, dtype=np.intp)
    return Situation(
        situation.state,
        situation.knowledge,
        situation.codes[chosen],
        situation.keys[chosen],
        situation.mine[chosen],
        situation.theirs[chosen],
        situation.after[:, chosen],
        situation.before,
        situation.page,
        situation.seen,
        situation.past,
    )


@lru_cache(maxsize=64)
def _lines(game: BoardGame) -> Ints:
    return np.array(game.board.line_masks, dtype=np.int64)


@dataclass(slots=True)
class _Room:
    """Room for one survey to work in; the results are copied out of it."""

    moves: Ints
    replies: Ints
    masks: Ints
    table: Floats


@lru_cache(maxsize=64)
def _room(game: BoardGame) -> _Room:
    capacity = move_capacity(game) + 8
    return _Room(
        np.zeros((4, capacity), dtype=np.int64),
        np.zeros((5, capacity), dtype=np.int64),
        np.zeros(most_masks(game), dtype=np.int64),
        np.zeros((ROWS, capacity + 1)),
    )


def look(
    state: BoardState, knowledge: Knowledge, seen: frozenset[int] = frozenset(), past: tuple[BoardState, ...] = ()
) -> Situation:
    """Survey a state that is not over."""
    from gamelore.learners.advisors import _kernels

    game = state.game
    room = _room(game)
    lookups = knowledge.lookups()
    count = _kernels.survey(
        board_tables(game),
        _lines(game),
        state.own,
        state.other,
        state.left,
        state.mover,
        knowledge.options,
        lookups.sure_wins,
        lookups.sure_losses,
        lookups.known,
        lookups.created,
        lookups.nearly,
        lookups.roughly,
        room.moves,
        room.replies,
        room.masks,
        room.table,
    )
    codes, theirs, mine, keys = room.moves[:, :count].copy()
    return Situation(
        state,
        knowledge,
        codes,
        keys,
        mine,
        theirs,
        room.table[:, :count].copy(),
        room.table[:, -1].copy(),
        knowledge.page(state),
        seen,
        past,
    )
