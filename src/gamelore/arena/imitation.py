"""The other judges of maxims: lists in, scores out, by how often they do what a model did. No practice is played.

A list is worth the chance with which it makes the model's move, in per cent: where several moves are left, chance
decides among them. The models are the experts of contests that are watched, as Lock's learners watch them (2003,
section 2.3), or a trained agent at play. Imitation learns the model's taste among equally good moves, too, and does not
see where errors cost; how far it gets stands beside practice in the table `maxims`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.arena.contest import ContestKey
from gamelore.arena.judging import CHALLENGERS
from gamelore.arena.regimes import Regime
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import seat_of, tournament
from gamelore.arena.training import train
from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Phase
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.learners.core import Learner, Player
from gamelore.learners.maxims.lines import Line, MaximList, narrow
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.rote import Rote

Modelled = tuple[Record, frozenset[int]]
"""A contest, and the seats whose play is a model."""


@dataclass(frozen=True, slots=True)
class ModelDecision:
    """A turn of a model: what every line measures of its moves, and which move was made."""

    moves: int
    made: int
    values: Mapping[tuple[str, str], Floats | None]
    """By measure and condition; None where the condition does not hold."""

    def likelihood(self, lines: MaximList) -> float:
        """The chance that a reader of the list makes the model's move."""
        left = narrow(lines, self.moves, [self.values[line.measure, line.condition] for line in lines]).left
        return float(self.made in left) / len(left)


class ImitationJudge:
    """Scores lists by the decisions of models; a round is one decision."""

    opponents = ("model",)
    each = 1

    def __init__(self, game: AnyGame, contests: Iterable[Modelled]) -> None:
        self.decisions = [found for contest in contests for found in _decisions(game, *contest)]
        if not self.decisions:
            raise NotAvailable(f"{game.name}: there is no decision of a model that a list could follow")

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Floats:
        """[list, model, round]: the chance of each list to decide as the model did, in a turn drawn for each round."""
        drawn = [int(np.random.default_rng([seed, number]).integers(len(self.decisions))) for number in rounds]
        some = [self.decisions[number] for number in drawn]
        return np.array([[[decision.likelihood(lines) for decision in some]] for lines in lists])

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        """Its mean, in per cent."""
        return [100.0 * float(rows.mean()) for rows in found]


def _decisions(game: AnyGame, record: Record, seats: frozenset[int]) -> Iterator[ModelDecision]:
    """The turns of some seats at which there was a choice."""
    reader = reader_for(game)
    words = reader.wording
    lines = [Line(name, "most", condition) for name in words.measures for condition in words.conditions]
    reader.begin()
    for view, action in record.turns(game, seats):
        actions, values = reader.values(view, lines)
        if len(actions) > 1:
            named = {(line.measure, line.condition): value for line, value in zip(lines, values, strict=True)}
            yield ModelDecision(len(actions), list(actions).index(action), named)
        reader.made(view, action)


def watched_contests(game: AnyGame, regime: Regime, *, seed: int, run: int = 0) -> Iterator[Modelled]:
    """The contests of a course that is only watched, with the seats of its experts."""
    onlooker = Rote(game, Rote.preset(None))
    for number, record in enumerate(train(game, onlooker, regime, seed=seed, run=run)):
        block = regime.contest(number)[0]
        yield record, frozenset(seat_of(record, model) for model in block.models)


def contests_of_agent(game: AnyGame, agent: Learner, contests: int, *, seed: int, run: int = 0) -> Iterator[Modelled]:
    """Contests of a trained agent, learning off, with each of those whom lists practise with."""
    for name in CHALLENGERS:
        pair: tuple[Player, Player] = (agent, make_player(name, game, unsolved="search"))
        for record in tournament(game, pair, contests, ContestKey(seed, run, Phase.SAMPLE, series=f"model {name}")):
            yield record, frozenset({seat_of(record, 0)})
