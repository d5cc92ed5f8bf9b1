"""LASH, the language for specifying heuristics: compiled to production rules, and back (Waterman 1968, section 2.3).

The translation is the source's own: every move that is reached gives one action rule whose pattern is the conjunction
of the conditions on the way to it; what earlier branches excluded is left to the order of the rules. Every distinct
condition on a variable becomes a symbol; where a definition already says the same, its symbol is used.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gamelore.base.errors import BadText, GameloreError, UnknownName
from gamelore.base.registry import Late
from gamelore.learners.rules.language.expressions import Both, Either, Expression, Predicate, names_in
from gamelore.learners.rules.language.heuristics import (
    RANDOM,
    STAR,
    ActionRule,
    Definition,
    Heuristics,
    RuleMove,
    variable_behind,
)
from gamelore.learners.rules.language.reading import HasValue, Reader, tree_of

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")


@dataclass
class _Translation:
    """What is known while a LASH program is translated."""

    reader: Reader
    vector: tuple[str, ...]
    definitions: dict[str, Definition]
    moves: dict[str, RuleMove]
    taken: set[str]
    fresh: dict[str, Definition] = field(default_factory=dict)
    rules: list[ActionRule] = field(default_factory=list)

    def behind(self, name: str) -> str | None:
        """The variable that a name leads to, or None."""
        return variable_behind(name, self.vector, {**self.fresh, **self.definitions})

    def walk(self, part: Any, path: tuple[lark.Tree[lark.Token], ...]) -> None:
        """Every move reached under the conditions of `path` becomes an action rule."""
        if part.data == "made":
            name = part.children[0] if part.children else RANDOM
            if name != RANDOM and name not in self.moves:
                self.reader.complain(part, str(UnknownName("move", name, self.moves)))
            self.rules.append(ActionRule(self.pattern(path), str(name)))
            return
        condition, consequent, *otherwise = part.children
        self.walk(consequent, (*path, condition))
        for branch in otherwise:
            self.walk(branch, path)

    def pattern(self, path: tuple[lark.Tree[lark.Token], ...]) -> tuple[str, ...]:
        """The left part of the rule that all conditions on the way make together."""
        about: dict[str, list[Predicate | HasValue]] = {}
        for condition in path:
            for tree, term in self.reader.conjuncts(condition):
                about.setdefault(self.variable(tree, term), []).append(term)
        return tuple(self.symbol(variable, about[variable]) if variable in about else STAR for variable in self.vector)

    def variable(self, tree: lark.Tree[lark.Token], term: Predicate | HasValue) -> str:
        """The one variable of the subvector that a condition is about."""
        if isinstance(term, HasValue):
            found = self.behind(term.symbol)
            if found is None or term.symbol in self.vector:
                self.reader.complain(tree, str(UnknownName("symbol", term.symbol, self.definitions)))
            if self.behind(term.variable) != found:
                self.reader.complain(tree, f"'{term.symbol}' is a value of {found}, not of {term.variable}")
            return found
        parts = term.terms if isinstance(term, Either) else (term,)
        subjects = set()
        for part in parts:
            names = [self.behind(name) for name in names_in(part)]
            subjects.add(next((name for name in names if name is not None), None))
        if len(subjects) != 1:
            self.reader.complain(tree, "an 'or' must be about one variable; write a rule for each of them")
        (subject,) = subjects
        if subject is None:
            self.reader.complain(tree, f"'{term}' is about no variable of the vector {', '.join(self.vector)}")
        return subject

    def symbol(self, variable: str, terms: list[Predicate | HasValue]) -> str:
        """The symbol for all conditions on one variable: one that exists, or a fresh one."""
        named = [term.symbol for term in terms if isinstance(term, HasValue)]
        predicates = tuple(term for term in terms if not isinstance(term, HasValue))
        of = variable
        for symbol in named:
            of = symbol if of in (variable, symbol) else self.new(symbol, self.definitions[of].predicate)
        if not predicates:
            return of
        predicate = predicates[0] if len(predicates) == 1 else Both(predicates)
        for known in (*self.fresh.values(), *self.definitions.values()):
            if known.predicate == predicate and (known.of if named else self.behind(known.symbol)) == of:
                return known.symbol
        return self.new(of, predicate)

    def new(self, of: str, predicate: Predicate) -> str:
        variable = self.behind(of)
        for number in itertools.count(1):
            name = f"{variable}{number}"
            if name not in self.taken:
                self.taken.add(name)
                self.fresh[name] = Definition(name, of, predicate)
                return name
        raise AssertionError("numbers never end")


def compile_lash(text: str, where: str = "LASH", library: Heuristics | None = None) -> Heuristics:
    """The production rules of a LASH program.

    What it uses and does not say itself, moves, symbols and function variables, may come from a library; its vector is
    then that of the library, with whatever else the library knows and a rule tests behind it.
    """
    tree = tree_of(text, where, "lash")
    reader = Reader(where)
    parts: dict[str, list[Any]] = {}
    for part in tree.children:
        assert isinstance(part, lark.Tree)
        kind = "definition" if part.data in ("means", "equals") else str(part.data)
        parts.setdefault(kind, []).append(part)
    moves: dict[str, RuleMove] = {}
    for part in parts.get("declaration", []):
        move = reader.move(part)
        if move.name in moves:
            reader.complain(part, f"move '{move.name}' is declared twice")
        moves[move.name] = move
    definitions, formulas = reader.definitions(parts.get("definition", []))
    own = {*moves, *definitions, *formulas}
    if library is not None:
        moves = {**library.moves, **{n: m for n, m in moves.items() if m.changes or n not in library.moves}}
        definitions = {**{s: d for s, d in library.definitions.items() if s not in formulas}, **definitions}
        formulas = {**{n: e for n, e in library.formulas.items() if n not in definitions}, **formulas}
    reader.refuse_symbols_as_numbers(tree, definitions)
    declared = [str(name) for part in parts.get("vector", []) for name in part.children]
    for name, times in Counter(declared).items():
        if times > 1:  # told before a symbol is looked for in every place
            reader.complain(parts["vector"][0], f"the vector names '{name}' {times} times")
    vector = tuple(declared) or _inferred_vector(parts.get("rule", []), moves, definitions, formulas)
    if library is not None:
        vector = _measured(reader, parts, (*vector, *(own & {*library.vector})), library)
    taken = {*vector, *definitions, *formulas}
    work = _Translation(reader, vector, definitions, moves, taken)
    for part in (*parts.get("rule", []), *parts.get("made", [])):
        work.walk(part, ())
    bookkeeping = tuple(str(name) for part in parts.get("bookkeeping", []) for name in part.children)
    known = {**work.fresh, **definitions}
    if library is not None:
        bookkeeping = tuple(dict.fromkeys((*library.bookkeeping, *bookkeeping)))
        made = {rule.move for rule in work.rules}
        moves = {name: move for name, move in moves.items() if name in own or name in made}
        known, formulas = _needed(work.rules, vector, known, formulas, moves, own | set(work.fresh))
    if not declared and not bookkeeping:
        bookkeeping = _inferred_bookkeeping(vector, known, formulas, moves)
    try:
        return Heuristics(vector, tuple(work.rules), known, formulas, moves, bookkeeping)
    except GameloreError as error:
        raise BadText(f"{where}: {error}") from None


def _measured(
    reader: Reader, parts: Mapping[str, list[Any]], names: tuple[str, ...], library: Heuristics
) -> tuple[str, ...]:
    """The vector of the library, and what else it knows of the names that a program tests or changes."""
    known = (*library.vector, *library.bookkeeping)
    for name in names:
        if name not in known:
            places = (token for tree in itertools.chain(*parts.values()) for token in tree.scan_values(name.__eq__))
            reader.complain(next(places), str(UnknownName("variable", name, known)))
    return (*library.vector, *(name for name in dict.fromkeys(names) if name not in library.vector))


def _needed(
    rules: Sequence[ActionRule],
    vector: tuple[str, ...],
    definitions: Mapping[str, Definition],
    formulas: Mapping[str, Expression],
    moves: Mapping[str, RuleMove],
    own: set[str],
) -> tuple[dict[str, Definition], dict[str, Expression]]:
    """The definitions and formulas that a program says itself, or that something it says rests on."""
    wanted = [entry for rule in rules for entry in rule.left if entry != STAR]
    wanted += [
        name for move in moves.values() for variable, part in move.changes for name in (variable, *names_in(part))
    ]
    wanted += [*own, *vector]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            if name in definitions:
                wanted += [definitions[name].of, *names_in(definitions[name].predicate)]
            if name in formulas:
                wanted += names_in(formulas[name])
    return {s: d for s, d in definitions.items() if s in found}, {n: e for n, e in formulas.items() if n in found}


def _inferred_vector(
    rules: list[Any],
    moves: Mapping[str, RuleMove],
    definitions: Mapping[str, Definition],
    formulas: Mapping[str, Expression],
) -> tuple[str, ...]:
    """Without a `vector` clause: every name that a rule tests or a move changes, in alphabetical order."""
    names = {str(name) for move in moves.values() for name, _ in move.changes}
    for rule in rules:
        for tree in rule.iter_subtrees():
            if tree.data == "has_value" or tree.data == "name":
                names.add(str(tree.children[0]))
    return tuple(sorted(name for name in names if name not in definitions and name not in formulas))


def _inferred_bookkeeping(
    vector: tuple[str, ...],
    definitions: dict[str, Definition],
    formulas: dict[str, Expression],
    moves: dict[str, RuleMove],
) -> tuple[str, ...]:
    parts: list[Expression | Predicate] = [d.predicate for d in definitions.values()]
    parts += formulas.values()
    parts += [expression for move in moves.values() for _, expression in move.changes]
    names = {name for part in parts for name in names_in(part)}
    return tuple(sorted(names - {*vector, *definitions, *formulas}))


def to_lash(heuristics: Heuristics) -> str:
    """A LASH program that compiles to these heuristics again (notes and the mark of hypothesis are not LASH)."""
    declarations = ",\n".join(f"  {_declared(move)}" for move in heuristics.moves.values())
    lines = []
    for rule in heuristics.rules:
        conditions = [
            f"{variable} == {entry}"
            for variable, entry in zip(heuristics.vector, rule.left, strict=True)
            if entry != STAR
        ]
        made = RANDOM if rule.is_random else f"'{rule.move}'"
        lines.append(f"if {' and '.join(conditions)} then {made}" if conditions else made)
    means = [f"  {definition_text(d)}" for d in heuristics.definitions.values()]
    equals = [f"  {name} equals {expression}" for name, expression in heuristics.formulas.items()]
    clauses = f"vector {', '.join(heuristics.vector)}.\n"
    if heuristics.bookkeeping:
        clauses += f"bookkeeping {', '.join(heuristics.bookkeeping)}.\n"
    rules = " otherwise\n".join(lines)
    return f"begin\n{clauses}{declarations}.\n\n{rules}.\n\n" + ",\n".join(means + equals) + "\nend.\n"


def _declared(move: RuleMove) -> str:
    return f"'{move.name}'" + (f": {changes_text(move)}" if move.changes else "")


def changes_text(move: RuleMove) -> str:
    """`POT <- POT+(2xLASTBET); LASTBET <- 0`."""
    return "; ".join(f"{variable} <- {expression}" for variable, expression in move.changes)


def definition_text(definition: Definition) -> str:
    """`P1 is a POT such that (POT<3)`."""
    article = "an" if definition.of[0] in "AEHIOU" else "a"
    return f"{definition.symbol} is {article} {definition.of} such that ({definition.predicate})"
