"""The lists that come with the package, one for each built-in board game: `lists/GAME.toml`, with command and seed."""

from __future__ import annotations

from pathlib import Path

from gamelore.base.errors import NotAvailable
from gamelore.base.files import read_text
from gamelore.games.core import AnyGame
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.texts import read_maxims

FOLDER = Path(__file__).parent / "lists"


def shipped_names() -> list[str]:
    """The games that have a list."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def shipped_maxims(game: AnyGame) -> Maxims:
    """The list of a game by its own rules."""
    if game.name not in shipped_names() or game.source or game.parameters:
        raise NotAvailable(
            f"no maxims come with {game!r}; find some: gamelore learn {game.name} --learner maxims --out FOLDER"
        )
    return read_maxims(read_text(FOLDER / f"{game.name}.toml"), reader_for(game).wording, f"{game.name}.toml")


def shipped_learner(game: AnyGame) -> MaximLearner:
    """Somebody who follows it."""
    learner = MaximLearner(game, MaximLearner.preset(None))
    learner.maxims = shipped_maxims(game)
    return learner
