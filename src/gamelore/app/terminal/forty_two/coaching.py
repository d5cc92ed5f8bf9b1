"""Coaching at 42 at the terminal: a hand is shown, the person labels it, the program says what that moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

from gamelore.app.table.forty_two.coach_data import GoalTold, HandLesson, HandPrompt, HandSaid
from gamelore.app.table.forty_two.coaching import (
    BidCoachPlan,
    BidSitting,
    HandEvent,
    bidder_saver,
    coached_bidder,
)
from gamelore.app.terminal.ink import Ink
from gamelore.app.terminal.talk import Talk, talk
from gamelore.base.errors import GameloreError
from gamelore.base.folders import holding
from gamelore.games.forty_two.dominoes import TRUMP_WORDS

ASKED = ("WHY", "WHY ALL", "LORE", "SKIP", "UNDO", "HELP", "QUIT")
FEW = 6
"""Goals that are told of a lesson; ALL tells the rest."""
HELP = """Answer one question after another, or all in a line: 30 trump fours contract 33 sets 36 because ...
  call      pass, or a bid such as 30
  contract  what the hand makes on average with its trump, 28 to 42 or 84; none if it should be passed; Enter: the call
  trump     fours, or 4; of which you hold two or more
  sets      which contract of theirs it sets on average, 30 (strong against them) to 42 (weak); Enter: no idea
  why       your reasons in your own words; they are set beside mine, goal by goal. A name before a colon says \
which goal a sentence is about (trump: tricks: points: offs: their leads: defence: call:), else its words do
Anywhere: SKIP passes over a hand, WHY tells what I say of the hand you labelled last (WHY ALL: every parameter), \
LORE how I bid by now, UNDO takes your last answer back and what was learned from it, QUIT stops. Every lesson is kept \
at once."""


class BidCoachTerminal:
    """One sitting."""

    def __init__(self, sitting: BidSitting, person: Talk) -> None:
        self.sitting, self.talk = sitting, person

    def teach(self) -> None:
        """Go through all hands, or until the person has had enough."""
        sitting, person = self.sitting, self.talk
        self._tell(sitting.start())
        try:
            while not sitting.over:
                self._ask()
        except EOFError:
            pass
        person.tell(f"{sitting.hands} hand{'s' * (sitting.hands != 1)} taught.")

    def _ask(self) -> None:
        sitting, person, prompt = self.sitting, self.talk, self.sitting.prompt
        text = person.ask(f"{prompt.text} ", [*_words(prompt), *ASKED])
        try:
            if not self._asked(text):
                self._tell(sitting.answer(text))
        except GameloreError as error:
            person.tell(str(error))

    def _asked(self, text: str) -> bool:
        """Whether it was a question, UNDO or QUIT."""
        sitting, person = self.sitting, self.talk
        match text.strip(" .").upper().split():
            case ["QUIT"]:
                raise EOFError
            case ["HELP"] | ["?"]:
                person.tell(HELP)
            case ["LORE"]:
                person.tell(*(f"  {line}" for line in sitting.lore() or ("I know nothing yet.",)))
            case ["WHY", *everything] if everything in ([], ["ALL"]):
                said = sitting.why(everything=bool(everything))
                person.tell(*(f"  {line}" for line in said or ("No hand has been labelled yet.",)))
            case ["UNDO"]:
                person.tell(f"Taken back: {sitting.undo() or 'Enter'}")
                self._tell(sitting.start())
            case _:
                return False
        return True

    def _tell(self, events: Iterable[HandEvent]) -> None:
        for event in events:
            if isinstance(event, HandSaid):
                self.talk.tell(self.talk.ink(event.text, "strong") if event.what == "hand" else event.text)
            else:
                self.talk.tell(*bid_lesson_lines(event, self.talk.ink))


def _words(prompt: HandPrompt) -> list[str]:
    """What may be typed."""
    if prompt.asks == "call":
        return [str(bid) if bid else "pass" for bid in prompt.bids]
    return [TRUMP_WORDS[trump] for trump in prompt.trumps] if prompt.asks == "trump" else []


def bid_lesson_lines(lesson: HandLesson, ink: Ink) -> Iterator[str]:
    """What came of a label: the program's own call before and now, the goals that moved, both protocols."""
    yield f"You said: {lesson.label}. I would have called: {lesson.before}. Now: {lesson.after}."
    for change in lesson.changes[:FEW]:
        yield ink(f"  {change.sentence}", "good" if change.up else "bad")
    if len(lesson.changes) > FEW:
        yield f"  and {len(lesson.changes) - FEW} more goals moved"
    if not lesson.changes:
        yield "  No goal rates this hand otherwise than before."
    yield from _beside(lesson.told)


def _beside(told: Iterable[GoalTold]) -> Iterator[str]:
    for one in told:
        yield f"  {one.about} {one.grade}".rstrip()
        yield from (f"    you  {words}" for words in one.person or ("(nothing)",))
        yield from (f"    I    {words}" for words in one.program or ("(nothing)",))


def coach_bids(agent: Path | None, preset: str, rounds: int, seed: int) -> None:
    """The part of the kit that teaches at the terminal."""
    with nullcontext() if agent is None else holding(agent), talk() as person:
        sitting = BidSitting(coached_bidder(agent, preset), BidCoachPlan(rounds, seed), bidder_saver(agent))
        BidCoachTerminal(sitting, person).teach()
