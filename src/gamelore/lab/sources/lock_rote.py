"""What TP-Rote stores and what it saves (Lock 2003, section 2.4), obtained anew.

Tables 2 and 3 count trees, sequences, states and moves after 120 watched contests, and the space that they take. The
values of Figures 8 to 10 are lost with the pictures; what they showed, the time of decisions beside standard Hoyle's
and the share of decisions that sequences made, is measured here against each challenger. Shares are results like all
others. Times are not: they are measured each time they are asked for, all variants in turn, contest by contest, and
kept apart in `timings.json`.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import CHALLENGERS, make_player
from gamelore.arena.tournament import seat_of, tournament
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase
from gamelore.games import Record, load_game
from gamelore.lab.engine.courses import Course
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.rows import Figures, Order, experiment_of, reproduce_rows
from gamelore.lab.engine.timed import Timed, time_rows
from gamelore.learners.advisors.sequences.rote import ENFORCER, MULTI_STEP, Imitate, TpRote
from gamelore.learners.core import Player

STATED = "space as stated"
"""Beside the printed space: with as many units for a move as the text gives it."""
SEQUENCES = tuple(f"tier 1: {name}" for name in (ENFORCER, MULTI_STEP, Imitate.name))
"""Who decides when a sequence does."""


@dataclass(frozen=True, slots=True)
class RoteExperiment(Course):
    """Who watches what, and how its sequences are counted or its decisions timed."""

    preset: str = "l03_rote"
    regime: str = "perfect_vs_increasing"
    stored: str = "trees"
    """What is counted: `trees` as TP-Rote keeps them, or `decisions` as Imitate does."""
    move_units: int = 0
    """Units of space for a move in the printed table; 0 for as many as the positions that it names."""
    tests: int = 50
    """Contests against each challenger, where decisions are timed."""

    def __post_init__(self) -> None:
        if self.stored not in ("trees", "decisions"):
            raise BadSetting(f"a rote experiment counts 'trees' or 'decisions', not '{self.stored}'")
        if self.tests < 1 or self.move_units < 0:
            raise BadSetting("a rote experiment has at least one test and no negative units")


# Counts: Tables 2 and 3


def run_counts(experiment: RoteExperiment, run: int) -> Figures:
    """One run: watch, then count."""
    # Sequences come from what is watched; leaving tier 2 out changes none of them.
    learner = experiment.taught(run, replace(experiment.hoyle_settings(), tier2=()))
    rote = learner.faculties[TpRote.name]
    assert isinstance(rote, TpRote)
    space = rote.space() if experiment.stored == "trees" else rote.decision_space()
    size = learner.board_game.board.size
    printed = space.states * size + space.moves * experiment.move_units if experiment.move_units else space.units
    return {
        "trees": rote.forest.trees,
        "sequences": rote.forest.sequences,
        "states": space.states,
        "moves": space.moves,
        "space": printed,
        STATED: space.units,
    }


def reproduce_counts(order: Order) -> Report:
    """Count what the rows of a table ask for, and set ours beside theirs."""
    done = [
        reproduce_rows(
            replace(order, rows=[_with_game(row)], folder=order.folder / row.game),
            read=_read,
            run=run_counts,
            show=_show_counts,
        ).rows[0]
        for row in order.rows
    ]
    return order.report(done)


def _with_game(row: PublishedRow) -> PublishedRow:
    return replace(row, experiment={**(row.experiment or {}), "game": row.game})


def _read(values: Mapping[str, Any], where: str) -> RoteExperiment:
    return experiment_of(RoteExperiment, values, "rote experiment", where)


def _show_counts(
    table: PublishedTable, row: PublishedRow, experiment: RoteExperiment, figures: Sequence[Figures]
) -> ReportRow:
    asked = [*table.columns, STATED] if "space" in table.columns else list(table.columns)
    cells = tuple(
        Cell(column, tuple(float(f[column]) for f in figures), row.printed(column), row.runs) for column in asked
    )
    said = experiment.said()
    if experiment.move_units:
        said += f"; the printed space counts {experiment.move_units} unit for a move, the text more"
    return ReportRow(row, len(figures), f"{said}; seed {experiment.seed}", cells)


# Time and share of decisions: Figures 8 to 10


class _Worked(Timed):
    """A timed player whose contests are counted, too."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.contests = self.not_lost = 0

    def score(self, record: Record) -> None:
        """Count a contest."""
        self.contests += 1
        self.not_lost += record.result(seat_of(record, 0)) != "loss"

    def figures(self, challenger: str) -> Figures:
        """Time and share of decisions; each kind of decision counts with its median, so that no pause does."""
        decisions = sum(map(len, self.times.values()))
        total = sum(len(times) * statistics.median(times) for times in self.times.values())
        return {
            f"{challenger}.decision": total / decisions,
            f"{challenger}.contest": total / self.contests,
            f"{challenger}.share": 100 * sum(len(self.times.get(by, ())) for by in SEQUENCES) / decisions,
            f"{challenger}.reliability": 100 * self.not_lost / self.contests,
        }


def run_times(experiments: Mapping[str, RoteExperiment], run: int) -> dict[str, Figures]:
    """Each variant's time and share of decisions against each challenger, all in the same contests in turn."""
    learners = {name: one.taught(run) for name, one in experiments.items()}
    first = next(iter(experiments.values()))
    game = load_game(first.game, **first.parameters)
    figures: dict[str, Figures] = {name: {} for name in learners}
    for challenger in CHALLENGERS:
        opponent = make_player(challenger, game, **first.players)
        workers = {name: _Worked(learner) for name, learner in learners.items()}
        for number in range(first.tests):
            key = ContestKey(first.seed, run, Phase.TEST, number, series=challenger)
            for worker in workers.values():
                worker.score(next(tournament(game, (worker, opponent), 1, key)))
        for name, worker in workers.items():
            figures[name] |= worker.figures(challenger)
    return figures


def reproduce_times(order: Order) -> Report:
    """Time the variants of each game beside its first row, which is the one without sequences."""
    done = []
    table = order.table
    for game in dict.fromkeys(row.game for row in order.rows):
        first = next(row for row in table.rows if row.game == game)
        asked = [row for row in order.rows if row.game == game]
        experiments = {
            row.name: _read(
                {**(_with_game(row).experiment or {}), "seed": order.seed}, f"table {table.name}, row {row.name}"
            )
            for row in (first, *asked)
        }
        part = replace(order, rows=asked, folder=order.folder / game)
        found = time_rows(part, run_times, experiments)
        done += [_show_times(table, first, row, experiments[row.name], found) for row in asked]
    return order.report(done)


def _show_times(
    table: PublishedTable,
    first: PublishedRow,
    row: PublishedRow,
    experiment: RoteExperiment,
    found: Sequence[Mapping[str, Figures]],
) -> ReportRow:
    cells = []
    for column in table.columns:
        challenger, _, what = column.partition(".")
        if what in ("share", "reliability"):
            ours = tuple(figures[row.name][column] for figures in found)
        else:
            kind = f"{challenger}.{what.removeprefix('time a ')}"
            ours = tuple(100 * figures[row.name][kind] / figures[first.name][kind] for figures in found)
        cells.append(Cell(column, ours, row.printed(column), row.runs))
    said = f"{experiment.said()}; {experiment.tests} test contests against each"
    said += f"; times in % of those of '{first.title}'; seed {experiment.seed}"
    return ReportRow(row, len(found), said, tuple(cells))
