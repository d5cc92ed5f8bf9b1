"""Waterman's tables: small runs reproduce exactly, bad experiments are refused, the published figures hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.orders import Order, read_row
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.report import rivals_of
from gamelore.lab.learn import learn
from gamelore.lab.poker_lists import PokerExperiment, learned
from gamelore.learners.registry import load_agent
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.poker.lists import builtin, printed
from gamelore.learners.rules.settings import CALIBRATED_IMPLICIT, PRESETS, THESIS_LIKE
from gamelore.papers.waterman_1968.agreement import agreement, implicit_agreement
from gamelore.papers.waterman_1968.chapter_5 import reproduce_chapter_5


def test_the_same_seed_gives_the_same_list_and_the_same_figures() -> None:
    experiment = PokerExperiment("agreement", preset="thesis_like", situations=60, stop={"trials": 8}, seed=3)
    assert experiment.run(1) == experiment.run(1) != experiment.run(2)


def test_runs_are_signed_with_the_settings_behind_a_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = PokerExperiment("agreement", preset="thesis_like")
    before = experiment.digest
    assert replace(experiment, settings={"guard": THESIS_LIKE.guard}).digest == before
    changed = replace(THESIS_LIKE, guard=not THESIS_LIKE.guard)
    monkeypatch.setitem(PRESETS, "thesis_like", changed)
    assert experiment.digest != before


def test_the_trainer_agrees_with_itself() -> None:
    judged, sized = agreement(builtin(), 1, situations=100)
    assert judged.made.tolist() == sized == [True] * 100


def trained(experiment: PokerExperiment) -> tuple[Heuristics, dict[str, float]]:
    learner, figures = learned(experiment.rule_settings(), experiment.regime(), experiment.seed)
    return learner.school.trainee.heuristics, figures


def test_a_run_learns_within_its_trials() -> None:
    heuristics, figures = trained(PokerExperiment("agreement", preset="calibrated", stop={"trials": 12}, seed=2))
    assert figures["trials"] == 12
    assert agreement(heuristics, 2, situations=150)[0].agreement > 50
    heuristics, figures = trained(
        PokerExperiment("agreement", preset="calibrated_implicit", stop={"trials": 15}, seed=2)
    )
    assert figures["trials"] == 15
    assert figures["rules"] <= 14
    assert implicit_agreement(heuristics, CALIBRATED_IMPLICIT, 2, shown=True, situations=100).agreement > 55


@pytest.mark.parametrize(("preset", "trials"), [("thesis_like", 1), ("thesis_like", 2), ("calibrated_implicit", 8)])
def test_training_ends_within_a_round_when_its_trials_are_made(preset: str, trials: int) -> None:
    assert trained(PokerExperiment("agreement", preset=preset, stop={"trials": trials}, seed=2))[1]["trials"] == trials


@pytest.mark.parametrize(
    ("preset", "regime"),
    [
        pytest.param("calibrated", "poker_automatic", marks=pytest.mark.slow),
        ("calibrated_implicit", "poker_implicit"),
    ],
)
def test_what_gamelore_learn_saves_is_what_the_tables_measure(preset: str, regime: str, tmp_path: Path) -> None:
    learn(Experiment("draw_poker", learner="waterman", preset=preset, regime=regime, seed=3), tmp_path / "agent")
    experiment = PokerExperiment("agreement", preset=preset, seed=3)
    measured, _ = learned(experiment.rule_settings(), experiment.regime(), experiment.seed)
    assert load_agent(tmp_path / "agent").learner.knowledge() == measured.knowledge()


@pytest.mark.slow
def test_an_inconsistent_trainer_costs_trials() -> None:
    of_one_mind, of_two = (
        trained(PokerExperiment("agreement", preset="thesis_like", stop={"clean_games": 3}, inconsistency=p, seed=4))[1]
        for p in (0.0, 0.1)
    )
    assert of_two["trials"] > of_one_mind["trials"]


def test_a_list_that_always_drops_does_not_hang_the_measurement() -> None:
    dropping = printed("before_implicit")
    dropping = dropping.with_rules([type(dropping.rules[0])(dropping.rules[0].left, "DROP")])
    judged = implicit_agreement(dropping, CALIBRATED_IMPLICIT, 1, shown=False, situations=40)
    assert len(judged) == 0
    assert judged.figures("all")["all.ceiling"] == 0


@pytest.mark.slow
def test_beside_a_list_stand_constant_players_chance_and_the_ceiling_on_its_own_cases() -> None:
    found = PokerExperiment("agreement", printed="implicit", situations=300, seed=3).run(0)
    for cases in ("after.2000", "all.2000"):
        assert found[f"{cases}.cases"] == 300
        rivals = {move: found[f"{cases}.always {move}"] for move in ("CALL", "BETLOW", "BETHIGH", "DROP")}
        assert max(rivals, key=lambda move: rivals[move]) == "BETLOW"
        assert found[f"{cases}.chance"] < rivals["BETLOW"] < found[f"{cases}.ceiling"] < 100
        free = 300 - found[f"{cases}.cases.follows"]
        assert 0 < free < 75
        for name in ("", ".always BETLOW", ".chance", ".ceiling"):
            with_free, without = found[cases + name] * 3, found[f"{cases}{name}.follows"] * (300 - free) / 100
            assert with_free == pytest.approx(without + free)
    found = PokerExperiment("agreement", printed="automatic", situations=200, seed=3).run(0)
    constants = [value for name, value in found.items() if name.startswith("after.2000.always")]
    assert sum(constants) == pytest.approx(100)
    assert found["after.2000.ceiling"] == 100
    assert "after.2000.follows" not in found


def test_what_others_score_is_drawn_beside_the_figure_on_whose_cases_they_are_scored(tmp_path: Path) -> None:
    table = published_table("w68-5.2")
    row = next(row for row in table.rows if row.name == "printed")
    row = replace(row, experiment={"measure": "agreement", "printed": "implicit", "situations": 60})
    with open_workers() as workers:
        report = reproduce_chapter_5(Order(table, [row], tmp_path, workers, seed=5, runs=2))
    rivals = rivals_of(report.rows[0])
    assert list(rivals) == ["after.2000", "after.2000.follows", "all.2000", "all.2000.follows"]
    for some in rivals.values():
        assert set(some) == {"always CALL", "always BETLOW", "always BETHIGH", "always DROP", "chance", "ceiling"}
    assert rivals["after.2000"]["chance"].trials == 120 > rivals["after.2000.follows"]["chance"].trials > 60
    ours = {cell.column: cell for cell in report.rows[0].cells if not cell.rival}
    assert (ours["after"].trials, ours["after"].aim) == (100, "match")
    assert ours["after.2000.follows"].trials == rivals["after.2000.follows"]["ceiling"].trials
    assert ours["rules"].trials == 0
    assert len(report.tables()) == 2


def test_a_table_is_reproduced_and_taken_up_again(tmp_path: Path) -> None:
    table = published_table("w68-5.3")
    row = replace(table.rows[0], experiment={"printed": "before", "measure": "winnings", "games": 8})
    with open_workers() as workers:
        first = reproduce_chapter_5(Order(table, [row], tmp_path, workers, seed=5, runs=1))
        files = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
        again = reproduce_chapter_5(Order(table, [row], tmp_path, workers, seed=5, runs=1))
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
        ({"printed": "builtinn"}, UnknownName, "did you mean 'builtin'"),
    ],
)
def test_a_bad_experiment_is_refused(values: dict[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        PokerExperiment(**values)  # type: ignore[arg-type]


def of_rows(table: str, name: str, seeds: range) -> list[tuple[Heuristics, dict[str, float]]]:
    published = published_table(table)
    (row,) = (row for row in published.rows if row.name == name)
    return [trained(read_row(PokerExperiment, published, row, seed)) for seed in seeds]


@pytest.mark.slow
def test_automatic_training_reaches_the_published_figures() -> None:
    seeds = range(20_000, 20_020)
    near, best = of_rows("w68-5.1", "thesis_like", seeds), of_rows("w68-5.1", "calibrated", seeds)
    assert median(figures["rules"] for _, figures in near) <= 19.5
    assert all(figures["trials"] == 29 for _, figures in near)
    assert all(figures["trials"] <= 60 for _, figures in best)
    for lists, least in ((near, 93.5), (best, 97.5)):
        assert median(agreement(h, seed)[0].agreement for (h, _), seed in zip(lists, seeds, strict=True)) >= least


@pytest.mark.slow
def test_implicit_training_by_refit_beats_the_procedure_of_the_source() -> None:
    seeds = range(20_000, 20_012)
    refit, steps = (
        median(
            implicit_agreement(h, CALIBRATED_IMPLICIT, seed, shown=True).agreement
            for (h, _), seed in zip(of_rows("w68-5.2", name, seeds), seeds, strict=True)
        )
        for name in ("calibrated", "thesis_like")
    )
    assert refit >= 77
    assert refit > steps + 5
