"""The command `curve`: how strength grows with contests, and what learning costs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.commands.learn import interval_mapping
from gamelore.app.terminal.completing import complete_games, complete_learners, complete_presets
from gamelore.app.terminal.output import (
    REPORTING_SEED,
    Cluster,
    JsonFlag,
    Processes,
    ReportSeed,
    names_of,
    print_json,
    print_table,
    progress,
    shown_command,
)
from gamelore.app.terminal.width import say
from gamelore.base.words import counted

if TYPE_CHECKING:
    from gamelore.lab.engine.experiment import Experiment
    from gamelore.lab.engine.strength import Course, CurvePoint
    from gamelore.lab.publish.sheet import Sheet


def curve(
    game: Annotated[
        str, typer.Argument(help="A game by name; with --weights an agent's folder.", autocompletion=complete_games)
    ],
    learner: Annotated[
        str, typer.Option(help="The learner, or several separated by commas.", autocompletion=complete_learners)
    ] = "hoyle",
    preset: Annotated[
        str, typer.Option(help="A preset of the learner; its first by default.", autocompletion=complete_presets)
    ] = "",
    regime: Annotated[str, typer.Option(help="The training regime; the learner's usual one by default.")] = "",
    at: Annotated[str, typer.Option(help="Numbers of contests, separated by commas.")] = "20,40,80,160",
    probe: Annotated[
        str, typer.Option(help="Whom to meet after every contest to measure regret; '' for nobody.")
    ] = "perfect",
    runs: Annotated[int, typer.Option(help="Runs.", min=1)] = 10,
    contests: Annotated[int, typer.Option(help="Test contests against each challenger at each point.", min=1)] = 50,
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results, or a file .csv, .tex, .md, .svg or .png for them.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Draw how the weights of an agent's Advisors went, as a new file (SVG).")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Draw a learning curve: reliability and power after so many contests, and the regret it cost.

    With --out and the name of a file, what stands in the tables is also written as CSV, LaTeX or Markdown, or drawn,
    with the command, the seed and the revisions of the learners; the runs are kept as ever.

    Example: gamelore curve lose_tic_tac_toe --at 20,40,80,160 --runs 10
    """
    if weights is not None:
        _draw_weights(Path(game), weights, as_json)
        return
    from gamelore.base.errors import BadSetting
    from gamelore.games.registry import typed_game
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.engine.runs import keep_runs
    from gamelore.lab.engine.strength import Course, curve_points
    from gamelore.lab.publish.forms import require_form, write_sheet
    from gamelore.lab.publish.sheet import is_sheet
    from gamelore.learners.registry import learner_class, typed_learner

    game, learners = typed_game(game), tuple(map(typed_learner, names_of(learner)))
    asked = names_of(at)
    if not asked or not all(part.isascii() and part.isdigit() and len(part) < 16 for part in asked):
        raise BadSetting(f"--at needs numbers of contests such as 20,40,80, found '{at}'")
    if not learners:
        raise BadSetting(f"a curve needs a learner, found '{learner}'")
    require_form(out)
    numbers = tuple(sorted({int(part) for part in asked}))
    found: list[_Curve] = []
    with (
        open_workers(processes, cluster) as workers,
        progress(f"learning {game}", runs * len(learners)) as advance,
    ):
        for name in dict.fromkeys(learners):
            kind = learner_class(name)
            usual = regime or kind.usual_regime(kind.preset(preset or None))
            experiment = Experiment(
                game,
                learner=name,
                preset=preset,
                regime=usual,
                contests=numbers[-1],
                checkpoints=numbers,
                probe=probe,
                test=TestPlan(contests=contests),
                seed=seed,
            )
            folder = Path("runs") / f"curve-{Path(game).stem}-{name}-{preset or 'default'}-{usual}-seed-{seed}"
            if out is not None and not is_sheet(out):
                folder = out if len(learners) == 1 else out / name
            results = keep_runs(experiment, folder, runs, workers, lambda _run: advance())
            points, course = curve_points(experiment, results), Course.of(experiment, folder, runs)
            found.append(_Curve(experiment, points, course, folder))
    if out is not None and is_sheet(out):
        command = shown_command(
            "curve",
            game,
            learner=",".join(learners),
            preset=preset,
            regime=regime,
            at=",".join(map(str, numbers)),
            probe=probe,
            runs=runs,
            contests=contests,
            seed=seed,
        )
        title = f"{game}, {counted(runs, 'run')}, seed {seed}"
        write_sheet(out, _sheet(found, title, command, seed, runs))
    if as_json:
        told = [_told(curve) for curve in found]
        print_json(told[0] if len(told) == 1 else told)
        return
    for curve in found:
        _print(curve, runs)
    if out is not None and is_sheet(out):
        say(f"Written: {out}")


@dataclasses.dataclass(frozen=True)
class _Curve:
    """How one learner went."""

    experiment: Experiment
    points: list[CurvePoint]
    course: Course
    folder: Path


def _sheet(found: Sequence[_Curve], title: str, command: str, seed: int, runs: int) -> Sheet:
    from gamelore.lab.publish.sheet import Sheet, rows_of
    from gamelore.learners.registry import learner_class

    rows = [
        row
        for curve in found
        for point in curve.points
        for row in rows_of(
            point,
            game=curve.experiment.game,
            learner=curve.experiment.learner,
            contests=point.contests,
            teacher=curve.course.teacher,
            regret=point.regret,
        )
    ]
    revisions = {curve.experiment.learner: learner_class(curve.experiment.learner).revision for curve in found}
    return Sheet(title, command, seed, runs, revisions, tuple(rows), grows=True)


def _told(curve: _Curve) -> dict[str, Any]:
    points = [
        dataclasses.asdict(point) | {"regret": None if point.regret is None else interval_mapping(point.regret)}
        for point in curve.points
    ]
    return {"experiment": dataclasses.asdict(curve.experiment), "points": points, **curve.course.to_mapping()}


def _print(curve: _Curve, runs: int) -> None:
    from rich.table import Table

    experiment, course = curve.experiment, curve.course
    said = f"{experiment.game}: {experiment.learner} {experiment.preset}, {experiment.regime}"
    table = Table(title=f"{said}, {counted(runs, 'run')}, seed {experiment.seed}", title_justify="left")
    for heading in ("contests", "teacher", "seconds a run"):
        table.add_column(heading, justify="right")
    for challenger in experiment.test.challengers:
        table.add_column(f"{challenger} rel / pow (worst, never lost)", justify="right")
    table.add_column("regret so far", justify="right")
    for point in curve.points:
        cells = [
            f"{point.reliability[name]} / {point.power[name].mean:.1f} "
            f"({point.worst[name]:.0f}, {point.perfect_runs[name]} of {runs})"
            for name in experiment.test.challengers
        ]
        cost = (f"{point.contests:,}", "yes" if course.teacher else "no", course.time)
        table.add_row(*cost, *cells, "" if point.regret is None else str(point.regret))
    print_table(table)
    say(f"{course.regime}; the seconds of a run are those of the whole course, tests and probes included")
    say(f"Results: {curve.folder}")


def _draw_weights(folder: Path, file: Path, as_json: bool) -> None:
    """Draw the weights of an agent over its course, and say what is drawn."""
    from gamelore.base.errors import GameloreError
    from gamelore.base.files import write_text
    from gamelore.lab.weights_over_time import results_of, told, weights_of, weights_svg

    courses, results = weights_of(folder), results_of(folder)
    if file.exists():
        raise GameloreError(f"{file}: exists already; the picture goes into a new file")
    sentences = told(courses, results)
    write_text(file, weights_svg(courses, f"Weights of the Advisors of {folder.name} over its contests"))
    if as_json:
        weights = [{"stage": c.stage, "advisor": c.advisor, "steps": [list(s) for s in c.steps]} for c in courses]
        print_json({"picture": str(file), "weights": weights, "sentences": sentences})
        return
    say(*sentences, f"drawn in {file}")
