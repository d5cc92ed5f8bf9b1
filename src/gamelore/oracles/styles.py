"""What "perfect" means: which actions a perfect player may take in a state, and with which chances.

It secures the best outcome attainable and picks at random among equals (Epstein, Gelfand and Lock 1998, section 4); a
style says which equals it prefers. The challengers are perfect players who err in a share of their moves. The earlier
papers err at random; Lock (2003, section 2.3) errs *reasonably*. Her printed baselines fit random errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, get_args

from gamelore.base.errors import BadSetting
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.oracles.core import Oracle, Value, best_result

Style = Literal["uniform", "opening_restricted", "assertive", "steady"]
"""How a perfect player chooses among equals. `uniform` takes each as likely; `opening_restricted` does too, but opens
as the kit of the game says; `assertive` prefers the shortest win, else a capture, else the move after which the largest
share of replies loses; `steady` prefers the shortest win, else a capture, and else always makes the board that comes
first in the order of normal forms: it repeats itself and sets no traps."""

STYLES: tuple[Style, ...] = get_args(Style)

ERRORS = {"perfect": 0.0, "expert": 0.10, "novice": 0.70, "random": 1.0}
"""In what share of their moves the four challengers of every published test err, strongest first (Epstein, Gelfand and
Lock 1998, section 4; Lock 2003, section 2.3)."""

_KEPT = 1 << 16
"""How many states keep their candidates; a five men's morris run meets about 12,000."""


class PerfectChoice:
    """The choice of a perfect player of one style."""

    styles: tuple[Style, ...] = ("uniform", "assertive")
    """The styles that need nothing but the values of actions and the rules."""

    def __init__(self, game: AnyGame, oracle: Oracle, style: Style = "uniform", stray: float = 0.0) -> None:
        if style not in STYLES:
            raise BadSetting(f"a perfect player is {', '.join(STYLES)}, not '{style}'")
        if style not in self.styles:
            raise BadSetting(f"style {style} is not defined for {game.name}")
        self.oracle = oracle
        self.style = style
        self.stray = stray if style == "steady" else 0.0
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=_KEPT)(self.chosen)
        """The actions among which it picks, each as likely, in the order of the legal actions."""

    def chosen(self, state: AnyState) -> tuple[Action, ...]:
        """The candidates of a state that has not been met."""
        return self.plainly(state)

    def plainly(self, state: AnyState) -> tuple[Action, ...]:
        """The candidates from nothing but the values of actions and the rules: what the styles mean."""
        values = self.oracle.action_values(state)
        best = best_result(values)
        if self.style in ("uniform", "opening_restricted"):
            return tuple(a for a, value in values if value.result == best and self.allows(state, a))
        actions = pressing(values)
        if best > 0:
            return actions
        ranks = {action: self.rank(state.child(action)) for action in actions}
        first = min(ranks.values())
        return tuple(action for action in actions if ranks[action] == first)

    def allows(self, state: AnyState, action: Action) -> bool:
        """Whether the style opens so."""
        return True

    def rank(self, child: AnyState) -> tuple[float, ...]:
        """What the style likes to see low in the state that a move leads to."""
        replies = self.oracle.action_values(child)
        return (-sum(value.result < 0 for _, value in replies) / max(1, len(replies)),)

    def astray(self, state: AnyState) -> tuple[Action, ...]:
        """The actions among which it picks when it strays: it is as fast and as greedy, but not steady."""
        return pressing(self.oracle.action_values(state))

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


def pressing(values: Sequence[tuple[Action, Value]]) -> tuple[Action, ...]:
    """The shortest wins, else the captures among the best, else the best."""
    best = best_result(values)
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
