"""Waterman's tables: small runs reproduce exactly, bad experiments are refused, the published figures hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.rows import Order
from gamelore.lab.sources.poker_training import Stop, agreement, implicit_agreement, train_automatic, train_implicit
from gamelore.lab.sources.waterman_1968 import STOPS, PokerExperiment, reproduce_poker
from gamelore.learners.rules.poker.lists import builtin, printed
from gamelore.learners.rules.settings import (
    CALIBRATED,
    CALIBRATED_IMPLICIT,
    PRESETS,
    THESIS_LIKE,
    THESIS_LIKE_IMPLICIT,
)


def test_the_same_seed_gives_the_same_list_and_the_same_figures() -> None:
    experiment = PokerExperiment(preset="thesis_like", situations=60, stop={"trials": 8}, seed=3)
    assert experiment.run(1) == experiment.run(1) != experiment.run(2)


def test_runs_are_signed_with_the_settings_behind_a_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = PokerExperiment(preset="thesis_like")
    before = experiment.digest
    assert replace(experiment, settings={"guard": THESIS_LIKE.guard}).digest == before
    changed = replace(THESIS_LIKE, guard=not THESIS_LIKE.guard)
    monkeypatch.setitem(PRESETS, "thesis_like", changed)
    assert experiment.digest != before


def test_the_trainer_agrees_with_itself() -> None:
    assert agreement(builtin(), "human", 1, situations=100).many == 100


def test_a_run_learns_within_its_trials() -> None:
    trained = train_automatic(CALIBRATED, Stop(trials=12), "human", 2)
    assert trained.school.trainee.trials == 12
    assert agreement(trained.heuristics, "human", 2, situations=150).many > 50
    implicit = train_implicit(CALIBRATED_IMPLICIT, Stop(trials=15, rounds=300), "human", 2)
    assert implicit.rules <= 14
    found = implicit_agreement(implicit.heuristics, CALIBRATED_IMPLICIT, "human", 2, shown=True, situations=100)
    assert found.many > 55


def test_a_list_that_always_drops_does_not_hang_the_measurement() -> None:
    dropping = printed("before_implicit")
    dropping = dropping.with_rules([type(dropping.rules[0])(dropping.rules[0].left, "DROP")])
    assert implicit_agreement(dropping, CALIBRATED_IMPLICIT, "human", 1, shown=False, situations=40).hits == ()


def test_a_table_is_reproduced_and_taken_up_again(tmp_path: Path) -> None:
    table = published_table("w68-5.3")
    row = replace(table.rows[0], experiment={"printed": "before", "measure": "winnings", "games": 8})
    with open_workers() as workers:
        first = reproduce_poker(Order(table, [row], tmp_path, workers, seed=5, runs=1))
        files = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
        again = reproduce_poker(Order(table, [row], tmp_path, workers, seed=5, runs=1))
    assert first.to_mapping() == again.to_mapping()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == files
    cells = {cell.column: cell for cell in first.rows[0].cells}
    assert cells["percent.human"].mean < 0


def test_the_tables_hold_what_was_printed() -> None:
    cells = {row.name: row.cells for row in published_table("w68-5.1").rows}
    assert [cells["thesis_like"][c].mean for c in ("trials", "rules", "before", "after")] == [29, 19, 20, 96]
    cells = {row.name: row.cells for row in published_table("w68-5.2").rows}
    assert [cells["calibrated"][c].mean for c in ("trials", "rules", "before", "after")] == [57, 14, 24, 82]
    winnings = {row.name: row.cells["percent.human.as_printed"].mean for row in published_table("w68-5.3").rows}
    assert (winnings["before"], winnings["implicit"], winnings["automatic"]) == (-71, -13, -1.9)


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({}, BadSetting, "a preset to learn under or a printed list"),
        ({"preset": "calibrated", "printed": "builtin"}, BadSetting, "not both"),
        ({"preset": "callibrated"}, UnknownName, "did you mean 'calibrated'"),
        ({"printed": "builtin", "opponent": "humann"}, UnknownName, "did you mean 'human'"),
    ],
)
def test_a_bad_experiment_is_refused(values: dict[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        PokerExperiment(**values)  # type: ignore[arg-type]


@pytest.mark.slow
def test_automatic_training_reaches_the_published_figures() -> None:
    seeds = range(20_000, 20_020)
    near = [train_automatic(THESIS_LIKE, STOPS["thesis_like"], "human", seed) for seed in seeds]
    best = [train_automatic(CALIBRATED, STOPS["calibrated"], "human", seed) for seed in seeds]
    assert median(t.rules for t in near) <= 19.5
    assert all(t.school.trainee.trials <= 29 for t in near)
    assert all(t.school.trainee.trials <= 60 for t in best)
    assert median(agreement(t.heuristics, "human", s).many for t, s in zip(near, seeds, strict=True)) >= 93.5
    assert median(agreement(t.heuristics, "human", s).many for t, s in zip(best, seeds, strict=True)) >= 97.5


@pytest.mark.slow
def test_implicit_training_by_refit_beats_the_procedure_of_the_source() -> None:
    seeds = range(20_000, 20_012)

    def shown(settings: object, stop: Stop, seed: int) -> float:
        trained = train_implicit(settings, stop, "human", seed)  # type: ignore[arg-type]
        return implicit_agreement(trained.heuristics, CALIBRATED_IMPLICIT, "human", seed, shown=True).many

    refit = median(shown(CALIBRATED_IMPLICIT, STOPS["calibrated_implicit"], seed) for seed in seeds)
    steps = median(shown(THESIS_LIKE_IMPLICIT, STOPS["thesis_like_implicit"], seed) for seed in seeds)
    assert refit >= 77
    assert refit > steps + 5
