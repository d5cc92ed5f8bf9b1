"""The lists that come with the package, one for each built-in board game: `lists/GAME.toml`, with command and seed."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from gamelore.base.errors import NotAvailable
from gamelore.base.files import read_text
from gamelore.games.core import AnyGame
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.texts import read_maxims

FOLDER = Path(__file__).parent / "lists"


@cache
def shipped_names() -> tuple[str, ...]:
    """The games that have a list."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def shipped_maxims(game: AnyGame) -> Maxims:
    """The list of a game by its own rules."""
    if game.name not in shipped_names() or game.source or game.parameters:
        raise NotAvailable(
            f"no maxims come with {game!r}; find some: gamelore learn {game.name} --learner maxims --out FOLDER"
        )
    return _shipped(game)


@lru_cache(maxsize=64)
def _shipped(game: AnyGame) -> Maxims:
    name = f"{game.name}.toml"
    return read_maxims(read_text(FOLDER / name), reader_for(game).wording, name)


def shipped_learner(game: AnyGame) -> MaximLearner:
    """Somebody who follows it."""
    learner = MaximLearner(game, MaximLearner.preset(None))
    learner.maxims = shipped_maxims(game)
    return learner
