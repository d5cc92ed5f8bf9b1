"""Statistics held against independent formulas and against every mark of significance that Lock (2003) prints."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from tests.significance import improved

from gamelore.base.stats import (
    Interval,
    difference_bounds,
    mean_interval,
    mean_sd,
    paired_difference,
    share_interval,
    wilson,
)

Cell = tuple[float, float]

COLUMNS = (
    "perfect rel", "expert rel", "expert pow", "novice rel", "novice pow", "random rel", "random pow",
)  # fmt: skip

# Each pair of rows: runs, the row above, the row itself, and the columns printed in bold.
TABLES: dict[str, tuple[int, tuple[Cell, ...], tuple[Cell, ...], set[str]]] = {
    "Table 6, lose tic-tac-toe, Experiment I over Baseline": (
        20,
        ((20.50, 4.14), (25.80, 5.33), (9.00, 4.12), (49.20, 7.57), (37.70, 6.67), (58.40, 7.28), (46.10, 7.84)),
        ((66.00, 20.96), (70.80, 16.22), (12.80, 4.71), (83.50, 6.38), (42.70, 8.08), (85.30, 4.79), (55.40, 5.52)),
        set(COLUMNS),
    ),
    "Table 6, lose tic-tac-toe, Experiment II over I": (
        20,
        ((66.00, 20.96), (70.80, 16.22), (12.80, 4.71), (83.50, 6.38), (42.70, 8.08), (85.30, 4.79), (55.40, 5.52)),
        ((82.00, 13.24), (83.80, 9.73), (12.10, 4.22), (85.10, 5.08), (46.70, 7.08), (87.00, 4.17), (57.40, 7.02)),
        {"perfect rel", "expert rel"},
    ),
    "Table 6, five men's morris, Experiment I over Baseline": (
        10,
        ((0.20, 0.60), (1.60, 1.20), (1.20, 0.98), (22.40, 4.27), (14.20, 5.90), (54.00, 7.27), (36.00, 6.81)),
        ((39.60, 13.11), (34.20, 11.29), (1.00, 1.34), (28.80, 4.66), (9.20, 2.23), (54.20, 7.18), (17.40, 6.39)),
        {"perfect rel", "expert rel", "novice rel"},
    ),
    "Table 6, five men's morris, Experiment II over I": (
        10,
        ((39.60, 13.11), (34.20, 11.29), (1.00, 1.34), (28.80, 4.66), (9.20, 2.23), (54.20, 7.18), (17.40, 6.39)),
        ((57.80, 13.22), (45.00, 10.05), (0.80, 1.33), (45.00, 4.58), (29.00, 5.81), (73.00, 8.35), (51.20, 7.44)),
        {"perfect rel", "expert rel", "novice rel", "novice pow", "random rel", "random pow"},
    ),
    "Table 11, lose tic-tac-toe, TP-Sitact over TP-Context": (
        20,
        ((82.00, 13.24), (83.80, 9.73), (12.10, 4.22), (85.10, 5.08), (46.70, 7.08), (87.00, 4.17), (57.40, 7.02)),
        ((91.00, 9.28), (90.30, 8.03), (12.10, 5.57), (89.70, 5.45), (48.20, 6.60), (89.20, 4.53), (57.10, 6.05)),
        {"perfect rel", "expert rel", "novice rel"},
    ),
    "Table 11, five men's morris, TP-Sitact over TP-Context": (
        10,
        ((57.80, 13.22), (45.00, 10.05), (0.80, 1.33), (45.00, 4.58), (29.00, 5.81), (73.00, 8.35), (51.20, 7.44)),
        ((74.20, 7.56), (53.00, 7.11), (0.40, 0.80), (46.00, 10.08), (28.00, 9.03), (69.80, 7.61), (50.20, 10.56)),
        {"perfect rel", "expert rel"},
    ),
    "Table 16, lose tic-tac-toe, Seq-Advisor over Hoyle": (
        10,
        ((99.00, 2.05), (97.00, 5.16), (18.20, 4.85), (97.60, 1.96), (64.00, 6.87), (98.80, 0.98), (73.20, 6.94)),
        ((99.20, 2.40), (98.80, 1.60), (16.40, 4.54), (98.00, 1.55), (62.20, 6.23), (98.80, 1.83), (74.20, 3.63)),
        set(),
    ),
    "Table 16, five men's morris, Seq-Advisor over Hoyle": (
        10,
        ((91.40, 3.89), (84.80, 4.34), (16.00, 2.86), (92.40, 4.20), (71.40, 4.90), (96.60, 3.13), (87.80, 4.47)),
        ((96.20, 3.32), (83.40, 3.41), (15.20, 4.90), (90.20, 3.71), (72.80, 7.44), (96.60, 2.32), (88.00, 5.33)),
        {"perfect rel"},
    ),
}


@pytest.mark.parametrize("table", TABLES)
def test_the_one_tailed_pooled_test_finds_exactly_the_printed_marks(table: str) -> None:
    runs, above, row, bold = TABLES[table]
    found = {
        column
        for column, (m1, s1), (m2, s2) in zip(COLUMNS, row, above, strict=True)
        if improved((m1, s1, runs), (m2, s2, runs))
    }
    assert found == bold


@pytest.mark.slow
def test_a_two_tailed_test_would_miss_a_printed_mark() -> None:
    test = scipy.stats.ttest_ind_from_stats(53.00, 7.11, 10, 45.00, 10.05, 10)
    assert improved((53.00, 7.11, 10), (45.00, 10.05, 10))
    assert round(float(test.statistic), 2) == 2.05
    assert test.pvalue / 2 < 0.05 < test.pvalue


def roots_of_the_score_equation(successes: int, trials: int) -> Iterator[float]:
    """The two shares p at which the observed one is exactly 1.96 standard errors away."""
    z = float(scipy.stats.norm.ppf(0.975))
    share = successes / trials
    a, b, c = 1 + z * z / trials, -(2 * share + z * z / trials), share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    yield (-b - root) / (2 * a)
    yield (-b + root) / (2 * a)


@given(st.integers(0, 400), st.integers(0, 400))
def test_a_wilson_interval_ends_where_the_score_test_does(successes: int, failures: int) -> None:
    trials = successes + failures
    if trials == 0:
        return
    found = wilson(successes, trials)
    low, high = roots_of_the_score_equation(successes, trials)
    assert found.low == pytest.approx(100 * low, abs=1e-7)
    assert found.high == pytest.approx(100 * high, abs=1e-7)
    assert 0.0 <= found.low <= found.mean <= found.high <= 100.0
    theirs = scipy.stats.binomtest(successes, trials).proportion_ci(0.95, "wilson")
    assert (found.low, found.high) == pytest.approx((100 * theirs.low, 100 * theirs.high), abs=1e-7)


def test_nothing_is_known_without_trials_and_nonsense_is_refused() -> None:
    empty = wilson(0, 0)
    assert math.isnan(empty.mean)
    assert (empty.low, empty.high) == (0.0, 100.0)
    with pytest.raises(ValueError, match="5 successes in 4 trials"):
        wilson(5, 4)


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=50))
def test_the_mean_of_runs_has_the_textbook_t_interval(values: list[float]) -> None:
    mean, sd = mean_sd(values)
    assert mean == pytest.approx(float(np.mean(values)), abs=1e-9)
    assert sd == pytest.approx(float(np.std(values, ddof=1)), abs=1e-9)
    found = mean_interval(values)
    half = float(scipy.stats.t.ppf(0.975, len(values) - 1)) * sd / math.sqrt(len(values))
    assert found.low == pytest.approx(mean - half, abs=1e-6)
    assert found.high == pytest.approx(mean + half, abs=1e-6)


def test_one_run_says_nothing_about_the_spread() -> None:
    assert mean_sd([42.0]) == (42.0, 0.0)
    assert mean_interval([42.0]) == Interval(42.0, -math.inf, math.inf)
    assert math.isnan(mean_sd([])[0])


def test_an_interval_reads_as_a_text() -> None:
    assert str(Interval(80.0, 75.0, 84.96)) == "80.0 [75.0, 85.0]"


def test_one_value_alone_is_shown_without_an_interval() -> None:
    assert str(mean_interval([25.0])) == "25.0"
    assert str(mean_interval([25.0, 27.0])).startswith("26.0 [")


@given(st.lists(st.integers(0, 50), min_size=2, max_size=30))
def test_the_interval_of_a_share_stays_in_its_range_and_is_never_empty(wins: list[int]) -> None:
    values, trials = [2.0 * won for won in wins], 50 * len(wins)
    found = share_interval(values, trials)
    assert 0.0 <= found.low <= found.mean <= found.high <= 100.0
    assert found.high - found.low > 0.0
    plain = wilson(sum(wins), trials)
    assert found.low <= plain.low + 1e-9
    assert found.high >= plain.high - 1e-9, "never narrower than the trials alone would be"
    parts = share_interval([value / 100 for value in values], trials, whole=1.0)
    assert (100 * parts.low, 100 * parts.high) == pytest.approx((found.low, found.high), abs=1e-6)


def test_runs_that_are_all_full_leave_room_and_more_runs_less_of_it() -> None:
    few, some, many = (share_interval([100.0] * n, 50 * n) for n in (2, 10, 40))
    assert few.low < 70 < some.low < 99.1 < many.low < 100
    assert few.high == some.high == many.high == 100
    empty = share_interval([0.0] * 10, 500)
    assert (empty.low, empty.high) == pytest.approx((0.0, 100 - some.low))
    assert share_interval([50.0], 50) == Interval(50.0, 0.0, 100.0)


def test_runs_that_differ_are_worth_less_than_their_trials() -> None:
    alike = share_interval([90.0, 92.0, 88.0, 90.0, 90.0], 250)
    unlike = share_interval([100.0, 70.0, 100.0, 80.0, 100.0], 250)
    assert alike.mean == unlike.mean == 90
    assert unlike.high - unlike.low > 2 * (alike.high - alike.low)


@given(st.lists(st.floats(0, 100), min_size=2, max_size=30), st.floats(0, 100), st.floats(0.1, 20), st.integers(2, 30))
def test_the_bounds_of_a_difference_are_those_of_welch(ours: list[float], theirs: float, sd: float, runs: int) -> None:
    mean, spread = mean_sd(ours)
    low, high = difference_bounds(mean_interval(ours, 0.9), len(ours), theirs, sd, runs)
    for bound in (low, high):
        test = scipy.stats.ttest_ind_from_stats(mean - bound, spread, len(ours), theirs, sd, runs, equal_var=False)
        assert test.pvalue / 2 == pytest.approx(0.05, abs=1e-6)


def test_a_printed_figure_without_a_spread_borrows_ours_and_an_exact_one_has_none() -> None:
    ours = [60.0, 64.0, 68.0, 72.0, 76.0]
    own, (_, sd) = mean_interval(ours, 0.9), mean_sd(ours)
    t = float(scipy.stats.t.ppf(0.95, 4))
    low, _ = difference_bounds(own, 5, 60.0, None, 1)
    assert low == pytest.approx(8 - t * sd * math.sqrt(1 / 5 + 1))
    assert difference_bounds(own, 5, 60.0) == pytest.approx((own.low - 60, own.high - 60))


def test_a_paired_difference_is_bounded_and_not_empty_where_all_runs_are_alike() -> None:
    found = paired_difference([90.0, 94.0, 92.0], [90.0, 90.0, 90.0], 150)
    plain = mean_interval([0.0, 4.0, 2.0])
    assert (found.mean, found.low, found.high) == (plain.mean, plain.low, plain.high)
    assert paired_difference([100.0, 0.0], [0.0, 0.0], 100).high == 100
    alike = paired_difference([100.0] * 10, [100.0] * 10, 500)
    assert alike.mean == 0
    assert -2 < alike.low < -0.5
    assert 0.5 < alike.high < 2
    assert paired_difference([50.0], [40.0], 50) == Interval(10.0, -100.0, 100.0)


@pytest.mark.slow
@pytest.mark.parametrize("runs", [10, 20, 40])
@pytest.mark.parametrize(
    ("mean", "alike", "least"),
    [
        (0.5, 0.0, 94), (0.5, 0.02, 94), (0.5, 0.1, 93), (0.9, 0.0, 94), (0.9, 0.02, 94), (0.9, 0.1, 92),
        (0.97, 0.0, 94), (0.97, 0.02, 93), (0.97, 0.1, 88), (0.99, 0.0, 94), (0.99, 0.02, 92), (0.99, 0.1, 82),
        (0.998, 0.0, 94), (0.998, 0.02, 94),
    ],
)  # fmt: skip
def test_the_interval_of_a_share_covers_the_mean(runs: int, mean: float, alike: float, least: float) -> None:
    """Runs of 50 trials with a beta-distributed chance each; `alike` is the correlation within a run.

    The t interval covers in as few as 30 of 100 samples near the end, Wilson's on all trials in 55 where runs differ.
    """
    rng = np.random.default_rng([runs, int(1000 * mean), int(100 * alike)])
    size = (4000, runs)
    chances = np.full(size, mean)
    if alike:
        chances = rng.beta(mean * (1 / alike - 1), (1 - mean) * (1 / alike - 1), size)
    values = 2.0 * rng.binomial(50, chances)
    found = [share_interval(row, 50 * runs) for row in values.tolist()]
    covered = 100 * np.mean([one.low <= 100 * mean <= one.high for one in found])
    assert covered >= least
