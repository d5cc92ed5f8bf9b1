"""Heuristics as data: ordered action rules, definitions of symbols, formulas, moves (Waterman 1968, section 2.2).

Three kinds of production rule. An action rule (ac) maps a pattern of symbolic values to a move; a definition (bf)
says when a variable may take a symbolic value; a formula (ff) computes a function variable. The pattern has one entry
per variable of the subvector: a symbol, or `*` for any value. Order resolves conflicts: the first rule that matches
decides, so an earlier rule is an exception to a later one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from gamelore.base.errors import BadText, UnknownName
from gamelore.learners.rules.language.expressions import Comparison, Expression, Name, Number, Predicate, names_in

STAR = "*"
RANDOM = "random"
"""The move of the catch-all rule: one of the moves, drawn at random."""
BY_HAND = "written by hand"
"""The note of a rule that somebody wrote, and nobody taught."""


@dataclass(frozen=True, slots=True)
class ActionRule:
    """When the situation fits `left`, make `move`. `note` keeps the words of whoever taught it."""

    left: tuple[str, ...]
    move: str
    hypothesized: bool = False
    note: str = ""

    @property
    def is_random(self) -> bool:
        """Whether this is a rule that decides at random."""
        return self.move == RANDOM


@dataclass(frozen=True, slots=True)
class Definition:
    """`symbol` is an `of` such that `predicate`; `of` is a variable or a symbol defined before it."""

    symbol: str
    of: str
    predicate: Predicate

    def threshold(self) -> tuple[str, float] | None:
        """The sign and number of a plain `X < n` or `X > n`, otherwise None."""
        match self.predicate:
            case Comparison(("<" | ">") as sign, Name(_), Number(value)):
                return sign, value
        return None


@dataclass(frozen=True, slots=True)
class RuleMove:
    """A named change of the state vector: new values for some variables, the others keep theirs."""

    name: str
    changes: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class Heuristics:
    """A whole set of heuristics over one subvector. Checked when made: every symbol and name must be known."""

    vector: tuple[str, ...]
    rules: tuple[ActionRule, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    formulas: Mapping[str, Expression] = field(default_factory=dict)
    moves: Mapping[str, RuleMove] = field(default_factory=dict)
    bookkeeping: tuple[str, ...] = ()
    """Names that whoever describes a situation must supply besides the subvector."""

    def __post_init__(self) -> None:
        if len(set(self.vector)) < len(self.vector):
            raise BadText("the vector names a variable twice")
        known = {*self.vector, *self.formulas, *self.bookkeeping, *self.definitions}
        for definition in self.definitions.values():
            if definition.symbol in self.vector:
                raise BadText(f"'{definition.symbol}' is a variable and cannot be a value of one")
            self.variable_of(definition.symbol)
            _check_names(definition.predicate, known, f"definition of {definition.symbol}")
        for name, formula in self.formulas.items():
            _check_names(formula, known, f"formula of {name}")
        self._refuse_circles()
        for move in self.moves.values():
            for variable, expression in move.changes:
                if variable not in self.vector and self.variable_or_none(variable) is None:
                    raise UnknownName("variable", variable, self.vector, f"move '{move.name}'")
                _check_names(expression, known, f"move '{move.name}'")
        for number, rule in enumerate(self.rules, start=1):
            check_rule(number, rule, self.vector, self.definitions, self.moves)

    def _refuse_circles(self) -> None:
        done: set[str] = set()

        def visit(name: str, path: tuple[str, ...]) -> None:
            if name in path:
                raise BadText(f"formula of {name} is defined by itself: {' -> '.join((*path, name))}")
            if name in self.formulas and name not in done:
                for inner in names_in(self.formulas[name]):
                    visit(inner, (*path, name))
                done.add(name)

        for name in self.formulas:
            visit(name, ())

    def variable_of(self, symbol: str) -> str:
        """The variable that a symbol is a value of, through any chain of definitions."""
        found = self.variable_or_none(symbol)
        if found is None:
            raise UnknownName("variable", self.definitions[symbol].of, self.vector, f"definition of {symbol}")
        return found

    def variable_or_none(self, symbol: str) -> str | None:
        """The same, or None for a name that leads to no variable."""
        return variable_behind(symbol, self.vector, self.definitions)

    def chain(self, symbol: str) -> Iterator[Definition]:
        """The definition of a symbol and of every symbol it rests on."""
        while symbol in self.definitions:
            yield self.definitions[symbol]
            symbol = self.definitions[symbol].of

    def symbols_of(self, variable: str) -> list[str]:
        """The symbols that are values of a variable, in the order of their definition."""
        return [symbol for symbol in self.definitions if self.variable_of(symbol) == variable]

    def used_symbols(self) -> set[str]:
        """The symbols that some action rule tests, and those they rest on."""
        entries = {entry for rule in self.rules for entry in rule.left if entry != STAR}
        return {definition.symbol for entry in entries for definition in self.chain(entry)}

    def with_rules(self, rules: Iterable[ActionRule]) -> Heuristics:
        """The same with other action rules."""
        return replace(self, rules=tuple(rules))

    def with_definitions(self, *definitions: Definition) -> Heuristics:
        """The same with these definitions added, or put in place of those with the same symbol."""
        return replace(self, definitions={**self.definitions, **{d.symbol: d for d in definitions}})

    def without_unused(self, keep: Iterable[str] = ()) -> Heuristics:
        """The same without the definitions that no rule needs; those of `keep` stay."""
        needed = self.used_symbols() | set(keep)
        return replace(self, definitions={s: d for s, d in self.definitions.items() if s in needed})

    def learned_rules(self) -> list[ActionRule]:
        """The rules that do not decide at random."""
        return [rule for rule in self.rules if not rule.is_random]


def variable_behind(name: str, vector: tuple[str, ...], definitions: Mapping[str, Definition]) -> str | None:
    """The variable that a name leads to through any chain of definitions, or None."""
    seen = set()
    while name not in vector:
        if name in seen or name not in definitions:
            return None
        seen.add(name)
        name = definitions[name].of
    return name


def check_rule(
    number: int,
    rule: ActionRule,
    vector: tuple[str, ...],
    definitions: Mapping[str, Definition],
    moves: Mapping[str, RuleMove],
) -> None:
    """Refuse a rule of the wrong length, with unknown symbols or symbols in the wrong place, or an unknown move."""
    if len(rule.left) != len(vector):
        raise BadText(f"rule {number} has {len(rule.left)} entries, the vector has {len(vector)} variables")
    for entry, variable in zip(rule.left, vector, strict=True):
        if entry == STAR:
            continue
        if entry not in definitions:
            raise UnknownName("symbol", entry, definitions, f"rule {number}")
        behind = variable_behind(entry, vector, definitions)
        if behind != variable:
            raise BadText(f"rule {number}: '{entry}' is a value of {behind}, but stands at {variable}")
    if rule.move != RANDOM and rule.move not in moves:
        raise UnknownName("move", rule.move, moves, f"rule {number}")


def _check_names(part: Expression | Predicate, known: set[str], where: str) -> None:
    for name in names_in(part):
        if name not in known:
            raise UnknownName("name", name, known, where)
