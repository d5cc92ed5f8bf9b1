"""Whoever follows a list in a family of games: it finds the values of the measures that the lines ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gamelore.base.arrays import Floats
from gamelore.base.errors import NotAvailable
from gamelore.games.core import Action, AnyGame, AnyView
from gamelore.learners.maxims.lines import Line
from gamelore.learners.maxims.words import Wording


class MaximReader(Protocol):
    """Reads lists in one game. What it remembers belongs to one contest."""

    @property
    def wording(self) -> Wording:
        """The words that lists may use."""

    def begin(self) -> None:
        """A new contest: forget what was made in the last one."""

    def values(self, view: AnyView, lines: Sequence[Line]) -> tuple[Sequence[Any], list[Floats | None]]:
        """The legal actions, and for each line its measure of every action; None where its condition does not hold."""

    def made(self, view: AnyView, action: Action) -> None:
        """An action was chosen."""


def reader_for(game: AnyGame) -> MaximReader:
    """The reader of a game: that of its kit, or of the rules alone."""
    if not can_read(game):
        raise NotAvailable(f"there are no measures for the maxims of {game.name}")
    made = game.kit.part("reader")
    if made is None:
        from gamelore.learners.maxims.boards import OpenReader

        made = OpenReader
    found: MaximReader = made(game)
    return found


def can_read(game: AnyGame) -> bool:
    """Whether there is one: the rules alone are enough where two play and nothing is hidden."""
    return bool(game.kit.reader) or (game.seats == 2 and game.perfect_information)
