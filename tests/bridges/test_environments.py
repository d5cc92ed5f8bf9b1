"""Our games as environments of PettingZoo and Gymnasium, by their own checks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from gamelore.base.errors import BadSetting
from gamelore.bridges.gymnasium import SeatEnvironment
from gamelore.bridges.pettingzoo import RawEnvironment, env
from gamelore.games.registry import game_names, load_game

GAMES = [name for name in game_names() if not name.startswith("openspiel:")]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        api_test(env(name), num_cycles=50)
    seed_test(lambda: env(name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    environment = SeatEnvironment(name, "random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(spec|different from the unwrapped).*")
        check_env(environment, skip_render_check=True)


@pytest.mark.parametrize("name", ["five_mens_morris", "draw_poker", "forty_two", "openspiel:hex(board_size=3)"])
def test_agents_take_turns_and_are_paid_what_the_rules_say(name: str) -> None:
    environment = RawEnvironment(name, render_mode="ansi")
    for seed in range(3):
        environment.reset(seed)
        rng, paid = np.random.default_rng(seed), dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            seen, reward, ended, stopped, _ = environment.last()
            paid[agent] += float(reward)
            if ended or stopped:
                environment.step(None)
                continue
            assert seen is not None
            assert environment.possible_agents[environment.going.current_player()] == agent
            assert isinstance(environment.render(), str)
            environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert list(paid.values()) == environment.going.returns()


def test_an_illegal_action_loses() -> None:
    environment = RawEnvironment("tic_tac_toe")
    environment.reset(1)
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(environment.terminations.values())
    alone = SeatEnvironment("tic_tac_toe", "random", seat=0)
    alone.reset(seed=1)
    alone.step(4)
    _, reward, ended, stopped, info = alone.step(4)
    assert (reward, ended, stopped, info["illegal"]) == (-1.0, True, False, True)


def test_the_horizon_truncates() -> None:
    environment = SeatEnvironment(load_game("five_mens_morris", max_plies=4), "random", seat=0)
    _, info = environment.reset(seed=3)
    for _ in range(2):
        _, reward, ended, stopped, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (reward, ended, stopped) == (0.0, False, True)


def test_a_draw_by_the_rules_is_an_end_and_no_truncation() -> None:
    environment = RawEnvironment("tic_tac_toe")
    environment.reset(1)
    for action in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        environment.step(action)
    assert all(environment.terminations.values())
    assert not any(environment.truncations.values())


def test_the_same_seed_is_the_same_contest_against_the_same_opponent() -> None:
    def played(seed: int) -> list[float]:
        environment = SeatEnvironment("lose_tic_tac_toe", "novice")
        _, info = environment.reset(seed=seed)
        found: list[float] = []
        for _ in range(9):
            seen, reward, ended, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
            found += [*seen.tolist(), reward]
            if ended:
                break
        return found

    assert played(5) == played(5)
    assert any(played(5) != played(seed) for seed in range(6, 10))


def test_an_observation_of_hidden_hands_shows_the_own_hand_alone() -> None:
    for name in ("draw_poker", "forty_two"):
        environment = RawEnvironment(name)
        environment.reset(4)
        first = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
        assert not np.array_equal(first[0], first[1])
        state = environment.going.state
        assert state is not None
        world = state.resample_from_infostate(0, np.random.default_rng(1))
        environment.going = environment.going.resampled(0, np.random.default_rng(1))
        assert world is not None
        again = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
        assert np.array_equal(first[0], again[0])
        assert not np.array_equal(first[1], again[1])


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetting, match="seats 0 to 1"):
        SeatEnvironment("tic_tac_toe", "random", seat=2)
