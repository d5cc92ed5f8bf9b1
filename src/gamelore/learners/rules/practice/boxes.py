"""Lists of boxes: the form in which a search handles rules, and how they read in Waterman's language.

A box has bounds for some variables and a move; the first box that holds a situation decides. Values fall into bins, so
that a bound is the number of a bin and a list of a hundred candidates costs nothing. Every list becomes a set of
heuristics (`to_heuristics`), which is what is played, printed and taught further.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.learners.rules.language.expressions import Both, Comparison, Name, Number, Predicate
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Definition, Heuristics

AND = " and "

Bins = tuple[int, int]
"""The first and the last bin that a box holds."""


@dataclass(frozen=True, slots=True)
class Grid:
    """What boxes may be about: variables in bins, and moves."""

    edges: Mapping[str, tuple[int, ...]]
    """For each variable the lowest value of each bin."""
    moves: Mapping[str, int]
    """For each move the code of its action: the size of a bet, 0 for a call, -1 for a drop."""
    prefixes: Mapping[str, str]
    """How the symbols of a variable are called."""

    @property
    def whole(self) -> tuple[Bins, ...]:
        """The bounds that hold everything."""
        return tuple((0, len(edges) - 1) for edges in self.edges.values())

    def list_text(self, entries: Sequence[Box]) -> str:
        """A list in one line: `VDHAND 17.. and LASTBET ..9: BET20; CALL`."""
        return "; ".join(map(self._box_text, entries))

    def _box_text(self, box: Box) -> str:
        said = []
        for (name, edges), bins, whole in zip(self.edges.items(), box.bounds, self.whole, strict=True):
            starts, stops = _ends(edges)
            said += [f"{name} {starts[bins[0]]}..{stops[bins[1]]}"] if bins != whole else []
        return ": ".join([*([AND.join(said)] if said else []), list(self.moves)[box.move]])

    def parse_list(self, text: str) -> BoxList:
        """Read such a text; ValueError if it is none."""
        return tuple(map(self._parse_box, text.split("; ")))

    def _parse_box(self, text: str) -> Box:
        said, _, move = text.rpartition(": ")
        bounds = dict(zip(self.edges, self.whole, strict=True))
        try:
            for part in said.split(AND) if said else ():
                name, ends = part.split(" ")
                (starts, stops), (least, most) = _ends(self.edges[name]), ends.split("..")
                bounds[name] = starts.index(least), stops.index(most)
            if any(low > high for low, high in bounds.values()):
                raise ValueError
            return Box(tuple(bounds.values()), list(self.moves).index(move))
        except (KeyError, ValueError):
            raise ValueError(f"expected a rule such as 'VDHAND 17.. and LASTBET ..9: BET20', found '{text}'") from None

    def binned(self, columns: Sequence[str], seen: Ints) -> Ints:
        """[case, variable]: the bins of what was seen."""
        return np.stack(
            [
                np.searchsorted(np.array(edges), seen[:, columns.index(name)], side="right") - 1
                for name, edges in self.edges.items()
            ],
            axis=1,
        )


def _ends(edges: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """How the lowest and the highest value of each bin are told; nothing where there is no bound."""
    return ["", *map(str, edges[1:])], [*(str(edge - 1) for edge in edges[1:]), ""]


@dataclass(frozen=True, slots=True)
class Box:
    """Within these bounds, this move (its number in the grid)."""

    bounds: tuple[Bins, ...]
    move: int

    def conditions(self, grid: Grid) -> int:
        """How many one-sided conditions it has."""
        return sum((a != x) + (b != y) for (a, b), (x, y) in zip(self.bounds, grid.whole, strict=True))

    def with_bounds(self, place: int, bins: Bins) -> Box:
        """The same with other bounds for one variable."""
        return replace(self, bounds=(*self.bounds[:place], bins, *self.bounds[place + 1 :]))


BoxList = tuple[Box, ...]


def holds(box: Box, bins: Ints) -> Bools:
    """[case]: whether a box holds it."""
    low, high = np.array(box.bounds).T
    inside: Bools = ((bins >= low) & (bins <= high)).all(axis=1)
    return inside


def to_heuristics(boxes: BoxList, grid: Grid, start: Heuristics, note: str = "") -> Heuristics:
    """The boxes as rules, each condition under a symbol of its own; below them, if need be, the rules of `start`."""
    symbols: dict[tuple[str, Bins], Definition] = {}
    names = list(grid.moves)
    rules = []
    for box in boxes:
        left = dict.fromkeys(start.vector, STAR)
        for (name, edges), bins in zip(grid.edges.items(), box.bounds, strict=True):
            if bins == (0, len(edges) - 1):
                continue
            if (name, bins) not in symbols:
                taken = {*start.definitions, *start.formulas, *(d.symbol for d in symbols.values())}
                free = (f"{grid.prefixes[name]}{number}" for number in itertools.count(1))
                symbol = next(word for word in free if word not in taken)
                symbols[name, bins] = Definition(symbol, name, _predicate(name, edges, bins))
            left[name] = symbols[name, bins].symbol
        rules.append(ActionRule(tuple(left.values()), names[box.move], note=note))
    below = () if boxes and boxes[-1].bounds == grid.whole else start.rules
    return start.with_definitions(*symbols.values()).with_rules((*rules, *below))


def _predicate(name: str, edges: tuple[int, ...], bins: Bins) -> Predicate:
    low, high = bins
    above = Comparison(">", Name(name), Number(float(edges[low] - 1)))
    if high == len(edges) - 1:
        return above
    below = Comparison("<", Name(name), Number(float(edges[high + 1])))
    return below if low == 0 else Both((above, below))
