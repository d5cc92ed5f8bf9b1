"""The golden courses notice what they are there for: each of these changes of a learner gives another record.

`MODULES` names the places of what is changed; who moves a module changes it here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from tests.golden_courses import complaint, courses, entry, recorded

MODULES = {
    "maxims": "gamelore.learners.maxims.learner",
    "search": "gamelore.learners.maxims.schedule",
    "search of 42": "gamelore.learners.maxims.forty_two_schedule",
    "reader of 42": "gamelore.learners.maxims.forty_two",
    "search of poker": "gamelore.learners.rules.practice.schedule",
}
Change = Callable[[Any], Any]
"""What is there in, what shall be there out."""


def to(value: Any) -> Change:
    return lambda _: value


def one_of_equals(narrow: Any) -> Any:
    """A line that drops something keeps the first of those it prefers, and not all."""

    def changed(lines: Sequence[Any], moves: int, *rest: Any) -> Any:
        found = narrow(lines, moves, *rest)
        kept = list(found.kept)
        for place in range(1, len(kept)):
            if len(kept[place]) < moves:
                kept[place:] = [kept[place][:1]] * (len(kept) - place)
        return type(found)(tuple(kept))

    return changed


def lowest_of_equals(_: Any) -> Any:
    """Of trumps that no line tells apart the lowest stands for them, and not the highest."""
    reader = importlib.import_module(MODULES["reader of 42"])

    def changed(view: Any, lines: Sequence[Any], sense: Any) -> list[int]:
        trumps = view.table.rules.trumps
        values = [value for value in reader.trump_values(view, lines, trumps, sense) if value is not None]
        lowest: dict[tuple[float, ...], int] = {}
        for number, trump in enumerate(trumps):
            lowest.setdefault(tuple(float(value[number]) for value in values), trump)
        return sorted(lowest.values())

    return changed


def beyond(keeps: Any) -> Any:
    """A hand must have more than a condition asks: `>` for `>=`."""
    seen = importlib.import_module(keeps.__module__)

    def changed(promise: Any, name: str) -> bool:
        what, bound = seen.PROMISES[name]
        value = getattr(promise, what)
        return bool(value < -bound if what in seen.AT_MOST else value > bound)

    return changed


def below(limits: Mapping[str, int]) -> Mapping[str, int]:
    """A call must stay below a limit: `<` for `<=`."""
    return {name: limit - 1 for name, limit in limits.items()}


MAXIMS, TOY = "maxims/maxims", "maxims/maxims, toy judge"
TOY_42, GIVEN_42 = "maxims/maxims at forty_two, toy judge", "maxims/maxims at forty_two, given list"
POKER = "waterman/practised, toy judge"
MUTATIONS: Mapping[str, tuple[str, Sequence[tuple[str, str, Change]]]] = {
    "lines cost 60 points and one list goes on": (MAXIMS, [("search", "PRICE", to(60.0)), ("search", "BEAM", to(1))]),
    "the same before a toy judge": (TOY, [("search", "PRICE", to(60.0)), ("search", "BEAM", to(1))]),
    "one list goes on": (TOY, [("search", "BEAM", to(1))]),
    "lines cost nothing": (TOY, [("search", "PRICE", to(0.0))]),
    "conditions cost nothing": (TOY, [("search", "CONDITION_PRICE", to(0.0))]),
    "a line of 42 costs nothing": (TOY_42, [("search of 42", "PRICE", to(0.0))]),
    "a condition of 42 costs nothing": (TOY_42, [("search of 42", "CONDITION_PRICE", to(0.0))]),
    "at 42 one of equal dominoes is kept": (GIVEN_42, [("maxims", "narrow", one_of_equals)]),
    "at 42 the lowest of equal trumps is meant": (GIVEN_42, [("reader of 42", "_told_apart", lowest_of_equals)]),
    "at 42 a hand must have more than is asked": (GIVEN_42, [("reader of 42", "keeps_promise", beyond)]),
    "at 42 a call stays below its limit": (GIVEN_42, [("reader of 42", "CALL_LIMITS", below)]),
    "any edit of poker rules is sure enough": (POKER, [("search of poker", "SURE", to(-99.0))]),
    "no edit of poker rules is sure enough": (POKER, [("search of poker", "SURE", to(99.0))]),
}
"""By what is changed: the course that notices, and the changes."""


@pytest.mark.parametrize("what", MUTATIONS)
def test_a_golden_course_notices_that(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, changes = MUTATIONS[what]
    for module, attribute, change in changes:
        place = importlib.import_module(MODULES[module])
        monkeypatch.setattr(place, attribute, change(getattr(place, attribute)))
    try:
        found = complaint(name, recorded()[name], entry(courses()[name]))
    except ValueError as error:
        found = str(error)
    assert found.endswith(("mend the change", "nothing to hold")), f"{name} does not notice that {what}"
