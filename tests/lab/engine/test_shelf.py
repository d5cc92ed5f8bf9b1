"""What sources put on the shelf is found by name, in workers too, and no two bring the same name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import gamelore.papers  # noqa: F401  puts what papers bring on the shelf
from gamelore.base.registry import load
from gamelore.lab.engine import shelf
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.published import CONTESTS, published_table, table_names
from gamelore.lab.engine.reproduce import RUNNERS
from gamelore.lab.engine.runs import KINDS, keep_runs
from gamelore.lab.engine.shelf import OWN_TABLES, Source, put, rows_beside, sources
from gamelore.lab.poker_lists import MEASURES, PokerExperiment


def test_every_table_has_a_runner_and_every_name_something_behind_it() -> None:
    for registry in (RUNNERS, KINDS, MEASURES):
        for name in registry.names():
            assert registry.find(name) is not None
    for source in sources():
        assert all(callable(load(place)) for place in source.commands.values())
    assert {published_table(name).runner for name in table_names()} == {CONTESTS, *RUNNERS.names()}


def test_no_two_sources_bring_the_same_table() -> None:
    folders = (OWN_TABLES, *(source.tables for source in sources()))
    found = Counter(path.stem for folder in folders for path in folder.glob("*.toml"))
    assert max(found.values()) == 1
    assert sorted(found) == table_names()


def test_rows_that_others_stand_beside_are_printed_and_can_be_run() -> None:
    assert [table for table, _, _ in rows_beside()] == ["l03-16", "l03-16", "s98-2", "s98-2"]
    for table, name, year in rows_beside():
        assert all(row.experiment is not None for row in published_table(table).select((name,)))
        assert year in published_table(table).source


def test_workers_know_what_stands_on_the_shelf(tmp_path: Path) -> None:
    experiment = PokerExperiment("agreement", printed="builtin", situations=5, seed=1)
    with open_workers(2) as workers:
        found = keep_runs(experiment, tmp_path, 2, workers)
    assert found == [experiment.run(0), experiment.run(1)]


def test_a_stranger_s_table_is_found_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_SHELF", {})
    monkeypatch.setattr(shelf, "_PLACES", {what: dict(some) for what, some in shelf._PLACES.items()})
    own = table_names()
    text = shelf.OWN_TABLES.joinpath("c-played.toml").read_text()
    (tmp_path / "theirs.toml").write_text(text.replace('"c-played"', '"theirs"'))
    put(Source("somebody", tmp_path, runners={"theirs": "somebody:run"}))
    assert table_names() == sorted([*own, "theirs"])
    assert published_table("theirs").name == "theirs"
    assert shelf.places("runners", {})["theirs"] == "somebody:run"
