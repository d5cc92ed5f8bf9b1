"""What a learner shows when it is asked for single pieces of lore: each a sentence, a picture, and a voice.

A heuristic says "where this holds, do that". Whoever wants to know how good it is asks the learner which of its
heuristics speak in a state, and for which moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from gamelore.base.arrays import Ints
from gamelore.games.board.game import BoardState


class Heuristic(Protocol):
    """One condition with what to do where it holds."""

    @property
    def name(self) -> str:
        """What a person would call it."""

    @property
    def weight(self) -> float:
        """How much it counts, on the learner's own scale."""

    def text(self) -> str:
        """The condition and what to do as a short text that a file can hold."""

    def sentence(self) -> str:
        """What it says, as a person would read it."""

    def picture(self, caption: tuple[str, ...] = ()) -> str:
        """The same as an SVG."""


@runtime_checkable
class Teaches(Protocol):
    """A learner whose lore can be taken apart into heuristics for board games."""

    def heuristics(self) -> Sequence[Heuristic]:
        """All heuristics, in a fixed order."""

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """The numbers of the heuristics that speak in a state, with the place of a move that each speaks for.

        One that speaks for several moves stands there several times.
        """
