"""The Bounded Pattern Language on the pictures of all boards."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.advisors.boards import board_game

from gamelore.games import game_names, load_game
from gamelore.games.board.board import Board, Permutation
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns.settings import PatternSettings
from gamelore.learners.advisors.patterns.sight import Sight, sight_of
from gamelore.learners.advisors.patterns.templates import SHAPES, Template, field_of_view, generate

BOARDS = sorted(name for name in game_names() if isinstance(load_game(name), BoardGame))
TABLE_2 = PatternSettings(l_rule="all", diagonal_rule="all", midpoint="asked")


def templates(name: str, settings: PatternSettings = TABLE_2, **changes: object) -> tuple[Template, ...]:
    board = board_game(name).board
    values = {field: getattr(settings, field) for field in settings.__slots__} | changes
    return generate(board, PatternSettings(**values), board.plane_symmetries)


def counts(found: tuple[Template, ...]) -> list[int]:
    tally = Counter(template.shape for template in found)
    return [tally[shape] for shape in SHAPES]


@pytest.mark.parametrize(
    ("name", "view", "expected"),
    [  # lines, squares, diagonals, Ls, triangles
        ("tic_tac_toe", 2, [4, 1, 2, 3, 0]),
        ("tic_tac_toe", 3, [4, 2, 3, 6, 0]),
        ("five_mens_morris", 3, [4, 1, 5, 6, 0]),
        ("five_mens_morris", 4, [5, 1, 5, 6, 0]),
        ("nine_mens_morris", 4, [8, 1, 7, 10, 0]),
    ],
)
def test_table_2_alone_gives_the_derived_numbers_of_templates(name: str, view: int, expected: list[int]) -> None:
    assert counts(templates(name, field_of_view=view)) == expected


@pytest.mark.parametrize(
    ("l_rule", "diagonal_rule"),
    [("corner", "no_interior"), ("equal_legs", "no_interior"), ("equal_legs_corner", "not_across_gap")],
)
def test_three_readings_give_nine_mens_morris_the_printed_18_templates(l_rule: str, diagonal_rule: str) -> None:
    assert len(templates("nine_mens_morris", field_of_view=4, l_rule=l_rule, diagonal_rule=diagonal_rule)) == 18


def test_nine_mens_morris_has_three_squares_and_what_is_printed_of_their_views() -> None:
    found = templates("nine_mens_morris", field_of_view=9)
    squares = [t for t in found if t.shape == "square"]
    assert [round(t.breadth / math.sqrt(2)) for t in squares] == [2, 4, 6]
    assert math.ceil(squares[1].breadth) == 6
    assert {math.ceil(t.breadth) for t in found if t.shape == "line" and t.asked == (0, 1, 2)} == {6}
    assert squares[1].open == (4, 10, 13, 19)


def test_shisima_has_one_triangle_and_an_l_which_need_a_view_of_two() -> None:
    found = templates("shisima", field_of_view=2)
    assert counts(found) == [3, 0, 1, 2, 1]
    assert {t.asked for t in found if t.shape == "L"} == {(0, 2, 4), (1, 3, 4)}
    assert {math.ceil(t.breadth) for t in found if t.shape in ("L", "triangle")} == {2}
    assert counts(templates("shisima", field_of_view=1)) == [1, 0, 0, 0, 0]


def test_a_line_comes_with_and_without_its_midpoint_as_told() -> None:
    rows = {
        midpoint: {t.asked for t in templates("tic_tac_toe", midpoint=midpoint) if t.shape == "line"}
        for midpoint in ("asked", "open", "both")
    }
    assert (0, 1, 2) in rows["asked"]
    assert (0, 2) not in rows["asked"]
    assert (0, 2) in rows["open"]
    assert (0, 1, 2) not in rows["open"]
    assert rows["both"] == rows["asked"] | rows["open"]


def test_positions_between_are_left_open_asked_about_or_both() -> None:
    long = {
        optional: {(t.asked, t.open) for t in templates("tic_tac_toe", optional=optional) if t.shape == "diagonal"}
        for optional in ("hash", "query", "both")
    }
    assert ((2, 6), (4,)) in long["hash"]
    assert ((2, 4, 6), ()) in long["query"]
    assert ((2, 6), (4,)) not in long["query"]
    assert long["both"] == long["hash"] | {((2, 4, 6), ())}


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_has_templates_and_each_is_what_its_shape_says(name: str) -> None:
    board = board_game(name).board
    found = templates(name, field_of_view=0)
    limit = field_of_view(board, TABLE_2)
    assert found
    lines = [set(line) for line in board.lines]
    for template in found:
        points = [board.points[p] for p in template.asked]
        longest = max(math.dist(a, b) for a, b in combinations(points, 2)) / board.unit
        assert longest == pytest.approx(template.breadth)
        assert longest <= limit + 1e-3
        joined = [any(set(pair) <= line for line in lines) for pair in combinations(template.asked, 2)]
        right = any(
            abs((b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])) < 1e-3
            for a in points
            for b, c in combinations([p for p in points if p != a], 2)
        )
        if template.shape == "line":
            assert all(joined)
            assert len(points) in (2, 3)
        elif template.shape == "diagonal":
            assert not any(joined)
            assert len(points) == 2
        elif template.shape == "triangle":
            assert all(joined)
            assert len(points) == 3
            assert not right
        elif template.shape == "L":
            assert sum(joined) >= 2
            assert len(points) == 3
            assert right
        else:
            assert sum(joined) >= 4
            assert len(points) == 4
            assert right


@pytest.mark.parametrize("name", BOARDS)
def test_no_template_is_the_image_of_another(name: str) -> None:
    board = board_game(name).board
    found = generate(board, PatternSettings(), board.plane_symmetries)
    places = [(t.shape, frozenset(t.image(s)), len(t.open)) for t in found for s in _once(t, board)]
    assert len(set(places)) == len(places)


def _once(template: Template, board: Board) -> list[Permutation]:
    images = {frozenset(template.image(s)): s for s in board.plane_symmetries}
    return list(images.values())


# Sight


def plainly(sight: Sight, x: int, o: int) -> Counter[int]:
    """The patterns of a board, place by place, without arrays."""
    found: Counter[int] = Counter()
    for number, template in enumerate(sight.templates):
        places = {frozenset(template.image(s)): template.image(s) for s in sight.symmetries}
        for image in places.values():
            digits = tuple(1 if x >> p & 1 else 2 if o >> p & 1 else 0 for p in image)
            turned = [tuple(digits[k] for k in turn) for turn in sight.turns[number]]
            found[sight.number(number, min(turned))] += 1
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "five_mens_morris", "shisima", "nine_mens_morris", "pong_hau_ki"])
@settings(max_examples=20)
@given(data=st.data())
def test_sight_finds_the_same_patterns_as_a_look_at_each_place(name: str, data: st.DataObject) -> None:
    game = board_game(name)
    sight = sight_of(game, PatternSettings(), game.symmetries)
    cells = data.draw(st.lists(st.integers(0, 2), min_size=game.board.size, max_size=game.board.size))
    x = sum(1 << p for p, cell in enumerate(cells) if cell == 1)
    o = sum(1 << p for p, cell in enumerate(cells) if cell == 2)
    found = Counter(sight.patterns(np.array([x]), np.array([o]))[0].tolist())
    assert found == plainly(sight, x, o)
    for number in found:
        assert sight.parse(sight.text(number)) == number


@given(st.lists(st.integers(0, 2), min_size=9, max_size=9), st.integers(0, 7))
def test_a_symmetric_board_has_the_same_patterns(cells: list[int], turn: int) -> None:
    game = board_game("tic_tac_toe")
    sight = sight_of(game, PatternSettings(), game.symmetries)
    boards = [cells, [cells[game.symmetries[turn][p]] for p in range(9)]]
    x, o = (np.array([sum(1 << p for p in range(9) if b[p] == kind) for b in boards]) for kind in (1, 2))
    here, there = sight.patterns(x, o)
    assert Counter(here.tolist()) == Counter(there.tolist())
