"""What Hoyle holds after its training, as three sources tell it in their running text.

How many states of a game it met and on how many it keeps data (Epstein, Gelfand and Lesniak 1996, section 2); how much
of all weight is with patterns, and after which contest it never lost again (Epstein, Gelfand and Lock 1998, section 4);
where the Seq-Advisor stands among all others by weight (Lock 2003, section 5.2). The learner is trained as for the
tables of contests, and nothing is tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from gamelore.arena.training import train
from gamelore.base.errors import BadSetting
from gamelore.base.files import LARGEST, Json
from gamelore.base.settings import Within
from gamelore.lab.engine.experiment import Experiment, last_loss, result_letter
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.shapes import Shape, count, each, real
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory.knowledge import Knowledge
from gamelore.learners.advisors.patterns.faculty import Patterns
from gamelore.learners.registry import learner_class
from gamelore.papers.epstein_1996_1998.patterns import pattern_weights, rank_of

OF = 100_000
"""Of so many states of a game's graph the shares are told: as per cents the printed ones are .012 and .006."""
BESIDE = ("contests", "states met", "states kept")
"""What stands beside the printed columns."""
YES_OR_NO = "spatial Advisor of weight 1"
"""The column that counts runs: each is 0 or 100."""


@dataclass(frozen=True, slots=True)
class HeldExperiment(Experiment):
    """Who learns what, and how many states its game is said to have."""

    kind: ClassVar[str] = "held"

    learner: str = "hoyle"
    graph: Annotated[int, Within(0, LARGEST)] = 0
    """The states of the game as the source counts them; 0 where it does not."""

    def __post_init__(self) -> None:
        Experiment.__post_init__(self)
        if not issubclass(learner_class(self.learner), Hoyle):
            raise BadSetting(f"only Hoyle holds what is counted here, not {self.learner}")

    def shape(self) -> Shape:
        """Counts, ranks and shares."""
        return each(real(0), dict.fromkeys((*BESIDE, "last loss"), count()))

    def run(self, number: int) -> Json:
        game = self.load_game()
        learner, regime = self.make_learner(game), self.make_regime(game)
        assert isinstance(learner, Hoyle)
        met: set[object] = set()
        results = ""
        for record in train(game, learner, regime, seed=self.seed, run=number, settings=self.test.players):
            results += result_letter(record, regime.contest(len(results))[0].entrants)
            met.update(state for state, _ in record.replay(game))
        return held_by(learner, results, len(met), self.graph)


def held_by(learner: Hoyle, results: str, met: int, graph: int = 0) -> Figures:
    """What a learner holds after contests with these results, in which it met so many states."""
    kept = len(states_kept(learner.knowledge_items))
    figures: Figures = {
        "contests": len(results),
        "states met": met,
        "states kept": kept,
        "kept of met": 100 * kept / met,
        "last loss": last_loss(results),
        **_ranks(learner),
    }
    if graph:
        figures |= {f"met of {OF:,}": OF * met / graph, f"kept of {OF:,}": OF * kept / graph}
    if Patterns.name in learner.faculties:
        figures |= pattern_weights(learner)
    return figures


def states_kept(items: Knowledge) -> set[int]:
    """The states, up to symmetry, about which something is remembered; patterns, forks and weights are of no state."""
    return {*items.sure, *items.expert, *items.own, *items.openings, *items.failures}


def _ranks(learner: Hoyle) -> Figures:
    """The place of every voice of tier 2 by weight, stage by stage."""
    ranks: Figures = {}
    weights = learner.weights
    for stage in weights.stages():
        counts = {voice.name: weights.of(stage).get(voice.name, weights.initial) for voice in learner.voices}
        for name, weight in counts.items():
            others = [count for other, count in counts.items() if other != name]
            ranks[f"rank of {name}, {stage}"] = rank_of(weight, others)
        ranks[f"voices, {stage}"] = len(counts)
    return ranks


def reproduce_held(order: Order) -> Report:
    """Count what the rows of a table ask for."""
    return reproduce_rows(order, [order.read(HeldExperiment, row, game=row.game) for row in order.rows], _show)


def _show(table: PublishedTable, row: PublishedRow, experiment: HeldExperiment, runs: Sequence[Figures]) -> ReportRow:
    asked = [column for column in (*table.columns, *BESIDE) if all(column in run for run in runs)]
    cells = tuple(
        beside_printed(
            table,
            row,
            column,
            tuple(float(run[column]) for run in runs),
            "match",
            trials=len(runs) if column == YES_OR_NO else 0,
        )
        for column in dict.fromkeys(asked)
    )
    style = experiment.test.player_settings().style
    said = f"{experiment.said()}; perfect player: {style}; seed {experiment.seed}"
    return ReportRow(row, len(runs), said, cells)
