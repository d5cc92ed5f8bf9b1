from __future__ import annotations

from pathlib import Path

import pytest

from gamelore.app import demo


def test_the_demonstration_leaves_pictures_a_page_and_an_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "CONTESTS", 20)
    monkeypatch.setattr(demo, "TESTS", 4)
    out = tmp_path / "demo"
    assert demo.main(["--learner", "rote", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "published 2003: Baseline: a random player" in told
    assert "Ask it why" in told
    assert sorted(path.name for path in out.iterdir()) == [
        "agent", "board-1.svg", "board-2.svg", "board-3.svg", "index.html", "learning-curve.svg",
    ]  # fmt: skip
    assert (out / "index.html").read_text().count("<svg") == 4
    assert demo.main(["--learner", "nobody", "--out", str(out)]) == 2
