"""How rules decide: parse the situation into symbols, drop it through the list, make the move (Waterman 1968, p37-39).

The source parses symbol by symbol, as the tests do. `Matcher` gives the same answer fast: for each variable it knows
which rules can still match at a value, as the bits of an integer found by bisection, so that a decision is one lookup
per variable and the lowest bit that is left in all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

from gamelore.base.errors import UnknownName
from gamelore.base.seeds import Rng
from gamelore.learners.rules.language.expressions import (
    RNG,
    Both,
    Comparison,
    Either,
    Expression,
    Name,
    Predicate,
    Test,
    checker,
    evaluator,
    is_chance,
    names_in,
)
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, Heuristics


class Values(dict[str, Any]):
    """The values of a situation; a formula's value is computed when first asked for, chance anew each time."""

    __slots__ = ("_of",)

    def __init__(self, of: Evaluators, values: Mapping[str, float], rng: Rng | None = None) -> None:
        super().__init__(values)
        self._of = of
        if rng is not None:
            self[RNG] = rng

    def __missing__(self, name: str) -> float:
        return self._of.compute(name, self)


class Evaluators:
    """The formulas of some heuristics, ready to compute; shared by all the situations they are applied to."""

    def __init__(self, heuristics: Heuristics) -> None:
        self.heuristics = heuristics
        self.names: dict[str, float | str] = {}
        """What a name stands for where it is no name of a value: a constant, or the variable behind a symbol."""
        for symbol in heuristics.definitions:
            self.names[symbol] = heuristics.variable_of(symbol)
        for name, formula in heuristics.formulas.items():
            if name not in heuristics.vector and is_constant(heuristics, formula):
                self.names[name] = float(self._constant(name))
        self._formulas = {
            name: (evaluator(formula, self.names), is_chance(formula))
            for name, formula in heuristics.formulas.items()
            if name not in self.names
        }

    def _constant(self, name: str) -> float:
        formulas = self.heuristics.formulas
        inner = {n: float(self._constant(n)) for n in names_in(formulas[name])}
        value = evaluator(formulas[name], dict(inner))({})
        return value

    def compute(self, name: str, values: Values) -> float:
        """The value of a name that the situation itself does not hold."""
        found = self._formulas.get(name)
        if found is not None:
            value = found[0](values)
            if not found[1]:
                values[name] = value
            return value
        meant = self.names.get(name)
        if meant is None:
            raise UnknownName("value", name, [*self.heuristics.vector, *self.heuristics.bookkeeping], "this situation")
        return values[meant] if isinstance(meant, str) else meant

    def values(self, situation: Mapping[str, float], rng: Rng | None = None) -> Values:
        """A situation that can also answer for the function variables."""
        return Values(self, situation, rng)

    def checker(self, predicate: Predicate) -> Test:
        """A test of the predicate, with constants and symbols resolved."""
        return checker(predicate, self.names)


class Matcher:
    """Some heuristics, compiled to decide thousands of situations per second."""

    def __init__(self, heuristics: Heuristics) -> None:
        self.heuristics = heuristics
        self.evaluators = Evaluators(heuristics)
        columns = [_column(heuristics, self.evaluators, position) for position in range(len(heuristics.vector))]
        self._columns = [column for column in columns if column is not None]
        self._all = (1 << len(heuristics.rules)) - 1
        names = self.evaluators.names
        self._moves = {
            move.name: [(str(names.get(name, name)), evaluator(part, names)) for name, part in move.changes]
            for move in heuristics.moves.values()
        }

    def matching(self, values: Values) -> int:
        """The rules that match, as bits: bit 0 is the first rule."""
        left = self._all
        for column in self._columns:
            left &= column(values)
            if not left:
                break
        return left

    def match(self, values: Values) -> int:
        """The index of the rule that catches the situation, -1 if none does."""
        left = self.matching(values)
        return (left & -left).bit_length() - 1

    def values(self, situation: Mapping[str, float], rng: Rng | None = None) -> Values:
        """A situation that can also answer for the function variables."""
        return self.evaluators.values(situation, rng)

    def move(self, index: int, values: Values, rng: Rng, allowed: Callable[[str], bool] = lambda _: True) -> str:
        """The move of a rule; the random rule draws among the moves that are allowed."""
        name = RANDOM if index < 0 else self.heuristics.rules[index].move
        if name != RANDOM:
            return name
        choices = [move for move in self.heuristics.moves if allowed(move)]
        return choices[int(rng.integers(len(choices)))] if choices else ""

    def changes(self, move: str, values: Values) -> dict[str, float]:
        """The new values of the variables that a move changes."""
        return {variable: compute(values) for variable, compute in self._moves[move]}

    def after(self, move: str, values: Values) -> dict[str, float]:
        """Step C: the subvector after a move."""
        return {variable: values[variable] for variable in self.heuristics.vector} | self.changes(move, values)


Column = Callable[[Mapping[str, float]], int]


def _column(heuristics: Heuristics, evaluators: Evaluators, position: int) -> Column | None:
    """For one variable: a function from a situation to the rules that this variable does not rule out."""
    masks: dict[str, int] = {}
    for index, rule in enumerate(heuristics.rules):
        masks[rule.left[position]] = masks.get(rule.left[position], 0) | (1 << index)
    always = masks.pop(STAR, 0)
    if not masks:
        return None
    predicates = {symbol: _whole_predicate(heuristics, symbol) for symbol in masks}
    subject = _common_subject(heuristics, predicates)
    tests = [(evaluators.checker(predicates[symbol]), mask) for symbol, mask in masks.items()]
    if subject is None:
        return _tested_column(tests, always)
    constants = evaluators.values({})
    cuts = sorted(
        {
            float(evaluator(comparison.right, evaluators.names)(constants))
            for predicate in predicates.values()
            for comparison in _comparisons(predicate)
        }
    )
    at_region = _tested_column(tests, always)
    table = [at_region({subject: _representative(cuts, region)}) for region in range(2 * len(cuts) + 1)]
    return _interval_column(subject, cuts, table)


def _tested_column(tests: list[tuple[Test, int]], always: int) -> Column:
    def column(values: Mapping[str, float]) -> int:
        mask = always
        for test, rules in tests:
            if test(values):
                mask |= rules
        return mask

    return column


def _interval_column(subject: str, cuts: list[float], table: list[int]) -> Column:
    """Region 2i+1 is the point `cuts[i]` itself, region 2i the open interval below it."""
    count = len(cuts)

    def column(values: Mapping[str, float]) -> int:
        value = values[subject]
        index = bisect_left(cuts, value)
        return table[2 * index + (index < count and cuts[index] == value)]

    return column


def _representative(cuts: list[float], region: int) -> float:
    index, at_cut = divmod(region, 2)
    if at_cut:
        return cuts[index]
    if index == 0:
        return cuts[0] - 1
    return cuts[-1] + 1 if index == len(cuts) else (cuts[index - 1] + cuts[index]) / 2


def _whole_predicate(heuristics: Heuristics, symbol: str) -> Predicate:
    parts = tuple(definition.predicate for definition in heuristics.chain(symbol))
    return parts[0] if len(parts) == 1 else Both(parts)


def _comparisons(part: Predicate) -> list[Comparison]:
    match part:
        case Comparison():
            return [part]
        case Both(terms) | Either(terms):
            return [c for term in terms for c in _comparisons(term)]
    raise TypeError(f"{part!r} is no predicate")


def _common_subject(heuristics: Heuristics, predicates: Mapping[str, Predicate]) -> str | None:
    """The one name that all predicates compare with constants, if there is one."""
    subjects = set()
    for predicate in predicates.values():
        for comparison in _comparisons(predicate):
            found = _subject(heuristics, comparison)
            if found is None:
                return None
            subjects.add(found)
    return subjects.pop() if len(subjects) == 1 else None


def _subject(heuristics: Heuristics, comparison: Comparison) -> str | None:
    left, right = comparison.left, comparison.right
    if not isinstance(left, Name) or not is_constant(heuristics, right):
        return None
    return heuristics.variable_or_none(left.name) or left.name


def is_constant(heuristics: Heuristics, part: Expression) -> bool:
    """Whether an expression has the same value in every situation."""
    return not is_chance(part) and all(
        name in heuristics.formulas and is_constant(heuristics, heuristics.formulas[name]) for name in names_in(part)
    )
