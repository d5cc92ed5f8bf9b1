"""What three sources tell in their running text about what Hoyle holds: printed, counted, run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tables import reproduced

from gamelore.base.errors import BadSetting
from gamelore.lab.engine.published import PublishedTable, published_table
from gamelore.lab.engine.reproduce import rows_to_run
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.papers.epstein_1996_1998.held import HeldExperiment

SHORT = HeldExperiment("lose_tic_tac_toe", preset="s98", regime="fixed_length", contests=12, graph=1000, seed=4)


def shortened(name: str, contests: int) -> PublishedTable:
    table = published_table(name)
    rows = tuple(replace(row, experiment={**(row.experiment or {}), "contests": contests}) for row in table.rows)
    return replace(table, rows=rows)


@pytest.mark.parametrize("name", ["s98-text", "l03-ranks", "p96-states"])
def test_every_row_can_be_run_and_has_a_figure_printed_or_is_ours(name: str) -> None:
    table = published_table(name)
    assert table.runner == "held"
    assert rows_to_run(table) == table.rows
    for row in table.rows:
        assert row.title.startswith("Ours") or any(row.printed(column) for column in table.columns)


def test_states_are_counted_once_and_told_as_a_share_of_the_graph() -> None:
    found = SHORT.run(0)
    assert found == SHORT.run(0)
    learner, training = SHORT.taught(0)
    assert isinstance(learner, Hoyle)
    texts, told = learner.knowledge(), set[str]()
    for name in ("significant_states", "expert_moves", "own_moves", "openings", "play_failures"):
        told |= {line.partition("\t")[0] for line in texts[f"{name}.tsv"].splitlines()[1:]}
    assert 20 < found["states kept"] == len(told) < found["states met"]
    assert found["met of 100,000"] == 100 * found["states met"]
    assert found["kept of met"] == pytest.approx(100 * found["states kept"] / found["states met"])
    assert found["contests"] == 12
    assert found["last loss"] == training["results"].rfind("L") + 1 > 0


def test_ranks_are_places_among_all_voices_of_a_stage() -> None:
    found = SHORT.run(0)
    places = [value for name, value in found.items() if name.startswith("rank of ") and name.endswith(", placing")]
    assert len(places) == found["voices, placing"]
    assert sum(places) == pytest.approx(len(places) * (len(places) + 1) / 2), "who is even shares the places"
    learner, _ = SHORT.taught(0)
    assert isinstance(learner, Hoyle)
    weights = learner.weights.of("placing")
    best = max(weights, key=lambda name: weights[name])
    assert found[f"rank of {best}, placing"] == min(places)


def test_a_row_tells_what_its_learner_has_and_leaves_out_the_rest(tmp_path: Path) -> None:
    report = reproduced(shortened("s98-text", 6), tmp_path, games=["lose_tic_tac_toe"], runs=1, seed=4)
    told = {row.published.name: {cell.column: cell.theirs for cell in row.cells} for row in report.rows}
    assert list(told) == ["with", "no_patterns", "validated", "with_printed"]
    assert told["no_patterns"].keys() == {"last loss", "voices, placing", "contests", "states met", "states kept"}
    assert {"share of weight", "rank of Patsy among all"} <= told["with"].keys()
    last = told["no_patterns"]["last loss"]
    assert last is not None
    assert last.mean == 56


@pytest.mark.slow
def test_the_seq_advisor_has_a_rank_in_both_stages(tmp_path: Path) -> None:
    report = reproduced(shortened("l03-ranks", 8), tmp_path, rows=["seq_advisor"], runs=1, seed=4)
    cells = {cell.column: cell.mean for cell in report.rows[0].cells}
    for stage in ("placing", "sliding"):
        assert 1 <= cells[f"rank of Seq-Advisor, {stage}"] <= cells["voices, placing"]


def test_who_is_not_hoyle_is_refused() -> None:
    with pytest.raises(BadSetting, match="only Hoyle"):
        replace(SHORT, learner="rote", preset="")
