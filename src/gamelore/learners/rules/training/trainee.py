"""The training procedure: seven steps from a correction to a changed list of rules (Waterman 1968, p66-67, p79-86).

A trial begins when a decision was unacceptable. The training information says which move was right, which variables
matter and how each was valued; that is itself a rule, the training rule. Definitions are learned first; then a rule
above the one that caused the error is made to catch, or one below is while those before it are made to pass, or the
training rule is inserted just above the error-causing rule. Rules that nobody taught are hypotheses, and are
generalized by making variables irrelevant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from gamelore.base.errors import UnknownName
from gamelore.learners.rules.language.definitions import (
    SIGN,
    Partition,
    Valuation,
    Variable,
    literal_symbol,
    next_number,
    plain,
    subset_for,
    to_enlarge,
)
from gamelore.learners.rules.language.expressions import Predicate
from gamelore.learners.rules.language.forms import same_form, starred, to_catch, to_pass, without_redundancies
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Definition, Heuristics, RuleMove
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.settings import IMPLICIT, RuleSettings
from gamelore.learners.rules.training.cases import CaseMemory, pruned
from gamelore.learners.rules.training.matrix import EMPTY, DecisionMatrix, turned

TOLERANCE = 3.0
"""How far the boundary of an existing subset may lie from the exact one to be used again (p85)."""


Meaning = Callable[[Matcher, str, Mapping[str, float]], str]
"""What a move amounts to in a situation, in the words of whoever judges."""
Further = Callable[[Heuristics, str], Heuristics | None]
"""A list with a move that it did not know, None where nobody knows it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Training information: the right move, and why; `note` keeps the trainer's words."""

    move: str
    reasons: tuple[Valuation, ...]
    hypothesized: bool = False
    note: str = ""
    kind: str = ""
    """The kind of situation that the decision matrix distinguishes, for reasons that came from it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What one training trial did, step by step. Rule numbers count from 1; 0 means no rule."""

    before: int
    after: int
    training_rule: ActionRule
    created: bool
    steps: tuple[str, ...]


class Trainee:
    """Heuristics that can be taught. `variables` and `partitions` say what the subvector is made of."""

    def __init__(
        self,
        heuristics: Heuristics,
        variables: tuple[Variable, ...],
        partitions: tuple[Partition, ...],
        settings: RuleSettings,
        matrix: DecisionMatrix = EMPTY,
        means: Meaning = lambda matcher, move, situation: move,
        further: Further = lambda heuristics, move: None,
    ) -> None:
        self.means, self.further = means, further
        self.variables = {variable.name: variable for variable in variables}
        self.partitions = {partition.variable: partition for partition in partitions}
        self.settings = settings
        self.matrix = matrix
        self.numbers: dict[str, int] = {}
        self.trials = 0
        self.created = 0
        self.turned: set[tuple[str, str, str]] = set()
        """Entries of the matrix that were turned round once; they are not turned again."""
        self._start = heuristics
        self._settle(self.bare())

    def _settle(self, heuristics: Heuristics) -> None:
        measures = (partition.measure for partition in self.partitions.values())
        names = dict.fromkeys((*heuristics.vector, *measures))
        self.memory = CaseMemory(tuple(names), self.settings.memory)
        self.exclusive = frozenset(k for k, name in enumerate(heuristics.vector) if name in self.partitions)
        self.replace_rules(heuristics)

    def adopt(self, heuristics: Heuristics, partitions: Iterable[Partition], more: Iterable[Variable] = ()) -> None:
        """Begin with a list that came from elsewhere, over its own classes and with whatever else it tests."""
        self.partitions = {partition.variable: partition for partition in partitions}
        self.variables |= {variable.name: variable for variable in more}
        self._settle(heuristics)

    @property
    def heuristics(self) -> Heuristics:
        """The rules as they stand."""
        return self.matcher.heuristics

    def bare(self) -> Heuristics:
        """The rules that training began with, under the classes as they are now."""
        return self._start.with_definitions(*(d for p in self.partitions.values() for d in p.definitions()))

    def replace_rules(self, heuristics: Heuristics) -> None:
        """Put another list in place of the present one."""
        self.matcher = Matcher(heuristics)

    def add_move(self, move: RuleMove) -> None:
        """A decision that was not known before."""
        self._start = replace(self._start, moves={**self._start.moves, move.name: move})
        self.replace_rules(replace(self.heuristics, moves={**self.heuristics.moves, move.name: move}))

    def match(self, situation: Mapping[str, float]) -> int:
        """The index of the rule that catches a situation, -1 if none does."""
        return self.matcher.match(self.matcher.values(situation))

    def accepts(self, index: int, move: str) -> bool:
        """Whether a rule gives this move of its own knowledge: the random rule never does, even by luck (p68)."""
        return index >= 0 and self.heuristics.rules[index].move == move

    # --- the trial ----------------------------------------------------------------------------------------------------

    def trial(self, situation: Mapping[str, float], advice: Advice) -> Trial:
        """Change the rules so that the situation leads to the advocated move. Nothing changes if the advice is bad."""
        values = self.matcher.values(situation)
        before = self.matcher.match(values)
        steps: list[str] = []
        training = self._training_rule(values, advice, steps)
        if self.settings.memory:
            self.memory.add(values, (advice.move,))
            created = self._best_edit(training, situation, steps)
        else:
            created = self._seven_steps(training, situation, steps, advice.kind)
        self.trials += 1
        self.created += created
        return Trial(before + 1, self.match(situation) + 1, training, created, tuple(steps))

    def approved(self, situation: Mapping[str, float]) -> None:
        """The trainer let a decision stand: worth remembering, for those who remember."""
        if self.settings.memory:
            values = self.matcher.values(situation)
            index = self.matcher.match(values)
            if index >= 0 and not self.heuristics.rules[index].is_random:
                self.memory.add(values, (self.heuristics.rules[index].move,))

    def _seven_steps(self, training: ActionRule, situation: Mapping[str, float], steps: list[str], kind: str) -> bool:
        """Steps 3 to 7; whether the training rule was inserted."""
        start, start_steps = self.heuristics, list(steps)
        for _ in range(2 * len(self.heuristics.rules) + 2):
            error = self.match(situation)
            if self.accepts(error, training.move):
                return False
            edited = (
                self._caught(error, training, situation, hypothesized=False)
                or self._turned(error, training, situation, kind)
                or self._caught(error, training, situation, hypothesized=True)
                or self._below(error, training, situation)
            )
            if edited is None:
                break
            self.replace_rules(edited[0])
            steps += edited[1]
        if self.settings.guard:
            self.replace_rules(start)
            steps[:] = start_steps
        inserted, said = self._inserted(self.match(situation), training)
        self.replace_rules(inserted)
        steps.append(said)
        return True

    def _inserted(self, error: int, training: ActionRule) -> tuple[Heuristics, str]:
        """Step 7: the list with the training rule just above the one that caused the error."""
        rules = list(self.heuristics.rules)
        place = error if error >= 0 else len(rules)
        rules.insert(place, training)
        return self.heuristics.with_rules(rules), f"step 7: training rule inserted as rule {place + 1}"

    # --- the trial with a memory of cases -----------------------------------------------------------------------------

    def _best_edit(self, training: ActionRule, situation: Mapping[str, float], steps: list[str]) -> bool:
        """Of all edits that steps 5 to 7 allow, the one that leaves the fewest remembered cases wrong.

        Among equals no new rule is better than a new one, then the smallest change. Definitions are private to their
        rule, so that a change never reaches another one.
        """
        if self.accepts(self.match(situation), training.move):
            return False
        training = self._private(training)
        table = self.memory.table()
        options = [
            (table.wrong(heuristics), new, change, said, heuristics)
            for heuristics, new, change, said in self._edits(training, situation)
        ]
        _, new, _, said, heuristics = min(options, key=lambda option: option[:3])
        self.replace_rules(pruned(table, heuristics).without_unused(self.class_symbols()))
        steps += said
        return new

    def _edits(
        self, training: ActionRule, situation: Mapping[str, float]
    ) -> Iterator[tuple[Heuristics, bool, float, list[str]]]:
        """Every way to make the list give the advocated move here: changed list, new rule or not, size, words."""
        error = self.match(situation)
        others = (index for index in range(len(self.heuristics.rules)) if index != error)
        for changed, size, said in self._reworked(others, error, training, situation):
            yield changed, False, size, said
        inserted, words = self._inserted(error, training)
        yield inserted, True, 0.0, [words]

    def _private(self, training: ActionRule) -> ActionRule:
        """The training rule with a symbol of its own wherever it would share a plain subset with another rule."""
        used, left = self.heuristics.used_symbols(), list(training.left)
        for k, symbol in enumerate(training.left):
            if k not in self.exclusive and symbol in used and self.heuristics.definitions[symbol].threshold():
                definition = self.heuristics.definitions[symbol]
                left[k] = self._define(self.variables[definition.of], definition.predicate, [])
        return replace(training, left=tuple(left))

    # --- the steps of the source --------------------------------------------------------------------------------------

    def _caught(
        self, error: int, training: ActionRule, situation: Mapping[str, float], *, hypothesized: bool
    ) -> tuple[Heuristics, list[str]] | None:
        """Step 5: a rule above that can be made to catch, an ordinary one or a hypothesis with the advocated move."""
        heuristics, limit = self.heuristics, self.settings.largest_change
        holds = self._holds(situation)
        for index, rule in enumerate(heuristics.rules[:error]):
            edit = None
            if hypothesized and rule.hypothesized and rule.move == training.move:
                least, promote = self.settings.least_relevant, self.settings.promote
                edit = starred(heuristics, index, training, holds, limit, self.exclusive, least, promote=promote)
            elif not (hypothesized or rule.hypothesized) and same_form(heuristics, rule, training):
                edit = to_catch(heuristics, index, training, holds, limit)
            if edit is not None:
                return edit.heuristics, [f"step 5: {edit.said}"]
        return None

    def _turned(
        self, error: int, training: ActionRule, situation: Mapping[str, float], kind: str
    ) -> tuple[Heuristics, list[str]] | None:
        """The third way to make a hypothesis catch (section 6.2): turn one operator round, and the matrix with it."""
        if not self.settings.learn_matrix:
            return None
        holds, values = self._holds(situation), self.matcher.values(situation)
        for index in range(error):
            rule = self.heuristics.rules[index]
            if not rule.hypothesized or rule.move != training.move:
                continue
            failing = [k for k, symbol in enumerate(rule.left) if symbol != STAR and not holds[symbol]]
            if len(failing) != 1 or failing[0] in self.exclusive:
                continue
            (k,) = failing
            variable = self.heuristics.vector[k]
            threshold = self.heuristics.definitions[rule.left[k]].threshold()
            if threshold is None or (rule.move, kind, variable) in self.turned:
                continue
            steps: list[str] = []
            size, edge = turned(*threshold, values[variable])
            predicate = plain(variable, "", SIGN[size], edge).predicate
            symbol = self._define(self.variables[variable], predicate, steps)
            self.turned.add((rule.move, kind, variable))
            self.matrix = self.matrix.with_entry(rule.move, kind, variable, size)
            rules = list(self.heuristics.rules)
            rules[index] = replace(rule, left=(*rule.left[:k], symbol, *rule.left[k + 1 :]))
            steps.append(f"step 5: rule {index + 1} turned round: {rule.left[k]} replaced by {symbol} ({predicate})")
            return self.heuristics.with_rules(rules), steps
        return None

    def _below(
        self, error: int, training: ActionRule, situation: Mapping[str, float]
    ) -> tuple[Heuristics, list[str]] | None:
        """Step 6: a rule below that can be made to catch, once those that catch before it are made to pass."""
        if error < 0:
            return None
        below = (k for k in range(error + 1, len(self.heuristics.rules)) if not self.heuristics.rules[k].hypothesized)
        found = next(self._reworked(below, error, training, situation), None)
        return None if found is None else (found[0], found[2])

    def _reworked(
        self, indices: Iterable[int], error: int, training: ActionRule, situation: Mapping[str, float]
    ) -> Iterator[tuple[Heuristics, float, list[str]]]:
        """Each of these rules that can be made to catch in the end: the changed list, the size of the change, words."""
        limit, holds = self.settings.largest_change, self._holds(situation)
        for index in indices:
            if same_form(self.heuristics, self.heuristics.rules[index], training):
                edit = to_catch(self.heuristics, index, training, holds, limit)
                said = [] if edit is None else [f"step {5 if index < error else 6}: {edit.said}"]
                passed = None if edit is None else self._pass_until(edit.heuristics, index, situation, said)
                if edit is not None and passed is not None:
                    yield passed[0], edit.change + passed[1], said

    def _pass_until(
        self, heuristics: Heuristics, target: int, situation: Mapping[str, float], steps: list[str]
    ) -> tuple[Heuristics, float] | None:
        """Every rule that catches before the target made to pass, and by how much; None if one cannot be."""
        total, limit, guard = 0.0, self.settings.largest_change, self.settings.guard
        while True:
            matcher = Matcher(heuristics)
            values = matcher.values(situation)
            caught = matcher.match(values)
            if caught == target:
                return heuristics, total
            if caught < 0 or caught > target:
                return None
            edit = to_pass(heuristics, caught, values, limit, self.variables, guard, self.exclusive)
            if edit is None:
                return None
            heuristics = edit.heuristics
            total += edit.change
            steps.append(f"step 6: {edit.said}")

    def _holds(self, situation: Mapping[str, float]) -> dict[str, bool]:
        """Which symbols the situation has."""
        values = self.matcher.values(situation)
        heuristics = self.heuristics
        return {
            symbol: all(self.matcher.evaluators.checker(d.predicate)(values) for d in heuristics.chain(symbol))
            for symbol in heuristics.definitions
        }

    # --- definitions --------------------------------------------------------------------------------------------------

    def _training_rule(self, values: Values, advice: Advice, steps: list[str]) -> ActionRule:
        """Step 2: learn the definitions that the reasons speak of; the training rule tests what they name."""
        if advice.move not in self.heuristics.moves:
            known = self.further(self.heuristics, advice.move)
            if known is None:
                raise UnknownName("move", advice.move, self.heuristics.moves)
            self.replace_rules(known)
        for reason in advice.reasons:
            if reason.variable not in self.variables:
                raise UnknownName("variable", reason.variable, self.variables)
            if reason.category and reason.category not in self.partitions[reason.variable].symbols:
                raise UnknownName(
                    f"class of {reason.variable}", reason.category, self.partitions[reason.variable].symbols
                )
        left = {reason.variable: self._learn(reason, values, steps) for reason in advice.reasons}
        entries = tuple(left.get(name, STAR) for name in self.heuristics.vector)
        return ActionRule(entries, advice.move, advice.hypothesized, advice.note)

    def _learn(self, reason: Valuation, values: Values, steps: list[str]) -> str:
        if reason.category:
            return self._learn_class(reason.variable, reason.category, values, steps)
        variable = self.variables[reason.variable]
        predicate = reason.predicate
        if predicate is not None:
            symbol = literal_symbol(self.heuristics, variable.name, predicate)
            return symbol or self._define(variable, predicate, steps)
        value = values[variable.name]
        symbol, threshold = subset_for(self.heuristics, variable.name, reason.size, value, TOLERANCE)
        if symbol is None and self.settings.enlargement:
            largest = self.settings.enlargement
            symbol = to_enlarge(self.heuristics, variable.name, reason.size, value, largest)
            if symbol is not None:
                larger = plain(variable.name, symbol, SIGN[reason.size], threshold)
                self.replace_rules(self.heuristics.with_definitions(larger))
                steps.append(f"step 2: {symbol} enlarged to {larger.predicate}")
        return symbol or self._define(variable, plain(variable.name, "", SIGN[reason.size], threshold).predicate, steps)

    def _learn_class(self, variable: str, category: str, values: Values, steps: list[str]) -> str:
        partition = self.partitions[variable]
        if self.settings.mode == IMPLICIT:
            return category
        taught = partition.taught(category, values[partition.measure])
        if taught != partition:
            self.partitions[variable] = taught
            self.replace_rules(self.heuristics.with_definitions(*taught.definitions()))
            steps.append(f"step 2: the classes of {variable} now begin at {taught.boundaries}")
        return category

    def _define(self, variable: Variable, predicate: Predicate, steps: list[str]) -> str:
        number = next_number(variable, self.heuristics, self.numbers)
        self.numbers[variable.name] = number
        definition = Definition(f"{variable.prefix}{number}", variable.name, predicate)
        self.replace_rules(self.heuristics.with_definitions(definition))
        steps.append(f"step 2: {definition.symbol} defined as {definition.predicate}")
        return definition.symbol

    # --- afterwards ---------------------------------------------------------------------------------------------------

    def class_symbols(self) -> tuple[str, ...]:
        """The symbols of all classes; they stay even where no rule needs them."""
        return tuple(symbol for partition in self.partitions.values() for symbol in partition.symbols)

    def remove_redundant(self) -> int:
        """Drop redundant rules and unused definitions; how many rules went."""
        heuristics, removed = without_redundancies(self.heuristics, self.class_symbols())
        self.replace_rules(heuristics)
        return removed
