"""Learning curves: tests at checkpoints, and what learning cost; comparisons."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gamelore.base.errors import BadSetting
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.strength import Variant, compare, curve_points

SHORT = Experiment(
    "tic_tac_toe",
    learner="rote",
    regime="perfect_vs_increasing",
    contests=6,
    checkpoints=(3, 6),
    probe="perfect",
    test=TestPlan(("perfect", "random"), 4),
)


def test_a_curve_has_a_point_at_every_checkpoint_and_the_last_is_the_final_test() -> None:
    results = [SHORT.run(run) for run in range(2)]
    points = curve_points(SHORT, results)
    assert [point.contests for point in points] == [3, 6]
    for result in results:
        assert result["training"]["curve"]["6"] == result["tests"]
    assert set(points[0].reliability) == {"perfect", "random"}


def test_regret_counts_what_was_lost_in_one_probe_after_every_contest() -> None:
    result = SHORT.run(0)
    regrets = result["training"]["regrets"]
    assert len(regrets) == 6
    assert all(regret in (0.0, 1.0) for regret in regrets)  # tic-tac-toe is drawn: a loss costs one
    points = curve_points(SHORT, [result, result])
    assert points[1].regret is not None
    assert points[1].regret.mean == sum(regrets)


def test_shares_stay_within_their_range_and_are_never_certain() -> None:
    """A player who never loses to a random one, and always loses to itself turned round: 100 and 0 in every run."""
    result = SHORT.run(0)
    for tests in (result["tests"], *result["training"]["curve"].values()):
        tests["perfect"] |= {"wins": 0, "draws": 0, "losses": 4}
        tests["random"] |= {"wins": 4, "draws": 0, "losses": 0}
    point = curve_points(SHORT, [result] * 3)[-1]
    assert (point.power["random"].mean, point.power["random"].high) == (100.0, 100.0)
    assert 0.0 < point.power["random"].low < 95.0
    assert (point.reliability["perfect"].low, point.reliability["perfect"].mean) == (0.0, 0.0)
    assert point.reliability["perfect"].high > 5.0


def test_probes_and_checkpoints_do_not_disturb_learning() -> None:
    plain = dataclasses.replace(SHORT, checkpoints=(), probe="")
    assert plain.run(0)["knowledge"] == SHORT.run(0)["knowledge"]


def test_a_checkpoint_beyond_the_training_is_refused() -> None:
    with pytest.raises(BadSetting, match="between 1 and 6"):
        dataclasses.replace(SHORT, checkpoints=(7,))


def test_a_course_that_ends_before_a_checkpoint_is_one_clear_error() -> None:
    result = SHORT.run(0)
    result["training"]["curve"].popitem()
    with pytest.raises(BadSetting, match="ended before contest"):
        curve_points(SHORT, [result])


@pytest.mark.parametrize(("regime", "plays"), [("rotation", False), ("broader_context", True)])
def test_a_comparison_tells_the_contest_of_the_last_loss_of_those_who_played(
    regime: str, plays: bool, tmp_path: Path
) -> None:
    short = Experiment("tic_tac_toe", learner="rote", regime=regime, contests=8, test=TestPlan(("random",), 2), seed=3)
    with open_workers() as workers:
        (line,) = compare([Variant("rote", short)], tmp_path, 2, workers)
    if plays:
        lost = [short.run(run)["training"]["results"].rfind("L") + 1 for run in range(2)]
        assert line.last_loss == sum(lost) / 2 > 0
    else:
        assert line.last_loss is None
