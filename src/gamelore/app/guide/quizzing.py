"""A quiz for a person: asked at the terminal, or as a sheet to fill in; told what the list keeps, and why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from gamelore.app.guide import words
from gamelore.app.guide.drawing import GuideDrawing
from gamelore.app.guide.drawing import drawing_of as guide_drawing_of
from gamelore.app.table.manners import manners_of, read_action
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.ink import Ink
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import BadText, GameloreError
from gamelore.games.core import AnyGame, AnyView
from gamelore.lab.guide.core import ListChoice, Question
from gamelore.lab.guide.quiz import JudgedAnswer, Quiz, by_entry, settled_by, sheet_answers

LEAVING = ("quit", "q")
MOST_OFFERED = 12
"""Options that are named; where there are more, a person writes a move as in play."""


def sheet_lines(game: AnyGame, quiz: Quiz, ink: Ink, width: int, *, lines: bool) -> Iterator[str]:
    """All questions to be answered on paper, with the lines above them if somebody has not got them."""
    if lines:
        for sentence in (*quiz.how, *quiz.entries):
            yield from textwrap.wrap(sentence, width)
        yield ""
    for number, question in enumerate(quiz.questions, start=1):
        yield f"Question {number}"
        yield from question_lines(game, question, ink, width)
        yield ""


def question_lines(game: AnyGame, question: Question, ink: Ink, width: int) -> Iterator[str]:
    """What is seen, and what may be chosen."""
    told = guide_drawing_of(game)
    seen = seen_by(question)
    drawn = drawing_of(game).draw(manners_of(game).shown(seen), ink).splitlines()
    yield from drawn
    for sentence in told.seen(question.situation):
        # Drawings of boards end with whose turn it is.
        if not any(line.startswith(sentence.rstrip(".")) for line in drawn):
            yield from textwrap.wrap(sentence, width)
    for choice in question.choices:
        if len(choice.options) <= MOST_OFFERED:
            offered = ", ".join(told.said(option) for option in choice.options)
            yield from textwrap.wrap(f"{choice.name.capitalize()}: {offered}", width)


def seen_by(question: Question) -> AnyView:
    """The situation as the seat on turn sees it."""
    situation = question.situation
    view: AnyView = situation.view(situation.current_player()) if hasattr(situation, "child") else situation
    return view


def ask(game: AnyGame, quiz: Quiz, talk: Talk, width: int) -> list[JudgedAnswer]:
    """Ask one question after another, and tell after each what the list comes to; leaving ends it."""
    verdicts: list[JudgedAnswer] = []
    for number, question in enumerate(quiz.questions, start=1):
        talk.tell(f"Question {number} of {len(quiz.questions)}", *question_lines(game, question, talk.ink, width))
        try:
            chosen = _answer(game, question, talk)
        except EOFError:
            break
        if chosen is None:
            break
        verdicts.append(JudgedAnswer(question, chosen))
        talk.tell(*verdict_lines(game, quiz, verdicts[-1], talk.ink, width), "")
    return verdicts


def _answer(game: AnyGame, question: Question, talk: Talk) -> tuple[str, ...] | None:
    """What a person chooses, choice by choice; None if the person leaves."""
    chosen: list[str] = []
    while not settled_by(question, chosen):
        choice = question.choices[len(chosen)]
        text = talk.ask(f"{choice.name}> ", [guide_drawing_of(game).said(option) for option in choice.options])
        if text.lower() in LEAVING:
            return None
        try:
            chosen.append(option_of(game, question, choice, text))
        except GameloreError as error:
            talk.tell(str(error))
    return tuple(chosen)


def option_of(game: AnyGame, question: Question, choice: ListChoice, text: str) -> str:
    """The option that a person means: as it is said, as it is written, or as a move is typed in play."""
    told, asked = guide_drawing_of(game), " ".join(text.lower().split())
    several = [c for c in question.choices if c is choice or c.alone]
    for option in (option for c in several for option in (c.options if c is choice else c.alone)):
        if asked in (option.lower(), told.said(option).lower()):
            return option
    try:
        option = str(read_action(seen_by(question), text))
    except GameloreError:
        option = ""
    if option not in choice.options:
        example = told.said(choice.options[0])
        raise BadText(f"'{text}' is no {choice.name} that can be chosen here; one is written like this: {example}")
    return option


def read_sheet(game: AnyGame, quiz: Quiz, text: str, name: str) -> list[JudgedAnswer]:
    """The answers of a sheet; what is not answered is not right."""
    given = sheet_answers(text, quiz.questions, name)
    verdicts = []
    for number, question in enumerate(quiz.questions, start=1):
        chosen: list[str] = []
        for text_of_choice in given.get(number, ()):
            if settled_by(question, chosen):
                raise BadText(f"{name}: question {number} has more answers than choices")
            try:
                chosen.append(option_of(game, question, question.choices[len(chosen)], text_of_choice))
            except BadText as error:
                raise BadText(f"{name}: question {number}: {error}") from None
        if chosen and not settled_by(question, chosen):
            missing = question.choices[len(chosen)].name
            raise BadText(f"{name}: question {number} lacks the {missing}")
        verdicts.append(JudgedAnswer(question, tuple(chosen)))
    return verdicts


def verdict_lines(game: AnyGame, quiz: Quiz, verdict: JudgedAnswer, ink: Ink, width: int) -> Iterator[str]:
    """Whether the list keeps it, which line drops it, and how the lines narrow the choice."""
    told, entry = guide_drawing_of(game), verdict.dropped_by()
    if verdict.right:
        yield ink("Right.", "good")
    else:
        dropped = "" if entry is None else f" It goes by {quiz.entries[entry]}"
        yield from textwrap.wrap(ink(f"No.{dropped}", "bad"), width)
    for choice in verdict.question.choices:
        yield from textwrap.wrap(f"{_narrowed(quiz, choice, told)}", width)


def _narrowed(quiz: Quiz, choice: ListChoice, told: GuideDrawing) -> str:
    steps = [
        f"{quiz.entries[step.entry].partition(':')[0]} keeps {words.listed(step.kept, told.said)}"
        for step in choice.steps
        if step.applies
    ]
    return f"{words.sentence_case('; '.join([*steps, '']))}{words.left_sentence(choice, told.said)}"


def result_lines(quiz: Quiz, verdicts: Sequence[JudgedAnswer], width: int) -> Iterator[str]:
    """How many answers the list keeps, in all and by the line that decides."""
    right = sum(verdict.right for verdict in verdicts)
    yield f"The list keeps {right} of {words.count(len(verdicts), 'answer')}."
    for entry, (good, asked) in by_entry(verdicts).items():
        yield from textwrap.wrap(f"{good} of {asked}: {quiz.entries[entry]}", width, subsequent_indent="    ")
