"""What learned spatial Advisors cost in time (Epstein, Gelfand and Lock 1998, Table 3), obtained anew as ratios.

All variants of a run meet the same challengers in turn, contest by contest, so that whatever else the machine does
meets them all. Times are no results in the sense of the other tables: they differ from one hour to the next. They are
measured each time they are asked for and kept apart, in `timings.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import tournament
from gamelore.base.errors import DamagedFile
from gamelore.base.files import to_json, write_text
from gamelore.base.seeds import Phase
from gamelore.lab.courses import Course
from gamelore.lab.executor import Workers, as_computed
from gamelore.lab.experiment import TIMINGS_FILE
from gamelore.lab.published import Figure, PublishedRow, PublishedTable
from gamelore.lab.report import Cell, Report, ReportRow
from gamelore.lab.timed import Timed

CONTESTS = 40
"""Contests of each variant against each challenger in one run."""
_PLAYERS = {"style": "opening_restricted"}

Seconds = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class TimesExperiment:
    """Variants of the learner whose decisions are timed, by row, against some challengers."""

    game: str
    variants: tuple[tuple[str, Mapping[str, object]], ...]
    """Each with the settings that it changes; the first is what the others are compared with."""
    challengers: tuple[str, ...]
    seed: int
    contests: int = CONTESTS
    training: int | None = None
    """The length of training, if not 200 contests."""


def run_times(experiment: TimesExperiment, run: int) -> Seconds:
    """Seconds of decisions in a contest, by variant and challenger, all variants in the same run."""
    learners: dict[str, Timed] = {}
    for name, settings in experiment.variants:
        course = Course(
            experiment.game,
            preset="s98",
            settings=settings,
            regime="fixed_length",
            contests=experiment.training,
            players=_PLAYERS,
            seed=experiment.seed,
        )
        learner = course.taught(run)
        game, learners[name] = learner.board_game, Timed(learner)
    seconds: Seconds = {name: {} for name in learners}
    for challenger in experiment.challengers:
        opponent = make_player(challenger, game, **_PLAYERS)
        for timed in learners.values():
            timed.times = {}
        for number in range(experiment.contests):
            for timed in learners.values():
                key = ContestKey(experiment.seed, run, Phase.TEST, number, series=challenger)
                for _ in tournament(game, (timed, opponent), 1, key):
                    pass
        for name, timed in learners.items():
            seconds[name][challenger] = timed.seconds / experiment.contests
    return seconds


def reproduce_times(
    table: PublishedTable,
    rows: Sequence[PublishedRow],
    folder: Path,
    workers: Workers,
    *,
    runs: int | None,
    seed: int,
    progress: Callable[[str, int], None] | None = None,
) -> Report:
    """Time the variants of a table and set our ratios beside theirs; its first row is what all are compared with."""
    first, *_ = table.rows
    if first.experiment is None:
        raise DamagedFile(f"table {table.name}: its first row, to which the others are compared, has no experiment")
    wanted = [first, *(row for row in rows if row.name != first.name)]
    variants = tuple((row.name, (row.experiment or {}).get("settings", {})) for row in wanted)
    experiment = TimesExperiment(first.game, variants, table.columns, seed)
    many = runs or max(row.default_runs for row in wanted)
    found: dict[int, Seconds] = {}
    for (_, run), seconds in as_computed(workers, _run_task, [(experiment, run) for run in range(many)]):
        found[run] = seconds
        write_text(folder / TIMINGS_FILE, to_json({str(r): s for r, s in sorted(found.items())}, indent=1) + "\n")
        for row in rows:
            if progress is not None:
                progress(row.name, run)
    return Report(table, seed, tuple(_show(table, first, row, experiment, list(found.values())) for row in rows))


def _run_task(task: tuple[TimesExperiment, int]) -> Seconds:
    return run_times(*task)


def _show(
    table: PublishedTable, first: PublishedRow, row: PublishedRow, experiment: TimesExperiment, found: Sequence[Seconds]
) -> ReportRow:
    cells = tuple(
        Cell(
            column,
            tuple(seconds[row.name][column] / seconds[first.name][column] for seconds in found),
            Figure(row.cells[column].mean / first.cells[column].mean),
            row.runs,
            aim="stay under",
        )
        for column in table.columns
    )
    best = min(seconds[row.name][column] for seconds in found for column in table.columns)
    said = f"{experiment.contests} contests against each in each run; quickest contest {best * 1e3:.1f} ms of decisions"
    return ReportRow(row, len(found), f"learner hoyle s98; {said}; seed {experiment.seed}", cells)
