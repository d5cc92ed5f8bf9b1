"""Our games as OpenSpiel's: `register_all()`, then `pyspiel.load_game("gamelore_five_mens_morris")`.

Cards and dominoes are dealt by explicit chance nodes. The horizon of a game belongs to the state, so that every contest
ends. Python algorithms can play them; OpenSpiel's bots in C++ cannot, and end the interpreter if they try, as with its
own games in Python (`players.their_bot` refuses them).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import stream
from gamelore.bridges.coding import AnyCoding, coding_of
from gamelore.bridges.course import CHANCE, Going
from gamelore.bridges.openspiel.names import OURS
from gamelore.games.core import AnyGame
from gamelore.games.registry import GameLike, game_of, loadable_games

TURNS = {CHANCE: pyspiel.PlayerId.CHANCE, -1: pyspiel.PlayerId.TERMINAL}


class RegisteredState(pyspiel.State):
    """How far a contest has gone; a copy shares it."""

    def __init__(self, game: Any, going: Going) -> None:
        super().__init__(game)
        self.going = going

    def current_player(self) -> int:
        turn = self.going.current_player() if not self.going.is_over() else -1
        return int(TURNS.get(turn, turn))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.going.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come of chance, and how likely each is."""
        return list(self.going.odds())

    def _apply_action(self, action: int) -> None:
        self.going = self.going.chance(action) if self.going.state is None else self.going.make(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.going.state is None:
            return self.going.coding.chance_text(self.going.dealt, action)
        legal = self.going.legal()
        return str(legal[action]) if action in legal else f"action {action}"

    def is_terminal(self) -> bool:
        return self.going.is_over()

    def returns(self) -> list[float]:
        return self.going.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> RegisteredState:
        """A state that this player cannot tell from this one, with the whole history that it saw."""
        rng = stream(int(probability_sampler() * 2**31))
        again = self.going.resampled(player_id, rng)
        state = self.get_game().new_initial_state()
        for outcome in again.dealt:
            state.apply_action(outcome)
        for _, action in again.actions:
            state.apply_action(state.going.number(action))
        found: RegisteredState = state
        return found

    def __str__(self) -> str:
        return str(self.going)


class RegisteredObserver:
    """What a player sees, as text and as numbers; who forgets nothing is told what everybody did, too."""

    def __init__(self, recalls: bool, size: int) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RegisteredState, player: int) -> None:
        """See a state."""
        self.tensor[:] = state.going.observed(player)

    def string_from(self, state: RegisteredState, player: int) -> str:
        """A state in words."""
        return state.going.recalled(player) if self.recalls else state.going.seen(player)


class RegisteredGame(pyspiel.Game):
    """One game of ours. What it is stands on its class, which OpenSpiel makes anew from a text or a pickle."""

    ours: ClassVar[AnyGame]
    coding: ClassVar[AnyCoding]
    start: ClassVar[Going]
    kind: ClassVar[Any]
    info: ClassVar[Any]

    def __init__(self, params: Any = None) -> None:
        super().__init__(self.kind, self.info, params or {})

    def new_initial_state(self) -> RegisteredState:
        return RegisteredState(self, self.start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RegisteredObserver:
        """An observer of states."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return RegisteredObserver(recalls, self.coding.seen + 1)


def register(game: GameLike, name: str = "") -> str:
    """Make a game known to OpenSpiel; returns by which name. A game with other parameters needs a name of its own."""
    ours = game_of(game)
    if ours.name.startswith("openspiel:"):
        raise NotAvailable(f"{ours.name} is a game of OpenSpiel already")
    short = name or OURS + ours.name.removesuffix(".toml").replace(":", "_").replace("/", "_")
    if short in pyspiel.registered_names():
        known = globals().get(short)
        if known is None or not known.ours.is_same(ours):
            raise NotAvailable(f"OpenSpiel knows another game as {short}; give this one another name")
        return short
    coding = coding_of(ours)
    of = pyspiel.GameType
    kind = of(
        short_name=short,
        long_name=ours.title,
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC if coding.chance_nodes else of.ChanceMode.DETERMINISTIC,
        information=of.Information.PERFECT_INFORMATION
        if ours.perfect_information
        else of.Information.IMPERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=ours.seats,
        min_num_players=ours.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=coding.actions,
        max_chance_outcomes=coding.chance_outcomes,
        num_players=ours.seats,
        min_utility=coding.least,
        max_utility=coding.most,
        utility_sum=0.0,
        max_game_length=coding.plies,
    )
    holds = {"ours": ours, "coding": coding, "start": Going.begin(ours, coding), "kind": kind, "info": info}
    # At module level and under its own name, since OpenSpiel finds it again by that.
    meta: Any = type(RegisteredGame)
    made = meta(short, (RegisteredGame,), {**holds, "__module__": __name__, "__doc__": ours.summary})
    globals()[short] = made
    pyspiel.register_game(kind, made)
    return short


def register_all() -> list[str]:
    """Make every game that can be loaded by name known to OpenSpiel; returns by which names."""
    found = []
    for game in loadable_games():
        if not game.name.startswith("openspiel:"):
            found.append(register(game))
    return found
