"""The command `compare`: learners and their variants on the same contests, or one learner over many games."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.completing import complete_games, complete_learners
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
    from gamelore.lab.engine.strength import Compared, Course
    from gamelore.lab.publish.sheet import Sheet


def compare(
    games: Annotated[
        str,
        typer.Argument(
            help="Games, separated by commas; 'all' for every game that all can play.", autocompletion=complete_games
        ),
    ],
    learner: Annotated[
        str, typer.Option(help="Learners to compare, separated by commas.", autocompletion=complete_learners)
    ] = "hoyle",
    presets: Annotated[str, typer.Option(help="Presets to compare, separated by commas; the first by default.")] = "",
    vary: Annotated[str, typer.Option(help="A setting and its values to compare: weights=awl,pwl,logit.")] = "",
    regime: Annotated[str, typer.Option(help="The training regime of all; each learner's usual one by default.")] = "",
    contests: Annotated[
        int | None, typer.Option(help="The length of training; the regime's by default.", min=1)
    ] = None,
    tests: Annotated[int, typer.Option(help="Test contests against each challenger.", min=1)] = 50,
    runs: Annotated[int, typer.Option(help="Runs.", min=1)] = 10,
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results, or a file .csv, .tex, .md, .svg or .png for them.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Compare learners, or variants of one, run by run on the same contests.

    Of several learners each takes those presets that it has, and a setting that is varied must be known to all. In a
    game too big to be solved a search player stands in for the perfect one. Beside each stand the contests of its
    course, whether it had a teacher, and the seconds of a run with its tests, which depend on the machine. Interrupt it
    whenever you like; the same command goes on where it stopped.

    Example: gamelore compare five_mens_morris --vary weights=awl,pwl,pwl_logodds,logit --runs 10
    """
    from gamelore.arena.roster import CHALLENGERS
    from gamelore.arena.strangers import quick_strangers
    from gamelore.games import load_game
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.engine.strength import Course, Variant
    from gamelore.lab.engine.strength import compare as run_variants
    from gamelore.lab.publish.forms import require_form, write_sheet
    from gamelore.lab.publish.sheet import is_sheet
    from gamelore.learners.registry import typed_learner

    require_form(out)
    learners = tuple(map(typed_learner, names_of(learner)))

    def plan(game: str) -> TestPlan:
        names = (*CHALLENGERS, *quick_strangers(load_game(game)))
        return TestPlan(names, contests=tests, players={"unsolved": "search"})

    variants = [
        Variant(name, Experiment(game, **asked, regime=regime or usual, contests=contests, test=plan(game), seed=seed))
        for game, (name, usual, asked) in product(
            _playable(games, learners), _variants(learners, names_of(presets), vary)
        )
    ]
    what = vary.partition("=")[0] or "presets"
    folder = (
        out
        if out is not None and not is_sheet(out)
        else Path("runs") / f"compare-{'-'.join(learners)}-{what}-{regime or 'usual'}-seed-{seed}"
    )
    with open_workers(processes, cluster) as workers, progress("comparing", runs * len(variants)) as advance:
        found = run_variants(variants, folder, runs, workers, lambda _run: advance())
    courses = [Course.of(variant.experiment, folder, runs) for variant in variants]
    title = f"{', '.join(learners)}, {regime or 'usual courses'}, {counted(runs, 'run')}, seed {seed}"
    if out is not None and is_sheet(out):
        options = {"presets": presets, "vary": vary, "regime": regime, "contests": contests, "tests": tests}
        command = shown_command("compare", games, learner=learner, **options, runs=runs, seed=seed)
        write_sheet(out, _sheet(found, courses, learners, title, command, seed, runs))
    if as_json:
        told = zip(found, courses, strict=True)
        print_json([{**dataclasses.asdict(line), **course.to_mapping()} for line, course in told])
        return
    _print(found, courses, title, runs)
    for course in dict.fromkeys(f"{line.name}: {course.regime}" for line, course in zip(found, courses, strict=True)):
        say(course)
    say(f"Results: {folder}")
    if out is not None and is_sheet(out):
        say(f"Written: {out}")


def _sheet(
    found: Sequence[Compared],
    courses: Sequence[Course],
    learners: Sequence[str],
    title: str,
    command: str,
    seed: int,
    runs: int,
) -> Sheet:
    from gamelore.lab.publish.sheet import Sheet, rows_of
    from gamelore.learners.registry import learner_class

    rows = [
        row
        for line, course in zip(found, courses, strict=True)
        for row in rows_of(
            line,
            game=line.game,
            learner=line.name,
            contests=course.contests,
            teacher=course.teacher,
            difference=line.difference,
        )
    ]
    revisions = {name: learner_class(name).revision for name in learners}
    return Sheet(title, command, seed, runs, revisions, tuple(rows))


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


def _variants(learners: Sequence[str], presets: Sequence[str], vary: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What each line is called, its learner's usual course, and who learns there."""
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
            kind = learner_class(learner)
            changed = kind.preset(preset or None)
            if value:
                changed = settings_from_texts(changed, {setting: value}, f"learner {learner}")
                settings = {outer: getattr(changed, outer)}
            told = (learner if len(known) > 1 else "", preset, value and f"{setting}={value}")
            name = " ".join(filter(None, told)) or next(iter(some))
            yield name, kind.usual_regime(changed), {"learner": learner, "preset": preset, "settings": settings}


def _print(found: list[Compared], courses: list[Course], title: str, runs: int) -> None:
    from rich.table import Table

    from gamelore.arena.roster import CHALLENGERS

    several = len({line.game for line in found}) > 1
    table = Table(title=title, title_justify="left")
    if several:
        table.add_column("game")
    table.add_column("variant")
    for heading in ("contests", "teacher", "seconds a run"):
        table.add_column(heading, justify="right")
    for challenger in CHALLENGERS:
        table.add_column(f"{challenger} rel / pow", justify="right")
    table.add_column("worst, never lost", justify="right")
    played = any(line.last_loss is not None for line in found)
    if played:
        table.add_column("last loss", justify="right")
    paired = any(line.difference for line in found)
    if paired:
        table.add_column("against the first, run by run", justify="right")
    for line, course in zip(found, courses, strict=True):
        strongest = next(iter(line.reliability))
        cells = [f"{course.contests:,}", "yes" if course.teacher else "no", course.time]
        cells += [f"{line.reliability[c]} / {line.power[c].mean:.1f}" for c in CHALLENGERS]
        cells.append(f"{line.worst[strongest]:.0f}, {line.perfect_runs[strongest]} of {runs}")
        if played:
            cells.append("" if line.last_loss is None else f"{line.last_loss:.1f}")
        if paired:
            cells.append(", ".join(f"{c} {difference}" for c, difference in list(line.difference.items())[:2]))
        table.add_row(*([line.game] if several else []), line.name, *cells)
    print_table(table)
    if any(_strange(line) for line in found):
        _print_strangers(found, several)


def _strange(line: Compared) -> list[str]:
    """The strangers whom a variant met, the worst first."""
    from gamelore.arena.roster import CHALLENGERS

    names = [name for name in line.reliability if name not in CHALLENGERS]
    return sorted(names, key=lambda name: line.reliability[name].mean)


def _print_strangers(found: list[Compared], several: bool) -> None:
    """What was scored against players with whom nobody learned."""
    from rich.table import Table

    table = Table(title="Players whom nobody learned with, each variant's worst first", title_justify="left")
    for heading in (*(["game"] if several else []), "variant", "against"):
        table.add_column(heading)
    for heading in ("rel / pow", "worst run"):
        table.add_column(heading, justify="right")
    for line in found:
        for name in _strange(line):
            told = f"{line.reliability[name]} / {line.power[name].mean:.1f}"
            who = (*([line.game] if several else []), line.name)
            table.add_row(*who, name, told, f"{line.worst[name]:.0f}")
    print_table(table)
