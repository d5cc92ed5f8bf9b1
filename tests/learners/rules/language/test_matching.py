"""The fast matcher by small lists of rules: each value on, below and above a threshold, moves, constants, refusals.

The battery of the mutants of the matcher (docs/mutation.md).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import ClassVar

import pytest
from tests.plain_parse import first_match, parse

from gamelore.base.errors import UnknownName
from gamelore.base.seeds import stream
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.language.matching import Matcher


def matches(rules: Heuristics, **values: float) -> int:
    matcher = Matcher(rules)
    found = matcher.match(matcher.values(values))
    assert found == first_match(rules, parse(rules, values))
    return found


SIGNS = parse_listing("""
vector A B
bookkeeping D
move GO
rule 1 (LOW *) -> GO
rule 2 (MIDDLE ODD) -> GO
rule 3 (EXACT *) -> GO
rule 4 (LOW *) -> GO
rule 5 (MIDDLE *) -> GO
rule 6 (NOT B1) -> GO
rule 7 (HIGH *) -> GO
LOW is an A such that (A<3)
MIDDLE is an A such that (A>=5 and A<=TOP)
EXACT is an A such that (A=10 or A=4)
NOT is an A such that (A!=12)
HIGH is an A such that (A>12)
ODD is a B such that (B=1 or B=3)
B1 is a B such that (B>D)
TOP equals 2xHALF
HALF equals 4
""")


def test_every_value_at_a_threshold_and_beside_it_is_matched_as_the_source_parses_it() -> None:
    values = [v / 2 for v in range(-2, 30)]
    found = Counter(matches(SIGNS, A=a, B=b, D=d) for a, b, d in product(values, (0, 1, 2, 3, 4), (1, 2)))
    assert set(found) == {-1, 0, 1, 2, 4, 5, 6}, "rule 4 is hidden by rule 1"


def test_rules_that_share_a_symbol_are_all_kept() -> None:
    matcher = Matcher(SIGNS)
    assert matcher.matching(matcher.values({"A": 2, "B": 0, "D": 1})) == 0b0001001
    assert matcher.matching(matcher.values({"A": 5, "B": 3, "D": 1})) == 0b0110010
    assert matcher.matching(matcher.values({"A": 12, "B": 9, "D": 1})) == 0


def test_a_list_without_a_condition_matches_with_each_of_its_rules_and_an_empty_one_with_none() -> None:
    stars = parse_listing("vector A move GO rule 1 (*) -> GO rule 2 (*) -> GO")
    matcher = Matcher(stars)
    assert matcher.matching(matcher.values({"A": 1})) == 0b11
    assert matches(stars, A=1) == 0
    assert matches(parse_listing("vector A move GO"), A=1) == -1


def test_constants_and_symbols_have_values_too() -> None:
    matcher = Matcher(SIGNS)
    values = matcher.values({"A": 7, "B": 1, "D": 0})
    assert (values["TOP"], values["HALF"], values["HIGH"], values["ODD"]) == (8.0, 4.0, 7, 1)


def test_a_formula_is_computed_once_for_a_situation_and_chance_each_time() -> None:
    rules = parse_listing("vector A SUM equals A+1 TWICE equals SUMx2 DIE equals random(1,6) DICE equals random(1,6)+A")
    values = Matcher(rules).values({"A": 1}, stream(3))
    assert (values["SUM"], values["TWICE"]) == (2, 4)
    values["A"] = 100
    assert (values["SUM"], values["TWICE"]) == (2, 4)
    assert {values["DIE"] for _ in range(100)} == set(range(1, 7))
    assert {values["DICE"] for _ in range(100)} == set(range(101, 107))


def test_what_a_situation_does_not_hold_is_refused_by_name() -> None:
    message = "^this situation: value 'C' is not known; known: A, B, D$"
    with pytest.raises(UnknownName, match=message) as refused:
        Matcher(SIGNS).values({"A": 1})["C"]
    assert (refused.value.kind, refused.value.known) == ("value", ("A", "B", "D"))


class Counted(float):
    """A value that counts how often it is compared."""

    seen: ClassVar[Counter[str]] = Counter()

    def __eq__(self, other: object) -> bool:
        self.seen["compared"] += 1
        return float(self) == other

    def __lt__(self, other: float) -> bool:
        self.seen["compared"] += 1
        return float(self) < other

    def __gt__(self, other: float) -> bool:
        self.seen["compared"] += 1
        return float(self) > other

    __hash__ = float.__hash__


@pytest.mark.parametrize(
    ("name", "of"),
    [("A", "A"), ("D", "A"), ("S0", "S0")],
    ids=["the variable itself", "bookkeeping", "the variable behind a symbol"],
)
def test_a_decision_is_one_bisection_however_many_symbols_there_are(name: str, of: str) -> None:
    """64 rules with a threshold each: their tests are not made one by one."""
    steps = range(64, 0, -1)
    rules = [f"rule {65 - n} (S{n}) -> GO" for n in steps]
    symbols = ["S0 is an A such that (A>-1)", *(f"S{n} is an {of} such that ({name}>STEPx{n})" for n in steps)]
    lines = ["vector A bookkeeping D", "move GO", *rules, *symbols, "STEP equals 1"]
    matcher = Matcher(parse_listing("\n".join(lines)))
    Counted.seen.clear()
    situation = {"A": 9, "D": 9} | {"D" if name == "D" else "A": Counted(40.5)}
    assert matcher.match(matcher.values(situation)) == 24, "the first whose threshold is at most 40"
    assert 0 < Counted.seen["compared"] <= 9


def test_a_rule_that_compares_two_values_is_matched_as_well() -> None:
    rules = parse_listing("vector A B move GO rule 1 (S *) -> GO rule 2 (T *) -> GO "
                          "S is an A such that (A>B+1) T is an A such that (B>3)")  # fmt: skip
    assert [matches(rules, A=a, B=b) for a, b in ((5, 3), (4, 3), (4, 4), (6, 4))] == [0, -1, 1, 0]


def test_a_symbol_holds_only_where_all_hold_that_it_rests_on() -> None:
    rules = parse_listing("vector A move GO rule 1 (S) -> GO rule 2 (T) -> GO S is a T such that (A<9) "
                          "T is an U such that (A>2) U is an A such that (A!=5)")  # fmt: skip
    assert [matches(rules, A=a) for a in (2, 3, 5, 8, 9)] == [-1, 0, -1, 0, 1]


def test_thresholds_of_two_variables_in_one_column_are_not_mixed_up() -> None:
    rules = parse_listing("vector A B move GO rule 1 (S *) -> GO S is an A such that (A>3 and B>7)")
    assert [matches(rules, A=a, B=b) for a, b in ((4, 8), (4, 7), (3, 8), (8, 4))] == [0, -1, -1, -1]


MOVES = parse_listing("""
vector A
move ONE: A <- A+1
move TWO: S <- Ax2
move THREE
rule 1 (S) -> TWO
rule 2 (*) -> random
S is an A such that (A>3)
""")


def test_the_move_of_a_rule_is_made_and_random_draws_among_the_allowed_moves() -> None:
    matcher = Matcher(MOVES)
    values = matcher.values({"A": 5})

    def drawn(index: int, *allowed: str) -> set[str]:
        return {matcher.move(index, values, stream(seed), lambda name: name in allowed) for seed in range(40)}

    assert drawn(0) == {"TWO"}
    for index in (1, -1):
        assert drawn(index, "ONE", "THREE") == {"ONE", "THREE"}
        assert drawn(index) == {""}
    assert {matcher.move(1, values, stream(seed)) for seed in range(40)} == {"ONE", "TWO", "THREE"}
    without = Matcher(MOVES.with_rules(MOVES.rules[:1]))
    assert {without.move(-1, values, stream(seed)) for seed in range(40)} == {"ONE", "TWO", "THREE"}


def test_a_move_changes_the_variable_behind_a_symbol_and_nothing_else() -> None:
    matcher = Matcher(MOVES)
    values = matcher.values({"A": 5})
    assert matcher.changes("TWO", values) == {"A": 10}
    assert matcher.after("ONE", values) == {"A": 6}
    assert matcher.after("THREE", values) == {"A": 5}
    assert matcher.changes("THREE", values) == {}
