"""Bad input gets one clear error, and nothing is half-written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamelore.lab.records import RECORDS_FILE

Run = Callable[..., Any]

DANGLING = """
format = 1
name = "broken"
title = "Broken"

[board]
points = [[0, 0], [1, 0], [2, 0]]
lines = ["1-2-3", "3-4"]

[rules]
markers = 1
slides = false
line = "nothing"
"""
LEARN = ("learn", "tic_tac_toe", "--learner", "rote", "--out", "OUT")


@pytest.fixture
def copy(agent: Path, tmp_path: Path) -> Path:
    """An agent that a test may damage."""
    return Path(shutil.copytree(agent, tmp_path / "copy"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("solve", "fiv_mens_morris"), "game 'fiv_mens_morris' is not known; did you mean 'five_mens_morris'?"),
        (("solve", "tic_tac_toe", "--markers", "3"), "--markers needs two numbers such as 3-3, found '3'"),
        (("solve", "five_mens_morris", "--markers", "9-9"), "3 to 5 a side, not 9"),
        (("solve", "eleven_mens_morris"), "is too large to build here"),
        (("solve", "tic_tac_toe", "--with", "flying"), "--with needs name=value, found 'flying'"),
        (("solve", "tic_tac_toe", "--with", "fliing_at=3"), "did you mean 'flying_at'?"),
        (("solve", "nowhere.toml"), "nowhere.toml: no such file"),
        (("solve", "tic_tac_toe", "--with", "name=x"), "'name' is not known"),
        (("learn", "tic_tac_toe", "--out", "OUT", "--learner", "roet"), "did you mean 'rote'?"),
        ((*LEARN, "--preset", "onw"), "did you mean 'own'?"),
        (
            ("learn", "tic_tac_toe", "--learner", "rote", "--out", "OUT", "--regime", "fixd_length"),
            "did you mean 'fixed_length'?",
        ),
        (
            ("learn", "tic_tac_toe", "--learner", "rote", "--out", "OUT", "--set", "own=much"),
            "setting 'own': expected bool",
        ),
        (
            ("learn", "tic_tac_toe", "--learner", "rote", "--out", "OUT", "--set", "own=no"),
            "own or experts must be true",
        ),
        (
            ("learn", "tic_tac_toe", "--learner", "rote", "--out", "OUT", "--players", "style=rude"),
            "setting 'style': expected one of",
        ),
        (
            ("learn", "nine_mens_morris", "--learner", "rote", "--out", "OUT", "--contests", "1"),
            "too large to build here",
        ),
        (("reproduce", "l03-66"), "table 'l03-66' is not known; did you mean 'l03-6'?"),
        (("reproduce", "l03-6", "--rows", "basline"), "did you mean 'baseline'?"),
        (("reproduce", "l03-6", "--rows", "experiment_1", "--games", "chess"), "game of table l03-6 'chess'"),
        (
            ("learn", "tic_tac_toe", "--learner", "hoyle", "--processes", "2", "--out", "OUT"),
            "one contest after the other",
        ),
        (("reproduce", "l03-6", "--rows", "baseline", "--cluster", "127.0.0.1:9"), "no cluster answers at '127.0"),
        (("bench", "plain_step"), "did you mean 'plain_steps'?"),
        (("check", "tic_tac_to"), "did you mean 'tic_tac_toe'?"),
        (("play", "tic_tac_toe", "--seat", "3"), "has 2 seats, there is no seat 3"),
        (("play", "tic_tac_toe", "--against", "profect"), "did you mean 'perfect'?"),
        (("play", "tic_tac_toe", "--against", "agent:nowhere"), "holds no agent.toml"),
    ],
)
def test_a_wrong_argument_is_one_clear_error_and_writes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gamelore.lab.engine.executor.CLUSTER_TIMEOUT", 0.5)
    assert sentence in run(*arguments).refusal()
    assert list(tmp_path.iterdir()) == []


LOOPS = (
    ("lore", "LOOP"), ("test", "LOOP"), ("explain", "LOOP"), ("check", "LOOP"), ("check", "LOOP/inside"),
    ("results", "LOOP"), ("review", "LOOP"), ("compile", "LOOP"), ("check", "LOOP.toml"), ("games", "LOOP.toml"),
    ("solve", "LOOP.toml"), ("play", "tic_tac_toe", "--against", "agent:LOOP"),
    ("coach", "poker", "--trainer", "you", "--agent", "LOOP"), ("teach", "--out", "LOOP"),
    ("learn", "tic_tac_toe", "--learner", "rote", "--contests", "2", "--out", "LOOP"),
    ("learn", "tic_tac_toe", "--learner", "rote", "--contests", "2", "--out", "LOOP/inside"),
)  # fmt: skip


@pytest.mark.parametrize("arguments", LOOPS, ids=" ".join)
def test_a_link_that_leads_back_to_itself_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for end in ("", ".toml"):
        Path(f"LOOP{end}").symlink_to(f"back{end}")
        Path(f"back{end}").symlink_to(f"LOOP{end}")
    place = next(word.removeprefix("agent:") for word in arguments if "LOOP" in word)
    assert run(*arguments).refusal() == f"{place}: a link that leads back to itself"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["LOOP", "LOOP.toml", "back", "back.toml"]


@pytest.mark.parametrize("out", [("reproduce", "l03-6", "--rows", "baseline"), ("curve", "tic_tac_toe")])
def test_results_go_into_no_link_that_leads_back_to_itself(run: Run, tmp_path: Path, out: tuple[str, ...]) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert str(tmp_path / "loop") in run(*out, "--out", str(tmp_path / "loop")).refusal()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("nonsense", "expected rows of X, O and ."),
        ("..../.X./... O", "the rows hold 3/3/3 positions"),
        ("XXX/.../... O", "impossible board"),
        ("XXX/OO./... O", "the contest is over"),
    ],
)
def test_an_impossible_board_is_one_clear_error(run: Run, agent: Path, state: str, sentence: str) -> None:
    assert sentence in run("explain", str(agent), state).refusal()


def test_a_toml_game_with_a_dangling_line_is_one_clear_error(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(DANGLING)
    for arguments in (("check", str(path)), ("solve", str(path)), ("games", str(path))):
        sentence = run(*arguments).refusal()
        assert "line '3-4' names position 4, but the board has positions 1 to 3" in sentence
        assert "broken.toml" in sentence
    refused = run("learn", str(path), "--learner", "rote", "--out", str(tmp_path / "agent")).refusal()
    assert "names position 4" in refused
    assert [p.name for p in tmp_path.iterdir()] == ["broken.toml"]


def test_a_sound_toml_game_is_checked_and_learned(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        DANGLING.replace(', "3-4"', "").replace('"broken"', '"mine"').replace("markers = 1", "markers = 2")
    )  # fmt: skip
    assert "keeps every promise" in run("check", str(path)).out
    assert run("learn", str(path), "--learner", "rote", "--contests", "2", "--out", str(tmp_path / "agent")).status == 0
    assert "its knowledge reads back" in run("check", str(tmp_path / "agent")).out


def test_a_damaged_knowledge_file_is_one_clear_error(run: Run, copy: Path) -> None:
    table = copy / "rote.tsv"
    lines = table.read_text().splitlines()
    table.write_text("\n".join([*lines[:3], lines[3].replace("\t", " ", 1), *lines[4:]]) + "\n")
    for command in ("test", "explain", "check"):
        assert "rote.tsv:4: expected five columns" in run(command, str(copy)).refusal()


def test_an_agent_of_another_version_is_refused(run: Run, copy: Path) -> None:
    about = copy / "agent.toml"
    about.write_text(about.read_text().replace("version = 1", "version = 7", 1))
    assert "version 7, this program reads 1" in run("test", str(copy)).refusal()


def test_an_edited_but_sound_knowledge_file_is_told(run: Run, copy: Path) -> None:
    table = copy / "rote.tsv"
    lines = table.read_text().splitlines()
    table.write_text("\n".join(lines[:-1]) + "\n")
    assert "edited since it was saved, and still sound" in run("check", str(copy)).out
    assert (
        "was edited"
        in run("learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "40", "--out", str(copy)).refusal()
    )


def test_a_damaged_record_is_one_clear_error(run: Run, copy: Path) -> None:
    records = copy / RECORDS_FILE
    good = records.read_text()
    first = good.splitlines()[0]
    for damaged, sentence in (
        (good.replace('"ended":"rules"', '"ended":"resign"', 1), ":1: record of lose_tic_tac_toe: it tells of an end"),
        (good.rstrip("\n"), "the last line is cut off"),
        (first[:40] + "\n", ":1"),
        (first.replace('"actions":["', '"actions":["77","') + "\n", "there is no position 77"),
    ):
        records.write_text(damaged)
        assert sentence in run("check", str(records)).refusal()


def test_a_folder_with_other_things_is_not_taken_for_an_agent(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")
    refusal = run("learn", "tic_tac_toe", "--learner", "rote", "--contests", "2", "--out", str(tmp_path)).refusal()
    assert "is not empty and holds no agent.toml" in refusal
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


def test_a_damaged_table_in_the_cache_is_built_again(run: Run, fresh_cache: Path) -> None:
    whole = run("solve", "pong_hau_ki", "--json")
    tables = list((fresh_cache / "solved").glob("*.npy"))
    assert len(tables) == 1
    good = tables[0].read_bytes()
    tables[0].write_bytes(good[:-2] + bytes([good[-2] ^ 1, good[-1]]))
    from gamelore.oracles.board import solved_tables as store

    store._KNOWN.clear()
    again = run("solve", "pong_hau_ki", "--json")
    assert again.status == 0
    assert tables[0].read_bytes() == good
    import json

    assert json.loads(again.out)["classes"] == json.loads(whole.out)["classes"]
