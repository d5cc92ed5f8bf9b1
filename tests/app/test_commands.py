from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamelore.app.cli import main
from gamelore.arena.roster import usual_challengers
from gamelore.games import load_game
from gamelore.lab.records import METRICS_FILE, RECORDS_FILE, read_records

SMALL = """
format = 1
name = "small"
title = "Small"

[board]
points = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]]

[rules]
markers = 3
line = "wins"
goal_lines = ["1-2-3", "4-5-6"]
flying_at = 3

[contest]
max_plies = 20
"""

COMMANDS = (
    "games",
    "learners",
    "solve",
    "check",
    "learn",
    "test",
    "explain",
    "play",
    "reproduce",
    "results",
    "bench",
    "curve",
    "compare",
)


Run = Callable[..., Any]


def program(*arguments: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "gamelore", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert answer.status == 0
    assert f"Example: gamelore {command}" in " ".join(answer.out.split())


def test_help_comes_without_loading_the_heavy_parts() -> None:
    code = (
        "import sys\nfrom gamelore.app.cli import main\nmain(['--help'])\n"
        "print([name for name in ('numba', 'scipy', 'rich', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_unknown_command_or_option_is_refused(run: Run) -> None:
    assert run("plya").status == 2
    assert run("games", "--frobnicate").status == 2


def test_the_games_are_listed(run: Run) -> None:
    listed = json.loads(run("games", "--json").out)
    assert {"tic_tac_toe", "five_mens_morris", "shisima"} <= {game["name"] for game in listed}
    assert "Lose tic-tac-toe" in run("games").out


def test_one_game_is_shown_with_its_board_and_parameters(run: Run) -> None:
    shown = run("games", "five_mens_morris").out
    assert "14----------15----------16" in shown
    assert "flying_at=0" in shown
    assert json.loads(run("games", "five_mens_morris", "--json").out)["positions"] == 16


def test_the_learners_are_listed_with_what_they_play(run: Run) -> None:
    listed = {row["learner"]: row for row in json.loads(run("learners", "--json").out)}
    assert "lose_tic_tac_toe" in listed["rote"]["plays"]
    assert "rote" in run("learners").out


def test_a_game_is_solved_and_verified(run: Run) -> None:
    told = json.loads(run("solve", "lose_tic_tac_toe", "--verify", "--json").out)
    assert told["value"] == "draw"
    assert told["verified_boards"] == told["boards"] == sum(c["boards"] for c in told["classes"])
    for count in told["classes"]:
        assert count["wins"] + count["draws"] + count["losses"] == count["boards"]
    assert "without any limit of plies: draw" in run("solve", "tic_tac_toe").out


def test_parameters_of_the_game_are_taken(run: Run) -> None:
    told = json.loads(run("solve", "three_mens_morris", "--with", "flying_at=3", "--json").out)
    assert told["parameters"] == {"flying_at": 3}


def test_learning_saves_an_agent_with_its_records_and_metrics(agent: Path) -> None:
    assert {"agent.toml", "rote.tsv", RECORDS_FILE, METRICS_FILE} == {path.name for path in agent.iterdir()}
    records = list(read_records(agent / RECORDS_FILE))
    assert len(records) == 40
    lines = (agent / METRICS_FILE).read_text().splitlines()
    assert lines[0] == "contest,entrants,seat,result,plies"
    assert len(lines) == 41
    game = load_game("lose_tic_tac_toe")
    for record in records:
        assert record.final_state(game).is_terminal()


def test_who_mostly_watches_or_is_coached_is_tested_on_the_way(run: Run, tmp_path: Path) -> None:
    told = run("learn", "tic_tac_toe", "--learner", "hoyle", "--contests", "6", "--out", str(tmp_path / "mine")).out
    assert "hoyle has had 6 contests of tic_tac_toe (coached_practice, seed 0)" in told
    assert "won or drawn of 10 test contests against perfect as it learned: " in told


def test_what_a_trainer_took_back_is_told_beside_the_results(run: Run, tmp_path: Path) -> None:
    asked = ("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "80", "--out", str(tmp_path / "mine"))
    told = run(*asked, "--regime", "coached_practice").out
    assert re.search(r"won \d+, drew \d+, lost 0, watched or practised 40", told)
    assert re.search(r"so with its trainer, who took back \d+ of its moves and made others", told)
    alone = run(*asked, "--over", "--regime", "watch_and_practise").out
    assert "with its trainer" not in alone
    assert "lost 0" not in alone


def test_the_same_seed_gives_the_same_folder(run: Run, agent: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    assert run("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "40", "--out", str(again)).status == 0
    assert {p.name: p.read_bytes() for p in agent.iterdir()} == {p.name: p.read_bytes() for p in again.iterdir()}


def test_a_finished_course_is_not_begun_again(run: Run, agent: Path) -> None:
    before = (agent / "agent.toml").stat().st_mtime_ns
    told = json.loads(
        run("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "40", "--out", str(agent), "--json").out
    )
    assert told["finished"] is True
    assert told["contests"] == 40
    assert (agent / "agent.toml").stat().st_mtime_ns == before


def test_another_course_does_not_replace_an_agent_unless_told(run: Run, agent: Path, tmp_path: Path) -> None:
    other = ("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "3", "--seed", "5", "--out")
    assert "holds an agent of another course" in run(*other, str(agent)).refusal()
    copy = tmp_path / "copy"
    assert run(*other, str(copy)).status == 0
    assert (
        run("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "4", "--out", str(copy), "--over").status
        == 0
    )
    assert len(list(read_records(copy / RECORDS_FILE))) == 4


@pytest.mark.slow
def test_an_interrupted_course_is_taken_up_to_the_same_bytes(tmp_path: Path) -> None:
    course = ("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "1200", "--seed", "3", "--json", "--out")
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    process = subprocess.Popen(
        [sys.executable, "-m", "gamelore", *course, str(stopped)], stdout=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 90
    while not (stopped / "agent.toml").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    told = json.loads(out)
    assert told["finished"] is False
    assert 0 < told["contests"] < 1200
    assert main([*course, str(stopped)]) == 0
    assert main([*course, str(whole)]) == 0
    assert {p.name: p.read_bytes() for p in stopped.iterdir()} == {p.name: p.read_bytes() for p in whole.iterdir()}


def test_an_agent_is_tested_with_intervals(run: Run, agent: Path) -> None:
    told = json.loads(run("test", str(agent), "--against", "perfect,random", "--contests", "10", "--json").out)
    assert set(told["tests"]) == {"perfect", "random"}
    score = told["tests"]["perfect"]
    assert score["wins"] + score["draws"] + score["losses"] == 10
    assert 0 <= score["reliability"]["low"] <= score["reliability"]["mean"] <= score["reliability"]["high"] <= 100
    alone = run("test", str(agent), "--against", "random", "--contests", "4").out
    assert "reliability %" in alone
    assert "did not practise with" not in alone
    assert "strangers" not in told, "who names opponents is shown these alone"
    whole = json.loads(run("test", str(agent), "--contests", "4", "--json").out)
    assert {"search:4", "uct:1000", "maxims", "intuitive"} == set(whole["strangers"])
    assert whole["weakest"] in {"", *whole["strangers"], *whole["tests"]}
    assert "Players whom it did not practise with, 4 contests each" in run("test", str(agent), "--contests", "4").out


def test_an_agent_of_a_persons_own_game_can_be_carried_to_another_machine(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)
    Path("small.toml").write_text(SMALL)
    course = ("learn", "small.toml", "--learner", "rote", "--contests", "6", "--out", "agent")
    run(*course)
    assert "has had 6 contests" in run(*course).out, "the finished course is found again"
    assert str(tmp_path) not in "".join(path.read_text() for path in Path("agent").iterdir())
    shutil.copytree("agent", there / "agent")
    Path("small.toml").unlink()
    monkeypatch.chdir(there)
    assert "every one replays" in run("check", "agent").out
    assert "every one replays" in run("check", f"agent/{RECORDS_FILE}").out
    assert (
        json.loads(run("test", "agent", "--against", "random", "--contests", "2", "--json").out)["game"] == "small.toml"
    )
    Path("small.toml").write_text(SMALL.replace("max_plies = 20", "max_plies = 30"))
    refused = run("play", "small.toml", "--against", "agent:agent").refusal()
    assert refused == "agent: this agent learned load_game('small.toml'), by other rules"


def test_a_poker_agent_is_tested_against_who_usually_plays_and_by_its_chips(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "poker")
    run("learn", "draw_poker", "--preset", "calibrated", "--contests", "3", "--out", folder)
    told = json.loads(run("test", folder, "--contests", "6", "--json").out)["tests"]
    assert set(told) == set(usual_challengers(load_game("draw_poker")))
    chips = told["poker:call"]["chips"]
    assert chips["low"] <= chips["mean"] <= chips["high"]
    assert "chips a contest" in run("test", folder, "--against", "random", "--contests", "2").out
    once, twice = (
        run("test", folder, "--against", who, "--contests", "2", "--json").out for who in ("random", "random,random")
    )
    assert once == twice, "nobody is met twice"


def test_a_student_of_a_poker_agent_is_told_with_its_rules(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gamelore.arena.poker import exploiter as student
    from gamelore.base.stats import Interval
    from gamelore.learners.rules.poker.lists import printed

    found = student.Student(printed("before"), Interval(1.5, 1.0, 2.0))
    monkeypatch.setattr(student, "student_of", lambda game, player, seed: found)
    folder = str(tmp_path / "poker")
    run("learn", "draw_poker", "--preset", "calibrated", "--contests", "3", "--out", folder)
    asked = ("test", folder, "--against", "random", "--contests", "2", "--student")
    assert "a student who knows the agent wins 1.50" in run(*asked).out
    assert json.loads(run(*asked, "--json").out)["student"]["rules"] == ["1. Otherwise choose at random."]


@pytest.mark.parametrize(
    ("game", "learner", "regime", "contests"),
    [
        pytest.param("forty_two", "cogap", "forty_two_hands", 6_720, marks=pytest.mark.slow),
        pytest.param("draw_poker", "waterman", "long_practice", 112_000, marks=pytest.mark.slow),
        ("achi", "maxims", "long_practice", 9_000),
    ],
)
def test_who_asks_for_no_learner_gets_one_that_suits_the_game(
    run: Run, tmp_path: Path, game: str, learner: str, regime: str, contests: int
) -> None:
    asked = ("learn", game, "--contests", str(contests), "--out", str(tmp_path / "mine"), "--json")
    told = json.loads(run(*asked).out)
    assert (told["learner"], told["contests"]) == (learner, contests)
    assert told["regime"] == regime


def test_where_hands_are_hidden_a_learner_meets_the_usual_opponent(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert run("learn", "draw_poker", "--learner", "rote", "--contests", "3", "--out", str(folder)).status == 0
    assert {name for record in read_records(folder / RECORDS_FILE) for name in record.players} == {"rote", "builtin"}
    refused = run("learn", "forty_two", "--regime", "double_cycle", "--out", str(tmp_path / "other"))
    assert refused.refusal().endswith("which forty_two hides; regime fixed_length meets table:formula instead")


def test_hoyle_asks_before_it_removes_an_advisor(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def no(prompt: str) -> str:
        asked.append(prompt)
        return "no"

    course = ("--learner", "hoyle", "--preset", "s98", "--regime", "double_cycle", "--contests", "30", "--ask")
    for answer, fate in ((no, "kept"), (lambda _: "", "untrustworthy")):
        monkeypatch.setattr("builtins.input", answer)
        folder = tmp_path / fate
        assert run("learn", "lose_tic_tac_toe", *course, "--out", str(folder)).status == 0
        assert fate in (folder / "concepts.tsv").read_text()
    assert len(asked) == 1
    assert asked[0].endswith("is untrustworthy. Remove it? [Y/n] ")
    other = run("learn", "lose_tic_tac_toe", "--learner", "rote", "--ask", "--out", str(tmp_path / "rote"))
    assert other.refusal() == "learner rote removes no Advisors, so there is nothing to ask about"


def test_a_decision_is_explained_beside_the_truth(run: Run, agent: Path) -> None:
    told = json.loads(run("explain", str(agent), ".../.X./... O", "--json").out)
    assert told["truth"] == {str(n): "draw" for n in (1, 2, 3, 4, 6, 7, 8, 9)}
    assert told["reasons"][0]["who"] == "rote"
    shown = run("explain", str(agent), ".../.X./... O").out
    assert "<- chosen" in shown
    assert "decided by" in shown


@pytest.mark.slow
def test_a_table_is_reproduced_beside_its_published_figures(run: Run, tmp_path: Path) -> None:
    asked = ("reproduce", "l03-6", "--rows", "baseline", "--games", "lose_tic_tac_toe", "--runs", "2")
    told = json.loads(run(*asked, "--out", str(tmp_path / "r"), "--json").out)
    cells = told["rows"][0]["cells"]
    assert cells["perfect.reliability"]["theirs"] == 20.5
    assert round(cells["expert.power"]["exact"], 2) == 7.18
    shown = run(*asked, "--out", str(tmp_path / "r"))
    assert "published (20 runs)" in shown.out
    assert "Results: " in shown.out


def test_a_page_of_results_is_written_from_stored_runs(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamelore.lab.engine.reproduce.exact_figures", lambda _: {})
    asked = ("reproduce", "l03-6", "--rows", "baseline", "--games", "lose_tic_tac_toe", "--seed", "20007")
    for runs, folder in ((2, "more"), (1, "zero")):
        run(*asked, "--runs", str(runs), "--out", str(tmp_path / "runs" / folder / "deep"))
    page = tmp_path / "docs" / "tables.md"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
    run("results", str(tmp_path / "runs"), "--seed", "20007", "--tables", "l03-6,l03-8", "--out", str(page))
    text = page.read_text()
    assert "| [l03-6](#l03-6) | 1 |  |  |  |  |  | 7 |" in text
    assert "| `baseline` Baseline: a random player (2) | perfect reliability |" in text, (
        "the folder with most runs counts"
    )
    assert "Margin 4: less than" in text
    run("results", str(tmp_path / "runs"), "--seed", "20007", "--tables", "l03-6", "--out", str(page))
    assert page.read_text() == text
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == before, "and nothing was run"
    refused = run("results", str(tmp_path / "runs"), "--seed", "20007", "--out", str(tmp_path / "page.html"))
    assert "written as Markdown: --out needs a file .md, found" in refused.refusal()
    assert not (tmp_path / "page.html").exists()
    other = run("results", str(tmp_path / "runs"), "--seed", "20008", "--tables", "l03-6", "--out", str(page))
    assert "no runs of any published table with seed 20008 are stored there" in other.refusal()


def test_the_published_tables_are_listed(run: Run) -> None:
    assert "l03-6" in run("reproduce").out
    listed = json.loads(run("reproduce", "--json").out)
    rows = next(table["rows"] for table in listed if table["table"] == "l03-6")
    assert {"game": "lose_tic_tac_toe", "row": "baseline", "built": True} in rows


def test_a_benchmark_without_its_peer_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamelore.lab.benches.games.installed", lambda _: False)
    monkeypatch.setattr("gamelore.lab.benches.games.side_by_side", lambda ours, theirs: (float(ours()), theirs))
    told = json.loads(run("bench", "plain_steps", "--json").out)
    assert told["results"][0]["verdict"] == "not installed"
    assert told["results"][0]["ours"] > 0
    assert len(told["surroundings"]["load"]) == 3
    assert "not installed" in run("bench", "plain_steps").out


def test_the_program_works_as_a_process_of_its_own(tmp_path: Path) -> None:
    done = program("solve", "tic_tac_toe", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["value"] == "draw"
    assert done.stderr == ""
    refusal = program("solve", "tic_tac_to", cwd=tmp_path)
    assert refusal.returncode == 2
    assert refusal.stderr == "gamelore: game 'tic_tac_to' is not known; did you mean 'tic_tac_toe'?\n"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gamelore", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.wait(timeout=30)


def test_an_unwritable_place_is_one_clear_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    answer = run(
        "learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "1", "--out", str(tmp_path / "file" / "agent")
    )
    assert str(tmp_path / "file") in answer.refusal()
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.slow
def test_variants_are_compared_run_by_run(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "compared")
    asked = ("compare", "lose_tic_tac_toe", "--vary", "weights=pwl,logit", "--contests", "8", "--tests", "4")
    found = run(*asked, "--runs", "2", "--out", out, "--json")
    assert found.status == 0
    first, second = json.loads(found.out)
    assert (first["name"], second["name"]) == ("weights=pwl", "weights=logit")
    assert not first["difference"]
    for name, difference in second["difference"].items():
        means = second["reliability"][name]["mean"], first["reliability"][name]["mean"]
        assert difference["mean"] == pytest.approx(means[0] - means[1])
    shown = run(*asked, "--runs", "2", "--out", out)
    assert "weights=logit" in shown.out
    several = run("compare", "tic_tac_toe,achi", "--contests", "4", "--tests", "2", "--runs", "1", "--out", out)
    assert "achi" in several.out


def test_a_comparison_that_makes_no_sense_is_refused(run: Run) -> None:
    assert "--vary needs a setting" in run("compare", "tic_tac_toe", "--vary", "weights").refusal()
    assert "setting 'wights' is not known" in run("compare", "tic_tac_toe", "--vary", "wights=pwl").refusal()
