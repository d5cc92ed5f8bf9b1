"""Carberry's Tables 5-1, 5-2 and 5-5 obtained anew, with ablations it only predicts and marks it never counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from gamelore.base.errors import DamagedFile
from gamelore.base.files import parse_json, read_text, to_json, write_text
from gamelore.lab.bidding_experiment import TRAINER, BiddingExperiment, experiment_from_mapping, run_bidding, store_rule
from gamelore.lab.executor import Workers, as_computed
from gamelore.lab.published import PublishedRow, PublishedTable
from gamelore.lab.report import Cell, Report, ReportRow

BESIDE = ("accuracy", "trump")
"""What stands beside the printed columns of every row that is scored by agreement."""


def reproduce_bidding(
    table: PublishedTable,
    rows: Sequence[PublishedRow],
    folder: Path,
    workers: Workers,
    *,
    runs: int | None,
    seed: int,
    progress: Callable[[str, int], None] | None = None,
) -> Report:
    """Run the rows of one of the tables and set ours beside theirs. Each row is one file, kept and used again."""
    done = []
    for row in rows:
        values = {k: v for k, v in (row.experiment or {}).items() if k != "runs"}
        experiment = experiment_from_mapping({**values, "seed": seed}, f"table {table.name}, row {row.name}")
        scores = _run_row(
            experiment, runs or row.default_runs, folder / f"{row.name}.json", workers, row.name, progress
        )
        done.append(_report_row(table, row, experiment, scores))
    return Report(table, seed, tuple(done))


def _run_row(
    experiment: BiddingExperiment,
    runs: int,
    file: Path,
    workers: Workers,
    title: str,
    progress: Callable[[str, int], None] | None,
) -> list[dict[str, float]]:
    found = _read_row(file, experiment)
    tasks = [(experiment, run) for run in range(runs) if run not in found]
    for run in sorted(found):
        if progress is not None and run < runs:
            progress(title, run)
    for (_, run), scores in as_computed(workers, _run_task, tasks):
        found[run] = scores
        content = {"experiment": experiment.digest, "runs": {str(r): s for r, s in sorted(found.items())}}
        write_text(file, to_json(content, indent=1) + "\n")
        if progress is not None:
            progress(title, run)
    return [found[run] for run in range(runs)]


def _run_task(task: tuple[BiddingExperiment, int]) -> dict[str, float]:
    return run_bidding(*task)


def _read_row(file: Path, experiment: BiddingExperiment) -> dict[int, dict[str, float]]:
    """The runs that are there already; a file that is damaged or of another experiment is computed again."""
    if not file.exists():
        return {}
    try:
        content = parse_json(read_text(file), str(file))
        if content["experiment"] != experiment.digest:
            return {}
        return {int(run): {str(k): float(v) for k, v in scores.items()} for run, scores in content["runs"].items()}
    except (DamagedFile, KeyError, TypeError, ValueError, AttributeError):
        return {}


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: BiddingExperiment, scores: Sequence[dict[str, float]]
) -> ReportRow:
    beside = () if experiment.test == "marks" else tuple(c for c in BESIDE if c not in table.columns)
    cells = []
    for column in (*table.columns, *beside):
        theirs = row.cells.get(column)
        printed = theirs if theirs is not None and not math.isnan(theirs.mean) else None
        cells.append(Cell(column, tuple(s[column] for s in scores), printed, row.runs, aim="reach"))
    return ReportRow(row, len(scores), _say(experiment), tuple(cells))


def _say(experiment: BiddingExperiment) -> str:
    if experiment.who == TRAINER:
        who = "the trainer" if experiment.test == "marks" else "the trainer against itself, deals sampled anew for both"
    elif experiment.who == "cogap":
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        who = f"COGAP-42, preset {experiment.preset or 'default'}{changed}, {experiment.hands} hands learned"
    else:
        choice = f", chooses under a pass penalty of {experiment.penalty:g}" if experiment.penalty else ""
        who = f"{experiment.who} on the same parameters, {experiment.hands} hands learned{choice}"
    if experiment.test == "marks":
        who += f", against {experiment.against}; mirrored deals played out by the machine"
    return f"{who}; labels '{store_rule().name}'; seed {experiment.seed}"
