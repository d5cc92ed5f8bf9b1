"""A game of ours against a chosen opponent, as an environment of Gymnasium: `SeatEnvironment("tic_tac_toe", "expert")`.

Gymnasium draws actions without a mask, so that an illegal action must mean something: it loses the contest at once.
Which are legal stands in `info["action_mask"]`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from gamelore.arena.roster import PlayerLike, make_player, usual_opponent
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.bridges.coding import coding_of
from gamelore.bridges.course import Going
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import ContestInfo


class SeatEnvironment(gymnasium.Env[Any, Any]):
    """One seat of a game; the opponent holds all others, a partner's too."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self, game: GameLike, opponent: PlayerLike = "", seat: int | None = None, render_mode: str | None = None
    ) -> None:
        """Whom it meets, as anywhere (the usual one by default); the seat is drawn for each contest unless given."""
        self.game = game_of(game)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise BadSetting(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}")
        self.coding = coding_of(self.game)
        self.opponent = make_player(opponent or usual_opponent(self.game), self.game)
        self.given_seat, self.seat = seat, seat or 0
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (self.coding.seen + 1,), np.float32)
        self.action_space = spaces.Discrete(self.coding.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new contest up to the first turn of the seat; `options={"deal": TEXT}` gives the deal."""
        super().reset(seed=seed)
        self.rng: Rng = stream(int(self.np_random.integers(1 << 31)), phase=Phase.PLAY)
        deal = (options or {}).get("deal") or self.game.sample_deal(self.rng)
        dealt = self.coding.chance_nodes > 0
        self.going = Going.dealt_by(self.game, self.coding, deal) if dealt else Going.begin(self.game, self.coding)
        self.seat = int(self.rng.integers(self.game.seats)) if self.given_seat is None else self.given_seat
        others = tuple(seat for seat in range(self.game.seats) if seat != self.seat)
        names = tuple("you" if seat == self.seat else self.opponent.name for seat in range(self.game.seats))
        self.opponent.begin(others[0], ContestInfo(self.game, names, seats=others))
        self._others()
        if self.going.is_over():  # it was over before the seat had a turn
            return self.reset(options=options)
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The seat acts, then the others, until it is its turn again or all is over."""
        if int(action) not in self.going.legal():
            return self._observed(), self.coding.least, True, False, {**self._info(), "illegal": True}
        self.going = self.going.make(int(action))
        self._others()
        over, stopped = self.going.is_over(), self.going.stopped()
        reward = float(self.going.returns()[self.seat])
        return self._observed(), reward, over and not stopped, stopped, self._info()

    def _others(self) -> None:
        while not self.going.is_over() and self.going.current_player() != self.seat:
            view = self.going.view(self.going.current_player())
            self.going = self.going.make(self.going.number(self.opponent.decide(view, self.rng).action))

    def _observed(self) -> Any:
        return self.going.observed(self.seat).astype(np.float32)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.coding.actions, np.int8)
        if not self.going.is_over():
            mask[list(self.going.legal())] = 1
        return {"action_mask": mask, "seat": self.seat}

    def render(self) -> Any:
        """What the seat sees, in characters."""
        return self.going.view(self.seat).picture()
