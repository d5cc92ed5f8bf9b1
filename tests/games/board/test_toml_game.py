"""A person's own game is one TOML file: it works everywhere, and a wrong one gets one clear error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.board_states import BOARD_GAMES, board_game

from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError, UnknownName
from gamelore.base.seeds import stream
from gamelore.games import game_names, load_game
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import parse_board_game
from gamelore.games.check import check_game
from gamelore.oracles.board.solved_tables import solve

PICARIA = """
format = 1
name = "small_picaria"
title = "Picaria on nine positions"
summary = "Place three, then slide or fly; three in a row wins."

[board]
points = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]]
lines = ["1-2-3", "4-5-6", "7-8-9", "1-4-7", "2-5-8", "3-6-9", "2-4", "2-6", "4-8", "6-8", "1-5-9", "3-5-7"]

[rules]
markers = 3
line = "wins"
goal_lines = ["1-2-3", "4-5-6", "7-8-9", "1-4-7", "2-5-8", "3-6-9", "1-5-9", "3-5-7"]

[contest]
max_plies = 60
seats = ["Red", "Blue"]
"""


def test_a_persons_game_loads_checks_solves_and_draws_without_any_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "picaria.toml"
    path.write_text(PICARIA)
    game = load_game(str(path))
    assert isinstance(game, BoardGame)
    assert game.seat_names == ("Red", "Blue")
    check_game(game, stream(1), contests=5)
    solution = solve(game)
    assert solution.verify() == sum(count.boards for count in solution.counts())
    state = game.new_initial_state()
    assert solution.best_actions(state)
    assert state._repr_svg_().startswith("<svg")
    assert game.name == "picaria.toml", "it is called the same on every machine"
    monkeypatch.chdir(tmp_path)
    assert load_game(game.name) is game, "its name makes it again"
    path.write_text(PICARIA.replace("markers = 3", "markers = 4"))
    assert load_game(str(path)).initial_state("").left == 8, "a changed file is read again"


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_every_built_in_game_has_its_own_name_a_title_and_a_summary(name: str) -> None:
    game = board_game(name)
    assert game.name == name
    assert name in game_names()
    assert game.title
    assert game.summary.endswith(".")


def changed(old: str, new: str) -> str:
    assert old in PICARIA
    return PICARIA.replace(old, new)


GOAL = 'goal_lines = ["1-2-3", '
BAD: list[tuple[str, str, type[GameloreError], str]] = [
    (
        "a dangling line",
        changed('lines = ["1-2-3"', 'lines = ["1-2-10"'),
        BadText,
        "[board] lines: line '1-2-10' names position 10, but the board has positions 1 to 9",
    ),
    (
        "a dangling goal line",
        changed(GOAL, 'goal_lines = ["1-2-33", '),
        BadText,
        "[rules] goal_lines: line '1-2-33' names position 33",
    ),
    ("a line that turns back", changed('"2-4"', '"2-4-2"'), BadText, "line '2-4-2' names a position twice"),
    ("a line of one position", changed('"2-4"', '"2"'), BadText, "line '2' joins fewer than two"),
    ("a line in other words", changed('"2-4"', '"2 to 4"'), BadText, "a line is written like '1-2-3', found '2 to 4'"),
    ("a line that is no text", changed('"2-4"', "24"), BadText, "a line is written like '1-2-3', found 24"),
    ("a line drawn twice", changed('"2-4"', '"2-4", "4-2"'), BadText, "[board] lines: a line stands there twice"),
    (
        "no list of lines",
        changed("\nlines = [", '\nlines = "1-2-3"\nrows = ['),
        BadText,
        "[board] lines must be a list",
    ),
    (
        "a huge board",
        changed("[0, 0], [1, 0]", ", ".join(f"[{p}, 9]" for p in range(60))),
        BadText,
        "[board] has 67 points; at most 63 are supported",
    ),
    ("a point twice", changed("[1, 0]", "[0, 0]"), BadText, "positions 1 and 2 stand at the same place (0, 0)"),
    ("a point in space", changed("[1, 0]", "[1, 0, 3]"), BadText, "[board] point 2 must be two numbers"),
    (
        "a point far away",
        changed("[1, 0]", "[1e9, 0]"),
        BadText,
        "[board] point 2 must be two numbers between -1000 and 1000",
    ),
    ("a point that is not a number", changed("[1, 0]", "[nan, 0]"), DamagedFile, "nan is not a number"),
    ("no points", changed("points =", "rows = [9]\nnothing ="), UnknownName, "key in [board] 'nothing' is not known"),
    ("rows that do not add up", changed("\nlines =", "\nrows = [3, 3]\nlines ="), BadText, "do not add up to 9"),
    (
        "an unknown key",
        changed("markers = 3", "marker = 3"),
        UnknownName,
        "key in [rules] 'marker' is not known; did you mean 'markers'?",
    ),
    ("an unknown section", PICARIA + "\n[pieces]\n", UnknownName, "key 'pieces' is not known"),
    ("a section that is a number", "board = 3\nformat = 1", DamagedFile, "[board] must be a table"),
    (
        "a wrong type",
        changed("markers = 3", 'markers = "three"'),
        BadSetting,
        "[rules]: setting 'markers': expected int, found 'three'",
    ),
    (
        "a wrong word",
        changed('line = "wins"', 'line = "wons"'),
        BadSetting,
        "expected one of 'wins', 'loses', 'captures', 'nothing', found 'wons'",
    ),
    (
        "too many markers",
        changed("markers = 3", "markers = 6"),
        BadText,
        "6 markers each do not fit on 9 free positions",
    ),
    ("no markers", changed("markers = 3", ""), BadText, "[rules] markers is missing"),
    ("nobody on the board", changed("markers = 3", "markers = 0"), BadText, "needs start positions for X and O"),
    ("no goal", changed(GOAL, "# "), BadText, "line = 'wins' needs goal_lines"),
    (
        "two on one position",
        changed("markers = 3", "markers = 0\nstart = { X = [1], O = [1] }"),
        BadText,
        "X and O stand on the same position",
    ),
    (
        "a start off the board",
        changed("markers = 3", "markers = 0\nstart = { X = [0], O = [1] }"),
        BadText,
        "X must stand on positions 1 to 9, found [0]",
    ),
    (
        "over at once",
        changed("markers = 3", "markers = 0\nstart = { X = [1, 2, 3], O = [4] }"),
        BadText,
        "over before anybody moves: Red completed a line",
    ),
    (
        "a strange name",
        changed('"small_picaria"', '"Small Picaria!"'),
        BadText,
        "name 'Small Picaria!' must be small letters",
    ),
    ("no title", changed('title = "Picaria on nine positions"', "title = 3"), BadText, "'title' must be a text"),
    (
        "a summary that is no text",
        changed('"Place three, then slide or fly; three in a row wins."', "7"),
        BadText,
        "'summary' must be a text",
    ),
    (
        "a limit below one",
        changed("max_plies = 60", "max_plies = 0"),
        BadSetting,
        "max_plies must be a positive whole number, found 0",
    ),
    (
        "three seats",
        changed('["Red", "Blue"]', '["Red", "Blue", "Green"]'),
        BadText,
        "[contest] seats must be two names",
    ),
    ("another format", changed("format = 1", "format = 3"), DamagedFile, "format 3, this program reads 1 and 2"),
    ("a format that is true", changed("format = 1", "format = true"), DamagedFile, "format True, this program reads"),
    (
        "a later key",
        changed("markers = 3", "markers = 3\nline_length = 3"),
        BadText,
        "[rules] line_length belongs to format 2, and this file says format = 1",
    ),
    ("no TOML at all", "X wins", DamagedFile, "Expected '=' after a key in a key/value pair (at line 1, column 3)"),
    ("a bottomless list", "a = " + "[" * 50_000, DamagedFile, "nested too deeply"),
    ("an endless number", "a = " + "9" * 5_000, DamagedFile, "4300 digits"),
]


@pytest.mark.parametrize(("text", "error", "complaint"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_wrong_file_gets_one_clear_error_that_names_file_and_place(
    tmp_path: Path, text: str, error: type[GameloreError], complaint: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(error) as caught:
        load_game(str(path))
    assert str(caught.value).startswith("mine.toml: ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("like", ['"five_mens_moris"', "[1]", '"../secret"'])
def test_a_board_like_no_other_is_refused(like: str) -> None:
    text = f'format = 1\nname = "a"\ntitle = "A"\n[board]\nlike = {like}\n[rules]\nmarkers = 1\n'
    with pytest.raises(UnknownName, match=r"a.toml: game for \[board\] like"):
        parse_board_game(text, "a.toml", {})


def test_a_board_is_either_like_another_or_its_own() -> None:
    text = 'format = 1\nname = "a"\ntitle = "A"\n[board]\nlike = "achi"\nlines = []\n[rules]\nmarkers = 1\n'
    with pytest.raises(BadText, match="takes either 'like' or 'points'"):
        parse_board_game(text, "a.toml", {})


def test_a_file_that_is_missing_a_folder_or_too_long_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameloreError, match=r"none.toml: no such file"):
        load_game(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(GameloreError, match=r"folder.toml: is a folder"):
        load_game(str(tmp_path / "folder.toml"))
    (tmp_path / "long.toml").write_text("#" * 200_000)
    with pytest.raises(GameloreError, match=r"long.toml: 200000 bytes is too long"):
        load_game(str(tmp_path / "long.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DamagedFile, match=r"bytes.toml: not UTF-8"):
        load_game(str(tmp_path / "bytes.toml"))


def test_an_unknown_game_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'five_mens_morris'"):
        load_game("five_men_morris")


def test_the_same_file_and_parameters_give_the_same_game() -> None:
    parameters: dict[str, Any] = {"flying_at": 3}
    assert load_game("five_mens_morris") is load_game("five_mens_morris")
    assert load_game("five_mens_morris", **parameters) is load_game("five_mens_morris", **parameters)
    assert load_game("five_mens_morris", **parameters) is not load_game("five_mens_morris")
