"""The log of a sitting: all that is needed to restore it, as plain data.

It holds what is hidden, so it is for whoever keeps the contest and never for the person who plays it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamelore.arena.contest import ContestKey
from gamelore.base.errors import DamagedFile
from gamelore.base.files import LARGEST
from gamelore.games.core import AnyGame
from gamelore.games.registry import load_game, parse_game

LOG_VERSION = 1


@dataclass(frozen=True, slots=True)
class SittingLog:
    """Who sits where, the key, the deal, and what was done."""

    game: AnyGame
    seat: int
    others: Mapping[int, tuple[str, str]]
    """By what name each other player is made, and how it calls itself."""
    key: ContestKey
    deal: str
    start: str
    opening: tuple[str, ...]
    inherited: int
    plies: tuple[tuple[str, str], ...]
    """The text of each action, and what decided it."""
    laid_down: bool
    agreed: str = ""
    """Why the contest is a draw, if the players agreed on one."""

    def to_data(self) -> dict[str, Any]:
        """The log as plain data."""
        game = self.game
        return {
            "version": LOG_VERSION,
            "game": {"name": game.name, "parameters": dict(game.parameters), "source": game.source},
            "seat": self.seat,
            "others": {str(at): list(names) for at, names in self.others.items()},
            "key": {"seed": self.key.seed, "number": self.key.number},
            "deal": self.deal,
            "start": self.start,
            "opening": list(self.opening),
            "inherited": self.inherited,
            "plies": [list(ply) for ply in self.plies],
            "laid_down": self.laid_down,
            "agreed": self.agreed,
        }

    @staticmethod
    def from_data(log: Mapping[str, Any], game: AnyGame | None = None) -> SittingLog:
        """Read it back; the game is made from the log unless it is at hand."""
        try:
            if log["version"] != LOG_VERSION:
                raise DamagedFile(f"log of a sitting: version {log['version']!r}, this program reads {LOG_VERSION}")
            return SittingLog(
                _game_of(log["game"]) if game is None else game,
                int(log["seat"]),
                {int(at): (str(player), str(name)) for at, (player, name) in log["others"].items()},
                _key_of(log["key"]),
                str(log["deal"]),
                str(log["start"]),
                tuple(str(line) for line in log["opening"]),
                int(log["inherited"]),
                tuple((str(action), str(by)) for action, by in log["plies"]),
                bool(log["laid_down"]),
                str(log.get("agreed", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise DamagedFile(f"log of a sitting: {type(error).__name__}: {error}") from None


def _key_of(about: Mapping[str, Any]) -> ContestKey:
    """The key that a log names: what streams of random numbers can be made of."""
    for name in ("seed", "number"):
        if type(about[name]) is not int or not 0 <= about[name] <= LARGEST:
            raise DamagedFile(f"log of a sitting: key.{name} lies between 0 and {LARGEST}, not {about[name]!r:.40}")
    return ContestKey(about["seed"], number=about["number"])


def _game_of(about: Mapping[str, Any]) -> AnyGame:
    """The game that a log names; a person's own is made from its text."""
    name, parameters, source = str(about["name"]), dict(about["parameters"]), str(about["source"])
    if not source:
        return load_game(name, **parameters)
    return parse_game(source, name, parameters, name=name)
