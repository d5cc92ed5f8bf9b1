"""Variants of a learner set side by side on the same contests.

Every variant of an experiment has the same seed, so run for run it watches or meets the same contests and is tested
with the same streams of chance. The differences to the first variant are therefore taken run by run (paired), and much
of the noise between runs cancels. The same door makes the table of one learner over many games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamelore.base.stats import Interval, mean_interval
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.experiment import Experiment, run_experiment, score_of


@dataclass(frozen=True, slots=True)
class Variant:
    """One line of a comparison."""

    game: str
    name: str
    experiment: Experiment

    @property
    def folder(self) -> str:
        """The name of the folder that keeps its runs."""
        return f"{Path(self.game).stem}-{self.name}".replace("=", "-").replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Compared:
    """How a variant did, by challenger, over all runs."""

    game: str
    name: str
    reliability: dict[str, Interval]
    power: dict[str, Interval]
    worst: dict[str, float]
    """The reliability of the worst run."""
    perfect_runs: dict[str, int]
    """Runs that never lost."""
    difference: dict[str, Interval]
    """Reliability minus that of the first variant in the same game, run by run; nothing for the first itself."""


def compare(
    variants: Sequence[Variant], folder: Path, workers: Workers, progress: Callable[[int], None] | None = None
) -> list[Compared]:
    """Run every variant and compare it with the first one of its game. Each keeps a folder of its own."""
    first: dict[str, dict[str, list[float]]] = {}
    lines = []
    for variant in variants:
        results = run_experiment(variant.experiment, folder / variant.folder, workers, progress)
        names = variant.experiment.test.challengers
        scores = {name: [score_of(result, name) for result in results] for name in names}
        values = {name: [score.reliability.mean for score in scores[name]] for name in names}
        base = first.setdefault(variant.game, values)
        lines.append(
            Compared(
                variant.game,
                variant.name,
                {name: mean_interval(values[name]) for name in names},
                {name: mean_interval([score.power.mean for score in scores[name]]) for name in names},
                {name: min(values[name]) for name in names},
                {name: sum(value == 100.0 for value in values[name]) for name in names},
                {}
                if base is values
                else {
                    name: mean_interval([ours - theirs for ours, theirs in zip(values[name], base[name], strict=True)])
                    for name in names
                },
            )
        )
    return lines
