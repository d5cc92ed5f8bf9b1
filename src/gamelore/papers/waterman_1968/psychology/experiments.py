"""Models of learning put to work: the printed sequence, simulated subjects under either design, and clusters.

The designs are Waterman's (1968, p114-119), the measures ours: errors block by block, trials until so many in a row
were right, how much is stored, how many comparisons a prediction takes, and how often the subjects of one model predict
what another model does. That last one is what the designs are for: to tell which model a person is like.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from gamelore.base.seeds import Phase, Rng, stream
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.poker.lists import builtin
from gamelore.papers.waterman_1968.psychology.clusters import Axis, Clustering, estimate_clusters
from gamelore.papers.waterman_1968.psychology.designs import (
    Subject,
    Trials,
    alike,
    interactive_selection,
    learning_curve,
    present,
    random_selection,
)
from gamelore.papers.waterman_1968.psychology.models import MODELS, ComplexPlacement, StimulusGeneralization, TreeModel
from gamelore.papers.waterman_1968.psychology.printed import PREDICTIONS, SEQUENCE
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN, Situation
from gamelore.papers.waterman_1968.psychology.trees import sort_down

NONE = "none"
"""No prediction: nothing is known yet."""
RANDOM, INTERACTIVE = "random", "interactive"
DESIGNS = {
    RANDOM: "situations are drawn, the same for everybody",
    INTERACTIVE: "each subject chooses its situations where it learned last",
}
BLOCK, IN_A_ROW = 20, 10
"""Errors are counted in blocks of so many trials; so many right in a row count as having learned."""
CHOOSING = tuple(name for name, made in MODELS.items() if isinstance(made(WATERMAN), TreeModel | ComplexPlacement))
"""The models that can tell where they learned last."""

TRAINER_RANGES = {
    "VDHAND": (1, 59), "POT": (2, 59), "LASTBET": (0, 19), "BLUFFO": (-14, 29), "POTBET": (0, 19), "ORP": (-1, 3),
    "OSTYLE": (-3, 4),
}  # fmt: skip
"""Where situations of poker are sampled."""


@dataclass(frozen=True, slots=True)
class Step:
    """One trial of the printed sequence."""

    situation: Situation
    knew: str
    """All that the model had stored before the trial."""
    predicted: str
    guessed: bool
    printed: str
    """What the source prints, empty if it prints nothing."""
    correct: str
    distances: tuple[float, ...] = ()
    """Of the stored pairs from the situation, for the model that goes by them."""


def replay(name: str, rng: Rng) -> tuple[list[Step], str]:
    """A model on the sequence of Figure 4-2, and all that it has stored after it.

    A guess is the source's own where it prints one, so that the rest can be compared.
    """
    model, steps = MODELS[name](WATERMAN), []
    printed = PREDICTIONS.get(name, ())
    for number, trial in enumerate(SEQUENCE):
        knew, model.guessed = str(model), False
        predicted = model.predict(trial.situation, rng)
        told = number < len(printed)
        if told and model.guessed:
            predicted = printed[number]
        far: tuple[float, ...] = ()
        if isinstance(model, StimulusGeneralization):
            far = tuple(model.distance(description, trial.situation) for description, _ in model.pairs)
        says = (printed[number] or NONE) if told else ""
        steps.append(Step(trial.situation, knew, predicted or NONE, model.guessed, says, trial.action, far))
        model.learn(trial, predicted)
    return steps, str(model)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What some subjects of one model did under one design."""

    model: str
    design: str
    errors: tuple[float, ...]
    """The share of errors in each block of trials."""
    reached: tuple[int | None, ...]
    """For each subject the trial at which it had so many in a row right; None if never."""
    size: float
    """How many pairs, or leaves, are stored at the end."""
    cost: float
    """How many comparisons a prediction of the last block takes."""
    agreement: Mapping[str, float]
    """How often the subjects predict what each model predicts that saw the same situations; empty if they chose."""

    @property
    def median(self) -> int | None:
        """After how many trials half of the subjects had learned; None if fewer than half did."""
        found = sorted(number for number in self.reached if number is not None)
        half = (len(self.reached) + 1) // 2
        return found[half - 1] if len(found) >= half else None


def simulate(name: str, design: str, *, seed: int, subjects: int, trials: int, lapse: float = 0.0) -> Simulation:
    """Let some subjects of one model learn the strategy of chapter 4, each with luck of its own."""
    situations = random_selection(WATERMAN, trials, stream(seed, phase=Phase.SETUP))
    done: list[Trials] = []
    for number in range(subjects):
        subject, rng = Subject(MODELS[name](WATERMAN), lapse), stream(seed, number, Phase.TRAIN)
        chosen = design == INTERACTIVE
        done.append(interactive_selection(subject, trials, rng) if chosen else present(subject, situations, rng))
    agreement = {}
    if design == RANDOM:
        for other, made in MODELS.items():
            pattern = present(Subject(made(WATERMAN)), situations, stream(seed, phase=Phase.TEST))
            agreement[other] = statistics.mean(alike(one, pattern) for one in done)
    return Simulation(
        name,
        design,
        tuple(learning_curve(done, BLOCK)),
        tuple(one.trials_to(IN_A_ROW) for one in done),
        statistics.mean(one.sizes[-1] for one in done),
        statistics.mean(cost for one in done for cost in one.costs[-BLOCK:]),
        agreement,
    )


def strategy_clusters(points: int, seed: int) -> Clustering:
    """How the decisions of the strategy of chapter 4 cluster."""
    rng, tree = stream(seed, phase=Phase.SAMPLE), WATERMAN.tree()
    names = [attribute.name for attribute in WATERMAN.attributes]
    sampled = [dict(zip(names, map(float, WATERMAN.sample(rng)), strict=True)) for _ in range(points)]

    def decide(point: Mapping[str, float]) -> str:
        return sort_down(tree, WATERMAN.describe(tuple(int(point[name]) for name in names)))[0]

    return estimate_clusters(decide, sampled, [Axis(a.name, a.low, a.high) for a in WATERMAN.attributes], rng)


def trainer_clusters(points: int, seed: int) -> Clustering:
    """The same for the trainer of poker: the built-in list, an average hand being expected of the opponent."""
    rng, matcher = stream(seed, phase=Phase.SAMPLE), Matcher(builtin())
    axes = [Axis(name, low, high) for name, (low, high) in TRAINER_RANGES.items()]
    sampled = [{axis.name: float(rng.integers(axis.low, axis.high + 1)) for axis in axes} for _ in range(points)]

    def decide(point: Mapping[str, float]) -> str:
        return matcher.heuristics.rules[matcher.match(matcher.values({**point, "OH": 6}))].move

    return estimate_clusters(decide, sampled, axes, rng)
