"""How a game is put on the page: its pictures, its place among the others, whom one meets there, what it costs.

A display is a part of a kit (`Kit.page`). That of the rules alone shows what a seat sees as text and offers whoever can
play any game; a family overrides what it has of its own. What only one family has at all stands in a side room
(`rooms.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Generic, TypeVar

from gamelore.app.table.data import Shown
from gamelore.arena.roster import roster
from gamelore.games.core import AnyGame
from gamelore.learners.maxims.shipped import shipped_names
from gamelore.oracles import has_easy_truth

T = TypeVar("T", bound=Shown)

SLOW = ("search", "uct", "perfect", "expert", "novice")
"""Who may take longer than a blink: they search, or a table must be built first."""
BEHIND = 99
"""The place of games that nobody has put in order: behind all others."""
PAPER = (
    '<svg viewBox="0 0 100 100" aria-hidden="true" class="pencil"><rect x="22" y="18" width="56" height="64" rx="6"/>'
    '<path d="M34 36H66M34 50H66M34 64H52"/></svg>'
)
"""A picture for games that have none: a written sheet."""
ORDER = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who can be met."""

    name: str
    """What the page sends."""
    title: str
    words: str
    usual: bool = False
    """Whether this is whom somebody meets who chooses nobody."""


ACTS = ("begin", "play", "hint", "review")
"""What a visitor does, in the order in which it comes."""


@dataclass(frozen=True, slots=True)
class Warm:
    """Something that is done once when the page starts, so that nobody waits for its kernels."""

    act: str
    """One of `ACTS`."""
    game: str
    against: str
    words: str
    """What it makes ready, as a visitor is told."""
    seconds: float
    """How long it takes on a machine that has never done it, as measured on two cores (`docs/serve.md`)."""


class Display(Generic[T]):
    """How the page shows and offers a game of which it knows nothing but the rules."""

    judge = "expert"
    """Whom a learner meets at the points of its curve; the expert errs in one move of ten."""
    told_one_by_one = False
    """Whether the page shows what the others did ply by ply, since the last picture does not hold all of it."""
    patient = "random"
    """Against whom somebody tries the rules out."""
    warming: tuple[Warm, ...] = ()
    """What is made ready when the page starts."""

    # --- pictures -----------------------------------------------------------------------------------------------------

    def draw(self, shown: T, title: str, players: Sequence[str]) -> str:
        """What a person sees, with who sits at each seat; whatever can be chosen in it is a button."""
        return f"<pre>{escape(shown.plain())}</pre>"

    def still(self, shown: T, title: str) -> str:
        """The same as a picture in which nothing can be chosen; empty where there is none."""
        return ""

    def reviewed(self, shown: T, title: str, players: Sequence[str]) -> str:
        """The same beside a move that is told of afterwards: the points of a board have their numbers."""
        return self.still(shown, title)

    def art(self, game: AnyGame) -> str:
        """A picture of a game."""
        return PAPER

    def pictured_rules(self, game: AnyGame) -> Iterator[tuple[str, str]]:
        """Pictures that go with the rules of a game, each with its sentence."""
        yield from ()

    def hero(self) -> str:
        """A large picture for the first page; empty where there is none."""
        return ""

    # --- words --------------------------------------------------------------------------------------------------------

    def seat_names(self, game: AnyGame) -> tuple[str, ...]:
        """The seats as a visitor knows them from the picture."""
        return game.seat_names

    def spoken(self, game: AnyGame, text: str) -> str:
        """A sentence about a contest, with the seats called so."""
        return text

    def seat(self, game: AnyGame, seat: int) -> str:
        """A seat as somebody is asked to choose it."""
        side, order = self.seat_names(game)[seat], ORDER[seat] if seat < len(ORDER) else f"seat {seat + 1}"
        return order.capitalize() if side == order else f"{side}, {order}"

    # --- what is offered ----------------------------------------------------------------------------------------------

    def place(self, game: AnyGame) -> int:
        """Where a game stands among those that are offered."""
        return BEHIND

    def rivals(self, game: AnyGame) -> list[Rival]:
        """Who can be met, the weakest first (`docs/serve.md` says how that was found); no agents of one's own."""
        listed, solved = _has_list(game), has_easy_truth(game)
        names = ["random"]
        if game.perfect_information:
            # A list for a game that nobody has solved is short; a search sees more there.
            names += ["novice", "reasonable", *(["search", "expert"] if solved else ["maxims", "expert", "search"])]
        names += [name for name in ("maxims", "perfect") if name not in names]
        if not game.perfect_information or not solved:
            names.remove("perfect")
        if not listed:
            names.remove("maxims")
        usual = next(name for name in ("maxims", "novice", "random") if name in names)
        return [rival(name, game, usual=name == usual) for name in names]

    def is_slow(self, name: str, game: AnyGame) -> bool:
        """Whether somebody may take long to move."""
        return name.startswith(SLOW)

    def agent(self, folder: Path) -> str:
        """The name by which the agent of a folder sits down."""
        return f"agent:{folder}"


def _has_list(game: AnyGame) -> bool:
    return game.name in shipped_names() and not game.source and not game.parameters


_WORDS = {
    "random": "makes any move, without looking",
    "reasonable": "wins at once where it can and stops you from doing so; else makes any move",
    "novice": "makes seven moves of ten at random, {others}",
    "expert": "makes one move of ten at random, {others}",
    "search": "looks three moves ahead",
    "maxims": "follows the lines below",
    "perfect": "never gives away what it has",
}


def rival(name: str, game: AnyGame, *, usual: bool = False) -> Rival:
    """Somebody of the roster in plain words."""
    others = "the others perfectly" if has_easy_truth(game) else "the others after looking three moves ahead"
    words = _WORDS.get(name, roster(game)[name].summary).format(others=others)
    return Rival(name, name.capitalize(), words, usual)


RULES_ALONE: Display[Shown] = Display()


def display_of(game: AnyGame) -> Display[Shown]:
    """How the page shows and offers a game."""
    found: Display[Shown] | None = game.kit.part("page")
    return found or RULES_ALONE
