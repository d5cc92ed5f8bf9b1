"""What a perfect player chooses among: the styles by minimax, by the solver, and by exact expectations."""

from __future__ import annotations

from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board_states import board_game, walk
from tests.plain_games import Nim
from tests.plain_oracle import Minimax, Policy, evenly, expectation, mixed

from gamelore.base.errors import BadSetting
from gamelore.base.little import LITTLE
from gamelore.games import AnyState
from gamelore.oracles import Value
from gamelore.oracles.board.solved_tables import solve
from gamelore.oracles.board.styles import BoardChoice
from gamelore.oracles.styles import PerfectChoice, Style, reasonable_actions


@cache
def minimax() -> Minimax:
    return Minimax()


@cache
def perfect(name: str, style: Style = "uniform") -> BoardChoice:
    return BoardChoice(board_game(name), minimax(), style)


def at_random(state: AnyState) -> dict[object, float]:
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}


RANDOM: Policy = at_random  # type: ignore[assignment]


def challenger(name: str, share: float, errors: Policy, style: Style = "uniform") -> Policy:
    return mixed(evenly(perfect(name, style).candidates), errors, share)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "errors", "reliability", "power"),
    [
        pytest.param(0.0, "random", 21.07, 0.0, marks=pytest.mark.slow),
        pytest.param(0.1, "random", 25.68, 7.18, marks=pytest.mark.slow),
        pytest.param(0.7, "random", 47.45, 35.15, marks=pytest.mark.slow),
        pytest.param(1.0, "random", 56.35, 43.65, marks=pytest.mark.slow),
        (0.1, "reasonable", 24.52, 5.85),
        pytest.param(0.7, "reasonable", 37.46, 22.72, marks=pytest.mark.slow),
        (1.0, "reasonable", 41.79, 24.91),
    ],
)
def test_random_play_at_lose_tic_tac_toe_meets_the_exact_expectations(
    share: float, errors: str, reliability: float, power: float
) -> None:
    lose = board_game("lose_tic_tac_toe")
    erring = RANDOM if errors == "random" else evenly(reasonable_actions)
    won, drawn = expectation(lose, RANDOM, challenger(lose.name, share, erring))
    assert won + drawn == pytest.approx(reliability, abs=0.01)
    assert won == pytest.approx(power, abs=0.01)


@pytest.mark.parametrize(
    ("name", "style", "share", "wins"),
    [
        pytest.param("tic_tac_toe", "uniform", 0.1, 15.42, marks=pytest.mark.slow),
        pytest.param("tic_tac_toe", "uniform", 0.7, 73.80, marks=pytest.mark.slow),
        pytest.param("tic_tac_toe", "uniform", 1.0, 87.26, marks=pytest.mark.slow),
        pytest.param("tic_tac_toe", "opening_restricted", 0.1, 16.35, marks=pytest.mark.slow),
        pytest.param("tic_tac_toe", "opening_restricted", 0.7, 76.07, marks=pytest.mark.slow),
        pytest.param("tic_tac_toe", "opening_restricted", 1.0, 88.24, marks=pytest.mark.slow),
        pytest.param("lose_tic_tac_toe", "uniform", 0.1, 17.74, marks=pytest.mark.slow),
        ("lose_tic_tac_toe", "uniform", 0.7, 70.25),
        pytest.param("lose_tic_tac_toe", "uniform", 1.0, 78.93, marks=pytest.mark.slow),
    ],
)
def test_the_perfect_player_never_loses_and_wins_what_it_must(
    name: str, style: Style, share: float, wins: float
) -> None:
    choice = perfect(name, style)
    won, drawn = expectation(board_game(name), choice.chances, partial(choice.chances, errors=share))
    assert won == pytest.approx(wins, abs=0.01)
    assert won + drawn == pytest.approx(100.0)


@given(st.integers(0, 2**32))
def test_styles_differ_only_among_the_best_actions(seed: int) -> None:
    for name in ("tic_tac_toe", "lose_tic_tac_toe"):
        for state in walk(board_game(name), seed, 9):
            if state.is_terminal():
                break
            best = set(minimax().best_actions(state))
            assert set(perfect(name).candidates(state)) == best
            for style in ("opening_restricted", "assertive", "steady"):
                chosen = perfect(name, style).candidates(state)
                assert chosen
                assert set(chosen) <= best


def test_the_restricted_player_opens_in_centre_or_corner_and_answers_the_centre_in_a_corner() -> None:
    ttt, lose = board_game("tic_tac_toe"), board_game("lose_tic_tac_toe")
    opening = perfect("tic_tac_toe", "opening_restricted").candidates(ttt.new_initial_state())
    assert [str(action) for action in opening] == ["1", "3", "5", "7", "9"]
    centre = lose.new_initial_state().child(lose.parse_action("5"))
    answers = perfect("lose_tic_tac_toe", "opening_restricted").candidates(centre)
    assert [str(action) for action in answers] == ["1", "3", "7", "9"]


def test_a_style_is_refused_where_it_is_not_defined() -> None:
    with pytest.raises(BadSetting, match="opening_restricted is defined for"):
        BoardChoice(Nim(), minimax(), "opening_restricted")
    with pytest.raises(BadSetting, match="style steady is not defined for nim"):
        PerfectChoice(Nim(), minimax(), "steady")
    with pytest.raises(BadSetting, match="not 'rude'"):
        BoardChoice(Nim(), minimax(), "rude")  # type: ignore[arg-type]


def test_the_assertive_player_takes_the_shortest_win() -> None:
    state = board_game("tic_tac_toe").parse_state("XX./O../.O. X")
    assert [str(action) for action in perfect("tic_tac_toe", "assertive").candidates(state)] == ["3"]
    assert [str(action) for action in perfect("tic_tac_toe").candidates(state)] == ["3", "5", "9"]


def test_the_assertive_player_leaves_the_largest_share_of_losing_replies() -> None:
    chosen = perfect("tic_tac_toe", "assertive").candidates(board_game("tic_tac_toe").new_initial_state())
    # Of eight replies seven lose against a corner, four against the centre or a side.
    assert [str(action) for action in chosen] == ["1", "3", "7", "9"]


def test_an_assertive_player_never_leaves_the_best_value_and_prefers_what_it_should() -> None:
    game = board_game("five_mens_morris")
    solution = solve(game)
    choice = BoardChoice(game, solution, "assertive")
    for state in (state for seed in range(4) for state in walk(game, seed, 60) if not state.is_terminal()):
        values = dict(solution.action_values(state))
        best = max(value.result for value in values.values())
        chosen = set(choice.candidates(state))
        if best > 0:
            shortest = min(value.distance or 0 for value in values.values() if value.result > 0)
            assert chosen == {move for move, value in values.items() if value == Value(best, shortest)}
            continue
        equals = [move for move, value in values.items() if value.result == best]
        captures = [move for move in equals if move.capture is not None]
        shares = {}
        for move in captures or equals:
            replies = solution.action_values(state.child(move))
            shares[move] = sum(value.result < 0 for _, value in replies) / max(1, len(replies))
        assert chosen == {move for move, share in shares.items() if share == max(shares.values())}


def test_a_steady_player_makes_the_same_board_in_every_state_that_it_cannot_win() -> None:
    game = board_game("five_mens_morris")
    solution = solve(game)
    choice = BoardChoice(game, solution, "steady")
    for state in (state for seed in range(4) for state in walk(game, seed, 60) if not state.is_terminal()):
        chosen = choice.candidates(state)
        values = dict(solution.action_values(state))
        best = max(value.result for value in values.values())
        assert all(values[move].result == best for move in chosen)  # type: ignore[index]
        if best <= 0:
            made = {state.child(move).normal_form()[0] for move in chosen}  # type: ignore[arg-type]
            assert len(made) == 1, "all its moves are images of one another"


def test_chances_add_up_and_are_those_of_errors_strays_and_candidates() -> None:
    game = board_game("five_mens_morris")
    choice = BoardChoice(game, solve(game), "steady", stray=0.25)
    for state in list(walk(game, 5, 40))[:30:3]:
        chances = choice.chances(state, errors=0.1)
        assert list(chances) == list(state.legal_actions())
        assert sum(chances.values()) == pytest.approx(1.0)
        steady, astray = choice.candidates(state), choice.astray(state)
        for action, chance in chances.items():
            expected = 0.1 / len(chances) + 0.9 * 0.75 * (action in steady) / len(steady)
            assert chance == pytest.approx(expected + 0.9 * 0.25 * (action in astray) / len(astray))


def test_a_reasonable_choice_takes_a_win_and_stops_a_loss() -> None:
    ttt = board_game("tic_tac_toe")
    assert [str(a) for a in reasonable_actions(ttt.parse_state("XX./OO./... X"))] == ["3"]
    assert [str(a) for a in reasonable_actions(ttt.parse_state("X.X/O../... O"))] == ["2"]
    hopeless = ttt.parse_state("X.X/.O./O.X O")
    assert len(reasonable_actions(hopeless)) == len(hopeless.legal_actions())


def test_plain_games_have_perfect_choices_too() -> None:
    nim = Nim(10)
    # Ten stones are a win for who moves first: take two.
    choice = BoardChoice(nim, minimax(), "assertive")
    assert [str(action) for action in choice.candidates(nim.new_initial_state())] == ["take 2"]


@pytest.mark.parametrize(("few", "little"), [(3_000, True), (0, False)])
def test_a_perfect_player_of_a_small_game_waits_for_no_compiler(
    few: int, little: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def candidates(*asked: object) -> int:
        seen.append(LITTLE.get())
        return 0

    game = board_game("tic_tac_toe")
    monkeypatch.setattr("gamelore.oracles.board.styles.FEW_STATES", few)
    monkeypatch.setattr("gamelore.oracles.board._style_kernels.candidates", candidates)
    assert BoardChoice(game, solve(game)).compiled(game.new_initial_state()) == ()
    assert seen == [little]
