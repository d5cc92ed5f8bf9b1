"""Lock's Tables 6 to 9 and 11 to 14: as printed, described, counted from files and run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lab.tables import reproduced
from tests.significance import improved

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import CHALLENGERS, make_player
from gamelore.arena.tournament import tournament
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase
from gamelore.games import load_game
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.reproduce import row_experiment, rows_to_run
from gamelore.learners.registry import new_learner
from gamelore.papers.lock_2003.sequences import CLASSES, PairExperiment, count_pairs

PLAYED = ("l03-6", "l03-11")
COUNTED = ("l03-7", "l03-8", "l03-9", "l03-12", "l03-13", "l03-14")


@pytest.mark.parametrize("name", [*PLAYED, *COUNTED])
def test_every_row_watches_a_double_cycle(name: str) -> None:
    from gamelore.arena import make_regime

    table = published_table(name)
    assert rows_to_run(table) == table.rows, "all rows are built"
    assert table.runner == ("contests" if name in PLAYED else "pairs")
    for row in table.rows:
        experiment = row_experiment(table, row, 1)
        assert row.default_runs == row.runs == {"lose_tic_tac_toe": 20, "five_mens_morris": 10}[row.game]
        assert experiment.test.contests == 50
        if experiment.learner:
            game = experiment.load_game()
            contests = make_regime(experiment.regime, game, experiment.contests).contests
            assert contests == {"lose_tic_tac_toe": 160, "five_mens_morris": 320}[row.game]


@pytest.mark.slow
def test_contests_of_the_teacher_of_forty_plies_last_that_long() -> None:
    table = published_table("l03-6")
    (row,) = table.select(("experiment_2_forty",), ())
    experiment = row_experiment(table, row, 5)
    game, players = experiment.load_game(), experiment.test.players
    lengths = [
        len(record.actions)
        for name in CHALLENGERS
        for record in tournament(
            game,
            (make_player("perfect", game, **players), make_player(name, game, **players)),
            60,
            ContestKey(5, 0, Phase.TEST, 0, series=name),
        )
    ]
    assert 38 < sum(lengths) / len(lengths) < 42


def test_locks_table_11_marks_exactly_what_a_one_tailed_pooled_t_test_marks() -> None:
    rows = {(row.game, row.name): row for row in published_table("l03-11").rows}
    for game in ("lose_tic_tac_toe", "five_mens_morris"):
        base, better = rows[game, "context_2"], rows[game, "sitact"]
        for column, cell in better.cells.items():
            old = base.cells[column]
            assert old.sd is not None
            assert cell.sd is not None
            marked = improved((cell.mean, cell.sd, better.runs), (old.mean, old.sd, base.runs))
            assert marked == cell.improved, f"{game} {column}"


def test_the_same_figures_stand_in_every_table_that_repeats_them() -> None:
    for earlier, later in (("l03-7", "l03-12"), ("l03-8", "l03-13"), ("l03-9", "l03-14")):
        first = {row.game: row for row in published_table(earlier).rows if row.name == "experiment_2"}
        for row in published_table(later).rows:
            if row.name == "context_2":
                assert {c: f.mean for c, f in row.cells.items()} == {
                    c: f.mean for c, f in first[row.game].cells.items()
                }


def test_pairs_are_counted_in_the_knowledge_files() -> None:
    head = "side\tweight\n"
    weights = (1.0, 0.9, 0.895, 0.8, 0.75, 0.55, 0.5499, 0.0)
    found = count_pairs({"pairs.tsv": head + "".join(f"X\t{w}\n" for w in weights)})
    assert (found["pairs"], found["advisors"], found["retained"]) == (8, 6, 75)
    assert [found[name] for name in CLASSES] == [2, 2, 1, 1]
    assert sum(found[name] for name in CLASSES) == found["advisors"]
    rote = new_learner("rote", load_game("lose_tic_tac_toe"))
    with pytest.raises(BadSetting, match=r"keeps no pairs\.tsv"):
        count_pairs(rote.knowledge())


@pytest.mark.slow
def test_a_table_of_counts_is_run_and_its_runs_are_kept_for_other_tables(tmp_path: Path) -> None:
    def run(name: str, runs: int) -> dict[str, tuple[float, ...]]:
        report = reproduced(name, tmp_path, games=["lose_tic_tac_toe"], rows=["experiment_2"], runs=runs, seed=3)
        return {cell.column: cell.ours for cell in report.rows[0].cells}

    counts = run("l03-7", 1)
    assert 25 <= counts["pairs"][0] <= 55
    files = sorted(tmp_path.glob("*/*.json"))
    assert [file.name for file in files] == ["experiment.json", "run-0000.json", "timings.json"]
    before = [file.read_bytes() for file in files]
    usage = run("l03-9", 1)
    assert [file.read_bytes() for file in files] == before, "the same experiment, so nothing is computed again"
    assert 0.5 < usage["usage"][0] < 1
    assert usage["seconds"][0] > 0
    files[1].write_text("{}")
    assert run("l03-7", 1) == counts
    assert files[1].read_bytes() == before[1]
    table = published_table("l03-8")
    experiment = read_row(PairExperiment, table, table.rows[0], 3, game="lose_tic_tac_toe")
    assert experiment.run(0)["pairs"] == counts["pairs"][0]


@pytest.mark.slow
def test_of_times_only_the_ratio_to_the_first_row_gets_a_verdict(tmp_path: Path) -> None:
    report = reproduced(
        "l03-9", tmp_path, games=["lose_tic_tac_toe"], rows=["experiment_1", "experiment_2"], runs=1, seed=3
    )
    first, second, *_ = ({cell.column: cell for cell in row.cells} for row in report.rows)
    assert first["seconds"].verdict == second["seconds"].verdict == ""
    ratio = second["times as long as 'TP-Context, Experiment I'"]
    assert ratio.ours == tuple(seconds / first["seconds"].mean for seconds in second["seconds"].ours)
    assert ratio.theirs is not None
    assert ratio.theirs.mean == 1.0
    assert ratio.margin == pytest.approx(0.1)
    assert ratio.verdict == "too few runs", "the source made 20"
    assert not any("times" in column for column in first)
