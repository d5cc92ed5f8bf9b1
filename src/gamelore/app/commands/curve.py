"""The command `curve`: how strength grows with contests, and what learning costs."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.commands.learn import interval_mapping
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


def curve(
    game: Annotated[str, typer.Argument(help="A game by name.")],
    learner: Annotated[str, typer.Option(help="The learner.")] = "hoyle",
    preset: Annotated[str, typer.Option(help="A preset of the learner; its first by default.")] = "",
    regime: Annotated[str, typer.Option(help="The training regime.")] = "double_cycle",
    at: Annotated[str, typer.Option(help="Numbers of contests, separated by commas.")] = "20,40,80,160",
    probe: Annotated[
        str, typer.Option(help="Whom to meet after every contest to measure regret; '' for nobody.")
    ] = "perfect",
    runs: Annotated[int, typer.Option(help="Runs.", min=1)] = 10,
    contests: Annotated[int, typer.Option(help="Test contests against each challenger at each point.", min=1)] = 50,
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Draw a learning curve: reliability and power after so many contests, and the regret it cost.

    Example: gamelore curve lose_tic_tac_toe --at 20,40,80,160 --runs 10
    """
    from gamelore.base.errors import BadSetting
    from gamelore.games.registry import typed_game
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.engine.runs import keep_runs
    from gamelore.lab.engine.strength import curve_points
    from gamelore.learners.registry import typed_learner

    game, learner = typed_game(game), typed_learner(learner)
    asked = names_of(at)
    if not asked or not all(part.isascii() and part.isdigit() and len(part) < 16 for part in asked):
        raise BadSetting(f"--at needs numbers of contests such as 20,40,80, found '{at}'")
    numbers = tuple(sorted({int(part) for part in asked}))
    experiment = Experiment(
        game,
        learner=learner,
        preset=preset,
        regime=regime,
        contests=numbers[-1],
        checkpoints=numbers,
        probe=probe,
        test=TestPlan(contests=contests),
        seed=seed,
    )
    name = f"curve-{Path(game).stem}-{learner}-{preset or 'default'}-{regime}-seed-{seed}"
    folder = out if out is not None else Path("runs") / name
    with open_workers(processes, cluster) as workers, progress(f"learning {game}", runs) as advance:
        results = keep_runs(experiment, folder, runs, workers, lambda _run: advance())
    found = curve_points(experiment, results)
    if as_json:
        points = [
            dataclasses.asdict(point) | {"regret": None if point.regret is None else interval_mapping(point.regret)}
            for point in found
        ]
        print_json({"experiment": dataclasses.asdict(experiment), "points": points})
        return
    from rich.table import Table

    table = Table(title=f"{game}: {learner} {preset}, {regime}, {runs} runs, seed {seed}", title_justify="left")
    table.add_column("contests", justify="right")
    for challenger in experiment.test.challengers:
        table.add_column(f"{challenger} rel / pow (worst, never lost)", justify="right")
    table.add_column("regret so far", justify="right")
    for point in found:
        cells = [
            f"{point.reliability[name]} / {point.power[name].mean:.1f} "
            f"({point.worst[name]:.0f}, {point.perfect_runs[name]} of {runs})"
            for name in experiment.test.challengers
        ]
        table.add_row(str(point.contests), *cells, "" if point.regret is None else str(point.regret))
    screen = console()
    screen.print(table)
    screen.print(f"Results: {folder}", markup=False)
