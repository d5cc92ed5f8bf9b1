"""One function gives every game: `load_game("five_mens_morris", flying_at=3)`.

Board games are data files in `games/board/builtin/`; a path that ends in `.toml` loads a person's own. Games in plain
Python have a maker under a name: registered, installed with an entry point, or typed by a person as `module:name`.
A game of another library is named behind that library, `openspiel:hex(board_size=5)`, in files too.
Makers are imported only when their game is asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.base.registry import Registry, load
from gamelore.games.core import NO_PARAMETERS, AnyGame, Game

Maker = Callable[..., AnyGame]
GameLike: TypeAlias = AnyGame | str | Path
"""A game, or what a person would type for it: its name, a TOML file, `module:name`, `openspiel:NAME`."""

GAME_FILE = "game.toml"
"""Where an agent's folder keeps the game that it learned, if that is a person's own."""

_MAKERS: Registry[Maker] = Registry(
    "game",
    {"draw_poker": "gamelore.games.poker.draw_poker:make", "forty_two": "gamelore.games.forty_two:make"},
    "gamelore.games",
)

BRIDGES = {"openspiel": "gamelore.bridges.openspiel.games"}
"""Who opens the games of another library, by what stands before the colon: `make(name)`, and `typed(text)` for the name
of what a person means."""


def is_bridged(name: str) -> bool:
    """Whether a name is that of a game of another library."""
    return name.partition(":")[0] in BRIDGES and ":" in name


def _bridge(name: str, verb: str) -> Any:
    return load(f"{BRIDGES[name.partition(':')[0]]}:{verb}")


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
    if is_bridged(text):
        name: str = _bridge(text, "typed")(text)
        if is_bridged(name) and name not in _MAKERS.names():
            _MAKERS.register(name, partial(_bridge(name, "make"), name))
            _MAKERS.typed.append(name)
        return name
    maker = _MAKERS.open(text)
    name = _make(text, maker, {}).name
    register_game(name, maker)
    _MAKERS.typed.append(text)
    return name


def game_of(game: GameLike, /) -> AnyGame:
    """A game as it is given, or the one that is meant by what a person typed."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str | Path):
        return load_game(typed_game(str(game)))
    raise BadSetting(f"a game is given as itself, by its name or by its TOML file, not as {game!r:.60}")


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
    if is_bridged(name):
        return _make(name, partial(_bridge(name, "make"), name), parameters)
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


def parse_game(
    text: str, where: str, parameters: Mapping[str, object] = NO_PARAMETERS, *, name: str | None = None
) -> AnyGame:
    """A person's own game from the text of its TOML file; `name` is what it is called by, if not as the text says."""
    from gamelore.games.board.toml_game import parse_board_game

    return replace(parse_board_game(text, where, parameters, name=name), source=text)


def load_game_beside(folder: Path, name: str, /, **parameters: Any) -> AnyGame:
    """A game as a record in a folder names it: a person's own may stand there, by its name or as an agent's copy."""
    from gamelore.games.board.toml_game import load_board_game

    if name.endswith(".toml"):
        for file in (folder / Path(name).name, folder / GAME_FILE):
            if file.is_file():
                return load_board_game(file, Path(name).name, **parameters)
    return load_game(name, **parameters)
