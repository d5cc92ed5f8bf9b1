"""Randomness is an argument.

Every stream is derived from the seed and from *what it is for*, never from what was drawn before, so that the
number of processes, an interruption or a change elsewhere cannot shift it. Seeds 0 to 9,999 are for choosing
settings, 20,000 to 29,999 for reporting; 10,000 to 19,999 have been looked at.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from numpy.random import Generator

Rng: TypeAlias = "Generator"
"""A stream of random numbers. A name for type checkers: a list of games needs no numpy."""


class Phase(IntEnum):
    """What a stream of random numbers is for; the values are part of the reproducibility promise."""

    SETUP = 0
    TRAIN = 1
    TEST = 2
    PLAY = 3
    LABEL = 4
    SAMPLE = 5
    BENCH = 6


def stream(seed: int, run: int = 0, phase: Phase = Phase.PLAY, contest: int = 0, seat: int = 0) -> Rng:
    """The stream of one seat in one contest of one phase of one run."""
    from numpy.random import default_rng

    return default_rng([seed, run, int(phase), contest, seat])
