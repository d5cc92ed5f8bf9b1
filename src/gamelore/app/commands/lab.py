"""Commands of the lab: `reproduce`, `results` and `bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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


def reproduce(
    table: Annotated[str | None, typer.Argument(help="A published table, e.g. l03-6; none lists them.")] = None,
    rows: Annotated[str, typer.Option(help="Row names, separated by commas; all that are built by default.")] = "",
    games: Annotated[str, typer.Option(help="Games, separated by commas; all of the table by default.")] = "",
    runs: Annotated[
        int | None, typer.Option(help="Runs of each row; as many as the source by default.", min=1, max=100_000)
    ] = None,
    preset: Annotated[str, typer.Option(help="Another variant of the learner; the source's own by default.")] = "",
    regime: Annotated[str, typer.Option(help="Another way of training; the source's own by default.")] = "",
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results; by default runs/TABLE-seed-SEED.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Run the experiments of a published table, ours beside theirs.

    Prints intervals and a verdict for every cell. Interrupt it whenever you like; the same command goes on where it
    stopped.

    Example: gamelore reproduce l03-6 --rows baseline --runs 20
    """
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.orders import Order
    from gamelore.lab.engine.published import published_table
    from gamelore.lab.engine.reproduce import reproduce as run_rows
    from gamelore.lab.engine.reproduce import rows_to_run

    if table is None:
        _list_tables(as_json)
        return
    published = published_table(table)
    wanted = rows_to_run(published, names_of(rows), names_of(games))
    folder = out if out is not None else Path("runs") / f"{table}-seed-{seed}"
    total = sum(runs or row.default_runs for row in wanted)
    with open_workers(processes, cluster) as workers, progress(f"reproducing {table}", total) as advance:
        order = Order(published, wanted, folder, workers, seed, runs, lambda _run: advance())
        report = run_rows(order, preset, regime)
    if as_json:
        print_json(report.to_mapping())
        return
    say(f"{published.title}\n{published.source}")
    if published.margin is not None:
        of = "".join(f", {column} {margin}" for column, margin in published.margins.items())
        say(f"Margin {published.margin} ({published.unit}){of}: {published.margin_why}")
    say(f"Seed {seed}\n")
    for drawn in report.tables():
        print_table(drawn)
        say("")
    say(f"Results: {folder}")


def results(
    folder: Annotated[Path, typer.Argument(help="A folder with the runs of `reproduce`, at any depth.")] = Path("runs"),
    tables: Annotated[str, typer.Option(help="Published tables, separated by commas; all by default.")] = "",
    seed: Annotated[
        int, typer.Option(help="The seed of the runs, one for reporting.", min=REPORTING_SEED)
    ] = REPORTING_SEED,
    out: Annotated[Path, typer.Option(help="The page to write, a file .md.")] = Path("docs/results/tables.md"),
) -> None:
    """Write one page of Markdown with every published table of which runs are stored: ours, theirs, and the verdicts.

    Example: gamelore results runs --seed 20000 --out tables.md
    """
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import real_path, write_text
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.results import results_page, stored_reports

    real_path(folder)
    if out.suffix != ".md":
        raise BadSetting(f"the tables are written as Markdown: --out needs a file .md, found '{out}'")
    with open_workers() as workers:
        found = list(stored_reports(folder, seed, workers, names_of(tables)))
    write_text(out, results_page(found, seed))
    say(f"{len(found)} tables: {out}")


def _list_tables(as_json: bool) -> None:
    from rich.table import Table

    from gamelore.lab.engine.published import published_table, table_names

    tables = [published_table(name) for name in table_names()]
    if as_json:
        print_json(
            [
                {
                    "table": t.name,
                    "title": t.title,
                    "source": t.source,
                    "rows": [{"game": r.game, "row": r.name, "built": r.experiment is not None} for r in t.rows],
                }
                for t in tables
            ]
        )
        return
    drawn = Table("table", "title", "rows that can be run", title="Published tables", title_justify="left")
    for t in tables:
        built = dict.fromkeys(row.name for row in t.rows if row.experiment is not None)
        drawn.add_row(t.name, t.title, ", ".join(built) or "none yet")
    print_table(drawn)


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Benchmarks of speed by name, all by default; or 'learning', or 'matrix'."),
    ] = None,
    games: Annotated[str, typer.Option(help="learning, matrix: games, separated by commas.")] = "",
    entrants: Annotated[
        str, typer.Option(help="learning, matrix: who enters: uct:1000, openspiel:mcts:100, hoyle:160, maxims:20000.")
    ] = "",
    tests: Annotated[int, typer.Option(help="learning, matrix: contests against each challenger.", min=1)] = 100,
    runs: Annotated[int, typer.Option(help="learning, matrix: runs.", min=1)] = 3,
    seed: ReportSeed = REPORTING_SEED,
    processes: Processes = 1,
    cluster: Cluster = None,
    folder: Annotated[Path, typer.Option(help="learning, matrix: where the runs are kept.")] = Path("runs/learning"),
    out: Annotated[Path | None, typer.Option(help="learning, matrix: the page to write, a file .md.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure our speed beside installed peers, as ratios; or who learns what from how much.

    'learning' sets searchers and Q-learning beside Hoyle and maxims, 'matrix' every learner on every game where it
    can speak. Both write one page; interrupt them whenever you like, the same command goes on where it stopped.

    Example: gamelore bench learning --games lose_tic_tac_toe --runs 1 --out learning.md
    """
    if names and names[0] in ("learning", "matrix"):
        _bench_learning(names, games, entrants, tests, runs, seed, processes, cluster, folder, out)
        return
    from gamelore.base.errors import UnknownName
    from gamelore.lab.benches.bench import benchmarks, run_benchmark, surroundings

    known = benchmarks()
    for name in names or ():
        if name not in known:
            raise UnknownName("benchmark", name, known)
    results = []
    with progress("measuring", len(names or known)) as advance:
        for name in names or known:
            results.append(run_benchmark(name))
            advance()
    around = surroundings(results)
    if as_json:
        print_json({"surroundings": around, "results": [result.to_mapping() for result in results]})
        return
    from rich.table import Table

    table = Table(title="Ours beside the peers, in the same run", title_justify="left")
    for column in ("benchmark", "what is measured", "ours", "peer", "theirs", "ratio", "bar", "verdict"):
        table.add_column(column, justify="right" if column in ("ours", "theirs", "ratio", "bar") else "left")
    for result in results:
        b, m = result.benchmark, result.measurement
        table.add_row(
            b.name,
            f"{b.summary} ({m.note})" if m.note else b.summary,
            f"{m.ours:,.0f} {m.unit}/s",
            b.peer,
            "" if m.theirs is None else f"{m.theirs:,.0f} {m.unit}/s",
            "" if result.ratio is None else f"{result.ratio:.1f} x",
            "" if b.bar is None else f"{b.bar:g} x",
            result.verdict,
        )
    print_table(table)
    load = " ".join(f"{value:.2f}" for value in around["load"])  # type: ignore[attr-defined]
    packages = ", ".join(f"{name} {found}" for name, found in around["packages"].items())  # type: ignore[attr-defined]
    say(
        f"{around['machine']}, {around['cores']} cores, load {load}; Python {around['python']}, "
        f"gamelore {around['gamelore']}, {packages}"
    )


def _bench_learning(
    names: list[str],
    games: str,
    entrants: str,
    tests: int,
    runs: int,
    seed: int,
    processes: int,
    cluster: str | None,
    folder: Path,
    out: Path | None,
) -> None:
    """Learners and searchers side by side, as one page."""
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import write_text
    from gamelore.games.registry import loadable_games, typed_game
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.learning.entrants import GAMES, entered
    from gamelore.lab.learning.page import PAGES, run_lines

    name = names[0]
    if len(names) > 1:
        raise BadSetting(f"'{name}' stands alone, without {', '.join(names[1:])}")
    if out is not None and out.suffix != ".md":
        raise BadSetting(f"the page is written as Markdown: --out needs a file .md, found '{out}'")
    usual = GAMES if name == "learning" else tuple(game.name for game in loadable_games())
    asked = tuple(map(typed_game, names_of(games))) or usual
    rows = entered(asked, names_of(entrants), name)
    with open_workers(processes, cluster) as workers, progress(name, runs * len(rows)) as advance:
        lines = run_lines(rows, folder, tests=tests, runs=runs, seed=seed, workers=workers, progress=advance)
    options = {"games": games, "entrants": entrants, "tests": tests, "runs": runs, "seed": seed}
    page = PAGES[name](lines, shown_command("bench", name, **options))
    if out is None:
        print(page, end="")
    else:
        write_text(out, page)
        say(f"{len(rows)} rows: {out}")
