"""Answers to a quiz: whether the list keeps what a person chose, question by question and line by line.

A quiz asks what a list comes to in some situations (`GuideEvidence.quiz`). Whoever has the list alone, without a
program, answers it; so it measures the words of the list, not the reader's strength.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gamelore.base.errors import BadText
from gamelore.lab.guide.core import ListChoice, Question

LONGEST = 80
"""Characters of an answer that a refusal repeats."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """Situations to try a list on."""

    entries: tuple[str, ...]
    """The lines or rules as sentences, each with its place."""
    how: tuple[str, ...]
    """How a reader follows them."""
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What became of an answer."""

    question: Question
    chosen: tuple[str, ...]
    """By choice, as far as something was chosen."""

    @property
    def right(self) -> bool:
        """Whether the list keeps all that was chosen."""
        return bool(self.pairs) and all(option in choice.left for choice, option in self.pairs)

    @property
    def pairs(self) -> list[tuple[ListChoice, str]]:
        """The choices with what was chosen; who settled the question with one option need not tell of the others."""
        alone = [(choice, o) for choice in self.question.choices for o in self.chosen if o in choice.alone]
        return alone or list(zip(self.question.choices, self.chosen, strict=False))

    def dropped_by(self) -> int | None:
        """The entry that drops what was chosen; None if the list keeps it."""
        for choice, option in self.pairs:
            for step in choice.steps:
                if option in step.dropped:
                    return step.entry
        return None


def deciding(question: Question) -> int | None:
    """The last entry that narrows the last choice: the one that a question is about."""
    steps = [step.entry for step in question.choices[-1].steps if step.applies]
    return steps[-1] if steps else None


def settled_by(question: Question, chosen: Sequence[str]) -> bool:
    """Whether nothing more need be chosen."""
    if len(chosen) == len(question.choices):
        return True
    return any(option in choice.alone for choice in question.choices for option in chosen)


def sheet_answers(text: str, asked: Sequence[Question], name: str) -> dict[int, tuple[str, ...]]:
    """Answers as a person writes them down: `7: 3-4`, or `8: trump 5, bid 30`; lines with # are left alone."""
    found: dict[int, tuple[str, ...]] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        number, colon, rest = words.partition(":")
        where = f"{name}, line {place}"
        known = colon and re.fullmatch("[0-9]{1,4}", number.strip()) and 1 <= int(number) <= len(asked)
        if not known:
            told = f"a number from 1 to {len(asked)}, a colon and an answer, found '{words[:LONGEST]}'"
            raise BadText(f"{where}: expected {told}")
        if int(number) in found:
            raise BadText(f"{where}: question {int(number)} is answered twice")
        found[int(number)] = tuple(part.strip() for part in rest.split(",") if part.strip())
    return found


def by_entry(verdicts: Sequence[JudgedAnswer]) -> Mapping[int, tuple[int, int]]:
    """For each entry that decides, how many answers were right, of how many."""
    asked, right = Counter[int](), Counter[int]()
    for verdict in verdicts:
        entry = deciding(verdict.question)
        if entry is not None:
            asked[entry] += 1
            right[entry] += verdict.right
    return {entry: (right[entry], asked[entry]) for entry in sorted(asked)}


def wrong(verdicts: Sequence[JudgedAnswer]) -> Iterator[tuple[int, JudgedAnswer]]:
    """The answers that the list does not keep, with their numbers."""
    return ((number, verdict) for number, verdict in enumerate(verdicts, start=1) if not verdict.right)
