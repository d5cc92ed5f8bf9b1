"""The actions, the chance and the views of a game as numbers, as other libraries want them.

A coding is a part of a game's kit (`Kit.coding`), made for one game. That of the rules alone serves every game: an
action is its place among the legal ones. A game with cards or dominoes needs a coding of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import NotAvailable
from gamelore.games.core import Action, AnyGame, AnyState, AnyView

MOST_ACTIONS = 1000
"""The most actions that a game may offer at a time whose actions are numbered by their place."""
LONGEST = 1000
"""After so many plies a contest is drawn over there which neither rules nor horizon ever end."""
LETTERS = 256
"""Of the text of a view so many characters are seen as numbers, where nothing better is known."""

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=AnyState)
V = TypeVar("V", bound=AnyView)
Odds = Sequence[tuple[int, float]]
"""What may come of chance, each with how likely it is."""


class Coding(Generic[G, S, V]):
    """The protocol of a kit's `coding`, and what the rules alone offer."""

    actions = MOST_ACTIONS
    """How many numbers of actions there are."""
    chance_nodes = 0
    """How many times chance decides before the first ply."""
    chance_outcomes = 0
    """The most that may come of one."""
    seen = LETTERS
    """How many numbers a view becomes."""
    least, most = -1.0, 1.0
    """What a seat can lose and win."""

    def __init__(self, game: G) -> None:
        self.game = game
        if type(self) is Coding and not game.perfect_information:
            raise NotAvailable(f"nobody has said how {game.name} deals, so that no other library can deal it")
        if game.unit != "result" and type(self) is Coding:
            raise NotAvailable(f"nobody has said how many {game.unit} can be won at {game.name}")

    @property
    def plies(self) -> int:
        """The most plies of a contest."""
        return self.game.most_plies or LONGEST

    def numbers(self, view: V) -> list[int]:
        """The number of each legal action of a view, in their order."""
        return list(range(len(view.legal_actions())))

    def odds(self, dealt: Sequence[int]) -> Odds:
        """What may come of the next chance, after what has come before."""
        raise NotAvailable(f"{self.game.name} leaves nothing to chance")

    def chance_text(self, dealt: Sequence[int], outcome: int) -> str:
        """What has come of chance, in words."""
        raise NotAvailable(f"{self.game.name} leaves nothing to chance")

    def deal(self, dealt: Sequence[int]) -> str:
        """The deal that chance has made."""
        return ""

    def dealt(self, deal: str) -> list[int]:
        """How chance makes a deal: the one way there is."""
        return []

    def line(self, state: S) -> tuple[str, tuple[Action, ...]]:
        """The deal of a whole state, and all that was done with it."""
        raise NotAvailable(f"{self.game.name} leaves nothing to chance")

    def observe(self, view: V) -> Floats:
        """A view as numbers from 0 to 1; by the rules alone the characters of its text."""
        text = str(view).encode("ascii", "replace")[: self.seen]
        return np.pad(np.frombuffer(text, np.uint8).astype(np.float64) / 255, (0, self.seen - len(text)))


AnyCoding: TypeAlias = Coding[Any, Any, Any]


def coding_of(game: AnyGame) -> AnyCoding:
    """The coding of a game: that of its kit, or of the rules alone."""
    made: type[AnyCoding] = game.kit.part("coding") or Coding
    return made(game)
