"""The truth about small games by plain recursion, and exact expectations of one policy against another.

Slow and simple on purpose: it shares nothing with the solver or the players that it is held against.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from gamelore.games import Action, AnyGame, AnyState
from gamelore.oracles import Value

Policy = Callable[[AnyState], Mapping[Action, float]]


class Minimax:
    """Full minimax for two seats in a game without cycles."""

    def __init__(self) -> None:
        self.value = cache(self._value)

    def _value(self, state: AnyState) -> Value:
        if state.is_terminal():
            # Nobody moves; told from the seat that would have moved next, the one after the last mover.
            raise AssertionError("a terminal state has no mover")
        return max((truth for _, truth in self.action_values(state)), key=_goodness)

    def action_values(self, state: AnyState) -> Sequence[tuple[Action, Value]]:
        mover = state.current_player()
        values: list[tuple[Action, Value]] = []
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal():
                values.append((action, Value(int(child.returns()[mover]), 1)))
            else:
                after = self.value(child)
                sign = 1 if child.current_player() == mover else -1
                values.append((action, Value(sign * after.result, 1 + (after.distance or 0))))
        return values

    def best_actions(self, state: AnyState) -> Sequence[Action]:
        best = self.value(state).result
        return [action for action, truth in self.action_values(state) if truth.result == best]

    def losing_replies(self, state: AnyState) -> Sequence[float]:
        shares = []
        for action in state.legal_actions():
            child = state.child(action)
            replies = [] if child.is_terminal() else self.action_values(child)
            shares.append(sum(truth.result < 0 for _, truth in replies) / len(replies) if replies else 0.0)
        return shares


def _goodness(truth: Value) -> tuple[int, int]:
    """Win soon, lose late."""
    length = truth.distance or 0
    return truth.result, -length if truth.result > 0 else length


def evenly(candidates: Callable[[AnyState], Sequence[Action]]) -> Policy:
    """The policy that picks evenly among some actions."""

    def policy(state: AnyState) -> Mapping[Action, float]:
        actions = candidates(state)
        return {action: 1 / len(actions) for action in actions}

    return policy


def mixed(one: Policy, other: Policy, share: float) -> Policy:
    """The policy that does as `other` in a share of its moves."""

    def policy(state: AnyState) -> Mapping[Action, float]:
        chances = {action: (1 - share) * p for action, p in one(state).items()}
        for action, p in other(state).items():
            chances[action] = chances.get(action, 0.0) + share * p
        return chances

    return policy


def expectation(game: AnyGame, mine: Policy, theirs: Policy) -> tuple[float, float]:
    """Per cent won and drawn by `mine` when the first move alternates."""

    def from_seat(seat: int) -> tuple[float, float]:
        @cache
        def chances(state: AnyState) -> tuple[float, float]:
            if state.is_terminal():
                result = state.returns()[seat]
                return float(result > 0), float(result == 0)
            policy = mine if state.current_player() == seat else theirs
            won = drawn = 0.0
            for action, p in policy(state).items():
                w, d = chances(state.child(action))
                won, drawn = won + p * w, drawn + p * d
            return won, drawn

        return chances(game.new_initial_state())

    first, second = from_seat(0), from_seat(1)
    return 50 * (first[0] + second[0]), 50 * (first[1] + second[1])
