"""A board in plain text: drawn lines, markers, and the number of every empty position.

The same picture for every board game, made from the coordinates and lines of its `Board` alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from gamelore.app.table.board.showing import ShownBoard
from gamelore.app.terminal.drawing import PLAIN, Drawing
from gamelore.app.terminal.ink import Ink, Style
from gamelore.app.terminal.width import WIDEST, text_width
from gamelore.games.board.board import Board
from gamelore.games.board.game import SYMBOLS, BoardState
from gamelore.games.board.turns import left_of
from gamelore.games.core import AnyState, AnyView

_DOWN = 2
"""Rows between two heights of the picture, at least."""
_ACROSS = 3
"""Characters for the width of one row: a terminal's characters are higher than wide."""
_MAX_ROWS = 16


class BoardDrawing(Drawing[ShownBoard]):
    """A drawn board."""

    def lines(self, shown: ShownBoard, ink: Ink) -> Iterator[str]:
        """The board with the last move, and who is to move."""
        yield from self._lines(shown, [point.marker or str(point.number) for point in shown.points], ink)

    def numbered(self, shown: ShownBoard, ink: Ink = PLAIN) -> str:
        """The same with the number of every point: `X5` is a marker of X on 5."""
        return "\n".join(self._lines(shown, [f"{point.marker}{point.number}" for point in shown.points], ink))

    def _lines(self, shown: ShownBoard, labels: Sequence[str], ink: Ink) -> Iterator[str]:
        def paint(number: int, label: str) -> str:
            marker = shown.points[number - 1].marker
            style: Style = "x" if marker == "X" else "o" if marker == "O" else "faint"
            # What was just taken away is marked, too: it is empty now, and its number stands out.
            return ink(label, style, "last") if number in shown.last else ink(label, style)

        lines = [[number - 1 for number in line] for line in shown.lines]
        yield draw_points([(point.x, point.y) for point in shown.points], lines, labels, paint, text_width())
        if shown.to_move >= 0:
            symbol, name = "XO"[shown.to_move], shown.seat_names[shown.to_move]
            left = f", {shown.left} still to place" if shown.left and shown.stage == "placing" else ""
            mover = ink(symbol, "x" if symbol == "X" else "o") if name == symbol else f"{name} ({symbol})"
            yield f"{mover} to move{left}"

    def situation(self, state: AnyState | AnyView) -> str:
        """The board of a state, and who is to move."""
        if not isinstance(state, BoardState):
            return str(state)
        picture = draw_text(state.game.board, state.x, state.o, text_width())
        own = state.to_place(state.mover)
        left = f", {own} still to place" if own and state.game.placements > left_of(state.left) else ""
        if state.outcome() is not None:
            return picture
        name, symbol = state.game.seat_names[state.mover], SYMBOLS[state.mover]
        return f"{picture}\n{name if name == symbol else f'{name} ({symbol})'} to move{left}"


def draw_text(board: Board, x: int = 0, o: int = 0, width: int = WIDEST) -> str:
    """The board as lines of text."""
    labels = ["X" if x >> n & 1 else "O" if o >> n & 1 else str(n + 1) for n in range(board.size)]
    return draw_points(board.points, board.lines, labels, width=width)


def draw_points(
    points: Sequence[tuple[float, float]],
    lines: Sequence[Sequence[int]],
    labels: Sequence[str],
    paint: Callable[[int, str], str] = lambda number, label: label,
    width: int = WIDEST,
) -> str:
    """Positions with their labels and the lines between them; `paint` colours the label of a position, from 1."""
    spots = _spots(points, width)
    # The first label of a row may need more room to its left than there is.
    outside = max(0, *(len(label) - 1 - column for label, (column, _) in zip(labels, spots, strict=True)))
    spots = [(column + outside, row) for column, row in spots]
    wide, high = max(c for c, _ in spots) + 2, max(r for _, r in spots) + 1
    canvas = [[" "] * wide for _ in range(high)]
    for line in lines:
        for a, b in pairwise(line):
            _segment(canvas, spots[a], spots[b])
    for position, (column, row) in enumerate(spots):
        label = labels[position]
        begin = column - (len(label) - 1)
        # The whole label stands in one cell, so that colour does not shift what follows.
        canvas[row][begin : column + 1] = [*[""] * (len(label) - 1), paint(position + 1, label)]
    return "\n".join("".join(row).rstrip() for row in canvas)


def _spots(points: Sequence[tuple[float, float]], width: int) -> list[tuple[int, int]]:
    """Column and row of every position: as large as the closest heights need, but never larger than a screen."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    heights = sorted({round(y, 3) for y in ys})
    closest = min((b - a for a, b in pairwise(heights)), default=1.0)
    scale = min(_DOWN / closest, max(_MAX_ROWS / (heights[-1] - top), 1.0) if heights[-1] > top else 1.0)
    across = scale * _ACROSS
    if max(xs) > left:
        across = min(across, (width - 2) / (max(xs) - left))
    return [(round((x - left) * across) + 1, round((y - top) * scale)) for x, y in points]


def _segment(canvas: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    (c1, r1), (c2, r2) = sorted((start, end), key=lambda spot: (spot[1], spot[0]))
    across, down = c2 - c1, r2 - r1
    if abs(across) > 2 * _ACROSS * down:  # too flat for a slash in every row
        step = 1 if across > 0 else -1
        for column in range(c1 + step, c2, step):
            row = r1 + math.floor(down * abs(column - c1) / abs(across) + 0.5)
            canvas[row][column] = "-"
        return
    sign = "|" if across == 0 else "\\" if across > 0 else "/"
    for row in range(r1 + 1, r2):
        canvas[row][math.floor(c1 + across * (row - r1) / down + 0.5)] = sign


BOARD_DRAWING = BoardDrawing()
