"""One function gives every game: `load_game("five_mens_morris", flying_at=3)`.

Board games are data files in `games/board/builtin/`; a path that ends in `.toml` loads a person's own. Games in plain
Python register a maker under a name. Makers are imported only when their game is asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamelore.base.errors import UnknownName
from gamelore.games.core import AnyGame

Maker = Callable[..., AnyGame]

GAME_FILE = "game.toml"
"""Where an agent's folder keeps the game that it learned, if that is a person's own."""

_MAKERS: dict[str, Maker | str] = {
    "draw_poker": "gamelore.games.poker.draw_poker:make",
    "forty_two": "gamelore.games.forty_two:make",
}


def register_game(name: str, maker: Maker) -> None:
    """Make a game known under a name; `maker(**parameters)` builds it."""
    if name in _MAKERS and _MAKERS[name] is not maker:
        raise ValueError(f"a game named '{name}' is registered already")
    _MAKERS[name] = maker


def game_names() -> list[str]:
    """Every game that can be loaded by name: board games first, then the others."""
    from gamelore.games.board.toml_game import builtin_board_games

    return [*builtin_board_games(), *(n for n in sorted(_MAKERS) if _available(n))]


def load_game(name: str, /, **parameters: Any) -> AnyGame:
    """A game by name, or a board game from a person's TOML file."""
    from gamelore.games.board.toml_game import builtin_board_games, load_board_game

    if name.endswith(".toml"):
        return load_board_game(Path(name), **parameters)
    boards = builtin_board_games()
    if name in boards:
        return load_board_game(boards[name], **parameters)
    if name in _MAKERS and _available(name):
        maker = _MAKERS[name]
        if isinstance(maker, str):
            module, _, function = maker.partition(":")
            maker = getattr(importlib.import_module(module), function)
        return maker(**parameters)
    raise UnknownName("game", name, game_names())


def load_game_beside(folder: Path, name: str, /, **parameters: Any) -> AnyGame:
    """A game as a record in a folder names it: a person's own may stand there, by its name or as an agent's copy."""
    from gamelore.games.board.toml_game import load_board_game

    if name.endswith(".toml"):
        for file in (folder / Path(name).name, folder / GAME_FILE):
            if file.is_file():
                return load_board_game(file, Path(name).name, **parameters)
    return load_game(name, **parameters)


def _available(name: str) -> bool:
    maker = _MAKERS[name]
    return not isinstance(maker, str) or importlib.util.find_spec(maker.partition(":")[0]) is not None
