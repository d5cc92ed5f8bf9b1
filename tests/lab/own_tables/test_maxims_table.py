"""The table of maxims: a run is one search, its list read by everybody."""

from __future__ import annotations

import math

import pytest

from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.lab.engine.experiment import TestPlan
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import parse_table, published_table
from gamelore.lab.engine.report import Report
from gamelore.lab.own_tables.maxims import READERS, MaximExperiment, _figure, _show
from gamelore.learners.maxims.lines import parse_list

LOSE = "lose_tic_tac_toe"


def small(seed: int = 3) -> MaximExperiment:
    return MaximExperiment(LOSE, settings={"lines": 3}, contests=8_000, test=TestPlan(contests=6), seed=seed)


@pytest.mark.slow
def test_a_run_searches_tests_every_reader_and_proves() -> None:
    found, again = (small().run(0) for _ in range(2))
    assert found == again
    assert len(parse_list(found["list"])) == found["figures"]["lines"] <= 3
    assert found["figures"]["proved"] in (0.0, 100.0)
    assert set(found["readers"]) == set(READERS)
    table = published_table("maxims")
    row = next(row for row in table.rows if row.game == LOSE)
    shown = _show(table, row, small(), [found, again])
    assert [cell.column for cell in shown.cells] == list(table.columns)
    assert all(0 <= cell.mean <= 100 for cell in shown.cells)
    assert {cell.aim for cell in shown.cells if cell.column == "lines"} == {"show"}
    with pytest.raises(UnknownName, match="reader"):
        _figure(found, "nobody.perfect.reliability")
    with pytest.raises(UnknownName, match="challenger"):
        _figure(found, "slips.random.reliability")
    with pytest.raises(BadSetting, match="expected READER"):
        _figure(found, "careful.perfect.speed")


@pytest.mark.slow
@pytest.mark.parametrize("model", ["watched", "hoyle"])
def test_a_model_can_choose_the_lines_in_place_of_practice(model: str) -> None:
    values = {"game": LOSE, "settings": {"lines": 2}, "contests": 8_000, "test": {"contests": 4}, "seed": 3}
    experiment = MaximExperiment.read({**values, "model": model}, "here")
    found = experiment.run(0)
    assert 1 <= found["figures"]["lines"] <= 2
    assert experiment.digest != MaximExperiment.read(values, "here").digest


def test_every_row_of_the_table_can_be_run() -> None:
    table = published_table("maxims")
    for row in table.rows:
        experiment = read_row(MaximExperiment, table, row, 1, game=row.game)
        assert experiment.test.contests == (20 if row.name == "unsolved" else 250)
        assert experiment.learner_settings().lines == row.cells["lines"].mean
        assert math.isnan(row.cells["careful.perfect.reliability"].mean) == (row.name != "maxims")
        assert bool(experiment.model) == (row.name in ("watched", "distilled"))


def test_bars_are_called_bars_and_a_hundred_per_cent_has_an_interval() -> None:
    table = published_table("maxims")
    (row,) = table.select(("maxims",), ("lose_tic_tac_toe",))
    experiment = MaximExperiment(game=row.game, test=TestPlan(contests=250))
    read = {name: {met: {"reliability": 100.0, "power": 50.0} for met in who} for name, (_, _, who) in READERS.items()}
    result = {"list": "", "figures": {"lines": 5, "words": 40, "proved": 100.0}, "readers": read}
    report = Report(table, 1, (_show(table, row, experiment, [result] * 10),))
    perfect = report.rows[0].cells[0]
    assert (perfect.mean, perfect.verdict) == (100.0, "reached")
    assert perfect.interval is not None
    assert 99.7 < perfect.interval[0] < 99.9
    (drawn,) = report.tables()
    assert "bar" in [column.header for column in drawn.columns]
    assert not any("published" in str(column.header) for column in drawn.columns)
    with pytest.raises(DamagedFile, match="'bars' must be true or false"):
        parse_table(
            'format = 1\nname = "x"\ntitle = "x"\nsource = "x"\nunit = "x"\ncolumns = ["a"]\nbars = 1\n', "x.toml"
        )
