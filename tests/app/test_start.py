"""Whoever asks for little waits for little: what a command does not use it does not import."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

HEAVY = {"numba", "scipy"}
COMMAND = "import sys; from gamelore.app.cli import main; assert main(sys.argv[1:]) == 0"
GAME = """
format = 1
name = "mine"
title = "Mine"
board = { like = "tic_tac_toe" }
rules = { markers = 5, slides = false, goal_lines = ["1-2-3", "1-5-9"] }
"""


def imported(program: str, *arguments: str) -> set[str]:
    """The packages that a fresh interpreter has imported when the program is done."""
    told = f"{program}\nprint('imported:', *{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", told, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("imported:")[2].split())


def test_the_package_alone_imports_neither_numpy_nor_numba() -> None:
    assert not imported("import sys, gamelore") & {"numpy", "typer", *HEAVY}


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("games",), ("games", "five_mens_morris"), ("learners",), ("check", "mine.toml"), ("check", "rote")],
    ids=" ".join,
)
def test_a_command_that_computes_little_imports_no_kernel(
    arguments: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(GAME)
    found = imported(COMMAND, *arguments)
    assert not found & HEAVY
    if arguments[0] != "check":  # checking plays at random
        assert not found & {"numpy", "pydantic"}
