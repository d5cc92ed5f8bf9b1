"""The strong players of games that nobody has solved: alpha-beta to a fixed depth.

They count on outcomes; beyond their depth they guess as an outlook of the game's kit says, without one by mobility
alone. They treat partners as one and everybody else as against them, so they take any number of seats and teams, on
nothing but the State interface.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from gamelore.arena.players import NoLearning, pick, require_open
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.base.words import counted
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.learners.core import Decision, Reason

WON = 1000.0
"""More than any guess; a win is worth one less for every ply that it takes."""
DEPTH = 3
"""How many plies a search looks ahead unless it is told."""
MOST_DEPTH = 12
"""How deep a search may be asked to look."""
SAME = 1e-9
"""Values that lie no further apart are the same."""
TIE = 0.005
"""Less than any two guesses differ by: how far chance moves the worth of a move where the depth is told."""

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

Looked: TypeAlias = tuple[list[Action], float]
"""The moves that look best, and how good they look."""


class Tried(NamedTuple):
    """What a move came to that was tried out (`uct.py`)."""

    action: Action
    visits: int
    points: int
    """2 for each win of who made it, 1 for each draw."""


class Outlook:
    """The protocol of a kit's `outlook`, and what the rules alone offer: how a search sees a family of games."""

    unit = "moves"
    """What a guess is counted in."""
    piece = ""
    """What can be won and lost on the way to a win; empty where there is no such thing."""

    def lead(self, state: Any, seat: int) -> int:
        """How many of these a seat is ahead."""
        return 0

    def guess(self, state: Any) -> float:
        """What a state beyond the depth is worth to its mover, far less than a win; moves count a hundredth."""
        other = state.null()
        return 0.0 if other is None else 0.01 * (len(state.legal_actions()) - len(other.legal_actions()))

    def look(self, state: Any, depth: int) -> Looked | None:
        """The same choice as through the State interface, faster; None where there is no faster way."""
        return None

    def choose(self, state: Any, depth: int, chances: Sequence[float]) -> tuple[Action, float] | None:
        """The same for one move, where chance decides among equals; None likewise."""
        return None

    def tried(self, state: Any, tries: int, longest: int, curiosity: float, seed: int) -> list[Tried] | None:
        """The same tries as through the State interface (`uct.py`); None likewise."""
        return None


def outlook_of(game: AnyGame) -> Outlook:
    """How a search sees a game."""
    make: type[Outlook] = game.kit.part("outlook") or Outlook
    return make()


def far_outlook_of(game: AnyGame) -> Outlook:
    """How a search sees a game that is told its depth."""
    make: Callable[[AnyGame], Outlook] | None = game.kit.part("far_outlook")
    return outlook_of(game) if make is None else make(game)


class Search(NoLearning):
    """Looks `depth` plies ahead and picks at random among the moves that look best."""

    def __init__(self, game: AnyGame, depth: int = DEPTH, name: str = "search") -> None:
        require_open(game, name)
        if depth < 1:
            raise BadSetting(f"a search looks at least one ply ahead, not {depth}")
        super().__init__(name)
        self.depth = depth
        self.teams = game.teams
        self.outlook = outlook_of(game)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the moves that look best."""
        best, worth = self.best_actions(view.state)
        sentence = f"{', '.join(map(str, best))} look best {counted(self.depth, 'ply', 'plies')} ahead"
        return Decision(pick(rng, best), "search", lambda: (Reason("search", sentence, strength=worth),))

    def best_actions(self, state: AnyState) -> Looked:
        """The moves that look best, and how good they look."""
        return self.outlook.look(state, self.depth) or self.best_plainly(state)

    def best_plainly(self, state: AnyState) -> Looked:
        """The same through the State interface alone."""
        team = self.teams[state.current_player()]
        best: list[Action] = []
        worth = -math.inf
        for action in forcing_first(state.legal_actions()):
            # Below the best by a hair, so that equals come back exact and are kept.
            value = self._value(state.child(action), team, 1, worth - SAME, math.inf)
            if value > worth + SAME:
                best, worth = [action], value
            elif value >= worth - SAME:
                best.append(action)
        return best, worth

    def _value(self, state: AnyState, team: int, ply: int, low: float, high: float) -> float:
        """What a state is worth to a team, exact between `low` and `high`."""
        if state.is_terminal():
            mine = state.returns()[self.teams.index(team)]
            return mine * (WON - ply)
        if ply == self.depth:
            return self.outlook.guess(state) * (1.0 if self.teams[state.current_player()] == team else -1.0)
        mine = self.teams[state.current_player()] == team
        worth = -math.inf if mine else math.inf
        for action in forcing_first(state.legal_actions()):
            value = self._value(state.child(action), team, ply + 1, low, high)
            if mine:
                worth = max(worth, value)
                low = max(low, worth)
            else:
                worth = min(worth, value)
                high = min(high, worth)
            if low >= high:
                break
        return worth


class FarSearch(Search):
    """Looks as far ahead as it is told and weighs what it sees there; chance decides among equals.

    Each legal move gets a number by chance, in their order; of equals the highest is made.
    """

    def __init__(self, game: AnyGame, depth: int, name: str = "") -> None:
        super().__init__(game, depth, name or f"search:{depth}")
        if depth > MOST_DEPTH:
            raise BadSetting(f"a search looks at most {MOST_DEPTH} plies ahead, not {depth:,}")
        self.outlook = far_outlook_of(game)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Make the move that looks best."""
        state = view.state
        action, worth = self.chosen(state, [float(rng.random()) for _ in state.legal_actions()])
        return Decision(action, "search", lambda: (Reason("search", self.told(state, action), str(action), worth),))

    def chosen(self, state: AnyState, chances: Sequence[float]) -> tuple[Action, float]:
        """The move that looks best and how good it looks, with a number by chance for each legal one."""
        return self.outlook.choose(state, self.depth, chances) or self.chosen_plainly(state, chances)

    def chosen_plainly(self, state: AnyState, chances: Sequence[float]) -> tuple[Action, float]:
        """The same through the State interface alone."""
        team = self.teams[state.current_player()]
        actions = state.legal_actions()
        best, worth, most = actions[0], -math.inf, -math.inf
        more = {action: TIE * chance for action, chance in zip(actions, chances, strict=True)}
        for action in forcing_first(sorted(actions, key=lambda action: -more[action])):
            value = self._value(state.child(action), team, 1, most - more[action], math.inf)
            if value + more[action] > most:
                best, worth, most = action, value, value + more[action]
        return best, worth

    def line(self, state: AnyState, action: Action) -> list[AnyState]:
        """The states to which the move leads when everybody goes on as it looks best from here."""
        states = [state, state.child(action)]
        for depth in range(self.depth - 1, 0, -1):
            here = states[-1]
            if here.is_terminal():
                break
            chances = [0.0] * len(here.legal_actions())
            further = FarSearch(state.game, depth)
            states.append(here.child(further.chosen(here, chances)[0]))
        return states

    def told(self, state: AnyState, action: Action) -> str:
        """What the search saw of a move, in a sentence."""
        line, seat = self.line(state, action), state.current_player()
        if line[-1].is_terminal():
            result = line[-1].returns()[seat]
            return f"{action} {'wins' if result > 0 else 'loses' if result < 0 else 'draws'} in {_plies(len(line) - 1)}"
        leads = [self.outlook.lead(here, seat) for here in line]
        gained = leads[-1] - leads[0]
        if not self.outlook.piece or gained == 0:
            kept = f", and no {self.outlook.piece} is won or lost" if self.outlook.piece else ""
            return f"{action} looks best {_plies(self.depth)} ahead{kept}"
        until = max(n for n, lead in enumerate(leads) if lead != leads[-1]) + 1
        pieces = f"a {self.outlook.piece}" if abs(gained) == 1 else counted(abs(gained), self.outlook.piece)
        return f"{action} {'wins' if gained > 0 else 'loses no more than'} {pieces} in {_plies(until)}"


def _plies(count: int) -> str:
    return f"{SMALL[count]} {'ply' if count == 1 else 'plies'}"


def forcing_first(actions: Sequence[Action]) -> list[Action]:
    """Captures before quiet moves: they cut off most."""
    return sorted(actions, key=lambda action: getattr(action, "capture", None) is None)
