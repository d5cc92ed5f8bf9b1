"""Boards as pictures: well formed, whole, escaped, for light and dark."""

from __future__ import annotations

from typing import get_args
from xml.etree import ElementTree

import pytest
from tests.board_states import BOARD_GAMES, board_game

from gamelore.games.board.board import Board, mask_of
from gamelore.games.drawing import COLOURS, Theme, draw_board

SVG = "{http://www.w3.org/2000/svg}"


def kinds(picture: str) -> list[str]:
    return [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_a_state_shows_itself_with_every_line_position_and_marker(name: str) -> None:
    state = board_game(name).new_initial_state()
    state = state.child(state.legal_actions()[0])
    found = kinds(state._repr_svg_())
    board = state.game.board
    assert found.count("line") == len(board.lines)
    assert found.count("x") == state.x.bit_count()
    assert found.count("o") == state.o.bit_count()
    assert found.count("spot") == board.size - found.count("x") - found.count("o")


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_everything_drawn_lies_inside_the_picture_and_positions_do_not_touch(name: str) -> None:
    board = board_game(name).board
    root = ElementTree.fromstring(draw_board(board, x=board.all_positions))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    circles = [[float(c.get(k, 0)) for k in ("cx", "cy", "r")] for c in root.iter(f"{SVG}circle")]
    for cx, cy, r in circles:
        assert r < cx < width - r
        assert r < cy < height - r
    for i, (ax, ay, r) in enumerate(circles):
        for bx, by, s in circles[:i]:
            assert (ax - bx) ** 2 + (ay - by) ** 2 > (r + s) ** 2


def test_a_wide_board_with_close_positions_still_fits_a_page() -> None:
    board = Board(((0, 0), (0.01, 0), (1000, 1000)), ())
    root = ElementTree.fromstring(draw_board(board))
    assert float(root.get("width", 0)) <= 800


def test_rings_arrows_and_crosses_are_drawn_in_their_colours() -> None:
    board = board_game("five_mens_morris").board
    picture = draw_board(
        board, x=mask_of([0, 6]), o=mask_of([4]), highlights={0: "good", 9: "bad"}, arrows=[(6, 13, "note")], crosses=16
    )
    found = kinds(picture)
    for kind in ("ring good", "ring bad", "arrow note", "head note", "cross"):
        assert found.count(kind) == 1


def test_labels_can_be_left_out() -> None:
    board = board_game("tic_tac_toe").board
    assert draw_board(board).count("<text") == 9
    assert "<text" not in draw_board(board, labels=False)


@pytest.mark.parametrize("theme", get_args(Theme))
def test_a_picture_is_text_only_and_follows_its_theme(theme: Theme) -> None:
    picture = draw_board(board_game("tic_tac_toe").board, theme=theme)
    ElementTree.fromstring(picture)
    assert ("prefers-color-scheme:dark" in picture) == (theme == "auto")
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_text_from_files_is_escaped() -> None:
    picture = draw_board(board_game("tic_tac_toe").board, title="<script>", names=('"&', "O"))
    assert "<script>" not in picture
    ElementTree.fromstring(picture)
    ElementTree.fromstring(draw_board(board_game("tic_tac_toe").board, names=("<b>", '"&')))


def test_a_colour_that_is_none_of_ours_is_refused() -> None:
    with pytest.raises(ValueError, match="good, bad, note, faint, not 'red'"):
        draw_board(board_game("tic_tac_toe").board, highlights={0: "red"})
    assert COLOURS == ("good", "bad", "note", "faint")
