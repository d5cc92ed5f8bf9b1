"""All published tables on one page of Markdown, from the runs that are stored: ours, theirs, and the verdict.

Nothing is computed but what a stored run has lost. The same runs give the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from gamelore.base.errors import NotAvailable
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.orders import Order, stored_runs
from gamelore.lab.engine.published import published_table, table_names
from gamelore.lab.engine.report import Cell, Report, ReportRow, rivals_of, told_cell
from gamelore.lab.engine.reproduce import reproduce, rows_to_run
from gamelore.lab.engine.verdicts import ABOVE, BELOW, MATCHED, OPEN, REACHED, TOO_FEW

VERDICTS = (ABOVE, REACHED, MATCHED, OPEN, BELOW, TOO_FEW)


def stored_reports(root: Path, seed: int, workers: Workers, names: Sequence[str] = ()) -> Iterator[Report]:
    """The report of every table of which runs with this seed are stored anywhere below a folder."""
    stored = stored_runs(root)
    for name in names or table_names():
        table = published_table(name)
        report = reproduce(Order(table, rows_to_run(table), root, workers, seed, stored=stored))
        if report.rows:
            yield report


def results_page(reports: Sequence[Report], seed: int) -> str:
    """The page, with a count of the verdicts at its top."""
    if not reports:
        raise NotAvailable(f"no runs of any published table with seed {seed} are stored there")
    lines = [
        "# Published tables, ours beside theirs",
        "",
        f"Written by `gamelore results --seed {seed}` from stored runs. Ours is the mean over the runs with the",
        "standard deviation between them, then its 95 % interval. Published is as printed, with its deviation where it",
        "has one. The difference is ours minus theirs, between its one-sided 95 % bounds. The rule of the verdicts",
        "stands in [lab.md](../lab.md); `gamelore reproduce TABLE` also prints the settings of every row.",
        "",
        f"| table | rows | {' | '.join(VERDICTS)} |",
        f"|---|---:|{'---:|' * len(VERDICTS)}",
    ]
    for report in reports:
        counts = Counter(cell.verdict for row in report.rows for cell in row.cells)
        cells = " | ".join(str(counts[verdict] or "") for verdict in VERDICTS)
        lines.append(f"| [{report.table.name}](#{_anchor(report)}) | {len(report.rows)} | {cells} |")
    for report in reports:
        lines += ["", *_section(report)]
    return "\n".join(lines) + "\n"


def _anchor(report: Report) -> str:
    return report.table.name.replace(".", "")


def _section(report: Report) -> Iterator[str]:
    table = report.table
    yield f"## {table.name}"
    yield ""
    yield f"{table.title}. {table.source}. In {table.unit}; seed {report.seed}."
    if table.margin is not None:
        of = "".join(f", {column} {margin}" for column, margin in table.margins.items())
        yield f"Margin {table.margin}{of}: {table.margin_why}."
    for game in dict.fromkeys(row.published.game for row in report.rows):
        rows = [row for row in report.rows if row.published.game == game]
        yield ""
        yield f"*{game}*"
        yield ""
        yield from _table(report, rows)
        yield from _beside(report, rows)


def _table(report: Report, rows: Sequence[ReportRow]) -> Iterator[str]:
    printed = any(cell.theirs is not None for row in rows for cell in row.cells)
    more = f" {report.table.theirs} | difference | verdict |" if printed else ""
    yield f"| row (runs) | figure | ours | 95 % interval |{more}"
    yield f"|---|---|---:|---:|{'---:|---:|---|' if printed else ''}"
    for row in rows:
        shown = [cell for cell in row.cells if not _is_beside(report, cell)]
        for number, cell in enumerate(shown):
            told = told_cell(cell, per_cent=row.per_cent)
            name = f"`{row.published.name}` {row.published.title} ({row.runs})" if number == 0 else ""
            theirs = f" {told.theirs} | {told.difference} | {cell.verdict} |" if printed else ""
            yield f"| {name} | {cell.column.replace('.', ' ')} | {told.ours} | {told.interval} |{theirs}"


def _beside(report: Report, rows: Sequence[ReportRow]) -> Iterator[str]:
    """What the runner adds to the printed columns, and what others score on the same cases: once for rows alike."""
    told: dict[str, list[str]] = {}
    for row in rows:
        ours = [cell for cell in row.cells if _is_beside(report, cell) and not cell.rival]
        lines = [", ".join(f"{cell.column.replace('.', ' ')} {cell.mean:.1f}" for cell in ours)]
        for figure, some in rivals_of(row).items():
            scores = ", ".join(f"{who} {cell.mean:.1f}" for who, cell in some.items())
            lines.append(f"others on the cases of {figure.replace('.', ' ')}: {scores}")
        for line in filter(None, lines):
            told.setdefault(line, []).append(row.published.name)
    if told:
        yield ""
    for line, names in told.items():
        yield f"- {'all rows' if len(names) == len(rows) > 1 else ', '.join(f'`{name}`' for name in names)}: {line}"


def _is_beside(report: Report, cell: Cell) -> bool:
    return cell.column not in report.table.columns and cell.theirs is None
