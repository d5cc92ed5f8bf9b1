"""The players against exact expectations: those of the published baselines, and by independent recursion."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain_games import Kuhn, Nim
from tests.plain_oracle import Minimax, Policy, evenly, expectation, mixed

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Challenger, Perfect, Random, Reasonable, Style
from gamelore.arena.tournament import score, tournament
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import stream
from gamelore.games import AnyGame, AnyState, load_game


@cache
def game(name: str) -> AnyGame:
    return load_game(name)


@cache
def minimax() -> Minimax:
    return Minimax()


@cache
def perfect(name: str, style: Style = "uniform") -> Perfect:
    return Perfect(game(name), minimax(), style)


def at_random(state: AnyState) -> dict[object, float]:
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}


RANDOM: Policy = at_random  # type: ignore[assignment]


def challenger(name: str, share: float, errors: Policy, style: Style = "uniform") -> Policy:
    return mixed(evenly(perfect(name, style).candidates), errors, share)


@pytest.mark.parametrize(
    ("share", "errors", "reliability", "power"),
    [
        (0.0, "random", 21.07, 0.0),
        (0.1, "random", 25.68, 7.18),
        (0.7, "random", 47.45, 35.15),
        (1.0, "random", 56.35, 43.65),
        (0.1, "reasonable", 24.52, 5.85),
        (0.7, "reasonable", 37.46, 22.72),
        (1.0, "reasonable", 41.79, 24.91),
    ],
)
def test_random_play_at_lose_tic_tac_toe_meets_the_exact_expectations(
    share: float, errors: str, reliability: float, power: float
) -> None:
    lose = game("lose_tic_tac_toe")
    erring = RANDOM if errors == "random" else evenly(Reasonable(lose).candidates)
    won, drawn = expectation(lose, RANDOM, challenger(lose.name, share, erring))
    assert won + drawn == pytest.approx(reliability, abs=0.01)
    assert won == pytest.approx(power, abs=0.01)


@pytest.mark.parametrize(
    ("name", "style", "share", "wins"),
    [
        ("tic_tac_toe", "uniform", 0.1, 15.42),
        ("tic_tac_toe", "uniform", 0.7, 73.80),
        ("tic_tac_toe", "uniform", 1.0, 87.26),
        ("tic_tac_toe", "opening_restricted", 0.1, 16.35),
        ("tic_tac_toe", "opening_restricted", 0.7, 76.07),
        ("tic_tac_toe", "opening_restricted", 1.0, 88.24),
        ("lose_tic_tac_toe", "uniform", 0.1, 17.74),
        ("lose_tic_tac_toe", "uniform", 0.7, 70.25),
        ("lose_tic_tac_toe", "uniform", 1.0, 78.93),
    ],
)
def test_the_perfect_player_never_loses_and_wins_what_it_must(
    name: str, style: Style, share: float, wins: float
) -> None:
    theirs = challenger(name, share, RANDOM, "uniform" if style == "uniform" else style)
    won, drawn = expectation(game(name), evenly(perfect(name, style).candidates), theirs)
    assert won == pytest.approx(wins, abs=0.01)
    assert won + drawn == pytest.approx(100.0)


def test_the_challengers_play_as_their_exact_policies_say() -> None:
    lose = game("lose_tic_tac_toe")
    novice = Challenger(perfect(lose.name), 0.7, Random(), "novice")
    found = score(tournament(lose, [Random(), novice], 2000, ContestKey(seed=7)))
    assert found.reliability.low < 47.45 < found.reliability.high
    assert found.power.low < 35.15 < found.power.high


@given(st.integers(0, 2**32))
def test_styles_differ_only_among_the_best_actions(seed: int) -> None:
    rng = stream(seed)
    for name in ("tic_tac_toe", "lose_tic_tac_toe"):
        state = game(name).new_initial_state()
        while not state.is_terminal():
            best = set(minimax().best_actions(state))
            assert set(perfect(name).candidates(state)) == best
            for style in ("opening_restricted", "assertive", "steady"):
                chosen = perfect(name, style).candidates(state)
                assert chosen
                assert set(chosen) <= best
            actions = state.legal_actions()
            state = state.child(actions[int(rng.integers(len(actions)))])


def test_the_restricted_player_opens_in_centre_or_corner_and_answers_the_centre_in_a_corner() -> None:
    ttt, lose = game("tic_tac_toe"), game("lose_tic_tac_toe")
    opening = perfect("tic_tac_toe", "opening_restricted").candidates(ttt.new_initial_state())
    assert [str(action) for action in opening] == ["1", "3", "5", "7", "9"]
    centre = lose.new_initial_state().child(lose.parse_action("5"))
    answers = perfect("lose_tic_tac_toe", "opening_restricted").candidates(centre)
    assert [str(action) for action in answers] == ["1", "3", "7", "9"]


def test_an_opening_rule_is_refused_where_none_is_known() -> None:
    with pytest.raises(BadSetting, match="opening_restricted is defined for"):
        Perfect(Nim(), minimax(), "opening_restricted")


def test_the_assertive_player_takes_the_shortest_win() -> None:
    ttt = game("tic_tac_toe")
    state = ttt.parse_state("XX./O../.O. X")
    assert [str(action) for action in perfect("tic_tac_toe", "assertive").candidates(state)] == ["3"]
    assert [str(action) for action in perfect("tic_tac_toe").candidates(state)] == ["3", "5", "9"]


def test_the_assertive_player_leaves_the_largest_share_of_losing_replies() -> None:
    ttt = game("tic_tac_toe")
    start = ttt.new_initial_state()
    chosen = perfect("tic_tac_toe", "assertive").candidates(start)
    # Of eight replies seven lose against a corner, four against the centre or a side.
    assert [str(action) for action in chosen] == ["1", "3", "7", "9"]


def test_the_reasonable_player_takes_a_win_and_stops_a_loss() -> None:
    ttt = game("tic_tac_toe")
    reasonable = Reasonable(ttt)
    assert [str(a) for a in reasonable.candidates(ttt.parse_state("XX./OO./... X"))] == ["3"]
    assert [str(a) for a in reasonable.candidates(ttt.parse_state("X.X/O../... O"))] == ["2"]
    hopeless = ttt.parse_state("X.X/.O./O.X O")
    assert len(reasonable.candidates(hopeless)) == len(hopeless.legal_actions())


def test_players_who_must_see_everything_refuse_a_game_that_hides() -> None:
    with pytest.raises(NotAvailable, match="kuhn hides"):
        Reasonable(Kuhn())


def test_a_share_of_errors_outside_its_range_is_refused() -> None:
    with pytest.raises(BadSetting, match="between 0 and 1"):
        Challenger(Random(), 1.5, Random(), "odd")


def test_a_challenger_says_which_moves_were_errors() -> None:
    lose = game("lose_tic_tac_toe")
    novice = Challenger(perfect(lose.name), 0.5, Random(), "novice")
    deciders = {by for n in range(5) for by in play(lose, [novice, novice], ContestKey(number=n)).deciders}
    assert deciders == {"error", "perfect"}


def test_the_perfect_player_gives_the_solved_values_as_reasons() -> None:
    ttt = game("tic_tac_toe")
    decision = perfect("tic_tac_toe", "assertive").decide(ttt.parse_state("XX./OO./... X").view(0), stream(1))
    assert [reason.sentence for reason in decision.reasons] == ["3 wins in 1 plies against perfect play"]


def test_plain_games_have_perfect_players_too() -> None:
    nim = Nim(10)
    player = Perfect(nim, minimax(), "assertive")
    found = score(tournament(nim, [player, Random()], 40, ContestKey(seed=3)))
    # Ten stones are a win for who moves first (take two), and random play stumbles often enough as the first.
    assert found.wins >= 35
    state = nim.new_initial_state()
    assert [str(action) for action in player.candidates(state)] == ["take 2"]
