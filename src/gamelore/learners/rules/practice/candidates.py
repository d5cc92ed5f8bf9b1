"""What to try next: edits of a list, ranked by what take-backs say they would win.

Take-backs tell what each action would have won in each situation that a list got into, everything else as before. That
values every edit at once, to first order: a new box anywhere in the list, other bounds, another move, a rule less. Only
the best are then played out.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np

from gamelore.base.arrays import Bools, Floats, Indices, Ints
from gamelore.learners.rules.practice.boxes import Bins, Box, BoxList, Grid, holds
from gamelore.learners.rules.practice.judge import TakeBacks

DOUBT = 0.5
"""How many standard errors are taken off what an edit seems to win."""
EACH = 3
"""How many boxes are kept of those that do the same at the same place."""
NEW = 48
"""How many boxes are kept in all."""


class Cells:
    """Take-backs summed where the bins are the same: what each move would win more than a list did."""

    def __init__(self, found: TakeBacks, weights: Floats, grid: Grid) -> None:
        bins = grid.binned(found.columns, found.seen)
        shape = tuple(len(edges) for edges in grid.edges.values())
        places, inverse = np.unique(np.ravel_multi_index(tuple(bins.T), shape), return_inverse=True)
        weighed = found.gains * weights[found.opponent][:, None]
        self.bins: Ints = np.stack(np.unravel_index(places, shape), axis=1)
        self.gains, self.squares = (_by_cell(table, inverse, len(places)) for table in (weighed, weighed**2))
        """[cell, move], each opponent's chips counting by its weight."""
        self._held: dict[tuple[Bins, ...], Bools] = {}

    def held(self, box: Box) -> Bools:
        """[cell]: whether a box holds it."""
        if box.bounds not in self._held:
            self._held[box.bounds] = holds(box, self.bins)
        return self._held[box.bounds]

    def caught(self, boxes: BoxList) -> Ints:
        """[cell]: the number of the first box that holds it."""
        first: Ints = np.argmax(np.stack([self.held(box) for box in boxes]), axis=0)
        return first

    def promise(self, boxes: BoxList) -> float:
        """What a list seems to win more, less some doubt."""
        moves = np.array([box.move for box in boxes])[self.caught(boxes)]
        rows = np.arange(len(moves))
        gain, square = self.gains[rows, moves].sum(), self.squares[rows, moves].sum()
        return float(gain - DOUBT * np.sqrt(square))


def _by_cell(table: Floats, inverse: Indices, cells: int) -> Floats:
    sums: Floats = np.stack([np.bincount(inverse, column, cells) for column in table.T], axis=1)
    return sums


def edits(
    boxes: BoxList, grid: Grid, cells: Cells, most: int, count: int, barred: Callable[[Box], bool]
) -> list[BoxList]:
    """The most promising lists that differ from this one in one rule; at most `most` rules long, none newly barred."""
    found = []
    for _, place, box in sorted(_new_boxes(boxes, grid, cells), key=lambda new: -new[0])[:NEW]:
        longer = (*boxes[:place], box, *boxes[place:])
        # A full list gives up the rule that seems to matter least.
        full = len(boxes) >= most
        found.append(max(_without_one(longer, spare=place), key=cells.promise) if full else longer)
    found += _changed(boxes, grid)
    found += _without_one(boxes, spare=len(boxes) - 1) if len(boxes) > 1 else []
    reckless = {box for one in found for box in one if barred(box)}.difference(boxes)
    found = [one for one in found if one != boxes and reckless.isdisjoint(one)]
    rated = {one: cells.promise(one) for one in dict.fromkeys(found)}
    return sorted(rated, key=lambda one: -rated[one])[:count]


def _without_one(boxes: BoxList, spare: int) -> list[BoxList]:
    """The list without each of its rules but one; the last one stays, for it holds everything."""
    return [(*boxes[:n], *boxes[n + 1 :]) for n in range(len(boxes) - 1) if n != spare]


def _changed(boxes: BoxList, grid: Grid) -> Iterator[BoxList]:
    """Other moves, other bounds, conditions dropped, neighbours exchanged."""
    whole = grid.whole
    for n, box in enumerate(boxes):
        before, after = boxes[:n], boxes[n + 1 :]
        yield from ((*before, Box(box.bounds, move), *after) for move in range(len(grid.moves)) if move != box.move)
        if n == len(boxes) - 1:
            break
        if n < len(boxes) - 2:
            yield (*before, after[0], box, *after[1:])
        for place, (low, high) in enumerate(box.bounds):
            first, last = whole[place]
            if (low, high) == (first, last):
                continue
            lows = {first, *range(max(first, low - 3), low + 4)} if low != first else {first}
            highs = {last, *range(high - 3, min(last, high + 3) + 1)} if high != last else {last}
            for bins in itertools.product(sorted(lows), sorted(highs)):
                if bins != (low, high) and bins[0] <= bins[1]:
                    yield (*before, box.with_bounds(place, bins), *after)


def _new_boxes(boxes: BoxList, grid: Grid, cells: Cells) -> Iterator[tuple[float, int, Box]]:
    """Boxes that may be inserted: what each seems to win, its place, and the box."""
    shape = tuple(len(edges) for edges in grid.edges.values())
    caught = cells.caught(boxes)
    best: dict[tuple[int, int], dict[Box, float]] = {}
    for look in _looks(len(shape)):
        axes = tuple(axis for axis, _ in look)
        tables = [_table(cells, values, caught, len(boxes), axes, shape) for values in (cells.gains, cells.squares)]
        for at, (_, both) in enumerate(look, start=1):
            tables = [_summed(table, at, both) for table in tables]
        scores = tables[0] - DOUBT * np.sqrt(np.maximum(tables[1], 0.0))
        options = [_options(shape[axis], both) for axis, both in look]
        for place, move in itertools.product(range(len(boxes)), range(len(grid.moves))):
            flat = scores[place, ..., move].ravel()
            for index in np.argpartition(flat, -EACH)[-EACH:].tolist():
                bounds = list(grid.whole)
                where = np.unravel_index(index, scores.shape[1:-1])
                for axis, choices, chosen in zip(axes, options, where, strict=True):
                    bounds[axis] = choices[int(chosen)]
                if flat[index] > 0:
                    best.setdefault((place, move), {})[Box(tuple(bounds), move)] = float(flat[index])
    for (place, _), rated in best.items():
        for box in sorted(rated, key=lambda one: -rated[one])[:EACH]:
            yield rated[box], place, box


Look = tuple[tuple[int, bool], ...]
"""Which variables a box is about, and whether it bounds them from both sides."""


def _looks(variables: int) -> list[Look]:
    """Boxes of up to three conditions: three one-sided ones, or one variable from both sides and another."""
    three: list[Look] = [tuple((axis, False) for axis in axes) for axes in itertools.combinations(range(variables), 3)]
    return three + [((a, True), (b, False)) for a, b in itertools.permutations(range(variables), 2)]


def _table(
    cells: Cells, values: Floats, caught: Ints, places: int, axes: tuple[int, ...], shape: tuple[int, ...]
) -> Floats:
    """[place, bins of the variables, move]: sums over the cells that rules from a place on catch."""
    sizes = (places, *(shape[axis] for axis in axes))
    index = np.ravel_multi_index((caught, *(cells.bins[:, axis] for axis in axes)), sizes)
    sums = np.stack([np.bincount(index, column, math.prod(sizes)) for column in values.T], axis=1)
    table: Floats = sums.reshape(*sizes, -1)[::-1].cumsum(axis=0)[::-1].astype(np.float32)
    return table


def _options(bins: int, both: bool) -> list[Bins]:
    """The bounds of a variable in the order in which `_summed` has them."""
    if both:
        return [(low, high) for low in range(bins) for high in range(low, bins)]
    return [(0, high) for high in range(bins)] + [(low, bins - 1) for low in range(1, bins)]


def _summed(table: Floats, axis: int, both: bool) -> Floats:
    """Sums within bounds in place of sums in bins, along one axis."""
    upto = table.cumsum(axis=axis)
    nothing = np.zeros_like(np.take(upto, [0], axis=axis))
    before = np.concatenate([nothing, upto], axis=axis)
    ends = np.array(_options(table.shape[axis], both))
    found: Floats = np.take(before, ends[:, 1] + 1, axis=axis) - np.take(before, ends[:, 0], axis=axis)
    return found
