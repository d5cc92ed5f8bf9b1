"""The exact expectation of a contest between two players whose choices are known probabilities.

Where a game is small and cannot cycle, what a random or an error-making player gets against another need not be
sampled: it is a sum over the tree. It is the touchstone for our sampled baselines, and for how the challengers of
Lock (2003, section 2.3) err.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gamelore.base.errors import NotAvailable
from gamelore.games import Action, AnyGame, AnyState

Policy = Callable[[AnyState], Mapping[Action, float]]
"""The probability of each action that a player may choose in a state; `PerfectChoice.chances` is one."""


class Chances(NamedTuple):
    """The probabilities of a win, a draw and a loss."""

    win: float
    draw: float
    loss: float

    @property
    def reliability(self) -> float:
        """Percent of contests won or drawn."""
        return 100 * (self.win + self.draw)

    @property
    def power(self) -> float:
        """Percent of contests won."""
        return 100 * self.win


def at_random(state: AnyState) -> Mapping[Action, float]:
    """The policy of a player who takes any legal action with the same probability."""
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions))


def expect(game: AnyGame, seats: tuple[Policy, Policy], seat: int) -> Chances:
    """What one seat of a two-seat game gets, in contests that only the rules end."""
    known: dict[AnyState, Chances | None] = {}

    def value(state: AnyState) -> Chances:
        if state in known:
            found = known[state]
            if found is None:
                raise NotAvailable(f"{game.name} can cycle; its expectation is not a finite sum")
            return found
        known[state] = None
        outcome = state.outcome()
        if outcome is not None:
            result = outcome.result(seat)
            chances = Chances(float(result == "win"), float(result == "draw"), float(result == "loss"))
        else:
            parts = [
                (p, value(state.child(action)))
                for action, p in seats[state.current_player()](state).items()
                if p > 0
            ]  # fmt: skip
            chances = Chances(*(sum(p * v[i] for p, v in parts) for i in range(3)))
        known[state] = chances
        return chances

    return value(game.new_initial_state())


def expect_alternating(game: AnyGame, player: Policy, challenger: Policy) -> Chances:
    """What a player gets who moves first in every other contest."""
    first, second = expect(game, (player, challenger), 0), expect(game, (challenger, player), 1)
    return Chances(*((a + b) / 2 for a, b in zip(first, second, strict=True)))
