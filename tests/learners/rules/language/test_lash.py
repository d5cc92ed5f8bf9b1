"""LASH: the printed translation, the built-in heuristics, round trips, and errors that say what was expected."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base.errors import BadText
from gamelore.learners.rules.language.expressions import (
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
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Definition, Heuristics, RuleMove
from gamelore.learners.rules.language.lash import compile_lash, to_lash
from gamelore.learners.rules.language.listing import parse_listing, rule_lines, to_listing
from gamelore.learners.rules.poker.lists import LIST_NAMES, builtin, printed

PAGE_44 = """
begin 'MOVE1': B<-2xB; C<-D+(4xC)+P,   'MOVE2': B<-B+6; D<-C+D; E<-(0),   'MOVE3': A<-(5); D<-(E).
if A>5 and B<10 then 'MOVE1' otherwise
if A>20 then (if B=0 then 'MOVE2' else (if B=1 and C==CX then 'MOVE3' else 'MOVE1')) otherwise
if D==DZ then 'MOVE3'.
CX is a C such that (C+5>P), DZ is a D such that (D<E-20),
P equals (K1xF)-(K2xR), R equals (K3xG)+(K4xA) end
"""


def test_the_program_of_page_44_translates_to_the_printed_production_rules() -> None:
    rules = compile_lash(PAGE_44)
    assert [(r.left, r.move) for r in rules.rules] == [
        (("A1", "B1", "*", "*", "*"), "MOVE1"),
        (("A2", "B2", "*", "*", "*"), "MOVE2"),
        (("A2", "B3", "CX", "*", "*"), "MOVE3"),
        (("A2", "*", "*", "*", "*"), "MOVE1"),
        (("*", "*", "*", "DZ", "*"), "MOVE3"),
    ]
    assert {s: str(d.predicate) for s, d in rules.definitions.items()} == {
        "A1": "A>5", "B1": "B<10", "A2": "A>20", "B2": "B=0", "B3": "B=1", "CX": "C+5>P", "DZ": "D<E-20",
    }  # fmt: skip
    assert {n: str(e) for n, e in rules.formulas.items()} == {"P": "(K1xF)-(K2xR)", "R": "(K3xG)+(K4xA)"}
    assert {m.name: [(v, str(e)) for v, e in m.changes] for m in rules.moves.values()} == {
        "MOVE1": [("B", "2xB"), ("C", "D+(4xC)+P")],
        "MOVE2": [("B", "B+6"), ("D", "C+D"), ("E", "0")],
        "MOVE3": [("A", "5"), ("D", "E")],
    }


FIGURE_5_3 = """
SW P8 B5 * * * * CALL|SW * * * * * * BETLAP|EC P1 B5 * * * * CALL|EC * * * * * * BETLAP|GC P2 B5 * * OR1 * CALL
GC P9 B6 * * OR1 * CALL|GC * B5 * * OR2 CS1 CALL|GC P3 B5 * * OR3 * CALL|GC * * BO1 * OR3 * BETSB
GC P4 B5 * * * * CALL|GC P9 B7 * * * * CALL|GC * * * * * * BETMB|PC * B5 * PB2 OR4 * CALL|PC * B5 * PB2 OR2 CS2 CALL
PC P6 B9 BO1 PB3 OR6 * BETBB|PC P5 B2 BO2 * * * BETBB|PC * B8 * PB4 OR6 * DROP|PC * B5 * * * * CALL
PC * * * * * * BETSB|NC * * * * OR4 * DROP|NC * * * * OR2 CS3 DROP|NC P10 B9 BO1 * OR7 * BETBBS
NC P6 B4 BO3 * OR6 * BETBBL|NC * B5 * PB1 * * CALL|NC P7 B9 * * * * CALL|NC P7 B3 * * * * BETSB
NC P6 B3 * * OR6 * BETSB|NC * * * * * * DROP
"""


def test_the_built_in_heuristics_compile_to_the_28_action_rules_and_41_definitions() -> None:
    rules = builtin()
    expected = [line.split() for line in re.split(r"[|\n]", FIGURE_5_3.strip())]
    assert [[*rule.left, rule.move] for rule in rules.rules] == expected
    base = {"H", "P", "B", "BFO", "PB", "R", "OCS"}
    assert len(rules.rules) == 28
    assert len(set(rules.definitions) - base) == 41
    unused = set(rules.definitions) - rules.used_symbols()
    assert unused == {"B1", "OR5"}


@pytest.mark.parametrize(
    ("name", "rules", "definitions"), [("manual", 26, 29), ("automatic", 20, 30), ("implicit", 15, 33)]
)
def test_the_learned_lists_are_as_long_as_printed(name: str, rules: int, definitions: int) -> None:
    found = printed(name)
    assert (len(found.rules), len(found.definitions)) == (rules, definitions)
    assert found.rules[-1].is_random


@pytest.mark.parametrize("name", LIST_NAMES)
def test_every_list_survives_lash_and_the_listing(name: str) -> None:
    rules = printed(name)
    assert compile_lash(to_lash(rules)) == rules
    assert parse_listing(to_listing(rules)) == rules


def test_the_listing_keeps_hypotheses_and_notes() -> None:
    rules = compile_lash(PAGE_44)
    marked = rules.with_rules([ActionRule(("A1", *4 * [STAR]), "MOVE2", True, "because A is large"), *rules.rules])
    assert parse_listing(to_listing(marked)) == marked
    assert 'rule 1 (A1 *  *  *  *) -> MOVE2 hypothesized "because A is large"' in rule_lines(marked)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("B<10 then", "B<10 thn", "poker.lash:3:17: expected 'then', found 'thn'"),
        ("'MOVE3'.", "'MOVE4'.", "poker.lash:5:15: move 'MOVE4' is not known; did you mean 'MOVE3'?"),
        ("C==CX", "C==CY", "poker.lash:4:52: symbol 'CY' is not known"),
        ("B=1 and", "B=1 &", "poker.lash:4:48: expected 'and', 'or' or 'then', found '&'"),
        ("(C+5>P)", "(C+5)", "poker.lash:6:22: expected a condition, found an arithmetic expression"),
        ("C+5>P", "C+>P", "poker.lash:6:24: expected '(', a function, a name in capitals or a number, found '>'"),
        ("R equals (K3xG)+(K4xA) end", "R equals (K3xG)", "expected ',' or 'end', found the end"),
        ("A>5 and B<10", "(A>5 or B<10)", "an 'or' must be about one variable"),
        ("C==CX", "B==CX", "'CX' is a value of C, not of B"),
        ("'MOVE2': B", "'MOVE1': B", "move 'MOVE1' is declared twice"),
        ("DZ is a D", "CX is a D", "'CX' is defined twice"),
        ("2xB", "random(2)", "expected 2 arguments of random(...), found 1"),
        ("begin", "begin vector A, B, C, D, E.", "name 'K1' is not known"),
    ],
)
def test_a_malformed_program_gets_one_error_with_its_place(before: str, after: str, message: str) -> None:
    with pytest.raises(BadText) as caught:
        compile_lash(PAGE_44.replace(before, after, 1), "poker.lash")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_listing_with_an_unknown_symbol_names_line_and_symbol() -> None:
    text = to_listing(builtin()).replace("(GC P2 ", "(GC P22", 1)
    with pytest.raises(BadText, match=r"^my\.rules:\d+:1: rule 5: symbol 'P22' is not known; did you mean 'P2'\?$"):
        parse_listing(text, "my.rules")


# --- round trips of anything the language can say ---------------------------------------------------------------------

names = st.sampled_from(["A", "B", "F"])
expressions: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(st.builds(Number, st.integers(-9, 99).map(float)), st.builds(Name, names)),
    lambda inner: st.one_of(
        st.builds(Operation, st.sampled_from("+-x/"), inner, inner),
        st.builds(lambda a, b: FunctionCall("random", (a, b)), inner, inner),
        st.builds(lambda a: FunctionCall("floor", (a,)), inner),
    ),
    max_leaves=6,
)
comparisons = st.builds(Comparison, st.sampled_from([">", "<", ">=", "<=", "=", "!="]), expressions, expressions)
predicates: st.SearchStrategy[Predicate] = st.one_of(
    comparisons,
    st.lists(comparisons, min_size=2, max_size=3).map(lambda t: Both(tuple(t))),
    st.lists(comparisons, min_size=2, max_size=3).map(lambda t: Either(tuple(t))),
)


@st.composite
def heuristics(draw: st.DrawFn) -> Heuristics:
    definitions = {f"{v}{k}": Definition(f"{v}{k}", v, draw(predicates)) for v in "AB" for k in range(1, 4)}
    entry = {v: st.sampled_from([STAR, *(s for s in definitions if s[0] == v)]) for v in "AB"}
    moves = {
        m: RuleMove(m, tuple((v, draw(expressions)) for v in draw(st.sets(st.sampled_from("AB")))))
        for m in ("GO", "STAY")
    }
    rules = [
        ActionRule((draw(entry["A"]), draw(entry["B"])), draw(st.sampled_from(["GO", "STAY", RANDOM])))
        for _ in range(draw(st.integers(1, 5)))
    ]
    conditional = [r for r in rules if set(r.left) != {STAR}]
    rules = [*conditional, *[r for r in rules if set(r.left) == {STAR}][:1]] or rules[:1]
    return Heuristics(("A", "B"), tuple(rules), definitions, {"G": draw(expressions)}, moves, ("F",))


@settings(deadline=None, max_examples=30)
@given(heuristics())
def test_lash_and_listing_read_back_whatever_can_be_said(rules: Heuristics) -> None:
    assert compile_lash(to_lash(rules)) == rules
    assert parse_listing(to_listing(rules)) == rules


def test_a_text_that_would_take_long_to_parse_is_refused() -> None:
    with pytest.raises(BadText, match=r"mine\.lash: 100,001 characters are too many"):
        compile_lash("A" * 100_001, "mine.lash")


def test_a_variable_that_the_vector_names_twice_is_told_before_every_place_is_looked_through() -> None:
    text = "begin vector " + "A, " * 5000 + "B. 'MOVE': A <- (5). if A>5 and B<10 then 'MOVE'. K equals 3 end"
    with pytest.raises(BadText, match=r"the vector names 'A' 5000 times"):
        compile_lash(text)
    assert compile_lash(text.replace("A, " * 5000, "A, ")).vector == ("A", "B")
    with pytest.raises(BadText, match="the vector names a variable twice"):
        Heuristics(("POT", "POT"))
