"""Boards: what follows from points and drawn lines, held against the published tables."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board_states import BOARD_GAMES, board_game

from gamelore.base.errors import BadText
from gamelore.games.board.board import Board, apply, bits, inverse, mask_of

# Image of each position, counted from 1, the identity, the turns clockwise, then the mirrors.
THREE_BY_THREE = """
1 2 3 4 5 6 7 8 9
3 6 9 2 5 8 1 4 7
9 8 7 6 5 4 3 2 1
7 4 1 8 5 2 9 6 3
3 2 1 6 5 4 9 8 7
7 8 9 4 5 6 1 2 3
1 4 7 2 5 8 3 6 9
9 6 3 8 5 2 7 4 1
"""
SIXTEEN = """
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
3 10 16 6 9 13 2 5 12 15 4 8 11 1 7 14
16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1
14 7 1 11 8 4 15 12 5 2 13 9 6 16 10 3
3 2 1 6 5 4 10 9 8 7 13 12 11 16 15 14
14 15 16 11 12 13 7 8 9 10 4 5 6 1 2 3
1 7 14 4 8 11 2 5 12 15 6 9 13 3 10 16
16 10 3 13 9 6 15 12 5 2 11 8 4 14 7 1
"""
ADJACENCY = """
1:2,7 2:1,3,5 3:2,10 4:5,8 5:2,4,6 6:5,9 7:1,8,14 8:4,7,11 9:6,10,13 10:3,9,16 11:8,12 12:11,13,15 13:9,12
14:7,15 15:12,14,16 16:10,15
"""


def permutations(table: str) -> list[tuple[int, ...]]:
    return [tuple(int(p) - 1 for p in row.split()) for row in table.strip().splitlines()]


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe", "three_mens_morris", "tapatan", "achi", "shisima"])
def test_boards_of_nine_positions_have_the_eight_published_symmetries(name: str) -> None:
    assert list(board_game(name).board.plane_symmetries) == permutations(THREE_BY_THREE)


@pytest.mark.parametrize("name", ["five_mens_morris", "six_mens_morris"])
def test_the_sixteen_position_board_has_the_eight_published_symmetries(name: str) -> None:
    assert list(board_game(name).board.plane_symmetries) == permutations(SIXTEEN)


def test_five_mens_morris_has_the_published_neighbours_and_mills() -> None:
    game = board_game("five_mens_morris")
    listed = dict(entry.split(":") for entry in ADJACENCY.split())
    for position, names in listed.items():
        assert set(bits(game.board.neighbours[int(position) - 1])) == {int(n) - 1 for n in names.split(",")}
    assert len(game.goal_lines) == 8
    assert len(game.board.lines) == 12
    assert game.board.unit == 1.0


@pytest.mark.parametrize(
    ("name", "plane", "every"),
    [
        ("tic_tac_toe", 8, 8),
        ("five_mens_morris", 8, 16),
        ("nine_mens_morris", 8, 16),
        ("eleven_mens_morris", 8, 16),
        ("shisima", 8, 16),
        ("pong_hau_ki", 2, 2),
    ],
)
def test_the_exchange_of_squares_doubles_the_symmetries_of_morris_boards(name: str, plane: int, every: int) -> None:
    game = board_game(name)
    assert len(game.symmetries) == plane
    assert len(game.all_symmetries) == every
    assert game.all_symmetries[:plane] == game.symmetries


def test_the_inner_and_outer_squares_of_five_mens_morris_can_be_exchanged() -> None:
    exchange = permutations("4 5 6 1 2 3 8 7 10 9 14 15 16 11 12 13")[0]
    assert exchange in board_game("five_mens_morris").board.automorphisms
    assert exchange not in board_game("five_mens_morris").board.plane_symmetries


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_symmetries_form_a_group_that_keeps_neighbours_and_goals(name: str) -> None:
    game = board_game(name)
    group = set(game.all_symmetries)
    for one in group:
        assert inverse(one) in group
        assert {tuple(one[p] for p in other) for other in group} == group
        assert {apply(one, mask) for mask in game.goal_masks} == set(game.goal_masks)
        for p, near in enumerate(game.board.neighbours):
            assert apply(one, near) == game.board.neighbours[one[p]]


@given(st.integers(0, (1 << 63) - 1))
def test_a_set_is_the_sum_of_its_positions(mask: int) -> None:
    assert mask_of(bits(mask)) == mask
    assert len(bits(mask)) == mask.bit_count()
    assert list(bits(mask)) == sorted(bits(mask))


def test_shisima_has_the_metric_unit_of_its_octagon() -> None:
    assert board_game("shisima").board.unit == pytest.approx(2 * math.sin(math.pi / 8), abs=1e-5)


@pytest.mark.parametrize("lines", [(), tuple((0, p) for p in range(1, 30)), tuple((p, p + 1) for p in range(0, 30, 2))])
def test_a_board_with_endlessly_many_symmetries_keeps_those_of_the_plane(lines: tuple[tuple[int, ...], ...]) -> None:
    board = Board(tuple((p % 6, p // 6) for p in range(30)), lines)
    assert board.automorphisms == board.plane_symmetries


@pytest.mark.parametrize(
    ("points", "lines", "rows", "complaint"),
    [
        (1, (), (), "2 to 63 positions, not 1"),
        (64, (), (), "2 to 63 positions, not 64"),
        (4, ((0, 4),), (), "line '1-5' names position 5, but the board has positions 1 to 4"),
        (4, ((0,),), (), "line '1' joins fewer than two"),
        (4, ((0, 1, 0),), (), "line '1-2-1' names a position twice"),
        (4, (), (2, 1), "do not add up to 4"),
    ],
)
def test_a_board_that_cannot_be_is_refused(
    points: int, lines: tuple[tuple[int, ...], ...], rows: tuple[int, ...], complaint: str
) -> None:
    with pytest.raises(BadText, match=complaint):
        Board(tuple((float(p), 0.0) for p in range(points)), lines, rows)


def test_two_positions_at_one_place_are_named() -> None:
    with pytest.raises(BadText, match=r"positions 2 and 3 stand at the same place \(1, 0\)"):
        Board(((0, 0), (1, 0), (1, 0.0001)), ())
