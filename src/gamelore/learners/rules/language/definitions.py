"""Learning what words mean: exclusive classes and overlapping subsets of a variable (Waterman 1968, p61-65).

An exclusive variable is divided into ordered classes; a lesson moves the boundary between them. An overlapping
variable has subsets that may contain each other, `V < n` for small and `V > n` for large; a lesson uses one of them
again, enlarges one, or makes a new one. Conditions stated literally ("equal to -1") are kept as they were stated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gamelore.learners.rules.language.expressions import Both, Comparison, Name, Number, Predicate
from gamelore.learners.rules.language.heuristics import Definition, Heuristics

LARGE, SMALL = "large", "small"
SIGN = {LARGE: ">", SMALL: "<"}
WORD = {">": LARGE, "<": SMALL}


@dataclass(frozen=True, slots=True)
class Variable:
    """A dynamic variable as the trainee knows it. All values are integers (p73)."""

    name: str
    prefix: str
    """How its symbols are called: prefix and number."""
    lowest: float | None = None
    """The smallest value the game can show, if there is one."""
    highest: float | None = None
    ordered: bool = True
    """Whether it makes sense to call a value large or small; otherwise hypotheses test for the very value."""


@dataclass(frozen=True, slots=True)
class Valuation:
    """One reason: how a relevant variable was valued. Exactly one of the last three says it."""

    variable: str
    size: str = ""
    """`large` or `small`."""
    category: str = ""
    """The symbol of a class of an exclusive variable."""
    predicate: Predicate | None = None


@dataclass(frozen=True, slots=True)
class Partition:
    """The classes of an exclusive variable, lowest first; `boundaries[i]` is the first value of class i+1."""

    variable: str
    measure: str
    """The name whose value is divided: the variable itself, or a function variable computed from it."""
    symbols: tuple[str, ...]
    boundaries: tuple[float, ...]

    def definitions(self) -> list[Definition]:
        """What the classes mean now."""
        edges = (None, *self.boundaries, None)
        made = []
        for symbol, low, high in zip(self.symbols, edges, edges[1:], strict=False):
            terms: list[Predicate] = []
            if low is not None:
                terms.append(Comparison(">=", Name(self.measure), Number(low)))
            if high is not None:
                terms.append(Comparison("<", Name(self.measure), Number(high)))
            made.append(Definition(symbol, self.variable, terms[0] if len(terms) == 1 else Both(tuple(terms))))
        return made

    def class_of(self, value: float) -> str:
        """The class a value belongs to."""
        return self.symbols[sum(boundary <= value for boundary in self.boundaries)]

    def taught(self, category: str, value: float) -> Partition:
        """The nearest boundary moved just far enough that the value belongs to the class; none moves in vain."""
        index = self.symbols.index(category)
        edges = list(self.boundaries)
        for k, edge in enumerate(edges):
            if k < index:
                edges[k] = min(edge, value)
            else:
                edges[k] = max(edge, value + 1)
        return replace(self, boundaries=tuple(edges))


def read_partition(heuristics: Heuristics, like: Partition) -> Partition:
    """The partition as the definitions of a saved list give it."""
    edges: list[float] = []
    for symbol in like.symbols[1:]:
        if symbol not in heuristics.definitions:
            return like
        predicate = heuristics.definitions[symbol].predicate
        first = predicate.terms[0] if isinstance(predicate, Both) else predicate
        match first:
            case Comparison(">=", Name(name), Number(value)) if name == like.measure:
                edges.append(value)
            case _:
                raise ValueError(f"'{symbol}' must begin with {like.measure}>=number, found {predicate}")
    if edges != sorted(edges):
        raise ValueError(f"the classes {', '.join(like.symbols)} overlap")
    return replace(like, boundaries=tuple(edges))


def exact_threshold(size: str, value: float) -> float:
    """The tightest threshold under which the value is still large, or small."""
    return value - 1 if size == LARGE else value + 1


def contains(sign: str, threshold: float, value: float) -> bool:
    """Whether a plain subset holds a value."""
    return value > threshold if sign == ">" else value < threshold


def plain(variable: str, symbol: str, sign: str, threshold: float) -> Definition:
    """The definition of a plain subset."""
    return Definition(symbol, variable, Comparison(sign, Name(variable), Number(threshold)))


def subset_for(
    heuristics: Heuristics, variable: str, size: str, value: float, tolerance: float
) -> tuple[str | None, float]:
    """The existing symbol to use for a value said to be large or small, or None, and the exact threshold."""
    return _nearest(heuristics, variable, size, value, tolerance, holding=True), exact_threshold(size, value)


def to_enlarge(heuristics: Heuristics, variable: str, size: str, value: float, largest: float) -> str | None:
    """The subset nearest to a value that it does not hold, if it need not be enlarged by more than KK (p64-65)."""
    return _nearest(heuristics, variable, size, value, largest, holding=False)


def _nearest(
    heuristics: Heuristics, variable: str, size: str, value: float, limit: float, *, holding: bool
) -> str | None:
    """Of the plain subsets that do, or do not, hold a value, the one whose boundary is nearest to the exact one."""
    sign, exact = SIGN[size], exact_threshold(size, value)
    near = []
    for symbol in heuristics.symbols_of(variable):
        threshold = heuristics.definitions[symbol].threshold()
        if threshold is not None and threshold[0] == sign and contains(*threshold, value) is holding:
            near.append((abs(threshold[1] - exact), symbol))
    distance, symbol = min(near, key=lambda pair: pair[0], default=(limit + 1, ""))
    return symbol if distance <= limit else None


def literal_symbol(heuristics: Heuristics, variable: str, predicate: Predicate) -> str | None:
    """The symbol that already says just this, if there is one."""
    for symbol in heuristics.symbols_of(variable):
        if heuristics.definitions[symbol].predicate == predicate:
            return symbol
    return None


def next_number(variable: Variable, heuristics: Heuristics, numbers: Mapping[str, int]) -> int:
    """The next free number of a variable's symbols; numbers are never used twice."""
    number = numbers.get(variable.name, 0) + 1
    while f"{variable.prefix}{number}" in heuristics.definitions:
        number += 1
    return number
