"""A sheet of results in every form that is written without another library."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.base.stats import Interval
from gamelore.lab.publish.forms import to_csv, to_latex, to_markdown, write_sheet
from gamelore.lab.publish.sheet import Sheet, SheetRow, is_sheet


def sheet(contests: tuple[int, ...] = (20, 40), names: tuple[str, ...] = ("hoyle", "rote_learner")) -> Sheet:
    rows = [
        SheetRow(
            "lose_tic_tac_toe", name, done, True, challenger, Interval(number + 1 / 3, number - 5.25, number + 4.5),
            Interval(12.5, 10.0, 15.0), 90.0, 7, None, Interval(1.25, 1.0, 1.5),
        )
        for number, (name, done) in enumerate(((n, d) for n in names for d in contests), start=80)
        for challenger in ("perfect", "50% & more")
    ]  # fmt: skip
    return Sheet(
        "A | title_1", "gamelore curve x --seed 23001", 23001, 10, {"hoyle": 3}, tuple(rows), len(contests) > 1
    )


def test_csv_keeps_every_digit_and_says_where_it_comes_from() -> None:
    lines = to_csv(sheet()).splitlines()
    head, body = ([line for line in lines if line.startswith("# ") == told] for told in (True, False))
    rows = list(csv.DictReader(body))
    assert [float(row["reliability"]) for row in rows[:2]] == [80 + 1 / 3, 80 + 1 / 3]
    assert rows[0]["challenger"] == "perfect"
    assert rows[0]["difference"] == ""
    assert "# gamelore curve x --seed 23001" in head
    assert "# seed 23001, 10 runs" in head
    assert head[-1].endswith("revisions of the learners: hoyle 3")


def test_a_table_is_whole_and_its_signs_are_escaped() -> None:
    text = to_markdown(sheet())
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count(" | ") for line in lines}) == 1
    assert len(lines) == 2 + 8
    assert "80.3 [74.8, 84.5]" in text
    assert "against the first" not in text
    tex = to_latex(sheet())
    assert r"50\% \& more" in tex
    assert r"rote\_learner" in tex
    assert tex.count(r"\\") == 1 + 8
    assert tex.startswith("% gamelore curve x --seed 23001\n")


def test_the_end_of_a_name_says_what_it_is(tmp_path: Path) -> None:
    assert is_sheet(Path("a.csv"))
    assert not is_sheet(Path("runs/a"))
    assert not is_sheet(None)
    write_sheet(tmp_path / "a.md", sheet())
    assert (tmp_path / "a.md").read_text() == to_markdown(sheet())


def test_curve_and_compare_write_what_they_print_and_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["curve", "tic_tac_toe", "--learner", "rote", "--at", "2,4", "--runs", "2", "--contests", "4"]
    assert main([*words, "--seed", "3", "--out", "curve.csv"]) == 0
    assert "Written: curve.csv" in capsys.readouterr().out
    first = Path("curve.csv").read_bytes()
    assert b"gamelore curve tic_tac_toe --learner rote --at 2,4" in first
    assert main([*words, "--seed", "3", "--out", "curve.csv"]) == 0
    assert Path("curve.csv").read_bytes() == first
    compared = ["compare", "tic_tac_toe", "--learner", "rote", "--contests", "4", "--tests", "4", "--runs", "2"]
    assert main([*compared, "--seed", "3", "--out", "compare.tex"]) == 0
    assert r"\begin{tabular}" in Path("compare.tex").read_text()
    assert (tmp_path / "runs").is_dir()
