from __future__ import annotations

from pathlib import Path

import pytest

from gamelore.app import demo
from gamelore.app.demo import course, maxims


def test_the_demonstration_leaves_pictures_a_page_and_an_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(course, "CONTESTS", 20)
    monkeypatch.setattr(course, "TESTS", 4)
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


def test_without_a_learner_maxims_are_found_live_and_told_with_their_evidence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(maxims, "CONTESTS", 20_000)
    monkeypatch.setattr(maxims, "TESTS", 4)
    out = tmp_path / "demo"
    assert demo.main(["--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.index("after") < told.index("The lines") < told.index("Can they lose?") < told.index("Tested against")
    assert "published 2003: Baseline: a random player" in told
    assert "the same without them" in told
    assert "contests of practice against known opponents" in told
    assert "    + 1. " in told
    assert sorted(path.name for path in out.iterdir()) == ["agent", "guide.html"]
    assert "<svg" in (out / "guide.html").read_text()
