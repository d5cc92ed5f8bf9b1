"""Every worked example of the training procedure (Waterman 1968, chapter 3), with every rule and every symbol."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.plain_parse import parse

from gamelore.learners.rules.language.definitions import LARGE, SMALL, Partition, Valuation, Variable
from gamelore.learners.rules.language.forms import redundancies, same_form, to_catch, to_pass, without_redundancies
from gamelore.learners.rules.language.heuristics import ActionRule, Heuristics
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.trainee import Advice, Trainee

A, B, C = (Variable(name, name) for name in "ABC")


def rules_of(trainee: Trainee | Heuristics) -> list[str]:
    heuristics = trainee.heuristics if isinstance(trainee, Trainee) else trainee
    return [f"{' '.join(rule.left)} {rule.move}" for rule in heuristics.rules]


def definitions_of(trainee: Trainee | Heuristics) -> dict[str, str]:
    heuristics = trainee.heuristics if isinstance(trainee, Trainee) else trainee
    return {symbol: str(d.predicate) for symbol, d in heuristics.definitions.items()}


def situation(*values: float) -> dict[str, float]:
    return dict(zip("ABC", values, strict=True))


def test_a_heuristic_is_created_from_training_information() -> None:
    """Pages 52-54."""
    start = parse_listing(
        """vector A B C
        move C3: C <- C+3  move A2PLUS: A <- A+2  move B1PLUS: B <- B+1  move A6: A <- A+6
        rule (A1 * C2) -> C3  rule (A2 B1 *) -> A2PLUS  rule (* B2 C1) -> B1PLUS
        B1 is a B such that (B>=16)  B2 is a B such that (B<16)  C1 is a C such that (C>5)  C2 is a C such that (C<=5)
        A1 is an A such that (A>=20)  A2 is an A such that (A<20)"""
    )
    partitions = (Partition("A", "A", ("A2", "A1"), (20,)), Partition("C", "C", ("C2", "C1"), (6,)))
    trainee = Trainee(start, (A, B, C), partitions, RuleSettings())
    here = situation(13, 5, 7)
    assert parse(trainee.heuristics, here).final == (("A2",), ("B2",), ("C1",))
    reasons = (Valuation("A", category="A1"), Valuation("C", category="C1"))
    trial = trainee.trial(here, Advice("A6", reasons))
    assert (trial.before, trial.after) == (3, 3)
    assert definitions_of(trainee)["A1"] == "A>=13"
    assert definitions_of(trainee)["A2"] == "A<13"
    assert rules_of(trainee) == ["A1 * C2 C3", "A2 B1 * A2PLUS", "A1 * C1 A6", "* B2 C1 B1PLUS"]


def test_same_form_made_to_catch_and_made_to_pass() -> None:
    """Pages 58-60."""
    rules = parse_listing(
        """vector A B C  move B2PLUS  move A5PLUS
        rule (A1 * C2) -> B2PLUS  rule (A1 B1 *) -> A5PLUS  rule (A2 * C3) -> B2PLUS  rule (A1 * *) -> A5PLUS
        A1 is an A such that (A<6)  A2 is an A such that (A<8)  B1 is a B such that (B>8)
        C1 is a C such that (C>12)  C2 is a C such that (C<5)  C3 is a C such that (C>14)"""
    )
    training = ActionRule(("A1", "*", "C1"), "B2PLUS")
    assert [same_form(rules, rule, training) for rule in rules.rules] == [False, False, True, False]
    here = situation(5, 3, 13)
    parsed = parse(rules, here)
    assert parsed.final == (("A1", "A2"), ("B",), ("C1",))
    holds = {s: any(s in symbols for symbols in parsed.reached) for s in rules.definitions}
    caught = to_catch(rules, 2, training, holds, 3)
    assert caught is not None
    assert (caught.change, caught.heuristics.rules[2].left) == (2, ("A2", "*", "C1"))
    passed = to_pass(caught.heuristics, 2, here, 3, {}, False)
    # The smallest change is C1 (13 - 12); the source restricts A2 (8 - 5), equally allowed by K = 3.
    assert passed is not None
    assert passed.change == 1
    only_a = parse_listing(
        "vector A B C move B2PLUS rule (A2 * *) -> B2PLUS A1 is an A such that (A<6) A2 is an A such that (A<8)"
    )
    passed = to_pass(only_a, 0, here, 3, {}, False)
    assert passed is not None
    assert passed.change == 3
    assert definitions_of(passed.heuristics)["A2"] == "A<5"
    assert parse(passed.heuristics, here).final[0] == ("A1",)


def test_exclusive_definitions_move_their_boundaries() -> None:
    """Pages 63-64: A1 up to 20, A2 up to 40, A3 above."""
    partition = Partition("A", "A", ("A1", "A2", "A3"), (21, 41))
    seen = []
    for value, category in ((14, "A2"), (7, "A1"), (30, "A3"), (11, "A2")):
        partition = partition.taught(category, value)
        seen.append(tuple(int(b) - 1 for b in partition.boundaries))
        assert partition.class_of(value) == category
    assert seen == [(13, 40), (13, 40), (13, 29), (10, 29)]


PAGES_64_65 = ((8, SMALL), (30, LARGE), (51, LARGE), (28, LARGE))


def overlapping(enlargement: float, lessons: Sequence[tuple[float, str]]) -> Trainee:
    """Somebody who was told of a few values of B that they are large or small."""
    trainee = Trainee(
        parse_listing("vector B move GO rule (*) -> random"), (B,), (), RuleSettings(enlargement=enlargement)
    )
    for value, size in lessons:
        trainee.trial({"B": value}, Advice("GO", (Valuation("B", size=size),)))
    return trainee


@pytest.mark.parametrize("largest", [2, 3, 20])
def test_overlapping_definitions_are_learned_as_printed(largest: float) -> None:
    """Pages 64-65: on trial 4 the subset B2 is enlarged, for any KK from 2 on."""
    trainee = overlapping(largest, PAGES_64_65)
    assert definitions_of(trainee) == {"B1": "B<9", "B2": "B>27", "B3": "B>50"}


def test_nothing_is_enlarged_beyond_kk() -> None:
    for largest in (0, 1):
        trainee = overlapping(largest, (*PAGES_64_65, (31, LARGE)))
        assert definitions_of(trainee) == {"B1": "B<9", "B2": "B>29", "B3": "B>50", "B4": "B>27"}


def test_an_enlarged_subset_is_said_and_is_enlarged_wherever_it_is_used() -> None:
    trainee = overlapping(2, PAGES_64_65[:3])
    trial = trainee.trial({"B": 28}, Advice("GO", (Valuation("B", size=LARGE),)))
    assert trial.steps == ("step 2: B2 enlarged to B>27",)
    assert (trial.before, trial.after, trial.created) == (3, 2, False)


@pytest.fixture
def page_67() -> Trainee:
    start = parse_listing(
        """vector A B C  move A1PLUS: A <- A+1  move B2PLUS: B <- B+2  move C3PLUS: C <- C+3
        rule (A2 B1 *) -> A1PLUS  rule (A1 * C1) -> B2PLUS  rule (* * *) -> random
        A1 is an A such that (A<20)  A2 is an A such that (A>=20)  B1 is a B such that (B>3)
        C1 is a C such that (C>9)"""
    )
    return Trainee(start, (A, B, C), (Partition("A", "A", ("A1", "A2"), (20,)),), RuleSettings())


def test_the_training_procedure_inserts_changes_above_and_changes_below(page_67: Trainee) -> None:
    """Pages 67-73, K = 3: one trial for each of the three ways to change the list."""
    is_a1, is_a2 = Valuation("A", category="A1"), Valuation("A", category="A2")
    trial = page_67.trial(situation(18, 2, 11), Advice("C3PLUS", (is_a2, Valuation("B", size=SMALL))))
    assert (trial.before, trial.after, trial.created) == (2, 3, True)
    assert rules_of(page_67) == ["A2 B1 * A1PLUS", "A1 * C1 B2PLUS", "A2 B2 * C3PLUS", "* * * random"]
    assert definitions_of(page_67) == {"A1": "A<18", "A2": "A>=18", "B1": "B>3", "C1": "C>9", "B2": "B<3"}

    trial = page_67.trial(situation(12, 1, 7), Advice("B2PLUS", (is_a1, Valuation("C", size=LARGE))))
    assert (trial.before, trial.after, trial.created) == (4, 2, False)
    assert rules_of(page_67)[1] == "A1 * C2 B2PLUS"
    assert definitions_of(page_67)["C2"] == "C>6"

    trial = page_67.trial(situation(21, 4, 15), Advice("C3PLUS", (is_a2, Valuation("B", size=SMALL))))
    assert (trial.before, trial.after, trial.created) == (1, 3, False)
    assert rules_of(page_67) == ["A2 B1 * A1PLUS", "A1 * C2 B2PLUS", "A2 B3 * C3PLUS", "* * * random"]
    assert definitions_of(page_67) == {
        "A1": "A<18", "A2": "A>=18", "B1": "B>4", "C1": "C>9", "B2": "B<3", "C2": "C>6", "B3": "B<5",
    }  # fmt: skip
    assert trial.steps[-2:] == (
        "step 6: rule 3 made to catch: B2 replaced by B3",
        "step 6: rule 1 made to pass: B1 is now B>4",
    )


def test_a_hypothesis_is_inserted_and_then_generalized() -> None:
    """Pages 83-85, K = 3, N = 1; the printed text has the second situation caught by rule 1, it is rule 2."""
    start = parse_listing(
        """vector A B C  move D1: A <- A+1  move D2: B <- B+2  move D3: C <- C+3
        rule (A1 * C1) -> D3  rule (* * *) -> random  A1 is an A such that (A>10)  C1 is a C such that (C<15)"""
    )
    trainee = Trainee(start, (A, B, C), (), RuleSettings(least_relevant=1))
    d2 = (Valuation("A", size=LARGE), Valuation("B", size=LARGE), Valuation("C", size=SMALL))
    trial = trainee.trial(situation(15, 12, 2), Advice("D2", d2, hypothesized=True))
    assert (trial.before, trial.after) == (1, 1)
    assert rules_of(trainee) == ["A2 B1 C2 D2", "A1 * C1 D3", "* * * random"]
    assert definitions_of(trainee) == {"A1": "A>10", "C1": "C<15", "A2": "A>14", "B1": "B>11", "C2": "C<3"}
    assert [rule.hypothesized for rule in trainee.heuristics.rules] == [True, False, False]

    trial = trainee.trial(situation(18, 13, 14), Advice("D2", d2, hypothesized=True))
    assert trial.training_rule.left == ("A2", "B1", "C1")
    assert (trial.before, trial.after) == (2, 1)
    assert rules_of(trainee) == ["A2 B1 * D2", "A1 * C1 D3", "* * * random"]
    trainee.remove_redundant()
    assert "C2" not in trainee.heuristics.definitions


def generalized(settings: RuleSettings) -> Trainee:
    """Somebody whose one hypothesis was wrong about A, and then about B."""
    start = parse_listing("vector A B C move GO move STAY rule (* * *) -> random")
    large = tuple(Valuation(name, size=LARGE) for name in "ABC")
    trainee = Trainee(start, (A, B, C), (), settings)
    for here in (situation(50, 50, 50), situation(10, 60, 60), situation(70, 10, 70)):
        trainee.trial(here, Advice("GO", large, hypothesized=True))
    return trainee


def test_a_hypothesis_keeps_at_least_n_variables() -> None:
    two = generalized(RuleSettings())
    assert (rules_of(two)[0], len(two.heuristics.rules)) == ("* B1 C1 GO", 3)
    one = generalized(RuleSettings(least_relevant=1))
    assert rules_of(one) == ["* * C1 GO", "* * * random"]


@pytest.mark.parametrize(("least", "kinds"), [(2, [False, True]), (1, [False])])
def test_a_hypothesis_with_n_variables_left_may_become_an_ordinary_rule(least: int, kinds: list[bool]) -> None:
    """Page 86."""
    trainee = generalized(RuleSettings(least_relevant=least, promote=True))
    assert [rule.hypothesized for rule in trainee.heuristics.learned_rules()] == kinds
    assert all(r.hypothesized for r in generalized(RuleSettings(least_relevant=least)).heuristics.learned_rules())


def test_both_kinds_of_redundancy() -> None:
    """Pages 87-88."""
    rules = parse_listing(
        """vector A B C  move D1 move D2 move D3
        rule (A1 B1 *) -> D1  rule (A2 B2 C1) -> D2  rule (* B2 C2) -> D3  rule (* B1 *) -> D3
        A1 is an A such that (A>5)  A2 is an A such that (A>10)  B1 is a B such that (B<9)
        B2 is a B such that (B<4)  C1 is a C such that (C>15)  C2 is a C such that (C<7)"""
    )
    assert redundancies(rules) == {1: "subordinate", 2: "superordinate"}
    left, removed = without_redundancies(rules)
    assert removed == 2
    assert rules_of(left) == ["A1 B1 * D1", "* B1 * D3"]
    assert set(left.definitions) == {"A1", "B1"}


def test_a_guarded_definition_is_never_restricted_to_nothing() -> None:
    rules = parse_listing("vector B move GO rule (B1) -> GO B1 is a B such that (B<1)")
    limits = {"B": Variable("B", "B", lowest=0)}
    assert to_pass(rules, 0, {"B": 0}, 3, limits, guard=True) is None
    assert to_pass(rules, 0, {"B": 0}, 3, limits, guard=False) is not None


def test_bad_advice_changes_nothing(page_67: Trainee) -> None:
    from gamelore.base.errors import UnknownName

    before = page_67.heuristics
    with pytest.raises(UnknownName, match="variable 'Q'"):
        page_67.trial(situation(1, 1, 1), Advice("C3PLUS", (Valuation("B", size=SMALL), Valuation("Q", size=SMALL))))
    assert page_67.heuristics is before


def test_classes_of_an_exclusive_variable_are_neither_restricted_nor_copied() -> None:
    """The lowest class, `A<20`, looks like a small set; only lessons may move its boundary."""
    start = parse_listing("vector A B C move GO move STAY rule (* * *) -> random")
    classes = Partition("A", "A", ("A1", "A2"), (20,))
    for memory in (0, 50):
        trainee = Trainee(start, (A, B, C), (classes,), RuleSettings(memory=memory, largest_change=100))
        low = Valuation("A", category="A1")
        trainee.trial(situation(19, 5, 5), Advice("GO", (low,)))
        trainee.trial(situation(19, 5, 9), Advice("STAY", (low, Valuation("C", size=LARGE))))
        trainee.trial(situation(18, 9, 5), Advice("STAY", (low, Valuation("B", size=LARGE))))
        assert {rule.left[0] for rule in trainee.heuristics.learned_rules()} == {"A1"}
        assert definitions_of(trainee)["A1"] == "A<20"
