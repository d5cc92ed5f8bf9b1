"""The few statistics that every report uses: Wilson intervals, means with t intervals."""

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
    z2 = _Z95**2 / trials
    centre = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials))
    # With no success or only successes one bound is the share itself; rounding must not move it.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return Interval(100 * share, 100 * low, 100 * high)


def mean_sd(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation between runs (n - 1); the deviation of a single run is 0."""
    n = len(values)
    if n == 0:
        return math.nan, math.nan
    mean = math.fsum(values) / n
    if n == 1:
        return mean, 0.0
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of independent runs with its t interval."""
    from scipy.special import stdtrit

    mean, sd = mean_sd(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf)
    half = float(stdtrit(len(values) - 1, 0.975)) * sd / math.sqrt(len(values))
    return Interval(mean, mean - half, mean + half)
