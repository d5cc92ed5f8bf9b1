"""The truth of a game or of a state, as its kit names it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain_games import Nim

from gamelore.base.errors import NotAvailable
from gamelore.games import load_game
from gamelore.oracles.forty_two.solver import exact_points, exact_value
from gamelore.oracles.solving import solve


def test_a_state_of_a_board_is_solved_with_every_move() -> None:
    game = load_game("tic_tac_toe")
    found = solve(game.parse_state("XX./OO./... X"))
    assert (found.value, found.best) == ("win in 1", ("3",))
    assert found.actions == {"3": "win in 1", "6": "draw", "7": "loss in 2", "8": "loss in 2", "9": "loss in 2"}
    assert str(found) == "tic_tac_toe: win in 1; best: 3"
    assert solve(game.parse_state("XXX/OO./... O")).value == "over"


def test_a_deal_of_42_is_solved_for_each_seat_with_each_trump() -> None:
    game = load_game("forty_two")
    state = game.new_initial_state(np.random.default_rng(3))
    found = solve(state)
    points = {f"{name} trump {t}": exact_points(state.deal, s, t) for s, name in enumerate("ABCD") for t in range(7)}
    assert found.actions == points
    here = "ABCD"[state.current_player()]
    most = max(taken for name, taken in points.items() if name[0] == here)
    assert found.value == f"{here} can take {most} of 42 points, all hands open"
    assert found.best == tuple(name for name, taken in points.items() if name[0] == here and taken == most)


@pytest.mark.parametrize("rules", ["thesis", "modern"])
def test_best_play_of_42_keeps_what_the_solution_says(rules: str) -> None:
    game = load_game("forty_two", rules=rules)
    state = game.new_initial_state(np.random.default_rng(5))
    while state.stage() != "trump":
        bids = [action for action in state.legal_actions() if str(action) == "bid 30"]
        state = state.child(bids[0] if bids else state.legal_actions()[0])
    value, steps = solve(state).value, 0
    while not state.is_terminal():
        found = solve(state)
        assert found.value == value
        assert list(found.actions) == [str(action) for action in state.legal_actions()]
        if state.stage() == "play":
            assert f"take {exact_value(state)} of 42" in value
        state, steps = state.child(game.parse_action(found.best[-1])), steps + 1
    assert steps > 10
    assert solve(state).value == "over"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("draw_poker", "nobody solves draw_poker here: .* the strongest player is 'poker:strong'"),
        ("forty_two", "solved deal by deal"),
        (Nim(), "nobody solves nim here: .* the strongest player is 'perfect' or 'search'"),
    ],
)
def test_what_has_no_truth_says_what_is_missing(what: str | Nim, sentence: str) -> None:
    with pytest.raises(NotAvailable, match=sentence):
        solve(what)
