"""The test that reproduces every mark of significance in Lock's Tables 6, 11 and 16 (2003); the source names none."""

from __future__ import annotations

import math

from scipy.special import stdtr

Figure = tuple[float, float, int]
"""Mean, standard deviation, runs."""


def improved(better: Figure, base: Figure) -> bool:
    """Whether a figure is above another at the 5 % level: Student's t, one-tailed, pooled variance."""
    (high, spread, runs), (low, other, more) = better, base
    freedom = runs + more - 2
    error = math.sqrt(((runs - 1) * spread**2 + (more - 1) * other**2) / freedom * (1 / runs + 1 / more))
    return high > low and (error == 0.0 or float(stdtr(freedom, (low - high) / error)) < 0.05)
