"""The few statistics that every report uses: Wilson intervals, means with t intervals, the pooled t-test.

The one-tailed two-sample t-test with pooled variance at the 5 % level is the test that reproduces every mark of
significance in Lock's Tables 6, 11 and 16 (2003); the source does not name it.
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

    def reaches(self, bar: float) -> bool:
        """Whether the interval reaches a bar from below: the rule by which we call a figure met."""
        return self.high >= bar

    def __str__(self) -> str:
        return format(self, ".1f")

    def __format__(self, spec: str) -> str:
        # One value alone has no interval.
        known = math.isfinite(self.low) and math.isfinite(self.high)
        spec = spec or ".1f"
        return f"{self.mean:{spec}} [{self.low:{spec}}, {self.high:{spec}}]" if known else f"{self.mean:{spec}}"


def wilson(successes: int, trials: int, *, scale: float = 100.0) -> Interval:
    """A proportion with its Wilson score interval, in percent unless another scale is given."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return Interval(math.nan, 0.0, scale)
    share = successes / trials
    z2 = _Z95**2 / trials
    centre = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials))
    # With no success or only successes one bound is the share itself; rounding must not move it.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return Interval(scale * share, scale * low, scale * high)


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


@dataclass(frozen=True, slots=True)
class TTest:
    """Student's t with its degrees of freedom and its one-tailed p."""

    t: float
    freedom: int
    p: float

    @property
    def significant(self) -> bool:
        """Significant improvement at the 5 % level."""
        return self.p < 0.05


def pooled_t_test(
    better: tuple[float, float, int],
    base: tuple[float, float, int],
) -> TTest:
    """Is `better` above `base`? Each side is (mean, standard deviation, runs); one-tailed, pooled variance."""
    from scipy.special import stdtr

    (m1, s1, n1), (m2, s2, n2) = better, base
    freedom = n1 + n2 - 2
    if freedom < 1:
        raise ValueError("a t-test needs at least three runs in all")
    variance = ((n1 - 1) * s1**2 + (n2 - 1) * s2**2) / freedom
    error = math.sqrt(variance * (1 / n1 + 1 / n2))
    if error == 0.0:
        return TTest(math.inf if m1 > m2 else 0.0 if m1 == m2 else -math.inf, freedom, 0.0 if m1 > m2 else 1.0)
    t = (m1 - m2) / error
    return TTest(t, freedom, float(1.0 - stdtr(freedom, t)))
