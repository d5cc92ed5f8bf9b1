"""What leaves a sitting in which a person labels hands of 42: what is asked, what was taught, what it moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from gamelore.app.table.data import Datum
from gamelore.app.table.forty_two.showing import ShownDomino

AsksOfHand = Literal["call", "contract", "trump", "sets", "why", "nothing"]


@dataclass(frozen=True, slots=True)
class HandPrompt(Datum):
    """What is asked about the hand on the table."""

    kind: ClassVar[str] = "prompt"
    asks: AsksOfHand
    text: str
    number: int = 0
    """Which hand it is, from 1."""
    of: int = 0
    hand: tuple[ShownDomino, ...] = ()
    heard: tuple[str, ...] = ()
    """Who called what before: `your partner bid 30`."""
    bids: tuple[int, ...] = ()
    """What may be called, 0 a pass."""
    trumps: tuple[int, ...] = ()
    """What may be named."""
    label: str = ""
    """What was said of the hand so far."""


@dataclass(frozen=True, slots=True)
class HandSaid(Datum):
    """One line of the dialogue."""

    kind: ClassVar[str] = "said"
    what: str
    """`hand`, `reply` or `skipped`."""
    text: str


@dataclass(frozen=True, slots=True)
class GoalChange(Datum):
    """A goal that a lesson moved."""

    kind: ClassVar[str] = "goal change"
    goal: str
    sentence: str
    up: bool


@dataclass(frozen=True, slots=True)
class GoalTold(Datum):
    """One goal, a person's words beside the program's."""

    kind: ClassVar[str] = "goal told"
    about: str
    person: tuple[str, ...]
    program: tuple[str, ...]
    grade: str


@dataclass(frozen=True, slots=True)
class HandLesson(Datum):
    """A labelled hand that the learner has taken."""

    kind: ClassVar[str] = "lesson"
    number: int
    hand: str
    label: str
    before: str
    """What the program would have called."""
    after: str
    """What it calls now."""
    changes: tuple[GoalChange, ...]
    told: tuple[GoalTold, ...]
    """The protocol; empty if the person said nothing."""
    hands: int
    """How many hands it has been taught in all."""
