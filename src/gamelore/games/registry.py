"""One function gives every game: `load_game("five_mens_morris", flying_at=3)`.

Board games are data files in `games/board/builtin/`; a path that ends in `.toml` loads a person's own. Games in plain
Python register a maker under a name. Makers are imported only when their game is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamelore.base.errors import UnknownName
from gamelore.base.registry import Registry
from gamelore.games.core import AnyGame

Maker = Callable[..., AnyGame]

GAME_FILE = "game.toml"
"""Where an agent's folder keeps the game that it learned, if that is a person's own."""

_MAKERS: Registry[Maker] = Registry(
    "game",
    {"draw_poker": "gamelore.games.poker.draw_poker:make", "forty_two": "gamelore.games.forty_two:make"},
    "gamelore.games",
)


def register_game(name: str, maker: Maker) -> None:
    """Make a game known under a name; `maker(**parameters)` builds it."""
    if name in game_names() and _MAKERS.find(name) is not maker:
        raise ValueError(f"a game named '{name}' is registered already")
    _MAKERS.register(name, maker)


def game_names() -> list[str]:
    """Every game that can be loaded by name: board games first, then the others."""
    from gamelore.games.board.toml_game import builtin_board_games

    return [*builtin_board_games(), *_MAKERS.names()]


def load_game(name: str, /, **parameters: Any) -> AnyGame:
    """A game by name, or a board game from a person's TOML file."""
    from gamelore.games.board.toml_game import builtin_board_games, load_board_game

    if name.endswith(".toml"):
        return load_board_game(Path(name), **parameters)
    boards = builtin_board_games()
    if name in boards:
        return load_board_game(boards[name], **parameters)
    if name not in _MAKERS.names():
        raise UnknownName("game", name, game_names())
    return _MAKERS.find(name)(**parameters)


def load_typed_game(name: str, /, **parameters: Any) -> AnyGame:
    """The same for a name that a person typed: it may also be `module:name`. No name from a file comes here."""
    return _MAKERS.find(name, typed=True)(**parameters) if ":" in name else load_game(name, **parameters)


def load_game_beside(folder: Path, name: str, /, **parameters: Any) -> AnyGame:
    """A game as a record in a folder names it: a person's own may stand there, by its name or as an agent's copy."""
    from gamelore.games.board.toml_game import load_board_game

    if name.endswith(".toml"):
        for file in (folder / Path(name).name, folder / GAME_FILE):
            if file.is_file():
                return load_board_game(file, Path(name).name, **parameters)
    return load_game(name, **parameters)
