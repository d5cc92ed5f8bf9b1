"""How right heuristics are: of the states where one speaks, the share in which its move keeps the state's value.

The states come from fresh contests between players who err, the truth from an oracle, and the moves from whoever
speaks: pairs, concepts, anything that names moves where a condition holds. What naming a move by chance would reach in
the same states stands beside it. Where nobody knows the truth a narrow search stands in, which may be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.roster import CHALLENGERS, make_player
from gamelore.arena.search import SAME, FarSearch
from gamelore.arena.search_coach import TAKEN_BACK, SearchCoach
from gamelore.base.arrays import Bools, Ints
from gamelore.base.seeds import Phase
from gamelore.games import AnyGame
from gamelore.games.board.arrays import code_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.oracles import has_easy_truth
from gamelore.oracles.board.solved_tables import solve

CONTESTS = 20
"""Contests between every two challengers, from which the states come unless another number is asked for."""
SEARCHED, PLIES = 2, 4
"""The same where a search must judge the moves, and how many plies it looks from a state."""
OFTEN = 5
"""In how many states a speaker must have spoken to be judged."""

ORACLE = "the oracle"

Ask = Callable[[BoardState, Ints], tuple[Ints, Ints]]
"""From a state and the codes of its moves to the speakers and the places of the moves they speak for."""


@dataclass(frozen=True, slots=True)
class JudgedState:
    """A state with the truth about its moves."""

    state: BoardState
    codes: Ints
    keeps: Bools
    """Which moves keep what the state is worth."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How one speaker did."""

    spoke: int
    """States in which it spoke."""
    kept: float
    """Those in which its move kept the value; where it named several moves, the share of them."""
    chance: float
    """What a move drawn at random would have kept in the same states."""
    squares: float = 0.0
    """The differences between the two, squared and added up over the states."""

    @property
    def share(self) -> float | None:
        """The share of states in which it was right; None if it never spoke."""
        return self.kept / self.spoke if self.spoke else None

    @property
    def often(self) -> bool:
        """Whether it spoke often enough to be judged."""
        return self.spoke >= OFTEN

    @property
    def false(self) -> bool:
        """Whether its moves keep the value no more often than random moves in the same states."""
        return self.kept <= self.chance

    @property
    def clearly_false(self) -> bool:
        """Whether they keep it less often by more than the drawing of the states explains (two standard errors)."""
        if self.spoke < 2:
            return False
        gain = self.kept - self.chance
        variance = (self.squares - gain**2 / self.spoke) * self.spoke / (self.spoke - 1)
        return gain < -2 * math.sqrt(max(0.0, variance))

    def __str__(self) -> str:
        if not self.spoke:
            return "never spoke"
        return f"right in {self.kept / self.spoke:.0%} of {self.spoke} states, chance {self.chance / self.spoke:.0%}"


def judged_by(game: AnyGame) -> str:
    """Who judges the moves of a game."""
    return ORACLE if has_easy_truth(game) else f"a search of {PLIES} plies, which may be wrong"


def judged_states(game: BoardGame, seed: int, contests: int | None = None) -> list[JudgedState]:
    """Each state once, of so many contests between every two of the four challengers, in which the choice matters."""
    solved = has_easy_truth(game)
    judge = _by_solution(game) if solved else _by_search(game)
    found: dict[BoardState, JudgedState] = {}
    for state in _states(game, contests or (CONTESTS if solved else SEARCHED), seed):
        if state not in found and len(state.legal_actions()) > 1:
            judged = judge(state)
            if not judged.keeps.all():
                found[state] = judged
    return list(found.values())


def _by_solution(game: BoardGame) -> Callable[[BoardState], JudgedState]:
    solution = solve(game)

    def judge(state: BoardState) -> JudgedState:
        moves, values = solution.codes(state)
        signs = np.sign(values)
        return JudgedState(state, _codes(moves), signs == signs.min())

    return judge


def _by_search(game: BoardGame) -> Callable[[BoardState], JudgedState]:
    """A move is refuted that loses what a search that coaches would take back."""
    coach = SearchCoach(game, FarSearch(game, PLIES))

    def judge(state: BoardState) -> JudgedState:
        moves = state.legal_actions()
        worth = np.array([coach.worth(state, move) for move in moves])
        return JudgedState(state, _codes(moves), worth > worth.max() - TAKEN_BACK + SAME)

    return judge


def _codes(moves: Sequence[Move]) -> Ints:
    return np.array([code_of(move) for move in moves], dtype=np.int64)


def _states(game: BoardGame, contests: int, seed: int) -> Iterator[BoardState]:
    players = {name: make_player(name, game, unsolved="search") for name in CHALLENGERS}
    for series, (one, two) in enumerate(combinations_with_replacement(CHALLENGERS, 2)):
        for number in range(contests):
            seats = [players[one], players[two]][:: 1 if number % 2 == 0 else -1]
            record = play(game, seats, ContestKey(seed, series, Phase.SAMPLE, number))
            for state, _ in record.replay(game):
                assert isinstance(state, BoardState)
                yield state


def accuracies(states: Sequence[JudgedState], speakers: int, ask: Ask) -> list[Accuracy]:
    """How each of some speakers did in some states; all speakers are asked at once in each state."""
    spoke = np.zeros(speakers, dtype=np.int64)
    kept, chance, squares = np.zeros((3, speakers))
    for judged in states:
        who, places = ask(judged.state, judged.codes)
        if not len(who):
            continue
        numbers, back, named = np.unique(who, return_inverse=True, return_counts=True)
        right = np.bincount(back, judged.keeps[places].astype(np.float64), minlength=len(numbers)) / named
        usual = judged.keeps.mean()
        spoke[numbers] += 1
        kept[numbers] += right
        chance[numbers] += usual
        squares[numbers] += (right - usual) ** 2
    rows = zip(spoke.tolist(), kept.tolist(), chance.tolist(), squares.tolist(), strict=True)
    return [Accuracy(*row) for row in rows]
