"""Games that hide nothing judged: by the solved game, or by a search where nobody has solved it."""

from __future__ import annotations

from dataclasses import replace

from gamelore.arena.search import Search, outlook_of
from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Rng
from gamelore.base.words import counted
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.lab.review.core import RESULTS, MoveValues, turned
from gamelore.oracles import NotSolvedYet, Truth, easy_truth
from gamelore.oracles.core import Value

DEPTH = 4
"""How many plies the search looks ahead that judges where nothing is solved."""
DECIDED = 30.0
"""What a win counts in markers: more than any board holds."""
LONGEST, DRAWN = 9, 3
"""Plies of a line that is played out to its end, and of one that ends in nothing or in what a search guesses."""
SMALL = 0.5
"""What a search must see in a difference: half a marker. Smaller ones are its guesses about mobility."""


def open_judge(game: AnyGame) -> SolvedJudge | SearchJudge:
    """Who judges a game that hides nothing; the search also where nobody would wait for the truth."""
    if not game.perfect_information:
        raise NotAvailable(f"nobody can say what the moves of {game.name} are worth")
    truth = easy_truth(game)
    try:
        if truth is not None:
            truth.find()
    except NotSolvedYet:
        truth = None
    return SearchJudge(game) if truth is None else SolvedJudge(truth)


class SolvedJudge:
    """Knows the truth: a win is worth 1, a loss -1."""

    how = "the solved game: win, draw and loss are the truth, without any limit of plies"
    unit = RESULTS

    def __init__(self, truth: Truth) -> None:
        self.truth = truth

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        if not self.truth.covers(state):
            return None
        found = {str(move): value for move, value in self.truth.action_values(state)}
        values = MoveValues(
            {move: float(value.result) for move, value in found.items()},
            {move: str(value) for move, value in found.items()},
        )
        if not values.given(str(action)):
            return values
        most = max(value.result for value in found.values())
        reply, because = self._punished(state.child(action))
        return replace(values, lost=turned(most, found[str(action)].result), reply=reply, because=because)

    def _punished(self, after: AnyState) -> tuple[str, str]:
        """The best reply, soonest if it wins, and what it does."""
        if after.is_terminal():
            return "", "It ends the contest."
        reply, value = self._best(after)
        other = after.game.seat_names[after.current_player()]
        if value.result > 0 and value.distance == 1:
            return str(reply), f"{other} answers {reply} and wins."
        soon = f" in {counted(value.distance or 0, 'ply', 'plies')}" if value.result > 0 else ""
        return str(reply), f"{other} answers {reply} and {'wins' if value.result > 0 else 'draws'}{soon}."

    def played_out(self, state: AnyState, action: Action) -> tuple[str, ...]:
        """Whoever wins does it as soon, and whoever loses as late, as can be."""
        moves, state = [str(action)], state.child(action)
        while not state.is_terminal() and self.truth.covers(state) and len(moves) < LONGEST:
            reply, value = self._best(state)
            if not value.result and len(moves) >= DRAWN:
                break
            moves.append(str(reply))
            state = state.child(reply)
        return tuple(moves)

    def _best(self, state: AnyState) -> tuple[Action, Value]:
        """The best move, soonest if it wins, latest if it loses."""
        found = self.truth.action_values(state)
        return min(found, key=lambda told: (-told[1].result, told[1].result * (told[1].distance or 0)))


class SearchJudge:
    """Looks ahead; what it says is an opinion."""

    def __init__(self, game: AnyGame, depth: int = DEPTH) -> None:
        self.unit = outlook_of(game).unit
        self.how = f"a search of {depth} plies, which may be wrong: nobody has solved {game.title} here"
        self.search = Search(game, depth)
        self.after = Search(game, depth - 1)

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """What the best moves look like, the one that was made, and whether some other would have lost something."""
        best, worth = self.search.best_actions(state)
        values = {str(move): _bounded(worth) for move in best}
        for move in (action, *state.legal_actions()):
            if str(move) not in values:
                values[str(move)] = _bounded(self._of(state, move))
            if min(values.values()) < _bounded(worth) - SMALL:
                break
        words = {move: self._said(value) for move, value in values.items()}
        told = MoveValues(values, words, dict.fromkeys(values, SMALL))
        if not told.given(str(action)):
            return told
        reply, because = self._punished(state.child(action))
        return replace(told, lost=self._lost(_bounded(worth), values[str(action)]), reply=reply, because=because)

    def _of(self, state: AnyState, action: Action) -> float:
        after = state.child(action)
        if after.is_terminal():
            return after.returns()[state.current_player()] * DECIDED
        _, worth = self.after.best_actions(after)
        return -worth

    def _lost(self, best: float, made: float) -> str:
        if best == DECIDED:
            return "let a win in sight go"
        return "ran into a loss in sight" if made == -DECIDED else f"looks {best - made:.1f} {self.unit} worse"

    def _punished(self, after: AnyState) -> tuple[str, str]:
        if after.is_terminal():
            return "", "It ends the contest."
        replies, _ = self.after.best_actions(after)
        other = after.game.seat_names[after.current_player()]
        return str(replies[0]), f"The search would answer {replies[0]} for {other}."

    def played_out(self, state: AnyState, action: Action) -> tuple[str, ...]:
        """As the search would go on."""
        moves, state = [str(action)], state.child(action)
        while not state.is_terminal() and len(moves) < DRAWN:
            reply = self.after.best_actions(state)[0][0]
            moves.append(str(reply))
            state = state.child(reply)
        return tuple(moves)

    def _said(self, value: float) -> str:
        if abs(value) == DECIDED:
            return "a win in sight" if value > 0 else "a loss in sight"
        return f"{round(value, 1) + 0.0:+.1f} {self.unit}"


def _bounded(worth: float) -> float:
    return max(-DECIDED, min(DECIDED, worth))
