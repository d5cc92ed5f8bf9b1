"""Boards that are grids, square or hexagonal, and the straight lines on them: what a file need not draw by hand.

A square grid is drawn with its rows and columns, points that touch at a corner being apart; a line of a game may run
aslant all the same. On a hexagonal grid, a rhombus as in hex, every point has six neighbours. Points are numbered like
those of any board, row by row from the top left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.base.errors import BadText
from gamelore.games.board.board import MAX_POSITIONS, Board, mask_of

Way = tuple[int, int]
"""Rows down and columns to the right."""

_STRAIGHT: tuple[Way, ...] = ((0, 1), (1, 0))
_ASLANT: tuple[Way, ...] = ((1, 1), (1, -1))
WAYS: dict[str, Way] = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1),
}  # fmt: skip
"""The directions of a square grid, as a file calls them."""
_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Ways:
    """In which directions the markers of a side step to empty points, and in which they take, as a file calls them."""

    steps: tuple[str, ...]
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """So many rows and columns, and whether the points lie like hexagons or like squares."""

    rows: int
    columns: int
    hexagonal: bool = False

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def directions(self) -> tuple[Way, ...]:
        """The directions in which a straight line runs, each in one of its two senses."""
        return (*_STRAIGHT, _ASLANT[1]) if self.hexagonal else (*_STRAIGHT, *_ASLANT)

    @property
    def size(self) -> int:
        """How many points there are."""
        return self.rows * self.columns

    def point(self, row: int, column: int) -> int | None:
        """The number of a point, or none beside the grid."""
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def there(self, point: int, way: Way, times: int = 1) -> int | None:
        """Where one comes by so many steps of a kind, or none beside the grid."""
        row, column = divmod(point, self.columns)
        return self.point(row + times * way[0], column + times * way[1])

    def straight(self, way: Way, length: int) -> list[tuple[int, ...]]:
        """Every line of so many points in a direction."""
        ways = ([self.there(p, way, times) for times in range(length)] for p in range(self.size))
        found = ([p for p in line if p is not None] for line in ways)
        return [tuple(line) for line in found if len(line) == length]

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of so many points, in any direction."""
        return tuple(line for way in self.directions for line in self.straight(way, length))

    def reached(self, ways: Sequence[Way]) -> tuple[int, ...]:
        """For each point the set of those that lie one step from it in some directions."""
        found = ([self.there(p, way) for way in ways] for p in range(self.size))
        return tuple(mask_of(q for q in places if q is not None) for places in found)

    def row(self, number: int) -> int:
        """The set of the points of a row, the top one being 1."""
        return mask_of(range((number - 1) * self.columns, number * self.columns))

    def board(self) -> Board:
        """The board with its drawn lines, each as long as it can be."""
        slant = 0.5 if self.hexagonal else 0.0
        high = math.sqrt(0.75) if self.hexagonal else 1.0
        places = (divmod(p, self.columns) for p in range(self.size))
        points = tuple((column + slant * row, round(high * row, 6)) for row, column in places)
        ways = self.directions if self.hexagonal else _STRAIGHT
        return Board(points, tuple(line for way in ways for line in self._whole(way)))

    def _whole(self, way: Way) -> list[tuple[int, ...]]:
        """The lines in a direction from edge to edge."""
        found = []
        for first in range(self.size):
            line = [first]
            if self.there(first, way, -1) is None:
                while (following := self.there(line[-1], way)) is not None:
                    line.append(following)
            if len(line) > 1:
                found.append(tuple(line))
        return found


def parse_grid(text: object, hexagonal: object) -> BoardGrid:
    """A grid from what its file says: `"6x7"` has six rows and seven columns."""
    match = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadText(f"[board] grid must be rows and columns such as '6x7', found {text!r:.60}")
    if not isinstance(hexagonal, bool):
        raise BadText(f"[board] hexagonal must be true or false, found {hexagonal!r:.60}")
    grid = BoardGrid(int(match[1]), int(match[2]), hexagonal)
    if grid.size > MAX_POSITIONS:
        raise BadText(f"[board] a grid of {grid} has {grid.size} points; at most {MAX_POSITIONS} are supported")
    if grid.size < 2:
        raise BadText(f"[board] a grid of {grid} has only one point")
    return grid
