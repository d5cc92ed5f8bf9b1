"""A list of maxims: lines in order, each of which keeps the moves with the most or the fewest of something.

Begin with all legal moves. Each line that applies keeps those that it prefers, and never none; whoever follows the list
chooses by chance among what is left. Ordered lines of one cue each are how people decide quickly and well (Gigerenzer
and Goldstein 1996, "take the best"); here the lines are chosen by the results of practice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Literal, get_args

from gamelore.base.arrays import Floats, Indices
from gamelore.base.errors import BadText
from gamelore.base.notebook import list_html
from gamelore.base.registry import Late

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")  # a list of learners takes no array

Sense = Literal["most", "fewest"]
ALWAYS = "always"
MOST_LINES = 10
"""More lines than this nobody follows."""


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """One line: when a condition holds, keep the moves with the most or the fewest of a measure."""

    measure: str
    sense: Sense = "most"
    condition: str = ALWAYS

    def __str__(self) -> str:
        said = f"{self.sense} {self.measure}"
        return said if self.condition == ALWAYS else f"{self.condition}: {said}"


MaximList = tuple[Line, ...]
"""Lines in the order in which they are followed."""


@dataclass(frozen=True, slots=True)
class Maxims:
    """A list with what is known about how it was found."""

    lines: MaximList = ()
    found: Mapping[str, str | int | float] = field(default_factory=dict)
    """By which command, with which seed, from how many contests; empty for a list that a person wrote."""

    def _repr_html_(self) -> str:
        return list_html("Maxims, in the order in which they are followed", map(str, self.lines))


def parse_line(text: str) -> Line:
    """Read `most own_moves` or `quiet: fewest shared`."""
    condition, colon, rest = text.rpartition(":")
    words = rest.split()
    if len(words) != 2 or words[0] not in get_args(Sense) or (colon and not condition.strip()):
        raise BadText(f"expected a line such as 'most own_moves' or 'quiet: fewest shared', found '{text}'")
    sense: Sense = "most" if words[0] == "most" else "fewest"
    return Line(words[1], sense, condition.strip() or ALWAYS)


def list_text(lines: Sequence[Line]) -> str:
    """A list in one line, for tables and logs."""
    return "; ".join(map(str, lines))


def parse_list(text: str) -> MaximList:
    """Read such a text."""
    return tuple(parse_line(part.strip()) for part in text.split(";") if part.strip())


@dataclass(frozen=True, slots=True)
class Narrowing:
    """How a list went over the moves of a situation: the numbers of the moves that each line left."""

    kept: tuple[Indices, ...]
    """What was left before the first line, and after each."""

    @property
    def left(self) -> Indices:
        """What chance decides among."""
        return self.kept[-1]

    @property
    def narrowed(self) -> list[int]:
        """The numbers of the lines that dropped a move, counted from 0."""
        return [n for n in range(len(self.kept) - 1) if len(self.kept[n + 1]) < len(self.kept[n])]

    def dropped_by(self, line: int) -> list[int]:
        """The moves that a line dropped."""
        return sorted(set(self.kept[line].tolist()) - set(self.kept[line + 1].tolist()))


def narrow(
    lines: Sequence[Line], moves: int, values: Sequence[Floats | None], skipped: Sequence[bool] = ()
) -> Narrowing:
    """Follow a list over some moves; `values` has for each line its measure of every move, None if it does not apply.

    A line that is skipped, or whose measure the game cannot tell, keeps everything.
    """
    left = list(range(moves))
    kept: list[Indices] = [np.arange(moves)]
    for number, line in enumerate(lines):
        value = values[number]
        before = kept[-1]
        if value is not None and len(left) > 1 and not (skipped and skipped[number]):
            row = value.tolist()  # moves are few: Python is quicker with them than arrays are
            here = [row[move] for move in left]
            best = max(here) if line.sense == "most" else min(here)
            preferred = [move for move in left if row[move] == best]
            if len(preferred) < len(left) and not any(map(isnan, row)):
                left, before = preferred, np.array(preferred, dtype=before.dtype)
        kept.append(before)
    return Narrowing(tuple(kept))
