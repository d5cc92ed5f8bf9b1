"""The page of results: what stands where, from reports made by hand."""

from __future__ import annotations

from dataclasses import replace

import gamelore.papers  # noqa: F401  puts its tables on the shelf
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.report import Cell, Report, ReportRow, beside_printed
from gamelore.lab.engine.results import results_page


def test_a_page_has_the_verdicts_counted_the_columns_and_what_stands_beside() -> None:
    table = published_table("c-5.1")
    row = table.rows[0]
    ours = (40.0, 41.0, 42.0, 43.0)
    cells = tuple(beside_printed(table, row, column, ours, "reach") for column in table.columns)
    others = (Cell("accuracy", (80.0,) * 4), Cell("chance.overall", (2.0,) * 4, rival=("chance", "overall")))
    report = Report(table, 5, (ReportRow(row, 4, "", (*cells, *others)),))
    text = results_page([report], 5)
    counted = next(line for line in text.splitlines() if line.startswith("| [c-5.1](#c-51) |"))
    assert sum(int(part) for part in counted.split("|")[3:] if part.strip()) == 3
    assert "| `thesis-50` 50 hands, COGAP-42 as specified (4) | overall | 41.50 (1.29) | 39.4 to 43.6 | 39.00 |" in text
    assert "- `thesis-50`: accuracy 80.0\n- `thesis-50`: others on the cases of overall: chance 2.0\n" in text
    both = Report(table, 5, (report.rows[0], replace(report.rows[0], published=table.rows[1])))
    assert "- all rows: others on the cases of overall: chance 2.0\n" in results_page([both], 5)
    assert "seed 5" in text


def test_a_table_without_printed_figures_has_no_verdicts() -> None:
    table = published_table("c-played")
    cells = tuple(Cell(column, (50.0, 60.0), trials=100) for column in table.columns)
    text = results_page([Report(replace(table), 5, (ReportRow(table.rows[0], 2, "", cells),))], 5)
    section = text[text.index("## c-played") :]
    assert "verdict" not in section
    assert "Margin" not in section
    assert "| `30` contracts of 30 (2) | exact | 55.00 (7.07) |" in section


def test_a_bound_of_nothing_has_no_sign() -> None:
    table = published_table("c-5.1")
    cells = (beside_printed(table, table.rows[0], "overall", (39.0, 39.0), "reach"),)
    text = results_page([Report(table, 5, (ReportRow(table.rows[0], 2, "", cells),))], 5)
    assert "0.0 to 0.0 | reached" in text
    assert "-0.0" not in text
