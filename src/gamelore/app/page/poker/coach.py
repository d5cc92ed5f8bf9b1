"""Coaching draw poker on the page: the learner asks OK?, the visitor answers in sentences, the rules change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gamelore.app.page.contests import Answer
from gamelore.app.page.poker.drawing import hand_html
from gamelore.app.page.poker.html import coach_page
from gamelore.app.page.school.coach_html import CoachOffer
from gamelore.app.table.data import Datum
from gamelore.app.table.poker.coach_data import CoachSaid
from gamelore.app.table.poker.coaching import BUILTIN, YOU, CoachPlan, CoachSitting, coached_learner, saver

GAME = "draw_poker"
PRESET = "calibrated"
"""Whom a person teaches: the variant that takes corrections with reasons."""
PLANS = {"trainer": (YOU, BUILTIN), "both": (YOU, YOU), "opponent": (BUILTIN, YOU)}
OFFER = CoachOffer(
    "Coach at poker",
    "Teach a program to play draw poker, as Waterman did in 1968. It begins with one rule, which is to choose at "
    "random. Correct it in a sentence with reasons, and see its rules change.",
    {
        "trainer": ("You train", "Waterman's rules play against the learner; you say OK or what is better, and why."),
        "both": ("You train and play", "You are its opponent as well, and see its hand, as in the source."),
        "opponent": ("You only play", "The program trains the learner while you play against it."),
    },
    5,
    "Sit down",
    {"/rules": "Write the rules yourself", "/proficiency": "Who is better, you or it? Take the proficiency test"},
)


class PokerCoachRoom:
    """How draw poker is coached."""

    offer = OFFER
    learner = "waterman"
    longest = 400

    def sit(self, role: str, rounds: int, seed: int, folder: Path) -> CoachSitting:
        """Sit down with a learner that knows nothing yet."""
        trainer, against = PLANS[role]
        keep = saver(folder)
        assert keep is not None
        plan = CoachPlan(trainer, against, rounds=rounds, seed=seed)
        sitting = CoachSitting(coached_learner(GAME, None, PRESET), plan, keep)
        keep(sitting.learner)
        return sitting

    def take_up(self, log: Mapping[str, Any], folder: Path) -> CoachSitting:
        """The sitting of a log."""
        return CoachSitting.restore(log, saver(folder))

    def replied(self, text: str) -> Datum:
        """An answer; who says nothing agrees."""
        return CoachSaid("reply", text or "OK")

    def standing(self, sitting: CoachSitting) -> Sequence[Datum]:
        """The learner's decision that is asked about again."""
        return sitting.standing()

    def picture(self, sitting: CoachSitting) -> Answer:
        """The decision, the hand, the rules and why."""
        return picture_of(sitting)

    def page(self, key: str) -> str:
        """The page of a sitting."""
        return coach_page(key)

    def hides(self, role: str) -> bool:
        """While the visitor only plays, the learner's folder tells of its hands."""
        return PLANS[role][0] == BUILTIN


def picture_of(sitting: CoachSitting) -> Answer:
    """What the page shows of a sitting at poker."""
    prompt = sitting.prompt
    standing = sitting.standing() if prompt.asks == "verdict" else []
    shown = standing[0].cards if standing else prompt.hand
    title = "The learner's hand" if standing else "Your cards"
    hidden = sitting.plan.only_plays
    words = sitting.learner.task.words(sitting.learner.school.trainee)
    return {
        "prompt": prompt.to_data(),
        "decision": standing[-1].text if standing else "",
        "hand": hand_html(shown, title, choose=prompt.asks == "replace") if shown else "",
        "rules": [] if hidden else [line.split(". ", 1)[-1] for line in sitting.rules()],
        "why": list(sitting.why()),
        "trials": 0 if hidden else sitting.trials,
        "may_undo": bool(sitting.given) and not hidden,
        "decisions": [decision.to_data() for decision in sitting.decisions()],
        "classes": {word: list(words.categories.get(name, {})) for word, name in words.variables.items()},
    }


POKER_COACH_ROOM = PokerCoachRoom()
