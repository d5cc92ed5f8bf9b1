"""The words of a game's maxims: what each measure and each condition is called, and how a line reads as a sentence.

A vocabulary knows nothing of what a measure computes; a reader (`MaximReader`) does, one for each family of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gamelore.base.errors import UnknownName
from gamelore.learners.maxims.lines import ALWAYS, Line, MaximList, Sense, list_text, parse_list

MOST_WORDS = 20
"""A line with more words nobody remembers."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a person is told to do with a measure; empty where one of the two senses makes no sense."""

    most: str
    fewest: str
    ahead: Literal[0, 1, 2]
    """How many moves a reader tries on the board after the move: none, one, or another after that."""

    def said(self, sense: Sense) -> str:
        """The sentence of a sense."""
        return self.most if sense == "most" else self.fewest


@dataclass(frozen=True, slots=True)
class Wording:
    """All words of a game."""

    measures: Mapping[str, Word]
    conditions: Mapping[str, str]
    """How a sentence begins under each condition; `always` begins with nothing."""

    def sentence(self, line: Line) -> str:
        """A line as a person reads it."""
        said, begins = self.measures[line.measure].said(line.sense), self.conditions[line.condition]
        return f"{begins} {said[0].lower()}{said[1:]}" if begins else said

    @property
    def parts(self) -> tuple[str, ...]:
        """The lists that a reader follows, one at a time; most games have one."""
        return ("line",)

    def part_of(self, line: Line) -> str:
        """Which of them a line belongs to."""
        return self.parts[0]

    def part_for(self, action: str) -> str:
        """Which of them is followed where an action may be chosen."""
        return self.parts[0]

    def names_in(self, line: Line) -> tuple[str, ...]:
        """The measure of a line, and its conditions."""
        return (line.measure, line.condition)

    def label(self, lines: Sequence[Line], number: int) -> str:
        """What a line is called: its list and its place there, counted from 1."""
        part = self.part_of(lines[number])
        return f"{part} {sum(self.part_of(line) == part for line in lines[: number + 1])}"

    def check(self, line: Line, where: str = "") -> None:
        """Refuse a line that the game has no words for."""
        if line.measure not in self.measures:
            raise UnknownName("measure", line.measure, self.measures, where)
        if line.condition not in self.conditions:
            raise UnknownName("condition", line.condition, self.conditions, where)

    def list_text(self, entries: Sequence[Line]) -> str:
        """A list in one line."""
        return list_text(entries)

    def parse_list(self, text: str) -> MaximList:
        """Read such a text; every line must have words."""
        found = parse_list(text)
        for line in found:
            self.check(line)
        return found

    def lines(self, condition: str = ALWAYS) -> MaximList:
        """Every line that can be said under a condition."""
        senses: tuple[Sense, Sense] = ("most", "fewest")
        return tuple(
            Line(name, sense, condition) for name, word in self.measures.items() for sense in senses if word.said(sense)
        )
