"""Student's t: the test behind every mark of significance in Lock's Tables 6, 11 and 16 (2003; the source names none),
and the bar that a later mean stays above unless something was lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from scipy.special import stdtr, stdtrit

Figure = tuple[float, float, int]
"""Mean, standard deviation, runs."""


def improved(better: Figure, base: Figure) -> bool:
    """Whether a figure is above another at the 5 % level: Student's t, one-tailed, pooled variance."""
    (high, spread, runs), (low, other, more) = better, base
    freedom = runs + more - 2
    error = math.sqrt(((runs - 1) * spread**2 + (more - 1) * other**2) / freedom * (1 / runs + 1 / more))
    return high > low and (error == 0.0 or float(stdtr(freedom, (low - high) / error)) < 0.05)


def least_mean(before: Sequence[float], runs: int, alarm: float) -> float:
    """What the mean of so many further runs stays above, but for a share of false alarms, if nothing has changed."""
    error = stdev(before) * math.sqrt(1 / len(before) + 1 / runs)
    return fmean(before) - float(stdtrit(len(before) - 1, 1 - alarm)) * error
