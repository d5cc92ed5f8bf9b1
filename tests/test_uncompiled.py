"""Kernels are plain Python, too: with compilation off the same contests are played, for the same reasons."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.base.cache import VARIABLE
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn

SCRIPT = """
import sys
import gamelore
from gamelore.arena.contest import ContestKey, play

name, *players = sys.argv[1:]
game = gamelore.load_game(name)
seats = [gamelore.make_player(player, game) for player in players]
print(play(game, seats * (game.seats // len(seats)), ContestKey(7), reasons=True).to_json())
"""


def played(folder: Path, *asked: str, uncompiled: bool) -> str:
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, *asked],
        env={**os.environ, VARIABLE: str(folder), "NUMBA_DISABLE_JIT": str(int(uncompiled))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not found.returncode, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


def check_both(folder: Path, cache: Path, *asked: str) -> None:
    plain = played(folder, *asked, uncompiled=True)
    assert not list(folder.rglob("*.nbc"))
    assert plain == played(cache, *asked, uncompiled=False)
    assert list(cache.rglob("*.nbc"))


def test_a_contest_is_the_same_with_compilation_off(tmp_path: Path, cache: Path) -> None:
    check_both(tmp_path, cache, "tic_tac_toe", "maxims", "uct:40")


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        ("lose_tic_tac_toe", "perfect", "search:2"),
        ("shisima", "maxims", "random"),
        ("five_mens_morris", "maxims", "search:3"),
        ("nine_mens_morris", "maxims", "intuitive"),
        ("forty_two", "maxims", "table:formula"),
        ("draw_poker", "poker:builtin", "poker:strong"),
    ],
    ids=" ".join,
)
def test_contests_of_every_family_are_the_same_with_compilation_off(
    asked: tuple[str, ...], tmp_path: Path, cache: Path
) -> None:
    check_both(tmp_path, cache, *asked)


LITTLE = """
import sys
from gamelore.app.cli import main

print(main(sys.argv[1:]), "numba" in sys.modules)
"""


def asked(cache: Path, *arguments: str) -> list[str]:
    """What a command prints with a cache of its own, its exit status, and whether it imported numba."""
    found = subprocess.run(
        [sys.executable, "-c", LITTLE, *arguments],
        env={**os.environ, VARIABLE: str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agent") / "hoyle"
    learn(Experiment("tic_tac_toe", learner="hoyle", regime="fixed_length", contests=6, seed=4), folder)
    return folder


@pytest.mark.parametrize("command", ["check", "explain"])
def test_a_command_that_computes_little_compiles_nothing(
    command: str, agent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = asked(tmp_path, command, str(agent))
    assert told[-1] == "0 False"
    assert not list(tmp_path.rglob("*.nbc"))
    monkeypatch.setattr("gamelore.base.compile.WORTH_COMPILING", 0)
    assert main([command, str(agent)]) == 0
    assert told[:-1] == capsys.readouterr().out.splitlines()


def test_the_first_prompt_of_a_game_needs_no_machine_code(tmp_path: Path) -> None:
    assert asked(tmp_path, "play", "lose_tic_tac_toe", "--against", "perfect")[-1] == "0 False"
