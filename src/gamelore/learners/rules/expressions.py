"""Arithmetic and Boolean expressions over named values, as LASH writes them (Waterman 1968, section 2.3).

An expression is an immutable tree with one text form, which the grammar reads back. Names are looked up in a mapping
of values; a mapping that computes what it does not hold (`matching.Values`) makes the forward search through formulas.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gamelore.base.errors import GameloreError
from gamelore.base.seeds import Rng

Evaluate: TypeAlias = Callable[[Mapping[str, float]], float]
Test: TypeAlias = Callable[[Mapping[str, float]], bool]

RNG = "random"
"""Where a mapping of values may hold the generator that `random(a,b)` draws from."""


class NoRandomness(GameloreError):
    """A chance expression was evaluated where nothing may be drawn."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: float

    def __str__(self) -> str:
        return number_text(self.value)


@dataclass(frozen=True, slots=True)
class Name:
    """The current value of a variable, a formula, or the variable behind a symbol."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Operation:
    """`left + right`, also `-`, `x` and `/`."""

    sign: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        left, right = str(self.left), str(self.right)
        if isinstance(self.left, Operation) and (self.left.sign in "x/") != (self.sign in "x/"):
            left = f"({left})"
        if isinstance(self.right, Operation) or (isinstance(self.right, Number) and self.right.value < 0):
            right = f"({right})"
        return f"{left}{self.sign}{right}"


@dataclass(frozen=True, slots=True)
class Call:
    """`random(a,b)`: an integer from a to b, both included; `floor(a)`; `ceiling(a)`."""

    function: str
    arguments: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"{self.function}({','.join(map(str, self.arguments))})"


Expression: TypeAlias = Number | Name | Operation | Call

FUNCTIONS = {"random": 2, "floor": 1, "ceiling": 1}
"""The functions an expression may call, with the number of their arguments."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left > right`, also `<`, `>=`, `<=`, `=` and `!=`."""

    sign: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        return f"{self.left}{self.sign}{self.right}"


@dataclass(frozen=True, slots=True)
class Both:
    """All of the terms hold."""

    terms: tuple[Predicate, ...]

    def __str__(self) -> str:
        return " and ".join(f"({t})" if isinstance(t, Either) else str(t) for t in self.terms)


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the terms holds."""

    terms: tuple[Predicate, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.terms))


Predicate: TypeAlias = Comparison | Both | Either

COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
_COMPUTE: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "x": operator.mul, "/": operator.truediv,
}  # fmt: skip


def number_text(value: float) -> str:
    """3, 1.5 or -12."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def names_in(part: Expression | Predicate) -> Iterator[str]:
    """Every name an expression mentions."""
    match part:
        case Name(name):
            yield name
        case Operation(_, left, right) | Comparison(_, left, right):
            yield from names_in(left)
            yield from names_in(right)
        case Call(_, parts) | Both(parts) | Either(parts):
            for inner in parts:
                yield from names_in(inner)


def is_chance(part: Expression) -> bool:
    """Whether evaluating the expression draws at random."""
    match part:
        case Call("random", _):
            return True
        case Call(_, parts):
            return any(is_chance(inner) for inner in parts)
        case Operation(_, left, right):
            return is_chance(left) or is_chance(right)
    return False


def evaluator(part: Expression) -> Evaluate:
    """A function that computes the expression from a mapping of values."""
    match part:
        case Number(value):
            constant = int(value) if float(value).is_integer() else value
            return lambda values: constant
        case Name(name):
            return operator.itemgetter(name)
        case Operation(sign, left, right):
            return _combine(_COMPUTE[sign], evaluator(left), evaluator(right))
        case Call("random", (low, high)):
            return _draw(evaluator(low), evaluator(high))
        case Call(function, (argument,)):
            rounding = math.floor if function == "floor" else math.ceil
            inner = evaluator(argument)
            return lambda values: rounding(inner(values))
    raise TypeError(f"{part!r} is no expression")


def _combine(compute: Callable[[float, float], float], left: Evaluate, right: Evaluate) -> Evaluate:
    return lambda values: compute(left(values), right(values))


def _draw(low: Evaluate, high: Evaluate) -> Evaluate:
    def draw(values: Mapping[str, float]) -> float:
        rng = values.get(RNG)
        if not isinstance(rng, Rng):
            raise NoRandomness("random(a,b) was evaluated where nothing may be drawn")
        return int(rng.integers(int(low(values)), int(high(values)) + 1))

    return draw


def tester(part: Predicate) -> Test:
    """A function that tests the predicate on a mapping of values."""
    match part:
        case Comparison(sign, left, right):
            return _compare(COMPARE[sign], evaluator(left), evaluator(right))
        case Both(terms):
            tests = tuple(map(tester, terms))
            return lambda values: all(test(values) for test in tests)
        case Either(terms):
            tests = tuple(map(tester, terms))
            return lambda values: any(test(values) for test in tests)
    raise TypeError(f"{part!r} is no predicate")


def _compare(compare: Callable[[float, float], bool], left: Evaluate, right: Evaluate) -> Test:
    return lambda values: compare(left(values), right(values))
