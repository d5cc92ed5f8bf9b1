"""A layer that a person fills hand by hand (Carberry's trainers were people, s51).

Lessons are learned in layers, and a person does not label 400 hands before something is seen. So after every hand the
bidder is what it would be if the layer ended there: what it knew before, and all hands of the sitting as one layer. The
order of the hands does not matter then, and the last one can be taken back.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder, Rating
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.learners.signatures.cogap.spoken import configuration
from gamelore.learners.signatures.signature_tables import Evaluation, TableTree

STILL = 0.005
"""A score that changed by less has not moved."""


@dataclass(frozen=True, slots=True)
class GoalMoved:
    """A goal whose rating of one hand a lesson has changed."""

    goal: str
    sentence: str
    moved: float
    """By how much its score rose; categories have changed besides where the sentence says so."""


class CoachedLayer:
    """The layer of one sitting."""

    def __init__(self, learner: Cogap) -> None:
        learner.settle()
        self.learner = learner
        self.before, self.known = copy.deepcopy(learner.bidder), learner.learned
        self.lessons: list[Lessons] = []

    def take(self, lesson: Lessons) -> None:
        """Learn one more hand."""
        self.lessons.append(lesson)
        self.refresh()

    def refresh(self) -> None:
        """Make the bidder again from what was known before and the hands of the sitting."""
        bidder = copy.deepcopy(self.before)
        bidder.forget_view()
        learned = self.known
        if self.lessons:
            layer = Lessons.join(self.lessons)
            bidder.learn(layer, self.known if len(self.known) else None)
            learned = Lessons.join([self.known, layer])
        self.learner.bidder, self.learner.learned = bidder, learned


def goals_moved(before: Bidder, after: Bidder, here: Situations, trump: int | None) -> list[GoalMoved]:
    """Which goals rate a hand otherwise than before, those that came to another category first, then general ones.

    Offensive goals are looked at with the trump that was named, or with the one that the bidder thinks best.
    """
    old, new = before.rate(here), after.rate(here)
    named = int(new.trump[0]) if trump is None else trump
    found = [
        *_moved(before.offence, after.offence, (old.offence, new.offence), _places(old, new, named)),
        *_moved(before.defence, after.defence, (old.defence, new.defence), (0, 0)),
    ]
    return [moved for _, _, moved in sorted(found, key=lambda one: (not one[0], one[1]))]


def _places(old: Rating, new: Rating, trump: int) -> tuple[int, int]:
    return configuration(old, trump), configuration(new, trump)


def _moved(
    before: TableTree, after: TableTree, said: tuple[Evaluation, Evaluation], places: tuple[int, int]
) -> Iterator[tuple[bool, int, GoalMoved]]:
    for goal in after.tree.goals:
        one, two = before.tables[goal.name], after.tables[goal.name]
        was, now = (int(told.places[goal.name][place]) for told, place in zip(said, places, strict=True))
        old, new = (int(told.values[goal.name][place]) for told, place in zip(said, places, strict=True))
        rose = float(two.score[now] - one.score[was])
        if old == new and abs(rose) < STILL:
            continue
        signature = " ".join(str(part) for part in goal.all_signatures()[now])
        first = one.agree[now] + one.disagree[now] == 0
        met = "never met before" if first else f"{np.round(two.agree[now] + two.disagree[now]):g} behind it"
        worst = goal.categories - 1
        if old != new:
            better = "rose" if new < old else "fell"
            told = f"{better} from {old}/{worst} to {new}/{worst}"
        else:
            told = f"stays {new}/{worst}, its score {'up' if rose > 0 else 'down'} to {two.score[now]:.2f}"
        name = goal.sentence or goal.name
        words = f"{name[:1].upper()}{name[1:]} ({goal.name}) {told}: signature {signature}, {met}."
        yield old != new, goal.level, GoalMoved(goal.name, words, rose)
