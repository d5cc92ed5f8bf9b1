"""Arithmetic and Boolean expressions over named values, as LASH writes them (Waterman 1968, section 2.3).

An expression is an immutable tree with one text form, which the grammar reads back. It is compiled to a Python function
over a mapping of values; a mapping that computes what it does not hold (`matching.Values`) makes the forward search
through formulas.
"""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gamelore.base.errors import GameloreError
from gamelore.base.files import LARGEST

Evaluate: TypeAlias = Callable[[Mapping[str, float]], float]
Test: TypeAlias = Callable[[Mapping[str, float]], bool]

RNG = "random"
"""Where a mapping of values may hold the generator that `random(a,b)` draws from."""


class NoRandomness(GameloreError):
    """A chance expression was evaluated where nothing may be drawn."""


class NoValue(GameloreError):
    """An expression has no value in a situation: it divides by zero, or draws from nothing."""


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


_VALUES, _QUOTIENT = "v", "quotient"
_OPERATORS: Mapping[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "x": ast.Mult(), "/": ast.Div()}
_COMPARED: Mapping[str, ast.cmpop] = {
    ">": ast.Gt(), "<": ast.Lt(), ">=": ast.GtE(), "<=": ast.LtE(), "=": ast.Eq(), "!=": ast.NotEq(),
}  # fmt: skip


def python_tree(part: Expression | Predicate, names: Mapping[str, float | str]) -> ast.expr:
    """The expression as a tree of Python, over a mapping; `names` gives constants, and other names to look up instead.

    Whatever somebody wrote enters it as a constant: a number, or a key of the mapping. No text becomes code.
    """
    match part:
        case Number(value):
            return ast.Constant(int(value) if float(value).is_integer() else float(value))
        case Name(name):
            meant = names.get(name, name)
            values = ast.Name(_VALUES, ast.Load())
            key = ast.Constant(meant)
            return ast.Subscript(values, key, ast.Load()) if isinstance(meant, str) else key
        case Operation("/", left, right) if not (isinstance(right, Number) and right.value):
            return ast.Call(ast.Name(_QUOTIENT, ast.Load()), [python_tree(left, names), python_tree(right, names)], [])
        case Operation(sign, left, right):
            return ast.BinOp(python_tree(left, names), _OPERATORS[sign], python_tree(right, names))
        case Comparison(sign, left, right):
            return ast.Compare(python_tree(left, names), [_COMPARED[sign]], [python_tree(right, names)])
        case FunctionCall(function, arguments):
            called = ast.Name(function, ast.Load())
            first: list[ast.expr] = [ast.Name(_VALUES, ast.Load())] if function == "random" else []
            return ast.Call(called, [*first, *(python_tree(argument, names) for argument in arguments)], [])
        case Both(terms) | Either(terms):
            joint = ast.And() if isinstance(part, Both) else ast.Or()
            inner = [python_tree(term, names) for term in terms]
            return inner[0] if len(inner) == 1 else ast.BoolOp(joint, inner)
    raise TypeError(f"{part!r} is no expression")


def _draw(values: Mapping[str, Any], low: float, high: float) -> int:
    rng = values.get(RNG)
    if rng is None:
        raise NoRandomness("random(a,b) was evaluated where nothing may be drawn")
    first, last = _whole(int, low), _whole(int, high)
    if not -LARGEST < first <= last < LARGEST:
        raise NoValue(f"random({low:g},{high:g}) draws from nothing")
    return int(rng.integers(first, last + 1))


def _whole(rounded: Callable[[float], int], value: float) -> int:
    if not math.isfinite(value):
        raise NoValue(f"{value:g} cannot be rounded")
    return rounded(value)


def _quotient(value: float, by: float) -> float:
    if by == 0:
        raise NoValue(f"{value:g} is divided by zero")
    return value / by


_GIVEN = {
    "__builtins__": {}, "random": _draw, "floor": functools.partial(_whole, math.floor),
    "ceiling": functools.partial(_whole, math.ceil), _QUOTIENT: _quotient,
}  # fmt: skip
"""All that the compiled expression can name."""


@functools.lru_cache(maxsize=1 << 14)
def _compiled(part: Expression | Predicate, names: tuple[tuple[str, float | str], ...]) -> Callable[[Any], Any]:
    arguments = ast.arguments([], [ast.arg(_VALUES)], None, [], [], None, [])
    whole = ast.Expression(ast.Lambda(arguments, python_tree(part, dict(names))))
    made: Callable[[Any], Any] = eval(compile(ast.fix_missing_locations(whole), "<rule>", "eval"), dict(_GIVEN))
    return made


_NO_NAMES: Mapping[str, float | str] = {}


def evaluator(part: Expression, names: Mapping[str, float | str] = _NO_NAMES) -> Evaluate:
    """A function that computes the expression from a mapping of values."""
    return _compiled(part, tuple(names.items()))


def checker(part: Predicate, names: Mapping[str, float | str] = _NO_NAMES) -> Test:
    """A function that tests the predicate on a mapping of values."""
    return _compiled(part, tuple(names.items()))
