"""What "perfect" means: which actions a perfect player may take in a state, and with which chances.

It secures the best outcome attainable and picks at random among equals (Epstein, Gelfand and Lock 1998, section 4); a
style says which equals it prefers. The challengers are perfect players who err in a share of their moves. The earlier
papers err at random; Lock (2003, section 2.3) errs *reasonably*. Her printed baselines fit random errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol, get_args

from gamelore.base.errors import BadSetting
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import child_keys
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.oracles.board.retrograde import Value

Style = Literal["uniform", "opening_restricted", "assertive", "steady"]
"""How a perfect player chooses among equals. `uniform` takes each as likely; `opening_restricted` does too, but opens
as `OPENINGS` says; `assertive` prefers the shortest win, else a capture, else the move after which the largest share of
replies loses; `steady` prefers the shortest win, else a capture, and else always makes the board that comes first in
the order of normal forms: it repeats itself and sets no traps."""

ERRORS = {"perfect": 0.0, "expert": 0.10, "novice": 0.70, "random": 1.0}
"""In what share of their moves the four challengers of every published test err, strongest first (Epstein, Gelfand and
Lock 1998, section 4; Lock 2003, section 2.3)."""

OPENINGS: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {
    "tic_tac_toe": {(): ("1", "3", "5", "7", "9")},
    "lose_tic_tac_toe": {("5",): ("1", "3", "7", "9")},
}
"""For `opening_restricted`: after these moves only these answers, as the hand-coded players of 1998 must have played:
centre or corner at tic-tac-toe, a corner against the centre at lose tic-tac-toe (section 5)."""

_KEPT = 1 << 16
"""How many states keep their candidates; a five men's morris run meets about 12,000."""


class Oracle(Protocol):
    """Whoever knows the truth: a solved game, or a search in a test."""

    def action_values(self, state: Any) -> Sequence[tuple[Action, Value]]:
        """Every legal action with its value for the mover."""

    def losing_replies(self, state: Any) -> Iterable[float]:
        """For each legal action, in their order, the share of the replies to it that lose."""


class PerfectChoice:
    """The choice of a perfect player of one style; one who is `steady` strays from it in a share of the moves."""

    def __init__(self, game: AnyGame, oracle: Oracle, style: Style = "uniform", stray: float = 0.0) -> None:
        if style not in get_args(Style):
            raise BadSetting(f"a perfect player is {', '.join(get_args(Style))}, not '{style}'")
        if style == "opening_restricted" and game.name not in OPENINGS:
            raise BadSetting(f"style opening_restricted is defined for {', '.join(OPENINGS)}, not for {game.name}")
        if style == "steady" and not isinstance(game, BoardGame):
            raise BadSetting(f"style steady is defined for board games, not for {game.name}")
        self.oracle = oracle
        self.style = style
        self.stray = stray if style == "steady" else 0.0
        self._openings = _openings(game) if style == "opening_restricted" else {}
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=_KEPT)(self._candidates)
        """The actions among which it picks, each as likely, in the order of the legal actions."""

    def _candidates(self, state: AnyState) -> tuple[Action, ...]:
        values = self.oracle.action_values(state)
        best = max(value.result for _, value in values)
        if self.style in ("uniform", "opening_restricted"):
            allowed = self._openings.get(state)
            return tuple(a for a, value in values if value.result == best and (allowed is None or a in allowed))
        actions = _pressing(values)
        if best > 0:
            return actions
        ranks = {action: rank for (action, _), rank in zip(values, self._ranks(state), strict=True)}
        first = min(ranks[action] for action in actions)
        return tuple(action for action in actions if ranks[action] == first)

    def _ranks(self, state: AnyState) -> Iterable[float]:
        """What the style prefers least of, for each legal action."""
        if self.style == "assertive":
            return (-share for share in self.oracle.losing_replies(state))
        assert isinstance(state, BoardState)
        return child_keys(state)

    def astray(self, state: AnyState) -> tuple[Action, ...]:
        """The actions among which it picks when it strays: it is as fast and as greedy, but not steady."""
        return _pressing(self.oracle.action_values(state))

    def chances(self, state: AnyState, errors: float = 0.0) -> Mapping[Action, float]:
        """The probability of each action for a player who errs at random in a share of the moves."""
        chances = dict.fromkeys(state.legal_actions(), 0.0)
        for share, actions in (
            (errors, tuple(chances)),
            ((1 - errors) * self.stray, self.astray(state) if self.stray else ()),
            ((1 - errors) * (1 - self.stray), self.candidates(state)),
        ):
            for action in actions:
                chances[action] += share / len(actions)
        return chances


def _openings(game: AnyGame) -> dict[AnyState, frozenset[Action]]:
    found = {}
    for moves, answers in OPENINGS[game.name].items():
        state = game.new_initial_state()
        for move in moves:
            state = state.child(game.parse_action(move))
        found[state] = frozenset(game.parse_action(answer) for answer in answers)
    return found


def _pressing(values: Sequence[tuple[Action, Value]]) -> tuple[Action, ...]:
    """The shortest wins, else the captures among the best, else the best."""
    best = max(value.result for _, value in values)
    equals = [(action, value.distance or 0) for action, value in values if value.result == best]
    if best > 0:
        shortest = min(plies for _, plies in equals)
        return tuple(action for action, plies in equals if plies == shortest)
    actions = tuple(action for action, _ in equals)
    return tuple(action for action in actions if getattr(action, "capture", None) is not None) or actions


def reasonable_actions(state: AnyState) -> tuple[Action, ...]:
    """The winning actions; else those that do not lose within two plies; else all (Lock 2003, section 2.3)."""
    seat = state.current_player()
    children = [(action, state.child(action)) for action in state.legal_actions()]
    wins = tuple(action for action, child in children if child.returns()[seat] > 0)
    safe = wins or tuple(action for action, child in children if not _loses_soon(child, seat))
    return safe or tuple(action for action, _ in children)


def _loses_soon(child: AnyState, seat: int) -> bool:
    ends = [child] if child.is_terminal() else [child.child(reply) for reply in child.legal_actions()]
    return any(end.returns()[seat] < 0 for end in ends)
