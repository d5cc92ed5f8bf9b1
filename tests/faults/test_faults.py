"""Full disks, unwritable caches, two writers, damaged caches, locales and hash seeds; and a few kills of each kind."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.faults.battery import CASES, tree

from gamelore.app.cli import main
from gamelore.base.folders import holding
from gamelore.lab.validate import validate

ROOT = Path(__file__).parent.parent.parent
LEARN = ("learn", "tic_tac_toe", "--learner", "rote", "--regime", "fixed_length", "--contests", "4", "--out")


def gamelore(*arguments: str, **around: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "gamelore", *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, **around},
        cwd=ROOT,
    )


def battery(*arguments: str) -> str:
    command = [sys.executable, "-m", "tests.faults.battery", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_file_of_records_survives_kills() -> None:
    """The cheapest of all cases; an agent's folder is killed at every step in `tests/base/test_folders.py`."""
    told = battery("--kills", "6", "--only", "play")
    assert int(told.split("|")[-3]) >= 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("case", [case.name for case in CASES])
def test_every_command_survives_twenty_kills(case: str) -> None:
    told = battery("--kills", "20", "--only", case)
    assert int(told.split("|")[-3]) == 20, "every one of them was killed"


def test_a_second_learner_into_one_folder_is_refused_at_once(tmp_path: Path) -> None:
    with holding(tmp_path / "mine"):
        second = gamelore(*LEARN, str(tmp_path / "mine"))
    assert second.returncode == 2
    told = second.stderr.decode()
    assert f"mine: process {os.getpid()} of " in told
    assert told.endswith("; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_names_the_file_and_leaves_the_old_agent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LEARN, str(tmp_path / "mine")]) == 0
    before = tree(tmp_path)
    largest = max(map(len, before.values()))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, limits[1]))
    try:
        status = main([*LEARN, str(tmp_path / "mine"), "--over"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert status == 2
    told = capsys.readouterr().err
    assert "/mine/" in told
    assert told.count("\n") == 1
    assert set(tree(tmp_path)) == set(before), "nothing is left beside the agent"
    validate(str(tmp_path / "mine"))


@pytest.mark.parametrize(
    "around",
    [
        pytest.param({"PYTHONIOENCODING": "ascii", "PYTHONHASHSEED": "1"}, marks=pytest.mark.slow),
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONHASHSEED": "2"},
    ],
    ids=["ascii", "C"],
)
def test_locale_and_hash_seed_change_no_byte_and_break_no_output(tmp_path: Path, around: dict[str, str]) -> None:
    assert main([*LEARN, str(tmp_path / "here" / "mine")]) == 0
    found = gamelore(*LEARN, str(tmp_path / "there" / "mine"), **around)
    assert found.returncode == 0, found.stderr
    assert found.stdout.isascii()
    assert b"reliability as it learned: " in found.stdout
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


def test_a_cache_in_which_others_may_write_stops_the_command_with_the_reason(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    found = gamelore("solve", "tic_tac_toe", GAMELORE_CACHE=str(tmp_path))
    assert found.returncode == 2
    assert b"may be written by others (mode 0777)" in found.stderr
    assert found.stderr.count(b"\n") == 1


SMALL_DEFECTS: dict[str, tuple[tuple[str, ...], str]] = {
    "a setting without a name": (("--set", "patterns.=1", "--learner", "hoyle"), "setting '' is not known"),
    "4,400 digits": (("--set", f"patterns.fewest_positions={'9' * 4400}", "--learner", "hoyle"), "expected int"),
    "an infinite number": (("--set", "own_weight=inf", "--learner", "hoyle"), "expected a number of ordinary size"),
    "a number beyond its bounds": (("--set", "own_weight=1e6", "--learner", "hoyle"), "own_weight lies between 0 and"),
    "a whole input in the message": (
        ("--set", f"own={'x' * 10_000}", "--learner", "rote"),
        "expected bool, found 'xxx",
    ),
}


@pytest.mark.parametrize("case", SMALL_DEFECTS)
def test_a_setting_that_cannot_be_is_one_short_line(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more, sentence = SMALL_DEFECTS[case]
    assert main(["learn", "tic_tac_toe", "--out", str(tmp_path / "mine"), *more]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert len(told) <= len("gamelore: ") + 300 + 1


def test_a_bet_that_would_fill_the_memory_is_refused() -> None:
    from gamelore.base.errors import BadSetting
    from gamelore.games import load_game

    began = time.monotonic()
    with pytest.raises(BadSetting, match="max_bet lies between 1 and 1000, not 1000000000"):
        load_game("draw_poker", max_bet=1_000_000_000)
    assert time.monotonic() - began < 5


def test_tables_that_would_fill_the_memory_are_refused() -> None:
    from gamelore.base.errors import GameloreError
    from gamelore.base.settings import settings_from_texts
    from gamelore.learners.registry import learner_class

    usual = learner_class("cogap").preset("mended")
    with pytest.raises(GameloreError, match="mend_tables lies between 0 and 1000, not 2147483648"):
        settings_from_texts(usual, {"mend_tables": "2147483648"}, "--set")


def _wrong(call: Callable[[Any], object], value: Any) -> str:
    from gamelore.base.errors import GameloreError

    with pytest.raises(GameloreError) as caught:
        call(value)
    return str(caught.value)


def test_a_value_of_another_type_is_one_of_our_errors(tmp_path: Path) -> None:
    from gamelore.games import load_game
    from gamelore.learners.registry import load_agent

    assert "a text, not 5" in _wrong(load_game, 5)
    assert "is a path, not 5" in _wrong(load_agent, 5)
    assert "not the name of a file" in _wrong(load_game, "a\0b.toml")
    _wrong(lambda rules: load_game("forty_two", rules=rules), [1])
    _wrong(load_agent, "text")


def test_a_title_that_a_terminal_would_obey_is_refused(tmp_path: Path) -> None:
    source = next((ROOT / "src/gamelore/games/board/builtin").glob("tic_tac_toe.toml")).read_text()
    mine = tmp_path / "mine.toml"
    mine.write_text(source.replace('title = "', 'title = "\\u001b[31m'))
    from gamelore.games import load_game

    assert "'title' must be one line" in _wrong(load_game, str(mine))


def test_the_licence_of_every_package_is_known() -> None:
    command = [sys.executable, "requirements/licences.py", "requirements/run.txt"]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.returncode == 0, found.stdout
    assert "GPL" not in found.stdout
