"""A board state as Hoyle sees it: the shared survey of its moves, and what is remembered about each of them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.base.registry import Late
from gamelore.games.board.arrays import board_tables
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.keys import joined, stand_of
from gamelore.learners.features.board.survey import BoardSurvey, measure_answers, survey_board

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory.knowledge import Knowledge, Page

_BY_MOVE = ("codes", "keys", "mine", "theirs", "after")


@dataclass(slots=True, kw_only=True, eq=False)
class Situation(BoardSurvey):
    """What there is to choose from, measured and looked up; `memory_rows.py` names the rows behind the shared ones.

    The moves are those that tier 1 has left. Whatever is learned later, a situation stays as it was surveyed.
    """

    keys: Ints
    """The keys of the states after the moves."""
    knowledge: Knowledge
    page: Page
    """What is known about the state itself."""
    seen: frozenset[int]
    """Keys of the states this player has made in the contest so far."""
    past: tuple[BoardState, ...]
    """The states of the contest so far, from this player's first turn to just before this one; kept for those
    faculties that read it."""
    notes: dict[str, Any] = field(default_factory=dict, init=False)
    """What an Advisor keeps of its comment, under its name, for the sentence that somebody may ask for."""
    _answers: Floats | None = field(default=None, init=False)

    def answers(self) -> Floats:
        """The rows of what could be answered to the other's replies, measured when somebody asks for them first."""
        if self._answers is None:
            self._answers = measure_answers(self)
        return self._answers

    def among(self, keys: Container[int]) -> Bools:
        """Which moves lead to one of some states."""
        return np.array([key in keys for key in self.keys.tolist()], dtype=np.bool_)


def restrict(situation: Situation, keep: Sequence[int]) -> Situation:
    """The same situation with only some of its moves."""
    if len(keep) == situation.count:
        return situation
    chosen = np.asarray(keep, dtype=np.intp)
    return replace(situation, **{name: getattr(situation, name)[..., chosen] for name in _BY_MOVE})


def look(
    state: BoardState, knowledge: Knowledge, seen: frozenset[int] = frozenset(), past: tuple[BoardState, ...] = ()
) -> Situation:
    """Survey a state that is not over, and look everything up."""
    board = survey_board(state, memory_rows.ROWS)
    words = np.empty((board.count + 1, 2), dtype=np.int64)
    asked = _kernels.Asked(board.theirs, board.mine, words, board.after, board.before)
    _kernels.recall(board_tables(state.game), stand_of(state), knowledge.lookups(), asked, knowledge.room)
    keys = joined(words)
    return Situation(
        state=state,
        codes=board.codes,
        mine=board.mine,
        theirs=board.theirs,
        after=board.after,
        before=board.before,
        keys=keys[:-1],
        knowledge=knowledge,
        page=knowledge.page(int(keys[-1])),
        seen=seen,
        past=past,
    )
