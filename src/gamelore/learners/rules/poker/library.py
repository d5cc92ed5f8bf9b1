"""What every list of rules for draw poker can rest on: variables, moves, symbols and formulas of the built-in lists.

A person's own program says only what it wants to say itself; whatever else the player's vector and its words need is
taken from here, and so is a move that a trainer names and a trainee has never made.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from gamelore.base.errors import BadText
from gamelore.learners.rules.language.definitions import Partition, read_partition
from gamelore.learners.rules.language.expressions import Number, names_in
from gamelore.learners.rules.language.heuristics import BY_HAND, STAR, Heuristics
from gamelore.learners.rules.language.lash import compile_lash
from gamelore.learners.rules.language.listing import is_listing, parse_listing
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.practised import practice_start

CLASSES = ("H4", "H3", "H2", "H1")
"""Poor, fair, good and excellent hands."""
MARGINS, VALUES = (0.0, 7.0, 28.0), (3.0, 16.0, 34.0)
"""Where the classes begin: by the margin over the opponent's expected hand, or by the value of the hand. Lessons move
them; in implicit training they stay."""
BY_MARGIN = Partition("VDHAND", "D", CLASSES, MARGINS)
BY_VALUE = Partition("VDHAND", "VDHAND", CLASSES, VALUES)


@functools.cache
def poker_library() -> Heuristics:
    """All that the built-in lists know, without their rules."""
    lists = (printed("builtin"), practice_start(), printed("before_implicit"))
    return Heuristics(
        lists[0].vector,
        definitions={**lists[0].definitions, **{d.symbol: d for d in BY_MARGIN.definitions()}},
        formulas={name: formula for one in reversed(lists) for name, formula in one.formulas.items()},
        moves={name: move for one in reversed(lists) for name, move in one.moves.items()},
        bookkeeping=lists[0].bookkeeping,
    )


def read_poker_rules(text: str, where: str) -> tuple[Heuristics, str]:
    """The rules of a program or a listing for draw poker, complete, and what of it comes from the built-in ones."""
    own = parse_listing(text, where) if is_listing(text) else compile_lash(text, where, poker_library())
    rules = widened(own, where)
    noted = (r if r.note or r.is_random else replace(r, note=BY_HAND) for r in rules.rules)
    return rules.with_rules(noted), _taken(text, rules)


def widened(rules: Heuristics, where: str) -> Heuristics:
    """A list over the whole vector of draw poker, with the formulas that compute it and the classes of hands.

    Variables it did not have are irrelevant to its rules. Refused are variables that nothing measures, and moves that
    amount to no action.
    """
    library = poker_library()
    known = (*library.vector, *library.bookkeeping)
    for name in rules.vector:
        if name not in known and name not in rules.formulas:
            raise BadText(f"{where}: nothing in draw_poker measures '{name}'; measured: {', '.join(sorted(known))}")
    vector = (*library.vector, *(name for name in rules.vector if name not in library.vector))
    if vector != rules.vector:
        places = {name: place for place, name in enumerate(rules.vector)}
        wide = (tuple(r.left[places[name]] if name in places else STAR for name in vector) for r in rules.rules)
        rows = tuple(replace(rule, left=left) for rule, left in zip(rules.rules, wide, strict=True))
        rules = replace(rules, vector=vector, rules=rows)
    require_actions(rules, where)
    classes = classes_of(rules, where)
    rules = with_formulas(replace(rules, bookkeeping=_bookkeeping(rules)), ("BLUFFO", "OSTYLE", classes.measure))
    return rules.with_definitions(*classes.definitions())


def _bookkeeping(rules: Heuristics) -> tuple[str, ...]:
    names = dict.fromkeys((*poker_library().bookkeeping, *rules.bookkeeping))
    return tuple(name for name in names if name not in rules.vector and name not in rules.formulas)


def classes_of(rules: Heuristics, where: str) -> Partition:
    """The classes of hands of a list: its own, by margin or by value, or those that training begins with."""
    own = [symbol for symbol in CLASSES if symbol in rules.definitions]
    if not own:
        return BY_MARGIN
    if len(own) < len(CLASSES):
        names = ", ".join(reversed(CLASSES))
        raise BadText(f"{where}: {names} are the classes of hands; define all four, or none of them")
    by_value = str(rules.definitions[CLASSES[1]].predicate).startswith(f"{BY_VALUE.measure}>=")
    try:
        return read_partition(rules, BY_VALUE if by_value else BY_MARGIN)
    except ValueError as error:
        raise BadText(f"{where}: {error}") from None


def with_formulas(rules: Heuristics, names: tuple[str, ...]) -> Heuristics:
    """The list with the library's formulas of these names, and of what they rest on, where it has none."""
    library, found, wanted = poker_library().formulas, dict(rules.formulas), list(names)
    while wanted:
        name = wanted.pop(0)
        if name not in found and name in library and name not in rules.definitions:
            found[name] = library[name]
            wanted += names_in(library[name])
    return replace(rules, formulas=found)


def require_actions(rules: Heuristics, where: str) -> None:
    """Refuse a list without moves, and a move that neither sets LASTBET nor gives up the hand."""
    if not rules.moves:
        raise BadText(f"{where}: no move is defined, so there is nothing to decide for")
    for move in rules.moves.values():
        changed = {rules.variable_or_none(name) or name: part for name, part in move.changes}
        if "LASTBET" not in changed and changed.get("VDHAND") != Number(0.0):
            raise BadText(f"{where}: move '{move.name}' does not say what becomes of LASTBET")


def _taken(text: str, rules: Heuristics) -> str:
    """In one line, what a program did not say itself."""
    code = re.sub(r"#[^\n]*", "", text)
    defined = set(re.findall(r"\b([A-Z]\w*)\s+(?:is|equals)\b", code)) | set(re.findall(r"'?(\w+)'?\s*:", code))
    library, told = poker_library(), []
    missing = {
        "variables": [name for name in rules.vector if not re.search(rf"\b{name}\b", code)],
        "moves": [name for name in rules.moves if name in library.moves and name not in defined],
        "symbols": [name for name in rules.definitions if name in library.definitions and name not in defined],
        "formulas": [name for name in rules.formulas if name in library.formulas and name not in defined],
    }
    missing["constants"] = [name for name in missing["formulas"] if re.fullmatch(r"K[0-9]+", name)]
    missing["formulas"] = [name for name in missing["formulas"] if name not in missing["constants"]]
    for what, names in missing.items():
        if names:
            told.append(f"the {what if names[1:] else what[:-1]} {', '.join(names)}")
    return f"taken from the built-in rules: {'; '.join(told)}" if told else ""
