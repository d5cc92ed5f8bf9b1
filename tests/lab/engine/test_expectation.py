from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import pytest

from gamelore.base.errors import NotAvailable
from gamelore.games import Action, AnyState, load_game
from gamelore.lab.engine.expectation import at_random, expect, expect_alternating


@cache
def minimax(state: AnyState) -> float:
    """The value of a state for the player to move, by full search: a second way to the truth."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[state.mover]  # type: ignore[attr-defined]
    return max(-minimax(state.child(a)) for a in state.legal_actions())


def erring(state: AnyState, share: float) -> Mapping[Action, float]:
    """The policy of a player who errs at random in a share of the moves, without any of the solver or the styles."""
    values = {a: -minimax(state.child(a)) for a in state.legal_actions()}
    top = max(values.values())
    best = [a for a, v in values.items() if v == top]
    return {a: share / len(values) + (1 - share) / len(best) * (a in best) for a in values}


def challenger(share: float) -> Callable[[AnyState], Mapping[Action, float]]:
    return partial(erring, share=share)


@pytest.mark.parametrize(
    ("share", "reliability", "power"),
    [
        (0.1, 25.69, 7.18),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in [(0.0, 21.07, 0.0), (0.7, 47.45, 35.15), (1.0, 56.35, 43.65)]
        ),
    ],
)
def test_a_random_player_at_lose_tic_tac_toe_gets_the_known_expectation(
    share: float, reliability: float, power: float
) -> None:
    chances = expect_alternating(load_game("lose_tic_tac_toe"), at_random, challenger(share))
    assert round(chances.reliability, 2) == reliability
    assert round(chances.power, 2) == power


@pytest.mark.parametrize(
    ("name", "share", "win", "draw"),
    [
        ("tic_tac_toe", 0.1, 15.42, 84.58),
        ("tic_tac_toe", 0.7, 73.80, 26.20),
        ("tic_tac_toe", 1.0, 87.26, 12.74),
        ("lose_tic_tac_toe", 0.1, 17.74, 82.26),
        ("lose_tic_tac_toe", 0.7, 70.25, 29.75),
        ("lose_tic_tac_toe", 1.0, 78.93, 21.07),
    ],
)
def test_a_perfect_player_gets_the_known_expectation(name: str, share: float, win: float, draw: float) -> None:
    chances = expect_alternating(load_game(name), challenger(0.0), challenger(share))
    assert round(100 * chances.win, 2) == win
    assert round(100 * chances.draw, 2) == draw


def test_chances_add_up_and_the_two_seats_mirror_each_other() -> None:
    game = load_game("tic_tac_toe")
    first, second = expect(game, (at_random, at_random), 0), expect(game, (at_random, at_random), 1)
    assert sum(first) == pytest.approx(1)
    assert first == pytest.approx((second.loss, second.draw, second.win))


def test_a_game_that_can_cycle_is_refused_with_one_clear_error() -> None:
    with pytest.raises(NotAvailable, match="pong_hau_ki can cycle"):
        expect(load_game("pong_hau_ki"), (at_random, at_random), 0)
