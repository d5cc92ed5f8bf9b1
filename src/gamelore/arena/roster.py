"""Players by name: `make_player("novice", game)`, `make_player("agent:runs/mine", game)`.

`perfect` needs a solved game. `expert` and `novice` err on top of the perfect player, or of a search where the game is
not solved. Further players come with the kit of a game (a poker program, a 42 bidder) or are registered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, TypeGuard

from gamelore.arena.players import Challenger, Perfect, Random, Reasonable, require_open
from gamelore.arena.search import DEPTH, FarSearch, Search
from gamelore.arena.uct import Uct
from gamelore.base.errors import BadSetting, NotAvailable, UnknownName
from gamelore.base.registry import load
from gamelore.base.settings import Share, check_ranges, settings_from_mapping
from gamelore.games.core import AnyGame
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import Agent, learner_of
from gamelore.oracles import has_easy_truth, truth_of
from gamelore.oracles.styles import ERRORS

CHALLENGERS = tuple(ERRORS)
"""The four that every published test uses, strongest first."""


def usual_challengers(game: AnyGame) -> tuple[str, ...]:
    """The names of the players against whom an agent is tested if nobody else is asked for.

    Where nobody is perfect, because the game is too large to be solved, the search comes first.
    """
    if game.kit.challengers:
        return game.kit.challengers
    return CHALLENGERS if has_easy_truth(game) else ("search", *CHALLENGERS[1:])


def usual_opponent(game: AnyGame) -> str:
    """The name of the player whom a person meets who asks for nobody."""
    return game.kit.opponent or ("novice" if game.perfect_information else "random")


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What the sources leave open about the players."""

    style: Literal["auto", "uniform", "opening_restricted", "assertive", "steady"] = "auto"
    """How the perfect player chooses among equals. `auto`: `assertive` where contests need a horizon to end, because
    there a player who only keeps the value makes no headway; `uniform` elsewhere, as printed."""
    stray: Share = 0.0
    """In what share of its moves the `steady` player is not."""
    errors: Literal["random_error", "reasonable_error"] = "random_error"
    """How expert and novice err: any legal action, or as the player `reasonable` does (Lock 2003, section 2.3)."""
    unsolved: Literal["refuse", "search", "stand_in"] = "refuse"
    """What the perfect player of a game that cannot be solved here is: nobody, or the search in its place, as `search`
    plays or, on boards where markers are taken, as `search:3` does. Expert and novice err on top of it."""

    def __post_init__(self) -> None:
        check_ranges(self)


Maker = Callable[[AnyGame, PlayerSettings, str], Player]
"""Makes a player from the game, the settings and what follows the colon in its name."""


class SitDown(Protocol):
    """The protocol of a kit's `at_table`: what a learner needs to play the whole game."""

    def __call__(self, learner: Any, *, quick: bool) -> Player:
        """The whole player; quick where many contests are played."""


def perfect(game: AnyGame, settings: PlayerSettings, argument: str = "") -> Player:
    """The perfect player of a solved game."""
    require_open(game, "perfect")
    truth = truth_of(game)
    if settings.unsolved != "refuse" and (truth is None or not truth.is_easy):
        return stand_in(game, settings, "perfect")
    if truth is None:
        raise NotAvailable(f"{game.name} cannot be solved here; its strongest player is 'search'")
    style = settings.style
    if style == "auto":
        style = "assertive" if game.horizon.max_plies or game.horizon.repetition else "uniform"
    return Perfect(truth.choice(style, settings.stray))


def stand_in(game: AnyGame, settings: PlayerSettings, name: str = "search") -> Search:
    """Who plays where the perfect player of a game is missed."""
    far = settings.unsolved == "stand_in" and game.kit.far_outlook
    return FarSearch(game, DEPTH, name) if far else Search(game, name=name)


def challenger(name: str, game: AnyGame, settings: PlayerSettings) -> Player:
    """The expert or the novice: the perfect player, or a search where the game is not solved, with errors."""
    require_open(game, name)
    try:
        strong = perfect(game, settings)
    except NotAvailable:
        strong = stand_in(game, settings)
    error: Player = Random() if settings.errors == "random_error" else Reasonable(game)
    return Challenger(strong, ERRORS[name], error, name)


def agent(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A learned agent from its folder."""
    return at_table(learner_of(Path(argument), game))


def at_table(player: Player, *, quick: bool = False) -> Player:
    """The player as it sits down; quick where many contests are played. A learner of a part of the game gets help."""
    sit_down: SitDown | None = player.game.kit.part("at_table") if isinstance(player, Learner) else None
    return player if sit_down is None else sit_down(player, quick=quick)


def maxims(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A careful reader of the maxims that come with the package."""
    from gamelore.learners.maxims.shipped import shipped_learner

    return shipped_learner(game)


def search(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """The usual search, or one that is told how far it looks."""
    return FarSearch(game, _count("search", argument)) if argument else Search(game)


def uct(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """Who makes so many tries before each move."""
    tries = _count("uct", argument)
    return Uct(game, tries, f"uct:{tries}")


def _count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < MOST_DIGITS):
        raise BadSetting(f"player '{name}:{text:.60}': expected a whole number after the colon")
    return int(text)


def openspiel(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A player of OpenSpiel, over the bridge that leads there."""
    make: Maker = load("gamelore.bridges.openspiel.players:their_player")
    return make(game, settings, argument)


@dataclass(frozen=True, slots=True)
class Entry:
    """A player that can be made by name."""

    make: Maker
    summary: str
    argument: str = ""
    """What must follow the name and a colon; nothing may where this is empty."""
    names: tuple[str, ...] = ()
    """What may stand there, as far as it has names; each is also enough by itself: `strong` for `poker:strong`."""
    alone: bool = False
    """Whether the name is enough without an argument."""


MOST_DIGITS = 9

_ROSTER: dict[str, Entry] = {
    "perfect": Entry(perfect, "never gives away the value of a solved game"),
    "expert": Entry(lambda g, s, _: challenger("expert", g, s), "errs in 10 % of its moves"),
    "novice": Entry(lambda g, s, _: challenger("novice", g, s), "errs in 70 % of its moves"),
    "random": Entry(lambda g, s, _: Random(), "any legal action"),
    "reasonable": Entry(lambda g, s, _: Reasonable(g), "takes a win, avoids a loss at once, otherwise random"),
    "search": Entry(search, "looks a few plies ahead", "DEPTH", alone=True),
    "uct": Entry(uct, "tries moves out at random so often, the promising ones more often", "TRIES"),
    "maxims": Entry(maxims, "follows the maxims that come with the package"),
    "agent": Entry(agent, "a learned agent", "FOLDER"),
    "openspiel": Entry(openspiel, "OpenSpiel's tree search with N simulations a move", "mcts:N"),
}


def register_player(name: str, entry: Entry) -> None:
    """Make a player known under a name."""
    if _ROSTER.get(name, entry) != entry:
        raise ValueError(f"a player named '{name}' is registered already")
    _ROSTER[name] = entry


def roster(game: AnyGame) -> dict[str, Entry]:
    """Every player that can be made by name at a game."""
    return {**_ROSTER, **(game.kit.part("players") or {})}


def player_names(game: AnyGame) -> list[str]:
    """Every name by which a player is offered."""
    offered = {name: [f"{name}:{x}" for x in entry.names] or [name] for name, entry in roster(game).items()}
    return [full for some in offered.values() for full in some]


def full_name(text: str, game: AnyGame) -> str:
    """The name by which a player is offered, from that or from its last part."""
    known = roster(game)
    if text.partition(":")[0] in known:
        return text
    return next((f"{name}:{text}" for name, entry in known.items() if text in entry.names), text)


def require_known(text: str, game: AnyGame) -> Entry:
    """The entry of a player's name; unknown ones are refused."""
    known, name = roster(game), full_name(text, game).partition(":")[0]
    if name not in known:
        raise UnknownName("player", name, player_names(game))
    return known[name]


PlayerLike: TypeAlias = Player | Agent | str | Path
"""A player, an agent or its folder, or a player's name."""


def is_player(thing: object) -> TypeGuard[Player]:
    """Whether somebody can sit down at a table."""
    return hasattr(thing, "name") and all(callable(getattr(thing, verb, None)) for verb in ("begin", "decide", "end"))


def make_player(text: PlayerLike, game: GameLike, **settings: object) -> Player:
    """A player by name, with `PlayerSettings` by name; whoever is a player already stays what it is."""
    game = game_of(game)
    if isinstance(text, Agent | Path):
        return at_table(learner_of(text, game))
    if not isinstance(text, str):
        if not is_player(text):
            raise BadSetting(f"a player is given as itself, by its name or as an agent's folder, not as {text!r:.60}")
        return learner_of(text, game) if isinstance(text, Learner) else text
    entry, text = require_known(text, game), full_name(text, game)
    name, _, argument = text.partition(":")
    wants = bool(entry.argument) and not (entry.alone and not argument)
    if bool(argument) != wants or text.endswith(":"):
        expected = f"{name}:{entry.argument}" if entry.argument else name
        raise BadSetting(f"player '{text}': expected '{expected}'")
    return entry.make(game, settings_from_mapping(PlayerSettings(), settings, f"player {name}"), argument)
