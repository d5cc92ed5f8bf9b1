"""Figure 6 of 1998: what each move is worth to the vote, with the learned spatial Advisors and without them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tables import reproduced
from tests.learners.advisors.boards import LOSE

from gamelore.base.errors import BadSetting
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import published_table
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patterns.concepts import parse_concept
from gamelore.learners.advisors.patterns.faculty import Standing
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.papers.epstein_1996_1998.patterns import patterns_of
from gamelore.papers.epstein_1996_1998.votes import VoteExperiment, supports

FIGURE_6 = LOSE.parse_state(".../.X./.O. X")
TABLE = published_table("s98-f6")
PRINTED = {"with": (35.7, 59.2, 15.4, 43.8), "without": (34.8, 15.3, 12.8, 43.0)}
"""For 1 and 3, for 2, for 4 and 6, for 7 and 9."""


@pytest.mark.parametrize("name", PRINTED)
def test_the_shares_follow_from_what_is_printed(name: str) -> None:
    (row,) = TABLE.select((name,), ())
    whole = sum(value * count for value, count in zip(PRINTED[name], (2, 1, 2, 2), strict=True))
    for column, value in zip(TABLE.columns, PRINTED[name], strict=False):
        assert row.cells[column].mean == pytest.approx(100 * value / whole, abs=0.05)


def test_a_silenced_advisor_takes_away_what_it_said_and_nothing_else() -> None:
    learner = Hoyle(LOSE, PRESETS["s98"])
    patterns = patterns_of(learner)
    patterns.concepts[parse_concept(LOSE, "placing either draw line 2m 8n")] = Standing("drop", 1, spoken=10, apt=10)
    patterns.restore(patterns.texts(), "by hand")
    heard, rest = (supports(learner, FIGURE_6, silenced) for silenced in (False, True))
    assert heard.keys() == rest.keys() == {str(n) for n in (1, 2, 3, 4, 6, 7, 9)}
    assert {move for move in heard if heard[move] != rest[move]} == {"2"}
    assert heard["2"] - rest["2"] == pytest.approx(8)


def test_a_run_tells_each_share_and_who_is_first(tmp_path: Path) -> None:
    rows = tuple(replace(row, experiment={**(row.experiment or {}), "contests": 4}) for row in TABLE.rows)
    report = reproduced(replace(TABLE, rows=rows), tmp_path, runs=1, seed=1)
    assert [row.published.name for row in report.rows] == ["with", "without", "merged", "with_printed"]
    for row in report.rows:
        found = {cell.column: cell.mean for cell in row.cells}
        assert 2 * found["1 and 3"] + found["2"] + 2 * found["4 and 6"] + 2 * found["7 and 9"] == pytest.approx(100)
        assert {found["2 first"], found["7 and 9 first"]} <= {0, 100}


def test_moves_that_are_not_those_of_the_position_are_refused() -> None:
    experiment = read_row(VoteExperiment, TABLE, TABLE.rows[0], 1, game="lose_tic_tac_toe", contests=1)
    with pytest.raises(BadSetting, match=r"must name the moves of \.\.\./\.X\./\.O\. X: 1, 2, 3"):
        replace(experiment, moves={"2": ["2"]}).run(0)
