"""From text to trees to expressions: the parser that LASH and the listing of rules share.

Each complaint names file, line, column, what was expected and what was found.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, NoReturn

from gamelore.base.errors import BadText
from gamelore.base.registry import Late
from gamelore.learners.rules.language.complaints import parsed
from gamelore.learners.rules.language.expressions import (
    FUNCTIONS,
    Both,
    Comparison,
    Either,
    Expression,
    FunctionCall,
    Name,
    Number,
    Operation,
    Predicate,
)
from gamelore.learners.rules.language.heuristics import Definition, RuleMove

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")

_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "×": "x", "*": "x", "÷": "/"}


DEEPEST = 100
"""How deep an expression may be nested, every further part of a sum being a level; ours need ten."""


def _sign(token: object) -> str:
    return _SIGNS.get(str(token), str(token))


@functools.cache
def _parser() -> lark.Lark:
    grammar = resources.files("gamelore.learners.rules").joinpath("data/lash.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start=["lash", "listing"], propagate_positions=True)


def tree_of(text: str, where: str, start: str) -> lark.Tree[lark.Token]:
    """The tree of a text, `start` being `lash` or `listing`."""
    tree = parsed(_parser(), text, where, start)
    level: list[lark.Tree[lark.Token]] = [tree]
    for _ in range(DEEPEST):
        level = [part for outer in level for part in outer.children if isinstance(part, lark.Tree)]
        if not level:
            return tree
    raise BadText(f"{where}:{level[0].meta.line}: nested too deeply, or a sum of too many parts")


@dataclass(frozen=True, slots=True)
class HasValue:
    """A condition `V == SYMBOL` of a LASH rule; it disappears in the translation."""

    variable: str
    symbol: str


class Reader:
    """Turns parts of a tree into expressions; knows the file name for its complaints."""

    def __init__(self, where: str) -> None:
        self.where = where

    def complain(self, part: lark.Tree[lark.Token] | lark.Token, message: str) -> NoReturn:
        """Refuse the text because of this part."""
        at = part if isinstance(part, lark.Token) else part.meta
        raise BadText(f"{self.where}:{at.line}:{at.column}: {message}")

    def expression(self, part: Any) -> Expression:
        match part:
            case lark.Tree(data="number", children=[token]):
                number = float(str(token))
                if not math.isfinite(number):
                    self.complain(part, f"a number of {len(str(token))} digits is too large")
                return Number(number)
            case lark.Tree(data="name", children=[token]):
                return Name(str(token))
            case lark.Tree(data="negative", children=[_, inner]):
                found = self.expression(inner)
                return Number(-found.value) if isinstance(found, Number) else Operation("-", Number(0), found)
            case lark.Tree(data="operation", children=[left, sign, right]):
                return Operation(_sign(sign), self.expression(left), self.expression(right))
            case lark.Tree(data="call", children=[function, *arguments]):
                wanted = FUNCTIONS[str(function)]
                if len(arguments) != wanted:
                    self.complain(part, f"expected {wanted} arguments of {function}(...), found {len(arguments)}")
                return FunctionCall(str(function), tuple(map(self.expression, arguments)))
            case lark.Tree(data="inner", children=[inner]):
                return self.expression(inner)
        self.complain(part, "expected an arithmetic expression, found a condition")

    def condition(self, part: Any) -> Predicate | HasValue:
        """A predicate, or a test for a symbolic value."""
        match part:
            case lark.Tree(data="comparison", children=[left, sign, right]):
                return Comparison(_sign(sign), self.expression(left), self.expression(right))
            case lark.Tree(data="has_value", children=[variable, symbol]):
                return HasValue(str(variable), str(symbol))
            case lark.Tree(data="inner", children=[inner]):
                return self.condition(inner)
            case lark.Tree(data="both" | "either" as kind, children=parts):
                terms = [self.predicate(term) for term in parts]
                return Both(tuple(terms)) if kind == "both" else Either(tuple(terms))
        self.complain(part, "expected a condition, found an arithmetic expression")

    def predicate(self, part: Any) -> Predicate:
        """A predicate; a test for a symbolic value is refused."""
        found = self.condition(part)
        if isinstance(found, HasValue):
            self.complain(part, "'==' may stand only in the conditions of rules, joined by 'and'")
        return found

    def conjuncts(self, part: Any) -> Iterator[tuple[lark.Tree[lark.Token], Predicate | HasValue]]:
        """The conditions that an `and` joins, through parentheses."""
        match part:
            case lark.Tree(data="both", children=parts):
                for term in parts:
                    yield from self.conjuncts(term)
            case lark.Tree(data="inner", children=[inner]):
                yield from self.conjuncts(inner)
            case _:
                yield part, self.condition(part)

    def change(self, part: Any) -> tuple[str, Expression]:
        """One assignment of a move."""
        name, expression = part.children
        return str(name), self.expression(expression)

    def move(self, part: Any) -> RuleMove:
        """A named move with its assignments."""
        name, *changes = part.children
        return RuleMove(str(name), tuple(map(self.change, changes)))

    def refuse_symbols_as_numbers(self, tree: lark.Tree[lark.Token], symbols: Mapping[str, Definition]) -> None:
        """A symbol names a set of values, and can be no bound: `C=CX` holds always, where `C==CX` was meant."""
        for comparison in tree.find_data("comparison"):
            *_, sign, right = comparison.children
            for name in right.find_data("name") if isinstance(right, lark.Tree) else ():
                symbol = str(name.children[0])
                if symbol in symbols:
                    meant = f"; '== {symbol}' asks whether it has that value" if str(sign) == "=" else ""
                    self.complain(name, f"expected a number, found '{symbol}', a value of {symbols[symbol].of}{meant}")

    def definitions(self, parts: Iterable[Any]) -> tuple[dict[str, Definition], dict[str, Expression]]:
        """What symbols mean, and what function variables equal."""
        means: dict[str, Definition] = {}
        equals: dict[str, Expression] = {}
        for part in parts:
            name = str(part.children[0])
            if name in means or name in equals:
                self.complain(part.children[0], f"'{name}' is defined twice")
            if part.data == "means":
                _, _, of, condition = part.children
                means[name] = Definition(name, str(of), self.predicate(condition))
            else:
                equals[name] = self.expression(part.children[1])
        return means, equals
