"""The command `compare`: variants of a learner on the same contests, or one learner over many games."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.output import (
    REPORTING_SEED,
    Cluster,
    JsonFlag,
    Processes,
    ReportSeed,
    console,
    names_of,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from gamelore.lab.engine.strength import Compared


def compare(
    games: Annotated[str, typer.Argument(help="Games, separated by commas; 'all' for every game it can play.")],
    learner: Annotated[str, typer.Option(help="The learner.")] = "hoyle",
    presets: Annotated[str, typer.Option(help="Presets to compare, separated by commas; its first by default.")] = "",
    vary: Annotated[str, typer.Option(help="A setting and its values to compare: weights=awl,pwl,logit.")] = "",
    regime: Annotated[str, typer.Option(help="The training regime.")] = "double_cycle",
    contests: Annotated[
        int | None, typer.Option(help="The length of training; the regime's by default.", min=1)
    ] = None,
    tests: Annotated[int, typer.Option(help="Test contests against each challenger.", min=1)] = 50,
    runs: Annotated[int, typer.Option(help="Runs.", min=1)] = 10,
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Compare variants of a learner, run by run on the same contests.

    In a game too big to be solved a search player stands in for the perfect one. Interrupt it whenever you like; the
    same command goes on where it stopped.

    Example: gamelore compare five_mens_morris --vary weights=awl,pwl,pwl_logodds,logit --runs 10
    """
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.engine.strength import Variant
    from gamelore.lab.engine.strength import compare as run_variants

    plan = TestPlan(contests=tests, players={"unsolved": "search"})
    variants = [
        Variant(name, Experiment(game, **asked, regime=regime, contests=contests, test=plan, seed=seed))
        for game, name, asked in _variants(games, learner, presets, vary)
    ]
    what = vary.partition("=")[0] or "presets"
    folder = out if out is not None else Path("runs") / f"compare-{learner}-{what}-{regime}-seed-{seed}"
    with open_workers(processes, cluster) as workers, progress("comparing", runs * len(variants)) as advance:
        found = run_variants(variants, folder, runs, workers, lambda _run: advance())
    if as_json:
        print_json([dataclasses.asdict(line) for line in found])
        return
    _print(found, f"{learner}, {regime}, {runs} runs, seed {seed}", runs)
    console().print(f"Results: {folder}", markup=False)


def _variants(games: str, learner: str, presets: str, vary: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Game, name and learner of each line."""
    from gamelore.base.errors import BadSetting
    from gamelore.base.settings import settings_from_texts
    from gamelore.games import game_names, load_game
    from gamelore.learners.registry import learner_class

    made = learner_class(learner)
    setting, equals, values = vary.partition("=")
    if vary and (not equals or not names_of(values)):
        raise BadSetting(f"--vary needs a setting and its values such as weights=awl,pwl, found '{vary}'")
    playable = [g for g in game_names() if made.plays(load_game(g))] if games == "all" else names_of(games)
    for game, preset, value in product(playable, names_of(presets) or [""], names_of(values) or [""]):
        outer, settings = setting.partition(".")[0], {}
        if value:
            changed = settings_from_texts(made.preset(preset or None), {setting: value}, f"learner {learner}")
            settings = {outer: getattr(changed, outer)}
        name = " ".join(filter(None, (preset, value and f"{setting}={value}"))) or next(iter(made.presets))
        yield game, name, {"learner": learner, "preset": preset, "settings": settings}


def _print(found: list[Compared], title: str, runs: int) -> None:
    from rich.table import Table

    several = len({line.game for line in found}) > 1
    table = Table(title=title, title_justify="left")
    if several:
        table.add_column("game")
    table.add_column("variant")
    for challenger in found[0].reliability:
        table.add_column(f"{challenger} rel / pow", justify="right")
    table.add_column("worst, never lost", justify="right")
    paired = any(line.difference for line in found)
    if paired:
        table.add_column("against the first, run by run", justify="right")
    for line in found:
        strongest = next(iter(line.reliability))
        cells = [f"{line.reliability[c]} / {line.power[c].mean:.1f}" for c in line.reliability]
        cells.append(f"{line.worst[strongest]:.0f}, {line.perfect_runs[strongest]} of {runs}")
        if paired:
            cells.append(", ".join(f"{c} {difference}" for c, difference in list(line.difference.items())[:2]))
        table.add_row(*([line.game] if several else []), line.name, *cells)
    console().print(table)
