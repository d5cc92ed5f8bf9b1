"""A whole list grown anew from all judged cases, in the language of the hypotheses (ours; see docs/poker-learning.md).

The procedure of the source chases the last case. Here the list begins with one rule per class of hand, the move that
was worth most there; then exceptions are put on top, one at a time, each grown greedily so that it wins the most. What
a move is worth in a case is 1 or 0 where the axioms accept it or not, or the probability that they would. Every rule
tests the class of the hand; the decision matrix says for each variable whether it counts as large or as small, and a
variable without an entry is tested for its very value.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Bools, Floats, Indices
from gamelore.learners.rules.language.definitions import LARGE, SIGN, SMALL
from gamelore.learners.rules.language.expressions import Comparison, Name, Number
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Definition, Heuristics
from gamelore.learners.rules.training.trainee import Trainee


@dataclass(frozen=True, slots=True)
class WeighedCase:
    """The subvector of a case, and what each move is worth in it."""

    values: tuple[float, ...]
    worth: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Grown:
    """A rule in the making: its class (empty if there are none), move, conditions, and the cases it covers."""

    symbol: str
    move: str
    conditions: tuple[Comparison, ...]
    covered: Indices


class Refit:
    """One refitting: the cases as columns, and every condition that the language allows on them.

    A rule has at most so many conditions besides the class; a further rule must win `least_gain` of all cases, and
    never fewer than two. The defaults were chosen on poker (14 rules are as many as the source's list has).
    """

    def __init__(
        self,
        cases: Sequence[WeighedCase],
        trainee: Trainee,
        kinds: Mapping[str, str],
        *,
        most_rules: int = 14,
        most_conditions: int = 3,
        least_gain: float = 0.01,
    ) -> None:
        self.trainee, self.kinds = trainee, kinds
        self.most_rules, self.most_conditions, self.least_gain = most_rules, most_conditions, least_gain
        self.vector = trainee.heuristics.vector
        self.columns = np.array([case.values for case in cases], dtype=float).reshape(len(cases), len(self.vector))
        self.moves = tuple(trainee.heuristics.moves)
        self.worth = np.array([[case.worth.get(move, 0.0) for move in self.moves] for case in cases], dtype=float)
        self.exclusive = next(iter(trainee.partitions), "")
        self.classes: dict[str, Indices] = {"": np.arange(len(cases))}
        if self.exclusive:
            partition = trainee.partitions[self.exclusive]
            column = self.columns[:, self.vector.index(self.exclusive)]
            place = np.searchsorted(np.array(partition.boundaries), column, side="right")
            found = {symbol: np.flatnonzero(place == k) for k, symbol in enumerate(partition.symbols)}
            self.classes = {symbol: members for symbol, members in found.items() if len(members)}

    def sizes(self, symbol: str, move: str, variable: str) -> tuple[str, ...]:
        """Whether a variable counts as large or as small for a class and a move; nothing: its very value."""
        if not self.trainee.variables[variable].ordered:
            return ()
        size = self.trainee.matrix.size(move, self.kinds.get(symbol, ""), variable)
        return (LARGE, SMALL) if size is None else (size,)

    def best_condition(self, rule: Grown, gain: Floats) -> tuple[float, Comparison] | None:
        """The condition that leaves the most gain in the cases a rule covers; None if none leaves more."""
        best: tuple[float, Comparison] | None = None
        whole = float(gain[rule.covered].sum())
        tested = {condition.left for condition in rule.conditions}
        for k, variable in enumerate(self.vector):
            if variable == self.exclusive or Name(variable) in tested:
                continue
            sizes = self.sizes(rule.symbol, rule.move, variable)
            for won, condition in _conditions(variable, self.columns[rule.covered, k], gain[rule.covered], sizes):
                if won > whole + 1e-9 and (best is None or won > best[0] + 1e-9):
                    best = (won, condition)
        return best

    def grow(self, symbol: str, move: str, now: Floats) -> tuple[float, Grown]:
        """The exception of this class and move that wins the most, one condition at a time."""
        gain = self.worth[:, self.moves.index(move)] - now
        rule = Grown(symbol, move, (), self.classes[symbol])
        for _ in range(self.most_conditions):
            found = self.best_condition(rule, gain)
            if found is None:
                break
            condition = found[1]
            column = self.columns[rule.covered, self.vector.index(str(condition.left))]
            rule = Grown(symbol, move, (*rule.conditions, condition), rule.covered[holding(condition, column)])
        return float(gain[rule.covered].sum()), rule

    def run(self) -> list[Grown]:
        """The list, exceptions first. Classes never meet, so each one finds its own best default and exceptions."""
        enough = max(2.0, self.least_gain * len(self.columns))
        grown = [self._class_rules(symbol, enough) for symbol in self.classes]
        while sum(map(len, grown)) > self.most_rules and any(len(rules) > 1 for rules in grown):
            # The exception found last in its class, and winning least, is given up first.
            tops = [rules for rules in grown if len(rules) > 1]
            min(tops, key=lambda rules: rules[0][0]).pop(0)
        return [rule for rules in grown for _, rule in rules]

    def _class_rules(self, symbol: str, enough: float) -> list[tuple[float, Grown]]:
        """For one class: the default whose exceptions leave the most worth, each rule having to win enough."""
        members = self.classes[symbol]
        best: tuple[float, list[tuple[float, Grown]]] | None = None
        for default in range(len(self.moves)):
            now = np.zeros(len(self.columns))
            now[members] = self.worth[members, default]
            rules = [(float(now.sum()), Grown(symbol, self.moves[default], (), members))]
            while len(rules) < self.most_rules:
                gain, rule = max((self.grow(symbol, move, now) for move in self.moves), key=lambda option: option[0])
                if gain < enough:
                    break
                rules.insert(0, (gain, rule))
                now[rule.covered] = self.worth[rule.covered, self.moves.index(rule.move)]
            score = float(now.sum()) - enough * len(rules)
            if best is None or score > best[0] + 1e-9:
                best = (score, rules)
        assert best is not None
        return best[1]


def _conditions(
    variable: str, column: Floats, gain: Floats, sizes: tuple[str, ...]
) -> Iterator[tuple[float, Comparison]]:
    """For each way of valuing a variable, the best threshold at a value that was seen, and what it wins."""
    values, place = np.unique(column, return_inverse=True)
    by_value = np.bincount(place, gain, len(values))
    if not sizes:
        best = int(by_value.argmax())
        yield float(by_value[best]), Comparison("=", Name(variable), Number(float(values[best])))
    for size in sizes:
        sums = by_value[::-1].cumsum()[::-1] if size == LARGE else by_value.cumsum()
        best = int(sums.argmax())
        edge = float(values[best]) + (-1 if size == LARGE else 1)
        yield float(sums[best]), Comparison(SIGN[size], Name(variable), Number(edge))


def holding(condition: Comparison, column: Floats) -> Bools:
    """Where a condition holds in a column of its variable."""
    assert isinstance(condition.right, Number)
    edge = condition.right.value
    return column > edge if condition.sign == ">" else column < edge if condition.sign == "<" else column == edge


def as_heuristics(rules: Sequence[Grown], trainee: Trainee, note: str) -> Heuristics:
    """The grown rules as hypotheses above those the trainee began with, each condition under its own symbol."""
    start = trainee.bare()
    symbols: dict[Comparison, Definition] = {}
    made = []
    for rule in rules:
        left = dict.fromkeys(start.vector, STAR)
        if rule.symbol:
            left[start.variable_of(rule.symbol)] = rule.symbol
        for condition in rule.conditions:
            variable = str(condition.left)
            if condition not in symbols:
                taken = {*start.definitions, *(d.symbol for d in symbols.values())}
                names = (f"{trainee.variables[variable].prefix}{number}" for number in itertools.count(1))
                free = next(name for name in names if name not in taken)
                symbols[condition] = Definition(free, variable, condition)
            left[variable] = symbols[condition].symbol
        made.append(ActionRule(tuple(left.values()), rule.move, hypothesized=True, note=note))
    return start.with_definitions(*symbols.values()).with_rules((*made, *start.rules))
