"""TP-Rote's tables: what was printed, small runs that reproduce exactly, times kept apart, bad experiments refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tables import reproduced

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.experiment import TestPlan
from gamelore.lab.engine.orders import Order
from gamelore.lab.engine.published import PublishedTable, published_table
from gamelore.lab.engine.timed import TimedVariants
from gamelore.lab.engine.verdicts import BELOW
from gamelore.learners.advisors.sequences import tp_rote as rote
from gamelore.papers.lock_2003.sequences import SEQUENCES, STATED, RoteExperiment, reproduce_counts, reproduce_times

LOSE, FIVE = "lose_tic_tac_toe", "five_mens_morris"
SHORT = {"contests": 40}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """States count as seen often after a few contests."""
    monkeypatch.setattr(rote, "SIGNIFICANT", {False: 4, True: 4})


def short(table: PublishedTable, *names: str, game: str = LOSE, **more: object) -> PublishedTable:
    """A table with some of its rows, cut short."""
    rows = tuple(
        replace(row, experiment={**(row.experiment or {}), **SHORT, **more})
        for row in table.rows
        if row.name in names and row.game == game
    )
    return replace(table, rows=rows)


@pytest.mark.parametrize(
    ("game", "row", "size", "move"), [(LOSE, "tp_rote", 9, 1), (LOSE, "imitate", 9, 1), (FIVE, "imitate", 16, 3)]
)
def test_the_printed_space_is_that_of_states_and_moves(game: str, row: str, size: int, move: int) -> None:
    (printed,) = published_table("l03-3").select((row,), (game,))
    states, moves, space = (printed.cells[column].mean for column in ("states", "moves", "space"))
    assert states * size + moves * move == pytest.approx(space, rel=0.004)


def test_the_printed_space_of_trees_in_morris_counts_one_for_a_move() -> None:
    (printed,) = published_table("l03-3").select(("tp_rote",), (FIVE,))
    assert pytest.approx(printed.cells["space"].mean) == 68.5 * 16 + 697.4 * 1
    assert (printed.experiment or {})["move_units"] == 1


@pytest.mark.usefixtures("soon")
def test_the_same_seed_gives_the_same_counts() -> None:
    experiment = RoteExperiment(LOSE, contests=40, seed=3)
    first = experiment.run(1)
    assert first == experiment.run(1) != experiment.run(2)
    assert first["trees"] == first["states"] > 0
    assert first["sequences"] >= first["trees"]
    assert first["space"] == first[STATED] == 9 * first["states"] + first["moves"]
    decisions = replace(experiment, stored="decisions").run(1)
    assert decisions["states"] > first["states"]
    assert decisions["moves"] < first["moves"]


@pytest.mark.usefixtures("soon")
def test_the_tables_are_reproduced_and_taken_up_again(tmp_path: Path) -> None:
    table = short(published_table("l03-3"), "tp_rote", "imitate")
    with open_workers() as workers:
        first = reproduce_counts(Order(table, table.rows, tmp_path, workers, seed=5, runs=2))
        files = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
        again = reproduce_counts(Order(table, table.rows, tmp_path, workers, seed=5, runs=2))
    assert first.to_mapping() == again.to_mapping()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == files
    assert len(files) == 2 * (1 + 2 + 1), "description, two runs and timings of each row"
    for row in first.rows:
        assert [cell.column for cell in row.cells] == ["states", "moves", "space", STATED]
        assert all(len(cell.ours) == 2 for cell in row.cells)


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
def test_times_are_kept_apart_and_shares_are_the_same_each_time(tmp_path: Path) -> None:
    table = short(published_table("l03-f8"), "standard", "tp_rote", test={"contests": 6})
    with open_workers() as workers:
        report = reproduce_times(Order(table, table.rows[1:], tmp_path, workers, seed=5, runs=1))
    (timings,) = tmp_path.rglob("timings.json")
    assert "median" in timings.read_text()
    cells = {cell.column: cell for cell in report.rows[0].cells}
    assert cells["perfect.share"].mean > 10
    assert cells["perfect.time a decision"].mean > 0
    assert not any(cell.verdict for cell in cells.values())
    plan = TestPlan(contests=6, players=(table.rows[0].experiment or {})["players"])
    variants = {
        name: RoteExperiment(LOSE, preset=preset, contests=40, test=plan, seed=5)
        for name, preset in (("standard", "l03"), ("tp_rote", "l03_rote"))
    }
    again = TimedVariants(variants).run(0)
    assert again["tp_rote"]["novice"]["reliability"] == cells["novice.reliability"].mean
    for challenger in ("perfect", "random"):
        deciders = again["tp_rote"][challenger]["deciders"]
        share = 100 * sum(deciders.get(by, 0) for by in SEQUENCES) / sum(deciders.values())
        assert share == cells[f"{challenger}.share"].mean
    assert not set(SEQUENCES) & set(again["standard"]["perfect"]["deciders"])


def test_bad_experiments_are_refused() -> None:
    with pytest.raises(BadSetting, match="'trees' or 'decisions'"):
        RoteExperiment(LOSE, stored="states")
    with pytest.raises(BadSetting, match="at least no units"):
        RoteExperiment(LOSE, move_units=-1)


def test_a_wrong_key_of_a_row_is_named(tmp_path: Path) -> None:
    table = short(published_table("l03-2"), "tp_rote", sweeps=3)
    with open_workers() as workers, pytest.raises(UnknownName, match="key of a rote experiment 'sweeps'"):
        reproduce_counts(Order(table, table.rows, tmp_path, workers, seed=0, runs=1))
    assert not any(tmp_path.rglob("*.json"))


@pytest.mark.slow
def test_states_and_space_come_out_as_printed(tmp_path: Path) -> None:
    """On seeds for choosing: no more than one cell of the four rows lies far below."""
    report = reproduced("l03-3", tmp_path, runs=10, seed=2)
    cells = {(r.published.game, r.published.name, c.column): c for r in report.rows for c in r.cells if c.verdict}
    for key, cell in cells.items():
        assert cell.theirs is not None
        assert 0.7 * cell.theirs.mean < cell.mean < 1.3 * cell.theirs.mean, key
    assert sum(cell.verdict == BELOW for cell in cells.values()) <= 5
