"""The nouns of truth: values under best play, who knows them, and how long whoever asks would wait for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from gamelore.base.errors import NotAvailable
from gamelore.base.notebook import Row, list_html, table_html
from gamelore.games.core import Action, AnyState

_patience: ContextVar[float | None] = ContextVar("patience", default=None)


class NotSolvedYet(NotAvailable):
    """A truth that is not there yet and takes longer to find than whoever asks would wait."""

    def __init__(self, title: str, takes: str) -> None:
        super().__init__(f"{title} has to be solved first, which takes {takes}.")
        self.takes = takes
        """How long, in words."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Within this block nothing is solved that is estimated to take longer; what is on the disk is read."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


def most_seconds() -> float | None:
    """How long whoever asks would wait; None for whoever has not said."""
    return _patience.get()


@dataclass(frozen=True, slots=True)
class Value:
    """What a state is worth to its mover under best play: 1 win, 0 draw, -1 loss, and in how many plies."""

    result: int
    distance: int | None

    @staticmethod
    def of(code: int) -> Value:
        """The value of a table's code."""
        if code == 0:
            return Value(0, None)
        return Value(1 if code > 0 else -1, abs(code) - 1)

    def before(self) -> Value:
        """What a move to this state is worth to the player who makes it."""
        return Value(-self.result, None if self.distance is None else self.distance + 1)

    def __str__(self) -> str:
        if self.distance is None:
            return "draw"
        return f"{'win' if self.result > 0 else 'loss'} in {self.distance}"


class Oracle(Protocol):
    """Whoever knows what actions are worth: a truth, a table, or a search in a test."""

    def action_values(self, state: Any) -> Sequence[tuple[Any, Value]]:
        """Every legal action with its value for the mover."""


def best_result(values: Sequence[tuple[Action, Value]]) -> int:
    """The best that can be had."""
    return max(value.result for _, value in values)


@dataclass(frozen=True, slots=True)
class SolvedState:
    """What `solve` tells of a state: what it is worth, and what becomes of it by each action."""

    state: AnyState
    value: str
    actions: Mapping[str, str | int]
    """The worth of each action to whoever makes it, or as `value` says."""
    best: tuple[str, ...]

    def __str__(self) -> str:
        few = ", ".join(self.best[:4]) + (f" and {len(self.best) - 4} more" if len(self.best) > 4 else "")
        return f"{self.state.game.name}: {self.value}" + (f"; best: {few}" if few else "")

    def __repr__(self) -> str:
        return f"SolvedState({self})"

    def to_rows(self) -> list[Row]:
        """One row for each action."""
        return [{"action": name, "worth": worth, "best": name in self.best} for name, worth in self.actions.items()]

    def _repr_html_(self) -> str:
        return list_html(str(self), ()) + table_html(self.to_rows())
