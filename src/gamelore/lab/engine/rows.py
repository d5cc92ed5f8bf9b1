"""The rows of a published table as experiments of many runs, for tables that are not won against challengers.

An `Order` is what such a table's runner is handed: which rows, how often, from which seed, with which workers. Every
run is a function of the experiment and of its number. The figures of a row are kept in one file, signed with the
experiment, so that a run that is there is not computed again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from gamelore.base.errors import DamagedFile, UnknownName
from gamelore.base.files import parse_json, read_text, to_json, write_text
from gamelore.lab.engine.executor import Workers, as_computed
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow

Figures = dict[str, float]
Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """Some rows of a published table to be obtained anew."""

    table: PublishedTable
    rows: Sequence[PublishedRow]
    folder: Path
    """Where the runs are kept."""
    workers: Workers
    seed: int
    runs: int | None = None
    """How many of each row, if not as many as the source made."""
    progress: Progress | None = None

    def runs_of(self, row: PublishedRow) -> int:
        """How many runs a row gets."""
        return self.runs or row.default_runs

    def done(self, title: str, run: int) -> None:
        """Tell whoever listens that a run is there."""
        if self.progress is not None:
            self.progress(title, run)

    def report(self, rows: Iterable[ReportRow]) -> Report:
        """What became of it."""
        return Report(self.table, self.seed, tuple(rows))


class RowExperiment(Protocol):
    """What a row runs: a value that can sign its results."""

    @property
    def digest(self) -> str:
        """What the file of the row is signed with."""


E = TypeVar("E", bound=RowExperiment)
D = TypeVar("D")


def reproduce_rows(
    order: Order,
    read: Callable[[Mapping[str, Any], str], E],
    run: Callable[[E, int], Figures],
    show: Callable[[PublishedTable, PublishedRow, E, Sequence[Figures]], ReportRow],
) -> Report:
    """Run some rows of a table and set ours beside theirs.

    `read` makes a row's experiment of plain values and of where they stand, `run` computes one run (a function of a
    module, so that another process can find it), `show` makes the row of the report.
    """
    done = []
    for row in order.rows:
        values = {k: v for k, v in (row.experiment or {}).items() if k != "runs"}
        experiment = read({**values, "seed": order.seed}, f"table {order.table.name}, row {row.name}")
        done.append(show(order.table, row, experiment, _run_row(order, row, experiment, run)))
    return order.report(done)


def experiment_of(kind: type[D], values: Mapping[str, Any], what: str, where: str) -> D:
    """A frozen experiment from plain values; the error names the key."""
    known = {f.name for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for name in values:
        if name not in known:
            raise UnknownName(f"key of a {what}", name, known, where)
    try:
        return kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
    except TypeError as error:
        raise DamagedFile(f"{where}: {error}") from None


class Kept:
    """The runs of one experiment in one file; what is damaged or of another experiment is computed again."""

    def __init__(self, file: Path, experiment: RowExperiment) -> None:
        self.file = file
        self.digest = experiment.digest
        self.runs: dict[int, Figures] = {}
        if not file.exists():
            return
        try:
            content = parse_json(read_text(file), str(file))
            if content["experiment"] == self.digest:
                self.runs = {int(r): {str(k): float(v) for k, v in f.items()} for r, f in content["runs"].items()}
        except (DamagedFile, KeyError, TypeError, ValueError, AttributeError):
            self.runs = {}

    def keep(self, run: int, figures: Figures) -> None:
        """Add a run, and write the file anew."""
        self.runs[run] = figures
        runs = {str(r): f for r, f in sorted(self.runs.items())}
        write_text(self.file, to_json({"experiment": self.digest, "runs": runs}, indent=1) + "\n")


def _run_row(order: Order, row: PublishedRow, experiment: E, run: Callable[[E, int], Figures]) -> list[Figures]:
    kept, numbers = Kept(order.folder / f"{row.name}.json", experiment), range(order.runs_of(row))
    for number in numbers:
        if number in kept.runs:
            order.done(row.name, number)
    tasks = [(run, experiment, number) for number in numbers if number not in kept.runs]
    for (_, _, number), figures in as_computed(order.workers, _run_task, tasks):
        kept.keep(number, figures)
        order.done(row.name, number)
    return [kept.runs[number] for number in numbers]


def _run_task(task: tuple[Callable[[E, int], Figures], E, int]) -> Figures:
    run, experiment, number = task
    return run(experiment, number)
