"""The command `compare`: learners and their variants on the same contests, or one learner over many games."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
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
    games: Annotated[str, typer.Argument(help="Games, separated by commas; 'all' for every game that all can play.")],
    learner: Annotated[str, typer.Option(help="Learners to compare, separated by commas.")] = "hoyle",
    presets: Annotated[str, typer.Option(help="Presets to compare, separated by commas; the first by default.")] = "",
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
    """Compare learners, or variants of one, run by run on the same contests.

    Of several learners each takes those presets that it has, and a setting that is varied must be known to all. In a
    game too big to be solved a search player stands in for the perfect one. Interrupt it whenever you like; the same
    command goes on where it stopped.

    Example: gamelore compare five_mens_morris --vary weights=awl,pwl,pwl_logodds,logit --runs 10
    """
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.engine.strength import Variant
    from gamelore.lab.engine.strength import compare as run_variants
    from gamelore.learners.registry import typed_learner

    learners = tuple(map(typed_learner, names_of(learner)))
    plan = TestPlan(contests=tests, players={"unsolved": "search"})
    variants = [
        Variant(name, Experiment(game, **asked, regime=regime, contests=contests, test=plan, seed=seed))
        for game, (name, asked) in product(_playable(games, learners), _variants(learners, names_of(presets), vary))
    ]
    what = vary.partition("=")[0] or "presets"
    folder = out if out is not None else Path("runs") / f"compare-{'-'.join(learners)}-{what}-{regime}-seed-{seed}"
    with open_workers(processes, cluster) as workers, progress("comparing", runs * len(variants)) as advance:
        found = run_variants(variants, folder, runs, workers, lambda _run: advance())
    if as_json:
        print_json([dataclasses.asdict(line) for line in found])
        return
    _print(found, f"{', '.join(learners)}, {regime}, {runs} runs, seed {seed}", runs)
    console().print(f"Results: {folder}", markup=False)


def _playable(games: str, learners: Sequence[str]) -> Sequence[str]:
    from gamelore.base.errors import BadSetting
    from gamelore.games.registry import loadable_games, typed_game
    from gamelore.learners.registry import learner_class

    kinds = [learner_class(name) for name in learners]
    found = tuple(map(typed_game, names_of(games))) if games != "all" else ()
    if games == "all":
        found = tuple(game.name for game in loadable_games() if all(kind.plays(game) for kind in kinds))
    if not found or not kinds:
        raise BadSetting(f"a comparison needs a game and learners that play it, found '{games}', {list(learners)}")
    return found


def _variants(learners: Sequence[str], presets: Sequence[str], vary: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each line is called, and who learns there."""
    from gamelore.base.errors import BadSetting, UnknownName
    from gamelore.base.settings import settings_from_texts
    from gamelore.learners.registry import learner_class

    setting, _, texts = vary.partition("=")
    values = names_of(texts)
    if vary and not values:
        raise BadSetting(f"--vary needs a setting and its values such as weights=awl,pwl, found '{vary}'")
    known = {name: learner_class(name).presets for name in learners}
    for preset in presets:
        if not any(preset in some for some in known.values()):
            raise UnknownName(
                f"preset of learner {' or '.join(known)}", preset, {p for some in known.values() for p in some}
            )
    for learner, some in known.items():
        ours = [preset for preset in presets if preset in some]
        if presets and not ours:
            raise BadSetting(f"learner {learner} has none of the presets {', '.join(presets)}")
        for preset, value in product(ours or [""], values or [""]):
            outer, settings = setting.partition(".")[0], {}
            if value:
                base = learner_class(learner).preset(preset or None)
                changed = settings_from_texts(base, {setting: value}, f"learner {learner}")
                settings = {outer: getattr(changed, outer)}
            told = (learner if len(known) > 1 else "", preset, value and f"{setting}={value}")
            name = " ".join(filter(None, told)) or next(iter(some))
            yield name, {"learner": learner, "preset": preset, "settings": settings}


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
    played = any(line.last_loss is not None for line in found)
    if played:
        table.add_column("last loss", justify="right")
    paired = any(line.difference for line in found)
    if paired:
        table.add_column("against the first, run by run", justify="right")
    for line in found:
        strongest = next(iter(line.reliability))
        cells = [f"{line.reliability[c]} / {line.power[c].mean:.1f}" for c in line.reliability]
        cells.append(f"{line.worst[strongest]:.0f}, {line.perfect_runs[strongest]} of {runs}")
        if played:
            cells.append("" if line.last_loss is None else f"{line.last_loss:.1f}")
        if paired:
            cells.append(", ".join(f"{c} {difference}" for c, difference in list(line.difference.items())[:2]))
        table.add_row(*([line.game] if several else []), line.name, *cells)
    console().print(table)
