"""What the world knows of a game stands in its file, and holds for its own rules alone."""

from __future__ import annotations

import pytest

from gamelore.base.errors import BadText
from gamelore.games import load_game
from gamelore.games.board.toml_game import builtin_board_games, parse_board_game


def test_the_value_of_nine_mens_morris_is_told_with_its_source() -> None:
    assert "draw (Gasser 1993, 1996)" in load_game("nine_mens_morris").known
    assert load_game("nine_mens_morris", flying_at=0).known == ""
    assert load_game("tic_tac_toe").known == ""


def test_what_is_known_is_one_line_that_can_be_shown() -> None:
    text = builtin_board_games()["tic_tac_toe"].read_text()
    for bad in ("known = 3\n", 'known = "a\\nb"\n', f'known = "{"a" * 500}"\n'):
        with pytest.raises(BadText, match="'known' must be"):
            parse_board_game(bad + text, "mine.toml", {})
