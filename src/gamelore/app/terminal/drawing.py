"""What a person sees of a contest, drawn in characters.

A family draws what its manners show (`Kit.terminal`); what nobody draws is written as its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from gamelore.app.table.data import Shown
from gamelore.app.terminal.ink import Ink
from gamelore.games.core import AnyGame, AnyState, AnyView

T = TypeVar("T", bound=Shown)

PLAIN = Ink()
PROMPT = "your move> "


class Drawing(Generic[T]):
    """Nobody's drawing: text."""

    def lines(self, shown: T, ink: Ink) -> Iterator[str]:
        """The picture of what a person sees."""
        yield shown.plain()

    def draw(self, shown: T, ink: Ink = PLAIN) -> str:
        """The same as one text."""
        return "\n".join(self.lines(shown, ink))

    def numbered(self, shown: T, ink: Ink = PLAIN) -> str:
        """The same for whoever reads of moves: every point of a board has its number, also where a marker stands."""
        return self.draw(shown, ink)

    def prompt(self, shown: T) -> str:
        """What a person is asked for."""
        return PROMPT

    def written(self, text: str) -> str:
        """A text that names actions, as a person reads it."""
        return text

    def situation(self, state: AnyState | AnyView) -> str:
        """A situation out of a contest, whole or from a seat, as one text."""
        return state.picture()


RULES_ALONE: Drawing[Shown] = Drawing()


def drawing_of(game: AnyGame) -> Drawing[Shown]:
    """How a game is drawn."""
    found: Drawing[Shown] | None = game.kit.part("terminal")
    return found or RULES_ALONE
