"""A sheet as a picture, drawn by matplotlib: learners as lines with their intervals, a panel for each challenger.

In a comparison each learner or variant is a point on a line of its own.
"""

from __future__ import annotations

import io
import re
from typing import Any

from gamelore.base.errors import NotAvailable
from gamelore.lab.publish.sheet import Sheet, SheetRow

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#f0e442")
"""Of Okabe and Ito (2008): told apart by all."""
MARKS = "osD^vP*X"
STYLE = {
    "svg.hashsalt": "gamelore",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
}
DOTS = 150
"""To the inch, of a PNG."""


def need_matplotlib() -> None:
    """Say how to install it where it is missing."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        raise NotAvailable("a picture needs matplotlib; install it: pip install 'gamelore[plot]'") from None


def plot(sheet: Sheet, form: str) -> bytes:
    """The picture of a sheet, `svg` or `png`; the same sheet gives the same bytes."""
    need_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    rows = sheet.rows
    names = list(dict.fromkeys(_name(row, sheet) for row in rows))
    challengers = list(dict.fromkeys(row.challenger for row in rows))
    across = sheet.grows
    with matplotlib.rc_context({"backend": "agg", **STYLE}):
        wide = 3.1 * max(2, len(challengers)) + (0.0 if across else 0.09 * max(map(len, names)))
        figure = Figure(figsize=(wide, 3.6 if across else 1.9 + 0.3 * len(names)), layout="constrained")
        panels: Any = figure.subplots(1, len(challengers), sharey=True, squeeze=False)[0]
        for panel, challenger in zip(panels, challengers, strict=True):
            met = [row for row in rows if row.challenger == challenger]
            (_lines if across else _points)(panel, met, names, sheet)
            panel.set_title(f"against {challenger}", fontsize=9)
        if across:
            panels[0].set_ylabel("won or drawn, per cent")
            handles, labels = panels[0].get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside lower center", ncols=min(4, len(names)), frameon=False)
        figure.suptitle(sheet.title, fontsize=10, x=0.01, ha="left")
        told, out = "\n".join(sheet.source), io.BytesIO()
        if form == "png":
            figure.savefig(out, format="png", dpi=DOTS, metadata={"Software": None, "Comment": told})
            return out.getvalue()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Description": told})
    text = re.sub(r"<!DOCTYPE[^>]*>\n?", "", out.getvalue().decode())  # pictures of ours declare no types
    return text.encode()


def _name(row: SheetRow, sheet: Sheet) -> str:
    several = len({other.game for other in sheet.rows}) > 1
    return f"{row.game}: {row.learner}" if several else row.learner


def _lines(panel: Any, rows: list[SheetRow], names: list[str], sheet: Sheet) -> None:
    """Strength over contests."""
    for number, name in enumerate(names):
        mine = [row for row in rows if _name(row, sheet) == name]
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        done = [row.contests for row in mine]
        panel.fill_between(
            done, [r.reliability.low for r in mine], [r.reliability.high for r in mine], color=colour, alpha=0.15, lw=0
        )
        panel.plot(done, [r.reliability.mean for r in mine], color=colour, marker=mark, ms=4, label=name)
    panel.set_xlabel("contests")
    panel.set_xlim(left=0)
    panel.set_ylim(0, 102)


def _points(panel: Any, rows: list[SheetRow], names: list[str], sheet: Sheet) -> None:
    """Strength with its interval, the first on top."""
    for row in rows:
        number = names.index(_name(row, sheet))
        colour, found = COLOURS[number % len(COLOURS)], row.reliability
        panel.plot([found.low, found.high], [number, number], color=colour, lw=2)
        panel.plot([found.mean], [number], color=colour, marker=MARKS[number % len(MARKS)], ms=6)
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.set_xlim(0, 102)
    panel.set_xlabel("won or drawn, per cent")
