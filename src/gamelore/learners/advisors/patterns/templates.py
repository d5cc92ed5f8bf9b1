"""The Bounded Pattern Language: small shapes on the picture of any board (1996, section 3.1 and Table 2).

Five shapes: straight lines, squares, diagonals, Ls and triangles without a right angle. All but diagonals run along
drawn lines only. Lengths are in metric units, the smallest distance between two positions, and the field of view
limits them. A template is one shape at one place and size; it stands for all its images under the symmetries.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from gamelore.games.board.board import Board, Permutation, bits, mask_of
from gamelore.learners.advisors.patterns.concepts import Shape
from gamelore.learners.advisors.settings.patterns import Reading

_CLOSE = 1e-3
"""Distances, in metric units, that differ by less are the same: pictures are drawn with a few decimals."""

SHAPES: tuple[Shape, ...] = ("line", "square", "diagonal", "L", "triangle")


@dataclass(frozen=True, slots=True)
class Template:
    """A shape at its first place: the positions it asks about, and those that it covers and leaves open."""

    shape: Shape
    breadth: float
    """What the field of view limits, in metric units."""
    asked: tuple[int, ...]
    open: tuple[int, ...] = ()

    def image(self, symmetry: Permutation) -> tuple[int, ...]:
        """Where a symmetry takes the asked positions, in the template's own order."""
        return tuple(symmetry[position] for position in self.asked)


def field_of_view(board: Board) -> int:
    """How wide a template may be, in metric units; the papers do not say what their experiments used."""
    return 3 if board.size <= 9 else 4


@lru_cache(maxsize=64)
def generate(
    board: Board, symmetries: tuple[Permutation, ...], reading: Reading = "corners", view: int = 0
) -> tuple[Template, ...]:
    """Every template of a board, one for each class under the symmetries, by shape, breadth and place.

    `view` is the field of view; 0 for the one that suits the board.
    """
    limit = (view or field_of_view(board)) + _CLOSE
    found: dict[tuple[Shape, int, int], Template] = {}
    for template in _all(_Picture(board), reading):
        if template.breadth > limit:
            continue
        asked, left_open = mask_of(template.asked), mask_of(template.open)
        places = {(_image(s, asked), _image(s, left_open)) for s in symmetries}
        asked, left_open = min(places)
        found[template.shape, asked, left_open] = Template(
            template.shape, template.breadth, bits(asked), bits(left_open)
        )
    return tuple(sorted(found.values(), key=lambda t: (SHAPES.index(t.shape), round(t.breadth, 3), t.asked, t.open)))


def _image(symmetry: Permutation, mask: int) -> int:
    return mask_of(symmetry[p] for p in bits(mask))


class _Picture:
    """Distances and directions on a board, in metric units."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.points = [(x / board.unit, y / board.unit) for x, y in board.points]
        self.joined = {frozenset(pair) for line in board.lines for pair in combinations(line, 2)}

    def distance(self, a: int, b: int) -> float:
        return math.dist(self.points[a], self.points[b])

    def on_line(self, *positions: int) -> bool:
        """Whether every two of some positions stand on one drawn line."""
        return all(frozenset(pair) in self.joined for pair in combinations(positions, 2))

    def angle(self, at: int, a: int, b: int) -> float:
        """The cosine of the angle between two positions, seen from a third."""
        (x, y), (ax, ay), (bx, by) = self.points[at], self.points[a], self.points[b]
        return ((ax - x) * (bx - x) + (ay - y) * (by - y)) / (self.distance(at, a) * self.distance(at, b))

    def right(self, at: int, a: int, b: int) -> bool:
        return abs(self.angle(at, a, b)) < _CLOSE

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The positions on the straight segment between two."""
        return tuple(
            p
            for p in range(self.board.size)
            if p not in (a, b) and abs(self.distance(a, p) + self.distance(p, b) - self.distance(a, b)) < _CLOSE
        )

    def midpoint(self, a: int, b: int) -> int | None:
        """The position halfway between two, if there is one."""
        half = self.distance(a, b) / 2
        return next((p for p in self.between(a, b) if abs(self.distance(a, p) - half) < _CLOSE), None)

    def ends_here(self, at: int, towards: int) -> bool:
        """Whether no drawn line that runs from here towards a position goes on beyond here."""
        return not any(
            at in line and towards in line and any(self.angle(at, towards, p) < 0 for p in line if p != at)
            for line in self.board.lines
        )


def _all(picture: _Picture, reading: Reading) -> Iterator[Template]:
    size = picture.board.size
    for a, b in combinations(range(size), 2):
        if picture.on_line(a, b):
            yield from _lines(picture, a, b, reading)
        elif _is_diagonal(picture, a, b, reading):
            yield _shape(picture, "diagonal", (a, b), ((a, b),))
    for at in range(size):
        for a, b in combinations([p for p in range(size) if picture.on_line(at, p) and p != at], 2):
            if not picture.right(at, a, b):
                continue
            square = _square(picture, at, a, b)
            if square is not None:
                yield square
            if _is_l(picture, at, a, b, reading):
                yield _shape(picture, "L", (at, a, b), ((at, a), (at, b)))
    for a, b, c in combinations(range(size), 3):
        if picture.on_line(a, b, c) and _is_triangle(picture, a, b, c):
            yield _shape(picture, "triangle", (a, b, c), ((a, b), (a, c), (b, c)))


def _lines(picture: _Picture, a: int, b: int, reading: Reading) -> Iterator[Template]:
    """A line that asks about its midpoint (1996, Table 2), and the same with it open, as 1998 permits (section 3)."""
    between, middle = picture.between(a, b), picture.midpoint(a, b)
    if middle is None or reading != "counted":
        yield Template("line", picture.distance(a, b), (a, b), between)
    if middle is not None:
        rest = tuple(p for p in between if p != middle)
        yield Template("line", picture.distance(a, b), (a, b, middle), rest)


def _shape(picture: _Picture, shape: Shape, required: tuple[int, ...], sides: tuple[tuple[int, int], ...]) -> Template:
    """A shape with the positions between its required ones left open."""
    breadth = max(picture.distance(a, b) for a, b in combinations(required, 2))
    return Template(shape, breadth, required, tuple(p for side in sides for p in picture.between(*side)))


def _is_diagonal(picture: _Picture, a: int, b: int, reading: Reading) -> bool:
    """Joined by a segment at 45 degrees along which nothing is drawn, and not across the middle of a morris board.

    There nothing lies at the centre of the segment. With the rules for Ls this makes the 18 templates of nine men's
    morris that 1996 counts. Read as `counted`, no position lies between.
    """
    (ax, ay), (bx, by) = picture.points[a], picture.points[b]
    if abs(abs(ax - bx) - abs(ay - by)) > _CLOSE:
        return False
    if reading == "counted":
        return not picture.between(a, b)
    return picture.distance(a, b) <= 2 + _CLOSE or picture.midpoint(a, b) is not None


def _is_l(picture: _Picture, at: int, a: int, b: int, reading: Reading) -> bool:
    """Equal legs from a corner of the picture, to neighbours of any vertex, or to whatever stands at any vertex."""
    equal = abs(picture.distance(at, a) - picture.distance(at, b)) <= _CLOSE
    if reading == "corners":
        return equal and picture.ends_here(at, a) and picture.ends_here(at, b)
    return equal and (reading == "counted" or not (picture.between(at, a) or picture.between(at, b)))


def _is_triangle(picture: _Picture, a: int, b: int, c: int) -> bool:
    angles = [picture.angle(*corner) for corner in ((a, b, c), (b, a, c), (c, a, b))]
    return all(_CLOSE <= abs(cosine) < 1 - _CLOSE for cosine in angles)


def _square(picture: _Picture, at: int, a: int, b: int) -> Template | None:
    """The square with two sides from one corner, if it is drawn whole."""
    side = picture.distance(at, a)
    for opposite in range(picture.board.size):
        sides = ((at, a), (at, b), (opposite, a), (opposite, b))
        if opposite not in (at, a, b) and all(
            abs(picture.distance(*ends) - side) < _CLOSE and picture.on_line(*ends) for ends in sides
        ):
            between = tuple(p for ends in sides for p in picture.between(*ends))
            return Template("square", picture.distance(at, opposite), (at, a, b, opposite), between)
    return None
