"""What learned spatial Advisors cost in time (Epstein, Gelfand and Lock 1998, Table 3), obtained anew as ratios.

All variants of a run meet the same challengers in turn, contest by contest, so that whatever else the machine does
meets them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import tournament
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import Phase
from gamelore.lab.engine.courses import Course
from gamelore.lab.engine.published import Figure, PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.rows import Order
from gamelore.lab.engine.timed import Seconds, Timed, time_rows

CONTESTS = 40
"""Contests of each variant against each challenger in one run."""
_PLAYERS = {"style": "opening_restricted"}


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


def reproduce_times(order: Order) -> Report:
    """Time the variants of a table and set our ratios beside theirs; its first row is what all are compared with."""
    table = order.table
    first, *_ = table.rows
    if first.experiment is None:
        raise DamagedFile(f"table {table.name}: its first row, to which the others are compared, has no experiment")
    wanted = [first, *(row for row in order.rows if row.name != first.name)]
    variants = tuple((row.name, (row.experiment or {}).get("settings", {})) for row in wanted)
    experiment = TimesExperiment(first.game, variants, table.columns, order.seed)
    found = time_rows(order, run_times, experiment)
    return order.report(_show(table, first, row, experiment, found) for row in order.rows)


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
