"""Strengths of several learners as one sheet: a row is one learner or variant at one point against one challenger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gamelore import __version__
from gamelore.base.stats import Interval
from gamelore.lab.engine.strength import Strength

SUFFIXES = (".csv", ".tex", ".md", ".svg", ".png")
"""What a sheet can be written as."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """How one learner did against one challenger at one point."""

    game: str
    learner: str
    """Who learned, as the sheet calls it."""
    contests: int
    teacher: bool
    challenger: str
    reliability: Interval
    power: Interval
    worst: float
    never_lost: int
    """Runs that never lost."""
    difference: Interval | None = None
    """Reliability less that of the first, run by run."""
    regret: Interval | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows with what makes them again."""

    title: str
    command: str
    seed: int
    runs: int
    revisions: Mapping[str, int]
    """The revision of each learner."""
    rows: tuple[SheetRow, ...]
    grows: bool = False
    """Whether it is a learning curve, and no comparison."""

    @property
    def source(self) -> tuple[str, ...]:
        """Where the figures come from, in lines."""
        revisions = ", ".join(f"{name} {number}" for name, number in self.revisions.items())
        made = f"gamelore {__version__}; revisions of the learners: {revisions}"
        return f"{self.command}", f"seed {self.seed}, {self.runs} runs", made


def rows_of(
    strength: Strength,
    *,
    game: str,
    learner: str,
    contests: int,
    teacher: bool,
    difference: Mapping[str, Interval] | None = None,
    regret: Interval | None = None,
) -> list[SheetRow]:
    """A row for each challenger."""
    return [
        SheetRow(
            game,
            learner,
            contests,
            teacher,
            name,
            strength.reliability[name],
            strength.power[name],
            strength.worst[name],
            strength.perfect_runs[name],
            (difference or {}).get(name),
            regret,
        )
        for name in strength.reliability
    ]


def is_sheet(path: Path | None) -> bool:
    """Whether a name asks for a sheet, and not for a folder of runs."""
    return path is not None and path.suffix in SUFFIXES
