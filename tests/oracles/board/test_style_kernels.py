"""The compiled styles against the plain ones: the same candidates in every state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Any

import pytest
from tests.board_states import BOARD_GAMES, board_game, reachable, walk

from gamelore.games.board.game import BoardGame, BoardState
from gamelore.oracles.board.solved_tables import easily_solved, solve
from gamelore.oracles.board.styles import OPENINGS, BoardChoice
from gamelore.oracles.styles import STYLES, Style

SMALL = tuple(name for name in BOARD_GAMES if easily_solved(board_game(name)) and board_game(name).board.size < 16)


def styles_of(game: BoardGame) -> list[Style]:
    return [style for style in STYLES if style != "opening_restricted" or game.name in OPENINGS]


@cache
def choice(game: BoardGame, style: Style) -> BoardChoice:
    return BoardChoice(game, solve(game), style)


def check(game: BoardGame, states: Iterable[BoardState]) -> int:
    checked = 0
    for state in states:
        if not state.is_terminal():
            for style in styles_of(game):
                assert choice(game, style).compiled(state) == choice(game, style).plainly(state), f"{style} in {state}"
            checked += 1
    return checked


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SMALL)
def test_every_style_has_the_same_candidates_in_the_states_of_the_small_games(name: str, step: int) -> None:
    assert check(board_game(name), islice(reachable(board_game(name)), 0, None, step)) > 20 // step


MORRIS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("five_mens_morris", {}),
    ("five_mens_morris", {"flying_at": 3}),
    ("five_mens_morris", {"capture_in_line": "never"}),
)


def test_every_style_has_the_same_candidates_in_random_states_of_morris() -> None:
    """Under the usual rules; the others have to be solved first, which is for the slow checks."""
    game = board_game("five_mens_morris")
    states = [state for seed in range(12) for state in walk(game, seed, 60)]
    assert check(game, states) > 300
    assert any(move.capture is not None for state in states for move in state.legal_actions())
    assert any(not state.left and state.own.bit_count() <= 3 for state in states)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "rules"), [*MORRIS, ("six_mens_morris", {})])
def test_every_style_has_the_same_candidates_in_thousands_of_states_of_morris(name: str, rules: dict[str, Any]) -> None:
    game = board_game(name, **rules)
    assert check(game, (state for seed in range(200) for state in walk(game, 1000 + seed, 60))) > 5000
