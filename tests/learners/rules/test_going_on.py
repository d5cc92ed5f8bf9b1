"""Training, then hypotheses, and the other way round: what one way of learning leaves, the next begins with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamelore.base.errors import BadText
from gamelore.games import load_game
from gamelore.learners.core import CONTESTS, LESSONS
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rules.by_hand import compile_rules
from gamelore.learners.rules.language.heuristics import BY_HAND
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.lessons import read_lessons, teach_lesson
from gamelore.learners.rules.poker.lists import builtin, example_program
from gamelore.learners.rules.poker.moves import judged_move
from gamelore.learners.rules.settings import (
    CALIBRATED,
    CALIBRATED_IMPLICIT,
    PRACTISED,
    THESIS_LIKE,
    THESIS_LIKE_IMPLICIT,
    RuleSettings,
)
from gamelore.learners.rules.training.implicit import JudgedCase, is_acceptable

LESSON = "HAND C3 H3 H13 H7 H2, POT 4, LASTBET 5\n(BET BB BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE)"


def after(start: Waterman, settings: RuleSettings) -> Waterman:
    learner = Waterman(load_game("draw_poker"), settings)
    learner.take_over(start)
    return learner


def taught(learner: Waterman, text: str = LESSON) -> Waterman:
    for lesson in read_lessons(text, learner):
        teach_lesson(learner, lesson)
    return learner


def test_rules_by_hand_survive_lessons_with_a_memory_of_cases() -> None:
    learner = taught(after(compile_rules(example_program()), CALIBRATED))
    rules = learner.school.trainee.heuristics.learned_rules()
    assert sum(rule.note == BY_HAND for rule in rules) == 10
    assert len(rules) == 11


@pytest.mark.parametrize("settings", [THESIS_LIKE_IMPLICIT, CALIBRATED, THESIS_LIKE])
def test_what_was_taught_is_there_after_going_on_and_after_a_reload(settings: RuleSettings, tmp_path: Path) -> None:
    before = taught(Waterman(load_game("draw_poker"), THESIS_LIKE))
    learner = after(before, settings)
    assert learner.lore() == before.lore()
    assert learner.school.trainee.partitions == before.school.trainee.partitions
    assert learner.school.trainee.trials == 1
    save_agent(learner, tmp_path / "mine")
    assert load_agent(tmp_path / "mine").learner.knowledge() == learner.knowledge()


def test_a_taught_bet_counts_for_the_axioms_by_its_size() -> None:
    rules = Matcher(builtin())
    here = {"VDHAND": 9, "POT": 4, "LASTBET": 5, "POTBET": 0, "ORP": -1, "OAVGBET": 0, "OTBET": 0, "OBLUFFS": 0}
    here |= {"OCORREL": 0, "OD": 0}
    sizes = {move: judged_move(rules, move, here) for move in rules.heuristics.moves}
    assert sizes == {
        "CALL": "CALL", "DROP": "DROP", "BETSB": "BETLOW", "BETMB": "BETLOW", "BETBB": "BETHIGH", "BETBBS": "BETHIGH",
        "BETBBL": "BETHIGH", "BETLAP": "BETHIGH",
    }  # fmt: skip
    assert judged_move(rules, "BETLAP", {**here, "OCORREL": 1}) == "BETLOW"


def test_the_axioms_accept_a_taught_rule_that_bets_as_high_as_they_want() -> None:
    learner = after(taught(Waterman(load_game("draw_poker"), THESIS_LIKE)), THESIS_LIKE_IMPLICIT)
    (lesson,) = read_lessons(LESSON, learner)
    assert is_acceptable(learner.school.trainee, JudgedCase(lesson.situation, ("BETHIGH",)))
    assert not is_acceptable(learner.school.trainee, JudgedCase(lesson.situation, ("BETLOW", "CALL", "DROP")))


def test_a_hypothesis_brings_its_decision_into_a_taught_list() -> None:
    learner = after(taught(Waterman(load_game("draw_poker"), THESIS_LIKE)), THESIS_LIKE_IMPLICIT)
    (lesson,) = read_lessons(LESSON, learner)
    values = learner.school.trainee.matcher.values(lesson.situation)
    whole = {**lesson.situation, **{name: values[name] for name in learner.school.trainee.heuristics.vector}}
    assert learner.school.judged(JudgedCase(whole, ("BETLOW",)), None)
    rules = learner.school.trainee.heuristics
    assert [(rule.move, rule.hypothesized) for rule in rules.learned_rules()] == [("BETLOW", True), ("BETBB", False)]
    assert {"SSS", "BB"} <= set(rules.formulas)
    assert is_acceptable(learner.school.trainee, JudgedCase(whole, ("BETLOW",)))


def test_settings_change_only_where_a_course_needs_others() -> None:
    explicit = Waterman(load_game("draw_poker"), CALIBRATED)
    assert explicit.going_on(frozenset()) == explicit.going_on(frozenset({CONTESTS, LESSONS})) == CALIBRATED
    assert explicit.going_on(frozenset({CONTESTS})) == THESIS_LIKE_IMPLICIT
    implicit = Waterman(load_game("draw_poker"), CALIBRATED_IMPLICIT)
    assert implicit.going_on(frozenset({CONTESTS})) == CALIBRATED_IMPLICIT
    assert Waterman(load_game("draw_poker"), PRACTISED).going_on(frozenset()) == THESIS_LIKE


def test_a_list_over_other_variables_is_refused_and_one_over_more_of_them_is_not() -> None:
    bare = replace(THESIS_LIKE, functions=False)
    with pytest.raises(BadText, match="the rules to begin with: expected the vector VDHAND"):
        after(taught(Waterman(load_game("draw_poker"), THESIS_LIKE)), bare)
    wide = after(Waterman(load_game("draw_poker"), bare), THESIS_LIKE)
    assert {"BLUFFO", "OSTYLE", "OBLUFFS"} <= set(wide.school.trainee.heuristics.vector)
