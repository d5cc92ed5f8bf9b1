"""Published tables reproduced: the experiments of a table's rows are run and set beside what was printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gamelore.arena.players import Perfect
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.files import Json
from gamelore.base.registry import Registry
from gamelore.games.core import AnyGame
from gamelore.lab.engine.expectation import at_random, expect_alternating
from gamelore.lab.engine.experiment import Experiment, score_of
from gamelore.lab.engine.orders import Order, read_row, reproduce_rows
from gamelore.lab.engine.published import CONTESTS, PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.shelf import places
from gamelore.lab.engine.verdicts import Aim
from gamelore.oracles.styles import ERRORS

SMALL_TREE = 9
"""Plies up to which a tree is summed exactly; 3 x 3 boards have some 5,500 states."""

RUNNERS: Registry[Callable[[Order], Report]] = Registry(
    "runner",
    places(
        "runners",
        {
            "bidders": "gamelore.lab.own_tables.bidders:reproduce_bidders",
            "forty_two_maxims": "gamelore.lab.own_tables.forty_two_maxims:reproduce_maxims",
            "maxims": "gamelore.lab.own_tables.maxims:reproduce_maxims",
            "poker_practice": "gamelore.lab.own_tables.poker_practice:reproduce_practice",
        },
    ),
)
"""Who runs tables that are not won in contests against challengers: our own, and those of sources."""

MEASURES = ("reliability", "power")
NEVER_LOST = "never lost"
"""A measure that counts runs: 100 for one without a lost contest, else 0."""


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
    table: PublishedTable, row: PublishedRow, seed: int, preset: str = "", regime: str = ""
) -> Experiment:
    """The experiment of a row that is won against challengers.

    A preset puts another variant of the row's learner in its place, a regime another way of training.
    """
    changes = {what: value for what, value in (("preset", preset), ("regime", regime)) if value}
    if changes and not (row.experiment or {}).get("learner"):
        raise BadSetting(f"table {table.name}, row {row.name}: nobody learns there, so it has no preset and no regime")
    return read_row(Experiment, table, row, seed, game=row.game, **changes)


def reproduce(order: Order, preset: str = "", regime: str = "") -> Report:
    """Run the experiments of some rows of a table and set ours beside theirs."""
    table = order.table
    if table.runner == CONTESTS:
        experiments = [row_experiment(table, row, order.seed, preset, regime) for row in order.rows]
        return reproduce_rows(order, experiments, report_row)
    if preset or regime:
        raise BadSetting(f"table {table.name}: its rows have no presets and no regimes")
    return RUNNERS.find(table.runner, where=f"table {table.name}")(order)


def report_row(table: PublishedTable, row: PublishedRow, experiment: Experiment, results: Sequence[Json]) -> ReportRow:
    """A published row with the figures of our runs."""
    exact = exact_figures(experiment)
    aim: Aim = "reach" if experiment.learner else "match"
    contests = experiment.test.contests
    cells = tuple(
        beside_printed(
            table,
            row,
            column,
            tuple(figure(r, column) for r in results),
            aim,
            trials=len(results) * (1 if column.endswith(NEVER_LOST) else contests),
            exact=exact.get(column),
        )
        for column in table.columns
    )
    return ReportRow(row, len(results), say_settings(experiment), cells)


def figure(result: Json, column: str) -> float:
    """One figure of a run in per cent: `CHALLENGER.reliability`, `CHALLENGER.power` or `CHALLENGER.never lost`."""
    challenger, _, measure = column.partition(".")
    if measure not in (*MEASURES, NEVER_LOST):
        raise NotAvailable(f"column '{column}': nothing here measures '{measure}'")
    score = score_of(result["tests"], challenger)
    if measure == NEVER_LOST:
        return 100.0 * (score.losses == 0)
    return (score.reliability if measure == "reliability" else score.power).mean


def exact_figures(experiment: Experiment) -> dict[str, float]:
    """What a random or a perfect player can expect, exactly, where the tree is small and challengers err at random."""
    game = experiment.load_game()
    settings = experiment.test.player_settings()
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
    return game.perfect_information and game.most_plies is not None and game.most_plies <= SMALL_TREE


def say_settings(experiment: Experiment) -> str:
    """What was set, in words: above all where the sources leave it open."""
    settings, game = experiment.test.player_settings(), experiment.load_game()
    errors = "at random" if settings.errors == "random_error" else "reasonably"
    parts = [
        f"perfect player: {settings.style}" + (f", straying in {settings.stray:.0%}" if settings.stray else ""),
        f"challengers err {errors} ({ERRORS['expert']:.0%} expert, {ERRORS['novice']:.0%} novice)",
        f"{experiment.test.contests} test contests against each, first mover alternating",
    ]
    if experiment.learner:
        parts.insert(0, experiment.said())
    if game.horizon.max_plies:
        parts.append(f"drawn after {game.horizon.max_plies} plies")
    if game.horizon.repetition:
        parts.append(f"drawn at repetition {game.horizon.repetition}")
    return f"{'; '.join(parts)}; seed {experiment.seed}"
