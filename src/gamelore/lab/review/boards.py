"""Board games judged: by the solved game, or by a search where nobody has solved it."""

from __future__ import annotations

from gamelore.arena.search import Search
from gamelore.base.seeds import Rng
from gamelore.games.board.game import BoardState
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.lab.review.core import MoveValues
from gamelore.oracles import Solution, covered, solution_for

DEPTH = 4
"""How many plies the search looks ahead that judges where nothing is solved."""
DECIDED = 30.0
"""What a win counts in markers: more than any board holds."""
SMALL = 0.5
"""What a search must see in a difference: half a marker. Smaller ones are its guesses about mobility."""


def board_judge(game: AnyGame) -> SolvedJudge | SearchJudge:
    """Who judges a game that hides nothing."""
    solution = solution_for(game)
    return SearchJudge(game) if solution is None else SolvedJudge(solution)


class SolvedJudge:
    """Knows the truth: a win is worth 1, a loss -1."""

    how = "the solved game: win, draw and loss are the truth, without any limit of plies"
    unit = "results"

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The true values."""
        if not isinstance(state, BoardState) or covered(state.game, state) is None:
            return None
        found = [(str(move), value) for move, value in self.solution.action_values(state)]
        return MoveValues(
            {move: float(value.result) for move, value in found}, {move: str(value) for move, value in found}
        )


class SearchJudge:
    """Looks ahead; what it says is an opinion."""

    unit = "markers"

    def __init__(self, game: AnyGame, depth: int = DEPTH) -> None:
        self.how = f"a search of {depth} plies, which may be wrong: nobody has solved {game.title} here"
        self.search = Search(game, depth)
        self.after = Search(game, depth - 1)

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """What the best moves look like, and the one that was made."""
        best, worth = self.search.best_actions(state)
        values = {str(move): _bounded(worth) for move in best}
        if str(action) not in values:
            values[str(action)] = _bounded(self._of(state, action))
        words = {move: _said(value) for move, value in values.items()}
        return MoveValues(values, words, dict.fromkeys(values, SMALL))

    def _of(self, state: AnyState, action: Action) -> float:
        after = state.child(action)
        if after.is_terminal():
            return after.returns()[state.current_player()] * DECIDED
        _, worth = self.after.best_actions(after)
        return -worth


def _bounded(worth: float) -> float:
    return max(-DECIDED, min(DECIDED, worth))


def _said(value: float) -> str:
    if abs(value) == DECIDED:
        return "a win in sight" if value > 0 else "a loss in sight"
    return f"{value:+.1f} markers"
