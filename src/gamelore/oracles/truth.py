"""What is true of a state, whatever the game: values under best play, from the truth that a game's kit names.

A truth is made for one game at no cost, and solves it when it is first asked. A game whose kit names none has none:
then the strongest search stands in for the perfect player, and whoever uses it says so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.oracles.core import Value
from gamelore.oracles.styles import PerfectChoice, Style


class Truth(ABC):
    """The protocol of a kit's `truth`: what is true in one game for two that hides nothing."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def is_easy(self) -> bool:
        """Whether it is found in seconds, so that it is looked for without being asked for."""
        return True

    def takes(self) -> str:
        """How long it takes to find, in words."""
        return "about 1 second"

    def find(self) -> None:  # noqa: B027 (most need nothing)
        """Find it now: whoever asks waits, or is told (`NotSolvedYet`)."""

    def whole(self) -> Any:
        """All of it: what `solve` gives for the game."""
        return self

    def states(self) -> int:
        """How many states were looked at for it; 0 where none had to be."""
        return 0

    def covers(self, state: Any) -> bool:
        """Whether it knows a state."""
        return True

    @abstractmethod
    def value(self, state: Any) -> Value:
        """What a state is worth to its mover."""

    def action_values(self, state: Any) -> Sequence[tuple[Any, Value]]:
        """Each legal action with what it is worth to the mover, in the order of `legal_actions`."""
        return [(action, self.value(state.child(action)).before()) for action in state.legal_actions()]

    def choice(self, style: Style, stray: float = 0.0) -> PerfectChoice:
        """Among which actions a perfect player of a style picks."""
        return PerfectChoice(self.game, self, style, stray)


def truth_of(game: AnyGame) -> Truth | None:
    """The truth of a game, however long it takes to find; None where nobody knows it."""
    make = game.kit.part("truth")
    return None if make is None else make(game)


def easy_truth(game: AnyGame) -> Truth | None:
    """The truth of a game if it is found in seconds."""
    truth = truth_of(game)
    return truth if truth is not None and truth.is_easy else None


def has_easy_truth(game: AnyGame) -> bool:
    """Whether the truth of a game is found in seconds."""
    return easy_truth(game) is not None


def truth_about(situation: Any) -> Truth | None:
    """The truth that knows a state, if it is found in seconds; of a view of hidden hands there is none."""
    truth = easy_truth(situation.game)
    return truth if truth is not None and truth.covers(situation) else None


def known_values(state: AnyState) -> Sequence[tuple[Action, Value]]:
    """Each legal action of a state with what it is worth to the mover; nothing where nobody knows."""
    truth = truth_about(state)
    return () if truth is None else truth.action_values(state)
