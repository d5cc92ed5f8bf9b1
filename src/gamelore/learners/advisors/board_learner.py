"""What all learners of board games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gamelore.base.errors import BadSetting
from gamelore.games import AnyGame
from gamelore.games.board.board import MAX_POSITIONS
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.forr import vote_again
from gamelore.learners.core import Learner, Reason


class BoardLearner(Learner):
    """A learner of board games, who learns best by watching, as Lock (2003) trained Hoyle."""

    largest_board: ClassVar[int] = MAX_POSITIONS
    """Positions of the largest board that it learns on."""

    def __init__(self, game: AnyGame, settings: Any) -> None:
        super().__init__(game, settings)
        if not isinstance(game, BoardGame):
            raise BadSetting(f"{self.kind} plays board games; {game.name} has no board")
        if not self.plays(game):
            raise BadSetting(self.refusal(game))
        self.board_game = game

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        return isinstance(game, BoardGame) and game.board.size <= cls.largest_board

    @classmethod
    def refusal(cls, game: AnyGame) -> str:
        """The board may be too large."""
        if not isinstance(game, BoardGame):
            return super().refusal(game)
        most, size = cls.largest_board, game.board.size
        return f"learner {cls.kind} learns on boards of at most {most} positions; {game.name} has {size}"

    def support(self, reasons: Sequence[Reason]) -> Mapping[str, float]:
        """The vote, recomputed from the strengths and weights that the reasons name."""
        return vote_again(reasons, "raw")

    @classmethod
    def usual_regime(cls, settings: Any) -> str:
        return "double_cycle"
