"""A bidder that is two ordered lists of production rules: Waterman's rule machine on COGAP-42's parameters and labels.

As the thesis has two phases, one list grades a (hand, trump) configuration and so picks the trump; the other chooses
the call from all parameters, the last bid heard and the grade. Both are grown from the labelled hands in the language
of Waterman's hypotheses (1968; `rules/training/refit.py`): conditions on single variables, the first rule that catches
decides. The machines do not know each other; this is where they meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.forty_two.rules import PASSED
from gamelore.lab.forty_two.peers import all_values, best_configurations, choose_calls, offensive_values
from gamelore.learners.features.forty_two import DEFENCE, OFFENCE, SIZES, Situations
from gamelore.learners.rules.language.definitions import Variable
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Heuristics, RuleMove
from gamelore.learners.rules.language.listing import to_listing
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.refit import Grown, Refit, WeighedCase, as_heuristics, holding
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.learners.signatures.cogap.rote_tables import PASS_PENALTY

RULES = "rules"
GRADE = "GRADE"
_CODES = ("PENT", "LS64", "LS5", "DF64", "PRVBD")
"""Parameters whose values have no order: rules test them for the very value."""


GRADES = 6
"""Into how many grades configurations are sorted, equally many in each, by what their trump is worth."""
MOST_RULES, MOST_CONDITIONS, LEAST_GAIN = 40, 2, 0.002
"""How large the lists may become. Chosen on the set `choose`, as the grades were."""


class GrownList:
    """An ordered list grown from cases, with how often each move was right among those that a rule caught."""

    def __init__(self, names: Sequence[str], sizes: Mapping[str, int], moves: Sequence[str]) -> None:
        start = Heuristics(
            tuple(names), (ActionRule((STAR,) * len(names), RANDOM),), moves={move: RuleMove(move) for move in moves}
        )
        variables = tuple(Variable(n, f"{n}_", 0.0, sizes[n] - 1.0, ordered=n not in _CODES) for n in names)
        self._trainee = Trainee(start, variables, (), RuleSettings())
        self._names = {name: place for place, name in enumerate(names)}
        self._moves = tuple(moves)
        self.rules: tuple[Grown, ...] = ()
        self.shares: Floats = np.zeros((0, len(moves)))

    def grow(self, values: Floats, right: Ints, worth: Floats) -> None:
        """Grow the list; `right` is the move of each case, `worth` what every move would be worth in it."""
        cases = [
            WeighedCase(tuple(row), dict(zip(self._moves, some, strict=True)))
            for row, some in zip(values.tolist(), worth.tolist(), strict=True)
        ]
        limits = {"most_rules": MOST_RULES, "most_conditions": MOST_CONDITIONS}
        self.rules = tuple(Refit(cases, self._trainee, {}, least_gain=LEAST_GAIN, **limits).run())
        counts = np.zeros((len(self.rules), len(self._moves)))
        np.add.at(counts, (self.caught(values), right), 1.0)
        self.shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)

    def caught(self, values: Floats) -> Ints:
        """For each case the first rule that catches it; the last one catches all."""
        found = np.full(len(values), len(self.rules) - 1, dtype=np.int64)
        for number in reversed(range(len(self.rules))):
            catches = np.ones(len(values), dtype=bool)
            for condition in self.rules[number].conditions:
                catches &= holding(condition, values[:, self._names[str(condition.left)]])
            found[catches] = number
        return found

    def __str__(self) -> str:
        return to_listing(as_heuristics(self.rules, self._trainee, "grown from labelled hands"))


class RuleBidder:
    """Grades every trump by one list of rules and calls by another."""

    def learn(self, lessons: Lessons) -> None:
        """Grow both lists from labelled hands."""
        rows, trumps = lessons.situations.configurations()
        worth = lessons.worth[rows, trumps]
        grade = np.searchsorted(np.quantile(worth, np.arange(1, GRADES) / GRADES), worth)
        self.grading = GrownList(OFFENCE, SIZES, [f"{GRADE}_{n}" for n in range(GRADES)])
        self.grading.grow(_table(offensive_values(lessons.situations.part(rows), trumps)), grade, np.eye(GRADES)[grade])
        self.calls = np.unique(np.append(lessons.call, PASSED))
        right = np.searchsorted(self.calls, lessons.call)
        reward = np.eye(self.calls.size)[right]
        reward[lessons.call != PASSED, 0] = -PASS_PENALTY
        names = (*OFFENCE, *DEFENCE, "PRVBD", GRADE)
        self.calling = GrownList(
            names, {**SIZES, GRADE: 10 * GRADES}, ["PASS" if c == PASSED else f"BID_{c}" for c in self.calls]
        )
        self.calling.grow(self._whole(lessons.situations, lessons.trump), right, reward)

    def bid(self, situations: Situations) -> tuple[Ints, Ints]:
        """Calls and trumps; of trumps graded alike the longest."""
        rows, trumps = situations.configurations()
        values = offensive_values(situations.part(rows), trumps)
        _, trump = best_configurations(rows, trumps, self._grades(values), len(situations), values["TNUMC"])
        chances = self.calling.shares[self.calling.caught(self._whole(situations, trump))]
        return choose_calls(situations, self.calls, chances, PASS_PENALTY), trump

    def _grades(self, values: Mapping[str, Ints]) -> Floats:
        """The mean grade of the cases that the same rule caught in learning, in tenths."""
        shares = self.grading.shares[self.grading.caught(_table(values))]
        return np.round(10 * shares @ np.arange(GRADES))

    def _whole(self, situations: Situations, trumps: Ints) -> Floats:
        values = all_values(situations, trumps)
        return np.column_stack([_table(values), self._grades(values)])

    def __str__(self) -> str:
        return f"{self.grading}\n{self.calling}"


def _table(values: Mapping[str, Ints]) -> Floats:
    """Columns as one table; of more columns than the grading list knows it takes the first."""
    return np.stack(list(values.values()), axis=1).astype(np.float64)
