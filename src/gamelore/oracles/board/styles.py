"""The perfect player of a board: all styles, from the table of the solved game in a kernel (`oracles/styles.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting
from gamelore.base.little import little_work
from gamelore.games.board.arrays import move_capacity, move_of
from gamelore.games.board.board import mask_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.oracles.board.retrograde import FEW_STATES, Solution
from gamelore.oracles.core import Oracle
from gamelore.oracles.styles import STYLES, PerfectChoice, Style

if TYPE_CHECKING:
    from gamelore.oracles.board._style_kernels import Manner

OPENINGS: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {
    "tic_tac_toe": {(): ("1", "3", "5", "7", "9")},
    "lose_tic_tac_toe": {("5",): ("1", "3", "7", "9")},
}
"""For `opening_restricted`: after these moves only these answers, as the hand-coded players of 1998 must have played:
centre or corner at tic-tac-toe, a corner against the centre at lose tic-tac-toe (section 5)."""


class BoardChoice(PerfectChoice):
    """The choice of a perfect player on a board; one who is `steady` strays from it in a share of the moves."""

    styles = STYLES

    def __init__(self, game: AnyGame, oracle: Oracle, style: Style = "uniform", stray: float = 0.0) -> None:
        super().__init__(game, oracle, style, stray)
        self._openings: Mapping[Any, frozenset[Move]] = _openings(game) if style == "opening_restricted" else {}

    def chosen(self, state: AnyState) -> tuple[Action, ...]:
        """From the table where there is one."""
        return self.compiled(state) if isinstance(self.oracle, Solution) else self.plainly(state)

    def allows(self, state: AnyState, action: Action) -> bool:
        """Whether the style opens so."""
        return state not in self._openings or action in self._openings[state]

    def rank(self, child: AnyState) -> tuple[float, ...]:
        """Who is steady likes the board that comes first."""
        if self.style != "steady":
            return super().rank(child)
        assert isinstance(child, BoardState)
        return min(_read(child.transform(symmetry)) for symmetry in child.game.symmetries)

    def compiled(self, state: AnyState) -> tuple[Action, ...]:
        """The same from the table of a solved game, in a kernel."""
        from gamelore.oracles.board import _style_kernels

        assert isinstance(self.oracle, Solution)
        assert isinstance(state, BoardState)
        self.oracle.require(state)
        manner, room = self._manner, style_room(state.game)
        with little_work() if len(self.oracle.values) <= FEW_STATES else nullcontext():
            count = _style_kernels.candidates(
                self.oracle.solved, manner, manner.style, state.own, state.other, state.left, room
            )
        chosen = room[_style_kernels.CHOSEN, :count]
        return tuple(move_of(code) for code in room[_style_kernels.MOVE, chosen].tolist())

    @cached_property
    def _manner(self) -> Manner:
        return self.manner()

    def manner(self, errors: float = 0.0) -> Manner:
        """The choice as kernels take it, for a player who errs at random in a share of the moves."""
        from gamelore.oracles.board._style_kernels import Manner

        assert isinstance(self.oracle, Solution)
        rows = [(s.own, s.other, s.left, mask_of(move.to for move in allowed)) for s, allowed in self._openings.items()]
        openings = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return Manner(STYLES.index(self.style), self.stray, errors, len(self.oracle.game.symmetries), openings)


def style_room(game: BoardGame) -> Ints:
    """What the kernels of styles need to work in, for one contest at a time."""
    from gamelore.oracles.board._style_kernels import ROWS

    return np.empty((ROWS, move_capacity(game)), dtype=np.int64)


def _openings(game: AnyGame) -> Mapping[Any, frozenset[Move]]:
    if game.name not in OPENINGS:
        raise BadSetting(f"style opening_restricted is defined for {', '.join(OPENINGS)}, not for {game.name}")
    found: dict[Any, frozenset[Move]] = {}
    for moves, answers in OPENINGS[game.name].items():
        state = game.new_initial_state()
        for move in moves:
            state = state.child(game.parse_action(move))
        found[state] = frozenset(game.parse_action(answer) for answer in answers)
    return found


def _read(state: BoardState) -> tuple[int, ...]:
    """A board as it is compared: empty before the mover's markers before the other's, first position first."""
    return tuple(int(state.own >> p & 1) + 2 * int(state.other >> p & 1) for p in range(state.game.board.size))
