"""The manners at a board: the last move is marked, and points have numbers from 1."""

from __future__ import annotations

from gamelore.app.table.board.showing import ShownBoard, shown_board
from gamelore.app.table.manners import Manners
from gamelore.games.board.game import SYMBOLS, BoardState, Move
from gamelore.games.core import Action, AnyGame, View


class BoardManners(Manners[BoardState, View[Move]]):
    """How board games are shown and their moves told."""

    def shown(self, view: View[Move], last: Action | None = None) -> ShownBoard:
        """The board with the last move."""
        state = view.state
        assert isinstance(state, BoardState)
        return shown_board(state, last)

    def seat_signs(self, game: AnyGame) -> tuple[str, ...]:
        """X and O."""
        return tuple(SYMBOLS)

    def offered(self, action: Action) -> str:
        """`5`, or `1 to 5, taking 3`."""
        if not isinstance(action, Move):
            return super().offered(action)
        return _told(action, "", "", ", taking")

    def advised(self, action: Action) -> str:
        """`play 5`, or `move 1 to 5 and take 3`."""
        if not isinstance(action, Move):
            return super().advised(action)
        return _told(action, "play ", "move ", " and take")

    def done(self, action: Action) -> str:
        """`plays 5`, or `moves 1 to 5 and takes 3`."""
        if not isinstance(action, Move):
            return super().done(action)
        return _told(action, "plays ", "moves ", " and takes")


def _told(move: Move, places: str, slides: str, takes: str) -> str:
    moved = f"{places}{move.to + 1}" if move.start is None else f"{slides}{move.start + 1} to {move.to + 1}"
    if move.capture is None:
        return moved
    return f"{moved}{takes} {' and '.join(str(place + 1) for place in (move.capture, *move.further))}"


BOARD_MANNERS = BoardManners()
