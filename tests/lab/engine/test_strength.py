"""Learning curves: tests at checkpoints, and what learning cost."""

from __future__ import annotations

import dataclasses

import pytest

from gamelore.base.errors import BadSetting
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.strength import curve_points

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


def test_probes_and_checkpoints_do_not_disturb_learning() -> None:
    plain = dataclasses.replace(SHORT, checkpoints=(), probe="")
    assert plain.run(0)["knowledge"] == SHORT.run(0)["knowledge"]


def test_a_checkpoint_beyond_the_training_is_refused() -> None:
    with pytest.raises(BadSetting, match="between 1 and 6"):
        dataclasses.replace(SHORT, checkpoints=(7,))
