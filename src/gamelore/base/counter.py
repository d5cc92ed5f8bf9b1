"""Random numbers by counter, for kernels that play many contests at once.

A number is a function of seed, contest, ply and draw, not of what was drawn before: contests may be played in any
order, and players who differ in one ply still meet the same luck in the next. `Counted` gives plain players the same.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.compile import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
"""By how much the state of a splitmix64 stream goes on with each number."""


@kernel(inline=True, bare=True)
def mixed(word: np.uint64) -> np.uint64:
    """A step of splitmix64 (Steele, Lea and Flood 2014): every bit of the result depends on every bit of the word."""
    word += STEP
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel(bare=True)
def contest_key(seed: int, contest: int) -> int:
    """The word from which all numbers of a contest come."""
    return int(np.int64(mixed(mixed(np.uint64(seed)) + np.uint64(contest))))


@kernel(inline=True, bare=True)
def uniform(key: int, ply: int, draw: int) -> float:
    """The number of a draw in a ply: at least 0, less than 1."""
    word = mixed(mixed(np.uint64(key) + np.uint64(ply)) + np.uint64(draw))
    return float(word >> np.uint64(11)) * 2.0**-53


class Counted:
    """The numbers of one ply as a stream: as much of a generator as the players of the arena use."""

    def __init__(self, seed: int, contest: int, ply: int) -> None:
        self.key, self.ply, self.draws = contest_key(seed, contest), ply, 0

    def random(self) -> float:
        self.draws += 1
        return uniform(self.key, self.ply, self.draws - 1)

    def integers(self, low: int, high: int | None = None) -> int:
        """A whole number from the first up to before the second, or from 0 up to before the only one."""
        start, end = (0, low) if high is None else (low, high)
        return start + int(self.random() * (end - start))
