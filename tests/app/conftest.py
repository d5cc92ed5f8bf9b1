"""One command of the program, as a test calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.board_states import board_game
from tests.domino_guide import made_up_guide
from tests.poker_guide import follower, guide_of

from gamelore.app.cli import main
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.making import make_guide
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list


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


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terminal has a width here, unless a test says so."""
    monkeypatch.delenv("COLUMNS", raising=False)


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


def lose_follower() -> MaximLearner:
    """Somebody who follows five lines at lose tic-tac-toe."""
    found = MaximLearner(board_game("lose_tic_tac_toe"), MaximLearner.preset(None))
    found.maxims = Maxims(
        parse_list("most other_ready; first_marker: most opposite_other; most own_alone; fewest adds; most own_stopped")
    )
    return found


@pytest.fixture(scope="session")
def guides() -> list[Guide]:
    """Guides of a board, of 42 and of draw poker, from few contests."""
    return [make_guide(lose_follower(), "lose", contests=2, seed=5), made_up_guide(), guide_of(follower(), 20)]
