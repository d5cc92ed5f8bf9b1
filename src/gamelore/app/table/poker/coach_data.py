"""What leaves a sitting of coaching: what is said, what is asked, and what a lesson changed in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import ClassVar, Literal

from gamelore.app.table.data import Datum, LegalMove
from gamelore.app.table.poker.showing import ShownCard

Asks = Literal["verdict", "bet", "replace", "nothing"]


@dataclass(frozen=True, slots=True)
class CoachVariable(Datum):
    """A variable that the reasons of a trainer may name, with its value as things stand."""

    kind: ClassVar[str] = "variable"
    name: str
    value: float
    meaning: str
    word: str = ""
    """What the learner calls the value, where it has classes: FAIR."""


@dataclass(frozen=True, slots=True)
class CoachDecision(Datum):
    """A decision that a trainer may advocate, and what it means."""

    kind: ClassVar[str] = "decision"
    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class CoachPrompt(Datum):
    """What the person is asked: whether a decision is right, for a bet, for cards to replace, or nothing any more."""

    kind: ClassVar[str] = "prompt"
    asks: Asks
    text: str
    variables: tuple[CoachVariable, ...] = ()
    """What the reasons of a verdict may name."""
    moves: tuple[LegalMove, ...] = ()
    """What the person may do who plays, with its hand, the pot and what there is to call."""
    hand: tuple[ShownCard, ...] = ()
    pot: int = 0
    to_call: int = 0


@dataclass(frozen=True, slots=True)
class CoachSaid(Datum):
    """One line of the dialogue, in the words of the appendices."""

    kind: ClassVar[str] = "said"
    what: str
    """`hand`, `decision`, `reply`, `move`, `pot`, `cards`, `shown`, `result`, `score`, `shuffle` or `round`."""
    text: str
    cards: tuple[ShownCard, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleChange(Datum):
    """A rule that came, went or stands unchanged beside one that did."""

    kind: ClassVar[str] = "rule change"
    sign: str
    """`+`, `-` or a blank."""
    number: int
    """Its place in the list it belongs to, from 1: the new one, or the old one of a rule that went."""
    sentence: str


@dataclass(frozen=True, slots=True)
class LessonTaken(Datum):
    """A reply that the learner has taken, and what it changed."""

    kind: ClassVar[str] = "lesson"
    reply: str
    trials: int
    rules: int
    changes: tuple[RuleChange, ...]
    words: tuple[str, ...] = ()
    """Which words mean something else now, in sentences: where a class of hands begins."""


def rule_changes(before: Sequence[str], after: Sequence[str]) -> tuple[RuleChange, ...]:
    """The difference of two lists of rules, each a numbered sentence; nothing if they say the same."""
    old, new = ([line.split(". ", 1)[-1] for line in lines] for lines in (before, after))
    found: list[RuleChange] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [RuleChange("-", n + 1, old[n]) for n in range(i1, i2)]
            found += [RuleChange("+", n + 1, new[n]) for n in range(j1, j2)]
    return tuple(found)
