"""Deduction from the axioms: the printed example, the printed acceptable decisions, and the whole truth table."""

from __future__ import annotations

import itertools
import re

import pytest

from gamelore.base.errors import BadText
from gamelore.learners.rules.settings import THESIS_LIKE_IMPLICIT, RuleSettings
from gamelore.learners.rules.training.axioms import DECISIONS, Showdown, deduce, judge, parse_logic, shipped_logic
from gamelore.learners.rules.training.deduction import Prover, Term, parse_axioms, parse_term

PRIMED = {
    "higher(yourhand,opphand)": False, "higher(opphand,yourhand)": True, "notprevoppaction(bethigh)": True,
    "lastbetopp(bethigh)": False, "onlycalled(opp)": True, "pot(large)": False, "goodhand(you)": False,
    "goodhand(opp)": False, "good(opphand)": False, "bad(opphand)": True, "didbet(you)": True, "didbet(opp)": False,
}  # fmt: skip


MENDED, PRINTED = shipped_logic("mended"), shipped_logic("printed")


def facts(**changes: bool) -> tuple[tuple[Term, bool], ...]:
    return tuple((parse_term(text), truth) for text, truth in {**PRIMED, **changes}.items())


def test_the_printed_deduction_ends_in_a_bluff_and_shows_its_proof() -> None:
    """Appendix I, Part III."""
    found = deduce(facts(), DECISIONS, MENDED)
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
        assert set(deduce(primed, legal, MENDED).acceptable) == expected


APPENDIX_J = [
    (Showdown(1, 52, 16, 4, 0, True, False, False, "BETLOW"), {"BETLOW", "BETHIGH"}),
    (Showdown(1, 52, 16, 6, 2, True, False, False, "BETHIGH"), {"BETLOW", "BETHIGH"}),
    (Showdown(-1, 10, 18, 42, 5, True, False, False, "CALL"), {"CALL"}),
    (Showdown(-1, 2, 12, 14, 0, False, True, False, "BETLOW"), {"DROP"}),
    (Showdown(1, 13, 9, 6, 3, True, False, False, "CALL"), {"BETLOW"}),
]


@pytest.mark.parametrize(("case", "acceptable"), APPENDIX_J)
def test_the_acceptable_decisions_of_appendix_j_come_out(case: Showdown, acceptable: set[str]) -> None:
    assert set(judge(case, RuleSettings(mode="implicit"), MENDED).acceptable) == acceptable


def test_with_nothing_to_match_the_calibrated_reading_bets_low_instead_of_dropping() -> None:
    loser_acting_first = APPENDIX_J[3][0]
    assert judge(loser_acting_first, THESIS_LIKE_IMPLICIT, MENDED).acceptable == ("BETLOW",)


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
    assert len(MENDED.axioms) == 26


def test_the_27_printed_statements_differ_from_the_mended_ones_in_three_places() -> None:
    printed, mended = (
        {axiom.name: (axiom.condition, axiom.conclusions) for axiom in logic.axioms} for logic in (PRINTED, MENDED)
    )
    assert len(printed) == 27
    assert {name for name in printed if printed[name] != mended.get(name)} == {
        "general axiom 1", "poker rule 4", "poker axiom 1",
    }  # fmt: skip
    assert set(mended) < set(printed)


def test_as_printed_a_losing_hand_that_is_called_adds_the_pot_to_the_score() -> None:
    """Why poker rule 4 is mended: Part II says that the pot is subtracted."""
    assert deduce(facts(), DECISIONS, MENDED).acceptable == ("BETHIGH",)
    found = deduce(facts(), DECISIONS, PRINTED)
    assert found.acceptable == ("BETLOW",)
    assert any("poker rule 4" in line for line in found.lines())


def test_as_printed_a_drop_keeps_even_a_large_pot_small() -> None:
    """Why poker axiom 1 is mended: Appendix J accepts no drop from a large pot."""
    large = facts(
        **{"pot(large)": True, "notprevoppaction(bethigh)": False, "bad(opphand)": False, "onlycalled(opp)": False}
    )
    assert deduce(large, DECISIONS, PRINTED).acceptable == ("DROP",)
    assert deduce(large, DECISIONS, MENDED).acceptable == ()


GOAL = "general axiom 1: add(pot, Z) => maximize(Z)\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "own: one statement must conclude 'maximize(yourscore)'; none does"),
        (
            GOAL + GOAL.replace("axiom 1", "axiom 2") + "rule 1: action(call) => add(pot, X)",
            "general axiom 1 and general axiom 2 do",
        ),
        (GOAL, "own:1: general axiom 1: 'add(pot,Z)' is neither given nor concluded by any statement"),
        (
            GOAL + "rule 1: action(cal) => add(pot, yourscore)",
            "own:2: rule 1: 'action(cal)' is .* did you mean 'action(call)'",
        ),
        (
            GOAL + "rule 1: action(call) => add(pot, yourscore) & pot(large)",
            "own:2: rule 1: 'pot(large)' is given by the deal",
        ),
        (
            GOAL + "rule 1: action(call) => add(pot, X)\nrule 1: action(drop) => a",
            "own:3: rule 1: line 2 has this name already",
        ),
        (GOAL + "rule 1: action(call => add(pot, X)", "own:2:21: expected"),
        ("rule 1: " + 101 * "(" + "a" + 101 * ")" + " => b", "own: more than 100 brackets"),
    ],
)  # fmt: skip
def test_bad_axioms_are_refused_with_their_place(text: str, complaint: str) -> None:
    with pytest.raises(BadText, match=re.escape(complaint).replace(r"\.\*", ".*")):
        parse_logic(text, "own")


def test_axioms_that_turn_in_growing_circles_are_refused() -> None:
    logic = parse_logic(GOAL + "rule 1: add(more(X), Z) => add(X, Z)", "own")
    with pytest.raises(BadText, match="turn in circles"):
        deduce(facts(), DECISIONS, logic)


def test_own_axioms_decide_by_the_first_part_of_the_goal_that_can_be_proved() -> None:
    logic = parse_logic(
        "rule 1: action(call) & ~pot(large) => fine(X)\ngoal 1: bad(opphand) & fine(X) | action(drop) => maximize(Z)",
        "own",
    )
    assert deduce(facts(), DECISIONS, logic).acceptable == ("CALL",)
    assert deduce(facts(**{"pot(large)": True}), DECISIONS, logic).part == "b"
    assert (logic.shipped, MENDED.shipped, PRINTED.shipped) == ("", "mended", "printed")
