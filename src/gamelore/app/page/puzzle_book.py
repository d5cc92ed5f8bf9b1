"""The puzzles of a game's list: situations in which it leaves little, made once beside the guide and kept in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from gamelore.app.page.keeping.store import Kept
from gamelore.base.errors import BadText, DamagedFile, GameloreError
from gamelore.base.files import digest, parse_json, read_text, write_text
from gamelore.games.core import AnyGame
from gamelore.lab.guide.core import ListChoice, ListStep, Question
from gamelore.lab.guide.evidence import GuideAsked
from gamelore.lab.guide.making import evidence_of
from gamelore.lab.guide.quiz import Quiz

PUZZLES = 40
"""Situations of a game, at most."""


class KeptStep(Kept):
    """What an entry does, as it is kept."""

    entry: int
    kept: tuple[str, ...]
    dropped: tuple[str, ...]


class KeptChoice(Kept):
    """What may be chosen, as it is kept."""

    name: str
    options: tuple[str, ...]
    steps: tuple[KeptStep, ...]
    left: tuple[str, ...]
    tie: str
    alone: tuple[str, ...]


class KeptQuestion(Kept):
    """A situation, as it is kept."""

    part: str
    situation: str
    choices: tuple[KeptChoice, ...]


class KeptBook(Kept):
    """All puzzles of a game, as they are kept."""

    entries: tuple[str, ...]
    how: tuple[str, ...]
    questions: tuple[KeptQuestion, ...]


def make_book(game: AnyGame, file: Path, contests: int | None, seed: int, most: int = PUZZLES) -> None:
    """Find the puzzles of a game and keep them."""
    evidence = evidence_of(game)
    found = evidence.quiz(evidence.shipped(game), GuideAsked(game.name, seed, contests), most)
    write_text(file, told(found))


def told(quiz: Quiz) -> str:
    """A quiz as text."""
    questions = tuple(
        KeptQuestion(part=q.part, situation=str(q.situation), choices=tuple(_choice_kept(c) for c in q.choices))
        for q in quiz.questions
    )
    return KeptBook(entries=quiz.entries, how=quiz.how, questions=questions).model_dump_json()


def _choice_kept(choice: ListChoice) -> KeptChoice:
    steps = tuple(KeptStep(entry=s.entry, kept=s.kept, dropped=s.dropped) for s in choice.steps)
    return KeptChoice(
        name=choice.name, options=choice.options, steps=steps, left=choice.left, tie=choice.tie, alone=choice.alone
    )


@dataclass(frozen=True, slots=True)
class Book:
    """The puzzles of a game by their keys, and the lines that they are asked of, each with its place."""

    entries: tuple[str, ...] = ()
    questions: Mapping[str, Question] = field(default_factory=dict)


def book_of(file: Path, game: AnyGame) -> Book:
    """What a file holds; nothing where it has not been made yet."""
    return _opened(file, game) if file.exists() else Book()


@lru_cache(maxsize=64)
def _opened(file: Path, game: AnyGame) -> Book:
    text = read_text(file)
    parse_json(text, file.name)  # which has the limits of everything that is read
    try:
        kept = KeptBook.model_validate_json(text)
        asked = [_question(one, game, len(kept.entries)) for one in kept.questions]
    except (ValueError, GameloreError) as error:
        raise DamagedFile(f"{file.name}: {error}") from None
    return Book(kept.entries, {f"list:{digest(f'{q.part} {q.situation}')[:16]}": q for q in asked})


def _question(kept: KeptQuestion, game: AnyGame, entries: int) -> Question:
    if not kept.choices or any(not 0 <= step.entry < entries for choice in kept.choices for step in choice.steps):
        raise BadText("a puzzle of lines that are not there")
    situation = (game.parse_state if game.perfect_information else game.parse_view)(kept.situation)
    choices = tuple(
        ListChoice(
            choice.name, choice.options, tuple(ListStep(s.entry, s.kept, s.dropped) for s in choice.steps),
            choice.left, choice.tie, choice.alone,
        )
        for choice in kept.choices
    )  # fmt: skip
    return Question(kept.part, situation, choices)
