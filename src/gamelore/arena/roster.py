"""Players by name: `make_player("novice", game)`, `make_player("agent:runs/mine", game)`.

`perfect` needs a solved game. `expert` and `novice` err on top of the perfect player, or of a search where the game is
not solved. Further players (a poker program, a 42 bidder) register themselves under names of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gamelore.arena.players import Challenger, Perfect, Random, Reasonable, require_open
from gamelore.arena.search import Search
from gamelore.base.errors import BadSetting, NotAvailable, UnknownName
from gamelore.base.settings import Share, check_ranges, settings_from_mapping
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyGame
from gamelore.learners.core import Learner, Player
from gamelore.oracles.board.store import easily_solved, solve
from gamelore.oracles.board.styles import ERRORS, PerfectChoice

CHALLENGERS = tuple(ERRORS)
"""The four that every published test uses, strongest first."""

USUAL_OPPONENTS = {"forty_two": "table:formula", "draw_poker": "poker:builtin"}
"""Who sits down with a person or a learner where hands are hidden; elsewhere a novice with a person."""

USUAL_CHALLENGERS = {
    "forty_two": ("table:formula", "table:passer"),
    "draw_poker": ("poker:builtin", "poker:tight", "poker:loose", "poker:bluff", "poker:call", "random"),
}
"""Against whom an agent is tested where hands are hidden; the four challengers in all other games."""


def usual_challengers(game: AnyGame) -> tuple[str, ...]:
    """The names of the players against whom an agent is tested if nobody else is asked for.

    Where nobody is perfect, because the game is too large to be solved, the search comes first.
    """
    if isinstance(game, BoardGame) and not easily_solved(game):
        return ("search", *CHALLENGERS[1:])
    return USUAL_CHALLENGERS.get(game.name, CHALLENGERS)


def usual_opponent(game: AnyGame) -> str:
    """The name of the player whom a person meets who asks for nobody."""
    return USUAL_OPPONENTS.get(game.name, "novice" if game.perfect_information else "random")


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
    unsolved: Literal["refuse", "search"] = "refuse"
    """What the perfect player of a game that cannot be solved here is: nobody, or the search in its place."""

    def __post_init__(self) -> None:
        check_ranges(self)


Maker = Callable[[AnyGame, PlayerSettings, str], Player]
"""Makes a player from the game, the settings and what follows the colon in its name."""


def perfect(game: AnyGame, settings: PlayerSettings, argument: str = "") -> Player:
    """The perfect player of a solved game."""
    require_open(game, "perfect")
    if not isinstance(game, BoardGame) or (settings.unsolved == "search" and not easily_solved(game)):
        if settings.unsolved == "search":
            return Search(game, name="perfect")
        raise NotAvailable(f"{game.name} cannot be solved here; its strongest player is 'search'")
    style = settings.style
    if style == "auto":
        style = "assertive" if game.horizon.max_plies or game.horizon.repetition else "uniform"
    return Perfect(PerfectChoice(game, solve(game), style, settings.stray))


def challenger(name: str, game: AnyGame, settings: PlayerSettings) -> Player:
    """The expert or the novice: the perfect player, or a search where the game is not solved, with errors."""
    require_open(game, name)
    try:
        strong = perfect(game, settings)
    except NotAvailable:
        strong = Search(game)
    error: Player = Random() if settings.errors == "random_error" else Reasonable(game)
    return Challenger(strong, ERRORS[name], error, name)


def agent(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A learned agent from its folder."""
    from gamelore.learners.registry import load_agent

    learner = load_agent(Path(argument)).learner
    if not learner.game.is_same(game):
        other = "by other rules" if repr(learner.game) == repr(game) else f"not {game!r}"
        raise BadSetting(f"{argument}: this agent learned {learner.game!r}, {other}")
    return at_table(learner)


def at_table(player: Player, *, quick: bool = False) -> Player:
    """The player as it sits down: whoever only bids at 42 has the playing machine behind it.

    A quick machine thinks fewer deals through, as in courses and matches of many hands.
    """
    if not isinstance(player, Learner) or not player.only_bids:
        return player
    from gamelore.arena.forty_two.bidders import Seated
    from gamelore.arena.forty_two.machine import QUICK, WORLDS, Machine

    return Seated(player, Machine(QUICK if quick else WORLDS))


def maxims(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A careful reader of the maxims that come with the package."""
    from gamelore.learners.maxims.shipped import shipped_learner

    return shipped_learner(game)


def table(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A bidder of 42 with the playing machine behind it."""
    from gamelore.arena.forty_two.roster import seated

    return seated(game, argument)


def poker(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """An opponent at draw poker."""
    from gamelore.arena.poker.opponents import opponent

    return opponent(argument, game)


@dataclass(frozen=True, slots=True)
class Entry:
    """A player that can be made by name."""

    make: Maker
    summary: str
    argument: str = ""
    """What must follow the name and a colon; nothing may where this is empty."""


_ROSTER: dict[str, Entry] = {
    "perfect": Entry(perfect, "never gives away the value of a solved game"),
    "expert": Entry(lambda g, s, _: challenger("expert", g, s), "errs in 10 % of its moves"),
    "novice": Entry(lambda g, s, _: challenger("novice", g, s), "errs in 70 % of its moves"),
    "random": Entry(lambda g, s, _: Random(), "any legal action"),
    "reasonable": Entry(lambda g, s, _: Reasonable(g), "takes a win, avoids a loss at once, otherwise random"),
    "search": Entry(lambda g, s, _: Search(g), "looks a few plies ahead"),
    "maxims": Entry(maxims, "follows the maxims that come with the package"),
    "agent": Entry(agent, "a learned agent", "FOLDER"),
    "table": Entry(table, "at 42: a bidder (formula, passer, trainer, a folder) and the playing machine", "BIDDER"),
    "poker": Entry(
        poker, "at draw poker: human, builtin, tight, loose, bluff, call, mix, noisy, strong, ...", "OPPONENT"
    ),
}


def register_player(name: str, entry: Entry) -> None:
    """Make a player known under a name."""
    if _ROSTER.get(name, entry) != entry:
        raise ValueError(f"a player named '{name}' is registered already")
    _ROSTER[name] = entry


def roster() -> dict[str, Entry]:
    """Every player that can be made by name."""
    return dict(_ROSTER)


def make_player(text: str, game: AnyGame, **settings: object) -> Player:
    """A player by name, with `PlayerSettings` by name."""
    name, _, argument = text.partition(":")
    if name not in _ROSTER:
        raise UnknownName("player", name, _ROSTER)
    entry = _ROSTER[name]
    if bool(argument) != bool(entry.argument) or text.endswith(":"):
        expected = f"{name}:{entry.argument}" if entry.argument else name
        raise BadSetting(f"player '{text}': expected '{expected}'")
    return entry.make(game, settings_from_mapping(PlayerSettings(), settings, f"player {name}"), argument)
