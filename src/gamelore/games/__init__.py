"""The games: rules only, as values. Nothing here knows of learning or screens."""

from gamelore.games.core import (
    NOBODY,
    RESIGN,
    UNLIMITED,
    Action,
    AnyGame,
    AnyState,
    AnyView,
    Game,
    Horizon,
    OpenView,
    Outcome,
    Resign,
    State,
    View,
)
from gamelore.games.record import Record
from gamelore.games.registry import game_names, load_game, register_game

__all__ = [
    "NOBODY", "RESIGN", "UNLIMITED", "Action", "AnyGame", "AnyState", "AnyView", "Game", "Horizon", "OpenView",
    "Outcome", "Record", "Resign", "State", "View", "game_names", "load_game", "register_game",
]  # fmt: skip
