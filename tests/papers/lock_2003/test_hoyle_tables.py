"""Lock's Tables 4 and 16: as printed, and run with any preset of the learner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tables import reproduced

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.lab.engine.published import Figure, published_table
from gamelore.lab.engine.report import Cell
from gamelore.lab.engine.reproduce import report_row, row_experiment, rows_to_run


@pytest.mark.parametrize("name", ["l03-4", "l03-16"])
def test_every_printed_row_is_there_and_can_be_run(name: str) -> None:
    table = published_table(name)
    assert len(rows_to_run(table)) == len(table.rows) == {"l03-4": 6, "l03-16": 4}[name]
    for row in table.rows:
        for column in table.columns:
            cell = row.printed(column)
            assert cell is None or 0 <= cell.mean <= 100
        for challenger in ("expert", "novice", "random"):
            assert row.cells[f"{challenger}.power"].mean <= row.cells[f"{challenger}.reliability"].mean


@pytest.mark.parametrize(("name", "lengths"), [("l03-4", [120] * 6), ("l03-16", [160, 160, 320, 320])])
def test_training_is_as_long_as_in_the_source(name: str, lengths: list[int]) -> None:
    from gamelore.arena import make_regime

    table = published_table(name)
    experiments = [row_experiment(table, row, 1) for row in rows_to_run(table)]
    assert [make_regime(e.regime, e.load_game(), e.contests).contests for e in experiments] == lengths
    assert {e.test.contests for e in experiments} == {50}
    assert {row.default_runs for row in table.rows} == {10}
    assert all(e.preset.startswith("l03") for e in experiments)
    assert experiments[-1].load_game().horizon.max_plies == 100


def test_a_preset_takes_the_place_of_the_rows_own() -> None:
    table = published_table("l03-16")
    row = rows_to_run(table)[0]
    mine, theirs = row_experiment(table, row, 1, "gamelore"), row_experiment(table, row, 1)
    assert (mine.preset, theirs.preset) == ("gamelore", "l03")
    assert mine.digest != theirs.digest
    with pytest.raises(UnknownName, match="did you mean 'gamelore'"):
        row_experiment(table, row, 1, "gamelor")
    baseline = published_table("l03-6")
    with pytest.raises(BadSetting, match="nobody learns there"):
        row_experiment(baseline, baseline.rows[0], 1, "gamelore")


def test_a_preset_counts_as_the_settings_that_it_stands_for() -> None:
    table = published_table("l03-16")
    row = rows_to_run(table)[0]
    experiment = row_experiment(table, row, 1)
    assert replace(experiment, settings={"weights": "pwl"}).digest == experiment.digest, "what the preset says already"
    assert replace(experiment, settings={"weights": "awl"}).digest != experiment.digest


def test_the_report_shows_the_worst_run_and_the_runs_without_a_loss() -> None:
    cell = Cell("perfect.reliability", (100.0, 76.0, 100.0))
    assert (cell.worst, cell.full) == (76.0, 2)
    assert cell.to_mapping()["worst"] == 76.0
    assert cell.to_mapping()["full"] == 2


def test_runs_that_never_lost_are_a_column_beside_the_two_of_ten_that_the_text_tells_of() -> None:
    table, column = published_table("l03-16"), "perfect.never lost"
    printed = {(row.game, row.name): row.printed(column) for row in table.rows}
    assert printed["lose_tic_tac_toe", "seq_advisor"] is None
    assert printed["five_mens_morris", "standard"] == Figure(0.0)
    assert printed["five_mens_morris", "seq_advisor"] == Figure(20.0)
    row = table.select(("seq_advisor",), ("five_mens_morris",))[0]
    drawn, lost = ({"wins": 0, "draws": 50 - n, "losses": n, "total": -n, "plies": 5000} for n in (0, 1))
    test = dict.fromkeys(("perfect", "expert", "novice", "random"), drawn)
    results = [{"tests": test}, {"tests": {**test, "perfect": lost}}]
    cells = {cell.column: cell for cell in report_row(table, row, row_experiment(table, row, 1), results).cells}
    assert cells[column].ours == (100.0, 0.0)
    assert (cells[column].trials, cells["perfect.reliability"].trials) == (2, 100)


@pytest.mark.slow
def test_a_row_is_run_with_another_preset(tmp_path: Path) -> None:
    rows, games = ["standard"], ["lose_tic_tac_toe"]
    report = reproduced("l03-4", tmp_path, rows=rows, games=games, runs=1, seed=3, preset="gamelore")
    assert [path.name.rpartition("-")[0] for path in tmp_path.iterdir()] == ["lose_tic_tac_toe-hoyle-gamelore"]
    cells = {cell.column: cell for cell in report.rows[0].cells}
    assert cells["perfect.reliability"].mean >= 95
    assert "learner hoyle gamelore" in report.rows[0].settings
