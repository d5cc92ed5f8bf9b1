"""Backward deduction from axioms, with the proof in words (Waterman 1968, section 5.4 and Appendix I).

Statements say that a condition implies some conclusions. To prove a goal, every statement with a matching conclusion
is tried and its condition proved in turn; facts are true or false as they were primed. What is probable is taken as
established: `prob(p)` proves `p`. A proof is a tree that prints as lines.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias

from gamelore.base.errors import BadText
from gamelore.base.registry import Late
from gamelore.learners.rules.language.complaints import parsed

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")


@dataclass(frozen=True, slots=True)
class LogicVariable:
    """Stands for anything, the same thing throughout a statement."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Term:
    """A predicate or a thing: `higher(yourhand,opphand)`, `pot`."""

    name: str
    arguments: tuple[Term | LogicVariable, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True, slots=True)
class Connective:
    """`all` or `any` of some conditions, or `not` one of them."""

    kind: str
    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        if self.kind == "not":
            return f"~{self.parts[0]}"
        sign = " & " if self.kind == "all" else " | "
        return "(" + sign.join(map(str, self.parts)) + ")"


Condition: TypeAlias = Term | Connective | LogicVariable
Bindings: TypeAlias = Mapping[str, Term]


@dataclass(frozen=True, slots=True)
class Axiom:
    """If the condition holds, so do the conclusions."""

    name: str
    condition: Condition
    conclusions: tuple[Term, ...]
    line: int = 0
    """Where it stands in its text."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a goal holds: a fact, an assumption, or a statement with the proofs of its conditions."""

    goal: str
    by: str
    parts: tuple[Proof, ...] = ()

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The proof as indented lines, the goal first."""
        yield f"{'  ' * depth}{self.goal}: {self.by}"
        for part in self.parts:
            yield from part.lines(depth + 1)


def bind(pattern: Term | LogicVariable, goal: Term, bindings: Bindings) -> Bindings | None:
    """The bindings under which a pattern becomes a goal that holds no variables, or None."""
    if isinstance(pattern, LogicVariable):
        known = bindings.get(pattern.name)
        return {**bindings, pattern.name: goal} if known is None else (bindings if known == goal else None)
    if pattern.name != goal.name or len(pattern.arguments) != len(goal.arguments):
        return None
    for inner, wanted in zip(pattern.arguments, goal.arguments, strict=True):
        assert isinstance(wanted, Term)
        found = bind(inner, wanted, bindings)
        if found is None:
            return None
        bindings = found
    return bindings


def substitute(term: Term, bindings: Bindings) -> Term:
    """The term with its variables replaced."""
    inside = []
    for part in term.arguments:
        if isinstance(part, LogicVariable):
            if part.name not in bindings:
                raise BadText(f"'{term}' has a variable that its statement does not bind")
            inside.append(bindings[part.name])
        else:
            inside.append(substitute(part, bindings))
    return Term(term.name, tuple(inside))


DEEPEST, MOST_STEPS = 100, 100_000
"""How many statements may stand on each other in a proof, and how many goals are tried for one. The printed axioms need
five and some hundred; a person's own may turn in circles that grow."""


class Prover:
    """Proves goals from axioms and primed facts. `facts` gives truth values; what is neither is to be deduced."""

    def __init__(self, axioms: tuple[Axiom, ...], facts: Mapping[Term, bool], subjects: tuple[Term, ...] = ()) -> None:
        self.axioms = axioms
        self.facts = facts
        self.subjects = subjects
        """What a variable that no goal binds may stand for."""
        self._steps = 0

    def prove(
        self, goal: Condition, bindings: Bindings | None = None, open_goals: tuple[Term, ...] = ()
    ) -> Proof | None:
        """A proof of the goal, or None."""
        bindings = bindings or {}
        if isinstance(goal, Connective):
            return self._formula(goal, bindings, open_goals)
        wanted = bindings[goal.name] if isinstance(goal, LogicVariable) else substitute(goal, bindings)
        if wanted in self.facts:
            return Proof(str(wanted), "given") if self.facts[wanted] else None
        if wanted in open_goals:
            return None
        self._steps += 1
        if len(open_goals) > DEEPEST or self._steps > MOST_STEPS:
            raise BadText(f"the axioms turn in circles: no end of proving '{open_goals[0] if open_goals else wanted}'")
        for axiom in self.axioms:
            for conclusion in axiom.conclusions:
                found = bind(conclusion, wanted, {})
                if found is None:
                    found = bind(conclusion, Term("prob", (wanted,)), {})
                if found is None:
                    continue
                for choice in self.choices(axiom.condition, found):
                    proof = self.prove(axiom.condition, choice, (*open_goals, wanted))
                    if proof is not None:
                        return Proof(str(wanted), axiom.name, _flat(proof))
        return None

    def _formula(self, goal: Connective, bindings: Bindings, open_goals: tuple[Term, ...]) -> Proof | None:
        proofs = []
        for part in goal.parts:
            proof = self.prove(part, bindings, open_goals)
            if goal.kind == "not":
                return Proof(str(goal), "not provable") if proof is None else None
            if goal.kind == "any" and proof is not None:
                return proof
            if goal.kind == "all":
                if proof is None:
                    return None
                proofs.append(proof)
        return Proof(str(goal), "all", tuple(proofs)) if goal.kind == "all" else None

    def choices(self, condition: Condition, bindings: Bindings) -> Iterator[Bindings]:
        """The bindings of variables that occur only in the condition: everything they may stand for."""
        free = sorted(set(_variables(condition)) - set(bindings))
        if not free:
            yield bindings
            return
        for subject in self.subjects:
            yield from self.choices(condition, {**bindings, free[0]: subject})


def _flat(proof: Proof) -> tuple[Proof, ...]:
    """The parts of a conjunction in place of the conjunction."""
    return tuple(p for part in proof.parts for p in _flat(part)) if proof.by == "all" else (proof,)


def terms(condition: Condition) -> Iterator[Term]:
    """The predicates of a condition, in their order."""
    match condition:
        case Term():
            yield condition
        case Connective(_, parts):
            for part in parts:
                yield from terms(part)


def may_match(one: Term | LogicVariable, other: Term | LogicVariable) -> bool:
    """Whether two terms could be the same, variables standing for anything."""
    if isinstance(one, LogicVariable) or isinstance(other, LogicVariable):
        return True
    same = one.name == other.name and len(one.arguments) == len(other.arguments)
    return same and all(map(may_match, one.arguments, other.arguments))


def _variables(part: Condition | LogicVariable) -> Iterator[str]:
    match part:
        case LogicVariable(name):
            yield name
        case Term(_, inner):
            for argument in inner:
                yield from _variables(argument)
        case Connective(_, parts):
            for condition in parts:
                yield from _variables(condition)


# --- reading ----------------------------------------------------------------------------------------------------------


@functools.cache
def _parser() -> lark.Lark:
    grammar = resources.files("gamelore.learners.rules").joinpath("data/axioms.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start=["axioms", "term"])


def parse_axioms(text: str, where: str = "axioms") -> tuple[Axiom, ...]:
    """The axioms of a text."""
    if _nesting(text) > DEEPEST:
        raise BadText(f"{where}: more than {DEEPEST} brackets stand in each other")
    tree: Any = parsed(_parser(), text, where, "axioms")
    return tuple(
        Axiom(str(label), _condition(condition), tuple(_term(t) for t in conclusion.children), int(label.line))
        for label, condition, conclusion in (axiom.children for axiom in tree.children)
    )


def _nesting(text: str) -> int:
    return max(itertools.accumulate((sign == "(") - (sign == ")") for sign in text), default=0)


@functools.cache
def parse_term(text: str) -> Term:
    """The term of a text such as `higher(yourhand,opphand)`."""
    return _term(_parser().parse(text, start="term"))


def _condition(tree: Any) -> Condition:
    kinds = {"either": "any", "both": "all", "negated": "not"}
    if tree.data in kinds:
        return Connective(kinds[tree.data], tuple(_condition(child) for child in tree.children))
    return LogicVariable(str(tree.children[0])) if tree.data == "variable" else _term(tree)


def _term(tree: Any) -> Term:
    name, *arguments = tree.children
    inside = tuple(LogicVariable(str(a.children[0])) if a.data == "variable" else _term(a) for a in arguments)
    return Term(str(name), inside)
