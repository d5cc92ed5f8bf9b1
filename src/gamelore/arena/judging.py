"""The judge of maxims in any open game for two: lists in, results out, by contests with challengers.

A round is one contest with each of `CHALLENGERS`. All lists meet the same luck in the same round. In half of the rounds
the reader skips some lines: what is found serves careful and careless readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import ByCounter
from gamelore.arena.roster import make_player
from gamelore.base.arrays import Floats, Ints
from gamelore.base.seeds import Phase
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.learners.core import Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, Maxims
from gamelore.learners.maxims.schedule import MaximSettings

CHALLENGERS = ("perfect", "expert", "novice")
"""With whom lists practise; a list that does well against these does so against chance."""
TEACHERS: dict[str, tuple[str, ...]] = {"usual": CHALLENGERS, "mixed": (*CHALLENGERS, "search:4")}
"""With whom lists practise, by a setting: who knows the truth plays otherwise than who looks ahead."""
POWER = {"expert": 0.5, "novice": 0.5, "search:4": 0.5}
"""How much a win counts beside a contest not lost: against the perfect player alone pure defence would be enough."""
SURVIVAL = 0.5
"""How much the share of a lost contest counts that was survived against the strongest: a first line loses them all."""
LONGEST = 400
"""Plies after which a contest of practice is drawn where the game sets no limit."""

WIN, DRAW, LOSS = 2, 1, 0


class LineJudge:
    """Plays lists through the plain arena; the same rounds with the same seed give the same results."""

    hurried = False
    """Whether there are too few contests for the usual pace of a search."""

    def __init__(
        self,
        game: AnyGame,
        *,
        slips: float = 0.0,
        players: Mapping[str, object] | None = None,
        opponents: tuple[str, ...] = CHALLENGERS,
    ) -> None:
        self.game, self.slips, self.opponents = game, slips, opponents
        self.each = len(opponents)
        self.players = {"unsolved": "stand_in", **(players or {})}

    @property
    def pace(self) -> str:
        """How many contests a step of a search should take (`learners.maxims.schedule.PACES`)."""
        return "hurried" if self.hurried else "search" if self.seeks else "usual"

    @property
    def seeks(self) -> bool:
        """Whether lists practise in kernels with somebody who looks ahead."""
        return False

    @cached_property
    def challengers(self) -> dict[str, Player]:
        return {name: make_player(name, self.game, **self.players) for name in self.opponents}

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        """[list, opponent, round, 2]: the result (2 for a win, 1 for a draw, 0 for a loss) and the plies."""
        return np.stack([self.outcomes(name, lists, rounds, seed) for name in self.opponents], axis=1)

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        return [float(points) for points in score_points(found, self.longest, self.opponents)]

    def outcomes(self, challenger: str, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        """The same against one challenger."""
        found = [[self.record(challenger, lines, number, seed) for number in rounds] for lines in lists]
        return np.array([[self.outcome_of(r, n) for n, r in zip(rounds, row, strict=True)] for row in found])

    @property
    def longest(self) -> int:
        """How many plies a contest can have."""
        return self.game.most_plies or LONGEST

    def record(self, challenger: str, lines: MaximList, number: int, seed: int) -> Record:
        """One contest of practice."""
        reader = MaximLearner(self.game, MaximLearner.preset(None))
        reader.maxims, reader.slips = Maxims(lines), self.slips if number % 4 < 2 else 0.0
        pair = (reader, self.challengers[challenger])
        players: list[Player] = [ByCounter(player, seed_with(challenger, seed), number) for player in pair]
        key = ContestKey(seed, 0, Phase.TRAIN, number, series=challenger)
        return play(self.game, players if number % 2 == 0 else players[::-1], key)

    def outcome_of(self, record: Record, number: int) -> tuple[int, int]:
        """What a contest of practice came to for the list, and its plies."""
        result = {"win": WIN, "draw": DRAW, "loss": LOSS}[record.result(number % 2)]
        return result, len(record.actions)


def judge_lines(game: AnyGame, settings: MaximSettings, players: Mapping[str, object]) -> LineJudge:
    """The judge of lines of a game without a kit of its own."""
    return LineJudge(game, slips=settings.slips, players=players, opponents=TEACHERS[settings.teachers])


def seed_with(challenger: str, seed: int) -> int:
    """The seed of the contests with a challenger."""
    return seed + TEACHERS["mixed"].index(challenger)


def score_points(found: Ints | Floats, longest: int, opponents: Sequence[str] = CHALLENGERS) -> Floats:
    """The points of lists from their outcomes: what is not lost, half of what is won, what is survived.

    At most 450 with the usual challengers, 600 with one more.
    """
    points: Floats = np.zeros(len(found))
    for number, name in enumerate(opponents):
        results, plies = found[:, number, :, 0], found[:, number, :, 1]
        points += (results != LOSS).mean(axis=1) + POWER.get(name, 0.0) * (results == WIN).mean(axis=1)
        if number == 0:
            survived = np.where(results == LOSS, np.minimum(plies / longest, 1.0), 1.0)
            points += SURVIVAL * survived.mean(axis=1)
    return 100.0 * points
