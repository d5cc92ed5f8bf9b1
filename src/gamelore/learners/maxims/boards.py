"""Maxims of board games, and as far as their rules can say of any game for two that hides nothing.

The measures are those of the shared survey (`features/board/`); which of them a game has words for depends on its
rules. Own measures are added in Python (`register_measure`, or an entry point of the group `gamelore.measures`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.registry import Registry
from gamelore.games.board.arrays import move_of
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.learners.features.board.conditions import CONDITIONS
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.survey import condition_holds, measure_moves
from gamelore.learners.maxims.board_words import board_conditions, board_words
from gamelore.learners.maxims.lines import Line
from gamelore.learners.maxims.words import Word, Wording

ROW_OF = {name: row for row, name in enumerate(MEASURES)}
"""The row of each measure in a survey."""
CONDITION_NUMBER = {name: number for number, name in enumerate(CONDITIONS)}


@dataclass(frozen=True, slots=True)
class OwnMeasure:
    """A measure that a person adds: its words, and what it makes of a state and one of its actions."""

    name: str
    most: str
    fewest: str
    measure: Callable[[Any, Any], float]
    ahead: Literal[0, 1, 2] = 0
    games: tuple[str, ...] = ()
    """The names of the games that it is for; all for none."""


_OWN: Registry[OwnMeasure] = Registry("measure", {}, "gamelore.measures")


def register_measure(measure: OwnMeasure) -> OwnMeasure:
    """Make a measure known to every reader that is made from now on."""
    if measure.name in MEASURES:
        raise ValueError(f"there is a measure '{measure.name}' already")
    _OWN.register(measure.name, measure)
    return measure


def own_measures(game: AnyGame) -> dict[str, OwnMeasure]:
    """The measures that others have added for a game, by name."""
    found = {name: _OWN.find(name) for name in _OWN.names()}
    return {name: own for name, own in found.items() if not own.games or game.name in own.games}


class OpenReader:
    """Follows lists in a game for two that hides nothing, through its rules alone."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.own = own_measures(game)
        self._made: dict[int, list[AnyState]] = {}

    @cached_property
    def wording(self) -> Wording:
        """The words that lists may use."""
        own = {name: Word(own.most, own.fewest, own.ahead) for name, own in self.own.items()}
        return Wording({**board_words(self.game), **own}, board_conditions(self.game))

    def begin(self) -> None:
        """Forget the last contest."""
        self._made = {}

    def made(self, view: AnyView, action: Action) -> None:
        """Remember the position that an action makes."""
        self._made.setdefault(view.seat, []).append(view.state.child(action))

    def made_by(self, seat: int) -> Sequence[AnyState]:
        """The positions that a seat has made in this contest."""
        return self._made.get(seat, [])

    def values(self, view: AnyView, lines: Sequence[Line]) -> tuple[Sequence[Any], list[Floats | None]]:
        """The legal actions, and for each line its measure of every action; None where its condition does not hold."""
        state, made = view.state, self.made_by(view.seat)
        actions = list(state.legal_actions())
        values: list[Floats | None] = []
        for line in lines:
            if not CONDITIONS[line.condition].holds_in(state):
                values.append(None)
            elif line.measure in self.own:
                values.append(self._of_person(line, state, actions))
            else:
                measure = MEASURES[line.measure]
                values.append(np.array([measure.find(state, action, made).value for action in actions]))
        return actions, values

    def _of_person(self, line: Line, state: AnyState, actions: Sequence[Any]) -> Floats:
        return np.array([float(self.own[line.measure].measure(state, action)) for action in actions])


class BoardReader(OpenReader):
    """Follows lists in a board game, by one compiled survey of all moves."""

    def values(self, view: AnyView, lines: Sequence[Line]) -> tuple[Sequence[Any], list[Floats | None]]:
        """The same as through the rules alone."""
        state = view.state
        assert isinstance(state, BoardState)
        shared = [ROW_OF[line.measure] for line in lines if line.measure not in self.own]
        made = [after for after in self.made_by(view.seat) if isinstance(after, BoardState)]
        found = measure_moves(state, shared, made)
        actions = [move_of(code) for code in found.codes.tolist()]
        values: list[Floats | None] = []
        for line in lines:
            if not condition_holds(state, CONDITION_NUMBER[line.condition]):
                values.append(None)
            elif line.measure in self.own:
                values.append(self._of_person(line, state, actions))
            else:
                values.append(found.after[ROW_OF[line.measure]])
        return actions, values


def is_compiled(game: AnyGame, lines: Sequence[Line]) -> bool:
    """Whether kernels know every measure of some lines."""
    return isinstance(game, BoardGame) and all(line.measure in ROW_OF for line in lines)
