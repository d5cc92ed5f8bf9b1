"""A review of a contest: the moves of one seat that gave value away, worst first.

Where the game is solved the values are true. On larger boards they are those of a search, at poker and 42 means over
sampled worlds that agree with what the seat had seen when it moved; the review says so. What the others held is never
used, so that a review tells nothing that the seat could not know. Beside each such move stands the line of a list of
maxims that would have kept a best move and dropped this one, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyState, AnyView


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What the moves of a situation are worth to the one who makes them."""

    values: Mapping[str, float]
    """By the text of the action; moves that nobody looked at are missing."""
    words: Mapping[str, str] = field(default_factory=dict)
    """How each value is told."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By how much a move must fall short of the best for the difference to be more than chance; else nothing."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves of which none is better."""
        most = max(self.values.values())
        return tuple(action for action, value in self.values.items() if value == most)

    def given(self, action: str) -> float:
        """What a move gives away, 0 if it cannot be told from the best."""
        short = max(self.values.values()) - self.values[action]
        return short if short > self.noise.get(action, 0.0) else 0.0


class MoveJudge(Protocol):
    """Somebody who can say what moves are worth."""

    @property
    def how(self) -> str:
        """How it knows, in one sentence."""

    @property
    def unit(self) -> str:
        """What values are counted in."""

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves of a view, the action among them; None where it has no opinion.

        Where hands are hidden, `state` only lends its line of play; nothing that the view hides may be used.
        """


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move that gave something away."""

    ply: int
    """From 0."""
    action: str
    given: float
    best: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    """Every move that was looked at, the best first, with its value in words."""
    maxim: str
    """The line that would have found a better move, as a sentence; empty if there is none."""
    situation: str
    """What the seat saw, as text."""

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "best": list(self.best), "values": [list(pair) for pair in self.values]}


@dataclass(frozen=True, slots=True)
class Review:
    """What one seat gave away in one contest."""

    game: str
    seat: int
    how: str
    unit: str
    judged: int
    """How many moves were judged."""
    kept: int
    """How many of them gave nothing away."""
    moves: tuple[ReviewedMove, ...]
    """The others, worst first."""

    @property
    def given(self) -> float:
        """What was given away in all."""
        return sum(move.given for move in self.moves)

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        plain = {name: value for name, value in asdict(self).items() if name != "moves"}
        return {"kind": "review", **plain, "given": self.given, "moves": [move.to_data() for move in self.moves]}
