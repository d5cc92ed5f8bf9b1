"""Names of shape: what the papers call their figures, and names that hold wherever the shape stands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.advisors.boards import board_game

from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import Concept, parse_concept

GAMES = [board_game(name) for name in ("lose_tic_tac_toe", "five_mens_morris", "nine_mens_morris", "shisima")]
TINY, FIVE, NINE, _ = GAMES


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("X draw line 5m", "centre"),  # Figure 7a: control of the centre
        ("either draw line 1m 2n", "own corner beside other's side"),  # 7b
        ("either draw line 2m 5# 8n", "reflection through the centre"),  # 7c
        ("either draw line 1n 2m", "own side beside other's corner"),  # 7d
        ("either draw line 1n 2m 3n", "block in the middle"),  # 7e
        ("either draw line 1m 2n 3n", "block at the end"),  # 7f
        ("either draw diagonal 1n 9m", "reflection through the centre"),  # 8a
        ("either draw line 2n 5# 8m", "reflection through the centre"),  # 8b
        ("either draw line 2O 5X 8m", "reflection of O through X's centre"),  # 1998, Figure 5: Advisor 1
        ("X draw line 2O 5X 8X", "reflection through own centre"),
        ("either loss line 1_ 2m", "own side beside empty corner"),  # 8c
        ("either loss line 1m 2_", "own corner beside empty side"),  # 8d
        ("either draw line 1n 2n", "other's corner beside other's side"),  # 8e
        ("either draw line 1n 3n", "two other's corners in one row"),  # 8f
        ("either draw line 1m 2_ 3_", "corner of an empty row"),  # 1998, section 5: Corner
        ("either draw line 4m 5_ 6m", "row of two with a gap through the centre"),
        ("either draw diagonal 1m 5_ 9m", "diagonal of empty centre, own corner, own corner"),
        ("O draw L 1X 2O 4_", "L at an other's corner with empty side and own side"),
    ],
)
def test_the_figures_of_the_papers_are_called_what_the_papers_call_them(cells: str, expected: str) -> None:
    assert naming.idea(TINY, parse_concept(TINY, f"placing {cells}")) == expected


@pytest.mark.parametrize(
    ("game", "cells", "expected"),
    [
        (FIVE, "line 1m 2m 3m", "mill"),
        (FIVE, "line 4m 8m 11m", "mill"),
        (FIVE, "line 1n 2n 3n", "the other's mill"),
        (FIVE, "line 1m 2_ 3m", "row of two with a gap"),
        (FIVE, "line 1m 2m 3_", "row of two with an open end"),
        (FIVE, "L 1n 2m 7m", "confinement in a corner"),
        (FIVE, "L 4n 5m 8m", "confinement in a corner"),
        (FIVE, "L 1m 2n 7n", "own confinement in a corner"),
        (FIVE, "L 1n 2m 7n", "joint confinement in a corner"),
        (NINE, "line 2m 5m 8m", "mill"),
        (NINE, "L 1n 2m 10m", "confinement in a corner"),
        (NINE, "line 5m", "crossing"),
    ],
)
def test_mill_and_confinement_are_read_off_the_drawn_lines(game: BoardGame, cells: str, expected: str) -> None:
    assert naming.idea(game, parse_concept(game, f"sliding either win {cells}")) == expected


def test_nobody_is_confined_where_nothing_slides() -> None:
    concept = parse_concept(TINY, "placing either draw L 1n 2m 4m")
    assert naming.idea(TINY, concept) == "L at an other's corner with own side and own side"


def test_a_concept_reads_as_one_sentence() -> None:
    concept = parse_concept(TINY, "placing either draw line 2n 5# 8m")
    assert naming.sentence(TINY, concept) == (
        "Reflection through the centre while placing: 8 mine, 2 the other's, or that turned or mirrored; "
        "contests in which a move made it were drawn, so I aim for it."
    )
    lost = parse_concept(TINY, "placing X loss line 5m")
    assert naming.sentence(TINY, lost) == (
        "Centre for X while placing: 5 mine; contests in which a move made it were lost, so I avoid it."
    )


@st.composite
def concepts(draw: st.DrawFn) -> tuple[BoardGame, Concept]:
    game = draw(st.sampled_from(GAMES))
    positions = draw(st.lists(st.integers(0, game.board.size - 1), min_size=1, max_size=4, unique=True))
    mover = draw(st.sampled_from(["X", "O", "either"]))
    cells = tuple((p, draw(st.sampled_from("mn_XO"))) for p in sorted(positions))
    return game, Concept("placing", mover, "draw", draw(st.sampled_from(["line", "triangle"])), cells)  # type: ignore[arg-type]


@given(concepts(), st.data())
def test_a_name_of_shape_is_the_same_wherever_a_symmetry_puts_the_shape(
    made: tuple[BoardGame, Concept], data: st.DataObject
) -> None:
    game, concept = made
    symmetry = data.draw(st.sampled_from(game.symmetries))
    image = replace(concept, cells=tuple(sorted((symmetry[p], what) for p, what in concept.cells)))
    assert naming.idea(game, image) == naming.idea(game, concept)


@given(concepts())
def test_a_concept_for_one_player_is_called_the_same_with_colours_exchanged(made: tuple[BoardGame, Concept]) -> None:
    game, concept = made
    if concept.mover != "either":
        other = {"X": "O", "O": "X"}
        cells = tuple((p, other.get(what, what)) for p, what in concept.cells)
        exchanged = replace(concept, mover=other[concept.mover], cells=cells)  # type: ignore[arg-type]
        assert naming.idea(game, exchanged) == naming.idea(game, concept)
        assert naming.name(game, exchanged) != naming.name(game, concept)
