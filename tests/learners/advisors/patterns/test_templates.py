"""The Bounded Pattern Language on the pictures of all boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.advisors.boards import board_game

from gamelore.games import game_names, load_game
from gamelore.games.board.board import Board, Permutation
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns.sight import Sight, sight_of
from gamelore.learners.advisors.patterns.templates import SHAPES, Template, field_of_view, generate
from gamelore.learners.advisors.settings.patterns import Reading

BOARDS = sorted(name for name in game_names() if isinstance(load_game(name), BoardGame))


def templates(name: str) -> tuple[Template, ...]:
    board = board_game(name).board
    return generate(board, board.plane_symmetries)


def counts(found: Iterable[Template]) -> list[int]:
    tally = Counter(template.shape for template in found)
    return [tally[shape] for shape in SHAPES]


@pytest.mark.parametrize(
    ("name", "expected"),
    [  # lines, squares, diagonals, Ls, triangles
        ("tic_tac_toe", [6, 2, 3, 2, 0]),
        ("five_mens_morris", [7, 1, 4, 3, 0]),
        ("nine_mens_morris", [11, 1, 6, 3, 0]),
        ("shisima", [7, 0, 1, 0, 1]),
    ],
)
def test_boards_have_so_many_templates(name: str, expected: list[int]) -> None:
    assert counts(templates(name)) == expected


def test_nine_mens_morris_has_the_printed_18_templates_beside_lines_with_an_open_midpoint() -> None:
    found = templates("nine_mens_morris")
    asked = {(t.asked[0], t.asked[-1]) for t in found if t.shape == "line" and len(t.asked) == 3}
    assert len([t for t in found if t.shape != "line" or t.asked not in asked]) == 18


@pytest.mark.parametrize(
    ("reading", "ls_of_shisima", "reflects_corners", "reflects_sides"),
    [("corners", 0, True, True), ("vertices", 2, True, True), ("counted", 2, False, False)],
)
def test_each_reading_has_18_templates_and_one_fits_every_printed_figure(
    reading: Reading, ls_of_shisima: int, reflects_corners: bool, reflects_sides: bool
) -> None:
    """1996, section 3.1 and Figure 5: 18 templates at 4; an L and one triangle on shisima at 2. Figure 8a and 8b."""
    nine, shisima, three = (board_game(name).board for name in ("nine_mens_morris", "shisima", "tic_tac_toe"))
    found = generate(nine, nine.plane_symmetries, reading, 4)
    asked = {(t.asked[0], t.asked[-1]) for t in found if t.shape == "line" and len(t.asked) == 3}
    assert len([t for t in found if t.shape != "line" or t.asked not in asked]) == 18
    assert counts(generate(shisima, shisima.plane_symmetries, reading, 2))[3:] == [ls_of_shisima, 1]
    places = {t.asked for t in generate(three, three.plane_symmetries, reading)}
    assert ((2, 6) in places) == reflects_corners
    assert ((1, 7) in places or (3, 5) in places) == reflects_sides


def test_a_wider_view_sees_more() -> None:
    board = board_game("nine_mens_morris").board
    by_view = [len(generate(board, board.plane_symmetries, "vertices", view)) for view in (2, 4, 6)]
    assert by_view == sorted(set(by_view))
    shapes = [t.shape for t in generate(board, board.plane_symmetries, "vertices", 6)]
    assert shapes.count("square") == 2, "the size-4 square needs a view of 6 (1996, section 3.1)"


def test_a_line_comes_with_and_without_its_midpoint() -> None:
    rows = {t.asked for t in templates("tic_tac_toe") if t.shape == "line"}
    assert {(0, 1, 2), (0, 2)} <= rows


def test_positions_between_are_left_open() -> None:
    assert ((2, 6), (4,)) in {(t.asked, t.open) for t in templates("tic_tac_toe") if t.shape == "diagonal"}
    (square,) = [t for t in templates("nine_mens_morris") if t.shape == "square"]
    assert len(square.open) == 4


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_has_templates_and_each_is_what_its_shape_says(name: str) -> None:
    board = board_game(name).board
    found = templates(name)
    limit = field_of_view(board)
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
    found = generate(board, board.plane_symmetries)
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
    sight = sight_of(game, game.symmetries)
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
    sight = sight_of(game, game.symmetries)
    boards = [cells, [cells[game.symmetries[turn][p]] for p in range(9)]]
    x, o = (np.array([sum(1 << p for p in range(9) if b[p] == kind) for b in boards]) for kind in (1, 2))
    here, there = sight.patterns(x, o)
    assert Counter(here.tolist()) == Counter(there.tolist())
