"""The few statistics that every report uses: means with t intervals, shares with intervals that stay in their range.

A share over several runs is no plain proportion: trials of one run are alike. Its interval is Wilson's, on as many
trials as they are worth, corrected for how few runs say what they are worth (Korn and Graubard, Confidence intervals
for proportions with small expected number of positive counts, 1998). So it stays within 0 and 100 and is not empty when
every run has 100. It covers the mean in 94 to 99 of 100 samples unless runs differ a great deal near an end: of a
learner with one bad run in ten that ten runs may not show, no interval can know (`tests/base/test_stats.py`). A
difference of two means is bounded by Welch's t, from the two sides of their intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return format(self, ".1f")

    def __format__(self, spec: str) -> str:
        # One value alone has no interval.
        known = math.isfinite(self.low) and math.isfinite(self.high)
        spec = spec or ".1f"
        return f"{self.mean:{spec}} [{self.low:{spec}}, {self.high:{spec}}]" if known else f"{self.mean:{spec}}"


def wilson(successes: int, trials: int) -> Interval:
    """A proportion with its Wilson score interval, in percent."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return Interval(math.nan, 0.0, 100.0)
    share = successes / trials
    low, high = _wilson(share, trials, _Z95)
    return Interval(100 * share, 100 * low, 100 * high)


def _wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    z2 = z**2 / trials
    centre = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials))
    # With no success or only successes one bound is the share itself; rounding must not move it.
    return 0.0 if share <= 0 else max(0.0, centre - half), 1.0 if share >= 1 else min(1.0, centre + half)


def mean_sd(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation between runs (n - 1); the deviation of a single run is 0."""
    n = len(values)
    if n == 0:
        return math.nan, math.nan
    mean = math.fsum(values) / n
    if n == 1:
        return mean, 0.0
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))


def mean_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The mean of independent runs with its t interval."""
    mean, sd = mean_sd(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf)
    half = _t(len(values) - 1, level) * sd / math.sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def share_interval(values: Sequence[float], trials: int, level: float = 0.95, whole: float = 100.0) -> Interval:
    """The mean of runs, each a share of its trials, with an interval from 0 to the whole.

    `trials` are those of all runs together. One run alone says nothing about others: its interval is all there is.
    """
    mean, sd = mean_sd(values)
    n, share = len(values), min(max(mean / whole, 0.0), 1.0)
    if n < 2 or trials < 1:
        return Interval(mean, 0.0, whole)
    worth, error = float(trials), sd / whole / math.sqrt(n)
    if error > 0:
        worth = min(worth, share * (1 - share) / error**2)
    z = _t(math.inf, level)
    worth *= (z / _t(n - 1, level)) ** 2
    low, high = _wilson(share, max(worth, 1e-9), z)
    return Interval(mean, min(mean, whole * low), max(mean, whole * high))


def paired_difference(ours: Sequence[float], theirs: Sequence[float], trials: int) -> Interval:
    """The mean difference of two shares in percent, run by run, with its t interval, within -100 and 100.

    Where no run differs from another that interval would be empty. Then the intervals of the two means give its ends
    (Newcombe, Interval estimation for the difference between independent proportions, 1998), as if nothing were paired.
    """
    found = mean_interval([a - b for a, b in zip(ours, theirs, strict=True)])
    low, high = found.low, found.high
    if len(ours) > 1 and low == high:
        a, b = share_interval(ours, trials), share_interval(theirs, trials)
        low = found.mean - math.hypot(a.mean - a.low, b.high - b.mean)
        high = found.mean + math.hypot(a.high - a.mean, b.mean - b.low)
    return Interval(found.mean, max(-100.0, low), min(100.0, high))


def difference_bounds(
    own: Interval, runs: int, reference: float, spread: float | None = None, others: float = math.inf
) -> tuple[float, float]:
    """The one-sided 95 % bounds, below and above, of a mean of ours minus one that was printed.

    `own` is ours with its interval of 90 %, from so many runs; `spread` the printed standard deviation of so many other
    runs. Where none is printed ours stands for it; without a number of runs the reference is exact.
    """
    t = _t(runs - 1, 0.9)
    sides = ((own.mean - own.low) / t, (own.high - own.mean) / t)
    if spread is None:
        error, freedom = max(sides) * math.sqrt(runs / others), math.inf
    else:
        error, freedom = spread / math.sqrt(others), max(others - 1, 1.0)
    low, high = (_t(_welch(side, runs - 1, error, freedom), 0.9) * math.hypot(side, error) for side in sides)
    return own.mean - reference - low, own.mean - reference + high


def _welch(first: float, freedom: float, second: float, others: float) -> float:
    """Welch's degrees of freedom of a difference; an error that was borrowed has none of its own."""
    if math.isinf(others):
        return freedom
    parts = first**4 / freedom + second**4 / others
    return (first**2 + second**2) ** 2 / parts if parts > 0 else freedom


def _t(freedom: float, level: float) -> float:
    """How many standard errors an interval of that level reaches to each side."""
    from scipy.special import ndtri, stdtrit

    tail = (1 + level) / 2
    return float(ndtri(tail) if math.isinf(freedom) else stdtrit(freedom, tail))
