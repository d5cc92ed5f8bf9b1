"""Tier 2, third part: the Advisors that remember: what experts did, what I did, how contests began and how they failed.

Anthropomorph, Cyber, Not Again, Leery and Open are those of Epstein, Gelfand and Lesniak (1996), Table 1.
Anthropomorph-after and Familiar widen Anthropomorph to states that an expert once reached or met, however it came
there; measurement shows that these three together are what five men's morris is won with.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.learners.advisors import rows
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.knowledge import Moves, Tally
from gamelore.learners.advisors.situation import Situation
from gamelore.learners.advisors.tier2 import BoardAdvisor, only, spread


class _Book(BoardAdvisor):
    """An Advisor that reads a table from states to the moves made there."""

    @abstractmethod
    def _table(self, situation: Situation) -> Moves:
        """The moves made here that it reads."""

    def _grade(self, tally: Tally) -> int:
        return 10 if tally.won else 8 if tally.drawn else SILENT

    def comment(self, situation: Situation) -> Int8s | None:
        """Speak for or against the moves that the book knows here."""
        known = self._table(situation)
        if not known:
            return None
        result = np.full(situation.count, SILENT, dtype=np.int8)
        for number, key in enumerate(situation.keys.tolist()):
            tally = known.get(key)
            if tally is not None:
                result[number] = self._grade(tally)
        return result

    def _say(self, situation: Situation, action: int, who: str) -> str:
        tally = self._table(situation)[int(situation.keys[action])]
        parts = [f"{n} {what}" for n, what in zip(tally, ("won", "drawn", "lost"), strict=True) if n]
        contests = "1 contest" if sum(tally) == 1 else f"{sum(tally)} contests"
        return f"{who} did this here in {contests}: {', '.join(parts)}"


class Anthropomorph(_Book):
    """Copies what an expert did here in a contest that it did not lose."""

    name = "Anthropomorph"

    def __init__(self, graded: bool) -> None:
        self.graded = graded

    def _table(self, situation: Situation) -> Moves:
        return situation.page.expert

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for a move that was part of a win, 8 for one of draws; graded, by how often it was made."""
        if not self.graded:
            return super().comment(situation)
        known = self._table(situation)
        if not known:
            return None
        most = max(tally.won + tally.drawn for tally in known.values())
        result = np.full(situation.count, SILENT, dtype=np.int8)
        for number, key in enumerate(situation.keys.tolist()):
            tally = known.get(key)
            if tally is not None:
                result[number] = int(7.5 + 3 * (tally.won + tally.drawn) / most)
        return np.minimum(result, 10).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return self._say(situation, action, "an expert")


class AnthropomorphAfter(BoardAdvisor):
    """Makes a state that an expert once made, wherever it came from."""

    name = "Anthropomorph-after"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for such a move."""
        mask = situation.after[rows.CREATED] > 0
        return only(mask, 10) if mask.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return "makes a state that an expert once made"


class Familiar(BoardAdvisor):
    """Steers to where most replies lead to states in which an expert was seen to move."""

    name = "Familiar"

    def comment(self, situation: Situation) -> Int8s | None:
        """Support by the share of such replies."""
        share = situation.after[rows.FAMILIAR]
        return spread(share, 0.0) if share.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        share = situation.after[rows.FAMILIAR][action]
        return f"after {share:.0%} of the replies I would have seen an expert move"


class Resembling(BoardAdvisor):
    """Makes states that agree with ones that experts made in all but one or two markers."""

    def __init__(self, name: str, row: int, ignored: str) -> None:
        self.name = name
        self.row = row
        self.ignored = ignored

    def comment(self, situation: Situation) -> Int8s | None:
        """Support by the share of ways to ignore so many markers and see a state that an expert made."""
        share = situation.after[self.row]
        return spread(share, 0.0) if share.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        share = situation.after[self.row][action]
        return f"{share:.0%} of the time, ignoring {self.ignored} leaves a state that an expert once made"


class Cyber(_Book):
    """Copies what it did here itself in an important contest that it did not lose."""

    name = "Cyber"

    def _table(self, situation: Situation) -> Moves:
        return situation.page.own

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return self._say(situation, action, "I")


class NotAgain(_Book):
    """Does not repeat what it did here in a contest that it lost."""

    name = "Not Again"

    def __init__(self, graded: bool) -> None:
        self.graded = graded

    def _table(self, situation: Situation) -> Moves:
        return situation.page.own

    def _grade(self, tally: Tally) -> int:
        if not tally.lost:
            return SILENT
        if tally.won or tally.drawn:
            return 3
        return max(0, 4 - tally.lost) if self.graded else 1

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return self._say(situation, action, "I")


class Leery(BoardAdvisor):
    """Shuns states that once led to a loss although a short look could not prove them lost."""

    name = "Leery"

    def comment(self, situation: Situation) -> Int8s | None:
        """2 for a move into such a state."""
        failures = situation.knowledge.failures
        if not failures:
            return None
        mask = np.fromiter((k in failures for k in situation.keys.tolist()), dtype=np.bool_, count=situation.count)
        return only(mask, 2) if mask.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return "I once lost from there"


class Open(_Book):
    """Proposes openings that it has seen experts play; a transposition is the same opening."""

    name = "Open"

    def _table(self, situation: Situation) -> Moves:
        return situation.page.openings

    def _grade(self, tally: Tally) -> int:
        # An opening is offered when it was seen at least twice and never lost.
        return SILENT if tally.lost or sum(tally) < 2 else 10 if tally.won else 8

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return "continues an opening that experts play"
