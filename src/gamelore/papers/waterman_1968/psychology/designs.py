"""Experiments with models of learning: who chooses the situations, and what is measured (Waterman 1968, p114-119).

Random selection draws the situations and shows them to all alike. In interactive selection the learner chooses each
one where it is least sure: at the leaf where a pair was last added, or on or below the pair last added. The thesis ran
no experiment; a simulated subject is a model that sometimes lapses into a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Rng
from gamelore.papers.waterman_1968.psychology.models import ComplexPlacement, Model, TreeModel
from gamelore.papers.waterman_1968.psychology.strategy import Environment, Situation
from gamelore.papers.waterman_1968.psychology.trees import Tree

TRIES = 500
"""How often a situation is drawn before interactive selection takes whatever comes."""


@dataclass(frozen=True, slots=True)
class Trials:
    """What happened trial by trial."""

    predictions: tuple[str | None, ...]
    correct: tuple[str, ...]
    sizes: tuple[int, ...]
    costs: tuple[int, ...]

    @property
    def errors(self) -> tuple[bool, ...]:
        """Which predictions were wrong; no prediction is wrong too."""
        return tuple(p != c for p, c in zip(self.predictions, self.correct, strict=True))

    def trials_to(self, in_a_row: int) -> int | None:
        """After how many trials so many in a row were right; None if never."""
        run = 0
        for number, wrong in enumerate(self.errors, start=1):
            run = 0 if wrong else run + 1
            if run == in_a_row:
                return number
        return None


@dataclass
class Subject:
    """A simulated subject: a model that with some probability answers by guessing."""

    model: Model
    lapse: float = 0.0

    def predict(self, situation: Situation, rng: Rng) -> str | None:
        """The model's prediction, or a lapse."""
        answer = self.model.predict(situation, rng)
        return self.model.guess(rng) if self.lapse and rng.random() < self.lapse else answer


def present(subject: Subject, situations: Sequence[Situation], rng: Rng) -> Trials:
    """Show some situations one after another; after each the subject is told the right action and the reasons."""
    environment = subject.model.environment
    tree = environment.tree()
    rows: list[tuple[str | None, str, int, int]] = []
    for situation in situations:
        rows.append(_one(subject, environment, tree, situation, rng))
    return _course(rows)


def random_selection(environment: Environment, trials: int, rng: Rng) -> list[Situation]:
    """Situations drawn from the universe: the same for everybody."""
    return [environment.sample(rng) for _ in range(trials)]


def interactive_selection(subject: Subject, trials: int, rng: Rng) -> Trials:
    """The subject chooses each situation itself. Only models that can tell where they last learned can do that."""
    model = subject.model
    if not isinstance(model, TreeModel | ComplexPlacement):
        raise NotAvailable(f"model '{model.name}' cannot choose situations; induction and complex placement can")
    environment = model.environment
    tree = environment.tree()
    last: Situation | None = None
    rows: list[tuple[str | None, str, int, int]] = []
    for _ in range(trials):
        situation = environment.sample(rng)
        for _ in range(TRIES):
            if last is None or (
                model.same_place(situation, last) if isinstance(model, TreeModel) else model.at_or_below_last(situation)
            ):
                break
            situation = environment.sample(rng)
        size = model.size
        rows.append(_one(subject, environment, tree, situation, rng))
        if model.size != size:
            last = situation
    return _course(rows)


def _one(
    subject: Subject, environment: Environment, tree: Tree, situation: Situation, rng: Rng
) -> tuple[str | None, str, int, int]:
    trial = environment.trial(situation, tree)
    predicted = subject.predict(situation, rng)
    cost = subject.model.cost
    subject.model.learn(trial, predicted)
    return predicted, trial.action, subject.model.size, cost


def _course(rows: Sequence[tuple[str | None, str, int, int]]) -> Trials:
    predictions, correct, sizes, costs = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Trials(predictions, correct, sizes, costs)


def learning_curve(courses: Sequence[Trials], block: int) -> list[float]:
    """The share of errors in each block of trials, over all courses."""
    length = min(len(course.errors) for course in courses)
    return [
        sum(sum(course.errors[at : at + block]) for course in courses) / (len(courses) * block)
        for at in range(0, length - block + 1, block)
    ]


def alike(one: Trials, other: Trials) -> float:
    """How often two subjects predicted the same, over the trials that both saw."""
    pairs = list(zip(one.predictions, other.predictions, strict=True))
    return sum(a == b for a, b in pairs) / len(pairs)
