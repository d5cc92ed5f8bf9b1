"""Published tables obtained anew: the experiments of a table's rows, run, and set beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from gamelore.arena.players import Perfect
from gamelore.arena.roster import PlayerSettings, make_player
from gamelore.base.errors import BadSetting, NotAvailable, UnknownName
from gamelore.base.files import Json
from gamelore.base.registry import load
from gamelore.base.settings import settings_from_mapping
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyGame
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.expectation import at_random, expect_alternating
from gamelore.lab.engine.experiment import Experiment, experiment_from_mapping, run_experiment, score_of
from gamelore.lab.engine.published import PublishedRow, PublishedTable, published_table
from gamelore.lab.engine.report import Aim, Cell, Report, ReportRow
from gamelore.lab.engine.rows import Order, Progress
from gamelore.oracles.board.styles import ERRORS

SMALL_TREE = 9
"""Placements up to which a tree is summed exactly; 3 x 3 boards have some 5,500 states."""

RUNNERS = {
    "bidding": "gamelore.lab.sources.carberry:reproduce_bidding",
    "lock": "gamelore.lab.sources.lock_2003:reproduce_lock",
    "patterns": "gamelore.lab.sources.epstein_1996_1998:reproduce_patterns",
    "poker": "gamelore.lab.sources.waterman_1968:reproduce_poker",
    "rote": "gamelore.lab.sources.lock_rote:reproduce_counts",
    "rote_times": "gamelore.lab.sources.lock_rote:reproduce_times",
    "times": "gamelore.lab.sources.epstein_times:reproduce_times",
}
"""Tables that are not won in contests against challengers, and what obtains them."""

MEASURES = ("reliability", "power")


def rows_to_run(
    table: PublishedTable, names: Sequence[str] = (), games: Sequence[str] = ()
) -> tuple[PublishedRow, ...]:
    """The rows that are asked for; asked for all, those that can be run."""
    rows = table.select(tuple(names), tuple(games))
    able = tuple(row for row in rows if row.experiment is not None)
    missing = [row.name for row in rows if row.experiment is None]
    if not able or (names and missing):
        can = sorted({row.name for row in table.rows if row.experiment is not None})
        raise NotAvailable(
            f"table {table.name}: row '{missing[0]}' is printed but not built here yet; rows that are: {', '.join(can)}"
        )
    return able


def row_experiment(
    table: PublishedTable, row: PublishedRow, runs: int | None, seed: int, preset: str = "", regime: str = ""
) -> Experiment:
    """The experiment that obtains a row; as many runs as the source made unless another number is given.

    A preset puts another variant of the row's learner in its place, a regime another way of training.
    """
    where = f"table {table.name}, row {row.name} of {row.game}"
    values = {**(row.experiment or {}), "game": row.game, "runs": runs or row.default_runs, "seed": seed}
    for what, value in (("preset", preset), ("regime", regime)):
        if value:
            if not values.get("learner"):
                raise BadSetting(f"{where}: nobody learns there, so it has no {what}")
            values[what] = value
    return experiment_from_mapping(values, where)


def reproduce(
    name: str,
    folder: Path,
    workers: Workers,
    *,
    rows: Sequence[str] = (),
    games: Sequence[str] = (),
    runs: int | None = None,
    seed: int,
    preset: str = "",
    regime: str = "",
    progress: Progress | None = None,
) -> Report:
    """Run the experiments of a table's rows and set ours beside theirs. Each row keeps a folder of its own."""
    table = published_table(name)
    if table.runner != "contests":
        if preset or regime:
            raise BadSetting(f"table {name}: its rows have no presets and no regimes")
        if table.runner not in RUNNERS:
            raise UnknownName("runner", table.runner, RUNNERS, f"table {name}")
        order = Order(table, rows_to_run(table, rows, games), folder, workers, seed, runs, progress)
        report: Report = load(RUNNERS[table.runner])(order)
        return report
    planned = [(row, row_experiment(table, row, runs, seed, preset, regime)) for row in rows_to_run(table, rows, games)]
    done = []
    for row, experiment in planned:
        title = f"{row.game} {row.name}"

        def advance(run: int, title: str = title) -> None:
            if progress is not None:
                progress(title, run)

        place = folder / "-".join(filter(None, (row.game, row.name, preset, regime)))
        results = run_experiment(experiment, place, workers, advance)
        done.append(report_row(table, row, experiment, results))
    return Report(table, seed, tuple(done))


def report_row(table: PublishedTable, row: PublishedRow, experiment: Experiment, results: Sequence[Json]) -> ReportRow:
    """A published row with the figures of our runs."""
    exact = exact_figures(experiment)
    aim: Aim = "reach" if experiment.learner else "match"
    cells = tuple(
        Cell(column, tuple(figure(r, column) for r in results), row.printed(column), row.runs, exact.get(column), aim)
        for column in table.columns
    )
    return ReportRow(row, len(results), say_settings(experiment), cells)


def figure(result: Json, column: str) -> float:
    """One figure of a run: `CHALLENGER.reliability` or `CHALLENGER.power`, in per cent."""
    challenger, _, measure = column.partition(".")
    if measure not in MEASURES:
        raise NotAvailable(f"column '{column}': nothing here measures '{measure}'")
    score = score_of(result, challenger)
    return (score.reliability if measure == "reliability" else score.power).mean


def exact_figures(experiment: Experiment) -> dict[str, float]:
    """What a random or a perfect player can expect, exactly, where the tree is small and challengers err at random."""
    game = experiment.load_game()
    settings = player_settings(experiment)
    if experiment.player not in ("random", "perfect") or settings.errors != "random_error" or not _small(game):
        return {}
    if settings.style == "assertive":
        return {}
    perfect = make_player("perfect", game, **experiment.test.players)
    assert isinstance(perfect, Perfect)
    player = at_random if experiment.player == "random" else perfect.choice.chances
    found: dict[str, float] = {}
    for challenger in experiment.test.challengers:
        if challenger in ERRORS:
            erring = partial(perfect.choice.chances, errors=ERRORS[challenger])
            chances = expect_alternating(game, player, erring)
            found[f"{challenger}.reliability"] = chances.reliability
            found[f"{challenger}.power"] = chances.power
    return found


def _small(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and not game.rules.slides and game.placements <= SMALL_TREE


def player_settings(experiment: Experiment) -> PlayerSettings:
    """The settings of the challengers."""
    return settings_from_mapping(PlayerSettings(), experiment.test.players, "test plan")


def say_settings(experiment: Experiment) -> str:
    """What was set, in words: above all where the sources leave it open."""
    settings, game = player_settings(experiment), experiment.load_game()
    errors = "at random" if settings.errors == "random_error" else "reasonably"
    parts = [
        f"perfect player: {settings.style}" + (f", straying in {settings.stray:.0%}" if settings.stray else ""),
        f"challengers err {errors} ({ERRORS['expert']:.0%} expert, {ERRORS['novice']:.0%} novice)",
        f"{experiment.test.contests} test contests against each, first mover alternating",
    ]
    if experiment.learner:
        parts.insert(0, f"learner {experiment.learner} {experiment.preset or 'default'}, regime {experiment.regime}")
    if game.horizon.max_plies:
        parts.append(f"drawn after {game.horizon.max_plies} plies")
    if game.horizon.repetition:
        parts.append(f"drawn at repetition {game.horizon.repetition}")
    return f"{'; '.join(parts)}; seed {experiment.seed}"
