"""A memory of judged cases, and how many of them a list of rules decides wrongly.

The source guards against overgeneralizing by one number only (K). A memory does better: an edit that breaks more of
the cases seen than it mends is refused. Which cases a symbol holds is one integer with a bit per case, so that the
verdict on a whole list costs microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelore.base.arrays import Bools, Floats
from gamelore.learners.rules.language.expressions import Both, Comparison, Either, Predicate, checker
from gamelore.learners.rules.language.heuristics import BY_HAND, STAR, ActionRule, Heuristics

Case = tuple[tuple[float, ...], tuple[str, ...]]
"""The values of a case in the order of the memory's names, and the moves that are right in it."""


class CaseMemory:
    """The last cases, each kept once, with the moves that were right in them."""

    def __init__(self, names: Sequence[str], size: int) -> None:
        self.names = tuple(names)
        self.size = size
        self.cases: dict[tuple[float, ...], tuple[str, ...]] = {}

    def add(self, values: Mapping[str, float], right: Iterable[str]) -> None:
        """Remember a case; one that was known moves to the end, the oldest goes when there are too many."""
        key = tuple(float(values[name]) for name in self.names)
        self.cases.pop(key, None)
        self.cases[key] = tuple(right)
        while len(self.cases) > self.size:
            del self.cases[next(iter(self.cases))]

    def table(self) -> CaseTable:
        """The cases as columns."""
        return CaseTable(self.names, list(self.cases.items()))


class CaseTable:
    """Cases as columns of numbers; sets of cases are the bits of integers."""

    def __init__(self, names: Sequence[str], cases: Sequence[Case]) -> None:
        self.count = len(cases)
        rows = np.array([values for values, _ in cases], dtype=float).reshape(len(cases), len(names))
        self.columns: dict[str, Floats] = {name: rows[:, k] for k, name in enumerate(names)}
        self.everything = (1 << self.count) - 1
        self.right: dict[str, int] = {}
        for index, (_, moves) in enumerate(cases):
            for move in moves:
                self.right[move] = self.right.get(move, 0) | (1 << index)
        self._known: dict[Predicate, int] = {}

    def holding(self, predicate: Predicate) -> int:
        """The cases in which a predicate holds."""
        if predicate not in self._known:
            self._known[predicate] = bits(_mask(predicate, self.columns))
        return self._known[predicate]

    def caught(self, heuristics: Heuristics, rule: ActionRule) -> int:
        """The cases that a rule would catch if it stood alone."""
        found = self.everything
        for entry in rule.left:
            if entry != STAR:
                for definition in heuristics.chain(entry):
                    found &= self.holding(definition.predicate)
        return found

    def wrong(self, heuristics: Heuristics) -> int:
        """How many cases the list decides wrongly, or leaves to the random rule."""
        caught = [(self.caught(heuristics, rule), rule.move) for rule in heuristics.rules if not rule.is_random]
        return self.wrong_of(caught)

    def wrong_of(self, caught: Sequence[tuple[int, str]]) -> int:
        """The same from what each rule would catch and its move, in the order of the list."""
        left, errors = self.everything, 0
        for cases, move in caught:
            here = left & cases
            if here:
                errors += (here & ~self.right.get(move, 0)).bit_count()
                left &= ~here
        return errors + left.bit_count()


def bits(mask: NDArray[Any]) -> int:
    """A mask as an integer, the first element in the lowest bit."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def _mask(predicate: Predicate, columns: Mapping[str, Any]) -> Bools:
    match predicate:
        case Comparison():
            return np.asarray(checker(predicate)(columns))
        case Both(terms):
            found: Bools = np.all([_mask(term, columns) for term in terms], axis=0)
            return found
        case Either(terms):
            some: Bools = np.any([_mask(term, columns) for term in terms], axis=0)
            return some
    raise TypeError(f"{predicate!r} is no predicate")


def pruned(table: CaseTable, heuristics: Heuristics) -> Heuristics:
    """The list without the rules whose removal raises no error, tried from the bottom to the top.

    Rules that no lesson made have no cases to speak for them, and stay.
    """
    rules = list(heuristics.rules)
    kept = [index for index, rule in enumerate(rules) if not rule.is_random]
    caught = {index: (table.caught(heuristics, rules[index]), rules[index].move) for index in kept}
    errors = table.wrong_of([caught[i] for i in kept])
    for index in reversed(kept.copy()):
        if rules[index].hypothesized or rules[index].note == BY_HAND:
            continue
        without = [i for i in kept if i != index]
        now = table.wrong_of([caught[i] for i in without])
        if now <= errors:
            kept, errors = without, now
    keep = set(kept)
    return heuristics.with_rules(r for k, r in enumerate(rules) if r.is_random or k in keep)
