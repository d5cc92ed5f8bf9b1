"""A shell completes games, learners, presets and players, and quickly: no kernel is imported for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.app.conftest import Answer

from gamelore.arena.roster import full_name, make_player, player_names
from gamelore.games import load_game

Run = Callable[..., Answer]
SHELLS = {
    "bash": lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)},
    "zsh": lambda words: {"_TYPER_COMPLETE_ARGS": " ".join(words)},
    "fish": lambda words: {"_TYPER_COMPLETE_ARGS": " ".join(words), "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}
PROGRAM = (
    "import sys\nsys.argv = ['gamelore']\nfrom gamelore.app.cli import main\nmain()\n"
    "print('imported:', *({'numba', 'scipy'} & set(sys.modules)))"
)


def completed(shell: str, *words: str) -> tuple[str, set[str]]:
    """What a shell is told for a line, and what was imported for that."""
    asked = {**os.environ, **SHELLS[shell](("gamelore", *words)), "_GAMELORE_COMPLETE": f"complete_{shell}"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=asked, capture_output=True, text=True, check=False)
    told, _, imported = done.stdout.partition("imported:")
    return told.replace("\\\\:", ":"), set(imported.split())


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("play", "lose"), "lose_tic_tac_toe"),
        (("learn", "tic_tac_toe", "--learner", "ho"), "hoyle"),
        (("learn", "tic_tac_toe", "--learner", "hoyle", "--preset", "s9"), "s98"),
        (("play", "draw_poker", "--against", "poker:st"), "poker:strong"),
        (("play", "forty_two", "--against", "form"), "formula"),
        (("gui",), "guide"),
    ],
    ids=str,
)
def test_a_shell_is_told_how_a_line_goes_on(shell: str, words: tuple[str, ...], name: str) -> None:
    told, imported = completed(shell, *words)
    assert name in told
    assert imported == set()


def test_completion_can_be_installed_and_its_script_printed(run: Run) -> None:
    told = run("--help").out
    assert "--install-completion" in told
    assert "--show-completion" in told
    for shell in SHELLS:
        asked = {**os.environ, "_GAMELORE_COMPLETE": f"source_{shell}"}
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=asked, capture_output=True, text=True, check=False)
        assert "_GAMELORE_COMPLETE" in done.stdout


def test_a_player_has_one_name_and_its_last_part_is_enough() -> None:
    poker, dominoes, board = map(load_game, ("draw_poker", "forty_two", "tic_tac_toe"))
    assert full_name("strong", poker) == full_name("poker:strong", poker) == "poker:strong"
    assert full_name("random", poker) == "random", "whoever plays everything keeps the name"
    assert full_name("agent:strong", poker) == "agent:strong"
    assert full_name("strong", board) == "strong"
    assert make_player("tight", poker).name == make_player("poker:tight", poker).name
    assert make_player("passer", dominoes).name == make_player("table:passer", dominoes).name
    assert {"poker:strong", "perfect"} <= set(player_names(poker))
    assert "poker" not in player_names(poker)


def test_the_coach_takes_the_names_that_play_takes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for prefix in ("", "poker:"):
        monkeypatch.setattr("builtins.input", lambda prompt="": (_ for _ in ()).throw(EOFError))
        asked = ("--trainer", f"{prefix}builtin", "--against", f"{prefix}tight", "--rounds", "1", "--seed", "3")
        told.append(run("coach", "poker", *asked))
    assert told[0] == told[1]
    assert told[0].status == 0
