"""The listing of production rules: a text that a person can read and edit, and that reads back as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamelore.base.errors import BadText, GameloreError
from gamelore.base.registry import Late
from gamelore.learners.rules.language.heuristics import RANDOM, ActionRule, Heuristics, check_rule
from gamelore.learners.rules.language.lash import changes_text, definition_text
from gamelore.learners.rules.language.reading import Reader, tree_of

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")


def is_listing(text: str) -> bool:
    """Whether a text begins as a listing of rules does, and not as LASH."""
    return text.lstrip().startswith(("vector", "# gamelore rules"))


def parse_listing(text: str, where: str = "rules") -> Heuristics:
    """The heuristics of a listing, as `to_listing` writes it and a person may have edited it."""
    tree = tree_of(text, where, "listing")
    reader = Reader(where)
    words: list[lark.Token] = [part for part in tree.children if isinstance(part, lark.Token)]
    trees: list[Any] = [part for part in tree.children if isinstance(part, lark.Tree)]
    split = _bookkeeping_starts(text, words)
    vector, bookkeeping = tuple(map(str, words[:split])), tuple(map(str, words[split:]))
    moves = {move.name: move for move in (reader.move(part) for part in trees if part.data == "move")}
    definitions, formulas = reader.definitions(p for p in trees if p.data in ("means", "equals"))
    reader.refuse_symbols_as_numbers(tree, definitions)
    rules = []
    for part in trees:
        if part.data == "numbered":
            rules.append(rule := _read_rule(part))
            try:
                check_rule(len(rules), rule, vector, definitions, moves)
            except GameloreError as error:
                reader.complain(part, str(error))
    try:
        return Heuristics(vector, tuple(rules), definitions, formulas, moves, bookkeeping)
    except GameloreError as error:
        raise BadText(f"{where}: {error}") from None


def _bookkeeping_starts(text: str, words: list[lark.Token]) -> int:
    for index, word in enumerate(words):
        assert word.start_pos is not None
        if text[: word.start_pos].rstrip().endswith("bookkeeping"):
            return index
    return len(words)


def _read_rule(part: lark.Tree[lark.Token]) -> ActionRule:
    left, move, hypothesized, note = [], RANDOM, False, ""
    for child in part.children:
        match child:
            case lark.Tree(data="entry", children=[token]):
                left.append(str(token))
            case lark.Tree(data="outcome", children=tokens):
                move = str(tokens[0]) if tokens else RANDOM
            case lark.Token(type="HYPOTHESIZED"):
                hypothesized = True
            case lark.Token(type="NOTE"):
                note = str(child)[1:-1]
    return ActionRule(tuple(left), move, hypothesized, note)


def to_listing(heuristics: Heuristics) -> str:
    """The heuristics as a text that a person can read and edit."""
    lines = ["vector " + " ".join(heuristics.vector)]
    if heuristics.bookkeeping:
        lines.append("bookkeeping " + " ".join(heuristics.bookkeeping))
    lines.append("")
    for move in heuristics.moves.values():
        lines.append(f"move {move.name}" + (f": {changes_text(move)}" if move.changes else ""))
    lines += ["", *rule_lines(heuristics), ""]
    lines += [definition_text(d) for d in heuristics.definitions.values()]
    lines.append("")
    lines += [f"{name} equals {expression}" for name, expression in heuristics.formulas.items()]
    return "\n".join(lines).rstrip() + "\n"


def rule_lines(heuristics: Heuristics) -> list[str]:
    """The action rules as aligned lines."""
    columns = [[rule.left[k] for rule in heuristics.rules] for k in range(len(heuristics.vector))]
    widths = [max((len(entry) for entry in column), default=1) for column in columns]
    digits = len(str(len(heuristics.rules)))
    lines = []
    for number, rule in enumerate(heuristics.rules, start=1):
        left = " ".join(entry.ljust(width) for entry, width in zip(rule.left, widths, strict=True)).rstrip()
        line = f"rule {number:>{digits}} ({left}) -> {rule.move}"
        line += " hypothesized" if rule.hypothesized else ""
        lines.append(line + (f' "{rule.note}"' if rule.note else ""))
    return lines
