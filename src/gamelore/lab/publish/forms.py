"""A sheet in the form that the end of a file's name asks for.

Every form holds the command that makes it again, the seed, and what it was made with; the same command writes the same
bytes. Numbers stand in CSV as they were computed, in the other tables with one decimal place and their interval.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable
from pathlib import Path

from gamelore.base.files import write_bytes
from gamelore.base.stats import Interval
from gamelore.lab.publish.sheet import Sheet, SheetRow


def write_sheet(path: Path, sheet: Sheet) -> None:
    """Write a sheet in the form that its name asks for."""
    write_bytes(path, _FORMS[path.suffix](sheet))


def _number(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else repr(float(value))


def _bounded(name: str, value: Interval | None) -> dict[str, str]:
    parts = (None, None, None) if value is None else (value.mean, value.low, value.high)
    return dict(zip((name, f"{name}_low", f"{name}_high"), map(_number, parts), strict=True))


def to_csv(sheet: Sheet) -> str:
    """Comma-separated values behind lines that begin with a number sign."""
    out = io.StringIO()
    for line in (sheet.title, *sheet.source):
        out.write(f"# {line}\n")
    rows = [
        {
            "game": row.game,
            "learner": row.learner,
            "contests": str(row.contests),
            "teacher": "yes" if row.teacher else "no",
            "challenger": row.challenger,
            **_bounded("reliability", row.reliability),
            **_bounded("power", row.power),
            "worst": _number(row.worst),
            "never_lost": str(row.never_lost),
            **_bounded("difference", row.difference),
            **_bounded("regret", row.regret),
        }
        for row in sheet.rows
    ]
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _table(sheet: Sheet) -> tuple[list[str], list[list[str]]]:
    """Headings and cells as a person reads them; a column that says nothing is left out."""
    columns: dict[str, Callable[[SheetRow], str]] = {
        "game": lambda row: row.game,
        "learner": lambda row: row.learner,
        "contests": lambda row: f"{row.contests:,}",
        "teacher": lambda row: "yes" if row.teacher else "no",
        "challenger": lambda row: row.challenger,
        "reliability": lambda row: str(row.reliability),
        "power": lambda row: str(row.power),
        "worst run": lambda row: f"{row.worst:.1f}",
        "never lost": lambda row: f"{row.never_lost} of {sheet.runs}",
        "against the first": lambda row: "" if row.difference is None else str(row.difference),
        "regret so far": lambda row: "" if row.regret is None else str(row.regret),
    }
    told = {name: [cell(row) for row in sheet.rows] for name, cell in columns.items()}
    told = {name: cells for name, cells in told.items() if any(cells)}
    return list(told), [list(cells) for cells in zip(*told.values(), strict=True)]


def to_markdown(sheet: Sheet) -> str:
    """A table with what makes it again below."""
    headings, cells = _table(sheet)
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in (headings, ["---"] * len(headings), *escaped)]
    return "\n".join([f"**{sheet.title}**", "", *lines, "", *(f"    {line}" for line in sheet.source), ""])


_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def _latex(text: str) -> str:
    return re.sub(r"[\\~^&%$#_{}]", lambda sign: _LATEX.get(sign[0], f"\\{sign[0]}"), text)


def to_latex(sheet: Sheet) -> str:
    """A table of plain LaTeX with its caption."""
    headings, cells = _table(sheet)
    numbers = {"contests", "reliability", "power", "worst run", "never lost", "against the first", "regret so far"}
    columns = "".join("r" if name in numbers else "l" for name in headings)
    rows = [" & ".join(map(_latex, row)) + r" \\" for row in (headings, *cells)]
    return "\n".join(
        [
            *(f"% {line}" for line in sheet.source),
            r"\begin{table}",
            rf"\caption{{{_latex(sheet.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            rows[0],
            r"\hline",
            *rows[1:],
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _drawn(form: str) -> Callable[[Sheet], bytes]:
    def draw(sheet: Sheet) -> bytes:
        from gamelore.lab.publish.plot import plot

        return plot(sheet, form)

    return draw


_FORMS: dict[str, Callable[[Sheet], bytes]] = {
    ".csv": lambda sheet: to_csv(sheet).encode(),
    ".tex": lambda sheet: to_latex(sheet).encode(),
    ".md": lambda sheet: to_markdown(sheet).encode(),
    ".svg": _drawn("svg"),
    ".png": _drawn("png"),
}


def require_form(path: Path | None) -> None:
    """Refuse a picture that cannot be drawn before anything is computed."""
    if path is not None and path.suffix in (".svg", ".png"):
        from gamelore.lab.publish.plot import need_matplotlib

        need_matplotlib()
