"""Lists that were found for built-in games and come with the package, each with the command and seed that found it."""

from __future__ import annotations

from pathlib import Path

from gamelore.base.errors import NotAvailable
from gamelore.base.files import read_text
from gamelore.games.core import AnyGame
from gamelore.learners.maxims.lines import Maxims
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.texts import read_maxims

FOLDER = Path(__file__).parent / "lists"


def shipped(game: AnyGame) -> Maxims:
    """The list of a game."""
    path = FOLDER / f"{game.name}.toml"
    if not path.exists():
        raise NotAvailable(f"no maxims of {game.name} come with the package; find some: gamelore learn {game.name}")
    return read_maxims(read_text(path), reader_for(game).wording, path.name)
