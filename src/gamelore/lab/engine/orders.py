"""The rows of a published table, run and set beside what was printed.

An `Order` is what a table's runner is handed: which rows, how often, from which seed, with which workers. The runner
reads an experiment from each row, and says how the results become a row of the report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from gamelore.base.files import Json
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.kept import EXPERIMENT_FILE
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow
from gamelore.lab.engine.runs import Runnable, keep_runs, runs_missing

Figures = dict[str, float]
E = TypeVar("E", bound=Runnable)


@dataclass(frozen=True, slots=True)
class Order:
    """Some rows of a published table to be run."""

    table: PublishedTable
    rows: Sequence[PublishedRow]
    folder: Path
    """Where the runs are kept."""
    workers: Workers
    seed: int
    runs: int | None = None
    """How many of each row, if not as many as the source made."""
    progress: Callable[[int], None] | None = None
    stored: Mapping[str, tuple[Path, int]] | None = None
    """Where runs are kept and how many, as `stored_runs` finds them, when nothing new is to be run."""

    def runs_of(self, row: PublishedRow) -> int:
        """How many runs a row gets."""
        return self.runs or row.default_runs

    def read(self, kind: type[E], row: PublishedRow, **more: object) -> E:
        """The experiment that a row describes, with values that it does not name itself."""
        return read_row(kind, self.table, row, self.seed, **more)

    def results(self, experiment: Runnable, runs: int, progress: Callable[[int], None] | None = None) -> list[Json]:
        """The runs of an experiment; of stored ones as many as there are."""
        folder = self.folder
        if self.stored is not None:
            folder, runs = self.stored.get(experiment.digest[:8], (folder, 0))
        return keep_runs(experiment, folder, runs, self.workers, progress) if runs else []

    def run_together(self, experiment: Runnable) -> list[Json]:
        """The runs of one experiment that serves all rows."""

        def advance(run: int) -> None:
            if self.progress is not None:
                for _ in self.rows:
                    self.progress(run)

        return self.results(experiment, max(map(self.runs_of, self.rows)), advance)

    def report(self, rows: Sequence[ReportRow]) -> Report:
        """What became of it."""
        return Report(self.table, self.seed, tuple(rows))


def read_row(kind: type[E], table: PublishedTable, row: PublishedRow, seed: int, **more: object) -> E:
    """The experiment that a row of a table describes."""
    values = {name: value for name, value in (row.experiment or {}).items() if name != "runs"}
    return kind.read({**values, **more, "seed": seed}, f"table {table.name}, row {row.name} of {row.game}")


def reproduce_rows(
    order: Order,
    experiments: Sequence[E],
    show: Callable[[PublishedTable, PublishedRow, E, Sequence[Json]], ReportRow],
) -> Report:
    """Run the experiment of each row of an order; `show` makes the row of the report from the results.

    A package that some row needs is asked for before any row is computed.
    """
    for row, experiment in zip(order.rows, experiments, strict=True):
        if order.stored is None and experiment.packages:
            missing = runs_missing(experiment, order.folder, order.runs_of(row))
            for package in experiment.packages if missing else ():
                package.require(f"table {order.table.name}, row {row.name}")
    done = []
    for row, experiment in zip(order.rows, experiments, strict=True):
        results = order.results(experiment, order.runs_of(row), order.progress)
        if results:
            done.append(show(order.table, row, experiment, results))
    return order.report(done)


def stored_runs(root: Path) -> dict[str, tuple[Path, int]]:
    """By the digest in the name of its folder: where below a root an experiment has most runs, and how many."""
    found: dict[str, tuple[Path, int]] = {}
    for about in sorted(root.rglob(EXPERIMENT_FILE)):
        place = about.parent
        digest, numbers = place.name.rpartition("-")[2], {path.stem for path in place.glob("run-*.json")}
        runs = next(n for n in range(len(numbers) + 1) if f"run-{n:04}" not in numbers)
        if runs > found.get(digest, (root, 0))[1]:
            found[digest] = place.parent, runs
    return found
