"""What the page offers: the games, who can be met at each, and who can learn it.

Names that come from a browser are only looked up here. Nothing that a visitor sends is ever a path or the name of a
module; agents and games of one's own are known by keys that stand in the page's own file.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamelore.app.page.store import PageStore
from gamelore.app.table.showing import ShownBoard, shown
from gamelore.arena.poker.opponents import OPPONENTS
from gamelore.arena.roster import make_player, roster
from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import load_board_game
from gamelore.games.core import AnyGame
from gamelore.games.registry import game_names, load_game
from gamelore.learners.core import Player
from gamelore.learners.maxims.shipped import shipped_names
from gamelore.oracles.board.store import easily_solved

OWN, AGENT = "own:", "agent:"
"""How the page calls a visitor's own games and agents, before their keys."""
FIRST = (
    "lose_tic_tac_toe", "five_mens_morris", "tic_tac_toe", "three_mens_morris", "tapatan", "achi", "shisima",
    "pong_hau_ki", "six_mens_morris", "nine_mens_morris", "eleven_mens_morris", "draw_poker", "forty_two",
)  # fmt: skip
"""The order in which games are offered; others of other packages come behind."""
SLOW = ("search", "perfect", "expert", "novice", "table:", "poker:strong", AGENT)
"""Who may take longer than a blink: they search, or a table must be built first."""

_BIDDERS = {
    "formula": "bids by a printed formula; the playing machine plays its dominoes",
    "trainer": "bids as Carberry's trainer did; the playing machine plays its dominoes",
    "passer": "never bids; the playing machine plays its dominoes",
}


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who can be met."""

    name: str
    """What the page sends."""
    title: str
    words: str


@functools.cache
def games() -> tuple[AnyGame, ...]:
    """Every game of the package, those of other packages behind."""
    names = game_names()
    return tuple(load_game(name) for name in sorted(names, key=lambda n: (FIRST.index(n) if n in FIRST else 99, n)))


def rivals(game: AnyGame) -> list[Rival]:
    """Who can be met at a game, somebody beatable first; agents of one's own are not among them."""
    told = {name: entry.summary for name, entry in roster().items()}
    if game.name == "draw_poker":
        usual = [Rival("poker:builtin", "Waterman's rules", OPPONENTS["builtin"].summary)]
        others = sorted(set(OPPONENTS) - {"builtin"})
        return usual + [Rival(f"poker:{name}", name.capitalize(), OPPONENTS[name].summary) for name in others]
    if game.name == "forty_two":
        bidders = [Rival(f"table:{name}", name.capitalize(), words) for name, words in _BIDDERS.items()]
        return [*bidders, Rival("maxims", "Maxims", told["maxims"]), Rival("random", "Random", told["random"])]
    names = ["maxims"] if _has_list(game) else []
    solved = isinstance(game, BoardGame) and easily_solved(game)
    names += ["novice", "expert", *(["perfect"] if solved else []), "search", "reasonable", "random"]
    return [Rival(name, name.capitalize(), told[name]) for name in names]


def _has_list(game: AnyGame) -> bool:
    return game.name in shipped_names() and not game.source and not game.parameters


def is_slow(name: str, game: AnyGame) -> bool:
    """Whether somebody may take long to move: such moves wait in a line of their own."""
    return name.startswith(SLOW) or (isinstance(game, BoardGame) and not easily_solved(game))


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
        rows = self.store.read("SELECT game FROM games WHERE game = ? AND visitor = ?", key, visitor)
        if not rows:
            raise BadSetting("no such game of yours")
        return load_board_game(self.file_of(rows[0]["game"]))

    def file_of(self, key: str) -> Path:
        """Where the text of a visitor's own game stands, besides the page's file."""
        return self.folder / "games" / f"{key}.toml"

    def agents(self, game: AnyGame, visitor: str) -> list[Rival]:
        """The visitor's agents that have learned a game."""
        rows = self.store.read(
            "SELECT course, learner, state FROM courses WHERE visitor = ? AND game = ? "
            "AND state IN ('finished', 'coached') ORDER BY made DESC LIMIT 50",
            visitor,
            self.name_of(game),
        )
        taught = {"coached": "coached by you", "finished": "learned in a course of yours"}
        return [Rival(f"{AGENT}{r['course']}", f"Your {r['learner']}", taught[r["state"]]) for r in rows]

    def agent_folder(self, course: str) -> Path:
        """The folder of what a course has learned."""
        return self.folder / "agents" / course

    def check(self, against: str, game: AnyGame, visitor: str) -> None:
        """Refuse whoever is not offered at this game."""
        offered = [rival.name for rival in (*rivals(game), *self.agents(game, visitor))]
        if against not in offered:
            raise UnknownName(f"player of {game.title}", against[:80], offered)

    def make(self, name: str, game: AnyGame) -> Player:
        """A player by the name that the page uses; the name was checked when the contest began."""
        if name.startswith(AGENT):
            folder = self.agent_folder(name.removeprefix(AGENT))
            return make_player(f"table:{folder}" if game.name == "forty_two" else f"agent:{folder}", game)
        return make_player(name, game)


def first_board(game: AnyGame) -> ShownBoard | None:
    """The board of a game before anything was done; None if it has none."""
    if not isinstance(game, BoardGame):
        return None
    drawn = shown(game.new_initial_state().view(0))
    return drawn if isinstance(drawn, ShownBoard) else None


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
