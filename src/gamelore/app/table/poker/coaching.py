"""Teaching draw poker, with the dialogue of Waterman's appendices (1968, C, D and G): a model without a terminal.

Before each of its decisions the learner tells the number of the rule that caught, its hand and what it would do, and
asks OK? The trainer, a person or a program, accepts or corrects it; then the move is made. The opponent is
the same person or anybody from the list of opponents. A person who only plays, while the program trains, sees nothing
of the learner's hand. Each round has a fresh deck, or one deck is used to its last card, then SHUFFLE is said.

A sitting is a function of what the learner knew, the seed and the answers so far. So it is restored, and an answer is
taken back, by giving the answers again. What was learned is handed to `keep` after every lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gamelore.app.table.poker.coach_data import (
    CoachDecision,
    CoachPrompt,
    CoachSaid,
    CoachVariable,
)
from gamelore.app.table.poker.coach_rounds import BUILTIN, YOU, CoachEvent, CoachPlan, CoachTable
from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError, NotAvailable
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rules.learner import Waterman

__all__ = ["BUILTIN", "YOU", "CoachEvent", "CoachPlan", "CoachSitting", "coached_learner", "saver"]

NAMES = {"poker", "draw_poker"}
LOG_VERSION = 1

OVER = CoachPrompt("nothing", "")


class CoachSitting:
    """One sitting: a learner, a trainer and an opponent.

    `start` and `answer` give events; `prompt` is what the person is asked next. An answer that is not understood or not
    allowed is refused with one sentence and changes nothing.
    """

    def __init__(
        self, learner: Waterman, plan: CoachPlan | None = None, keep: Callable[[Waterman], None] | None = None
    ) -> None:
        self.plan = plan or CoachPlan()
        self.keep = keep
        self.learner = learner
        self.known = learner.knowledge()
        """What the learner knew when the sitting began."""
        self.given: list[str] = []
        """The answers so far."""
        self._begin()

    def _begin(self) -> None:
        self.table = CoachTable(self.learner, self.plan, self.keep)
        self.prompt = OVER
        self._dialogue = self.table.dialogue()

    # --- what the person does -----------------------------------------------------------------------------------------

    def start(self) -> list[CoachEvent]:
        """Deal, and go on until the person is asked something."""
        return self._go(None)

    def answer(self, text: str) -> list[CoachEvent]:
        """Answer the prompt, and go on until the next; `GameloreError` says why an answer was not taken."""
        if self.over:
            raise NotAvailable("The sitting is over.")
        events = self._go(text)
        self.given.append(text)
        return events

    def undo(self) -> str:
        """Take the last answer back, and with it what was learned from it; returns that answer."""
        if not self.given:
            raise NotAvailable("There is nothing to take back yet.")
        if self.plan.only_plays:
            raise NotAvailable("You have seen what came of it; where hands are hidden, that cannot be taken back.")
        *again, last = self.given
        self._give_again(again)
        self.table.save()
        return last

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return self.prompt.asks == "nothing"

    @property
    def score(self) -> float:
        """What the learner has won so far."""
        return self.table.score

    # --- what the person may ask --------------------------------------------------------------------------------------

    @property
    def trials(self) -> int:
        """How many decisions the learner has been corrected in, in this sitting and before."""
        return self.learner.school.trainee.trials

    def rules(self) -> tuple[str, ...]:
        """The rules as numbered sentences, in the order in which they are tried."""
        return self.table.rules()

    def why(self) -> tuple[str, ...]:
        """The reasons of the learner's last decision; nothing for a person who may not see its hand."""
        last = self.table.last
        if last is None or self.plan.only_plays:
            return ()
        return tuple(f"{reason.who}: {reason.sentence}" for reason in last[1].reasons)

    def variables(self) -> tuple[CoachVariable, ...]:
        """What the reasons of a trainer may name, with the values of the learner's last decision."""
        last = self.table.last
        return () if last is None or self.plan.only_plays else self.table.measured(last[0])

    def decisions(self) -> tuple[CoachDecision, ...]:
        """What a trainer may advocate: all that this learner understands."""
        return self.table.decisions()

    def standing(self) -> list[CoachSaid]:
        """The learner's last decision, as it was told: the rule that caught, the hand, the move."""
        return self.table.standing()

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore the sitting, as plain data."""
        return {
            "version": LOG_VERSION,
            "plan": settings_to_mapping(self.plan),
            "settings": settings_to_mapping(self.learner.settings),
            "known": dict(self.known),
            "given": list(self.given),
        }

    @staticmethod
    def restore(log: Mapping[str, Any], keep: Callable[[Waterman], None] | None = None) -> CoachSitting:
        """The sitting of a log: the answers are given again."""
        where = "log of a coaching"
        try:
            if log["version"] != LOG_VERSION:
                raise DamagedFile(f"{where}: version {log['version']!r}, this program reads {LOG_VERSION}")
            plan = settings_from_mapping(CoachPlan(), log["plan"], where)
            settings = settings_from_mapping(Waterman.preset(None), log["settings"], where)
            known = {str(name): _text(text) for name, text in log["known"].items()}
            given = [_text(text) for text in log["given"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedFile(f"{where}: {type(error).__name__}: {error}") from None
        if YOU not in (plan.trainer, plan.against):
            raise DamagedFile(f"{where}: nobody is asked anything in it")
        learner = Waterman(DrawPoker(), settings)
        learner.restore(known, where)
        sitting = CoachSitting(learner, plan)
        sitting._give_again(given)
        sitting.keep = sitting.table.keep = keep
        return sitting

    def _give_again(self, answers: Sequence[str]) -> None:
        keep, self.keep = self.keep, None
        fresh = Waterman(DrawPoker(), self.learner.settings)
        fresh.restore(self.known, "what the learner knew")
        self.learner, self.given = fresh, []
        self._begin()
        self.start()
        for number, text in enumerate(answers, start=1):
            try:
                self.answer(text)
            except GameloreError as error:
                raise DamagedFile(f"log of a coaching: answer {number}: {error}") from None
        self.keep = self.table.keep = keep

    def _go(self, text: str | None) -> list[CoachEvent]:
        table = self.table
        table.events, table.refusal = [], ""
        try:
            self.prompt = next(self._dialogue) if text is None else self._dialogue.send(text)
        except StopIteration:
            self.prompt = OVER
        if table.refusal:
            raise BadText(table.refusal)
        return table.events


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def coached_learner(game: str, folder: Path | None, preset: str) -> Waterman:
    """The learner of a folder, or a new one where the folder holds none yet."""
    if game not in NAMES:
        raise BadSetting(f"a rule learner is coached at poker, not at {game}")
    if folder is None or not folder.exists() or not any(folder.iterdir()):
        return Waterman(DrawPoker(), Waterman.preset(preset))
    learner = load_agent(folder).learner
    if not isinstance(learner, Waterman):
        raise BadSetting(f"{folder}: holds a {learner.kind}, which cannot be coached in words")
    return learner


def saver(folder: Path | None) -> Callable[[Waterman], None] | None:
    """Keeps a learner in a folder; nothing without one."""
    if folder is None:
        return None
    return lambda learner: save_agent(learner, folder, {"trials": learner.school.trainee.trials})
