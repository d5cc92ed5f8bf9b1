"""A board as a picture and as tables: positions, coordinates, drawn lines, neighbours, symmetries.

Hoyle looks at a board the way a person does: positions with places in a picture, joined by drawn lines (Epstein,
Gelfand and Lesniak 1996, section 3.1). Everything else (neighbours, symmetries, the metric unit) follows from those
two. Positions are numbered from 1 in every text, left to right and top row first (Lock 2003, section 1.6), and from 0
inside the program, where a set of positions is an integer whose bit p stands for position p.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, pairwise

from gamelore.base.errors import BadText

MAX_POSITIONS = 63
"""A set of positions fits a 64-bit word and is never negative."""

MAX_AUTOMORPHISMS = 200
"""A board with more has so many that listing them is hopeless (a star with 30 arms has 30!)."""

_CLOSE = 1e-3
"""Positions nearer than this stand at the same place."""

_SEARCH_STEPS = 100_000

Point = tuple[float, float]
Permutation = tuple[int, ...]

_PLANE = (
    (1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
    (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""Identity, quarter, half and three-quarter turn, then the mirrors: left-right, top-bottom, main and other diagonal."""


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The positions of a set, in order."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


def mask_of(positions: Iterable[int]) -> int:
    """The set of some positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


@dataclass(frozen=True)
class Board:
    """Positions in a picture (x to the right, y downwards) and the lines drawn between them, each in order."""

    points: tuple[Point, ...]
    lines: tuple[tuple[int, ...], ...]
    row_sizes: tuple[int, ...] = ()
    """How many positions each row of a text form shows; by default a row is what stands at one height."""

    def __post_init__(self) -> None:
        n = len(self.points)
        if not 2 <= n <= MAX_POSITIONS:
            raise BadText(f"a board has 2 to {MAX_POSITIONS} positions, not {n}")
        for (i, p), (j, q) in combinations(enumerate(self.points, start=1), 2):
            if math.dist(p, q) < _CLOSE:
                raise BadText(f"positions {i} and {j} stand at the same place ({p[0]:g}, {p[1]:g})")
        for line in self.lines:
            check_line(line, n)
        if self.row_sizes and (sum(self.row_sizes) != n or min(self.row_sizes) < 1):
            raise BadText(f"rows of {self.row_sizes} positions do not add up to {n}")

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.points)

    @cached_property
    def all_positions(self) -> int:
        """The set of all positions."""
        return (1 << self.size) - 1

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """Each drawn line as a set."""
        return tuple(mask_of(line) for line in self.lines)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each position the set of positions next to it on a drawn line."""
        table = [0] * self.size
        for line in self.lines:
            for a, b in pairwise(line):
                table[a] |= 1 << b
                table[b] |= 1 << a
        return tuple(table)

    @cached_property
    def unit(self) -> float:
        """The metric unit: the smallest distance between any two positions (1996, section 3.1)."""
        return min(math.dist(p, q) for p, q in combinations(self.points, 2))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The positions in the rows that the text form of a state shows."""
        ends = list(accumulate(self.row_sizes))
        if ends:
            return tuple(tuple(range(end - size, end)) for end, size in zip(ends, self.row_sizes, strict=True))
        rows: list[list[int]] = []
        for position, (_, y) in enumerate(self.points):
            if rows and abs(self.points[rows[-1][0]][1] - y) < _CLOSE:
                rows[-1].append(position)
            else:
                rows.append([position])
        return tuple(tuple(row) for row in rows)

    @cached_property
    def plane_symmetries(self) -> tuple[Permutation, ...]:
        """Those of the eight symmetries of the plane that map the picture onto itself, identity first."""
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        found: list[Permutation] = []
        for a, b, c, d in _PLANE:
            turned = [(a * (x - cx) + b * (y - cy) + cx, c * (x - cx) + d * (y - cy) + cy) for x, y in self.points]
            near = ([i for i, q in enumerate(self.points) if math.dist(q, p) < _CLOSE] for p in turned)
            image = tuple(places[0] for places in near if places)
            if len(image) == self.size and image not in found and self._keeps_lines(image):
                found.append(image)
        return tuple(found)

    @cached_property
    def automorphisms(self) -> tuple[Permutation, ...]:
        """Every permutation that maps neighbours to neighbours and drawn lines to drawn lines, plane ones first.

        Where there are too many to list, only the plane ones, which are a group by themselves.
        """
        plane = self.plane_symmetries
        further: list[Permutation] = []
        for image in self._neighbour_maps():
            if image is None or len(plane) + len(further) > MAX_AUTOMORPHISMS:
                return plane
            if image not in plane and self._keeps_lines(image):
                further.append(image)
        return (*plane, *further)

    def _keeps_lines(self, image: Permutation) -> bool:
        lines = set(self.line_masks)
        return all(mask_of(image[p] for p in line) in lines for line in self.lines)

    def _neighbour_maps(self) -> Iterator[Permutation | None]:
        """The permutations that keep neighbours, found by placing one position after the other; None: gave up.

        Each position comes next to one that is placed already where possible, so that few images are open to it.
        """
        degrees = [mask.bit_count() for mask in self.neighbours]
        order = self._walk()
        open_images: list[Permutation] = [()]
        for _ in range(_SEARCH_STEPS):
            if not open_images:
                return
            images = open_images.pop()
            if len(images) == self.size:
                yield tuple(image for _, image in sorted(zip(order, images, strict=True)))
                continue
            position = order[len(images)]
            open_images.extend(
                (*images, candidate)
                for candidate in range(self.size)
                if candidate not in images
                and degrees[candidate] == degrees[position]
                and all(
                    (self.neighbours[position] >> p & 1) == (self.neighbours[candidate] >> q & 1)
                    for p, q in zip(order, images, strict=False)
                )
            )
        yield None

    def _walk(self) -> list[int]:
        """All positions, each after one of its neighbours where it has any before it."""
        order: list[int] = []
        for start in range(self.size):
            queue = [start] if start not in order else []
            for here in queue:
                order.append(here)
                queue += [p for p in bits(self.neighbours[here]) if p not in order and p not in queue]
        return order


def check_line(line: Sequence[int], size: int) -> None:
    """Refuse a line with fewer than two positions, one that is not on the board, or one named twice."""
    text = "-".join(str(p + 1) for p in line)
    if len(line) < 2:
        raise BadText(f"line '{text}' joins fewer than two positions")
    for p in line:
        if not 0 <= p < size:
            raise BadText(f"line '{text}' names position {p + 1}, but the board has positions 1 to {size}")
    if len(set(line)) != len(line):
        raise BadText(f"line '{text}' names a position twice; a closed line is drawn as two")


def apply(permutation: Permutation, mask: int) -> int:
    """The image of a set of positions."""
    return mask_of(permutation[p] for p in bits(mask))


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes another."""
    result = [0] * len(permutation)
    for source, image in enumerate(permutation):
        result[image] = source
    return tuple(result)
