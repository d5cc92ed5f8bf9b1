"""`gamelore bench learning` and `gamelore bench matrix`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def test_the_command_writes_the_page_again_from_kept_runs(run: Run, tmp_path: Path) -> None:
    command = ("bench", "learning", "--games", "tic_tac_toe", "--entrants", "q_learning:self_play:10", "--tests", "2",
               "--runs", "1", "--seed", "5", "--folder", str(tmp_path / "runs"))  # fmt: skip
    told = run(*command).out
    assert "# The bench of learning" in told
    assert run(*command, "--out", str(tmp_path / "page.md")).status == 0
    assert (tmp_path / "page.md").read_text().strip() == told.strip()
    assert "stands alone" in run("bench", "learning", "matrix").refusal()
    assert "file .md" in run("bench", "matrix", "--out", "page.html").refusal()
