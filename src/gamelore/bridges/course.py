"""A contest of ours as other libraries go through it: chance first, then actions by number, to the end or the horizon.

It is a value: whoever copies it shares it. What a seat is told is what its views showed it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gamelore.base.arrays import Floats
from gamelore.base.errors import IllegalAction
from gamelore.base.seeds import Rng
from gamelore.bridges.coding import AnyCoding, Odds
from gamelore.games.core import NOBODY, Action, AnyGame, AnyState, AnyView

CHANCE = -2
"""Whose turn it is while chance deals."""
DEALING = "dealing"
"""What everybody sees meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """How far a contest has gone."""

    game: AnyGame
    coding: AnyCoding
    dealt: tuple[int, ...] = ()
    """What has come of chance so far."""
    state: AnyState | None = None
    """None while chance deals."""
    actions: tuple[tuple[int, Action], ...] = ()
    """Who has done what."""
    times: Mapping[AnyState, int] = field(default_factory=dict)
    """How often each state has stood there, where the horizon asks."""
    _legal: dict[int, Action] | None = None

    @staticmethod
    def begin(game: AnyGame, coding: AnyCoding) -> Going:
        """Nothing has happened yet; where nothing is dealt, the first state."""
        going = Going(game, coding)
        return going if coding.chance_nodes else going._at(game.initial_state(""))

    @staticmethod
    def dealt_by(game: AnyGame, coding: AnyCoding, deal: str) -> Going:
        """The same once a deal has been dealt."""
        return Going(game, coding, tuple(coding.dealt(deal)))._begun()

    def __deepcopy__(self, memo: Any) -> Going:
        return self

    # --- chance -------------------------------------------------------------------------------------------------------

    def odds(self) -> Odds:
        """What may come of chance now, and how likely each is."""
        return self.coding.odds(self.dealt)

    def chance(self, outcome: int) -> Going:
        """After chance has decided once."""
        if outcome not in dict(self.odds()):
            raise IllegalAction(f"{self.game.name}: chance cannot deal {outcome} now")
        going = replace(self, dealt=(*self.dealt, outcome))
        return going._begun() if len(going.dealt) == self.coding.chance_nodes else going

    def _begun(self) -> Going:
        deal = self.coding.deal(self.dealt)
        return self._at(self.game.initial_state(deal))

    # --- turns --------------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Whose turn it is: a seat, `CHANCE`, or `NOBODY` when it is over."""
        if self.state is None:
            return CHANCE
        return NOBODY if self.stopped() else self.state.current_player()

    def stopped(self) -> bool:
        """Whether the horizon has ended it: drawn."""
        horizon, plies = self.game.horizon, len(self.actions)
        if self.state is None or self.state.is_terminal():
            return False
        again = horizon.repetition is not None and self.times.get(self.state, 0) >= horizon.repetition
        return again or plies >= self.coding.plies

    def is_over(self) -> bool:
        """Whether the rules or the horizon have ended it."""
        return self.state is not None and (self.state.is_terminal() or self.stopped())

    def legal(self) -> dict[int, Action]:
        """The legal actions by number, in ascending order."""
        if self._legal is None:
            found: dict[int, Action] = {}
            seat = self.current_player()
            if seat >= 0 and self.state is not None:
                view = self.state.view(seat)
                found = dict(sorted(zip(self.coding.numbers(view), view.legal_actions(), strict=True)))
            object.__setattr__(self, "_legal", found)
        assert self._legal is not None
        return self._legal

    def number(self, action: Action) -> int:
        """The number of a legal action."""
        for number, legal in self.legal().items():
            if legal == action:
                return number
        assert self.state is not None
        raise self.state.refuse(action)

    def make(self, number: int) -> Going:
        """After the seat to move has done what has a number."""
        assert self.state is not None
        action = self.legal().get(number)
        if action is None:
            raise IllegalAction(f"{self.game.name}: no legal action has the number {number}")
        made = replace(self, actions=(*self.actions, (self.current_player(), action)), _legal=None)
        return made._at(self.state.child(action))

    def _at(self, state: AnyState) -> Going:
        times = self.times
        if self.game.horizon.repetition is not None and not state.is_terminal():
            times = {**times, state: times.get(state, 0) + 1}
        return replace(self, state=state, times=times, _legal=None)

    def returns(self) -> list[float]:
        """What each seat got; nothing while it goes on, and where the horizon has ended it."""
        return list(self.state.returns()) if self.state is not None else [0.0] * self.game.seats

    # --- what is seen -------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> AnyView:
        """What a seat sees now."""
        assert self.state is not None
        return self.state.view(seat)

    def recalled(self, seat: int) -> str:
        """What a seat knows who forgets nothing: what it sees, and what it saw everybody do."""
        if self.state is None:
            return DEALING
        told = (str(action) if who == seat else self.game.told(action) for who, action in self.actions)
        return f"{self.view(seat)}\n{', '.join(told)}"

    def seen(self, seat: int) -> str:
        """What a seat sees now, and how far the horizon is."""
        if self.state is None:
            return DEALING
        parts = [str(self.view(seat)), f"ply {len(self.actions)} of {self.coding.plies}"]
        if self.game.horizon.repetition is not None:
            parts.append(f"here {self.times.get(self.state, 1)} of {self.game.horizon.repetition} times")
        return "; ".join(parts)

    def observed(self, seat: int) -> Floats:
        """The same as numbers from 0 to 1."""
        import numpy as np

        if self.state is None:
            return np.zeros(self.coding.seen + 1)
        return np.append(self.coding.observe(self.view(seat)), len(self.actions) / self.coding.plies)

    def resampled(self, seat: int, rng: Rng) -> Going:
        """A contest that this seat cannot tell from this one: everything that it saw has happened in it too."""
        if self.state is None or self.game.perfect_information:
            return self
        world = self.state.resample_from_infostate(seat, rng)
        if world is None:
            raise IllegalAction(f"{self.game.name} cannot be dealt anew from what a seat has seen")
        deal, actions = self.coding.line(world)
        going = Going.dealt_by(self.game, self.coding, deal)
        for action in actions:
            assert going.state is not None
            going = going.make(going.number(action))
        return going

    def __str__(self) -> str:
        if self.state is None:
            places = range(len(self.dealt))
            return ", ".join(self.coding.chance_text(self.dealt[:n], self.dealt[n]) for n in places) or DEALING
        return str(self.state)
