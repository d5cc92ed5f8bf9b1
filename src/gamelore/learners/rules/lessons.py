"""Lessons for unrelated situations, which no contest led to: the first way of training (Waterman 1968, page 56).

A file holds one lesson after another, with an empty line between. First stands the situation: either what a seat sees,
as `explain` takes it, or the variables with their values, the hand as five cards or by its value. Then comes the reply
in the trainer's words and in parentheses, over as many lines as it takes. What follows `#` is a remark.

    HAND C3 H3 H13 H7 H2, POT 4, LASTBET 5
    (CALL BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gamelore.base.errors import BadText, GameloreError, UnknownName
from gamelore.games.poker.cards import parse_hand
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerView
from gamelore.games.poker.hands import hand_value
from gamelore.games.poker.table import REPLACING
from gamelore.learners.features.poker.variables import NOT_REPLACED, NOTHING_KNOWN, situation
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.moves import VOCABULARY
from gamelore.learners.rules.training.trainee import Advice
from gamelore.learners.rules.training.trainer import parse_reply

MOST_LESSONS = 10_000
FIRST_POT = 2
"""The pot where nobody has bet."""


@dataclass(frozen=True, slots=True)
class WrittenLesson:
    """A situation and what the trainer says to it; None for (OK)."""

    where: str
    situation: Mapping[str, float]
    reply: str
    advice: Advice | None


def read_lessons(text: str, learner: Waterman, where: str = "lessons") -> list[WrittenLesson]:
    """The lessons of a file, every one looked over before the first is taught; the error names the line."""
    found, lines = list[WrittenLesson](), text.split("\n")
    words = learner.task.words(learner.school.trainee)
    for number, block in _blocks(lines):
        if len(found) == MOST_LESSONS:
            raise BadText(f"{where}:{number}: at most {MOST_LESSONS:,} lessons")
        at = f"{where}:{number}"
        told, opened, reply = block.partition("\n(")
        if not opened:
            raise BadText(f"{at}: expected a situation, then the trainer's reply in parentheses on a line of its own")
        reply = f"({reply.strip()}"
        place = f"{where}:{number + told.count(chr(10)) + 1}"
        found.append(WrittenLesson(at, _situation(told, at), reply, parse_reply(reply, words, place)))
    if not found:
        raise BadText(f"{where}: holds no lesson")
    return found


def _blocks(lines: list[str]) -> list[tuple[int, str]]:
    """What stands between empty lines, without remarks, with the line that it begins with."""
    found: list[tuple[int, str]] = []
    begun = False
    for number, line in enumerate(lines, start=1):
        said = line.split("#")[0].strip()
        if not said:
            begun = begun and line.strip() != ""
        elif begun:
            found[-1] = found[-1][0], f"{found[-1][1]}\n{said}"
        else:
            found.append((number, said))
            begun = True
    return found


def _situation(told: str, where: str) -> dict[str, float]:
    text = " ".join(told.split())
    if text.startswith("seat "):
        try:
            view = DrawPoker().parse_view(text)
        except GameloreError as error:
            raise BadText(f"{where}: {error}") from None
        assert isinstance(view, DrawPokerView)
        if view.table.stage == REPLACING:
            raise BadText(f"{where}: replacing cards is not learned")
        return situation(view)
    values: dict[str, float] = {}
    known = {**VOCABULARY.variables, **{name: name for name in ("OAVGBET", "OTBET", *NOTHING_KNOWN)}}
    for part in filter(None, (part.strip() for part in text.upper().split(","))):
        word, _, value = part.partition(" ")
        name = known.get(VOCABULARY.synonyms.get(word, word))
        if name is None:
            raise UnknownName("variable", word, known, where)
        if name in values:
            raise BadText(f"{where}: {word} is given twice")
        values[name] = _value(name, value.strip(), f"{where}: {word}")
    if "VDHAND" not in values:
        raise BadText(f"{where}: expected HAND, as five cards or by its value")
    pot, bet = values.get("POT", FIRST_POT), values.get("LASTBET", 0)
    usual = {"POT": pot, "LASTBET": bet, "POTBET": pot // bet if bet else pot, "ORP": NOT_REPLACED}
    return {**usual, "OAVGBET": 0, "OTBET": 0, **NOTHING_KNOWN, **values}


def _value(name: str, text: str, where: str) -> float:
    if re.fullmatch(r"-?[0-9]{1,9}\.?", text):
        return float(text)
    if name == "VDHAND" and text:
        try:
            return float(hand_value(parse_hand(text)))
        except GameloreError as error:
            raise BadText(f"{where}: {error}") from None
    raise BadText(f"{where}: expected a number, found '{text:.40}'")


def teach_lesson(learner: Waterman, lesson: WrittenLesson) -> bool:
    """Let a learner take a lesson; whether it corrected what the rules would have done."""
    trainee = learner.school.trainee
    if lesson.advice is None:
        trainee.approved(lesson.situation)
        return False
    if trainee.accepts(trainee.match(lesson.situation), lesson.advice.move):
        return False
    trainee.trial(lesson.situation, lesson.advice)
    return True
