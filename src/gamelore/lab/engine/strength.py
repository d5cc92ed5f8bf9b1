"""How strong learners are over many runs: at the points of a learning curve, and variants of a learner side by side.

The strength is that of the published tests. A curve adds what learning cost, the cumulative regret against the oracle
(as Muggleton and Hocquette (2019) measure learners): after every training contest one probe contest is played with
learning off, and what the learner got less than its seat was worth is added up.

All variants of a comparison have the same seed, so run for run they watch or meet the same contests and are tested with
the same streams of chance. The differences to the first variant are therefore taken run by run (paired), and much of
the noise between runs cancels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import Any

from gamelore.base.errors import BadSetting
from gamelore.base.files import Json
from gamelore.base.stats import Interval, mean_interval, paired_difference, share_interval
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.experiment import Experiment, last_loss, score_of
from gamelore.lab.engine.runs import keep_runs, seconds_of

_WON_OR_NOT = re.compile("[WDL]")
"""A training contest of its own."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How a learner did, by challenger, over all runs."""

    reliability: dict[str, Interval]
    power: dict[str, Interval]
    worst: dict[str, float]
    """The reliability of the worst run."""
    perfect_runs: dict[str, int]
    """Runs that never lost."""


@dataclass(frozen=True, slots=True)
class CurvePoint(Strength):
    """The strength after so many contests."""

    contests: int
    regret: Interval | None
    """The regret of all probe contests up to here."""


@dataclass(frozen=True, slots=True)
class Compared(Strength):
    """The strength of a variant."""

    game: str
    name: str
    difference: dict[str, Interval]
    """Reliability minus that of the first variant in the same game, run by run; nothing for the first itself."""
    last_loss: float | None
    """The training contest after which it never lost again, in the mean; None where it only watched."""


@dataclass(frozen=True, slots=True)
class Course:
    """How somebody was taught, and what that took: what a strength is to be read beside."""

    regime: str
    contests: int
    """The length of the course, practised contests included."""
    teacher: bool
    """Whether somebody who knows better taught."""
    seconds: float | None
    """The mean time of a run where it was computed, its tests included; None if it is lost. It belongs to a machine and
    an hour, and is no part of what the same seed gives again."""

    @staticmethod
    def of(experiment: Experiment, folder: Path, runs: int) -> Course:
        """The course of an experiment whose runs a folder keeps."""
        regime, seconds = experiment.make_regime(experiment.load_game()), seconds_of(experiment, folder, runs)
        return Course(regime.name, regime.contests, regime.has_teacher, fmean(seconds) if seconds else None)

    @property
    def time(self) -> str:
        """The seconds as a table has them."""
        return "" if self.seconds is None else f"{self.seconds:.1f}" if self.seconds < 10 else f"{self.seconds:.0f}"

    def to_mapping(self) -> Json:
        """Plain values, the times apart from what the same seed gives again."""
        course = {"regime": self.regime, "contests": self.contests, "teacher": self.teacher}
        return {"course": course, "times": {"seconds": self.seconds}}


@dataclass(frozen=True, slots=True)
class Variant:
    """One line of a comparison."""

    name: str
    experiment: Experiment


def curve_points(experiment: Experiment, results: Sequence[Json]) -> list[CurvePoint]:
    """The points of a learning curve from the results of its runs."""
    points = []
    for contests in experiment.checkpoints:
        if any(str(contests) not in result["training"]["curve"] for result in results):
            raise BadSetting(
                f"a course of {experiment.learner} ended before contest {contests}, where it was to be tested"
            )
        tests = [result["training"]["curve"][str(contests)] for result in results]
        strength = _strength(experiment, *_measured(experiment, tests))
        regrets = [list(accumulate(result["training"].get("regrets", ()))) for result in results]
        regret = mean_interval([run[contests - 1] for run in regrets]) if all(regrets) else None
        points.append(CurvePoint(**strength, contests=contests, regret=regret))
    return points


def compare(
    variants: Sequence[Variant],
    folder: Path,
    runs: int,
    workers: Workers,
    progress: Callable[[int], None] | None = None,
) -> list[Compared]:
    """Run every variant and compare it with the first one of its game."""
    first: dict[str, dict[str, list[float]]] = {}
    lines = []
    for variant in variants:
        game = variant.experiment.game
        results = keep_runs(variant.experiment, folder, runs, workers, progress)
        kept, won = _measured(variant.experiment, [result["tests"] for result in results])
        base = first.setdefault(game, kept)
        trials = variant.experiment.test.contests * runs
        difference = {
            name: paired_difference(kept[name], base[name], trials) for name in (kept if base is not kept else ())
        }
        strength = _strength(variant.experiment, kept, won)
        lost = _last_loss([result["training"]["results"] for result in results])
        lines.append(Compared(**strength, game=game, name=variant.name, difference=difference, last_loss=lost))
    return lines


def _last_loss(results: Sequence[str]) -> float | None:
    """When learners lost for the last time in their training, where they had contests of their own."""
    return fmean(map(last_loss, results)) if all(map(_WON_OR_NOT.search, results)) else None


def _measured(experiment: Experiment, tests: Sequence[Json]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Reliability and power by challenger, one figure for each run."""
    scores = {name: [score_of(test, name) for test in tests] for name in experiment.test.challengers}
    return (
        {name: [score.reliability.mean for score in some] for name, some in scores.items()},
        {name: [score.power.mean for score in some] for name, some in scores.items()},
    )


def _strength(experiment: Experiment, kept: dict[str, list[float]], won: dict[str, list[float]]) -> dict[str, Any]:
    def bounded(values: list[float]) -> Interval:
        return share_interval(values, experiment.test.contests * len(values))

    return {
        "reliability": {name: bounded(values) for name, values in kept.items()},
        "power": {name: bounded(values) for name, values in won.items()},
        "worst": {name: min(values) for name, values in kept.items()},
        "perfect_runs": {name: sum(value == 100.0 for value in values) for name, values in kept.items()},
    }
