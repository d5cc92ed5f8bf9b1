"""The decision matrix: why a variable matters to a decision, if it does (Waterman 1968, section 3.3 and Figure 5-12).

Given beforehand for poker. The source proposes to learn it instead (section 6.2): begin with an empty matrix, and when
a rule cannot be made to catch otherwise, turn the operator of one of its symbols round and with it the matrix entry.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import resources

from gamelore.base.errors import DamagedFile
from gamelore.base.files import parse_toml
from gamelore.learners.rules.language.definitions import LARGE, SMALL, Partition, Valuation, Variable
from gamelore.learners.rules.language.expressions import Comparison, Name, Number

GOOD, POOR = "good", "poor"
OPPOSITE = {LARGE: SMALL, SMALL: LARGE}


@dataclass(frozen=True, slots=True)
class DecisionMatrix:
    """For a move, a kind of hand (`good` or `poor`) and a variable: whether it counts as large or as small."""

    entries: Mapping[tuple[str, str, str], str]

    def size(self, move: str, kind: str, variable: str) -> str | None:
        """`large`, `small`, or None where the matrix says nothing."""
        return self.entries.get((move, kind, variable))

    def with_entry(self, move: str, kind: str, variable: str, size: str) -> DecisionMatrix:
        """The matrix with one entry set."""
        return replace(self, entries={**self.entries, (move, kind, variable): size})

    def reasons(
        self,
        move: str,
        kind: str,
        values: Mapping[str, float],
        variables: Iterable[Variable],
        partitions: Mapping[str, Partition],
    ) -> tuple[Valuation, ...]:
        """A reason for every variable: its class; large or small, as the matrix says; or its very value.

        Where the matrix is silent an ordered variable counts as large, until the entry is learned.
        """
        found = []
        for variable in variables:
            name, partition = variable.name, partitions.get(variable.name)
            if partition is not None:
                found.append(Valuation(name, category=partition.class_of(values[partition.measure])))
            elif variable.ordered:
                found.append(Valuation(name, size=self.size(move, kind, name) or LARGE))
            else:
                value = Comparison("=", Name(name), Number(float(values[name])))
                found.append(Valuation(name, predicate=value))
        return tuple(found)


EMPTY = DecisionMatrix({})


def turned(sign: str, threshold: float, value: float) -> tuple[str, float]:
    """The other side of a plain subset: it holds the value, and the extreme member of the old one stays in (p162)."""
    if sign == ">":
        return SMALL, max(threshold + 2, value + 1)
    return LARGE, min(threshold - 2, value - 1)


def parse_matrix(text: str, where: str) -> DecisionMatrix:
    """The matrix of a TOML text."""
    entries: dict[tuple[str, str, str], str] = {}
    for move, row in parse_toml(text, where).items():
        if not isinstance(row, dict):
            raise DamagedFile(f"{where}: expected a table of variables under [{move}]")
        for variable, said in row.items():
            cell = said if isinstance(said, dict) else {GOOD: said, POOR: said}
            for kind in (GOOD, POOR):
                if cell.get(kind) not in tuple(OPPOSITE):
                    raise DamagedFile(f"{where}: [{move}] {variable} must be 'large' or 'small', found {said!r}")
                entries[(move, kind, variable)] = cell[kind]
    return DecisionMatrix(entries)


@functools.cache
def poker_matrix() -> DecisionMatrix:
    """The matrix of Figure 5-12."""
    text = resources.files("gamelore.learners.rules").joinpath("data/poker_matrix.toml").read_text(encoding="utf-8")
    return parse_matrix(text, "poker_matrix.toml")
