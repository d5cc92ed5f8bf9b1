"""The strong player of games that nobody has solved: alpha-beta to a fixed depth.

It counts on outcomes; beyond its depth it prefers more markers and then more mobility. It treats partners as one and
everybody else as against them, so it takes any number of seats and teams, on nothing but the State interface. Board
games are searched in a kernel that makes the same choices some hundred times faster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gamelore.arena.players import NoLearning, pick, require_open
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.board.codes import NONE, capture_of
from gamelore.games.board.game import BoardState
from gamelore.games.board.tables import board_tables, expand, move_of
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.learners.core import Decision, Reason

_WON = 1000.0
"""More than any guess; a win is worth one less for every ply that it takes."""
DEPTH = 3
"""How many plies a search looks ahead unless it is told."""
_SAME = 1e-9


class Search(NoLearning):
    """Looks `depth` plies ahead and picks at random among the moves that look best."""

    def __init__(self, game: AnyGame, depth: int = DEPTH, name: str = "search") -> None:
        require_open(game, name)
        if depth < 1:
            raise BadSetting(f"a search looks at least one ply ahead, not {depth}")
        super().__init__(name)
        self.depth = depth
        self.teams = game.teams

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the moves that look best."""
        best, worth = self.best_actions(view.state)
        sentence = f"{', '.join(map(str, best))} look best {self.depth} plies ahead"
        return Decision(pick(rng, best), "search", lambda: (Reason("search", sentence, strength=worth),))

    def best_actions(self, state: AnyState) -> tuple[list[Action], float]:
        """The moves that look best, and how good they look."""
        if isinstance(state, BoardState):
            return self._best_on_board(state)
        return self.best_plainly(state)

    def _best_on_board(self, state: BoardState) -> tuple[list[Action], float]:
        from gamelore.arena import _kernels
        from gamelore.games.board._kernels import CAPACITY

        tables = board_tables(state.game)
        room = np.empty((self.depth + 2, 3, int(tables.rules[CAPACITY])), dtype=np.int64)
        frames = np.zeros((self.depth + 2, _kernels.FRAME), dtype=np.int64)
        bounds = np.zeros((self.depth + 2, _kernels.BOUNDS))
        rest = max(0, state.left - 1)
        found = expand(state)
        best: list[Action] = []
        worth = -math.inf
        captures = capture_of(found.codes) != NONE
        for place in (*np.flatnonzero(captures), *np.flatnonzero(~captures)):
            move, own, other = move_of(int(found.codes[place])), int(found.own[place]), int(found.other[place])
            value = -_kernels.search_value(
                tables, own, other, rest, self.depth, -math.inf, _SAME - worth, _WON, room, frames, bounds
            )
            if value > worth + _SAME:
                best, worth = [move], value
            elif value >= worth - _SAME:
                best.append(move)
        return best, worth

    def best_plainly(self, state: AnyState) -> tuple[list[Action], float]:
        """The same through the State interface alone."""
        team = self.teams[state.current_player()]
        best: list[Action] = []
        worth = -math.inf
        for action in forcing_first(state.legal_actions()):
            # Below the best by a hair, so that equals come back exact and are kept.
            value = self._value(state.child(action), team, 1, worth - _SAME, math.inf)
            if value > worth + _SAME:
                best, worth = [action], value
            elif value >= worth - _SAME:
                best.append(action)
        return best, worth

    def _value(self, state: AnyState, team: int, ply: int, low: float, high: float) -> float:
        """What a state is worth to a team, exact between `low` and `high`."""
        if state.is_terminal():
            mine = state.returns()[self.teams.index(team)]
            return mine * (_WON - ply)
        if ply == self.depth:
            return self._guess(state, team)
        mine = self.teams[state.current_player()] == team
        worth = -math.inf if mine else math.inf
        for action in forcing_first(state.legal_actions()):
            value = self._value(state.child(action), team, ply + 1, low, high)
            if mine:
                worth = max(worth, value)
                low = max(low, worth)
            else:
                worth = min(worth, value)
                high = min(high, worth)
            if low >= high:
                break
        return worth

    def _guess(self, state: AnyState, team: int) -> float:
        sign = 1.0 if self.teams[state.current_player()] == team else -1.0
        other = state.null()
        worth = 0.0 if other is None else 0.01 * (len(state.legal_actions()) - len(other.legal_actions()))
        if isinstance(state, BoardState):
            worth += state.own.bit_count() - state.other.bit_count()
        return sign * worth


def forcing_first(actions: Sequence[Action]) -> list[Action]:
    """Captures before quiet moves: they cut off most."""
    return sorted(actions, key=lambda action: getattr(action, "capture", None) is None)
