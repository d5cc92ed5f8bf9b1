"""One function gives every game: `load_game("five_mens_morris", flying_at=3)`.

Board games are data files in `games/board/builtin/`; a path that ends in `.toml` loads a person's own. Games in plain
Python have a maker under a name: registered, installed with an entry point, or typed by a person as `module:name`.
Makers are imported only when their game is asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.base.registry import Registry
from gamelore.games.core import AnyGame, Game

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
    from gamelore.games.board.toml_game import builtin_board_games

    if name in builtin_board_games() or (name in _MAKERS.names() and _MAKERS.find(name) is not maker):
        raise BadSetting(f"a game named '{name}' is known already")
    _MAKERS.register(name, maker)


def typed_game(text: str) -> str:
    """The name of a game that a person typed: what stands at `module:name` is known by its own name from then on."""
    if ":" not in text or text.endswith(".toml"):
        return text
    maker = _MAKERS.open(text)
    name = _make(text, maker, {}).name
    register_game(name, maker)
    _MAKERS.typed.append(text)
    return name


def typed_game_places() -> list[str]:
    """Every `module:name` of a game that a person typed in this process."""
    return list(_MAKERS.typed)


def game_names() -> list[str]:
    """Every game that can be loaded by name: board games first, then the others."""
    from gamelore.games.board.toml_game import builtin_board_games

    boards = builtin_board_games()
    return [*boards, *(name for name in _MAKERS.names() if name not in boards)]


def loadable_games() -> Iterator[AnyGame]:
    """Every game that can be loaded by name; what an installed package fails to provide is passed over."""
    for name in game_names():
        with contextlib.suppress(GameloreError):
            yield load_game(name)


def load_game(name: str, /, **parameters: Any) -> AnyGame:
    """A game by name, or a board game from a person's TOML file."""
    from gamelore.games.board.toml_game import builtin_board_games, load_board_game

    if not isinstance(name, str):
        raise BadSetting(f"the name of a game is a text, not {name!r:.60}")
    if name.endswith(".toml"):
        return load_board_game(Path(name), **parameters)
    boards = builtin_board_games()
    if name in boards:
        return load_board_game(boards[name], **parameters)
    if name not in _MAKERS.names():
        raise UnknownName("game", name, game_names())
    game = _make(name, _MAKERS.find(name), parameters)
    if game.name != name:
        raise NotAvailable(f"game '{name}' calls itself '{game.name}', so that no file could name it")
    return game


def _make(name: str, maker: Maker, parameters: Mapping[str, Any]) -> AnyGame:
    try:
        game: object = maker(**parameters)
    except GameloreError:
        raise
    except Exception as error:
        raise NotAvailable(f"game '{name}' cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise NotAvailable(f"game '{name}' cannot be made: {type(game).__name__} is no Game")
    return game


def load_game_beside(folder: Path, name: str, /, **parameters: Any) -> AnyGame:
    """A game as a record in a folder names it: a person's own may stand there, by its name or as an agent's copy."""
    from gamelore.games.board.toml_game import load_board_game

    if name.endswith(".toml"):
        for file in (folder / Path(name).name, folder / GAME_FILE):
            if file.is_file():
                return load_board_game(file, Path(name).name, **parameters)
    return load_game(name, **parameters)
