"""A board game as plain values for the small engine of a page (`js/`), and the engine itself as one script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from gamelore.games.board.game import BoardGame
from gamelore.learners.features.board.survey import board_places
from gamelore.learners.maxims.lines import Line

ENGINE = ("rules", "measures", "maxims")
"""The modules that know rules and lists, each before those that import it."""
PAGE = (*ENGINE, "board", "page")
"""Those that a page needs."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def game_tables(game: BoardGame) -> dict[str, Any]:
    """All that the engine must know of a game."""
    board, places = game.board, board_places(game.board)
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seat_names),
        "points": [list(point) for point in board.points],
        "unit": board.unit,
        "lines": [list(line) for line in board.lines],
        "neighbours": list(board.neighbours),
        "goals": list(game.goal_masks),
        "start": list(game.start),
        "placements": game.placements,
        "rules": asdict(game.rules),
        "max_plies": game.horizon.max_plies or 0,
        "repetition": game.horizon.repetition or 0,
        "corners": places.corners,
        "centre": places.centre,
        "opposite": list(places.opposite),
        "steps": [list(row) for row in places.steps],
    }


def line_tables(lines: Sequence[Line]) -> list[Mapping[str, str]]:
    """Lines as the engine takes them."""
    return [{"measure": line.measure, "sense": line.sense, "condition": line.condition} for line in lines]


def script(modules: Sequence[str] = PAGE) -> str:
    """Some modules as one script: they share one scope, so that nothing need be fetched."""
    folder = files("gamelore.app.guide") / "js"
    texts = [(folder / f"{name}.mjs").read_text(encoding="utf-8") for name in modules]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)
