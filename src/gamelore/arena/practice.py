"""The judge of maxims: lists in, scores out, by contests with challengers.

A round is one contest with each of `CHALLENGERS`. All lists meet the same luck in the same round. In half of the rounds
the reader skips some lines: what is found serves careful and careless readers. Board games that are solved are played
in one kernel, by as many threads as there are processors; whatever that cannot play (an unsolved game, a measure that a
person added) is played through the plain arena. Both play the same contests move by move.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import ByCounter, Challenger, Perfect, Random
from gamelore.arena.roster import make_player
from gamelore.base.arrays import Floats, Ints
from gamelore.base.registry import Late
from gamelore.base.seeds import Phase
from gamelore.base.threads import shared_out
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.learners.core import Player
from gamelore.learners.features.board.survey import board_picture
from gamelore.learners.maxims.boards import is_compiled
from gamelore.learners.maxims.compiled import as_arrays, reader_room
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, Maxims
from gamelore.learners.maxims.proof import prove
from gamelore.oracles.board.retrograde import Solution, solvable_classes, table_size
from gamelore.oracles.board.styles import style_room

if TYPE_CHECKING:
    from gamelore.arena import _practice_kernels as kernels
else:
    kernels = Late("gamelore.arena._practice_kernels")

CHALLENGERS = ("perfect", "expert", "novice")
"""With whom lists practise; a list that does well against these does so against chance."""
POWER = {"expert": 0.5, "novice": 0.5}
"""How much a win counts beside a contest not lost: against the perfect player alone pure defence would be enough."""
SURVIVAL = 0.5
"""How much the share of a lost contest counts that was survived against the strongest: a first line loses them all."""
LONGEST = 400
"""Plies after which a contest of practice is drawn where the game sets no limit."""

PROVED = 3.0
"""The points that a list gets more which is proved never to lose."""
PROVED_FROM = 100
"""Rounds from which on it is worth while to look for a proof: before, nearly all lists are dropped again."""
SMALL = 10_000
"""States of a solved table up to which a proof takes less time than those rounds."""

WIN, DRAW, LOSS = 2, 1, 0


class PracticeJudge:
    """Scores lists of a game for two that hides nothing; the same rounds with the same seed give the same scores."""

    each = len(CHALLENGERS)
    """How many contests a round has."""

    def __init__(
        self, game: AnyGame, *, slips: float = 0.0, threads: int = 0, players: Mapping[str, object] | None = None
    ) -> None:
        self.game, self.slips = game, slips
        self.threads = threads or os.cpu_count() or 1
        self.players = {"unsolved": "search", **(players or {})}
        self._boards: BoardPractice | None = None
        self._proved: dict[MaximList, bool] = {}

    @cached_property
    def challengers(self) -> dict[str, Player]:
        """Who is met."""
        return {name: make_player(name, self.game, **self.players) for name in CHALLENGERS}

    def score(self, lists: Sequence[MaximList], rounds: range, seed: int) -> list[float]:
        """The mean points of each list over some rounds."""
        outcomes = {name: self.outcomes(name, lists, rounds, seed) for name in CHALLENGERS}
        points = [float(found) for found in score_points(outcomes, self.longest)]
        if len(rounds) < PROVED_FROM or not self._is_small:
            return points
        return [found + PROVED * self.is_proved(lines) for found, lines in zip(points, lists, strict=True)]

    def is_proved(self, lines: MaximList) -> bool:
        """Whether a list is proved never to lose; looked for once."""
        if lines not in self._proved:
            self._proved[lines] = is_compiled(self.game, lines) and bool(prove(self.game, lines, SMALL).never_loses)
        return self._proved[lines]

    @cached_property
    def _is_small(self) -> bool:
        game = self.game
        return isinstance(game, BoardGame) and table_size(game, solvable_classes(game)) <= SMALL

    def outcomes(self, challenger: str, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        """For each list and round the result (2 for a win, 1 for a draw, 0 for a loss) and the plies."""
        if all(is_compiled(self.game, lines) for lines in lists) and self._is_solved:
            return self.boards.outcomes(challenger, lists, rounds, seed)
        found = [[self.record(challenger, lines, number, seed) for number in rounds] for lines in lists]
        return np.array([[self.outcome_of(r, n) for n, r in zip(rounds, row, strict=True)] for row in found])

    @property
    def longest(self) -> int:
        """How many plies a contest can have."""
        game = self.game
        if game.horizon.max_plies:
            return game.horizon.max_plies
        if isinstance(game, BoardGame) and not game.rules.slides:
            return game.placements
        return LONGEST

    @cached_property
    def _is_solved(self) -> bool:
        manners = self.challengers.values()
        return isinstance(self.game, BoardGame) and all(_manner_of(player) is not None for player in manners)

    @property
    def boards(self) -> BoardPractice:
        """The compiled half."""
        if self._boards is None:
            self._boards = BoardPractice(self)
        return self._boards

    def record(self, challenger: str, lines: MaximList, number: int, seed: int) -> Record:
        """One contest of practice, through the plain arena."""
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


def seed_with(challenger: str, seed: int) -> int:
    """The seed of the contests with a challenger."""
    return seed + CHALLENGERS.index(challenger)


def score_points(outcomes: Mapping[str, Ints], longest: int) -> Floats:
    """The points of lists from their outcomes, at most 450: what is not lost, half of what is won, what is survived."""
    points: Floats = np.zeros(len(next(iter(outcomes.values()))))
    for name, found in outcomes.items():
        results, plies = found[:, :, 0], found[:, :, 1]
        points += (results != LOSS).mean(axis=1) + POWER.get(name, 0.0) * (results == WIN).mean(axis=1)
        if name == CHALLENGERS[0]:
            survived = np.where(results == LOSS, np.minimum(plies / longest, 1.0), 1.0)
            points += SURVIVAL * survived.mean(axis=1)
    return 100.0 * points


def _manner_of(player: Player) -> tuple[Perfect, float] | None:
    """The perfect player within a challenger and how often it errs, if kernels can play it."""
    if isinstance(player, Perfect) and isinstance(player.choice.oracle, Solution):
        return player, 0.0
    if isinstance(player, Challenger) and isinstance(player.strong, Perfect) and isinstance(player.error, Random):
        return player.strong, player.error_share
    return None


class BoardPractice:
    """The compiled contests of one judge."""

    def __init__(self, judge: PracticeJudge) -> None:
        assert isinstance(judge.game, BoardGame)
        self.judge, self.game = judge, judge.game
        self.manners = {}
        for name, player in judge.challengers.items():
            found = _manner_of(player)
            assert found is not None
            strong, errors = found
            self.manners[name] = strong.choice.manner(errors)
            oracle = strong.choice.oracle
            assert isinstance(oracle, Solution)
            self.solved = oracle.solved
        first = self.game.new_initial_state()
        repetition = self.game.horizon.repetition or 0
        self.start = np.array([first.own, first.other, first.left, judge.longest, repetition], dtype=np.int64)
        self._rooms: list[Any] = [_room(self.game, judge.longest) for _ in range(judge.threads)]

    def outcomes(
        self, challenger: str, lists: Sequence[MaximList], rounds: range, seed: int, codes: Ints | None = None
    ) -> Ints:
        """Result and plies for each list and round; `codes` receives the moves of the last contest."""
        arrays, lengths = as_arrays(lists)
        found = np.zeros((len(lists), len(rounds), 2), dtype=np.int64)
        moves = np.zeros(0, dtype=np.int64) if codes is None else codes

        picture, manner = board_picture(self.game), self.manners[challenger]

        def work(room: Any, part: slice) -> None:
            kernels.contests(
                self.solved, picture, manner, arrays[part], lengths[part], self.start, self.judge.slips,
                seed_with(challenger, seed), rounds.start, room, moves, found[part],
            )  # fmt: skip

        shared_out(work, self._rooms, len(lists))
        return found


def _room(game: BoardGame, longest: int) -> Any:
    states = np.zeros((3, longest + 1), dtype=np.int64)
    return kernels.PracticeRoom(reader=reader_room(game, longest), style=style_room(game), states=states)
