"""The searching player agrees with the truth as far as it looks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain_games import Kuhn, Nim
from tests.plain_oracle import Minimax

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Random
from gamelore.arena.search import Search
from gamelore.arena.tournament import score, tournament
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import stream
from gamelore.games import load_game


@given(st.sampled_from(["tic_tac_toe", "lose_tic_tac_toe"]), st.integers(0, 2**32))
def test_a_search_to_the_end_finds_the_shortest_wins_and_the_longest_losses(name: str, seed: int) -> None:
    game, rng = load_game(name), stream(seed)
    state = game.new_initial_state()
    for _ in range(3 + int(rng.integers(3))):
        actions = state.legal_actions()
        state = state.child(actions[int(rng.integers(len(actions)))])
        if state.is_terminal():
            return
    values = Minimax().action_values(state)

    def goodness(result: int, distance: int | None) -> tuple[int, int]:
        return result, -(distance or 0) * result

    best = max(goodness(v.result, v.distance) for _, v in values)
    expected = {action for action, v in values if goodness(v.result, v.distance) == best}
    assert set(Search(game, depth=9).best_actions(state)[0]) == expected


def test_partners_search_together() -> None:
    game = Nim(5, seats=4, partners=True)
    # Two seats on, the partner takes the last stone if two are left for the other side to spoil.
    actions, worth = Search(game, depth=5).best_actions(game.new_initial_state())
    assert [str(action) for action in actions] == ["take 1"]
    assert worth > 900


def test_markers_count_beyond_the_horizon() -> None:
    game = load_game("five_mens_morris")
    state = game.parse_state("XX./.../O..O/.../... X 6 left")
    actions, _ = Search(game, depth=1).best_actions(state)
    assert {str(action) for action in actions} <= {"3x7", "3x10"}


def test_the_search_beats_random_play_at_a_game_nobody_solves() -> None:
    game = load_game("nine_mens_morris")
    found = score(tournament(game, [Search(game, depth=1), Random()], 6, ContestKey(1)))
    assert found.losses == 0
    assert found.wins >= 5


def test_the_same_stream_makes_the_same_search() -> None:
    game = load_game("three_mens_morris")
    first, again = (play(game, [Search(game, 2), Search(game, 2)], ContestKey(4)) for _ in range(2))
    assert first == again


def test_a_search_needs_a_depth_and_sight() -> None:
    with pytest.raises(BadSetting, match="at least one ply"):
        Search(Nim(), depth=0)
    with pytest.raises(NotAvailable, match="kuhn hides"):
        Search(Kuhn())


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris", "nine_mens_morris", "shisima"])
def test_the_compiled_search_chooses_what_the_plain_one_chooses(name: str) -> None:
    game = load_game(name)
    search = Search(game, 2)
    rng = stream(7)
    for _ in range(4):
        state = game.new_initial_state()
        for _ply in range(int(rng.integers(0, 24))):
            moves = state.legal_actions()
            later = state.child(moves[int(rng.integers(len(moves)))])
            if later.is_terminal():
                break
            state = later
        best, worth = search.best_actions(state)
        plain_best, plain_worth = search.best_plainly(state)
        assert best == plain_best
        assert worth == pytest.approx(plain_worth)
