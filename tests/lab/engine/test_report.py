from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console
from tests.lab.tables import reproduced
from tests.significance import improved

import gamelore.papers  # noqa: F401  puts its tables on the shelf
from gamelore.base.errors import DamagedFile, NotAvailable, UnknownName
from gamelore.base.files import to_json
from gamelore.lab.curve import draw_curve_svg, draw_curve_text, learning_curve
from gamelore.lab.engine.executor import InlineExecutor, Workers
from gamelore.lab.engine.published import Figure, parse_table, published_table, table_names
from gamelore.lab.engine.report import Cell
from gamelore.lab.engine.reproduce import row_experiment, rows_to_run
from gamelore.lab.engine.shelf import table_files
from gamelore.lab.engine.verdicts import ABOVE, AIMS, BELOW, MATCHED, OPEN, REACHED, TOO_FEW, Aim, colour_of, verdict_of

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
    printed = [row for row in table.rows if not any(math.isnan(figure.mean) for figure in row.cells.values())]
    assert len(printed) == 12
    for before, after in pairwise(printed):
        if before.game != after.game:
            continue
        for column in table.columns:
            one, other = after.cells[column], before.cells[column]
            assert one.sd is not None
            assert other.sd is not None
            marked = improved((one.mean, one.sd, after.runs), (other.mean, other.sd, before.runs))
            assert marked == one.improved, f"{after.game} {after.name} {column}"


@pytest.mark.parametrize(
    ("aim", "low", "high", "verdict"),
    [
        ("reach", 0.1, 9.0, ABOVE),
        ("reach", -3.9, 5.0, REACHED),
        ("reach", -4.0, 5.0, OPEN),
        ("reach", -9.0, -0.1, BELOW),
        ("reach", -3.0, -0.1, BELOW),  # within the margin, but known to be worse
        ("match", -3.9, 3.9, MATCHED),
        ("match", 0.1, 3.9, MATCHED),  # known to differ, but by less than the margin
        ("match", 0.1, 4.0, ABOVE),
        ("match", -4.0, -0.1, BELOW),
        ("match", -3.0, 5.0, OPEN),
        ("stay under", -5.0, -0.1, BELOW),
        ("stay under", -5.0, 3.9, REACHED),
        ("stay under", 0.1, 3.9, ABOVE),  # within the margin, but known to be worse
        ("stay under", -5.0, 4.0, OPEN),
        ("show", 1.0, 2.0, ""),
    ],
)
def test_one_rule_gives_the_verdicts_of_all_tables(aim: Aim, low: float, high: float, verdict: str) -> None:
    assert verdict_of(aim, low, high, margin=4.0) == verdict


def test_only_what_was_aimed_at_is_green() -> None:
    words = (REACHED, MATCHED, ABOVE, BELOW, OPEN, TOO_FEW)
    green = {(aim, word) for aim in AIMS for word in words if colour_of(aim, word) == "green"}
    assert {word for aim, word in green if aim == "reach"} == {REACHED, MATCHED, ABOVE}
    assert {word for aim, word in green if aim == "match"} == {REACHED, MATCHED}
    assert ("stay under", BELOW) in green
    assert ("stay under", ABOVE) not in green


def test_few_noisy_runs_no_longer_reach_a_figure() -> None:
    """Our interval touches their mean; what is known of the difference is not enough."""
    noisy = (76.0, 98.0, 90.0, 82.0, 96.0, 88.0, 94.0, 98.0, 84.0, 96.0)
    cell = Cell("c", noisy, Figure(91.4, 3.89), 10, aim="reach", margin=4.0, trials=500)
    assert cell.interval is not None
    assert cell.interval[0] < 91.4 < cell.interval[1]
    assert cell.verdict == OPEN
    assert Cell("c", noisy[:9], Figure(91.4, 3.89), 10, aim="reach", margin=4.0, trials=450).verdict == TOO_FEW
    assert Cell("c", noisy * 9, Figure(91.4, 3.89), 10, aim="reach", margin=4.0, trials=4500).verdict == REACHED


def test_the_spread_and_the_runs_of_the_source_count() -> None:
    ours = tuple(90.0 + 0.1 * k for k in range(20))
    sure, unsure, unsaid = (
        Cell("c", ours, Figure(92.0, sd), 10, aim="reach", margin=3.0, trials=0) for sd in (0.5, 6.0, None)
    )
    assert (sure.verdict, unsure.verdict, unsaid.verdict) == (BELOW, OPEN, BELOW)
    assert unsaid.difference is not None
    assert sure.difference is not None
    assert unsaid.difference[0] < sure.difference[0], "where no spread is printed ours stands for it, 0.59"


def test_a_source_of_one_run_is_one_draw_from_a_spread_like_ours() -> None:
    ours = (60.0, 64.0, 68.0, 72.0, 76.0)
    assert Cell("c", ours, Figure(60.0), 1, aim="reach", margin=3.0).verdict == OPEN
    assert Cell("c", ours, Figure(60.0), 5, aim="reach", margin=3.0).verdict == REACHED
    assert Cell("c", ours, Figure(50.0), 1, aim="reach", margin=3.0).verdict == ABOVE
    less = Cell("c", ours, Figure(50.0), 0.1, aim="reach", margin=3.0)
    assert less.verdict == OPEN, "a tenth of a run of ours is a wilder draw"


def test_runs_without_spread_are_not_taken_for_certain() -> None:
    full = Cell("c", (100.0,) * 10, Figure(99.6), 10, aim="reach", margin=4.0, trials=500)
    assert full.interval is not None
    assert 98.5 < full.interval[0] < 99.5
    assert full.interval[1] == 100.0
    assert full.verdict == REACHED
    assert Cell("c", (100.0,) * 2, Figure(99.6), 2, aim="reach", margin=4.0, trials=100).verdict == OPEN
    counted = Cell("c", (19.0,) * 10, Figure(19.0), 1, margin=2.0)
    assert counted.verdict == MATCHED, "a count that is the same in every run has no spread"


def test_an_exact_expectation_has_no_error_of_its_own() -> None:
    cell = Cell("c", (20.0, 22.0, 21.0), None, exact=21.5, margin=3.0)
    assert cell.exact_verdict == MATCHED
    assert cell.verdict == ""
    assert Cell("c", (20.0, 22.0, 21.0), None, exact=28.5, margin=3.0).exact_verdict == BELOW
    assert Cell("c", (20.0,), None, exact=28.5, margin=3.0).exact_verdict == TOO_FEW


@pytest.mark.slow
def test_a_report_is_plain_values_and_a_drawn_table(tmp_path: Path) -> None:
    report = reproduced("l03-6", tmp_path, rows=("baseline",), games=("lose_tic_tac_toe",), runs=2, seed=3)
    told = json.loads(to_json(report.to_mapping()))
    assert told["rows"][0]["cells"]["novice.power"]["theirs"] == 37.7
    assert told["rows"][0]["runs"] == 2
    assert (told["margin"], told["seed"]) == ("4", 3)
    assert told["rows"][0]["cells"]["novice.power"]["verdict"] == TOO_FEW, "the source made 20"
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
    text = table_files()["l03-6"].read_text()
    with pytest.raises(DamagedFile, match=r"here: row 1: 'mean' must hold 7 values"):
        parse_table(text.replace("mean = [20.50, ", "mean = ["), "here")
    with pytest.raises(DamagedFile, match="format 9"):
        parse_table(text.replace("format = 1", "format = 9"), "here")
    with pytest.raises(UnknownName, match="did you mean 'l03-6'"):
        published_table("l03-66")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "'margin' and 'margin_why' are stated where figures are printed"),
        ("margin = 0", "a margin is a number above 0"),
        ("margin = true", "a margin is a number above 0"),
        ('margin = "ten"', "a margin is a number above 0"),
        ('margin = "x %"', "a margin is a number above 0"),
        ("margin = nan", "a margin is a number above 0"),
    ],
)
def test_a_table_without_a_margin_is_refused(line: str, error: str) -> None:
    text = table_files()["l03-6"].read_text()
    with pytest.raises(DamagedFile, match=f"here: {error}"):
        parse_table(text.replace("margin = 4", line), "here")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("margin = 4", "margins = 4\nmargin = 4", "'margins' must be a table"),
        ("margin = 4", "aims = [1]\nmargin = 4", "'aims' must be a table"),
        ("sd = [4.14,", 'sd = ["4.14",', "row 1: 'sd' must hold numbers"),
        ("mean = [20.50,", "mean = [true,", "row 1: 'mean' must hold numbers"),
    ],
)
def test_a_table_with_a_value_of_another_type_is_refused(old: str, new: str, error: str) -> None:
    text = table_files()["l03-6"].read_text()
    assert old in text
    with pytest.raises(DamagedFile, match=f"here: {error}"):
        parse_table(text.replace(old, new, 1), "here")


def test_a_margin_may_be_a_share_of_the_figure_and_a_row_or_a_column_have_an_aim_of_its_own() -> None:
    counts, agreement = published_table("l03-7"), published_table("w68-5.1")
    assert counts.margin_of("pairs", 38.05) == pytest.approx(3.805)
    assert counts.margin_of("retained", 86.85) == 4
    rows = {row.name: row for row in agreement.rows}
    aims = [agreement.aim_of(rows["calibrated"], column, "reach") for column in ("trials", "before", "after")]
    assert aims == ["match", "match", "reach"]
    assert agreement.aim_of(rows["printed"], "after", "reach") == "match"
    text = table_files()["w68-5.1"].read_text()
    with pytest.raises(UnknownName, match="aim 'mach'"):
        parse_table(text.replace('aim = "match"', 'aim = "mach"'), "here")


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
