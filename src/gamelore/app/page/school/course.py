"""One course in a process of its own: `python -m gamelore.app.page.school.course SPEC`.

It trains as `gamelore learn` does, and tells on standard output, a line of JSON at a time, how far it is, what it has
learned in sentences, and how it fares: at some points of the course a twin that knows the same meets a fixed opponent,
learning off, always in the same contests. It ends when its standard input does, so that it never outlives the page.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

from gamelore.app.page.child import end_with_the_page
from gamelore.app.page.display import display_of
from gamelore.arena.tournament import challenge
from gamelore.arena.training import Progress
from gamelore.base.errors import GameloreError
from gamelore.base.files import parse_json, to_json
from gamelore.games.registry import load_game
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn
from gamelore.lab.weights_over_time import picture_of
from gamelore.learners.core import Learner
from gamelore.learners.registry import learner_class, new_learner

POINTS = 20
"""Points of the curve, besides the one before anything was learned."""
MEETINGS = 20
"""Contests that a point is measured by."""
TEST_SEED = 7
OFTEN = 0.2
"""Seconds between two lines about a course that goes on."""
MOST_SECONDS = 1800
"""Of processor time; then the course ends, and what was learned is there."""
MOST_SENTENCES = 12
MOST_PICTURE = 500_000
"""Characters of a picture of weights that is told."""


class Teller:
    """Says how a course goes."""

    def __init__(self, of: int, judge: str, done: int = 0, curve: list[tuple[int, float]] | None = None) -> None:
        self.of, self.judge = of, judge
        self.curve: list[tuple[int, float]] = curve or []
        self.told, self.next = 0.0, done
        self.lore: list[str] = []

    def __call__(self, state: Progress, learner: Learner) -> None:
        """After each contest or step of practice."""
        if state.done >= self.next or state.finished:
            self.measure(state.done, learner)
            self.next = state.done + max(1, self.of // POINTS)
        if time.monotonic() - self.told > OFTEN or state.finished:
            self.say(done=state.done, lore=learned_so_far(learner), finished=state.finished)

    def measure(self, done: int, learner: Learner) -> None:
        """A point of the curve; a twin plays, so that the course goes on as if nobody had looked."""
        twin = new_learner(learner.kind, learner.game, settings=learner.settings)
        with contextlib.suppress(GameloreError):  # there may be nobody to meet, or nothing to restore yet
            twin.restore(learner.knowledge(), "course")
            score = challenge(learner.game, twin, (self.judge,), MEETINGS, seed=TEST_SEED)[self.judge]
            self.curve.append((done, score.reliability.mean))

    def say(self, **told: Any) -> None:
        self.told = time.monotonic()
        print(to_json({"of": self.of, "judge": self.judge, "curve": self.curve, **told}), flush=True)


def learned_so_far(learner: Learner) -> list[str]:
    """What it has learned; the page numbers the sentences, so one that brings its number leaves it."""
    told = enumerate(map(str, learner.lore()[:MOST_SENTENCES]), start=1)
    return [sentence.removeprefix(f"{number}. ") for number, sentence in told]


def main(spec: str) -> int:
    """Run the course of a specification."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 60))
    end_with_the_page(signal.SIGINT)  # as a Ctrl-C would: what was learned is saved
    asked = parse_json(spec, "course")
    game, learner, preset = asked["game"], asked["learner"], asked["preset"]
    tell = Teller(asked["contests"], display_of(load_game(game)).judge, curve=asked.get("curve"))
    try:
        regime = learner_class(learner).usual_regime(learner_class(learner).preset(preset or None))
        course = Experiment(
            game, learner=learner, preset=preset, regime=regime, contests=asked["contests"], seed=asked["seed"]
        )
        if not tell.curve:
            tell.measure(0, course.make_learner(course.load_game()))
        tell.say(done=0, lore=[], finished=False)
        learned = learn(course, Path(asked["folder"]), watch=tell)
    except GameloreError as error:
        tell.say(done=0, lore=[], finished=False, error=str(error))
        return 2
    weights = picture_of(learned.learner.chronicle(), "How the weights of its Advisors went")
    more = {"weights": weights} if 0 < len(weights) < MOST_PICTURE else {}
    tell.say(done=learned.progress.done, lore=learned_so_far(learned.learner), finished=not learned.interrupted, **more)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
