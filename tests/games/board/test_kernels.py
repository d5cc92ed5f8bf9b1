"""The compiled kernels play exactly the rules that `board_game.py` plays in plain Python."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.special import chdtrc
from tests.board_states import BOARD_GAMES, LARGE_GAMES, board_game, board_states, walk

from gamelore.base.seeds import stream
from gamelore.games.board import _kernels
from gamelore.games.board.arrays import board_tables, code_of, expand, move_capacity, move_of, random_playouts
from gamelore.games.board.game import BoardGame, BoardState

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in BOARD_GAMES),
    ("five_mens_morris", {"flying_at": 3}),
    ("five_mens_morris", {"capture_in_line": "never", "blocked": "draws"}),
    ("five_mens_morris", {"capture_in_line": "always", "flying_at": 4}),
    ("nine_mens_morris", {"flying_at": 0}),
    ("tapatan", {"flying_at": 3}),
    ("three_mens_morris", {"line": "loses", "blocked": "draws"}),
    *((name, {}) for name in LARGE_GAMES),
    ("takes_on_63", {"capture_in_line": "if_no_other", "flying_at": 0}),
]


def status(state: BoardState) -> int:
    """What the kernel should say of a state, from its mover's side."""
    outcome = state.outcome()
    if outcome is None:
        return _kernels.ONGOING
    mine = outcome.returns[state.mover]
    return _kernels.WON if mine > 0 else _kernels.LOST if mine < 0 else _kernels.DRAWN


def same_rules(state: BoardState) -> None:
    tables = board_tables(state.game)
    assert _kernels.terminal(tables, state.own, state.other, state.left) == status(state)
    expansion = expand(state)
    assert [move_of(code) for code in expansion.codes.tolist()] == list(state.legal_actions())
    assert len(expansion.codes) <= move_capacity(state.game)
    for code, own, other in zip(expansion.codes, expansion.own, expansion.other, strict=True):
        child = state.child(move_of(int(code)))
        assert (child.own, child.other) == (own, other)
        assert code_of(move_of(int(code))) == code


@given(board_states((*BOARD_GAMES, *LARGE_GAMES)))
@settings(max_examples=200, deadline=None)
def test_kernels_and_plain_python_agree_on_any_state(state: BoardState) -> None:
    same_rules(state)


@pytest.mark.parametrize(("name", "parameters"), VARIANTS, ids=lambda value: str(value))
def test_kernels_and_plain_python_agree_throughout_random_contests(name: str, parameters: dict[str, Any]) -> None:
    for seed in range(4):
        for state in walk(board_game(name, **parameters), seed, 120):
            same_rules(state)


@given(board_states((*BOARD_GAMES, *LARGE_GAMES)))
@settings(max_examples=100, deadline=None)
def test_the_key_of_a_board_is_that_of_all_its_images_and_of_no_other_board(state: BoardState) -> None:
    tables, game = board_tables(state.game), state.game
    key = _kernels.normal_key(tables, state.own, state.other, len(game.symmetries))
    for symmetry in game.symmetries:
        image = state.transform(symmetry)
        assert _kernels.normal_key(tables, image.own, image.other, len(game.symmetries)) == key
    normal = normal_of(state)
    assert key == ternary(game, normal.own, normal.other)


def normal_of(state: BoardState) -> BoardState:
    """The smallest image with the mover's markers before the other's, as the kernels see a board."""
    images = [state.transform(symmetry) for symmetry in state.game.symmetries]
    return min(images, key=lambda image: ternary(state.game, image.own, image.other))


def ternary(game: BoardGame, own: int, other: int) -> tuple[int, int]:
    """A board as a number in base three, the first 32 positions of a larger board as a number of their own."""
    size = game.board.size
    first, second = 0, 0
    for position in range(size):
        here = (own >> position & 1) + 2 * (other >> position & 1)
        if size > 32 and position < 32:
            first = 3 * first + here
        else:
            second = 3 * second + here
    return first, second


STATES = [
    ("tic_tac_toe", {}, "X../.O./... X"),
    ("five_mens_morris", {}, "XX./.../..../.O./OO. X 4 left"),  # a capture while placing
    ("five_mens_morris", {}, "XX./.X./...X/OO./OO. X"),  # two ways into one mill
    ("five_mens_morris", {}, ".XX/X../X.../X.O/.OO X"),  # two mills at once, out of a third
    ("five_mens_morris", {}, "XX./OOO/...X/.../X.. X"),  # a capture from a mill
    ("five_mens_morris", {"capture_in_line": "never"}, "XX./OOO/...X/.../X.. X"),  # a mill that takes nothing
    ("nine_mens_morris", {}, "XX./.../.O./O....X/..O/.../O.. X"),  # flying into a mill
    ("takes_on_63", {}, "......./......./......./......./......./......./O....../...O.../OO.XXX. X 6 left"),
]


@pytest.mark.parametrize(("name", "parameters", "text"), STATES)
def test_random_moves_are_drawn_uniformly_from_all_legal_moves(
    name: str, parameters: dict[str, Any], text: str
) -> None:
    state = board_game(name, **parameters).parse_state(text)
    tables = board_tables(state.game)
    word = np.array([2026], dtype=np.int64)
    draws = 400 * len(state.legal_actions())
    drawn = Counter(
        move_of(_kernels.random_move(tables, state.own, state.other, state.left, word)) for _ in range(draws)
    )
    assert set(drawn) == set(state.legal_actions())
    squares = sum((drawn[move] - 400) ** 2 / 400 for move in state.legal_actions())
    assert chdtrc(len(state.legal_actions()) - 1, squares) > 1e-3


def test_random_playouts_end_as_the_published_share_of_random_tic_tac_toe_contests() -> None:
    """Among random contests X wins 737/1260, O 363/1260, and 160/1260 are drawn (by enumerating all contests)."""
    state = board_game("tic_tac_toe").new_initial_state()
    count = 100_000
    playouts = random_playouts(state, count, 9, stream(10_001))
    assert playouts.wins + playouts.draws + playouts.losses == count
    for got, share in ((playouts.wins, 737 / 1260), (playouts.losses, 363 / 1260), (playouts.draws, 160 / 1260)):
        assert abs(got / count - share) < 4 * (share * (1 - share) / count) ** 0.5


def test_random_playouts_stop_at_the_horizon_and_repeat_with_their_seed() -> None:
    state = board_game("nine_mens_morris").new_initial_state()
    assert random_playouts(state, 50, 10, stream(1)).draws == 50
    assert random_playouts(state, 50, 200, stream(1)) == random_playouts(state, 50, 200, stream(1))
    assert random_playouts(state, 50, 200, stream(1)) != random_playouts(state, 50, 200, stream(2))
