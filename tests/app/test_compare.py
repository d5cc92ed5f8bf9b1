"""Several learners on the same contests, through the command."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamelore.learners.advisors.hoyle import Hoyle

Run = Callable[..., Any]
SHORT = ("--contests", "6", "--tests", "4", "--runs", "2")


def test_learners_are_compared_run_by_run_with_the_first(run: Run, tmp_path: Path) -> None:
    asked = ("compare", "lose_tic_tac_toe", "--learner", "rote,pairs", *SHORT, "--out", str(tmp_path))
    first, second = json.loads(run(*asked, "--json").out)
    assert (first["name"], second["name"]) == ("rote", "pairs")
    assert not first["difference"]
    for name, difference in second["difference"].items():
        means = second["reliability"][name]["mean"], first["reliability"][name]["mean"]
        assert difference["mean"] == pytest.approx(means[0] - means[1])
    for told in (first, second):
        assert {"search:4", "maxims", "intuitive"} <= set(told["reliability"]), "players whom nobody learned with"
    shown = run(*asked).out
    assert "against the" in shown
    assert "Players whom nobody learned with" in shown
    strange = [line for line in shown.splitlines() if any(f" {name} " in line for name in ("search:4", "intuitive"))]
    assert len(strange) == 4, "two of each variant"
    alone = run("compare", "lose_tic_tac_toe", "--learner", "pairs", *SHORT, "--out", str(tmp_path), "--json")
    assert json.loads(alone.out)[0]["reliability"] == second["reliability"], "and its runs are the same ones"


@pytest.mark.slow
def test_each_learner_takes_the_presets_that_it_has(run: Run, tmp_path: Path) -> None:
    asked = ("compare", "lose_tic_tac_toe", "--learner", "hoyle,pairs", "--presets", "gamelore,l03", *SHORT)
    found = json.loads(run(*asked, "--out", str(tmp_path), "--json").out)
    assert [line["name"] for line in found] == ["hoyle gamelore", "hoyle l03", "pairs gamelore"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--learner", "hoyle,pears"), "did you mean 'pairs'"),
        (("--learner", ","), "needs a game and learners"),
        (("--learner", "hoyle,cogap"), "learner cogap does not play lose_tic_tac_toe"),
        (
            ("--learner", "hoyle,pairs", "--presets", "gamelor"),
            "preset of learner hoyle or pairs 'gamelor' is not known",
        ),
        (("--learner", "hoyle,pairs", "--presets", "l03"), "learner pairs has none of the presets l03"),
        (("--learner", "hoyle,pairs", "--vary", "weights=pwl,logit"), "learner pairs: setting 'weights' is not known"),
    ],
)
def test_a_comparison_of_learners_that_makes_no_sense_is_refused(
    run: Run, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    assert message in run("compare", "lose_tic_tac_toe", *options, *SHORT, "--out", str(tmp_path)).refusal()
    assert not list(tmp_path.iterdir()), "before anything is computed"


def test_no_game_that_all_can_play_is_one_clear_error(run: Run) -> None:
    answer = run("compare", "all", "--learner", "hoyle,waterman")
    assert "needs a game and learners that play it, found 'all'" in answer.refusal()


def test_a_part_of_a_setting_is_varied_by_its_full_name(run: Run, tmp_path: Path) -> None:
    within = dataclasses.asdict(Hoyle.preset("p96").patterns)
    name, value = next((n, v) for n, v in within.items() if type(v) in (int, float))
    asked = ("compare", "lose_tic_tac_toe", "--presets", "p96", "--vary", f"patterns.{name}={value}", *SHORT)
    (line,) = json.loads(run(*asked, "--out", str(tmp_path), "--json").out)
    assert line["name"] == f"p96 patterns.{name}={value}"
    again = run("compare", "lose_tic_tac_toe", "--presets", "p96", *SHORT, "--out", str(tmp_path), "--json")
    assert json.loads(again.out)[0]["reliability"] == line["reliability"]
    assert len(list(tmp_path.iterdir())) == 1, "what the preset says already is the same experiment"


def test_one_run_has_intervals_that_say_nothing_and_can_be_written(run: Run, tmp_path: Path) -> None:
    at = ("--at", "2", "--runs", "1", "--contests", "2", "--regime", "perfect_vs_increasing", "--json")
    found = json.loads(run("curve", "tic_tac_toe", "--learner", "rote", *at, "--out", str(tmp_path / "c")).out)
    (point,) = found["points"]
    assert {(one["low"], one["high"]) for one in point["reliability"].values()} == {(0.0, 100.0)}
    assert (point["regret"]["low"], point["regret"]["high"]) == (None, None)
    asked = ("--learner", "rote,pairs", "--contests", "2", "--tests", "2", "--runs", "1", "--json")
    _, second = json.loads(run("compare", "tic_tac_toe", *asked, "--out", str(tmp_path / "d")).out)
    assert {(one["low"], one["high"]) for one in second["difference"].values()} == {(-100.0, 100.0)}


def test_who_plays_in_training_is_told_its_last_loss_also_after_one_run(run: Run, tmp_path: Path) -> None:
    asked = ("compare", "tic_tac_toe", "--learner", "rote", "--contests", "6", "--tests", "2", "--runs", "1")
    played = (*asked, "--regime", "broader_context", "--out", str(tmp_path))
    (line,) = json.loads(run(*played, "--json").out)
    assert 0 <= line["last_loss"] <= 6
    assert "last loss" in run(*played).out
    watched = (*asked, "--regime", "double_cycle", "--out", str(tmp_path))
    assert "last loss" not in run(*watched).out, "where it watched there is none to tell"


def test_beside_strength_stand_contests_teachers_and_times(run: Run, tmp_path: Path) -> None:
    asked = ("compare", "tic_tac_toe", "--learner", "rote", *SHORT, "--out", str(tmp_path))
    (line,) = json.loads(run(*asked, "--json").out)
    assert line["course"] == {"regime": "fixed_length", "contests": 6, "teacher": True}
    assert line["times"]["seconds"] > 0
    told = run(*asked).out
    assert all(word in told for word in ("contests", "teacher", "seconds", ": fixed_length"))
    (again,) = json.loads(run(*asked, "--json").out)
    assert again == line, "times are those of the runs that are kept"
    (next(tmp_path.iterdir()) / "timings.json").unlink()
    (forgotten,) = json.loads(run(*asked, "--json").out)
    assert forgotten["times"]["seconds"] is None
    assert {**forgotten, "times": 0} == {**line, "times": 0}, "nothing else depends on them"


def test_a_curve_tells_whether_there_was_a_teacher_and_what_it_took(run: Run, tmp_path: Path) -> None:
    asked = ("curve", "tic_tac_toe", "--learner", "rote", "--at", "2,4", "--runs", "1", "--contests", "2")
    told = json.loads(run(*asked, "--out", str(tmp_path), "--json").out)
    assert told["course"] == {"regime": "fixed_length", "contests": 4, "teacher": True}
    assert told["times"]["seconds"] > 0
    shown = run(*asked, "--out", str(tmp_path)).out
    assert all(word in shown for word in ("contests", "teacher", "seconds", "fixed_length; the seconds of a run"))


def test_a_budget_too_small_for_one_is_told_before_another_is_run(run: Run, tmp_path: Path) -> None:
    asked = ("compare", "tic_tac_toe", "--learner", "rote,maxims", *SHORT, "--out", str(tmp_path))
    assert "learner maxims needs " in run(*asked).refusal()
    assert not list(tmp_path.iterdir())
