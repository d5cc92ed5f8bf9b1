"""A board in plain text: drawn lines, markers, and the number of every empty position.

The same picture for every board game, made from the coordinates and lines of its `Board` alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from gamelore.games.board.board import Board
from gamelore.games.board.game import SYMBOLS, BoardState
from gamelore.games.core import AnyState, AnyView

_DOWN = 2
"""Rows between two heights of the picture, at least."""
_ACROSS = 3
"""Characters for the width of one row: a terminal's characters are higher than wide."""
_MAX_ROWS = 16


def draw_state(state: AnyState | AnyView) -> str:
    """What a person at a terminal sees of a situation: a drawn board where there is one, its text form otherwise."""
    if not isinstance(state, BoardState):
        return str(state)
    picture = draw_text(state.game.board, state.x, state.o)
    left = f", {state.left} still to place" if state.left and state.game.placements > state.left else ""
    if state.outcome() is not None:
        return picture
    name, symbol = state.game.seat_names[state.mover], SYMBOLS[state.mover]
    return f"{picture}\n{name if name == symbol else f'{name} ({symbol})'} to move{left}"


def draw_text(board: Board, x: int = 0, o: int = 0) -> str:
    """The board as lines of text."""
    labels = ["X" if x >> n & 1 else "O" if o >> n & 1 else str(n + 1) for n in range(board.size)]
    return draw_points(board.points, board.lines, labels)


def draw_points(
    points: Sequence[tuple[float, float]],
    lines: Sequence[Sequence[int]],
    labels: Sequence[str],
    paint: Callable[[int, str], str] = lambda number, label: label,
) -> str:
    """Positions with their labels and the lines between them; `paint` colours the label of a position, from 1."""
    spots = _spots(points)
    width, height = max(c for c, _ in spots) + 2, max(r for _, r in spots) + 1
    canvas = [[" "] * width for _ in range(height)]
    for line in lines:
        for a, b in pairwise(line):
            _segment(canvas, spots[a], spots[b])
    for position, (column, row) in enumerate(spots):
        label = labels[position]
        begin = column - (len(label) - 1)
        # The whole label stands in one cell, so that colour does not shift what follows.
        canvas[row][begin : column + 1] = [*[""] * (len(label) - 1), paint(position + 1, label)]
    return "\n".join("".join(row).rstrip() for row in canvas)


def _spots(points: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """Column and row of every position: as large as the closest heights need, but never taller than a screen."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    heights = sorted({round(y, 3) for y in ys})
    closest = min((b - a for a, b in pairwise(heights)), default=1.0)
    scale = min(_DOWN / closest, max(_MAX_ROWS / (heights[-1] - top), 1.0) if heights[-1] > top else 1.0)
    return [(round((x - left) * scale * _ACROSS) + 1, round((y - top) * scale)) for x, y in points]


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
