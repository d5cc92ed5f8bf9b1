"""Situations of 42 for the guide: what is asked and told is what a reader of the lines does."""

from __future__ import annotations

import pytest

from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import stream
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.rules import NameTrump
from gamelore.lab.guide.evidence import GuideAsked
from gamelore.lab.guide.forty_two import SeatDecision, question_of, quiz_of, seat_decisions, stage_of
from gamelore.lab.guide.making import make_guide
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.maxims.shipped import shipped_learner


@pytest.fixture(scope="module")
def learner() -> MaximLearner:
    return shipped_learner(FortyTwo())


@pytest.fixture(scope="module")
def decisions(learner: MaximLearner) -> list[SeatDecision]:
    return list(seat_decisions(learner, 6, GuideAsked("forty_two", 5)))


def test_a_question_comes_to_what_a_reader_decides(learner: MaximLearner, decisions: list[SeatDecision]) -> None:
    for decision in decisions:
        asked = question_of(learner, decision)
        made = learner.decide(decision.view, stream(0)).action
        assert str(made) in asked.choices[-1].left
        for choice in asked.choices:
            left = list(choice.options)
            for step in choice.steps:
                assert sorted(step.kept + step.dropped) == sorted(left)
                assert step.applies == bool(step.dropped)
                left = list(step.kept)
            assert set(choice.left) <= set(left)
    assert {decision.stage for decision in decisions} == {"calls", "trumps", "plays"}


def test_the_trump_in_mind_is_the_one_that_is_named(learner: MaximLearner, decisions: list[SeatDecision]) -> None:
    calls = [question_of(learner, decision) for decision in decisions if decision.stage == "calls"]
    names = [question_of(learner, decision) for decision in decisions if decision.stage == "trumps"]
    minded = {(asked.situation.dealt, asked.choices[0].left) for asked in calls}
    assert all((asked.situation.dealt, asked.choices[0].left) in minded for asked in names)
    assert all(asked.choices[0].options == tuple(str(NameTrump(suit)) for suit in range(7)) for asked in names)


def test_questions_leave_one_answer_and_go_round_the_lines(
    learner: MaximLearner, decisions: list[SeatDecision]
) -> None:
    calls, plays = (quiz_of(learner, decisions, stage) for stage in ("calls", "plays"))
    assert len(plays) == 12
    assert all(len(asked.choices[-1].left) == 1 for asked in (*calls, *plays))
    assert all(len(asked.choices[-1].options) >= 3 for asked in plays)
    called = [asked.choices[-1] for asked in calls]
    assert all(choice.options[0] == "pass" and len(choice.options) == 2 for choice in called)
    assert {choice.left[0] == "pass" for choice in called} == {True, False}
    deciding = {max(step.entry for step in asked.choices[-1].steps if step.applies) for asked in plays}
    assert len(deciding) >= 5
    assert len({str(asked.situation) for asked in plays}) == 12


def test_lines_are_followed_at_calls_trumps_or_plays(learner: MaximLearner) -> None:
    assert [stage_of(line) for line in learner.lines] == ["trumps"] * 2 + ["calls"] * 5 + ["plays"] * 8


def test_a_list_without_one_of_its_parts_is_refused(learner: MaximLearner) -> None:
    half = MaximLearner(learner.game, learner.settings)
    half.maxims = Maxims(parse_list("most suit_length; fewest call"))
    with pytest.raises(NotAvailable, match="lines to bid and lines to play"):
        make_guide(half, "half", seed=0)
