"""Random numbers by counter: the same by plain integers, evenly spread, and never moved by what else is drawn."""

from __future__ import annotations

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.counter import Counted, contest_key, uniform

WORD = (1 << 64) - 1


def splitmix(word: int) -> int:
    word = (word + 0x9E3779B97F4A7C15) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


SMALL = st.integers(0, 1 << 40)


@given(st.integers(0, (1 << 63) - 1), SMALL, SMALL, SMALL)
def test_a_number_follows_from_seed_contest_ply_and_draw(seed: int, contest: int, ply: int, draw: int) -> None:
    key = splitmix((splitmix(seed) + contest) & WORD)
    expected = splitmix((splitmix((key + ply) & WORD) + draw) & WORD) >> 11
    assert contest_key(seed, contest) & WORD == key
    assert uniform(contest_key(seed, contest), ply, draw) == expected * 2.0**-53 < 1.0


def test_the_numbers_of_a_seed_are_a_promise() -> None:
    assert splitmix(0) == 0xE220A8397B1DCDAF, "the first number of the published generator"
    assert [round(uniform(contest_key(1, 2), ply, 0), 6) for ply in range(3)] == [0.458637, 0.275688, 0.37392]


@pytest.mark.slow
def test_neighbouring_counters_give_independent_even_numbers() -> None:
    keys = [contest_key(3, contest) for contest in range(40)]
    found = np.array([[[uniform(key, ply, draw) for draw in range(3)] for ply in range(30)] for key in keys])
    assert scipy.stats.kstest(found.ravel(), "uniform").pvalue > 0.01
    for axis in range(3):
        one, two = np.delete(found, 0, axis).ravel(), np.delete(found, -1, axis).ravel()
        assert abs(np.corrcoef(one, two)[0, 1]) < 0.06


def test_a_stream_of_one_ply_gives_its_draws_in_turn() -> None:
    stream = Counted(5, 6, 7)
    assert [stream.random() for _ in range(3)] == [uniform(contest_key(5, 6), 7, draw) for draw in range(3)]
