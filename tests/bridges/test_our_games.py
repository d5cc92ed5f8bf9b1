"""Our games as OpenSpiel's: what it promises of a game, and that no seat is told what it did not see."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice, permutations
from math import comb, factorial
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

from gamelore.base.errors import GameloreError, NotAvailable
from gamelore.base.seeds import stream
from gamelore.bridges.coding import coding_of
from gamelore.bridges.course import Going
from gamelore.bridges.openspiel.registered import register, register_all
from gamelore.games.forty_two.game import Deal, parse_deal
from gamelore.games.registry import load_game

NAMES = register_all()
LARGE = 5_000
"""Games with more actions are gone through once: OpenSpiel lists every action at every turn."""


def random_state(name: str, seed: int, plies: int) -> Any:
    """A state after so many plies of a random contest, all of chance before them."""
    state, rng = pyspiel.load_game(name).new_initial_state(), stream(seed)
    made = 0
    while not state.is_terminal() and made < plies:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.integers(len(legal)))])
            made += 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_random_contests_keep_what_openspiel_promises(name: str) -> None:
    game = pyspiel.load_game(name)
    sims = 1 if game.num_distinct_actions() > LARGE else 3
    pyspiel.random_sim_test(game, num_sims=sims, serialize=sims > 1, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_the_same_again(name: str) -> None:
    if pyspiel.load_game(name).num_distinct_actions() > LARGE:
        random_state(name, 1, 30)
        return
    first, again = (generate_playthrough.playthrough(name, [], seed=3) for _ in range(2))
    assert first == again
    assert "ObservationString" in first


@pytest.mark.parametrize("name", NAMES)
def test_games_and_states_are_pickled_serialized_and_copied(name: str) -> None:
    game, state = pyspiel.load_game(name), random_state(name, 5, 6)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    text = pyspiel.serialize_game_and_state(game, state)
    assert pyspiel.deserialize_game_and_state(text)[1].history() == state.history()
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(other) != str(state)
    assert other.going.actions[:-1] == state.going.actions


@pytest.mark.parametrize("name", NAMES)
def test_a_contest_over_there_is_the_contest_here(name: str) -> None:
    state = random_state(name, 9, 12)
    ours = type(state.get_game()).ours
    again = ours.initial_state(state.going.coding.deal(state.going.dealt))
    for seat, action in state.going.actions:
        assert again.current_player() == seat
        again = again.child(action)
    assert str(again) == str(state)
    game = state.get_game()
    assert 0 <= max(state.legal_actions(), default=0) < game.num_distinct_actions()


def test_the_horizon_belongs_to_the_state() -> None:
    game = load_game("five_mens_morris", max_plies=12)
    name = register(game, "gamelore_short_morris")
    state = random_state(name, 1, 12)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert pyspiel.load_game(name).max_game_length() == 12
    assert "ply 11 of 12" in random_state(name, 1, 11).observation_string(0)


def test_a_repetition_ends_a_contest_where_the_game_says_so() -> None:
    game = load_game("pong_hau_ki", max_plies=100, repetition=2)
    going = Going.begin(game, coding_of(game))
    rng, plies = stream(4), 0
    while not going.is_over():
        legal = list(going.legal())
        going, plies = going.make(legal[int(rng.integers(len(legal)))]), plies + 1
    assert plies < 100
    assert going.stopped() or (going.state is not None and going.state.is_terminal())


def test_a_name_is_given_once() -> None:
    with pytest.raises(NotAvailable, match="another game"):
        register(load_game("five_mens_morris", flying_at=3), "gamelore_five_mens_morris")
    assert register(load_game("five_mens_morris")) == "gamelore_five_mens_morris"


# --- chance -----------------------------------------------------------------------------------------------------------


def test_forty_two_is_dealt_in_29_nodes_and_one_way() -> None:
    game = load_game("forty_two")
    coding = coding_of(game)
    assert coding.chance_nodes == 29
    deal = game.sample_deal(stream(3))
    dealt = coding.dealt(deal)
    assert coding.deal(dealt) == deal
    chance = 1.0
    for place, outcome in enumerate(dealt):
        chance *= dict(coding.odds(dealt[:place]))[outcome]
    deals = 4 * factorial(28) // factorial(7) ** 4
    assert chance == pytest.approx(1 / deals)


def test_poker_hands_are_dealt_in_ascending_order_and_as_likely_as_any() -> None:
    game = load_game("draw_poker")
    coding = coding_of(game)
    dealt = coding.dealt(game.sample_deal(stream(8)))
    assert coding.chance_nodes == 16
    assert dealt[:5] == sorted(dealt[:5])
    chance = 1.0
    for place, outcome in enumerate(dealt):
        odds = coding.odds(dealt[:place])
        assert sum(p for _, p in odds) == pytest.approx(1)
        chance *= dict(odds)[outcome]
    rest = 42 * 41 * 40 * 39 * 38 * 37
    assert chance == pytest.approx(1 / (comb(52, 5) * comb(47, 5) * rest))


# --- what is hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gamelore_draw_poker", "gamelore_forty_two"])
@pytest.mark.parametrize("plies", [0, 3, 6])
def test_a_seat_is_told_what_it_saw_and_nothing_else(name: str, plies: int) -> None:
    state = random_state(name, 11, plies)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng = stream(1)
    for seat in range(state.num_players()):
        told = state.information_state_string(seat), state.observation_string(seat), state.observation_tensor(seat)
        others = set()
        for _ in range(8):
            world = state.resample_from_infostate(seat, rng.random)
            again = world.information_state_string(seat), world.observation_string(seat), world.observation_tensor(seat)
            assert again == told
            assert world.current_player() == state.current_player()
            others.add(str(world))
        assert len(others) > 1


def endings(name: str, wanted: int) -> list[Any]:
    """States of 42 with two tricks to play, whose hidden hands can be counted."""
    found = []
    for seed in range(60):
        state = random_state(name, seed, 5 + 4 * 5)
        if not state.is_terminal() and len(state.going.state.table.tricks) == 5:
            found.append(state)
    assert len(found) >= wanted
    return found[:wanted]


def worlds_by_counting(state: Any, seat: int) -> set[str]:
    """Every world that fits what a seat saw, by trying all ways to deal what it did not see."""
    ours = state.going.state
    view = ours.view(seat)
    left, unseen = view.tiles_left(), view.unseen()
    others = [s for s in range(4) if s != seat]
    played = {s: [d for who, d in ours.table.plays() if who == s] for s in range(4)}
    found = set()
    for order in permutations(unseen):
        hands, at = {seat: tuple(view.dealt)}, 0
        for s in others:
            hands[s] = tuple(sorted((*played[s], *order[at : at + left[s]])))
            at += left[s]
        deal = str(Deal(ours.deal.dealer, tuple(hands[s] for s in range(4))))
        world = ours.game.initial_state(str(parse_deal(deal)))
        try:
            for action in ours.table.actions():
                world = world.child(action)
        except GameloreError:  # a world in which somebody had to follow suit
            continue
        found.add(str(world))
    return found


def test_worlds_of_42_are_those_that_fit_the_whole_history_each_as_likely() -> None:
    for state in endings("gamelore_forty_two", 2):
        rng, seat = stream(2), 0
        fitting = worlds_by_counting(state, seat)
        assert {str(state.resample_from_infostate(seat, rng.random)) for _ in range(10)} <= fitting
        drawn = Counter(str(state.going.state.resample_from_infostate(seat, rng)) for _ in range(25 * len(fitting)))
        assert set(drawn) == fitting
        chi = sum((count - 25) ** 2 / 25 for count in drawn.values())
        assert chi < len(fitting) + 6 * np.sqrt(2 * len(fitting))


def test_a_world_of_poker_keeps_what_was_shown() -> None:
    shown = (random_state("gamelore_draw_poker", seed, 20) for seed in range(200))
    ended = (s for s in shown if s.is_terminal() and s.going.state.outcome().why == "showdown")
    for state in islice(ended, 3):
        for seat in range(2):
            for _ in range(5):
                world = state.resample_from_infostate(seat, stream(1).random)
                assert world.information_state_string(seat) == state.information_state_string(seat)
                assert world.returns() == state.returns()
