"""Ours beside theirs: a published table with our figures, their intervals and a verdict for every cell.

The rule of the verdicts stands in `verdicts.py`. An exact expectation is a printed figure without an error of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gamelore.arena.roster import CHALLENGERS
from gamelore.base.stats import Interval, difference_bounds, mean_interval, mean_sd, share_interval
from gamelore.base.words import counted
from gamelore.lab.engine.published import Figure, PublishedRow, PublishedTable
from gamelore.lab.engine.verdicts import TOO_FEW, Aim, colour_of, verdict_of

if TYPE_CHECKING:
    from rich.table import Table

_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of ours with what it is compared with."""

    column: str
    ours: tuple[float, ...]
    """One figure for each run."""
    theirs: Figure | None = None
    their_runs: float = 1
    """How many of our runs the printed figure is worth; a part of one where it rests on less."""
    exact: float | None = None
    aim: Aim = "match"
    margin: float = 0.0
    trials: int = 0
    """Of all runs together, where the figure is a share of so many trials; then its interval is bounded."""
    whole: float = 100.0
    """What a share is a share of: 100 for per cent."""
    rival: tuple[str, str] | None = None
    """Where it is somebody else's figure on the same cases: who, and beside which of ours."""

    @property
    def mean(self) -> float:
        """Our mean over the runs."""
        return mean_sd(self.ours)[0]

    @property
    def sd(self) -> float:
        """Our standard deviation between runs."""
        return mean_sd(self.ours)[1]

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of our mean; None with fewer than two runs."""
        if len(self.ours) < 2:
            return None
        found = self._interval(0.95)
        return found.low, found.high

    def _interval(self, level: float) -> Interval:
        if self.trials:
            return share_interval(self.ours, self.trials, level, self.whole)
        return mean_interval(self.ours, level)

    @property
    def worst(self) -> float:
        """Our worst run: one hole that a learner keeps shows here, not in the mean."""
        return min(self.ours)

    @property
    def full(self) -> int:
        """In how many of our runs nothing was left to gain: 100 %."""
        return sum(value >= self.whole - _HAIR for value in self.ours)

    @property
    def difference(self) -> tuple[float, float] | None:
        """The bounds of ours minus the printed figure; None where there is none, or too few runs."""
        if self.theirs is None or len(self.ours) < max(2, self.their_runs):
            return None
        return self._bounds(self.theirs.mean, self.theirs.sd, self.their_runs)

    def _bounds(self, reference: float, spread: float | None, runs: float) -> tuple[float, float]:
        low, high = difference_bounds(self._interval(0.9), len(self.ours), reference, spread, runs)
        return (max(low, -self.whole), min(high, self.whole)) if self.trials else (low, high)

    @property
    def verdict(self) -> str:
        """Ours against the published mean."""
        if self.theirs is None or self.aim == "show":
            return ""
        return TOO_FEW if self.difference is None else verdict_of(self.aim, *self.difference, self.margin)

    @property
    def exact_verdict(self) -> str:
        """Ours against the exact expectation."""
        if self.exact is None:
            return ""
        if len(self.ours) < 2:
            return TOO_FEW
        return verdict_of("match", *self._bounds(self.exact, None, math.inf), self.margin)

    def to_mapping(self) -> dict[str, object]:
        """Plain values for JSON."""
        interval, difference = self.interval, self.difference
        return {
            "ours": self.mean,
            "sd": self.sd,
            "worst": self.worst,
            "full": self.full,
            "low": None if interval is None else interval[0],
            "high": None if interval is None else interval[1],
            "theirs": None if self.theirs is None else self.theirs.mean,
            "their_sd": None if self.theirs is None else self.theirs.sd,
            "aim": self.aim,
            "margin": None if self.theirs is None else self.margin,
            "difference_low": None if difference is None else difference[0],
            "difference_high": None if difference is None else difference[1],
            "verdict": self.verdict,
            "exact": self.exact,
            "exact_verdict": self.exact_verdict,
        }


def beside_printed(
    table: PublishedTable,
    row: PublishedRow,
    column: str,
    ours: tuple[float, ...],
    usual: Aim,
    *,
    trials: int = 0,
    whole: float = 100.0,
    exact: float | None = None,
    their_runs: float | None = None,
    rival: tuple[str, str] | None = None,
) -> Cell:
    """A cell for a column of a published row, with its aim and its margin."""
    theirs = row.printed(column)
    return Cell(
        column,
        ours,
        theirs,
        row.runs if their_runs is None else their_runs,
        exact,
        table.aim_of(row, column, usual),
        table.margin_of(column, exact or 0.0 if theirs is None else theirs.mean),
        trials,
        whole,
        rival,
    )


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One row of a table with our figures."""

    published: PublishedRow
    runs: int
    settings: str
    """What was set where the source leaves it open, as a person would read it."""
    cells: tuple[Cell, ...]

    @property
    def per_cent(self) -> bool:
        """Whether percentages are among its figures."""
        return any(cell.trials and cell.whole == 100 for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Report:
    """A published table with ours beside it."""

    table: PublishedTable
    seed: int
    rows: tuple[ReportRow, ...]

    def to_mapping(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "table": self.table.name,
            "title": self.table.title,
            "source": self.table.source,
            "unit": self.table.unit,
            "margin": None if self.table.margin is None else str(self.table.margin),
            "margins": {column: str(margin) for column, margin in self.table.margins.items()},
            "seed": self.seed,
            "rows": [
                {
                    "game": row.published.game,
                    "row": row.published.name,
                    "title": row.published.title,
                    "runs": row.runs,
                    "their_runs": row.published.runs,
                    "settings": row.settings,
                    "cells": {cell.column: cell.to_mapping() for cell in row.cells},
                }
                for row in self.rows
            ],
        }

    def tables(self) -> list[Table]:
        """For a terminal: one table for each row, and one of what others score on its cases where that is known."""
        drawn = []
        for row in self.rows:
            drawn.append(_draw(self.table, row))
            if any(cell.rival for cell in row.cells):
                drawn.append(_draw_rivals(row))
        return drawn


def _draw(table: PublishedTable, row: ReportRow) -> Table:
    from rich.markup import escape
    from rich.table import Table

    published = row.published
    exact = any(cell.exact is not None for cell in row.cells)
    drawn = Table(
        title=escape(f"{published.game}: {published.title} ({counted(row.runs, 'run')}, {table.unit})"),
        caption=escape(row.settings),
        title_justify="left",
        caption_justify="left",
    )
    per_cent = row.per_cent
    met = all(column.partition(".")[0] in CHALLENGERS for column in table.columns)
    printed = any(cell.theirs is not None for cell in row.cells)
    spread_out = per_cent and any(cell.aim == "reach" for cell in row.cells)
    drawn.add_column("against" if met else "figure")
    headings = ["ours", "95 % interval", *(("worst run", "runs of 100 %") if spread_out else ())]
    if printed:
        source = "bar" if table.bars else f"published ({counted(published.runs, 'run')})"
        headings += [source, f"ours - {table.theirs}", "verdict"]
    for heading in (*headings, *(("exact", "verdict") if exact else ())):
        drawn.add_column(heading, justify="left" if heading == "verdict" else "right")
    for cell in row.cells:
        if cell.rival:
            continue
        told = told_cell(cell, per_cent=per_cent)
        texts = [cell.column.replace(".", " "), told.ours, told.interval]
        if spread_out:
            texts += [f"{cell.worst:.1f}", str(cell.full) if cell.trials else ""]
        if printed:
            texts += [told.theirs, told.difference, _coloured(cell.aim, cell.verdict)]
        if exact:
            texts += ["" if cell.exact is None else f"{cell.exact:.2f}", _coloured("match", cell.exact_verdict)]
        drawn.add_row(*texts)
    return drawn


def rivals_of(row: ReportRow) -> dict[str, dict[str, Cell]]:
    """What others score on the same cases, by figure of ours and by who they are."""
    found: dict[str, dict[str, Cell]] = {}
    for cell in row.cells:
        if cell.rival:
            found.setdefault(cell.rival[1], {})[cell.rival[0]] = cell
    return found


def _draw_rivals(row: ReportRow) -> Table:
    from rich.table import Table

    rivals = rivals_of(row)
    who = list(dict.fromkeys(name for some in rivals.values() for name in some))
    drawn = Table("beside", title="What others score on the same cases", title_justify="left")
    for name in who:
        drawn.add_column(name, justify="right")
    for figure, some in rivals.items():
        drawn.add_row(figure.replace(".", " "), *(f"{some[name].mean:.1f}" if name in some else "" for name in who))
    return drawn


class ToldCell(NamedTuple):
    """A cell as texts; empty where there is nothing to tell."""

    ours: str
    interval: str
    theirs: str
    difference: str


def told_cell(cell: Cell, *, per_cent: bool) -> ToldCell:
    """The figures of a cell, those below 1 with more digits unless they stand among percentages."""
    digits = 2 if per_cent or abs(cell.mean) >= 1 or not cell.mean else 3 if abs(cell.mean) >= 0.1 else 5
    theirs = cell.theirs
    spread = "" if theirs is None or theirs.sd is None else f" ({theirs.sd:.2f})"
    return ToldCell(
        f"{cell.mean:.{digits}f} ({cell.sd:.{digits}f})",
        _between(cell.interval, digits - 1),
        "" if theirs is None else f"{theirs.mean:.2f}{spread}",
        _between(cell.difference, digits - 1),
    )


def _between(ends: tuple[float, float] | None, digits: int) -> str:
    return "" if ends is None else " to ".join(f"{round(end, digits) + 0.0:.{digits}f}" for end in ends)


def _coloured(aim: Aim, verdict: str) -> str:
    colour = colour_of(aim, verdict)
    return f"[{colour}]{verdict}[/]" if colour else verdict
