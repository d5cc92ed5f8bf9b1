"""A table that needs an extra asks for it before it computes anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.runs import Package, place_of, runs_missing
from gamelore.lab.forty_two.peers import PEERS, SKLEARN
from gamelore.papers.carberry.bidding import BiddingExperiment


def test_a_missing_package_is_told_before_any_row_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Package, "installed", False)
    monkeypatch.setattr(BiddingExperiment, "run", lambda *_: pytest.fail("something was computed"))
    assert main(["reproduce", "c-5.1", "--runs", "1", "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told == (
        "gamelore: table c-5.1, row logistic needs scikit-learn; install it: pip install 'gamelore[bench]'\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_whoever_needs_no_package_is_asked_for_none_and_runs_that_are_kept_need_none(tmp_path: Path) -> None:
    table = published_table("c-5.1")
    needed = {}
    for row in table.rows:
        if row.experiment is not None:
            needed[row.name] = read_row(BiddingExperiment, table, row, 20_000).packages
    assert needed["thesis-50"] == ()
    assert needed["logistic"] == (SKLEARN,)
    peer = BiddingExperiment(PEERS[0])
    assert runs_missing(peer, tmp_path, 2) == 2
    place_of(peer, tmp_path).mkdir()
    (place_of(peer, tmp_path) / "run-0000.json").touch()
    assert runs_missing(peer, tmp_path, 2) == 1


def test_a_package_is_installed_if_it_could_be_imported() -> None:
    assert Package("json", "JSON", "bench").installed
    assert not Package("no_such_module_here", "Nothing", "bench").installed
