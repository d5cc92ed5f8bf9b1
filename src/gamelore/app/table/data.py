"""What leaves a sitting: events, answers and pictures, as frozen values that turn into plain JSON data.

Nothing here decides what may be told; `Discretion` does, and whoever makes these values has asked it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Self


class Datum:
    """A value with a kind; `to_data` gives what JSON can hold, and equal values give equal data."""

    __slots__ = ()

    kind: ClassVar[str]

    def to_data(self) -> dict[str, Any]:
        """The value as plain data."""
        return {"kind": self.kind, **_plain(asdict(self))}  # type: ignore[call-overload]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


# --- events: what happened, in order ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Began(Datum):
    """The person sat down."""

    kind: ClassVar[str] = "began"
    game: str
    title: str
    seat: int
    seat_names: tuple[str, ...]
    players: tuple[str, ...]
    """Who sits at each seat; the person is `you`."""
    unit: str
    opening: tuple[str, ...]
    """How the deal came about, where that is told."""


@dataclass(frozen=True, slots=True)
class Moved(Datum):
    """Somebody did something; of what is hidden only as much is said as everybody sees."""

    kind: ClassVar[str] = "moved"
    ply: int
    """From 0."""
    seat: int
    seat_name: str
    player: str
    action: str
    """The text of the action as this person may know it."""
    said: str
    """The same as a sentence goes on: `bets 5`, `plays 6-4`."""
    yours: bool


@dataclass(frozen=True, slots=True)
class TakenBack(Datum):
    """The person's last move and whatever answered it are undone."""

    kind: ClassVar[str] = "taken back"
    action: str
    plies: int
    """How many plies are left."""


@dataclass(frozen=True, slots=True)
class DrawAnswered(Datum):
    """What came of the person's offer of a draw."""

    kind: ClassVar[str] = "draw answered"
    accepted: bool
    said: str
    """As a sentence."""


@dataclass(frozen=True, slots=True)
class Over(Datum):
    """The contest is over."""

    kind: ClassVar[str] = "over"
    result: str
    """`win`, `draw` or `loss` for the person."""
    returns: tuple[float, ...]
    unit: str
    ended: str
    """By the rules, by resignation, by the limit of plies or by repetition, as in a record."""
    why: str


@dataclass(frozen=True, slots=True)
class LaidDown(Datum):
    """The players have laid their hands open after the contest, because the person asked."""

    kind: ClassVar[str] = "laid down"
    hands: tuple[tuple[str, str], ...]
    """What each seat was dealt, by the seat's name."""


# --- answers: what was asked ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LegalMove(Datum):
    """Something that the person may do now."""

    kind: ClassVar[str] = "legal move"
    action: str
    """What `TableSitting.play` takes."""
    said: str
    """As a button would say it."""


@dataclass(frozen=True, slots=True)
class SaidReason(Datum):
    """One reason of a decision."""

    kind: ClassVar[str] = "reason"
    who: str
    sentence: str
    action: str
    """The action that it is about; empty if it is about the situation."""
    worth: float
    """How much it counts; negative if it speaks against the action."""


@dataclass(frozen=True, slots=True)
class Because(Datum):
    """Why somebody did, or would do, something: as much of it as may be told."""

    kind: ClassVar[str] = "because"
    ply: int
    seat: int
    player: str
    action: str
    said: str
    """What somebody did (`plays 6-4`), or would do in the person's place (`play 6-4`)."""
    by: str
    """What decided; empty while that may not be told."""
    whole: bool
    """Whether all that there is to tell may be told by now."""
    reasons: tuple[SaidReason, ...]
    lines: tuple[str, ...]
    """The reasons for a person who reads: a few of them, or all if all were asked for."""


@dataclass(frozen=True, slots=True)
class TrueValue(Datum):
    """What a legal move is worth to the person against perfect play."""

    kind: ClassVar[str] = "true value"
    action: str
    result: int
    """1 wins, 0 draws, -1 loses."""
    plies: int | None
    """In how many plies; None for a draw."""
    best: bool
    """Whether no move has a better result."""


@dataclass(frozen=True, slots=True)
class NarrowedBy(Datum):
    """What one line of a list of maxims does with the moves that the lines before it left."""

    kind: ClassVar[str] = "line"
    label: str
    sentence: str
    applies: bool
    """Whether it dropped a move."""
    left: tuple[str, ...]
    dropped: tuple[str, ...]


# --- pictures: what a seat sees ---------------------------------------------------------------------------------------


class Shown(Datum):
    """What a seat sees, as data to draw; every family has a kind of its own, made from the view of one seat."""

    __slots__ = ()

    to_move: int
    """The seat whose turn it is, -1 when the contest is over."""
    seat_names: tuple[str, ...]

    def when_over(self) -> Self:
        """The same when the contest is over, whatever ended it."""
        return replace(self, to_move=-1)  # type: ignore[type-var]

    def plain(self) -> str:
        """What is shown where nobody draws it."""
        return "\n".join(f"{name}: {value}" for name, value in self.to_data().items() if name != "kind")


@dataclass(frozen=True, slots=True)
class ShownText(Shown):
    """A game that nobody has drawn: the text form of what the seat sees."""

    kind: ClassVar[str] = "text"
    text: str
    to_move: int
    seat_names: tuple[str, ...]

    def plain(self) -> str:
        return self.text
