"""Courses without contests of their own show a curve by tests on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamelore.arena.training import Progress
from gamelore.games import load_game
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn
from gamelore.lab.probes import POINTS, ProbedCurve
from gamelore.learners.registry import knowledge_digest, new_learner


def watching(contests: int) -> Experiment:
    return Experiment("tic_tac_toe", learner="rote", regime="perfect_vs_increasing", contests=contests, seed=3)


def test_who_only_watches_is_tested_from_the_first_contest_to_the_last(tmp_path: Path) -> None:
    probe = ProbedCurve(40, seed=3)
    learn(watching(40), tmp_path / "a", watch=probe)
    assert [done for done, _ in probe.curve] == [1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40]
    assert all(0 <= value <= 100 for _, value in probe.curve)
    assert probe.said() == "won or drawn of 10 test contests against perfect as it learned"


@pytest.mark.parametrize(("name", "learner", "unit"), [("draw_poker", "waterman", "chips"), ("forty_two", "cogap", "")])
def test_where_chips_are_won_chips_are_told_and_marks_take_too_long(name: str, learner: str, unit: str) -> None:
    probe = ProbedCurve(1, seed=3)
    probe(Progress(1, 1, 0, finished=True, reached=True), new_learner(learner, load_game(name)))
    if unit:
        assert probe.said() == "chips a contest of 200 test contests against poker:builtin as it learned"
    assert [abs(value) < 20 for _, value in probe.curve] == [True] * bool(unit)


def test_tests_on_the_way_change_nothing_that_is_learned(tmp_path: Path) -> None:
    tested = learn(watching(6), tmp_path / "a", watch=ProbedCurve(6, seed=3))
    plain = learn(watching(6), tmp_path / "b")
    assert knowledge_digest(tested.learner) == knowledge_digest(plain.learner)


def test_a_course_shorter_than_its_points_is_tested_after_every_contest(tmp_path: Path) -> None:
    probe = ProbedCurve(3, seed=3)
    learn(watching(3), tmp_path / "a", watch=probe)
    assert [done for done, _ in probe.curve] == [1, 2, 3]
    assert len(probe.curve) < POINTS
