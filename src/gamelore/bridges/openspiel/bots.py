"""A player of ours, an agent or a list among them, as a bot of OpenSpiel: `as_bot("agent:runs/mine", game, 0)`.

It plays our games over there, and theirs that are ours by the rules alone.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from gamelore.arena.roster import PlayerLike, make_player
from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Phase, stream
from gamelore.bridges.openspiel.games import SpielGame, SpielState, make
from gamelore.bridges.openspiel.names import SCHEME
from gamelore.bridges.openspiel.registered import RegisteredState
from gamelore.games.core import AnyGame, AnyState
from gamelore.learners.core import ContestInfo


class OurBot(pyspiel.Bot):
    """A player of ours at a seat."""

    def __init__(self, player: PlayerLike, game: AnyGame, seat: int, seed: int) -> None:
        super().__init__()
        self.player, self.game, self.seat = make_player(player, game), game, seat
        self.rng = stream(seed, phase=Phase.PLAY, seat=seat)
        self.restart()

    def restart(self) -> None:
        """A new contest."""
        names = (self.player.name,) * self.game.seats
        self.player.begin(self.seat, ContestInfo(self.game, names, seats=(self.seat,)))

    def restart_at(self, state: Any) -> None:
        """A contest that goes on from a state."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing is missed: a view says what its seat knows."""

    def player_id(self) -> int:
        """Its seat."""
        return self.seat

    def provides_policy(self) -> bool:
        """It says what it does, not how likely it was to do it."""
        return False

    def step(self, state: Any) -> int:
        """The number of what it does; its seat sees its view of the state, and nothing else."""
        if isinstance(state, RegisteredState):
            going = state.going
            return going.number(self.player.decide(going.view(self.seat), self.rng).action)
        ours: AnyState = _ours(self.game, state)
        action = self.player.decide(ours.view(self.seat), self.rng).action
        assert isinstance(ours, SpielState)
        return ours.moves()[action]  # type: ignore[index]


def _ours(game: AnyGame, state: Any) -> SpielState:
    """A state of theirs as one of ours."""
    if not isinstance(game, SpielGame):
        raise NotAvailable(f"this state is none of {game.name}, as gamelore.bridges.openspiel.registered makes it")
    found = game.initial_state("")
    for number in state.history():
        move = next(move for move, other in found.moves().items() if other == number)
        found = found.child(move)
    return found


def as_bot(player: PlayerLike, game: Any, seat: int, seed: int = 0) -> OurBot:
    """A player of ours, by itself or by its name, for a game of OpenSpiel that is ours: registered, or by the rules."""
    ours = getattr(type(game), "ours", None)
    return OurBot(player, make(f"{SCHEME}:{game}") if ours is None else ours, seat, seed)
