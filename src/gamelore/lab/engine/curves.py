"""Learning curves with intervals: how strong a learner is after so many contests, and what learning cost it.

The strength at each checkpoint is that of the published tests. The cost is the cumulative regret against the oracle
(as Muggleton and Hocquette (2019) measure learners): after every training contest one probe contest is played with
learning off, and what the learner got less than its seat was worth is added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from gamelore.base.files import Json
from gamelore.base.stats import Interval, mean_interval
from gamelore.lab.engine.experiment import Experiment, score_of


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The strength after so many contests, by challenger, over all runs."""

    contests: int
    reliability: dict[str, Interval]
    power: dict[str, Interval]
    worst: dict[str, float]
    """The reliability of the worst run."""
    perfect_runs: dict[str, int]
    """Runs that never lost."""
    regret: Interval | None
    """The regret of all probe contests up to here."""


def curve_points(experiment: Experiment, results: Sequence[Json]) -> list[CurvePoint]:
    """The points of a learning curve from the results of its runs."""
    points = []
    for contests in experiment.checkpoints:
        tests = [{"tests": result["training"]["curve"][str(contests)]} for result in results]
        reliability, power, worst, perfect = {}, {}, {}, {}
        for name in experiment.test.challengers:
            scores = [score_of(test, name) for test in tests]
            values = [score.reliability.mean for score in scores]
            reliability[name] = mean_interval(values)
            power[name] = mean_interval([score.power.mean for score in scores])
            worst[name] = min(values)
            perfect[name] = sum(value == 100.0 for value in values)
        regrets = [list(accumulate(result["training"].get("regrets", ()))) for result in results]
        regret = mean_interval([run[contests - 1] for run in regrets]) if all(regrets) else None
        points.append(CurvePoint(contests, reliability, power, worst, perfect, regret))
    return points
