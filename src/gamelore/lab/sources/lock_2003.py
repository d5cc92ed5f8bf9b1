"""Lock's tables of what sequences cost (2003, Tables 7 to 9, 12 to 14 and 17): pairs, weights, usage, time.

A run trains SeqLearner (for Table 17 Hoyle) and tests it, as for Tables 6, 11 and 16. What it learned is counted in its
knowledge files, how often it knew something is counted in the records of the tests. Rows of different tables that
describe the same experiment share their runs when they are given the same folder. Times belong to a machine: they are
kept in a file of their own and are reported in seconds a contest as the source does, but only their ratios mean
anything.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gamelore.arena.tournament import challenge, seat_of
from gamelore.arena.training import make_regime, train
from gamelore.base.errors import BadSetting
from gamelore.games import Record
from gamelore.lab.engine.executor import as_computed
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.published import Figure, PublishedRow
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.reproduce import row_experiment, say_settings
from gamelore.lab.engine.rows import Figures, Kept, Order
from gamelore.lab.engine.timed import Timed
from gamelore.learners.advisors.sequences import store
from gamelore.learners.advisors.sequences.voting import CHANCE

RETAINED = 0.55
"""The least weight of an Advisor (section 3.3)."""
CLASSES = {"weights.90": (0.9, 2.0), "weights.80": (0.8, 0.9), "weights.70": (0.7, 0.8), "weights.55": (0.55, 0.7)}
"""The segments of Tables 8 and 13 as half-open intervals; the printed ones leave gaps."""
SECONDS = "seconds"
"""The column of times."""


def count_pairs(knowledge: Mapping[str, str]) -> Figures:
    """What the knowledge of a learner holds: pairs, Advisors among them, and how many of each weight."""
    if store.FILE not in knowledge:
        raise BadSetting(f"this learner keeps no {store.FILE}, so it has no context pairs to count")
    head, *lines = knowledge[store.FILE].splitlines()
    column = head.split("\t").index("weight")
    weights = [float(line.split("\t")[column]) for line in lines]
    kept = [weight for weight in weights if weight >= RETAINED]
    share = 100 * len(kept) / len(weights) if weights else 0.0
    found: Figures = {"pairs": float(len(weights)), "advisors": float(len(kept)), "retained": share}
    for name, (low, high) in CLASSES.items():
        found[name] = float(sum(low <= weight < high for weight in kept))
    return found


def run_lock(experiment: Experiment, run: int) -> tuple[Figures, float]:
    """One run: train, count, test. The figures are a function of the experiment and the run; the seconds are not."""
    game = experiment.load_game()
    learner = experiment.make_learner(game)
    plan = experiment.test
    regime = make_regime(experiment.regime, game, experiment.contests)
    for _ in train(game, learner, regime, seed=experiment.seed, run=run, settings=plan.players):
        pass
    knowledge = learner.knowledge()
    figures = count_pairs(knowledge) if store.FILE in knowledge else {}
    deciders: Counter[str] = Counter()

    def note(_: str, record: Record) -> None:
        seat = seat_of(record, 0)
        for (state, _action), by in zip(record.replay(game), record.deciders, strict=True):
            if state.current_player() == seat:
                deciders[by] += 1

    timed = Timed(learner)
    challenge(
        game, timed, plan.challengers, plan.contests, seed=experiment.seed, run=run, progress=note, **plan.players
    )
    figures["usage"] = 1 - deciders[CHANCE] / deciders.total()
    return figures, timed.seconds / (plan.contests * len(plan.challengers))


def reproduce_lock(order: Order) -> Report:
    """Run the rows of one of the tables and set ours beside theirs."""
    done: list[ReportRow] = []
    for row in order.rows:
        experiment = row_experiment(order.table, row, order.runs, order.seed)
        kept, timings = (
            Kept(order.folder / f"{experiment.game}-{experiment.preset}-{experiment.digest}-{what}.json", experiment)
            for what in ("figures", "seconds")
        )
        tasks = [(experiment, r) for r in range(experiment.runs) if r not in kept.runs or r not in timings.runs]
        title = f"{row.game} {row.name}"
        missing = {run for _, run in tasks}
        for run in range(experiment.runs):
            if run not in missing:
                order.done(title, run)
        for (_, run), (figures, seconds) in as_computed(order.workers, _run_task, tasks):
            kept.keep(run, figures)
            timings.keep(run, {SECONDS: seconds})
            order.done(title, run)
        found = [{**kept.runs[run], **timings.runs[run]} for run in range(experiment.runs)]
        cells = [
            Cell(
                column,
                tuple(figures[column] for figures in found),
                _printed(row.cells[column]),
                row.runs,
                aim="show" if column == SECONDS else "match",
            )
            for column in order.table.columns
        ]
        if SECONDS in order.table.columns:
            cells += _beside_first(row, cells, done)
        done.append(ReportRow(row, len(found), say_settings(experiment), tuple(cells)))
    return order.report(done)


def _beside_first(row: PublishedRow, cells: Sequence[Cell], done: Sequence[ReportRow]) -> list[Cell]:
    """How many times as long a row takes as the first one of its game: of times, only that means anything."""
    first = next((other for other in done if other.published.game == row.game), None)
    if first is None:
        return []
    mine, other = (next(cell for cell in some if cell.column == SECONDS) for some in (cells, first.cells))
    assert mine.theirs is not None
    assert other.theirs is not None
    return [
        Cell(
            f"times as long as '{first.published.title}'",
            tuple(seconds / other.mean for seconds in mine.ours),
            Figure(mine.theirs.mean / other.theirs.mean),
            aim="stay under",
        )
    ]


def _printed(figure: Figure) -> Figure:
    """A printed figure; nan stands in a table's row for a deviation that is not printed."""
    return replace(figure, sd=None) if figure.sd is not None and math.isnan(figure.sd) else figure


def _run_task(task: tuple[Experiment, int]) -> tuple[Figures, float]:
    return run_lock(*task)
