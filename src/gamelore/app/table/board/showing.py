"""What a person sees of a board game, as data: the points with their markers, the drawn lines, the last move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gamelore.app.table.data import Datum, Shown
from gamelore.games.board.game import SYMBOLS, BoardState, Move
from gamelore.games.core import Action


@dataclass(frozen=True, slots=True)
class ShownPoint(Datum):
    """One position of a board."""

    kind: ClassVar[str] = "point"
    number: int
    """From 1, as moves name it."""
    x: float
    y: float
    marker: str
    """`X`, `O` or empty."""


@dataclass(frozen=True, slots=True)
class ShownBoard(Shown):
    """A board game."""

    kind: ClassVar[str] = "board"
    points: tuple[ShownPoint, ...]
    lines: tuple[tuple[int, ...], ...]
    """The drawn lines, by the numbers of their positions."""
    to_move: int
    """The seat whose turn it is, -1 when the contest is over."""
    seat_names: tuple[str, ...]
    stage: str
    left: int
    """How many markers the side that is to move has still to place."""
    last: tuple[int, ...]
    """The positions that the last move touched: to, from and taken, as far as there are."""
    rows: tuple[tuple[int, ...], ...]
    """The rows that mean something once they are full of one side's markers, by the numbers of their positions."""
    text: str
    """The text form of the state, for `explain` and for whoever wants to copy it."""


def shown_board(state: BoardState, last: Action | None) -> ShownBoard:
    """A whole state; the positions that the last move touched are marked."""
    game, board = state.game, state.game.board
    markers = [SYMBOLS[0] if state.x >> n & 1 else SYMBOLS[1] if state.o >> n & 1 else "" for n in range(board.size)]
    points = tuple(ShownPoint(n + 1, x, y, markers[n]) for n, (x, y) in enumerate(board.points))
    touched = (last.to, last.start, last.capture, *last.further) if isinstance(last, Move) else ()
    return ShownBoard(
        points,
        tuple(tuple(n + 1 for n in line) for line in board.lines),
        state.current_player(),
        game.seat_names,
        state.stage(),
        state.to_place(state.mover),
        tuple(n + 1 for n in touched if n is not None),
        () if game.rules.line == "nothing" else tuple(tuple(n + 1 for n in row) for row in game.goal_lines),
        str(state),
    )
