"""A course that was stopped and taken up again leaves the same bytes as one that was not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tinker import Tinker

from gamelore.arena.training import Progress
from gamelore.lab import learn as lab_learn
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn
from gamelore.lab.validate import validate
from gamelore.learners import registry
from gamelore.learners.rules.training.school import School


class Stop(Exception):
    """Somebody pulls the plug."""


@pytest.mark.parametrize("preset", ["gamelore", *(pytest.param(p, marks=pytest.mark.slow) for p in ("l03", "s98"))])
@pytest.mark.parametrize("regime", [pytest.param("double_cycle", marks=pytest.mark.slow), "coached_practice"])
def test_a_stopped_course_goes_on_to_the_same_bytes(
    preset: str, regime: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Experiment("lose_tic_tac_toe", learner="hoyle", preset=preset, regime=regime, contests=24)
    learn(course, tmp_path / "whole")
    monkeypatch.setattr(lab_learn, "SAVE_EVERY", 0.0)
    for last in (9, 17):

        def stop(state: Progress, last: int = last) -> None:
            if state.done == last:
                raise Stop

        with pytest.raises(Stop):
            learn(course, tmp_path / "stopped", progress=stop)
    learn(course, tmp_path / "stopped")
    whole, stopped = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in ("whole", "stopped"))
    assert whole == stopped


@pytest.mark.parametrize("last", range(1, 6))
def test_practice_that_was_stopped_after_any_step_goes_on_to_the_same_bytes(
    last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._LEARNERS._known, "tinker", Tinker)
    course = Experiment("tic_tac_toe", learner="tinker", regime="practice", contests=2750)
    whole = learn(course, tmp_path / "whole")
    assert (whole.progress.done, whole.results) == (2750, "------")
    monkeypatch.setattr(lab_learn, "SAVE_EVERY", 0.0)

    def stop(state: Progress) -> None:
        if state.done == 500 * last + min(500, 2750 - 500 * last):
            raise Stop

    with pytest.raises(Stop):
        learn(course, tmp_path / "stopped", progress=stop)
    learn(course, tmp_path / "stopped")
    folders = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("whole", "stopped"))
    assert next(folders) == next(folders)
    assert any("6 records, every one replays" in line for line in validate(str(tmp_path / "whole")))


@pytest.mark.parametrize(
    "last", [pytest.param(1, marks=pytest.mark.slow), 12, pytest.param(23, marks=pytest.mark.slow)]
)
def test_a_stopped_course_of_rules_is_finished_once_when_it_is_done(
    last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Experiment("draw_poker", learner="waterman", preset="thesis_like", regime="poker_automatic", contests=24)
    monkeypatch.setattr(lab_learn, "SAVE_EVERY", 0.0)

    def stop(state: Progress) -> None:
        if state.done == last + 1:
            raise Stop

    with pytest.raises(Stop):
        learn(course, tmp_path / "stopped", progress=stop)
    finished: list[School] = []
    finish = School.finish

    def noted(school: School) -> None:
        finished.append(school)
        finish(school)

    monkeypatch.setattr(School, "finish", noted)
    whole = learn(course, tmp_path / "whole")
    taken_up = learn(course, tmp_path / "stopped")
    assert len(finished) == 2
    assert whole.learner.knowledge() == taken_up.learner.knowledge()
    again = learn(course, tmp_path / "stopped")
    assert len(finished) == 2
    assert again.learner.knowledge() == taken_up.learner.knowledge()
    folders = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("whole", "stopped"))
    assert next(folders) == next(folders)
