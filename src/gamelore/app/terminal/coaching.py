"""Coaching at the terminal, in the words of Waterman's appendices (1968, C, D and G)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamelore.app.table.coach_data import CoachSaid, CoachVariable, LessonTaken
from gamelore.app.table.coaching import CoachEvent, CoachSitting
from gamelore.app.terminal.drawing import cards
from gamelore.app.terminal.ink import Ink
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError

VERDICTS = ("(OK)", "(CALL BECAUSE ", "(DROP BECAUSE ", "(BET SB BECAUSE ", "(BET LAP BECAUSE ")
QUESTIONS = ("WHY", "RULES", "VARIABLES", "UNDO", "HELP", "QUIT")
HELP = """At OK? type (OK), or the right decision and why: (BET SB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL).
  decisions  CALL, DROP, BET LAP, SB, MB, BB, BBS or BBL
  HAND       EXCELLENT, GOOD, FAIR or POOR
  the rest   POT, LASTBET, BLUFFO, PBRATIO, ORP, OSTYLE: LARGE, SMALL or a condition such as (EQUAL TO 3)
At YOUR BET type a number from 1 to 20, CALL or DROP; at the draw up to three cards such as H5 D12 or 5h Qd, or NONE.
Anywhere: WHY tells the reasons of the last decision, VARIABLES what reasons may name, RULES the rules, UNDO takes your
last answer back and what was learned from it, QUIT stops. Every lesson is kept at once."""


class CoachTerminal:
    """One sitting of coaching."""

    def __init__(self, sitting: CoachSitting, talk: Talk) -> None:
        self.sitting, self.talk = sitting, talk

    def teach(self) -> None:
        """Play all rounds, or until the person has had enough."""
        sitting, talk = self.sitting, self.talk
        self._tell(sitting.start())
        try:
            while not sitting.over:
                self._ask()
        except EOFError:
            pass
        learned = len(sitting.learner.school.trainee.heuristics.learned_rules())
        talk.tell(f"{sitting.trials} trials, {learned} rules.")

    def _ask(self) -> None:
        sitting, talk, prompt = self.sitting, self.talk, self.sitting.prompt
        if prompt.asks == "verdict":
            talk.tell(talk.ink(variables_line(prompt.variables), "faint"))
        else:
            call = f"  TO CALL {prompt.to_call}" if prompt.to_call else ""
            talk.tell(f"POT {prompt.pot}{call}  YOUR HAND {cards(prompt.hand, talk.ink)}")
        words = [*VERDICTS] if prompt.asks == "verdict" else [move.action for move in prompt.moves]
        text = talk.ask("> " if prompt.asks == "verdict" else f"{prompt.text} ", [*words, *QUESTIONS])
        try:
            if not self._answered(text):
                self._tell(sitting.answer(text))
        except GameloreError as error:
            talk.tell(str(error))

    def _answered(self, text: str) -> bool:
        """Whether it was a question, UNDO or QUIT."""
        sitting, talk = self.sitting, self.talk
        match text.strip("() .").upper():
            case "QUIT":
                raise EOFError
            case "HELP" | "?":
                talk.tell(HELP)
            case "RULES":
                talk.tell(*(sitting.rules() or ("NO RULES YET",)))
            case "WHY":
                talk.tell(*(sitting.why() or ("I HAVE NOTHING TO SAY",)))
            case "VARIABLES":
                talk.tell(*(variable_lines(sitting.variables()) or ("I HAVE NOTHING TO SAY",)))
            case "UNDO":
                talk.tell(f"TAKEN BACK: {sitting.undo()}")
                if sitting.prompt.asks == "verdict":
                    talk.tell(*(said.text for said in sitting.standing()))
            case _:
                return False
        return True

    def _tell(self, events: Iterable[CoachEvent]) -> None:
        for event in events:
            if isinstance(event, CoachSaid):
                self.talk.tell(event.text)
            else:
                self.talk.tell(*lesson_lines(event, self.talk.ink))


def lesson_lines(lesson: LessonTaken, ink: Ink) -> Iterator[str]:
    """What a lesson changed in the rules, as a difference; nothing if it changed nothing."""
    for change in lesson.changes:
        line = f"  {change.sign} {change.number}. {change.sentence}"
        yield ink(line, "good" if change.sign == "+" else "bad")


def variables_line(variables: Iterable[CoachVariable]) -> str:
    """The variables that reasons may name, in one line."""
    return "  ".join(f"{v.name} {v.value:g}{f' ({v.word})' if v.word else ''}" for v in variables)


def variable_lines(variables: Iterable[CoachVariable]) -> list[str]:
    """The same with what they mean."""
    return [f"  {v.name:<8} {v.value:>6g}  {v.meaning}{f': {v.word}' if v.word else ''}" for v in variables]
