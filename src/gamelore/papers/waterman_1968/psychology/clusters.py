"""How strongly equal decisions cluster, estimated by asking: how many rules a task needs, and which K suits it.

Waterman (1968, p74-76 and p166-168) views a trainer as a decision for every point of a space. Learning is fast where
equal decisions lie together: the number of rules is about the number of clusters, the best K about their mean width.

We sample points and walk from each along every axis: wherever the decision changes on such a walk there is a boundary,
and boundaries cut the space into cells. A cluster is a set of cells of one decision that hang together. A rule says how
large each variable is and nothing of two variables at once, so it is a box of cells; a cluster that is no box needs
several rules. Both are counted, as far as the sampled points reach.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from statistics import mean

from gamelore.base.seeds import Rng

Decide = Callable[[Mapping[str, float]], str]
Cell = tuple[int, ...]
"""The number of an interval along each axis."""
Box = tuple[tuple[int, int], ...]
"""The first and the last interval along each axis."""

MOST_ASKED = 100
"""A side of a box with more cells is looked over by so many of them, drawn at random."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A variable of the space, with the numbers it may have there."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Clustering:
    """What a sample of the decision space says."""

    widths: Mapping[str, float]
    """For each axis, how far one can go on average, both ways together, before the decision changes."""
    clusters: int
    """How many sets of cells hang together by one decision, among those that hold a sampled point."""
    rules: int
    """How many boxes of one decision hold all sampled points."""

    def largest_change(self, moved: Sequence[str]) -> float:
        """The K that the widths of some axes suggest: half of the narrowest mean width, at least 1."""
        return max(1.0, min(self.widths[name] for name in moved) / 2)


def estimate_clusters(
    decide: Decide, points: Sequence[Mapping[str, float]], axes: Sequence[Axis], rng: Rng
) -> Clustering:
    """Ask for the decision at every point, along every axis from it, and in the cells between."""
    found, widths = _boundaries(decide, points, axes)
    cells = _Cells(decide, axes, found)
    sampled = sorted({cells.of(point) for point in points})
    boxes = {box for cell in sampled for box in _grown(cells, cell, rng)}
    return Clustering(widths, _joined(cells, sampled, boxes), len(_cover(sampled, sorted(boxes))))


def _boundaries(
    decide: Decide, points: Sequence[Mapping[str, float]], axes: Sequence[Axis]
) -> tuple[list[list[int]], dict[str, float]]:
    """Where intervals begin along each axis, and the mean widths."""
    starts: list[set[int]] = [{axis.low} for axis in axes]
    widths: dict[str, list[int]] = {axis.name: [] for axis in axes}
    for point in points:
        for axis, begins in zip(axes, starts, strict=True):
            told = [decide({**point, axis.name: float(at)}) for at in range(axis.low, axis.high + 1)]
            changes = [axis.low + k + 1 for k, (one, two) in enumerate(pairwise(told)) if one != two]
            begins.update(changes)
            edges = [axis.low, *changes, axis.high + 1]
            here = bisect_right(edges, int(point[axis.name])) - 1
            widths[axis.name].append(edges[here + 1] - edges[here])
    return [sorted(begins) for begins in starts], {name: mean(found) for name, found in widths.items()}


class _Cells:
    """The cells of a space; each is asked once, at its lowest corner."""

    def __init__(self, decide: Decide, axes: Sequence[Axis], starts: Sequence[Sequence[int]]) -> None:
        self.decide, self.axes, self.starts = decide, axes, starts
        self.known: dict[Cell, str] = {}

    def of(self, point: Mapping[str, float]) -> Cell:
        return tuple(
            bisect_right(begins, int(point[axis.name])) - 1 for axis, begins in zip(self.axes, self.starts, strict=True)
        )

    def decision(self, cell: Cell) -> str:
        if cell not in self.known:
            corner = zip(self.axes, self.starts, cell, strict=True)
            self.known[cell] = self.decide({axis.name: float(begins[at]) for axis, begins, at in corner})
        return self.known[cell]

    def all_decide(self, box: Box, decision: str, rng: Rng) -> bool:
        """Whether a box has one decision, as far as is asked."""
        sizes = [last - first + 1 for first, last in box]
        if prod(sizes) <= MOST_ASKED:
            inside: Iterator[Cell] = product(*(range(first, last + 1) for first, last in box))
        else:
            drawn = rng.integers(sizes, size=(MOST_ASKED, len(sizes))).tolist()
            inside = (tuple(first + at for (first, _), at in zip(box, row, strict=True)) for row in drawn)
        return all(self.decision(cell) == decision for cell in inside)


def _grown(cells: _Cells, cell: Cell, rng: Rng) -> Iterator[Box]:
    """Boxes around a cell, as large as one decision allows; each axis is the first to be stretched in one of them."""
    count, decision = len(cell), cells.decision(cell)
    for first in range(count):
        box = [(at, at) for at in cell]
        for axis in (*range(first, count), *range(first)):
            for step in (-1, 1):
                while True:
                    low, high = box[axis]
                    edge = high + 1 if step > 0 else low - 1
                    side = (*box[:axis], (edge, edge), *box[axis + 1 :])
                    if not 0 <= edge < len(cells.starts[axis]) or not cells.all_decide(side, decision, rng):
                        break
                    box[axis] = (min(low, edge), max(high, edge))
        yield tuple(box)


def _holds(box: Box, cell: Cell) -> bool:
    return all(first <= at <= last for (first, last), at in zip(box, cell, strict=True))


def _touch(one: Box, other: Box) -> bool:
    """Whether two boxes meet, or lie side by side along one axis."""
    apart = [max(a[0], b[0]) - min(a[1], b[1]) for a, b in zip(one, other, strict=True)]
    return max(apart) <= 1 and sum(gap == 1 for gap in apart) <= 1


def _joined(cells: _Cells, sampled: Sequence[Cell], boxes: set[Box]) -> int:
    """How many groups of boxes of one decision hang together."""
    by_decision: dict[str, list[Box]] = {}
    for box in sorted(boxes):
        cell = next(cell for cell in sampled if _holds(box, cell))
        by_decision.setdefault(cells.decision(cell), []).append(box)
    groups = 0
    for left in by_decision.values():
        while left:
            groups += 1
            front = [left.pop()]
            while front:
                here = front.pop()
                near = [box for box in left if _touch(here, box)]
                left[:] = [box for box in left if box not in near]
                front += near
    return groups


def _cover(sampled: Sequence[Cell], boxes: Sequence[Box]) -> list[Box]:
    """Boxes that hold all sampled cells, the one that holds most of those left first."""
    held = {box: {cell for cell in sampled if _holds(box, cell)} for box in boxes}
    left, chosen = set(sampled), list[Box]()
    while left:
        best = max(boxes, key=lambda box: len(held[box] & left))
        chosen.append(best)
        left -= held[best]
    return chosen
