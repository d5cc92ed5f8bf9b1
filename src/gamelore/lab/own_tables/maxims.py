"""Maxims measured: one search a run, its list in the hands of a careful reader, of one who slips, and of a beginner.

Nothing of this is published; the bars of the table are those that a study of the form set. A run is one search, the
best of its starts; the same list is then tested against the four challengers by each reader, with randomness that no
practice used, and looked at for a proof that it never loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from gamelore.arena.followers import reader_of
from gamelore.arena.imitation import ImitationJudge, contests_of_agent, watched_contests
from gamelore.arena.regimes import make_regime
from gamelore.arena.roster import CHALLENGERS
from gamelore.arena.tournament import challenge
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.games.board.game import BoardGame
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.orders import Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.reproduce import say_settings
from gamelore.lab.engine.shapes import PERCENT, Shape, count, keys, text
from gamelore.learners.core import Learner
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import list_text
from gamelore.learners.maxims.proof import prove
from gamelore.learners.registry import known_learner

SLIPS = 0.1
"""How likely the reader who slips and the beginner are to skip a line."""
STRANGERS = ("search:4", "intuitive")
"""The quick ones of those with whom no list was practised, whom the careful reader meets too."""
READERS: Mapping[str, tuple[str, float, tuple[str, ...]]] = {
    "careful": ("careful", 0.0, (*CHALLENGERS, *STRANGERS)),
    "slips": ("careful", SLIPS, ("perfect", "novice")),
    "beginner": ("beginner", SLIPS, ("novice", "random")),
    "alone": ("beginner-alone", SLIPS, ("novice", "random")),
}
"""The readers of a table's columns, and whom each meets: a contest of morris costs as much as a second of search."""
WATCHED, MODELLED, DECISIONS = "double_cycle", 40, 400_000
"""The course of a model, how many contests of an agent with each challenger are looked at, and a search's budget."""
PROVED_WITHIN = 100_000
"""States that a proof may look at in a run."""


@dataclass(frozen=True, slots=True)
class MaximExperiment(Experiment):
    """A search for maxims, and what its list is worth to each reader."""

    kind: ClassVar[str] = "maxims"
    revision: ClassVar[int] = 2

    learner: str = "maxims"
    regime: str = "long_practice"
    model: Literal["", "watched", "hoyle"] = ""
    """Whose decisions choose the lines: nobody's, so that practice does; the experts' of a double cycle that is
    watched; those of a Hoyle that learned from one. `contests` then counts decisions that lists are held against."""

    def shape(self) -> Shape:
        """The list, what is counted of it, and the shares of every reader against every challenger."""
        score = keys({"reliability": PERCENT, "power": PERCENT})
        read = {name: keys(dict.fromkeys(self._met_by(name), score)) for name in READERS}
        figures = keys({"lines": count(), "words": count(), "proved": PERCENT})
        return keys({"list": text(r"(?s).*"), "figures": figures, "readers": keys(read)})

    def _met_by(self, reader: str) -> tuple[str, ...]:
        named = (*self.test.challengers, *STRANGERS)
        return tuple(name for name in named if name in READERS[reader][2])

    def run(self, number: int) -> Json:
        """Search, then test and prove."""
        learner = self._imitating(number) if self.model else self.taught(number)[0]
        assert isinstance(learner, MaximLearner)
        words = sum(len(sentence.split()) - 1 for sentence in learner.lore())
        proved = isinstance(learner.game, BoardGame) and prove(learner.game, learner.lines, PROVED_WITHIN).never_loses
        figures = {"lines": len(learner.lines), "words": words, "proved": 100.0 * bool(proved)}
        return {"list": list_text(learner.lines), "figures": figures, "readers": self._read(learner, number)}

    def _imitating(self, run: int) -> Learner:
        """A list that was chosen by the decisions of a model."""
        game = self.load_game()
        learner, course = self.make_learner(game), make_regime(WATCHED, game)
        assert isinstance(learner, MaximLearner)
        if self.model == "watched":
            contests = watched_contests(game, course, seed=self.seed, run=run)
        else:
            agent = known_learner(self.model, game)
            for _ in train(game, agent, course, seed=self.seed, run=run):
                pass
            contests = contests_of_agent(game, agent, MODELLED, seed=self.seed, run=run)
        learner.judge = ImitationJudge(game, contests)
        learner.practise(self.contests or DECISIONS, stream(self.seed, run, Phase.TRAIN, 0, 0))
        return learner

    def _read(self, learner: MaximLearner, run: int) -> Json:
        """What each reader scores against each challenger, in per cent won or drawn, and won."""
        plan, found = self.test, {}
        for name, (reader, slips, _) in READERS.items():
            player = reader_of(learner, reader, slips, **plan.players)
            scores = challenge(
                learner.game, player, self._met_by(name), plan.contests,
                seed=self.seed, run=run, progress=None, **plan.players,
            )  # fmt: skip
            found[name] = {
                challenger: {"reliability": score.reliability.mean, "power": score.power.mean}
                for challenger, score in scores.items()
            }
        return found


def reproduce_maxims(order: Order) -> Report:
    """Run the searches of the rows."""
    return reproduce_rows(order, [order.read(MaximExperiment, row, game=row.game) for row in order.rows], _show)


def _show(table: PublishedTable, row: PublishedRow, experiment: MaximExperiment, results: Sequence[Json]) -> ReportRow:
    tests = {"lines": 0, "proved": 1}
    cells = tuple(
        beside_printed(
            table, row, column, tuple(_figure(result, column) for result in results),
            "show" if column == "lines" else "reach",
            trials=tests.get(column, experiment.test.contests) * len(results),
        )
        for column in table.columns
    )  # fmt: skip
    said = f"{say_settings(experiment)}; {len({result['list'] for result in results})} different lists"
    return ReportRow(row, len(results), said, cells)


def _figure(result: Json, column: str) -> float:
    """One figure of a run: `READER.CHALLENGER.MEASURE`, or one of the list itself."""
    if column in result["figures"]:
        return float(result["figures"][column])
    reader, _, rest = column.partition(".")
    challenger, _, measure = rest.partition(".")
    if reader not in result["readers"]:
        raise UnknownName("reader", reader, result["readers"], f"column {column}")
    if challenger not in result["readers"][reader]:
        raise UnknownName("challenger", challenger, result["readers"][reader], f"column {column}")
    if measure not in ("reliability", "power"):
        raise BadSetting(f"column {column}: expected READER.CHALLENGER.reliability or power")
    return float(result["readers"][reader][challenger][measure])
