"""Concepts as pictures: well-formed, with a mark at every position and the shape in the colour of its end."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.learners.advisors.boards import board_game

from gamelore.games.drawing import draw_board
from gamelore.learners.advisors.patterns.concepts import parse_concept
from gamelore.learners.advisors.patterns.teaching import picture


@pytest.mark.parametrize(
    ("game", "text", "band", "marks"),
    [
        ("lose_tic_tac_toe", "placing either draw diagonal 1n 9m", "note", {"mine": 1, "other": 1, "any": 7}),
        ("lose_tic_tac_toe", "placing O loss line 1m 2_ 3X", "bad", {"mine": 1, "empty": 1, "other": 1, "any": 6}),
        ("lose_tic_tac_toe", "placing either draw line 1m 2O 3X", "note", {"mine": 1, "o": 1, "x": 1, "any": 6}),
        ("five_mens_morris", "sliding either win L 1n 2m 7m", "good", {"mine": 2, "other": 1, "any": 13}),
        ("nine_mens_morris", "sliding either win square 4m 6n 19_ 21#", "good", {"mine": 1, "empty": 1, "any": 21}),
    ],
)
def test_a_picture_marks_every_position_and_bands_the_shape(
    game: str, text: str, band: str, marks: dict[str, int]
) -> None:
    svg = picture(board_game(game), parse_concept(board_game(game), text))
    ElementTree.fromstring(svg)
    for mark, count in marks.items():
        assert len(re.findall(f'<circle class="{mark}"', svg)) == count
    assert svg.count('<polyline class="band') == 1
    assert f'<polyline class="band {band}"' in svg


def test_the_band_of_an_l_goes_through_its_vertex_and_that_of_a_square_around() -> None:
    five = board_game("five_mens_morris")
    points = re.findall(
        r'class="band \w+" points="([^"]*)"', picture(five, parse_concept(five, "sliding X win L 4n 5m 8m"))
    )
    corner, side, other_side = "124,124", "208,124", "124,208"
    assert points == [f"{side} {corner} {other_side}"] or points == [f"{other_side} {corner} {side}"]
    square = picture(five, parse_concept(five, "sliding X win square 4m 6m 11m 13m"))
    around = re.findall(r'class="band \w+" points="([^"]*)"', square)[0].split(" ")
    assert len(around) == 5
    assert around[0] == around[-1]


def test_one_position_alone_is_ringed_and_the_caption_names_it() -> None:
    game = board_game("lose_tic_tac_toe")
    svg = picture(game, parse_concept(game, "placing X draw line 5m"), "light")
    assert '<circle class="ring note"' in svg
    assert "centre for X: drawn while placing</text>" in svg


def test_an_unknown_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="a mark is mine, other, empty"):
        draw_board(board_game("tic_tac_toe").board, marks={0: "yours"})
