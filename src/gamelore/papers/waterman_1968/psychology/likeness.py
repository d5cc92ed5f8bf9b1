"""Which of the ten models somebody answers like, and how sure that is (Waterman 1968, section 4.3, step 4).

The thesis compares predictions and stops there. We ask how probable all answers are if the subject were a model that
now and then answers by luck: each model is led through the same situations, is told what the subject was told, and
stores a pair whenever the subject erred. How often the subject lapses is not known; every share is thought equally
likely. By Bayes' rule that gives the probability of each model, and of nobody: answers by luck alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.seeds import Phase, stream
from gamelore.base.stats import Interval, wilson
from gamelore.papers.waterman_1968.psychology.designs import Subject, present, random_selection
from gamelore.papers.waterman_1968.psychology.models import MODELS
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN, Situation

LUCK = "luck alone"
LAPSES = np.linspace(0.01, 0.6, 60)
"""Shares of answers by luck that are thought equally likely."""
SURE = 0.9
"""From which probability on a model is called recognised."""
MUCH_LUCK = 0.3
"""If more answers than that would have to be luck, the nearest model is not like the subject."""

Answered = tuple[Situation, str | None]
"""A situation, and what was answered; None if nothing was."""


@dataclass(frozen=True, slots=True)
class ModelLikeness:
    """How like each model somebody answers."""

    probability: Mapping[str, float]
    """Of each model, and of luck alone; they sum to 1."""
    luck: Mapping[str, float]
    """What share of the answers would have to be luck if somebody were that model; much of it says that nobody fits."""
    agreement: Mapping[str, Interval]
    """How often each model, told the same, would have answered the same, in per cent; a guess counts by its chance."""
    errors: Mapping[str, float]
    """How many answers of each model, told the same, can be expected to be wrong."""

    @property
    def ranked(self) -> list[str]:
        """The models and luck, the most probable first."""
        return sorted(self.probability, key=lambda name: -self.probability[name])

    @property
    def best(self) -> str:
        return self.ranked[0]


def likeness(answered: Sequence[Answered]) -> ModelLikeness:
    """Compare answers with all models."""
    each = 1 / len(WATERMAN.actions)
    said = {name: _chances(name, answered) for name in MODELS}
    chances = {name: found for name, (found, _) in said.items()}
    logs = {
        name: np.log(np.outer(1 - LAPSES, found) + LAPSES[:, None] * each).sum(1) for name, found in chances.items()
    }
    evidence = {name: float(np.logaddexp.reduce(found) - np.log(len(LAPSES))) for name, found in logs.items()}
    shares = {name: float(np.average(LAPSES, weights=np.exp(found - found.max()))) for name, found in logs.items()}
    evidence[LUCK] = len(answered) * float(np.log(each))
    most = max(evidence.values())
    weights = {name: float(np.exp(value - most)) for name, value in evidence.items()}
    total = sum(weights.values())
    agreement = {name: wilson(round(float(found.sum())), len(found)) for name, found in chances.items()}
    errors = {name: len(answered) - float(right.sum()) for name, (_, right) in said.items()}
    probability = {name: weight / total for name, weight in weights.items()}
    return ModelLikeness(probability, {**shares, LUCK: 1.0}, agreement, errors)


def _chances(name: str, answered: Sequence[Answered]) -> tuple[Floats, Floats]:
    """How probable a model makes each answer, and the right one, lapses left out; what nobody could know is luck."""
    model, tree, rng = MODELS[name](WATERMAN), WATERMAN.tree(), stream(0)
    found, right = np.full((2, len(answered)), 1 / len(WATERMAN.actions))
    for number, (situation, answer) in enumerate(answered):
        known, model.guessed = list(model.known), False
        predicted, taught = model.predict(situation, rng), WATERMAN.trial(situation, tree)
        for chance, action in ((found, answer), (right, taught.action)):
            if action is not None and model.guessed:
                chance[number] = (action in known) / len(known)
            elif action is not None and predicted is not None:
                chance[number] = action == predicted
        model.learn(taught, answer)
    return found, right


@dataclass(frozen=True, slots=True)
class Recognition:
    """What came of recognising simulated subjects of each model."""

    taken_for: Mapping[str, Mapping[str, int]]
    """How often subjects of each model were taken for each."""
    sure: int
    """How often a model was called with a probability of `SURE` or more."""
    right_when_sure: int
    right: int
    subjects: int


def recognise(*, seed: int, subjects: int, trials: int, lapse: float) -> Recognition:
    """Let some subjects of every model take the random design, and ask which model each is like."""
    taken: dict[str, Counter[str]] = {name: Counter() for name in MODELS}
    sure = right_when_sure = right = 0
    for number in range(subjects):
        situations = random_selection(WATERMAN, trials, stream(seed, number, Phase.SETUP))
        for place, (name, made) in enumerate(MODELS.items()):
            rng = stream(seed, number, Phase.TRAIN, place)
            course = present(Subject(made(WATERMAN), lapse), situations, rng)
            found = likeness(list(zip(situations, course.predictions, strict=True)))
            taken[name][found.best] += 1
            right += found.best == name
            if found.probability[found.best] >= SURE:
                sure += 1
                right_when_sure += found.best == name
    return Recognition({name: dict(counts) for name, counts in taken.items()}, sure, right_when_sure, right, subjects)
