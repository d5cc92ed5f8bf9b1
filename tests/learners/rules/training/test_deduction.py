"""Deduction from the axioms: the printed example, the printed acceptable decisions, and the whole truth table."""

from __future__ import annotations

import itertools

import pytest

from gamelore.base.errors import BadText
from gamelore.learners.rules.settings import THESIS_LIKE_IMPLICIT, RuleSettings
from gamelore.learners.rules.training.axioms import DECISIONS, Showdown, deduce, judge, poker_axioms
from gamelore.learners.rules.training.deduction import Prover, Term, parse_axioms, parse_term

PRIMED = {
    "higher(yourhand,opphand)": False, "higher(opphand,yourhand)": True, "notprevoppaction(bethigh)": True,
    "lastbetopp(bethigh)": False, "onlycalled(opp)": True, "pot(large)": False, "goodhand(you)": False,
    "goodhand(opp)": False, "good(opphand)": False, "bad(opphand)": True, "didbet(you)": True, "didbet(opp)": False,
}  # fmt: skip


def facts(**changes: bool) -> tuple[tuple[Term, bool], ...]:
    return tuple((parse_term(text), truth) for text, truth in {**PRIMED, **changes}.items())


def test_the_printed_deduction_ends_in_a_bluff_and_shows_its_proof() -> None:
    """Appendix I, Part III."""
    found = deduce(facts(), DECISIONS)
    assert found.acceptable == ("BETHIGH",)
    assert found.lines() == [
        "Acceptable: BETHIGH",
        "maximize(yourscore): general axiom 2, part b, assuming BETHIGH",
        "  add(pot,yourscore): poker rule 6",
        "    oppaction(drop): poker axiom 12",
        "      bad(opphand): given",
        "      bluffed(opp): poker axiom 7",
        "        action(bethigh): given",
        "        higher(opphand,yourhand): given",
        "      notprevoppaction(bethigh): given",
    ]


def closed_form(
    own: bool, good: bool, bad: bool, bet: bool, called: bool, large: bool, high: bool, new: bool, outstanding: bool
) -> set[str]:
    """The axioms worked out by hand."""
    drop = set() if large else {"DROP"}
    if not own:
        return {"BETHIGH"} if bad and new else drop
    best = set()
    if good and bet:
        best |= {"BETLOW", "BETHIGH"}
    if (good and called) or bad:
        best |= {"BETLOW"}
    if (large or high) and outstanding:
        best |= {"CALL"}
    return best or ({"CALL"} if outstanding else drop)


def test_the_prover_agrees_with_the_axioms_worked_out_by_hand_in_every_case() -> None:
    for own, good, bad, bet, called, large, high, new, outstanding in itertools.product([False, True], repeat=9):
        if good and bad:
            continue
        primed = facts(
            **{
                "higher(yourhand,opphand)": own, "higher(opphand,yourhand)": not own, "good(opphand)": good,
                "goodhand(opp)": good, "bad(opphand)": bad, "didbet(opp)": bet, "onlycalled(opp)": called,
                "pot(large)": large, "lastbetopp(bethigh)": high, "notprevoppaction(bethigh)": new,
            }
        )  # fmt: skip
        legal = DECISIONS if outstanding else tuple(d for d in DECISIONS if d != "CALL")
        expected = closed_form(own, good, bad, bet, called, large, high, new, outstanding)
        assert set(deduce(primed, legal).acceptable) == expected


APPENDIX_J = [
    (Showdown(1, 52, 16, 4, 0, True, False, False, "BETLOW"), {"BETLOW", "BETHIGH"}),
    (Showdown(1, 52, 16, 6, 2, True, False, False, "BETHIGH"), {"BETLOW", "BETHIGH"}),
    (Showdown(-1, 10, 18, 42, 5, True, False, False, "CALL"), {"CALL"}),
    (Showdown(-1, 2, 12, 14, 0, False, True, False, "BETLOW"), {"DROP"}),
    (Showdown(1, 13, 9, 6, 3, True, False, False, "CALL"), {"BETLOW"}),
]


@pytest.mark.parametrize(("case", "acceptable"), APPENDIX_J)
def test_the_acceptable_decisions_of_appendix_j_come_out(case: Showdown, acceptable: set[str]) -> None:
    assert set(judge(case, RuleSettings(mode="implicit")).acceptable) == acceptable


def test_with_nothing_to_match_the_calibrated_reading_bets_low_instead_of_dropping() -> None:
    loser_acting_first = APPENDIX_J[3][0]
    assert judge(loser_acting_first, THESIS_LIKE_IMPLICIT).acceptable == ("BETLOW",)


def test_a_variable_binds_the_same_thing_throughout_a_statement() -> None:
    axioms = parse_axioms("rule 1: goodhand(X) & didbet(X) => surehandwillwin(X)")
    known = {parse_term("goodhand(you)"): True, parse_term("didbet(opp)"): True}
    assert Prover(axioms, known).prove(parse_term("surehandwillwin(you)")) is None
    known[parse_term("didbet(you)")] = True
    assert Prover(axioms, known).prove(parse_term("surehandwillwin(you)")) is not None


def test_statements_that_prove_each_other_in_a_circle_prove_nothing() -> None:
    axioms = parse_axioms("rule 1: a => b  rule 2: b => a")
    assert Prover(axioms, {}).prove(parse_term("a")) is None


def test_a_malformed_axiom_is_one_error_with_its_place() -> None:
    with pytest.raises(BadText, match=r"^my\.axioms:1:25: expected '=>', found '='"):
        parse_axioms("poker rule 1: action(c) = b", "my.axioms")


def test_all_26_statements_are_there() -> None:
    assert len(poker_axioms()) == 26
