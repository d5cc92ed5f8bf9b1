"""Deciding by rules: the worked example of Waterman 1968 (p36-39), and the fast matcher against the slow parse."""

from __future__ import annotations

import functools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plain_parse import first_match, parse

from gamelore.base.errors import BadText, UnknownName
from gamelore.base.seeds import stream
from gamelore.learners.rules.language.expressions import NoRandomness
from gamelore.learners.rules.language.heuristics import STAR, ActionRule
from gamelore.learners.rules.language.lash import compile_lash
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.poker.lists import builtin, printed

PAGE_36 = """
vector A B C
bookkeeping D E
move FIRST: B <- X+B
move SECOND: C <- C-Y
move THIRD: C <- Y+C
rule 1 (A1 * *) -> FIRST
rule 2 (A2 * C1) -> SECOND
rule 3 (* B1 *) -> THIRD
A1 is an A such that (A>=25)
A2 is an A such that (A<25)
B1 is a B such that (B>1)
B2 is a B such that (B>4)
C1 is a C such that (C=5)
X equals 1xD
Y equals 20-(3xE)
"""


def test_the_worked_example_parses_matches_and_moves_as_printed() -> None:
    rules = parse_listing(PAGE_36)
    situation = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 8}
    parsed = parse(rules, situation)
    assert parsed.final == (("A2",), ("B1", "B2"), ("C",))
    assert first_match(rules, parsed) == 2
    matcher = Matcher(rules)
    values = matcher.values(situation)
    assert matcher.match(values) == 2
    assert values["Y"] == -4
    assert matcher.after("THIRD", values) == {"A": 4, "B": 5, "C": 2}


def test_a_definition_may_rest_on_another_symbol() -> None:
    rules = parse_listing("vector A move GO rule (A2) -> GO A1 is an A such that (A>5) A2 is an A1 such that (A<9)")
    assert parse(rules, {"A": 7}).final == (("A2",),)
    assert parse(rules, {"A": 4}).final == (("A",),)
    assert [Matcher(rules).match(Matcher(rules).values({"A": a})) for a in (4, 7, 9)] == [-1, 0, -1]


def test_chance_is_drawn_anew_at_every_evaluation_and_only_from_the_given_generator() -> None:
    matcher = Matcher(builtin())
    values = matcher.values({"POT": 2, "LASTBET": 0}, stream(1))
    drawn = {values["MB"] for _ in range(200)}
    assert drawn == set(range(3, 10))
    with pytest.raises(NoRandomness):
        matcher.values({"POT": 2})["SB"]


def test_a_value_that_nobody_supplied_is_one_clear_error() -> None:
    with pytest.raises(UnknownName, match="value 'VDHAND'"):
        Matcher(builtin()).match(Matcher(builtin()).values({"POT": 2}))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (ActionRule(("A9", STAR, STAR), "FIRST"), "rule 4: symbol 'A9' is not known"),
        (ActionRule((STAR, "A1", STAR), "FIRST"), "rule 4: 'A1' is a value of A, but stands at B"),
        (ActionRule((STAR, STAR), "FIRST"), "rule 4 has 2 entries, the vector has 3 variables"),
        (ActionRule((STAR, STAR, STAR), "FORTH"), "rule 4: move 'FORTH' is not known"),
    ],
)
def test_a_rule_with_an_unknown_symbol_or_a_wrong_shape_is_refused(rule: ActionRule, message: str) -> None:
    good = parse_listing(PAGE_36)
    with pytest.raises((UnknownName, BadText), match=message):
        good.with_rules([*good.rules, rule])


def test_formulas_that_define_each_other_in_a_circle_are_refused() -> None:
    with pytest.raises(BadText, match="X -> Y -> X"):
        parse_listing("vector A X equals Y+1 Y equals X+1")


numbers = st.integers(-30, 120)


@settings(max_examples=100, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "VDHAND": st.integers(1, 700), "POT": st.integers(2, 120), "LASTBET": st.integers(0, 20),
            "BLUFFO": numbers, "POTBET": st.integers(0, 60), "ORP": st.integers(-1, 3), "OSTYLE": st.integers(-6, 8),
            "OAVGBET": st.integers(0, 20), "OTBET": st.integers(0, 4), "OBLUFFS": st.integers(0, 3),
            "OCORREL": st.integers(-3, 3), "OD": st.integers(0, 3),
        }
    )
)  # fmt: skip
def test_the_fast_matcher_agrees_with_the_parse_of_the_source(situation: dict[str, float]) -> None:
    for matcher in _matchers():
        rules = matcher.heuristics
        assert matcher.match(matcher.values(situation)) == first_match(rules, parse(rules, situation))


@functools.cache
def _matchers() -> list[Matcher]:
    return [Matcher(printed(name)) for name in ("builtin", "manual", "automatic", "implicit")]


def test_ten_thousand_decisions_take_less_than_a_second() -> None:
    matcher = Matcher(printed("automatic"))
    situation = {"D": 4, "VDHAND": 12, "POT": 10, "LASTBET": 3, "BLUFFO": -6, "POTBET": 3, "ORP": 3, "OSTYLE": 0}
    begin = time.perf_counter()
    for _ in range(2000):
        matcher.match(matcher.values(situation))
    assert 2000 / (time.perf_counter() - begin) > 10_000


def test_an_otherwise_without_a_condition_catches_everything() -> None:
    rules = compile_lash("begin 'GO': A <- (1). if A>3 then 'GO' otherwise random. B equals (1) end")
    assert rules.rules[-1] == ActionRule((STAR,), "random")
