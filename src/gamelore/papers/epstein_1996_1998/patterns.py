"""What Epstein, Gelfand and Lesniak (1996) and Epstein, Gelfand and Lock (1998) counted and timed.

How many patterns wait, are cached or tell nothing after learning, which concepts were learned and kept, how Patsy and
the learned spatial Advisors rank by weight (1996, section 4); and what learned Advisors cost in time (1998, Table 3),
as ratios.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.files import Json
from gamelore.games.board.game import BoardGame
from gamelore.lab.accuracy import accuracies, judged_states
from gamelore.lab.engine.experiment import Experiment, last_loss
from gamelore.lab.engine.kept import TIMES
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import Figure, PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow, beside_printed
from gamelore.lab.engine.shapes import Shape, count, each, real
from gamelore.lab.engine.timed import TimedVariants
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import Concept, orientations, parse_concept
from gamelore.learners.advisors.patterns.faculty import Patterns
from gamelore.oracles import has_easy_truth

KEPT, LEARNED, REJECTED, DISCARDED = "kept ", "learned ", "rejected ", "discarded "
"""Columns that ask for a concept: whether it is there at the end, whether it ever was, whether it was and then was
removed or fell below weight 1, whether it was and then was removed."""
JUDGED = {
    (False, True): "true concepts of weight 1",
    (False, False): "true concepts below weight 1",
    (True, True): "false concepts of weight 1",
    (True, False): "false concepts below weight 1",
}
"""Columns for concepts by whether the oracle finds them false, and by whether they weigh at least 1."""
CLEARLY = "clearly false concepts of weight 1"
"""Those among the false of weight 1 that are not merely indifferent."""
BORN, OF_LOSSES = "first concept after", "concepts for a loss"
"""After how many contests the first concept was made, 0 if none was, and how many ever went with a loss."""
REFLECTION = "reflection through the centre"
REFLECTED, OUTWEIGHED = "first reflection after", "voices below reflection"
"""After how many contests the first reflection was made, all of them if none was; and the share of the voices of tier 2
that its weight exceeds, in per cent."""
BESIDE = (
    "contests", "standard reached", "voices in tier 2", "concepts of weight 1", *JUDGED.values(), CLEARLY,
    BORN, OF_LOSSES,
)  # fmt: skip
"""What stands beside the printed columns."""
YES_OR_NO = (KEPT, LEARNED, REJECTED, DISCARDED, "standard reached")
"""How columns begin that count trials: each is 0 or 100 in a single trial."""
TIMED_CONTESTS = 40
"""Contests of each variant against each challenger in one run of the times."""


@dataclass(frozen=True, slots=True)
class PatternExperiment(Experiment):
    """Who learns what, and which figures of the papers are looked for among its concepts."""

    kind: ClassVar[str] = "pattern"
    revision: ClassVar[int] = 2

    learner: str = "hoyle"
    preset: str = "p96"
    regime: str = "plain_trial"
    figures: Mapping[str, str] = field(default_factory=dict)
    """Printed concepts by name, as for whom and what stands where: `either 1n 9m`."""

    def shape(self) -> Shape:
        """Counts, ranks and shares."""
        return each(real(0), dict.fromkeys(("waiting", "cached", "uninformative", "concepts", "contests"), count()))

    def run(self, number: int) -> Json:
        learner, training = self.taught(number)
        assert isinstance(learner, Hoyle)
        return count_patterns(learner, training, self.figures, self.seed)


def patterns_of(learner: Hoyle) -> Patterns:
    """The faculty of patterns of a learner."""
    found = learner.faculties.get(Patterns.name)
    if not isinstance(found, Patterns):
        raise BadSetting("this learner sees no patterns; give it the faculty 'patterns'")
    return found


def count_patterns(learner: Hoyle, training: Json, printed: Mapping[str, str], seed: int) -> Figures:
    """What a learner holds after its training; the states in which its concepts are judged depend on the seed."""
    patterns, game = patterns_of(learner), learner.board_game
    counts = patterns.store.counts()
    weights = {heuristic.concept: heuristic.weight for heuristic in patterns.heuristics(learner.weights)}
    speaking, learned = list(weights), list(patterns.concepts)
    figures: Figures = {
        "waiting": counts["waiting"],
        "cached": counts["cached"],
        "uninformative": counts["uninformative"],
        "concepts": len(speaking),
        "contests": training["contests"],
        "standard reached": 100.0 * training["reached"],
        "last loss": last_loss(training["results"]),
        BORN: min((standing.born for standing in patterns.concepts.values()), default=0),
        OF_LOSSES: sum(concept.outcome == "loss" for concept in learned),
        **pattern_weights(learner),
        **_reflection(learner, training["contests"]),
        **_judged(learner, seed),
    }
    names = {naming.idea(game, concept) for concept in learned}
    for prefix, among in ((KEPT, speaking), (LEARNED, learned)):
        ideas = {naming.idea(game, c) for c in among if c.outcome != "loss"}
        figures |= {prefix + name: 100.0 * (name in ideas) for name in names}
    for name, text in printed.items():
        found = [concept for concept in learned if is_printed(game, concept, _printed(game, text))]
        figures[LEARNED + name] = 100.0 * bool(found)
        figures[KEPT + name] = 100.0 * any(concept in weights for concept in found)
        figures[REJECTED + name] = 100.0 * (bool(found) and all(weights.get(concept, 0.0) < 1 for concept in found))
        figures[DISCARDED + name] = 100.0 * (bool(found) and not any(concept in weights for concept in found))
    return figures


def _reflection(learner: Hoyle, contests: int) -> Figures:
    """When reflection was born, and how many voices it outweighs where it is worth most (1996, section 4)."""
    patterns, game = patterns_of(learner), learner.board_game
    found = [c for c in patterns.concepts if c.outcome != "loss" and naming.idea(game, c) == REFLECTION]
    born = min((patterns.concepts[concept].born for concept in found), default=contests)
    reflecting = {a.name for a in patterns.council.advisors if set(found) & set(a.concepts)}
    learned = {advisor.name for advisor in learner.learned}
    placed = [advisor.name for advisor in learner.voices if advisor.name not in learned]
    below = 0.0
    for stage in learner.weights.stages():
        table, initial = learner.weights.of(stage), learner.weights.initial
        best = max((table.get(name, initial) for name in reflecting), default=0.0)
        below = max(below, 100 * statistics.fmean(table.get(name, initial) < best for name in placed))
    return {REFLECTED: born, OUTWEIGHED: below}


def pattern_weights(learner: Hoyle) -> Figures:
    """How pattern-oriented Advisors stand by weight, in the mean over the stages."""
    found: dict[str, list[float]] = {}
    spatial = [advisor.name for advisor in learner.learned]
    placed = [advisor.name for advisor in learner.voices if advisor.name not in spatial]
    for stage in learner.weights.stages():
        weights = {name: learner.weights.of(stage).get(name, learner.weights.initial) for name in (*placed, *spatial)}
        best = max((weights[name] for name in spatial), default=0.0)
        oriented = sum(weights[name] for name in ("Patsy", *spatial) if name in weights)
        for name, value in {
            "rank of Patsy": rank_of(weights.get("Patsy", 0.0), [weights[name] for name in placed if name != "Patsy"]),
            "rank of Patsy among all": rank_of(
                weights.get("Patsy", 0.0), [w for n, w in weights.items() if n != "Patsy"]
            ),
            "rank of the best spatial Advisor": rank_of(best, [weights[name] for name in placed]),
            "spatial Advisor of weight 1": 100.0 * (best >= 1),
            "concepts of weight 1": float(sum(weights[name] >= 1 for name in spatial)),
            "share of weight": 100 * oriented / sum(weights.values()),
        }.items():
            found.setdefault(name, []).append(value)
    return {"voices in tier 2": len(placed), **{name: statistics.fmean(values) for name, values in found.items()}}


def _judged(learner: Hoyle, seed: int) -> Figures:
    """How many concepts are true and false against the oracle, and weigh at least 1 or less (1996, section 4).

    False is who keeps the value no more often than random moves, clearly false who is below them by more than two
    standard errors; who speaks in few states is not judged.
    """
    if not has_easy_truth(learner.board_game):
        return {}
    heuristics = patterns_of(learner).heuristics(learner.weights)
    states = judged_states(learner.board_game, seed)
    found = accuracies(states, len(heuristics), patterns_of(learner).favourites)
    figures = dict.fromkeys((*JUDGED.values(), CLEARLY), 0.0)
    for heuristic, accuracy in zip(heuristics, found, strict=True):
        if accuracy.often:
            figures[JUDGED[accuracy.false, heuristic.weight >= 1]] += 1
            figures[CLEARLY] += accuracy.clearly_false and heuristic.weight >= 1
    return figures


def rank_of(weight: float, others: Sequence[float]) -> float:
    """The place by weight, from 1; who is even shares the places."""
    return 1 + sum(other > weight for other in others) + sum(other == weight for other in others) / 2


def _printed(game: BoardGame, text: str) -> Concept:
    mover, _, cells = text.partition(" ")
    return parse_concept(game, f"placing {mover} draw line {cells}")


def is_printed(game: BoardGame, concept: Concept, printed: Concept) -> bool:
    """Whether a concept asks for the same as a printed one, somewhere on the board, for the same mover."""
    if concept.mover != printed.mover:
        return False
    plain = replace(concept, cells=tuple(sorted(naming.seen(concept).items())))
    return printed.need in orientations(plain, game.symmetries)


def reproduce_patterns(order: Order) -> Report:
    """Count what the rows of a table ask for."""
    experiments = [order.read(PatternExperiment, row, game=row.game) for row in order.rows]
    return reproduce_rows(order, experiments, _show)


def _show(
    table: PublishedTable, row: PublishedRow, experiment: PatternExperiment, figures: Sequence[Figures]
) -> ReportRow:
    asked = [c for c in table.columns if row.printed(c) is not None or c.rpartition(" ")[2] in experiment.figures]
    asked = asked or list(table.columns)
    cells = tuple(
        beside_printed(
            table,
            row,
            column,
            tuple(f.get(column, 0.0) for f in figures),
            "match",
            trials=len(figures) if column.startswith(YES_OR_NO) else 0,
        )
        for column in (*asked, *(name for name in BESIDE if name not in asked))
    )
    style = experiment.test.player_settings().style
    said = f"{experiment.said()}; perfect player: {style}; seed {experiment.seed}"
    return ReportRow(row, len(figures), said, cells)


# Times: 1998, Table 3


def reproduce_times(order: Order) -> Report:
    """Time the rows of a table; all are compared with its first row."""
    table, first = order.table, order.table.rows[0]
    if first.experiment is None:
        raise DamagedFile(f"table {table.name}: its first row, to which the others are compared, has no experiment")
    wanted = {row.name: row for row in (first, *order.rows)}
    plan = {"challengers": table.columns, "contests": TIMED_CONTESTS, "players": {"style": "opening_restricted"}}
    course = {"learner": "hoyle", "preset": "s98", "regime": "fixed_length", "test": plan}
    experiment = TimedVariants(
        {name: order.read(Experiment, row, game=row.game, **course) for name, row in wanted.items()}
    )
    times = [result[TIMES] for result in order.run_together(experiment)]
    return order.report([_show_times(order, first, row, times) for row in order.rows if times])


def _show_times(order: Order, first: PublishedRow, row: PublishedRow, times: Sequence[Json]) -> ReportRow:
    columns = order.table.columns
    cells = tuple(
        Cell(
            column,
            tuple(run[row.name][column]["seconds"] / run[first.name][column]["seconds"] for run in times),
            Figure(row.cells[column].mean / first.cells[column].mean),
            row.runs,
            aim="show" if row is first else "stay under",
            margin=order.table.margin_of(column, row.cells[column].mean / first.cells[column].mean),
        )
        for column in columns
    )
    best = min(run[row.name][column]["seconds"] for run in times for column in columns)
    said = f"{TIMED_CONTESTS} contests against each in each run; quickest contest {best * 1e3:.1f} ms of decisions"
    return ReportRow(row, len(times), f"learner hoyle s98; {said}; seed {order.seed}", cells)
