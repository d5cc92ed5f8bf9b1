"""The tables of 1996 and 1998: as printed, runnable row by row, and what their runners count and time."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tables import reproduced
from tests.learners.advisors.boards import FIVE, LOSE

from gamelore.base.errors import BadSetting
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.kept import TIMES
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import Figure, published_table
from gamelore.lab.engine.report import Cell
from gamelore.lab.engine.reproduce import exact_figures, row_experiment, rows_to_run
from gamelore.lab.engine.timed import TimedVariants
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import parse_concept
from gamelore.learners.advisors.patterns.faculty import Standing
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.papers.epstein_1996_1998.patterns import (
    BORN,
    JUDGED,
    OUTWEIGHED,
    REFLECTED,
    PatternExperiment,
    count_patterns,
    is_printed,
    patterns_of,
)


def test_every_row_of_table_2_can_be_run_and_the_printed_ones_are_whole() -> None:
    table = published_table("s98-2")
    assert len(rows_to_run(table)) == len(table.rows) == 21
    printed = [row for row in table.rows if row.name in ("optimum", "without", "with", "broader", "high_weight")]
    assert len(printed) == 8
    for row in printed:
        assert all(row.printed(column) is not None for column in table.columns)
        for challenger in ("expert", "novice", "random"):
            assert row.cells[f"{challenger}.power"].mean <= row.cells[f"{challenger}.reliability"].mean


def test_the_rows_of_table_2_differ_in_what_the_source_says_they_differ_in() -> None:
    table = published_table("s98-2")
    rows = {(row.game, row.name): row_experiment(table, row, 1) for row in rows_to_run(table)}
    assert rows["lose_tic_tac_toe", "without"].settings == {"patterns": {"rules": []}}
    assert rows["lose_tic_tac_toe", "high_weight"].settings == {"least_weight": 2.0}
    assert rows["tic_tac_toe", "broader"].settings == {"least_weight": 1.0}
    assert rows["tic_tac_toe", "broader"].regime == "broader_context"
    assert {e.regime for (_, name), e in rows.items() if name in ("with", "without")} == {"fixed_length"}
    assert len({e.digest for e in rows.values()}) == len(rows)


def test_the_estimated_optimum_has_an_exact_value() -> None:
    table = published_table("s98-2")
    row = table.select(("optimum",), ("tic_tac_toe",))[0]
    exact = exact_figures(row_experiment(table, row, 1))
    assert exact["perfect.reliability"] == pytest.approx(100)
    assert exact["expert.power"] == pytest.approx(16.35, abs=0.01), "opening in centre or corner"


def test_a_figure_that_is_not_printed_gets_no_verdict() -> None:
    row = published_table("p96-1").select((), ("five_mens_morris",))[0]
    assert math.isnan(row.cells["waiting"].mean)
    assert row.printed("waiting") is None
    assert row.printed("kept mill") is not None


def test_a_time_that_stays_under_the_published_one_is_good_enough() -> None:
    published = published_table("s98-3").rows[1].cells["perfect"]
    assert Cell("perfect", (1.0, 1.1, 1.05), published, aim="stay under", margin=0.1).verdict == "below"
    assert Cell("perfect", (1.2, 1.3, 1.25), published, aim="stay under", margin=0.2).verdict == "reached"
    assert Cell("perfect", (1.5, 1.6, 1.55), published, aim="stay under", margin=0.1).verdict == "above"


@pytest.mark.parametrize(
    ("concept", "printed", "same"),
    [
        ("placing either draw diagonal 3m 7n", "placing either draw line 1n 9m", True),
        ("placing either loss line 4m 5# 6n", "placing either draw line 2n 8m", True),
        ("placing X draw diagonal 3m 7n", "placing either draw line 1n 9m", False),
        ("placing X draw line 5X", "placing X draw line 5m", True),
        ("placing either draw line 4m 5n 6n", "placing either draw line 2n 8m", False),
    ],
)
def test_a_learned_concept_is_found_among_the_printed_ones(concept: str, printed: str, same: bool) -> None:
    assert is_printed(LOSE, parse_concept(LOSE, concept), parse_concept(LOSE, printed)) == same


@pytest.mark.slow
def test_a_run_counts_patterns_concepts_and_ranks_and_is_the_same_again() -> None:
    experiment = PatternExperiment(
        "lose_tic_tac_toe",
        regime="lesson_and_practice",
        contests=45,
        test=TestPlan(players={"style": "opening_restricted"}),
        figures={"8a": "either 1n 9m"},
        seed=1,
    )
    figures = experiment.run(0)
    assert figures == experiment.run(0)
    assert figures["contests"] <= 45
    assert figures["waiting"] + figures["cached"] > 20
    assert 1 <= figures["rank of Patsy"] <= figures["voices in tier 2"]
    assert {"kept 8a", "learned 8a", "share of weight", "last loss"} <= figures.keys()
    assert figures["learned 8a"] >= figures["kept 8a"]
    assert figures["rejected 8a"] <= figures["learned 8a"]
    assert 0 < sum(figures[column] for column in JUDGED.values()) <= figures["concepts"]
    assert figures["rejected 8a"] >= figures["discarded 8a"]
    assert BORN in figures
    assert 0 < figures[BORN] <= figures[REFLECTED] <= figures["contests"]


def test_reflection_is_told_by_its_birth_and_by_the_voices_that_it_outweighs() -> None:
    learner, training = Hoyle(LOSE, PRESETS["p96"]), {"contests": 50, "reached": False, "results": "D" * 50}
    figures = count_patterns(learner, training, {}, 1)
    assert (figures[BORN], figures[REFLECTED], figures[OUTWEIGHED]) == (0, 50, 0), "none was made"
    patterns = patterns_of(learner)
    for text, born in (("X draw line 5m", 5), ("either draw line 1m 9n", 30), ("either draw line 2m 8n", 20)):
        patterns.concepts[parse_concept(LOSE, f"placing {text}")] = Standing("drop", born)
    patterns.concepts[parse_concept(LOSE, "placing X draw line 5m")].fate = "irrelevant"
    patterns.restore(patterns.texts(), "by hand")
    weights = {advisor.name: 1.0 + number for number, advisor in enumerate(learner.voices)}
    first, second = (advisor.name for advisor in learner.learned)
    placed = [name for name in weights if name not in (first, second)]
    learner.weights.from_mapping({"placing": {**weights, first: 0.1, second: 4.5}}, "by hand")
    figures = count_patterns(learner, training, {"7a": "X 5m"}, 1)
    assert (figures[BORN], figures[REFLECTED]) == (5, 20)
    assert figures[OUTWEIGHED] == 100 * sum(weights[name] < 4.5 for name in placed) / len(placed) > 0
    assert (figures["learned 7a"], figures["discarded 7a"], figures["kept 7a"]) == (100, 100, 0)


def test_the_printed_tempo_and_the_figures_that_were_discarded_stand_in_the_rows_of_lose_tic_tac_toe(
    tmp_path: Path,
) -> None:
    table = published_table("p96-1")
    (row,) = table.select(("lose_tic_tac_toe",), ())
    printed = row.printed(REFLECTED), row.printed(OUTWEIGHED)
    assert printed == (Figure(80), Figure(58.8)), "80 contests or so, 10 of 17 voices"
    short = replace(row, experiment={**(row.experiment or {}), "contests": 9})
    report = reproduced(replace(table, rows=(short,)), tmp_path, runs=1, seed=1)
    shown = {cell.column: cell for cell in report.rows[0].cells}
    assert {"learned 8e", "discarded 8e", "discarded 8f", BORN} <= shown.keys(), "though not counted in print"
    assert shown[REFLECTED].ours == (9.0,)
    assert "kept 7a" not in shown


def test_times_come_for_every_variant_and_challenger() -> None:
    plan = TestPlan(("expert", "random"), 2)
    plain = Experiment("lose_tic_tac_toe", learner="hoyle", preset="s98", regime="fixed_length", contests=4, test=plan)
    without = replace(plain, settings={"patterns": {"rules": []}})
    found = TimedVariants({"without": without, "with": plain}).run(0)
    assert set(found) == {"without", "with", TIMES}
    for variant in ("without", "with"):
        assert list(found[TIMES][variant]) == ["expert", "random"]
        assert all(value > 0 for times in found[TIMES][variant].values() for value in times.values())


def test_times_of_the_table_are_ratios_to_its_first_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamelore.papers.epstein_1996_1998.patterns.TIMED_CONTESTS", 2)
    table = published_table("s98-3")
    rows = tuple(replace(row, experiment={**(row.experiment or {}), "contests": 4}) for row in table.rows)
    short, seen = replace(table, rows=rows), list[int]()
    report = reproduced(short, tmp_path, rows=["without", "with"], runs=2, seed=1, progress=seen.append)
    first, second = report.rows
    assert all(cell.ours == (1.0, 1.0) for cell in first.cells)
    assert all(cell.mean > 0 and cell.verdict for cell in second.cells)
    assert len(seen) == 4, "each run serves both rows"


def test_a_row_of_counts_is_run_from_the_table(tmp_path: Path) -> None:
    table = published_table("p96-1")
    row = replace(table.rows[0], experiment={**(table.rows[0].experiment or {}), "contests": 12})
    report = reproduced(replace(table, rows=(row,)), tmp_path, runs=2, seed=1)
    columns = [cell.column for cell in report.rows[0].cells]
    assert columns[:5] == ["waiting", "cached", "uninformative", "concepts", "rank of Patsy"]
    assert "kept 8a" not in columns
    assert "contests" in columns
    assert len(list(tmp_path.glob("tic_tac_toe-hoyle-*/run-*.json"))) == 2


def test_a_learner_without_patterns_has_none_to_count() -> None:
    with pytest.raises(BadSetting, match="sees no patterns"):
        PatternExperiment("tic_tac_toe", preset="l03", contests=2).run(0)
    with pytest.raises(BadSetting, match="does not play draw_poker"):
        PatternExperiment("draw_poker")


# What is learned on every run: fixed seeds, other runs


def kept(
    game: str, preset: str, regime: str, contests: int | None, run: int, style: str, templates: str | None = None
) -> dict[str, float]:
    """The ideas that speak after training and do not go with losing, each with the largest weight of its Advisors."""
    parameters = {"max_plies": 100} if "morris" in game else {}
    settings = {"patterns": {"templates": templates}} if templates else {}
    plan = TestPlan(players={"style": style, "unsolved": "search"})
    course = PatternExperiment(
        game, parameters, preset=preset, settings=settings, regime=regime, contests=contests, test=plan, seed=7
    )
    learner, _ = course.taught(run)
    assert isinstance(learner, Hoyle)
    found: dict[str, float] = {}
    for heuristic in patterns_of(learner).heuristics(learner.weights):
        if heuristic.concept.outcome != "loss":
            found[heuristic.name] = max(found.get(heuristic.name, 0.0), heuristic.weight)
    return found


def weights_of_reflection(preset: str, regime: str, templates: str | None = None) -> list[float]:
    runs = (kept("lose_tic_tac_toe", preset, regime, None, run, "opening_restricted", templates) for run in range(10))
    return [found.get("reflection through the centre", 0.0) for found in runs]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "regime", "templates"), [("p96", "lesson_and_practice", None), ("s98", "fixed_length", "corners")]
)
def test_reflection_is_learned_in_lose_tic_tac_toe_on_ten_of_ten_runs(
    preset: str, regime: str, templates: str | None
) -> None:
    assert min(weights_of_reflection(preset, regime, templates)) > 1


@pytest.mark.slow
def test_reflection_is_learned_in_lose_tic_tac_toe_on_most_runs_with_the_templates_of_1998() -> None:
    assert sum(weight > 1 for weight in weights_of_reflection("s98", "fixed_length")) >= 8


@pytest.mark.slow
def test_mill_and_confinement_are_learned_in_five_mens_morris_on_ten_of_ten_runs() -> None:
    for run in range(10):
        found = kept("five_mens_morris", "p96", "double_cycle", 160, run, "assertive")
        assert found["mill"] > 1
        assert found["confinement in a corner"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("run", range(3))
@pytest.mark.parametrize(
    ("game", "regime", "contests"), [("six_mens_morris", "double_cycle", 160), ("nine_mens_morris", "rotation", 320)]
)
def test_the_larger_morris_games_learn_mill_and_confinement_by_the_same_code(
    game: str, regime: str, contests: int, run: int
) -> None:
    found = kept(game, "p96", regime, contests, run, "auto")
    assert found["mill"] > 1
    assert found["confinement in a corner"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("row", ["lose_tic_tac_toe_validated", "five_mens_morris_validated"])
def test_no_false_concept_keeps_a_weight_of_1(row: str) -> None:
    table = published_table("p96-1")
    (published,) = table.select((row,), ())
    experiment = read_row(PatternExperiment, table, published, 7)
    for run in range(5):
        figures = experiment.run(run)
        assert figures["true concepts of weight 1"] > 0
        assert figures["false concepts of weight 1"] == 0


def test_what_confinement_is_in_five_mens_morris_is_told_by_its_name() -> None:
    assert naming.idea(FIVE, parse_concept(FIVE, "sliding either draw L 4n 5m 8m")) == "confinement in a corner"
