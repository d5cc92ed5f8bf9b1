"""The bench of learning and the matrix: who enters, what a run gives, and the page of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamelore.base.errors import BadSetting
from gamelore.games import load_game
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.kept import TIMES, without_times
from gamelore.lab.engine.runs import check_runs, place_of
from gamelore.lab.learning.entrants import GAMES, Entrant, bench_entrants, entered, matrix_entrants
from gamelore.lab.learning.experiment import LearningExperiment
from gamelore.lab.learning.page import bench_page, matrix_page, run_lines


def test_an_entrant_is_a_player_or_a_learner_with_its_contests() -> None:
    assert Entrant.parse("uct:100") == Entrant("uct:100")
    assert Entrant.parse("hoyle:160") == Entrant("hoyle:160", "hoyle", "", 160)
    assert Entrant.parse("q_learning:fixed_length:20") == Entrant(
        "q_learning:fixed_length:20", "q_learning", "fixed_length", 20
    )
    for text in ("hoyle", "hoyle:many", "hoyle:double_cycle:1:2"):
        with pytest.raises(BadSetting, match="expected hoyle:CONTESTS"):
            Entrant.parse(text)


def test_the_bench_opens_with_lose_tic_tac_toe_and_has_everybody_who_can_play() -> None:
    assert GAMES[0] == "lose_tic_tac_toe"
    kinds = {text.rpartition(":")[0] for text in bench_entrants(load_game("five_mens_morris"))}
    assert kinds == {"uct", "q_learning:self_play", "q_learning:fixed_length", "hoyle", "maxims"}


def test_every_learner_is_in_the_matrix_where_it_can_speak() -> None:
    found = {name: {text.partition(":")[0] for text in matrix_entrants(load_game(name))}
             for name in ("tic_tac_toe", "draw_poker", "forty_two")}  # fmt: skip
    assert found == {
        "tic_tac_toe": {"hoyle", "maxims", "pairs", "q_learning", "rote", "seqlearner"},
        "draw_poker": {"q_learning", "rote", "waterman"},
        "forty_two": {"cogap", "maxims", "q_learning", "rote"},
    }


def test_whoever_is_asked_for_alone_is_refused_with_the_reason() -> None:
    with pytest.raises(BadSetting, match="does not play"):
        entered(["draw_poker"], ["hoyle:40"], "matrix")
    both = entered(["draw_poker", "tic_tac_toe"], ["hoyle:40"], "matrix")
    assert both == [("tic_tac_toe", "hoyle:40")]
    with pytest.raises(BadSetting, match="too few"):
        LearningExperiment("tic_tac_toe", "maxims:100")


@pytest.mark.parametrize("entrant", ["uct:20", "q_learning:self_play:30", "hoyle:10"])
def test_a_run_gives_the_same_again_and_its_folder_is_checked(entrant: str, tmp_path: Path) -> None:
    experiment = LearningExperiment("lose_tic_tac_toe", entrant, tests=4, seed=5)
    first, again = experiment.run(0), experiment.run(0)
    assert without_times(first) == without_times(again)
    assert sum(first["begins"].values()) == 8
    assert first[TIMES]["decision"] > 0
    with open_workers() as workers:
        run_lines([("lose_tic_tac_toe", entrant)], tmp_path, tests=4, runs=1, seed=5, workers=workers)
    assert check_runs(place_of(experiment, tmp_path), again=1).again == (0,)


def cells(page: str) -> list[list[str]]:
    """The rows of the tables of a page."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]


def test_the_page_says_what_was_scored_and_what_was_given(tmp_path: Path) -> None:
    rows = entered(["lose_tic_tac_toe"], ["uct:20", "q_learning:fixed_length:20", "hoyle:10"], "learning")
    with open_workers() as workers:
        lines = run_lines(rows, tmp_path, tests=4, runs=1, seed=5, workers=workers)
    page = bench_page(lines, "gamelore bench learning")
    assert "seed 5, 1 run, 4 contests" in page
    found = {row[0]: row for row in cells(page) if len(row) == 9}
    score = lines[0].results[0]["tests"]["perfect"]
    assert found["uct:20"][1].startswith(f"{25.0 * (score['wins'] + score['draws']):.1f} [")
    assert found["uct:20"][-1] == "nothing"
    assert re.fullmatch(r"\d+ lines, \d+ words", found["hoyle:10"][-1])
    given = {row[0]: row[1:] for row in cells(page) if len(row) == 5}
    assert given["uct"] == ["none", "the rules, played to the end in every try", "no", "none"]
    assert given["q_learning:fixed_length"] == ["meets the perfect player", "no", "no", "none"]
    assert given["hoyle"][3].endswith(" Advisors")


def test_the_matrix_has_a_table_for_each_panel_and_says_who_had_a_teacher(tmp_path: Path) -> None:
    rows = [("tic_tac_toe", "rote:6"), ("tic_tac_toe", "q_learning:6"), ("draw_poker", "rote:6")]
    with open_workers() as workers:
        page = matrix_page(run_lines(rows, tmp_path, tests=2, runs=1, seed=5, workers=workers), "gamelore bench matrix")
    found = {tuple(row[:2]): row[2:] for row in cells(page)}
    assert found["tic_tac_toe", "rote"][:2] == ["6", "yes"]
    assert found["tic_tac_toe", "q_learning"][:2] == ["6", "no"]
    assert len(re.findall("^## Against", page, re.M)) == 2
