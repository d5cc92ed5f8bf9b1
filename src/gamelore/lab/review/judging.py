"""Who judges the moves of a game: the solved game, a search, or sampled worlds."""

from __future__ import annotations

from gamelore.base.errors import NotAvailable
from gamelore.games.core import AnyGame
from gamelore.lab.review.core import MoveJudge


def judge_for(game: AnyGame) -> MoveJudge:
    """Who judges the moves of a game."""
    if game.name == "draw_poker":
        from gamelore.lab.review.poker import BetJudge

        return BetJudge(game)
    if game.name == "forty_two":
        from gamelore.lab.review.forty_two import DominoJudge

        return DominoJudge()
    if game.perfect_information:
        from gamelore.lab.review.boards import board_judge

        return board_judge(game)
    raise NotAvailable(f"nobody can say what the moves of {game.name} are worth")
