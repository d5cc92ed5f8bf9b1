"""Tier 2, third part: the Advisors that remember: what experts did, what I did, how contests began and how they failed.

Anthropomorph, Cyber, Not Again, Leery and Open are those of Epstein, Gelfand and Lesniak (1996), Table 1.
Anthropomorph-after and Familiar widen Anthropomorph to states that an expert once reached or met, however it came
there; measurement shows that these three together are what five men's morris is won with.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.base.words import counted
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.knowledge import Moves, Tally
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor, only, spread


class _Book(BoardAdvisor):
    """An Advisor that reads a table from states to the moves made there."""

    book: Literal["expert", "own", "openings"] = "own"
    who = "I"

    def __init__(self, graded: bool = False) -> None:
        self.graded = graded

    def _grade(self, tally: Tally, most: int) -> int:
        """The strength for a move with this tally, where the move made most often was not lost `most` times."""
        return 10 if tally.won else 8 if tally.drawn else SILENT

    def comment(self, situation: Situation) -> Int8s | None:
        """Speak for or against the moves that the book knows here."""
        known: Moves = getattr(situation.page, self.book)
        if not known:
            return None
        most = max(tally.won + tally.drawn for tally in known.values())
        tallies = [known.get(key) for key in situation.keys.tolist()]
        return np.array([SILENT if tally is None else self._grade(tally, most) for tally in tallies], dtype=np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """How often it was done here, and how that went."""
        tally: Tally = getattr(situation.page, self.book)[int(situation.keys[action])]
        parts = [f"{n} {what}" for n, what in zip(tally, ("won", "drawn", "lost"), strict=True) if n]
        contests = counted(sum(tally), "contest")
        return f"{self.who} did this here in {contests}: {', '.join(parts)}"


class Anthropomorph(_Book):
    """Copies what an expert did here in a contest that it did not lose."""

    name = "Anthropomorph"
    book, who = "expert", "an expert"

    def _grade(self, tally: Tally, most: int) -> int:
        # Graded, it speaks the louder the more often a move was made.
        return min(10, int(7.5 + 3 * (tally.won + tally.drawn) / most)) if self.graded else super()._grade(tally, most)


class AnthropomorphAfter(BoardAdvisor):
    """Makes a state that an expert once made, wherever it came from."""

    name = "Anthropomorph-after"
    sentence = "makes a state that an expert once made"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for such a move."""
        return only(situation.after[memory_rows.CREATED] > 0, 10)


class _Share(BoardAdvisor):
    """An Advisor that supports a move by a share."""

    row: int

    def comment(self, situation: Situation) -> Int8s | None:
        """Support that grows with the share."""
        share = situation.after[self.row]
        return spread(share, 0.0) if np.count_nonzero(share) else None

    def because(self, situation: Situation, action: int) -> str:
        """Its sentence with the share."""
        return self.sentence.format(situation.after[self.row][action])


class Familiar(_Share):
    """Steers to where most replies lead to states in which an expert was seen to move."""

    name, row = "Familiar", memory_rows.FAMILIAR
    sentence = "after {:.0%} of the replies I would have seen an expert move"


class Resembling(_Share):
    """Makes states that agree with ones that experts made in all but one or two markers."""

    def __init__(self, name: str, row: int, ignored: str) -> None:
        self.name = name
        self.row = row
        self.sentence = f"{{:.0%}} of the time, ignoring {ignored} leaves a state that an expert once made"


class Cyber(_Book):
    """Copies what it did here itself in an important contest that it did not lose."""

    name = "Cyber"


class NotAgain(_Book):
    """Does not repeat what it did here in a contest that it lost."""

    name = "Not Again"

    def _grade(self, tally: Tally, most: int) -> int:
        if not tally.lost:
            return SILENT
        if tally.won or tally.drawn:
            return 3
        return max(0, 4 - tally.lost) if self.graded else 1


class Leery(BoardAdvisor):
    """Shuns states that once led to a loss although a short look could not prove them lost."""

    name = "Leery"
    sentence = "I once lost from there"

    def comment(self, situation: Situation) -> Int8s | None:
        """2 for a move into such a state."""
        failures = situation.knowledge.failures
        return only(situation.among(failures), 2) if failures else None


class Open(_Book):
    """Proposes openings that it has seen experts play; a transposition is the same opening."""

    name = "Open"
    book = "openings"

    def _grade(self, tally: Tally, most: int) -> int:
        # An opening is offered when it was seen at least twice and never lost.
        return SILENT if tally.lost or sum(tally) < 2 else 10 if tally.won else 8

    def because(self, situation: Situation, action: int) -> str:
        """The same of every opening."""
        return "continues an opening that experts play"
