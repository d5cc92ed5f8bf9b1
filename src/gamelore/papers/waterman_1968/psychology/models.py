"""Ten models of how people learn a strategy: how situations are represented, stored, found (Waterman 1968, ch. 4).

A situation-action pair is a production rule; learning is the acquisition of such pairs, in one trial each, after an
error. Descriptions are made of actual numbers, of exclusive categories or of overlapping sets; they are appended to a
list, placed into it by changing definitions, or turned into a tree; and they are found by exact match, by nearness, or
by sorting down the tree. Ten of the combinations are feasible (Figure 4-1); the thesis describes four.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace

from gamelore.base.seeds import Rng
from gamelore.learners.rules.language.definitions import SIGN, Variable, contains, next_number, plain, subset_for
from gamelore.learners.rules.language.expressions import checker
from gamelore.learners.rules.language.forms import same_form
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Heuristics, RuleMove
from gamelore.papers.waterman_1968.psychology.strategy import Environment, Situation, TaughtTrial
from gamelore.papers.waterman_1968.psychology.trees import Pair, Tree, grow, leaves, sort_down

TOLERANCE = 4.0
"""How far a boundary may lie from the exact one to be used again (Figure 4-2)."""

LARGEST_CHANGE = 3.0
"""K: how far complex placement may change a definition; on the printed sequence 8 is too far and 3 is not."""


class Model(ABC):
    """Predicts the action of a situation, and learns from an error."""

    name: str

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.known: list[str] = []
        """The actions that were taught so far."""
        self.guessed = False
        """Whether a prediction was a guess since somebody last set this to False."""

    @abstractmethod
    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """The action; None while nothing is known."""

    @abstractmethod
    def store(self, trial: TaughtTrial) -> None:
        """Acquire the pair of a trial whose prediction was wrong."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many pairs, or leaves, are stored."""

    @property
    def cost(self) -> int:
        """How many comparisons the last prediction took: the stand-in for latency."""
        return self._cost

    _cost = 0

    def learn(self, trial: TaughtTrial, predicted: str | None) -> bool:
        """One trial; whether it was an error."""
        if predicted == trial.action:
            return False
        self.store(trial)
        if trial.action not in self.known:
            self.known.append(trial.action)
        return True

    def guess(self, rng: Rng) -> str | None:
        """One of the known actions at random."""
        self.guessed = bool(self.known)
        return self.known[int(rng.integers(len(self.known)))] if self.known else None


class _ListModel(Model):
    """Pairs in a list, appended at the end: simple placement."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.pairs: list[Pair] = []

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self.pairs)

    def __str__(self) -> str:
        return "; ".join(f"{','.join('*' if e is None else str(e) for e in d)}->{a}" for d, a in self.pairs)

    def describe(self, situation: Situation) -> tuple[object, ...]:
        """The entries of a situation, as this model represents them."""
        return situation

    def teach(self, trial: TaughtTrial) -> tuple[object, ...]:
        """The entries of a taught situation, definitions learned on the way."""
        return self.describe(trial.situation)

    def store(self, trial: TaughtTrial) -> None:
        """Append the description, irrelevant entries left open."""
        entries = self.teach(trial)
        names = [attribute.name for attribute in self.environment.attributes]
        open_ = (entry if name in trial.reasons else None for name, entry in zip(names, entries, strict=True))
        self.pairs.append((tuple(open_), trial.action))


class _Exclusive(_ListModel):
    """Entries are exclusive categories, whose boundaries are learned."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.classes = {attribute.name: attribute.classes for attribute in environment.attributes}

    def describe(self, situation: Situation) -> tuple[object, ...]:
        """The category of each number."""
        return tuple(p.class_of(value) for p, value in zip(self.classes.values(), situation, strict=True))

    def teach(self, trial: TaughtTrial) -> tuple[object, ...]:
        """The same, after moving the boundaries that the reasons contradict."""
        for (name, partition), value in zip(list(self.classes.items()), trial.situation, strict=True):
            if name in trial.reasons:
                self.classes[name] = partition.taught(trial.reasons[name], value)
        return self.describe(trial.situation)


def _matches(entry: object, here: object) -> bool:
    return entry is None or entry == here


class _Search(_ListModel):
    """Retrieval by simple search: the first pair that matches exactly, else a guess."""

    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """Search from the top."""
        here = self.describe(situation)
        for number, (description, action) in enumerate(self.pairs, start=1):
            self._cost = number
            if all(_matches(entry, one) for entry, one in zip(description, here, strict=True)):
                return action
        return self.guess(rng)


class _Nearest(_ListModel):
    """Retrieval by stimulus generalization: the pair whose description is nearest, the earliest of equals."""

    def distance(self, description: tuple[object, ...], here: tuple[object, ...]) -> float:
        """For categories: in how many entries they differ."""
        return float(sum(not _matches(entry, one) for entry, one in zip(description, here, strict=True)))

    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """Compare with every pair."""
        self._cost = len(self.pairs)
        if not self.pairs:
            return None
        here = self.describe(situation)
        return min(self.pairs, key=lambda pair: self.distance(pair[0], here))[1]


class Simple(_Search):
    """Actual numbers, appended, searched exactly: learns nothing but what it has seen."""

    name = "simple"


class StimulusGeneralization(_Nearest):
    """Actual numbers, appended, the nearest one wins."""

    name = "stimulus generalization"

    def distance(self, description: tuple[object, ...], here: tuple[object, ...]) -> float:
        """Euclidean, over the entries that are relevant; an irrelevant one makes the description a hyperplane."""
        numbers = [(e, o) for e, o in zip(description, here, strict=True) if e is not None]
        return math.dist([float(str(e)) for e, _ in numbers], [float(str(o)) for _, o in numbers])


class ExclusiveSearch(_Exclusive, _Search):
    """Exclusive categories, appended, searched exactly."""

    name = "exclusive search"


class ExclusiveNearest(_Exclusive, _Nearest):
    """Exclusive categories, appended, the one with the fewest differences wins."""

    name = "exclusive nearest"


class TreeModel(_ListModel):
    """Storage by induction: the whole tree is grown anew from the unordered list after each error."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.tree: Tree | None = None

    def __str__(self) -> str:
        return "" if self.tree is None else str(self.tree)

    @property
    def size(self) -> int:
        """The number of leaves."""
        return 0 if self.tree is None else leaves(self.tree)

    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """Sort down the tree."""
        if self.tree is None:
            return None
        action, way = sort_down(self.tree, self.describe(situation))
        self._cost = len(way)
        return action

    def store(self, trial: TaughtTrial) -> None:
        """Add the pair and grow the tree."""
        super().store(trial)
        self.tree = grow(self.pairs)

    def same_place(self, one: Situation, other: Situation) -> bool:
        """Whether two situations end at the same leaf."""
        if self.tree is None:
            return True
        ways = (sort_down(self.tree, self.describe(s))[1] for s in (one, other))
        return next(ways) == next(ways)


class ActualInduction(TreeModel):
    """Actual numbers in a tree."""

    name = "actual induction"


class Induction(TreeModel, _Exclusive):
    """Exclusive categories in a tree."""

    name = "induction"


class _Overlapping(Model):
    """Pairs as action rules over overlapping sets, on the rule machine itself; the catch-all rule is the last."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        vector = tuple(attribute.name for attribute in environment.attributes)
        self.variables = {name: Variable(name, name.lower()) for name in vector}
        self.numbers: dict[str, int] = {}
        self.rules = Heuristics(vector, (ActionRule((STAR,) * len(vector), RANDOM),))

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self.rules.learned_rules())

    def __str__(self) -> str:
        pairs = [f"{','.join(rule.left)}->{rule.move}" for rule in self.rules.learned_rules()]
        return "; ".join((*pairs, *(f"{s} is {d.predicate}" for s, d in self.rules.definitions.items())))

    def here(self, situation: Situation) -> dict[str, float]:
        """The situation by name."""
        return dict(zip(self.rules.vector, map(float, situation), strict=True))

    def reached(self, situation: Situation) -> tuple[frozenset[str], ...]:
        """The sets that each number belongs to."""
        found: dict[str, set[str]] = {name: set() for name in self.rules.vector}
        here = self.here(situation)
        for symbol, definition in self.rules.definitions.items():
            if checker(definition.predicate)(here):
                found[definition.of].add(symbol)
        return tuple(frozenset(symbols) for symbols in found.values())

    def training_rule(self, trial: TaughtTrial) -> ActionRule:
        """The pair of a trial; sets that it needs are used again or made."""
        left = dict.fromkeys(self.rules.vector, STAR)
        for attribute, value in zip(self.environment.attributes, trial.situation, strict=True):
            if attribute.name in trial.reasons:
                size = attribute.size(trial.reasons[attribute.name])
                left[attribute.name] = self._set_for(attribute.name, size, value)
        if trial.action not in self.rules.moves:
            moves = {**self.rules.moves, trial.action: RuleMove(trial.action)}
            self.rules = replace(self.rules, moves=moves)
        return ActionRule(tuple(left.values()), trial.action)

    def _set_for(self, name: str, size: str, value: int) -> str:
        symbol, threshold = subset_for(self.rules, name, size, value, TOLERANCE)
        if symbol is not None:
            return symbol
        number = next_number(self.variables[name], self.rules, self.numbers)
        self.numbers[name] = number
        definition = plain(name, f"{name.lower()}{number}", SIGN[size], threshold)
        self.rules = self.rules.with_definitions(definition)
        return definition.symbol

    def caught(self, situation: Situation) -> int:
        """The index of the first rule that matches; the catch-all always does."""
        reached = self.reached(situation)
        for index, rule in enumerate(self.rules.rules):
            if all(e == STAR or e in symbols for e, symbols in zip(rule.left, reached, strict=True)):
                self._cost = index + 1
                return index
        raise AssertionError("the catch-all rule matches everything")

    def nearest(self, situation: Situation) -> int:
        """The index of the rule with the fewest entries that do not match; the catch-all only when it is alone."""
        reached = self.reached(situation)
        learned = range(len(self.rules.rules) - 1)
        self._cost = len(learned)

        def misses(index: int) -> int:
            entries = zip(self.rules.rules[index].left, reached, strict=True)
            return sum(e != STAR and e not in symbols for e, symbols in entries)

        return min(learned, key=misses) if learned else 0

    def retrieve(self, situation: Situation) -> int:
        """The index of the rule that decides."""
        return self.caught(situation)

    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """The action of the rule that decides; the catch-all guesses."""
        rule = self.rules.rules[self.retrieve(situation)]
        return self.guess(rng) if rule.is_random else rule.move

    def store(self, trial: TaughtTrial) -> None:
        """Simple placement: below the pairs that are there, above the catch-all."""
        self.insert(self.training_rule(trial), len(self.rules.rules) - 1)

    def insert(self, rule: ActionRule, place: int) -> None:
        """Put a rule into the list."""
        rules = list(self.rules.rules)
        rules.insert(place, rule)
        self.rules = self.rules.with_rules(rules)


class OverlappingSearch(_Overlapping):
    """Overlapping sets, appended, searched from the top."""

    name = "overlapping search"


class OverlappingNearest(_Overlapping):
    """Overlapping sets, appended, the one with the fewest misses wins."""

    name = "overlapping nearest"

    def retrieve(self, situation: Situation) -> int:
        return self.nearest(situation)


class ComplexPlacement(_Overlapping):
    """Overlapping sets, placed by changing definitions or just above the error, searched from the top (p108-113)."""

    name = "complex placement"

    def store(self, trial: TaughtTrial) -> None:
        """Widen the definitions of a pair of the same form above the error, or insert just above it."""
        error = self.retrieve(trial.situation)
        training = self.training_rule(trial)
        for index in range(error):
            rule = self.rules.rules[index]
            if same_form(self.rules, rule, training):
                widened = self.widened(rule, trial.situation)
                if widened is not None:
                    self.rules = widened
                    return
        self.insert(training, error)
        self.last_added = training

    last_added: ActionRule | None = None

    def widened(self, rule: ActionRule, situation: Situation) -> Heuristics | None:
        """The definitions of a rule changed just enough to hold the present values; None if that is too far."""
        rules = self.rules
        for name, symbol, value in zip(rules.vector, rule.left, situation, strict=True):
            threshold = None if symbol == STAR else rules.definitions[symbol].threshold()
            if threshold is not None and not contains(*threshold, value):
                edge = value - 1 if threshold[0] == ">" else value + 1
                if abs(edge - threshold[1]) > LARGEST_CHANGE:
                    return None
                rules = rules.with_definitions(plain(name, symbol, threshold[0], edge))
        return rules

    def at_or_below_last(self, situation: Situation) -> bool:
        """Whether a situation catches on the pair last added, or below it."""
        if self.last_added is None or self.last_added not in self.rules.rules:
            return True
        return self.caught(situation) >= self.rules.rules.index(self.last_added)


class ComplexNearest(ComplexPlacement):
    """Overlapping sets, complex placement, the one with the fewest misses wins."""

    name = "complex nearest"

    def retrieve(self, situation: Situation) -> int:
        return self.nearest(situation)


MODELS: Mapping[str, Callable[[Environment], Model]] = {
    model.name: model
    for model in (
        Simple, ExclusiveSearch, OverlappingSearch, ComplexPlacement, StimulusGeneralization, ExclusiveNearest,
        OverlappingNearest, ComplexNearest, ActualInduction, Induction,
    )
}  # fmt: skip
"""The ten feasible models (Figure 4-1). Induction with actual elements may be the fifth that the abstract counts."""
