"""One command of the program, as a test calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gamelore.app.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command gave back."""

    status: int
    out: str
    err: str

    def refusal(self) -> str:
        """The one clear sentence of a command that refuses, and prints nothing else."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.startswith("gamelore: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("gamelore: ").rstrip("\n")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """One command, as from a shell with a wide window."""
    monkeypatch.setenv("COLUMNS", "160")

    def call(*arguments: str) -> Answer:
        status = main(arguments)
        return Answer(status, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rote learner after forty contests of lose tic-tac-toe; nobody may change it."""
    folder = tmp_path_factory.mktemp("agents") / "lttt"
    assert main(["learn", "lose_tic_tac_toe", "--learner", "rote", "--contests", "40", "--out", str(folder)]) == 0
    return folder
