"""What all learners of board games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamelore.base.errors import BadSetting
from gamelore.games import AnyGame
from gamelore.games.board.game import BoardGame, is_board_game
from gamelore.learners.advisors.forr import vote_again
from gamelore.learners.core import Learner, Reason


class BoardLearner(Learner):
    """A learner of board games, who learns best by watching, as Lock (2003) trained Hoyle."""

    def __init__(self, game: AnyGame, settings: Any) -> None:
        super().__init__(game, settings)
        if not isinstance(game, BoardGame):
            raise BadSetting(f"{self.kind} plays board games; {game.name} has no board")
        self.board_game = game

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Board games only."""
        return is_board_game(game)

    def support(self, reasons: Sequence[Reason]) -> Mapping[str, float]:
        """The vote, recomputed from the strengths and weights that the reasons name."""
        return vote_again(reasons, "raw")

    @classmethod
    def usual_regime(cls, settings: Any) -> str:
        """Watching."""
        return "double_cycle"
