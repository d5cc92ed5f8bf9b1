from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from tests.lab.tables import reproduced
from tests.significance import improved

from gamelore.base.errors import DamagedFile, NotAvailable, UnknownName
from gamelore.base.files import to_json
from gamelore.lab.curve import draw_curve_svg, draw_curve_text, learning_curve
from gamelore.lab.engine.executor import InlineExecutor, Workers
from gamelore.lab.engine.published import FOLDER, Figure, parse_table, published_table, table_names
from gamelore.lab.engine.report import ABOVE, BELOW, REACHED, TOO_FEW, WITHIN, Cell
from gamelore.lab.engine.reproduce import row_experiment, rows_to_run

INLINE = Workers(InlineExecutor(), ahead=1)


def test_every_published_table_reads_and_cites_its_source() -> None:
    for name in table_names():
        table = published_table(name)
        assert table.name == name
        assert table.source
        for row in table.rows:
            assert set(row.cells) == set(table.columns)


def test_every_row_won_in_contests_describes_an_experiment_that_could_run() -> None:
    for name in table_names():
        table = published_table(name)
        if table.runner == "contests":
            for row in table.rows:
                if row.experiment is not None:
                    assert row_experiment(table, row, 0).game == row.game


def test_locks_table_6_marks_exactly_what_a_one_tailed_pooled_t_test_marks() -> None:
    """A second way to her bold print, and a check that no figure was copied wrongly."""
    table = published_table("l03-6")
    for before, after in zip(table.rows, table.rows[1:], strict=False):
        if before.game != after.game:
            continue
        for column in table.columns:
            one, other = after.cells[column], before.cells[column]
            assert one.sd is not None
            assert other.sd is not None
            marked = improved((one.mean, one.sd, after.runs), (other.mean, other.sd, before.runs))
            assert marked == one.improved, f"{after.game} {after.name} {column}"


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        ((20.0, 22.0, 21.0), Figure(21.5, 2.0), WITHIN),
        ((20.0, 22.0, 21.0), Figure(40.0, 2.0), BELOW),
        ((20.0, 22.0, 21.0), Figure(4.0), ABOVE),
        ((0.0, 0.0), Figure(0.0), WITHIN),
        ((20.0,), Figure(20.0), TOO_FEW),
    ],
)
def test_a_row_that_should_match_is_judged_by_two_standard_errors(
    ours: tuple[float, ...], theirs: Figure, verdict: str
) -> None:
    assert Cell("c", ours, theirs, their_runs=10).verdict == verdict


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        ((90.0, 94.0, 92.0), Figure(93.0), REACHED),
        ((90.0, 94.0, 92.0), Figure(99.0), BELOW),
        ((98.0, 99.0, 98.5), Figure(80.0), ABOVE),
        ((98.0,), Figure(80.0), TOO_FEW),
    ],
)
def test_a_row_that_should_reach_a_figure_is_judged_by_its_interval(
    ours: tuple[float, ...], theirs: Figure, verdict: str
) -> None:
    assert Cell("c", ours, theirs, aim="reach").verdict == verdict


def test_an_exact_expectation_has_no_error_of_its_own() -> None:
    cell = Cell("c", (20.0, 22.0, 21.0), None, exact=21.5)
    assert cell.exact_verdict == WITHIN
    assert cell.verdict == ""


def test_a_report_is_plain_values_and_a_drawn_table(tmp_path: Path) -> None:
    report = reproduced("l03-6", tmp_path, rows=("baseline",), games=("lose_tic_tac_toe",), runs=2, seed=3)
    told = json.loads(to_json(report.to_mapping()))
    assert told["rows"][0]["cells"]["novice.power"]["theirs"] == 37.7
    assert told["rows"][0]["runs"] == 2
    assert "challengers err at random" in told["rows"][0]["settings"]
    console = Console(width=140, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for table in report.tables():
        console.print(table)
    assert "perfect reliability" in console.export_text()


def test_a_row_that_is_not_built_is_told() -> None:
    table = published_table("s98-2")
    rows = tuple(replace(row, experiment=None) if row.name == "optimum" else row for row in table.rows)
    with pytest.raises(NotAvailable, match="is printed but not built here yet"):
        rows_to_run(replace(table, rows=rows), ("optimum",))


def test_a_table_with_a_missing_figure_is_refused() -> None:
    text = (FOLDER / "l03-6.toml").read_text()
    with pytest.raises(DamagedFile, match=r"here: row 1: 'mean' must hold 7 values"):
        parse_table(text.replace("mean = [20.50, ", "mean = ["), "here")
    with pytest.raises(DamagedFile, match="format 9"):
        parse_table(text.replace("format = 1", "format = 9"), "here")
    with pytest.raises(UnknownName, match="did you mean 'l03-6'"):
        published_table("l03-66")


def test_a_learning_curve_counts_only_contests_that_count() -> None:
    assert learning_curve("--LW", points=1) == [(4, 50.0)]
    assert learning_curve("----", points=2) == []
    assert draw_curve_text([]) == "no contests of its own"
    assert "&lt;b&gt;" in draw_curve_svg([(1, 50.0)], "<b>")


@pytest.mark.slow
def test_sampled_baselines_come_from_the_exact_distribution(tmp_path: Path) -> None:
    """Won, drawn and lost contests of 300 runs against each challenger, by Pearson's chi-squared."""
    from scipy.stats import chisquare

    from gamelore.lab.engine.experiment import score_of
    from gamelore.lab.engine.reproduce import exact_figures
    from gamelore.lab.engine.runs import keep_runs

    table = published_table("l03-6")
    row = rows_to_run(table, ("baseline",), ("lose_tic_tac_toe",))[0]
    experiment = row_experiment(table, row, 11)
    exact = exact_figures(experiment)
    tests = [result["tests"] for result in keep_runs(experiment, tmp_path, 300, INLINE)]
    for name in experiment.test.challengers:
        total = sum((score_of(test, name) for test in tests[1:]), score_of(tests[0], name))
        win, kept = exact[f"{name}.power"] / 100, exact[f"{name}.reliability"] / 100
        cells = [(total.wins, win), (total.draws, kept - win), (total.losses, 1 - kept)]
        observed = [count for count, share in cells if share > 0]
        expected = [total.contests * share for _, share in cells if share > 0]
        assert sum(observed) == total.contests
        assert chisquare(observed, expected).pvalue > 0.001
