"""The evidence for boards: as for every open game, but a board may be solved, and positions have mirror images."""

from __future__ import annotations

from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.core import AnyGame, AnyState
from gamelore.lab.guide.open_game import OpenEvidence
from gamelore.oracles import has_easy_truth
from gamelore.oracles.board.retrograde import has_few_states


class BoardEvidence(OpenEvidence):
    """Measures lists of maxims on boards."""

    def same(self, state: AnyState) -> str:
        """A position and its mirror images are alike."""
        return str(state.normal_form()[0]) if isinstance(state, BoardState) else str(state)

    def is_small(self, game: AnyGame) -> bool:
        """Whether it is solved in a moment."""
        return isinstance(game, BoardGame) and has_few_states(game)

    def effort(self, game: AnyGame) -> int:
        """Large boards with many markers take longest, those that nobody solves longer still."""
        assert isinstance(game, BoardGame)
        return (len(game.board.points) + game.placements) * (1 if has_easy_truth(game) else 2)


BOARD = BoardEvidence()
