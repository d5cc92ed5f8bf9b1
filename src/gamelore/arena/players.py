"""The players that learners meet: random, perfect in four styles, and challengers who err.

The perfect player secures the best outcome attainable and picks at random among equals (Epstein, Gelfand and Lock
1998, section 4). The challengers are perfect players who err in a share of their moves: 10 % for the expert, 70 % for
the novice. The earlier papers err at random; Lock (2003, section 2.3) errs *reasonably*: she takes a win one ply away,
avoids a loss two plies away and is random otherwise. Her printed baselines fit random errors, so these are the default.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeVar

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import child_keys
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Player, Reason

Style = Literal["uniform", "opening_restricted", "assertive", "steady"]
ErrorKind = Literal["random_error", "reasonable_error"]

OPENINGS: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {
    "tic_tac_toe": {(): ("1", "3", "5", "7", "9")},
    "lose_tic_tac_toe": {("5",): ("1", "3", "7", "9")},
}
"""For `opening_restricted`: after these moves only these answers, as the hand-coded players of 1998 must have played:
centre or corner at tic-tac-toe, a corner against the centre at lose tic-tac-toe (section 5)."""

_KEPT = 1 << 16
"""How many states a player keeps its candidate moves for; a five men's morris run meets about 12,000."""

T = TypeVar("T")


class Value(Protocol):
    """The truth about a state or a move for whoever is to move."""

    @property
    def result(self) -> int:
        """+1 win, 0 draw, -1 loss."""

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, where that is known."""


class Oracle(Protocol):
    """Whoever knows the truth: a solved game, or a search in a test."""

    def best_actions(self, state: Any) -> Sequence[Action]:
        """Every action that keeps the best result for the mover."""

    def action_values(self, state: Any) -> Sequence[tuple[Action, Value]]:
        """Every legal action with its value for the mover."""

    def losing_replies(self, state: Any) -> Iterable[float]:
        """For each legal action, in their order, the share of the replies to it that lose."""


def pick(rng: Rng, items: Sequence[T]) -> T:
    """One of some items, each as likely; `rng.choice` would cost as much as the rest of a ply."""
    return items[int(rng.random() * len(items))]


class NoLearning:
    """What every player has that learns nothing: a name, and no business before or after a contest."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down."""

    def end(self, record: Record) -> None:
        """Get up."""


class Random(NoLearning):
    """Any legal action, each as likely."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one."""
        return Decision(pick(rng, view.legal_actions()), "random")


class Perfect(NoLearning):
    """The best outcome that can be had against perfect play, at random among equals of its style.

    `uniform` takes every best action as likely; `opening_restricted` does too, but opens as `OPENINGS` says;
    `assertive` prefers the shortest win, else a capture, else the move after which the largest share of replies loses.
    `steady` prefers the shortest win, else a capture, and else always makes the board that comes first in the order of
    normal forms: it repeats itself and sets no traps. In a share `stray` of its moves it takes any of the equals.
    """

    def __init__(
        self, game: AnyGame, oracle: Oracle, style: Style = "uniform", name: str = "perfect", stray: float = 0.0
    ) -> None:
        super().__init__(name)
        self.stray = stray if style == "steady" else 0.0
        self.oracle = oracle
        self.style = style
        self._openings: dict[AnyState, frozenset[Action]] = {}
        if style == "opening_restricted":
            if game.name not in OPENINGS:
                raise BadSetting(f"style opening_restricted is defined for {', '.join(OPENINGS)}, not for {game.name}")
            for moves, answers in OPENINGS[game.name].items():
                state = game.new_initial_state()
                for move in moves:
                    state = state.child(game.parse_action(move))
                self._openings[state] = frozenset(game.parse_action(answer) for answer in answers)
        if style == "steady" and not isinstance(game, BoardGame):
            raise BadSetting(f"style steady is defined for board games, not for {game.name}")
        choose = {
            "uniform": self._best,
            "opening_restricted": self._restricted,
            "assertive": self._assertive,
            "steady": self._steady,
        }
        if style not in choose:
            raise BadSetting(f"a perfect player is {', '.join(choose)}, not '{style}'")
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=_KEPT)(choose[style])
        """The actions among which this player picks, in the order of the legal actions."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the candidates."""
        state = view.state
        strays = self.stray > 0 and rng.random() < self.stray
        actions = self._pressing(state)[0] if strays else self.candidates(state)
        return Decision(pick(rng, actions), "perfect", lambda: self._reasons(state, actions))

    def _best(self, state: AnyState) -> tuple[Action, ...]:
        return tuple(self.oracle.best_actions(state))

    def _restricted(self, state: AnyState) -> tuple[Action, ...]:
        best = self._best(state)
        allowed = self._openings.get(state)
        return best if allowed is None else tuple(action for action in best if action in allowed)

    def _pressing(self, state: AnyState) -> tuple[tuple[Action, ...], bool]:
        """The shortest wins, else the captures among the best, else the best; and whether that leaves a choice."""
        values = self.oracle.action_values(state)
        best = max(value.result for _, value in values)
        equals = [(action, value) for action, value in values if value.result == best]
        if best > 0:
            lengths = [math.inf if value.distance is None else value.distance for _, value in equals]
            shortest = (action for (action, _), plies in zip(equals, lengths, strict=True) if plies == min(lengths))
            return tuple(shortest), False
        actions = tuple(action for action, _ in equals)
        return tuple(action for action in actions if getattr(action, "capture", None) is not None) or actions, True

    def _assertive(self, state: AnyState) -> tuple[Action, ...]:
        actions, choice = self._pressing(state)
        if not choice:
            return actions
        shares = dict(zip(state.legal_actions(), self.oracle.losing_replies(state), strict=True))
        for action in actions:
            if shares[action] == 1.0 and state.child(action).is_terminal():
                shares[action] = 0.0  # a contest that is over leaves no reply to lose with
        most = max(shares[action] for action in actions)
        return tuple(action for action in actions if shares[action] == most)

    def _steady(self, state: AnyState) -> tuple[Action, ...]:
        actions, choice = self._pressing(state)
        if not choice:
            return actions
        assert isinstance(state, BoardState)
        keys: dict[Action, int] = dict(zip(state.legal_actions(), child_keys(state), strict=True))
        first = min(keys[action] for action in actions)
        return tuple(action for action in actions if keys[action] == first)

    def _reasons(self, state: AnyState, actions: Sequence[Action]) -> tuple[Reason, ...]:
        words = {1: "wins", 0: "draws", -1: "loses"}
        kept = set(actions)
        reasons = []
        for action, value in self.oracle.action_values(state):
            if action in kept:
                plies = "" if value.distance is None or value.result == 0 else f" in {value.distance} plies"
                sentence = f"{action} {words[value.result]}{plies} against perfect play"
                reasons.append(Reason("the solved game", sentence, str(action), float(value.result)))
        return tuple(reasons)


class Reasonable(NoLearning):
    """Takes a win one ply away, avoids a loss two plies away, and is random otherwise (Lock 2003, section 2.3)."""

    def __init__(self, game: AnyGame, name: str = "reasonable") -> None:
        require_open(game, name)
        super().__init__(name)
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=_KEPT)(reasonable_actions)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the reasonable actions."""
        return Decision(pick(rng, self.candidates(view.state)), "reasonable")


def reasonable_actions(state: AnyState) -> tuple[Action, ...]:
    """The winning actions; else those that do not lose within two plies; else all."""
    seat = state.current_player()
    actions = state.legal_actions()
    children = [(action, state.child(action)) for action in actions]
    wins = tuple(action for action, child in children if child.returns()[seat] > 0)
    if wins:
        return wins
    safe = tuple(action for action, child in children if not _loses_soon(child, seat))
    return safe or tuple(actions)


def _loses_soon(child: AnyState, seat: int) -> bool:
    if child.is_terminal():
        return child.returns()[seat] < 0
    return any(child.child(reply).returns()[seat] < 0 for reply in child.legal_actions())


class Challenger(NoLearning):
    """A strong player who errs in a share of its moves, drawn afresh at each move."""

    def __init__(self, strong: Player, error_share: float, error: Player, name: str) -> None:
        super().__init__(name)
        if not 0.0 <= error_share <= 1.0:
            raise BadSetting(f"the share of errors lies between 0 and 1, not {error_share}")
        self.strong = strong
        self.error_share = error_share
        self.error = error

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Err, or do as the strong player does."""
        if rng.random() < self.error_share:
            return Decision(self.error.decide(view, rng).action, "error")
        return self.strong.decide(view, rng)


def require_open(game: AnyGame, name: str) -> None:
    """Refuse a player who must see the whole state a seat in a game that hides part of it."""
    if not game.perfect_information:
        raise NotAvailable(f"player {name} must see the whole state, which {game.name} hides")
