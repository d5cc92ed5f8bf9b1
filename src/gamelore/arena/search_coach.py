"""The coach where nobody knows the truth: a search stands in, and takes back what looks clearly worse to it."""

from __future__ import annotations

from gamelore.arena.players import Coach
from gamelore.arena.search import SAME, FarSearch, Search
from gamelore.base.seeds import stream
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.learners.core import CORRECTION, Decision, Lesson

TAKEN_BACK = 0.4
"""What a move must lose, in what the search counts: two fifths of a marker."""
DECIDED = 30.0
"""What a win counts, however far it lies: more than any board holds."""


class SearchCoach(Coach):
    """Looks over a learner's shoulder as far as a search sees; what it says is an opinion."""

    def __init__(self, game: AnyGame, strong: Search) -> None:
        self.search = strong if isinstance(strong, FarSearch) else FarSearch(game, strong.depth)
        self.after = FarSearch(game, self.search.depth - 1) if self.search.depth > 1 else None
        self.name = strong.name
        self.rng = stream(0)

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """The moves that look best instead; nothing if the one that was made looks about as good."""
        state = view.state
        better, worth = self.search.best_actions(state)
        if decision.action in better:
            return None
        lost = _bounded(worth) - self.worth(state, decision.action)
        if lost < TAKEN_BACK - SAME:
            return None
        unit = self.search.outlook.unit
        why = f"a search of {self.search.depth} plies, which may be wrong, sees {lost:.1f} {unit} lost"
        return Lesson(view, tuple(better), self.name, CORRECTION, reasons=(why,), instead_of=decision.action)

    def worth(self, state: AnyState, action: Action) -> float:
        """How good a move looks to who makes it; giving up is a loss."""
        if action not in state.legal_actions():
            return -DECIDED
        child, seat = state.child(action), state.current_player()
        if child.is_terminal():
            return child.returns()[seat] * DECIDED
        teams = state.game.teams
        sign = 1.0 if teams[child.current_player()] == teams[seat] else -1.0
        if self.after is None:
            return _bounded(sign * self.search.outlook.guess(child))
        return _bounded(sign * self.after.best_actions(child)[1])


def _bounded(worth: float) -> float:
    return max(-DECIDED, min(DECIDED, worth))
