"""Our games as environments of PettingZoo: `env("five_mens_morris")`, agents in the order of their turns.

What an agent observes are numbers and the mask of its legal actions. A contest is rewarded at its end; an illegal
action loses it at once for the one who chose it, and the others get nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gamelore.base.seeds import Phase, Rng, stream
from gamelore.bridges.coding import coding_of
from gamelore.bridges.course import Going
from gamelore.games.registry import GameLike, game_of


class RawEnvironment(AECEnv[str, Any, Any]):
    """A game of ours, turn by turn; `env` wraps it as PettingZoo's own are."""

    metadata: dict[str, Any]

    def __init__(self, game: GameLike, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game_of(game)
        self.coding = coding_of(self.game)
        name = f"gamelore_{self.game.name}_v0"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents = list(self.possible_agents)
        seen = spaces.Box(0.0, 1.0, (self.coding.seen + 1,), np.float32)
        mask = spaces.Box(0, 1, (self.coding.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.coding.actions) for agent in self.possible_agents}
        self.rng: Rng = stream(0, phase=Phase.PLAY)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new contest; the deal is drawn from the seed, or given as `options={"deal": TEXT}`."""
        if seed is not None:
            self.rng = stream(seed, phase=Phase.PLAY)
        deal = (options or {}).get("deal") or self.game.sample_deal(self.rng)
        dealt = self.coding.chance_nodes > 0
        self.going = Going.dealt_by(self.game, self.coding, deal) if dealt else Going.begin(self.game, self.coding)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.agents[self.going.current_player()]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do: nothing while it is another's turn."""
        seat = self.possible_agents.index(agent)
        return observation(self.going, seat)

    def step(self, action: Any) -> None:
        """The agent whose turn it is acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if int(action) in self.going.legal():
            self.going = self.going.make(int(action))
            self.rewards = dict(zip(self.possible_agents, self.going.returns(), strict=True))
            ended = self.going.is_over()
        else:
            self.rewards = {other: self.coding.least if other == agent else 0.0 for other in self.possible_agents}
            self.infos[agent]["illegal"] = True
            ended = True
        if ended:
            stopped = self.going.stopped()
            self.terminations = dict.fromkeys(self.agents, not stopped)
            self.truncations = dict.fromkeys(self.agents, stopped)
            self.agent_selection = agent
        else:
            self.agent_selection = self.possible_agents[self.going.current_player()]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """What whoever is to move sees, in characters."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.going.view(seat).picture()

    def close(self) -> None:
        """Nothing is held open."""


def observation(going: Going, seat: int) -> dict[str, Any]:
    """What a seat sees as numbers, with the mask of what it may do."""
    mask = np.zeros(going.coding.actions, np.int8)
    if not going.is_over() and going.current_player() == seat:
        mask[list(going.legal())] = 1
    return {"observation": going.observed(seat).astype(np.float32), "action_mask": mask}


def env(game: GameLike, render_mode: str | None = None) -> Any:
    """An environment with the order of its calls watched, as PettingZoo's own."""
    return wrappers.OrderEnforcingWrapper(RawEnvironment(game, render_mode))
