"""A list beside a learner of the sources: strength, words, and what learning and deciding cost.

Nobody is fairly compared by strength alone. Hoyle learns from tens or hundreds of contests; a list was chosen by the
results of tens of thousands, from words that were given. So both stand in each row. Times are of the processor, in the
same hour on the same machine; published rows have none that could be compared.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gamelore.arena.roster import CHALLENGERS
from gamelore.arena.tournament import challenge
from gamelore.base.errors import NotAvailable
from gamelore.games.core import AnyGame
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.shelf import rows_beside
from gamelore.lab.engine.timed import Timed
from gamelore.learners.core import Learner
from gamelore.learners.maxims.learner import MaximLearner

COURSE = "double_cycle"
"""How the learner beside the list learns: it watches, as in the table of 2003."""


@dataclass(frozen=True, slots=True)
class BesideRow:
    """One of those who are compared; None where it is not known."""

    name: str
    strength: Mapping[str, tuple[float, float]]
    """Per cent won or drawn, and won, against each challenger."""
    words: int | None
    """Of all that it says of itself: what a person would have to read."""
    contests: int | None
    """That it has learned from, practised ones included."""
    learning: float | None
    """Seconds."""
    deciding: float | None
    """Milliseconds of a typical decision."""

    def to_mapping(self) -> dict[str, Any]:
        return asdict(self)


def beside(learner: MaximLearner, other: str, *, contests: int, seed: int) -> list[BesideRow]:
    """The published learner, the learner of a name after its course, and who follows the list."""
    game = learner.game
    if not game.perfect_information:
        raise NotAvailable(f"{game.name}: {other} watches contests of a perfect player, and there is none")
    found = learner.maxims.found
    practised, seconds = found.get("practised"), found.get("seconds")
    course = Experiment(game.name, dict(game.parameters), learner=other, regime=COURSE, seed=seed)
    began = time.process_time()
    taught, _ = course.taught(0)
    took = time.process_time() - began
    return [
        *_printed(game),
        _measured(f"{other}, ours", taught, course.make_regime(game).contests, took, contests, seed),
        _measured(
            "maxims", learner, practised if isinstance(practised, int) else None,
            float(seconds) if isinstance(seconds, int | float) else None, contests, seed,
        ),
    ]  # fmt: skip


def _printed(game: AnyGame) -> Iterator[BesideRow]:
    for name, row_name, year in rows_beside():
        table = published_table(name)
        rows = [row for row in table.rows if (row.name, row.game) == (row_name, game.name)]
        for row in rows:
            course = Experiment.read({**(row.experiment or {}), "game": game.name}, f"table {name}")
            shares = {
                c: (row.cells[f"{c}.reliability"].mean, row.cells[f"{c}.power"].mean if c != "perfect" else 0.0)
                for c in CHALLENGERS
            }
            yield BesideRow(f"{row.title}, {year}", shares, None, course.make_regime(game).contests, None, None)


def _measured(
    name: str, learner: Learner, learned: int | None, seconds: float | None, contests: int, seed: int
) -> BesideRow:
    timed = Timed(learner)
    scores = challenge(learner.game, timed, CHALLENGERS, contests, seed=seed)
    shares = {challenger: (score.reliability.mean, score.power.mean) for challenger, score in scores.items()}
    words = sum(len(sentence.split()) for sentence in learner.lore())
    deciding = 1000.0 * statistics.median(took for some in timed.times.values() for took in some)
    return BesideRow(name, shares, words, learned, seconds, deciding)
