"""What the thesis proposes and what we add: learned matrix, no functions, memory, refit, beliefs."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.core import AnyView
from gamelore.games.poker.cards import parse_hand
from gamelore.games.poker.hands import hand_class
from gamelore.learners.check import check_learner
from gamelore.learners.features.core import Feature, register_feature
from gamelore.learners.features.forty_two.parameters import measure_offence
from gamelore.learners.rules.language.definitions import LARGE, SMALL, Valuation, Variable
from gamelore.learners.rules.language.heuristics import Heuristics, RuleMove
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.moves import new_trainee
from gamelore.learners.rules.settings import CALIBRATED_IMPLICIT, RuleSettings
from gamelore.learners.rules.training.axioms import Showdown, shipped_logic
from gamelore.learners.rules.training.beliefs import SAMPLE, Beliefs, usual_hands
from gamelore.learners.rules.training.cases import CaseMemory, pruned
from gamelore.learners.rules.training.feature_task import FeatureTask, symbol_text
from gamelore.learners.rules.training.matrix import DecisionMatrix, poker_matrix, turned
from gamelore.learners.rules.training.refit import Refit, WeighedCase, as_heuristics
from gamelore.learners.rules.training.school import School
from gamelore.learners.rules.training.trainee import Advice, Trainee
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.oracles.forty_two.labelled_store import load_store
from gamelore.oracles.forty_two.labels import RULES


def test_turning_an_operator_round_keeps_the_extreme_member_of_the_old_set() -> None:
    """Page 162: P1 is P > 15, the situation has P = 7; P < 17 keeps 16."""
    assert turned(">", 15, 7) == (SMALL, 17)
    assert turned("<", 4, 9) == (LARGE, 2)
    start = parse_listing(
        """vector P B move D1 rule (P1 B1) -> D1 hypothesized rule (* *) -> random
        P1 is a P such that (P>15) B1 is a B such that (B<4)"""
    )
    matrix = DecisionMatrix({("D1", "", "P"): LARGE, ("D1", "", "B"): SMALL})
    settings = RuleSettings(mode="implicit", learn_matrix=True)
    trainee = Trainee(start, (Variable("P", "P"), Variable("B", "B")), (), settings, matrix)
    reasons = (Valuation("P", size=LARGE), Valuation("B", size=SMALL))
    trainee.trial({"P": 7, "B": 2}, Advice("D1", reasons, hypothesized=True))
    symbol = trainee.heuristics.rules[0].left[0]
    assert str(trainee.heuristics.definitions[symbol].predicate) == "P<17"
    assert trainee.matrix.size("D1", "", "P") == SMALL
    assert trainee.match({"P": 16, "B": 2}) == trainee.match({"P": 7, "B": 2}) == 0


def test_rules_approximate_a_function_that_nobody_defined() -> None:
    """Pages 163-165: B becomes A = E + 3, or what three rules over E make of it."""
    exact = parse_listing(
        """vector P B bookkeeping E move MA: B <- A rule (P1 B1) -> MA
        P1 is a P such that (P>0) B1 is a B such that (B>0) A equals E+3"""
    )
    assert [_new_b(exact, {"P": 1, "B": 1, "E": e}) for e in range(1, 7)] == [4, 5, 6, 7, 8, 9]
    learned = parse_listing(
        """vector P B E move M8: B <- 8 move M6: B <- 6 move M4: B <- 4
        rule (P1 B1 E1) -> M8 rule (P1 B1 E2) -> M6 rule (P1 B1 *) -> M4
        P1 is a P such that (P>0) B1 is a B such that (B>0) E1 is an E such that (E>4) E2 is an E such that (E>2)"""
    )
    assert [_new_b(learned, {"P": 1, "B": 1, "E": e}) for e in range(1, 7)] == [4, 4, 6, 6, 8, 8]


def _new_b(rules: Heuristics, situation: dict[str, float]) -> float:
    matcher = Matcher(rules)
    values = matcher.values(situation)
    return matcher.after(rules.rules[matcher.match(values)].move, values)["B"]


def test_without_function_definitions_bookkeeping_enters_the_subvector() -> None:
    trainee = new_trainee(RuleSettings(mode="implicit", functions=False))
    assert trainee.heuristics.vector == (
        "VDHAND", "POT", "LASTBET", "POTBET", "ORP", "OAVGBET", "OTBET", "OBLUFFS", "OCORREL", "OD",
    )  # fmt: skip


# --- memory and pruning -----------------------------------------------------------------------------------------------

LIST = """vector A move GO move STAY rule (A1) -> GO rule (A2) -> STAY rule (A3) -> GO rule (*) -> random
A1 is an A such that (A>10) A2 is an A such that (A>5) A3 is an A such that (A>12)"""


def test_the_table_of_cases_counts_what_the_list_decides_wrongly() -> None:
    memory = CaseMemory(("A",), 4)
    for value, move in ((20, "GO"), (7, "STAY"), (8, "GO"), (1, "GO")):
        memory.add({"A": value}, (move,))
    rules = parse_listing(LIST)
    assert memory.table().wrong(rules) == 2
    memory.add({"A": 8}, ("STAY",))
    assert memory.table().wrong(rules) == 1
    memory.add({"A": 30}, ("GO",))
    assert len(memory.cases) == 4
    assert [rule.left for rule in pruned(memory.table(), rules).rules] == [("A1",), ("A2",), ("*",)]


def test_a_memory_refuses_an_edit_that_breaks_what_was_right() -> None:
    """A rule that would be made to catch by a free K is left alone if cases speak against it."""
    start = parse_listing("vector A B move GO move STAY rule (* *) -> random")
    variables = (Variable("A", "A"), Variable("B", "B"))
    settings = RuleSettings(memory=100, largest_change=1e9)
    trainee = Trainee(start, variables, (), settings)
    large, small = (Valuation("A", size=size) for size in (LARGE, SMALL))
    trainee.trial({"A": 50, "B": 0}, Advice("GO", (large,)))
    for value in (30, 20, 40):
        trainee.trial({"A": value, "B": 0}, Advice("STAY", (small,)))
    trainee.trial({"A": 10, "B": 5}, Advice("GO", (large, Valuation("B", size=LARGE))))
    for value, b, move in ((50, 0, "GO"), (30, 0, "STAY"), (20, 0, "STAY"), (40, 0, "STAY"), (10, 5, "GO")):
        index = trainee.match({"A": value, "B": b})
        assert trainee.heuristics.rules[index].move == move


# --- refit ------------------------------------------------------------------------------------------------------------


def test_refit_finds_an_exception_within_a_class() -> None:
    trainee = new_trainee(CALIBRATED_IMPLICIT)
    rng = stream(6)
    cases = []
    for _ in range(200):
        hand, pot, bet = int(rng.integers(1, 60)), int(rng.integers(2, 60)), int(rng.integers(1, 20))
        move = "BETLOW" if hand >= 34 else "CALL" if hand >= 3 and bet > 9 else "DROP"
        cases.append(WeighedCase((hand, pot, bet, -6, pot // bet, 3, 0), {move: 1.0}))
    rules = Refit(cases, trainee, {"H4": "poor", "H3": "poor", "H2": "good", "H1": "good"}).run()
    trainee.replace_rules(as_heuristics(rules, trainee, ""))
    right = 0
    for case in cases:
        here = dict(zip(trainee.heuristics.vector, case.values, strict=True))
        right += trainee.heuristics.rules[trainee.match(here)].move in case.worth
    assert right >= 195
    assert len(rules) <= 7
    assert all(rule.left[0] != "*" for rule in trainee.heuristics.learned_rules())


def test_every_rule_of_figure_5_13_agrees_with_the_decision_matrix() -> None:
    rules, matrix = printed("implicit"), poker_matrix()
    kinds = {"H4": "poor", "H3": "poor", "H2": "good", "H1": "good"}
    for rule in rules.learned_rules():
        for variable, symbol in zip(rules.vector, rule.left, strict=True):
            threshold = None if symbol == "*" else rules.definitions[symbol].threshold()
            if threshold is not None and variable not in ("VDHAND", "ORP"):
                size = matrix.size(rule.move, kinds[rule.left[0]], variable)
                assert {">": LARGE, "<": SMALL}[threshold[0]] == size, (rule, variable)


# --- beliefs ----------------------------------------------------------------------------------------------------------


def test_who_drew_two_cards_holds_three_of_a_kind_or_better() -> None:
    weakest = int(usual_hands()[2][0])
    assert weakest >= hand_class(parse_hand("H2 S2 C2 D3 H4"))
    assert sum(len(hands) for hands in usual_hands()) == SAMPLE


def test_what_an_opponent_shows_after_high_bets_changes_what_it_may_hold() -> None:
    beliefs = Beliefs()
    before, weights = beliefs.weights(3, 15)
    strong = before >= hand_class(parse_hand("H14 S14 C2 D3 H4"))
    for _ in range(20):
        beliefs = beliefs.after_showing(50, 15)
        beliefs = beliefs.after_showing(9, 2)
    _, after = beliefs.weights(3, 15)
    assert after[strong].sum() > 1.5 * weights[strong].sum()
    assert after.sum() == pytest.approx(1)


def test_the_worth_of_a_decision_is_a_probability_and_a_strong_hand_should_not_drop() -> None:
    logic = shipped_logic()
    case = Showdown(0, 60, 0, 10, 3, True, False, False, "CALL")
    worth = Beliefs().worth(hand_class(parse_hand("H14 S14 C14 D3 H4")), case, 3, 3, CALIBRATED_IMPLICIT, logic)
    assert all(0 <= chance <= 1 for chance in worth.values())
    assert worth["DROP"] < 0.05
    settings = RuleSettings(mode="implicit")
    weak = Beliefs().worth(hand_class(parse_hand("H7 S5 C4 D3 H2")), case, 3, 3, settings, logic)
    assert weak["BETLOW"] < 0.05


# --- a third task: any game with Features -----------------------------------------------------------------------------


def test_the_learner_plays_any_game_whose_features_are_known() -> None:
    game = load_game("tapatan")

    def empty_points(view: AnyView, about: object, memory: object) -> float:
        return float(len(view.legal_actions()))

    register_feature("tapatan", Feature("freedom", "the number of your legal moves", empty_points, 0, 30))
    assert Waterman.plays(game)
    assert check_learner(Waterman, game, np.random.default_rng(3), contests=2).decisions > 0
    assert not Waterman.plays(load_game("achi"))


@pytest.mark.slow
def test_the_same_machine_learns_to_bid_at_42_from_labelled_hands() -> None:
    """Whether to bid, from the offensive parameters under the best trump: rules are refitted from labelled hands."""
    hands = [hand for four in load_store().rounds("choose") for hand in four]
    lessons = lessons_of(hands, RULES[load_store().facts["rule"]])
    measured = measure_offence(lessons.situations, lessons.trump).values
    school = School(
        FeatureTask(load_game("forty_two"), tuple(measured)),
        RuleSettings(mode="implicit", refit=20),
    )
    for name in ("BID", "PASS"):
        school.trainee.add_move(RuleMove(name))
    learned, right = len(hands) * 3 // 4, 0
    answers = ["PASS" if call == 0 else "BID" for call in lessons.call.tolist()]
    for number, answer in enumerate(answers):
        here = {symbol_text(name): float(column[number]) for name, column in measured.items()}
        if number < learned:
            school.shown(here, (answer,), None)
            continue
        if number == learned:
            school.finish()
        right += school.trainee.accepts(school.trainee.match(here), answer)
    tested = answers[learned:]
    majority = max(tested.count("BID"), tested.count("PASS"))
    assert right > majority
    assert len(school.trainee.heuristics.learned_rules()) <= 14
