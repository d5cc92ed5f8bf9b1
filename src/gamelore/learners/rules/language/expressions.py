"""Arithmetic and Boolean expressions over named values, as LASH writes them (Waterman 1968, section 2.3).

An expression is an immutable tree with one text form, which the grammar reads back. It is compiled to a Python function
over a mapping of values; a mapping that computes what it does not hold (`matching.Values`) makes the forward search
through formulas.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gamelore.base.errors import GameloreError

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
class FunctionCall:
    """`random(a,b)`: an integer from a to b, both included; `floor(a)`; `ceiling(a)`."""

    function: str
    arguments: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"{self.function}({','.join(map(str, self.arguments))})"


Expression: TypeAlias = Number | Name | Operation | FunctionCall

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

_PYTHON = {"=": "==", "x": "*"}
"""Signs that Python writes otherwise."""


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
        case FunctionCall(_, parts) | Both(parts) | Either(parts):
            for inner in parts:
                yield from names_in(inner)


def is_chance(part: Expression) -> bool:
    """Whether evaluating the expression draws at random."""
    match part:
        case FunctionCall("random", _):
            return True
        case FunctionCall(_, parts):
            return any(is_chance(inner) for inner in parts)
        case Operation(_, left, right):
            return is_chance(left) or is_chance(right)
    return False


def python_source(part: Expression | Predicate, names: Mapping[str, float | str]) -> str:
    """The expression in Python, over a mapping `v`; `names` gives constants, and other names to look up instead."""
    match part:
        case Number(value):
            return f"({number_text(value)})"
        case Name(name):
            meant = names.get(name, name)
            return f"v[{meant!r}]" if isinstance(meant, str) else f"({meant!r})"
        case Operation(sign, left, right) | Comparison(sign, left, right):
            return f"({python_source(left, names)} {_PYTHON.get(sign, sign)} {python_source(right, names)})"
        case FunctionCall("random", (low, high)):
            return f"draw(v, {python_source(low, names)}, {python_source(high, names)})"
        case FunctionCall(function, (argument,)):
            return f"{function}({python_source(argument, names)})"
        case Both(terms) | Either(terms):
            word = " and " if isinstance(part, Both) else " or "
            return f"({word.join(python_source(term, names) for term in terms)})"
    raise TypeError(f"{part!r} is no expression")


def _draw(values: Mapping[str, Any], low: float, high: float) -> int:
    rng = values.get(RNG)
    if rng is None:
        raise NoRandomness("random(a,b) was evaluated where nothing may be drawn")
    return int(rng.integers(int(low), int(high) + 1))


@functools.lru_cache(maxsize=1 << 14)
def _compiled(source: str) -> Callable[[Any], Any]:
    # The source is made from the tree above: numbers, quoted names, operators and three functions, nothing else.
    code = compile(f"lambda v: {source}", "<rule>", "eval")
    made: Callable[[Any], Any] = eval(code, {"draw": _draw, "floor": math.floor, "ceiling": math.ceil})
    return made


_NO_NAMES: Mapping[str, float | str] = {}


def evaluator(part: Expression, names: Mapping[str, float | str] = _NO_NAMES) -> Evaluate:
    """A function that computes the expression from a mapping of values."""
    return _compiled(python_source(part, names))


def checker(part: Predicate, names: Mapping[str, float | str] = _NO_NAMES) -> Test:
    """A function that tests the predicate on a mapping of values."""
    return _compiled(python_source(part, names))
