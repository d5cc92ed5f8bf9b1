"""What the page offers: the games, who can be met at each, and who can learn it.

Names that come from a browser are only looked up here. Nothing that a visitor sends is ever a path or the name of a
module; agents and games of one's own are known by keys that stand in the page's own file.
"""

from __future__ import annotations

import contextlib
import functools
import shutil
from pathlib import Path
from typing import Any

from gamelore.app.page.display import Rival, display_of
from gamelore.app.page.keeping.backup import AGENTS, GAMES
from gamelore.app.page.keeping.store import PageStore
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import write_text
from gamelore.games.core import AnyGame
from gamelore.games.registry import game_names, load_game
from gamelore.learners.core import Player

OWN, AGENT = "own:", "agent:"
"""How the page calls a visitor's own games and agents, before their keys."""


@functools.cache
def games() -> tuple[AnyGame, ...]:
    """Every game of the package, those of other packages behind."""
    found = [load_game(name) for name in game_names()]
    return tuple(sorted(found, key=lambda game: (display_of(game).place(game), game.name)))


def is_slow(name: str, game: AnyGame) -> bool:
    """Whether somebody may take long to move: such moves wait in a line of their own."""
    return name.startswith(AGENT) or display_of(game).is_slow(name, game)


class Catalogue:
    """Games and players by the names that the page uses, a visitor's own included."""

    def __init__(self, store: PageStore, folder: Path) -> None:
        self.store, self.folder = store, folder

    def game(self, name: str, visitor: str) -> AnyGame:
        """A game of the package, or one of the visitor's own."""
        if name.startswith(OWN):
            return self._own(name.removeprefix(OWN), visitor)
        known = {game.name: game for game in games()}
        if name not in known:
            raise UnknownName("game", name[:80], known)
        return known[name]

    def name_of(self, game: AnyGame) -> str:
        """What the page calls a game."""
        return f"{OWN}{Path(game.name).stem}" if game.source else game.name

    def _own(self, key: str, visitor: str) -> AnyGame:
        rows = self.store.read("SELECT game, toml FROM games WHERE game = ? AND visitor = ?", key, visitor)
        if not rows:
            raise BadSetting("no such game of yours")
        file = self.file_of(rows[0]["game"])
        if not file.exists():
            write_text(file, rows[0]["toml"])
        return load_game(str(file))

    def file_of(self, key: str) -> Path:
        """Where the text of a visitor's own game stands, besides the page's file."""
        return self.folder / GAMES / f"{key}.toml"

    def agents(self, game: AnyGame, visitor: str) -> list[Rival]:
        """The visitor's agents that have learned a game."""
        rows = self.store.read(
            "SELECT course, learner, state FROM courses WHERE visitor = ? AND game = ? "
            "AND state IN ('finished', 'coached', 'written') ORDER BY made DESC LIMIT 50",
            visitor,
            self.name_of(game),
        )
        taught = {"coached": "coached by you", "finished": "learned in a course of yours", "written": "written by you"}
        return [Rival(f"{AGENT}{r['course']}", f"Your {r['learner']}", taught[r["state"]]) for r in rows]

    def agent_folder(self, course: str) -> Path:
        """The folder of what a course has learned."""
        return self.folder / AGENTS / course

    def remove_agent(self, course: str) -> None:
        """Remove the folder of an agent whose rows are gone."""
        shutil.rmtree(self.agent_folder(course), ignore_errors=True)

    def remove_game(self, key: str) -> None:
        """Remove the file of a game whose row is gone."""
        with contextlib.suppress(OSError):
            self.file_of(key).unlink()

    def sweep(self) -> None:
        """Remove the files of whatever has no row: somebody ended the page between the two."""
        courses = {row["course"] for row in self.store.read("SELECT course FROM courses")}
        for folder in (self.folder / AGENTS).glob("[!.]*"):
            if folder.name not in courses:
                self.remove_agent(folder.name)
        games = {row["game"] for row in self.store.read("SELECT game FROM games")}
        for file in (self.folder / GAMES).glob("[!.]*.toml"):
            if file.stem not in games:
                self.remove_game(file.stem)

    def check(self, against: str, game: AnyGame, visitor: str) -> None:
        """Refuse whoever is not offered at this game."""
        offered = [rival.name for rival in (*display_of(game).rivals(game), *self.agents(game, visitor))]
        if against not in offered:
            raise UnknownName(f"player of {game.title}", against[:80], offered)

    def make(self, name: str, game: AnyGame) -> Player:
        """A player by the name that the page uses; the name was checked when the contest began."""
        if name.startswith(AGENT):
            folder = self.agent_folder(name.removeprefix(AGENT))
            if not folder.exists():
                raise NotAvailable("That agent of yours is gone; begin another contest.")
            return make_player(display_of(game).agent(folder), game)
        return make_player(name, game)


def learners(game: AnyGame) -> list[dict[str, Any]]:
    """Who can learn a game, with presets, for the form that starts a course."""
    from gamelore.learners.registry import learner_card, learner_names, usual_learner

    found = []
    for kind in learner_names():
        try:
            card = learner_card(kind)
            if card.plays(game):
                found.append({"name": kind, "words": card.summary, "presets": list(card.presets)})
        except (GameloreError, ImportError):
            continue  # a learner of another package that cannot be loaded
    usual = usual_learner(game)
    return sorted(found, key=lambda told: (told["name"] != usual, told["name"] != "hoyle", told["name"]))
