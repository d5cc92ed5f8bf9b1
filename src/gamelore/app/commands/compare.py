"""The command `compare`: variants of a learner on the same contests, or one learner over many games."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamelore.app.terminal.output import (
    REPORTING_SEED,
    Cluster,
    JsonFlag,
    Processes,
    ReportSeed,
    console,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from gamelore.lab.engine.compare import Compared, Variant


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
    from gamelore.lab.engine.compare import compare as run_variants
    from gamelore.lab.engine.executor import open_workers

    variants = list(_variants(games, learner, presets, vary, regime, contests, tests, runs, seed))
    what = vary.partition("=")[0] or "presets"
    folder = out if out is not None else Path("runs") / f"compare-{learner}-{what}-{regime}-seed-{seed}"
    with open_workers(processes, cluster) as workers, progress("comparing", runs * len(variants)) as advance:
        found = run_variants(variants, folder, workers, lambda _run: advance())
    if as_json:
        print_json([dataclasses.asdict(line) for line in found])
        return
    _print(found, f"{learner}, {regime}, {runs} runs, seed {seed}", runs)
    console().print(f"Results: {folder}", markup=False)


def _variants(
    games: str,
    learner: str,
    presets: str,
    vary: str,
    regime: str,
    contests: int | None,
    tests: int,
    runs: int,
    seed: int,
) -> Iterator[Variant]:
    from gamelore.arena.roster import CHALLENGERS
    from gamelore.base.errors import BadSetting
    from gamelore.base.settings import settings_from_texts, settings_to_mapping
    from gamelore.games.registry import loadable_games, typed_game
    from gamelore.lab.engine.compare import Variant
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.learners.registry import learner_class, typed_learner

    learner = typed_learner(learner)
    made = learner_class(learner)
    name, equals, values = vary.partition("=")
    if vary and (not equals or not _names(values)):
        raise BadSetting(f"--vary needs a setting and its values such as weights=awl,pwl, found '{vary}'")
    all_games = games == "all"
    playable = [g.name for g in loadable_games() if made.plays(g)] if all_games else map(typed_game, _names(games))
    for game in playable:
        for preset in _names(presets) or [""]:
            for value in _names(values) or [""]:
                settings = {}
                if value:
                    changed = settings_from_texts(made.preset(preset or None), {name: value}, f"learner {learner}")
                    settings = {name: settings_to_mapping(changed)[name]}
                plan = TestPlan(CHALLENGERS, tests, {"unsolved": "search"})
                yield Variant(
                    game,
                    " ".join(part for part in (preset, value and f"{name}={value}") if part)
                    or next(iter(made.presets)),
                    Experiment(
                        game,
                        learner=learner,
                        preset=preset,
                        settings=settings,
                        regime=regime,
                        contests=contests,
                        test=plan,
                        runs=runs,
                        seed=seed,
                    ),
                )


def _names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


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
