"""The rows of a published table as experiments of many runs, for tables that are not won against challengers.

Every run is a function of the experiment and of its number. The figures of a row are kept in one file, signed with the
experiment, so that a run that is there is not computed again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from gamelore.base.errors import DamagedFile, UnknownName
from gamelore.base.files import parse_json, read_text, to_json, write_text
from gamelore.lab.executor import Workers, as_computed
from gamelore.lab.published import PublishedRow, PublishedTable
from gamelore.lab.report import Report, ReportRow

Figures = dict[str, float]
Progress = Callable[[str, int], None]


class RowExperiment(Protocol):
    """What a row runs: a value that can sign its results."""

    @property
    def digest(self) -> str:
        """What the file of the row is signed with."""


E = TypeVar("E", bound=RowExperiment)
D = TypeVar("D")


def reproduce_rows(
    table: PublishedTable,
    rows: Sequence[PublishedRow],
    folder: Path,
    workers: Workers,
    *,
    runs: int | None,
    seed: int,
    progress: Progress | None,
    read: Callable[[Mapping[str, Any], str], E],
    run: Callable[[E, int], Figures],
    show: Callable[[PublishedTable, PublishedRow, E, Sequence[Figures]], ReportRow],
) -> Report:
    """Run some rows of a table and set ours beside theirs.

    `read` makes a row's experiment of plain values and of where they stand, `run` computes one run (a function of a
    module, so that another process can find it), `show` makes the row of the report.
    """
    done = []
    for row in rows:
        values = {k: v for k, v in (row.experiment or {}).items() if k != "runs"}
        experiment = read({**values, "seed": seed}, f"table {table.name}, row {row.name}")
        file, many = folder / f"{row.name}.json", runs or row.default_runs
        done.append(show(table, row, experiment, _run_row(experiment, run, many, file, workers, row.name, progress)))
    return Report(table, seed, tuple(done))


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


def _run_row(
    experiment: E,
    run: Callable[[E, int], Figures],
    runs: int,
    file: Path,
    workers: Workers,
    title: str,
    progress: Progress | None,
) -> list[Figures]:
    kept = Kept(file, experiment)
    for number in sorted(kept.runs):
        if progress is not None and number < runs:
            progress(title, number)
    tasks = [(run, experiment, number) for number in range(runs) if number not in kept.runs]
    for (_, _, number), figures in as_computed(workers, _run_task, tasks):
        kept.keep(number, figures)
        if progress is not None:
            progress(title, number)
    return [kept.runs[number] for number in range(runs)]


def _run_task(task: tuple[Callable[[E, int], Figures], E, int]) -> Figures:
    run, experiment, number = task
    return run(experiment, number)
