"""The truth of a board game: its solved table (`retrograde.py`), made or read when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.oracles.board.retrograde import Solution
from gamelore.oracles.board.solved_tables import easily_solved, solve, takes
from gamelore.oracles.board.styles import BoardChoice
from gamelore.oracles.core import Value
from gamelore.oracles.styles import Style
from gamelore.oracles.truth import Truth


class BoardTruth(Truth):
    """Win, draw or loss and the distance to it, for every state."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.board_game = game

    @property
    def is_easy(self) -> bool:
        """Whether the whole game can be solved in seconds."""
        return easily_solved(self.board_game)

    def takes(self) -> str:
        """An estimate, by the size of the table and the speed of this machine."""
        return takes(self.board_game)

    def find(self) -> None:
        """Solve the game, or read its table."""
        assert self.solution

    def whole(self) -> Solution:
        return self.solution

    def states(self) -> int:
        """How many boards the table holds."""
        return sum(found.boards for found in self.solution.counts())

    @property
    def solution(self) -> Solution:
        """The table, from disk if it is there."""
        return solve(self.board_game)

    def covers(self, state: object) -> bool:
        """Whether the table holds a state."""
        return isinstance(state, BoardState) and self.solution.covers(state)

    def value(self, state: BoardState) -> Value:
        """What a state is worth to its mover."""
        return self.solution.value(state)

    def action_values(self, state: Any) -> Sequence[tuple[Move, Value]]:
        """All of them in one call of a kernel."""
        return self.solution.action_values(state)

    def choice(self, style: Style, stray: float = 0.0) -> BoardChoice:
        """A board knows all styles."""
        return BoardChoice(self.board_game, self.solution, style, stray)
