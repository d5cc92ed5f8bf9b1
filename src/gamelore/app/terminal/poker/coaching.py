"""Coaching at the terminal, in the words of Waterman's appendices (1968, C, D and G)."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from gamelore.app.table.poker.coach_data import CoachSaid, CoachVariable, LessonTaken
from gamelore.app.table.poker.coach_rounds import lesson_taken
from gamelore.app.table.poker.coaching import CoachEvent, CoachSitting
from gamelore.app.terminal.ink import Ink
from gamelore.app.terminal.poker.drawing import cards
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError
from gamelore.base.files import read_text
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.lessons import read_lessons, teach_lesson

QUESTIONS = ("WHY", "RULES", "VARIABLES", "UNDO", "HELP", "QUIT")
HELP = """At OK? type (OK), or the right decision and why: (BET SB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL).
A sentence may go on over several lines; it ends with its last parenthesis.
  HAND       EXCELLENT, GOOD, FAIR or POOR
  the rest   {others}: LARGE, SMALL or a condition such as (EQUAL TO 3)
The decisions that it understands:
{decisions}
At YOUR BET type a number from 1 to 20, CALL or DROP; at the draw up to three cards such as H5 D12 or 5h Qd, or NONE.
Anywhere: WHY tells the reasons of the last decision, VARIABLES what reasons may name, RULES the rules, UNDO takes \
your last answer back and what was learned from it, QUIT stops. Every lesson is kept at once."""
NEAR = 0.7
"""How alike a typed word and one that we know must be to be suggested."""


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
        verdict = prompt.asks == "verdict"
        words = ["(OK)", *(f"({decision.name} BECAUSE " for decision in sitting.decisions())]
        words = words if verdict else [move.action for move in prompt.moves]
        text = talk.ask("> " if verdict else f"{prompt.text} ", [*words, *QUESTIONS])
        while verdict and text.count("(") > text.count(")") and (more := talk.ask("... ")):
            text = f"{text} {more}"
        try:
            if not self._answered(text):
                self._tell(sitting.answer(text))
        except GameloreError as error:
            talk.tell(str(error) + suggested(text, str(error)))

    def _answered(self, text: str) -> bool:
        """Whether it was a question, UNDO or QUIT."""
        sitting, talk = self.sitting, self.talk
        match text.strip("() .").upper():
            case "QUIT":
                raise EOFError
            case "HELP" | "?":
                talk.tell(*self._help())
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

    def _help(self) -> list[str]:
        sitting = self.sitting
        decisions = "\n".join(f"  {decision.name:<10} {decision.meaning}" for decision in sitting.decisions())
        task, trainee = sitting.learner.task, sitting.learner.school.trainee
        others = [word for word in task.words(trainee).variables if word != "HAND"]
        return HELP.format(decisions=decisions, others=", ".join(others)).split("\n")

    def _tell(self, events: Iterable[CoachEvent]) -> None:
        for event in events:
            if isinstance(event, CoachSaid):
                self.talk.tell(event.text)
            else:
                self.talk.tell(*lesson_lines(event, self.talk.ink))


def suggested(text: str, told: str) -> str:
    """What somebody may have meant who typed a word that we do not know; empty if that was said, or nobody knows."""
    known = (*QUESTIONS, "OK", "CALL", "DROP", "NONE")
    near = difflib.get_close_matches(text.strip("() .").upper(), known, n=1, cutoff=NEAR)
    return f" Did you mean {near[0]}?" if near and "did you mean" not in told else ""


def lesson_lines(lesson: LessonTaken, ink: Ink) -> Iterator[str]:
    """What a lesson changed in what words mean and in the rules, as a difference; nothing if it changed nothing."""
    yield from (f"  {sentence}" for sentence in lesson.words)
    for change in lesson.changes:
        line = f"  {change.sign} {change.number}. {change.sentence}"
        yield ink(line, "good" if change.sign == "+" else "bad")


def variables_line(variables: Iterable[CoachVariable]) -> str:
    """The variables that reasons may name, in one line."""
    return "  ".join(f"{v.name} {v.value:g}{f' ({v.word})' if v.word else ''}" for v in variables)


def variable_lines(variables: Iterable[CoachVariable]) -> list[str]:
    """The same with what they mean."""
    return [f"  {v.name:<8} {v.value:>6g}  {v.meaning}{f': {v.word}' if v.word else ''}" for v in variables]


def take_lessons(learner: Waterman, file: Path, talk: Talk, keep: Callable[[Waterman], None] | None) -> None:
    """Let a learner take the lessons of a file, and tell what each of them changed."""
    lessons = read_lessons(read_text(file), learner, str(file))
    for lesson in lessons:
        taken = lesson_taken(learner, lesson.reply, functools.partial(teach_lesson, learner, lesson))
        talk.tell(f"{lesson.where}: {' '.join(lesson.reply.split())}", *lesson_lines(taken, talk.ink))
    if keep is not None:
        keep(learner)
    trainee = learner.school.trainee
    talk.tell(f"{len(lessons)} lessons, {trainee.trials} trials, {len(trainee.heuristics.learned_rules())} rules.")
