"""Lock's tables of what sequences are and what they cost (2003).

Tables 7 to 9, 12 to 14 and 17: a run trains SeqLearner (for Table 17 Hoyle) and tests it, as for Tables 6, 11 and 16.
What it learned is counted in its knowledge files, how often it knew something in the tests. Seconds a contest are
reported as in the source, but only their ratios mean anything. Rows of different tables that describe the same
experiment share their runs when they are given the same folder.

Tables 2 and 3 (section 2.4) count the trees, sequences, states and moves of TP-Rote after 120 watched contests, and
the space that they take. The values of Figures 8 to 10 are lost with the pictures; what they showed, the time of
decisions beside standard Hoyle's and the share of decisions that sequences made, is measured against each challenger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from gamelore.base.errors import BadSetting
from gamelore.base.files import Json
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.kept import TIMES
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import Figure, PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow, beside_printed
from gamelore.lab.engine.reproduce import say_settings
from gamelore.lab.engine.shapes import Shape, count, each, keys, real
from gamelore.lab.engine.timed import Timed, TimedVariants
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.sequences import context_pairs as store
from gamelore.learners.advisors.sequences.tp_rote import ENFORCER, MULTI_STEP, Imitate, TpRote
from gamelore.learners.advisors.sequences.voting import CHANCE

# Pairs, weights, usage, time: Tables 7 to 9, 12 to 14 and 17

RETAINED = 0.55
"""The least weight of an Advisor (section 3.3)."""
CLASSES = {"weights.90": (0.9, 2.0), "weights.80": (0.8, 0.9), "weights.70": (0.7, 0.8), "weights.55": (0.55, 0.7)}
"""The segments of Tables 8 and 13 as half-open intervals; the printed ones leave gaps."""
SECONDS, RATIO = "seconds", "ratio"
"""The column of times, and what is compared of it: how many times as long as the first row of the game."""
USAGE = "usage"
SHARES = {USAGE: "decisions", "retained": "pairs"}
"""Columns that are shares, and of what."""


@dataclass(frozen=True, slots=True)
class PairExperiment(Experiment):
    """Who learns pairs of contexts, what it then holds, and how often that decides."""

    kind: ClassVar[str] = "pair"
    revision: ClassVar[int] = 2

    def shape(self) -> Shape:
        """Counts of pairs where pairs are learned, the share of decisions that they made, and the time of a contest."""
        counted = ("pairs", "advisors", "retained", *CLASSES) if self.learner == "seqlearner" else ()
        return each(real(0), {**dict.fromkeys(counted, real(0)), "usage": real(0, 1), TIMES: real(0)})

    def run(self, number: int) -> Json:
        learner, _ = self.taught(number)
        knowledge, timed = learner.knowledge(), Timed(learner)
        figures = count_pairs(knowledge) if store.FILE in knowledge else {}
        tests = self.tested(learner.game, timed, number).values()
        decisions = sum(test["deciders"].total() for test in tests)
        figures["usage"] = 1 - sum(test["deciders"][CHANCE] for test in tests) / decisions
        figures["decisions"] = float(decisions)
        return {**figures, TIMES: timed.seconds / (self.test.contests * len(tests))}


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


def reproduce_pairs(order: Order) -> Report:
    """Run the rows of one of the tables."""
    first: dict[str, ReportRow] = {}

    def show(
        table: PublishedTable, row: PublishedRow, experiment: PairExperiment, results: Sequence[Json]
    ) -> ReportRow:
        cells = {column: _pair_cell(table, row, column, results) for column in table.columns}
        if SECONDS in cells and row.game in first:
            cells[RATIO] = _beside_first(table, cells[SECONDS], first[row.game])
        found = ReportRow(row, len(results), say_settings(experiment), tuple(cells.values()))
        first.setdefault(row.game, found)
        return found

    return reproduce_rows(order, [order.read(PairExperiment, row, game=row.game) for row in order.rows], show)


def _pair_cell(table: PublishedTable, row: PublishedRow, column: str, results: Sequence[Json]) -> Cell:
    ours = tuple(result[TIMES if column == SECONDS else column] for result in results)
    counted = SHARES.get(column)
    trials = int(sum(result[counted] for result in results)) if counted else 0
    return beside_printed(
        table, row, column, ours, "match", trials=trials, whole=1.0 if column == USAGE else 100.0
    )  # fmt: skip


def _beside_first(table: PublishedTable, mine: Cell, first: ReportRow) -> Cell:
    """How many times as long a row takes as the first one of its game: of times, only that means anything."""
    other = next(cell for cell in first.cells if cell.column == SECONDS)
    assert mine.theirs is not None
    assert other.theirs is not None
    ratio = mine.theirs.mean / other.theirs.mean
    return Cell(
        f"times as long as '{first.published.title}'",
        tuple(seconds / other.mean for seconds in mine.ours),
        Figure(ratio),
        mine.their_runs,
        aim="stay under",
        margin=table.margin_of(RATIO, ratio),
    )


# TP-Rote: Tables 2 and 3

STATED = "space as stated"
"""Beside the printed space: with as many units for a move as the text gives it."""


@dataclass(frozen=True, slots=True)
class RoteExperiment(Experiment):
    """Who watches what, and how its sequences are counted."""

    kind: ClassVar[str] = "rote"

    learner: str = "hoyle"
    preset: str = "l03_rote"
    regime: str = "perfect_vs_increasing"
    stored: str = "trees"
    """What is counted: `trees` as TP-Rote keeps them, or `decisions` as Imitate does."""
    move_units: int = 0
    """Units of space for a move in the printed table; 0 for as many as the positions that it names."""

    def __post_init__(self) -> None:
        Experiment.__post_init__(self)
        if self.stored not in ("trees", "decisions"):
            raise BadSetting(f"a rote experiment counts 'trees' or 'decisions', not '{self.stored}'")
        if self.move_units < 0:
            raise BadSetting(f"a move takes at least no units of space, not {self.move_units}")

    def shape(self) -> Shape:
        return keys(dict.fromkeys(("trees", "sequences", "states", "moves", "space", STATED), count()))

    def run(self, number: int) -> Json:
        # Sequences come from what is watched; leaving tier 2 out changes none of them.
        learner, _ = replace(self, settings={**self.settings, "tier2": ()}).taught(number)
        assert isinstance(learner, Hoyle)
        rote = learner.faculties[TpRote.name]
        assert isinstance(rote, TpRote)
        space = rote.space() if self.stored == "trees" else rote.decision_space()
        printed = space.states * learner.board_game.board.size + space.moves * self.move_units
        return {
            "trees": rote.forest.trees,
            "sequences": rote.forest.sequences,
            "states": space.states,
            "moves": space.moves,
            "space": printed if self.move_units else space.units,
            STATED: space.units,
        }


def reproduce_counts(order: Order) -> Report:
    """Count what the rows of a table ask for."""
    return reproduce_rows(order, [order.read(RoteExperiment, row, game=row.game) for row in order.rows], _show_counts)


def _show_counts(
    table: PublishedTable, row: PublishedRow, experiment: RoteExperiment, figures: Sequence[Figures]
) -> ReportRow:
    asked = [*table.columns, STATED] if "space" in table.columns else list(table.columns)
    cells = tuple(
        beside_printed(table, row, column, tuple(float(f[column]) for f in figures), "match") for column in asked
    )
    said = _say(experiment)
    if experiment.move_units:
        said += f"; the printed space counts {experiment.move_units} unit for a move, the text more"
    return ReportRow(row, len(figures), f"{said}; seed {experiment.seed}", cells)


def _say(experiment: Experiment) -> str:
    return f"{experiment.said()}; perfect player: {experiment.test.player_settings().style}"


# Time and share of decisions: Figures 8 to 10

SEQUENCES = tuple(f"tier 1: {name}" for name in (ENFORCER, MULTI_STEP, Imitate.name))
"""Who decides when a sequence does."""


def reproduce_times(order: Order) -> Report:
    """Time the variants of each game beside its first row, which is the one without sequences."""
    done = []
    for game in dict.fromkeys(row.game for row in order.rows):
        first = next(row for row in order.table.rows if row.game == game)
        part = replace(order, rows=[row for row in order.rows if row.game == game])
        variants = {row.name: order.read(RoteExperiment, row, game=game) for row in (first, *part.rows)}
        results = part.run_together(TimedVariants(variants))
        if results:
            done += [_show_times(order.table, first, row, variants[row.name], results) for row in part.rows]
    return order.report(done)


def _show_times(
    table: PublishedTable, first: PublishedRow, row: PublishedRow, experiment: Experiment, results: Sequence[Json]
) -> ReportRow:
    cells = []
    for column in table.columns:
        challenger, _, what = column.partition(".")
        ours = tuple(_timed(result, row.name, first.name, challenger, what) for result in results)
        trials = 0
        if what == "reliability":
            trials = experiment.test.contests * len(results)
        elif what == "share":
            trials = sum(sum(result[row.name][challenger]["deciders"].values()) for result in results)
        cells.append(beside_printed(table, row, column, ours, "show", trials=trials))
    said = f"{_say(experiment)}; {experiment.test.contests} test contests against each"
    said += f"; times in % of those of '{first.title}'; seed {experiment.seed}"
    return ReportRow(row, len(results), said, tuple(cells))


def _timed(result: Json, row: str, first: str, challenger: str, what: str) -> float:
    """One figure of one run, in per cent."""
    mine = result[row][challenger]
    if what == "reliability":
        return float(mine[what])
    decisions, others = (sum(result[name][challenger]["deciders"].values()) for name in (row, first))
    if what == "share":
        return float(100 * sum(mine["deciders"].get(by, 0) for by in SEQUENCES) / decisions)
    seconds, theirs = (result[TIMES][name][challenger]["median"] for name in (row, first))
    return float(100 * seconds / theirs * (others / decisions if what == "time a decision" else 1))
