"""Ours beside theirs: a published table with our figures, their intervals and a verdict for every cell.

Verdicts. A row that should *match* (a baseline, a control) is `within 2 se` when the two means differ by at most two
standard errors of their difference, otherwise `above` or `below`. A row that should *reach* a figure is `reached`
when our 95 % interval reaches the published mean, `above` when all of it lies higher, otherwise `below`; one that
should *stay under* a figure is `reached` when our interval reaches down to it, otherwise `above`. An exact expectation
has no error of its own. What is only *shown* beside a printed figure, a time on another machine, has no verdict. With
fewer than two runs there is none either: `too few runs`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gamelore.arena.roster import CHALLENGERS
from gamelore.base.stats import mean_interval, mean_sd
from gamelore.lab.engine.published import Figure, PublishedRow, PublishedTable

if TYPE_CHECKING:
    from rich.table import Table

Aim = Literal["match", "reach", "stay under", "show"]

WITHIN, REACHED, ABOVE, BELOW, TOO_FEW = "within 2 se", "reached", "above", "below", "too few runs"

_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of ours with what it is compared with."""

    column: str
    ours: tuple[float, ...]
    """One figure for each run."""
    theirs: Figure | None = None
    their_runs: int = 1
    exact: float | None = None
    aim: Aim = "match"

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
        found = mean_interval(self.ours)
        return found.low, found.high

    @property
    def worst(self) -> float:
        """Our worst run: one hole that a learner keeps shows here, not in the mean."""
        return min(self.ours)

    @property
    def full(self) -> int:
        """In how many of our runs nothing was left to gain: 100 %."""
        return sum(value >= 100 - _HAIR for value in self.ours)

    @property
    def verdict(self) -> str:
        """Ours against the published mean."""
        if self.theirs is None or self.aim == "show":
            return ""
        if self.aim == "match":
            return within(self.ours, self.theirs.mean, (self.theirs.sd or 0.0) / math.sqrt(self.their_runs))
        interval = self.interval
        if interval is None:
            return TOO_FEW
        if self.aim == "stay under":
            return REACHED if interval[0] <= self.theirs.mean else ABOVE
        return ABOVE if interval[0] > self.theirs.mean else REACHED if interval[1] >= self.theirs.mean else BELOW

    @property
    def exact_verdict(self) -> str:
        """Ours against the exact expectation."""
        return "" if self.exact is None else within(self.ours, self.exact)

    def to_mapping(self) -> dict[str, object]:
        """Plain values for JSON."""
        interval = self.interval
        return {
            "ours": self.mean,
            "sd": self.sd,
            "worst": self.worst,
            "full": self.full,
            "low": None if interval is None else interval[0],
            "high": None if interval is None else interval[1],
            "theirs": None if self.theirs is None else self.theirs.mean,
            "their_sd": None if self.theirs is None else self.theirs.sd,
            "verdict": self.verdict,
            "exact": self.exact,
            "exact_verdict": self.exact_verdict,
        }


def within(values: Sequence[float], reference: float, error: float = 0.0) -> str:
    """Whether the mean of some runs lies within two standard errors of a reference that may have an error too."""
    if len(values) < 2:
        return TOO_FEW
    mean, sd = mean_sd(values)
    reach = 2 * math.hypot(sd / math.sqrt(len(values)), error) + _HAIR
    return WITHIN if abs(mean - reference) <= reach else ABOVE if mean > reference else BELOW


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One row of a table with our figures."""

    published: PublishedRow
    runs: int
    settings: str
    """What was set where the source leaves it open, as a person would read it."""
    cells: tuple[Cell, ...]


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
        """One table for each row, for a terminal."""
        return [_draw(self.table, row) for row in self.rows]


def _draw(table: PublishedTable, row: ReportRow) -> Table:
    from rich.markup import escape
    from rich.table import Table

    published = row.published
    exact = any(cell.exact is not None for cell in row.cells)
    drawn = Table(
        title=escape(f"{published.game}: {published.title} ({row.runs} runs, {table.unit})"),
        caption=escape(row.settings),
        title_justify="left",
        caption_justify="left",
    )
    per_cent = table.unit.startswith("%")
    met = all(column.partition(".")[0] in CHALLENGERS for column in table.columns)
    drawn.add_column("against" if met else "figure")
    drawn.add_column("ours", justify="right")
    drawn.add_column("95 % interval", justify="right")
    spread_out = per_cent and any(cell.aim == "reach" for cell in row.cells)
    if spread_out:
        drawn.add_column("worst run", justify="right")
        drawn.add_column("runs of 100 %", justify="right")
    drawn.add_column(f"published ({published.runs} runs)", justify="right")
    drawn.add_column("verdict")
    if exact:
        drawn.add_column("exact", justify="right")
        drawn.add_column("verdict")
    for cell in row.cells:
        digits = 2 if per_cent or cell.mean >= 1 or not cell.mean else 3 if cell.mean >= 0.1 else 5
        interval = "" if cell.interval is None else " to ".join(f"{end:.{digits - 1}f}" for end in cell.interval)
        texts = [cell.column.replace(".", " "), f"{cell.mean:.{digits}f} ({cell.sd:.{digits}f})", interval]
        if spread_out:
            texts += [f"{cell.worst:.1f}", str(cell.full)]
        theirs = cell.theirs
        spread = "" if theirs is None or theirs.sd is None else f" ({theirs.sd:.2f})"
        texts += ["" if theirs is None else f"{theirs.mean:.2f}{spread}", _colour(cell.verdict)]
        if exact:
            texts += ["" if cell.exact is None else f"{cell.exact:.2f}", _colour(cell.exact_verdict)]
        drawn.add_row(*texts)
    return drawn


_COLOURS: Mapping[str, str] = {WITHIN: "green", REACHED: "green", ABOVE: "yellow", BELOW: "red"}


def _colour(verdict: str) -> str:
    colour = _COLOURS.get(verdict)
    return f"[{colour}]{verdict}[/]" if colour else verdict
