"""Board games as TOML files: positions, coordinates, lines, markers, stages, goal. No Python needed.

Every built-in board game is such a file in `builtin/`, so a person's own game walks through the same door and gets the
rules, the kernels, the solver, the drawing and the learners for nothing. `docs/formats.md` describes the form.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamelore.base.errors import BadSetting, BadText, DamagedFile, UnknownName
from gamelore.base.files import Json, parse_toml, read_text, real_path
from gamelore.base.settings import settings_from_mapping
from gamelore.games.board.board import MAX_POSITIONS, Board, check_line, mask_of
from gamelore.games.board.game import BoardGame, BoardRules
from gamelore.games.board.grid import WAYS, BoardGrid, Ways, parse_grid
from gamelore.games.board.sides import Side
from gamelore.games.core import Horizon

FORMATS = (1, 2)
_FOLDER = Path(__file__).parent / "builtin"
_SECTIONS = {
    "": {"format", "name", "title", "summary", "known", "board", "rules", "contest"},
    "board": {"like", "points", "lines", "rows", "grid", "hexagonal"},
    "rules": {
        "goal_lines",
        "line_length",
        "gravity",
        "start",
        "steps",
        "takes",
        "goal_row",
        *BoardRules.__slots__,
    },
    "contest": {"max_plies", "repetition", "seats"},
}
_SINCE_2 = {"board": ("grid", "hexagonal"), "rules": ("line_length", "gravity", "steps", "takes", "goal_row")}
"""What only format 2 knows."""
_CONTEST_PARAMETERS = ("max_plies", "repetition")
_LONGEST_FILE = 100_000
_LONGEST_TEXT = 400


@functools.cache
def builtin_board_games() -> Mapping[str, Path]:
    """The board games that come with the package, by name."""
    return {path.stem: path for path in sorted(_FOLDER.glob("*.toml"))}


def load_board_game(path: Path, name: str | None = None, /, **parameters: Any) -> BoardGame:
    """A board game from its file, with some rules overridden (`flying_at=3`, `max_plies=200`).

    A person's own is called by the name of its file, wherever that stands, or by another name if one is given.
    """
    text = read_text(path)
    if len(text) > _LONGEST_FILE:
        raise DamagedFile(f"{path.name}: {len(text)} bytes is too long for a board game")
    path = real_path(path)
    for key, value in parameters.items():
        if not isinstance(value, bool | int | str | None):
            raise BadSetting(f"{path.name}: parameter '{key}' must be a plain value, found {value!r}")
    return _load(path, text, name, tuple(sorted(parameters.items())))


@functools.lru_cache(maxsize=64)
def _load(path: Path, text: str, name: str | None, parameters: tuple[tuple[str, object], ...]) -> BoardGame:
    """The same file, unchanged, with the same parameters is the same game."""
    if path.parent == _FOLDER:
        return parse_board_game(text, path.name, dict(parameters), name=path.stem)
    return replace(parse_board_game(text, path.name, dict(parameters), name=name or path.name), source=text)


def parse_board_game(text: str, where: str, overrides: Mapping[str, object], name: str | None = None) -> BoardGame:
    """A board game from the text of its file; `name` is what `load_game` will be asked for to make it again."""
    content = parse_toml(text, where)
    if content.get("format") not in FORMATS or isinstance(content["format"], bool):
        known_formats = " and ".join(map(str, FORMATS))
        raise DamagedFile(f"{where}: format {content.get('format')!r}, this program reads {known_formats}")
    for section, known in _SECTIONS.items():
        table = content if not section else content.get(section, {})
        if not isinstance(table, dict):
            raise DamagedFile(f"{where}: [{section}] must be a table")
        for key in table:
            if key not in known:
                raise UnknownName(f"key in [{section}]" if section else "key", key, known, where)
            if content["format"] < 2 and key in _SINCE_2.get(section, ()):
                raise BadText(f"{where}: [{section}] {key} belongs to format 2, and this file says format = 1")
    try:
        board, grid = _board(content.get("board", {}), where)
        return _game(content, board, grid, where, overrides, name)
    except BadText as error:
        raise BadText(f"{where}: {error}") from None


def _board(table: Json, where: str) -> tuple[Board, BoardGrid | None]:
    if "like" in table:
        if set(table) != {"like"}:
            raise BadText("[board] takes either 'like' or 'points', 'lines' and 'rows'")
        like = table["like"]
        if not isinstance(like, str) or like not in builtin_board_games():
            raise UnknownName("game for [board] like", str(like), builtin_board_games(), where)
        game = load_board_game(builtin_board_games()[like])
        return game.board, game.grid
    if "grid" in table:
        for key in ("points", "lines", "rows"):
            if key in table:
                raise BadText(f"[board] takes either 'grid' or '{key}': a grid has its points and lines by itself")
        grid = parse_grid(table["grid"], table.get("hexagonal", False))
        return grid.board(), grid
    if "hexagonal" in table:
        raise BadText("[board] hexagonal says how the points of a grid lie, but there is no grid")
    points = table.get("points")
    if not isinstance(points, list) or not points:
        raise BadText("[board] points must be a list of [x, y] pairs")
    if len(points) > MAX_POSITIONS:
        raise BadText(f"[board] has {len(points)} points; at most {MAX_POSITIONS} are supported")
    for number, point in enumerate(points, start=1):
        if not (isinstance(point, list) and len(point) == 2 and all(_is_coordinate(c) for c in point)):
            raise BadText(f"[board] point {number} must be two numbers between -1000 and 1000, found {point!r}")
    lines = _lines(table.get("lines", []), "[board] lines", len(points))
    rows = table.get("rows", [])
    if not (isinstance(rows, list) and all(_is_whole(r) for r in rows)):
        raise BadText(f"[board] rows must be whole numbers, found {rows!r}")
    return Board(tuple((float(x), float(y)) for x, y in points), lines, tuple(rows)), None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 40 and value.isprintable()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_coordinate(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1000 <= value <= 1000


def _lines(value: object, what: str, size: int) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list) or len(value) > 200:
        raise BadText(f"{what} must be a list of at most 200 lines")
    result = []
    for entry in value:
        if not isinstance(entry, str) or not re.fullmatch(r"[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})*", entry):
            raise BadText(f"{what}: a line is written like '1-2-3', found {entry!r}")
        line = tuple(int(part) - 1 for part in entry.split("-"))
        try:
            check_line(line, size)
        except BadText as error:
            raise BadText(f"{what}: {error}") from None
        result.append(line)
    if len({frozenset(line) for line in result}) != len(result):
        raise BadText(f"{what}: a line stands there twice")
    return tuple(result)


def _game(
    content: Json, board: Board, grid: BoardGrid | None, where: str, overrides: Mapping[str, object], name: str | None
) -> BoardGame:
    for key in ("name", "title", "summary", "known"):
        text = content.get(key, "")
        if not isinstance(text, str) or not (text or key in ("summary", "known")):
            raise BadText(f"'{key}' must be a text")
        if not text.isprintable() or len(text) > _LONGEST_TEXT:
            raise BadText(
                f"'{key}' must be one line of at most {_LONGEST_TEXT} signs that can be shown, found {text!r:.60}"
            )
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", content["name"]):
        raise BadText(f"name '{content['name']}' must be small letters, digits and underscores")
    table = dict(content.get("rules", {}))
    contest = dict(content.get("contest", {}))
    length = _line_length(table, grid)
    if length and grid is not None:
        goal_lines = grid.lines(length)
    else:
        goal_lines = _lines(table.pop("goal_lines", []), "[rules] goal_lines", board.size)
    gravity = _is_set(table, "gravity")
    ways = _ways(table, grid)
    goal_rows = _goal_rows(table, grid, ways)
    start = _start(table.pop("start", {}), board)
    if "markers" not in table:
        raise BadText("[rules] markers is missing")
    seats = contest.pop("seats", ["X", "O"])
    if not (isinstance(seats, list) and len(seats) == 2 and all(_is_name(s) for s in seats)):
        raise BadText("[contest] seats must be two names, short ones that can be shown")
    changes = dict(overrides)
    contest.update({key: changes.pop(key) for key in _CONTEST_PARAMETERS if key in changes})
    rules = settings_from_mapping(BoardRules(0), table, f"{where}: [rules]")
    rules = settings_from_mapping(rules, changes, content["name"])
    _check_rules(rules, board, goal_lines, start)
    if gravity:
        _check_gravity(rules, grid, start)
    if ways is not None:
        _check_ways(rules, ways)
    game = BoardGame(
        name=content["name"] if name is None else name,
        title=content["title"],
        summary=content.get("summary", ""),
        board=board,
        rules=rules,
        goal_lines=goal_lines,
        start=start,
        horizon=_horizon(contest, where),
        seat_names=tuple(seats),
        overrides=dict(overrides),
        known="" if overrides else content.get("known", ""),  # of these rules, and of no others
        grid=grid,
        line_length=length,
        gravity=gravity,
        ways=ways,
        goal_rows=goal_rows,
        sides=None if ways is None or grid is None else (_side(ways[0], grid), _side(ways[1], grid)),
    )
    outcome = game.new_initial_state().outcome()
    if outcome is not None:
        raise BadText(f"[rules] the contest is over before anybody moves: {outcome.why}")
    return game


def _line_length(table: Json, grid: BoardGrid | None) -> int:
    """How long the lines of a grid are that count; 0 where the file names lines, or none count."""
    if "line_length" not in table:
        return 0
    length = table.pop("line_length")
    if grid is None:
        raise BadText("[rules] line_length counts points of a grid; on a board of points goal_lines names the lines")
    if "goal_lines" in table:
        raise BadText("[rules] takes either 'line_length' or 'goal_lines', not both")
    longest = max(grid.rows, grid.columns)
    if not _is_whole(length) or not 2 <= length <= longest:
        raise BadText(f"[rules] line_length must be 2 to {longest} on a grid of {grid}, found {length!r:.60}")
    return int(length)


def _is_set(table: Json, key: str) -> bool:
    """Whether a rule that is on or off is on."""
    value = table.pop(key, False)
    if not isinstance(value, bool):
        raise BadText(f"[rules] {key} must be true or false, found {value!r:.60}")
    return value


def _ways(table: Json, grid: BoardGrid | None) -> tuple[Ways, Ways] | None:
    """In which directions each side steps and takes; none where both slide along drawn lines."""
    found = {}
    for key in ("steps", "takes"):
        if key not in table:
            continue
        if grid is None or grid.hexagonal:
            raise BadText(f"[rules] {key} names directions of a square grid, and this board has none")
        said = table.pop(key)
        if not isinstance(said, dict) or set(said) != set("XO"):
            raise BadText(f"[rules] {key} must name directions for X and for O, found {said!r:.60}")
        for seat, ways in said.items():
            if not isinstance(ways, list) or not all(isinstance(way, str) and way in WAYS for way in ways):
                raise BadText(
                    f"[rules] {key}: the directions of {seat} must be of {', '.join(WAYS)}, found {ways!r:.60}"
                )
            if len(set(ways)) != len(ways):
                raise BadText(f"[rules] {key}: {seat} names a direction twice")
        found[key] = said
    if not found:
        return None
    first, second = (Ways(*(tuple(found.get(key, {}).get(seat, ())) for key in ("steps", "takes"))) for seat in "XO")
    return first, second


def _side(ways: Ways, grid: BoardGrid) -> Side:
    """The tables of what a side does in some directions."""
    steps, takes = (grid.reached([WAYS[way] for way in named]) for named in (ways.steps, ways.takes))
    return Side(steps, takes, ((),) * grid.size, 0)


def _goal_rows(table: Json, grid: BoardGrid | None, ways: tuple[Ways, Ways] | None) -> tuple[int, int]:
    """The row that each side is to reach; 0 for none."""
    if "goal_row" not in table:
        return 0, 0
    said = table.pop("goal_row")
    if ways is None or grid is None:
        raise BadText("[rules] goal_row goes with steps or takes, which say how a marker comes there")
    if not isinstance(said, dict) or not said or not set(said) <= set("XO"):
        raise BadText(f"[rules] goal_row must name a row for X, for O or for both, found {said!r:.60}")
    for seat, row in said.items():
        if not _is_whole(row) or not 1 <= row <= grid.rows:
            raise BadText(f"[rules] goal_row: that of {seat} must be 1 to {grid.rows}, found {row!r:.60}")
    return said.get("X", 0), said.get("O", 0)


def _check_ways(rules: BoardRules, ways: tuple[Ways, Ways]) -> None:
    """Refuse what cannot be where markers go in named directions."""
    if rules.markers:
        raise BadText("[rules] steps and takes go with markers = 0 and start: nothing is placed where they are named")
    if rules.flying_at:
        raise BadText("[rules] flying_at does not go with steps and takes: who flies goes in no direction")
    if rules.line != "nothing" and any(way.takes for way in ways):
        raise BadText(f"[rules] takes does not go with line = '{rules.line}': say line = 'nothing'")


def _check_gravity(rules: BoardRules, grid: BoardGrid | None, start: tuple[int, int]) -> None:
    """Refuse what cannot be where markers fall."""
    if grid is None:
        raise BadText("[rules] gravity needs a grid: on a board of points nobody knows what lies under what")
    if grid.hexagonal:
        raise BadText("[rules] gravity needs a square grid: a point of a hexagonal one has two under it")
    if rules.slides:
        raise BadText("[rules] gravity goes with slides = false: a marker that moved would leave others in the air")
    if rules.line == "captures":
        raise BadText("[rules] gravity does not go with line = 'captures': what is taken would leave others in the air")
    if start[0] | start[1]:
        raise BadText("[rules] gravity does not go with start: the board is empty before anything falls")


def _horizon(contest: Json, where: str) -> Horizon:
    for key, value in contest.items():
        if value is not None and (not _is_whole(value) or value < 1):
            raise BadSetting(f"{where}: {key} must be a positive whole number, found {value!r}")
    return Horizon(**contest)


def _start(table: object, board: Board) -> tuple[int, int]:
    if not isinstance(table, dict) or not set(table) <= {"X", "O"}:
        raise BadText("[rules] start must name positions for X and O")
    masks = []
    for seat in "XO":
        positions = table.get(seat, [])
        if not isinstance(positions, list) or not all(_is_whole(p) and 1 <= p <= board.size for p in positions):
            raise BadText(f"[rules] start: {seat} must stand on positions 1 to {board.size}, found {positions!r}")
        if len(set(positions)) != len(positions):
            raise BadText(f"[rules] start: {seat} names a position twice")
        masks.append(mask_of(p - 1 for p in positions))
    if masks[0] & masks[1]:
        raise BadText("[rules] start: X and O stand on the same position")
    return masks[0], masks[1]


def _check_rules(
    rules: BoardRules, board: Board, goal_lines: tuple[tuple[int, ...], ...], start: tuple[int, int]
) -> None:
    if rules.line != "nothing" and not goal_lines:
        raise BadText(f"[rules] line = '{rules.line}' needs goal_lines")
    if rules.markers == 0 and not (start[0] and start[1]):
        raise BadText("[rules] a game without markers to place needs start positions for X and O")
    free = board.size - (start[0] | start[1]).bit_count()
    if 2 * rules.markers > free + 1:
        raise BadText(f"[rules] {rules.markers} markers each do not fit on {free} free positions")
    if rules.slides and rules.flying_at == 0 and not board.lines:
        raise BadText("[rules] markers slide, but the board has no drawn lines")
    if not rules.slides and rules.markers == 0:
        raise BadText("[rules] nothing is placed and nothing slides, so nobody could ever move")
