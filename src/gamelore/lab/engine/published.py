"""Published tables as data: every figure as printed, with its citation, in a file `NAME.toml` of the shelf.

A row may carry the description of the experiment that `gamelore reproduce` runs; a row without one is printed in the
source but not built here. A table with printed figures states its margin and why, before anything is run
(`verdicts.py`): a number in the unit of the table or, as a text such as "10 %", a share of the printed figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelore.base.errors import DamagedFile, UnknownName
from gamelore.base.files import parse_toml, read_text
from gamelore.lab.engine.shelf import table_files
from gamelore.lab.engine.verdicts import AIMS, Aim

FORMAT = 1
CONTESTS = "contests"
"""The runner of tables that are won against challengers."""


@dataclass(frozen=True, slots=True)
class Margin:
    """A difference too small to speak of: in the unit of a figure, or as a share of it."""

    amount: float
    relative: bool = False

    def around(self, figure: float) -> float:
        """The margin for one printed figure."""
        return abs(figure) * self.amount / 100 if self.relative else self.amount

    def __str__(self) -> str:
        return f"{self.amount:g} %" if self.relative else f"{self.amount:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: a mean over runs, its standard deviation where that is printed, and whether it is bold."""

    mean: float
    sd: float | None = None
    improved: bool = False
    """Marked by the source as a significant improvement over the row above."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One printed row: a variant of a learner at one game."""

    name: str
    title: str
    game: str
    runs: int
    cells: Mapping[str, Figure]
    """By column name."""
    experiment: Mapping[str, Any] | None = field(default=None)
    """What we run: the values of an `Experiment`, or of the kind that the table's `runner` runs."""
    aim: Aim | None = None
    """What the whole row is for, where it is not what its columns are for: `match` for a control."""

    @property
    def default_runs(self) -> int:
        """How many runs of ours a row has unless another number is asked for: as many as the source made, or more."""
        return int((self.experiment or {}).get("runs", self.runs))

    def printed(self, column: str) -> Figure | None:
        """The figure of a column; None where the source prints none (`nan` in the file)."""
        found = self.cells.get(column)
        return None if found is None or math.isnan(found.mean) else found


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One printed table."""

    name: str
    title: str
    source: str
    unit: str
    columns: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    runner: str = CONTESTS
    """What runs its rows: contests against challengers, or a name that `reproduce` knows."""
    margin: Margin | None = None
    """None where no figure is printed."""
    margin_why: str = ""
    margins: Mapping[str, Margin] = field(default_factory=dict)
    """For columns of another unit."""
    aims: Mapping[str, Aim] = field(default_factory=dict)
    """For columns that are not for what the runner takes columns to be for."""
    bars: bool = False
    """Whether the figures are printed nowhere: bars of our own, set before anything was run."""

    @property
    def theirs(self) -> str:
        """What the figures of the file are called."""
        return "bar" if self.bars else "published"

    def margin_of(self, column: str, figure: float) -> float:
        """How far ours may lie from a printed figure of a column without a word."""
        margin = self.margins.get(column, self.margin)
        return 0.0 if margin is None else margin.around(figure)

    def aim_of(self, row: PublishedRow, column: str, usual: Aim) -> Aim:
        """What a cell is for: as the row says, as the column says, or as usual."""
        return row.aim or self.aims.get(column, usual)

    def select(self, names: tuple[str, ...] = (), games: tuple[str, ...] = ()) -> tuple[PublishedRow, ...]:
        """The rows of these names and games; all of them for none."""
        for what, asked, known in (
            ("row", names, {row.name for row in self.rows}),
            ("game", games, {row.game for row in self.rows}),
        ):
            for name in asked:
                if name not in known:
                    raise UnknownName(f"{what} of table {self.name}", name, known)
        return tuple(r for r in self.rows if (not names or r.name in names) and (not games or r.game in games))


def table_names() -> list[str]:
    """Every published table that we hold."""
    return sorted(table_files())


def published_table(name: str) -> PublishedTable:
    """A published table by name."""
    files = table_files()
    if name not in files:
        raise UnknownName("table", name, sorted(files))
    return parse_table(read_text(files[name]), f"{name}.toml")


MOST_RUNS = 100_000


def parse_table(text: str, where: str) -> PublishedTable:
    """Read a table from its TOML text; the error names the row."""
    content = parse_toml(text, where, gaps=True)
    if content.get("format") != FORMAT:
        raise DamagedFile(f"{where}: format {content.get('format')!r}, this program reads {FORMAT}")
    for key in ("name", "title", "source", "unit"):
        if not isinstance(content.get(key), str):
            raise DamagedFile(f"{where}: '{key}' must be a text")
    columns = content.get("columns")
    if not (isinstance(columns, list) and columns and all(isinstance(c, str) for c in columns)):
        raise DamagedFile(f"{where}: 'columns' must be a list of names")
    found = content.get("row", [])
    if not isinstance(found, list):
        raise DamagedFile(f"{where}: 'row' must be a list of tables")
    rows = tuple(_row(row, columns, f"{where}: row {n}") for n, row in enumerate(found, start=1))
    keys = [(row.game, row.name) for row in rows]
    if len(set(keys)) != len(keys):
        raise DamagedFile(f"{where}: a row stands there twice")
    runner = content.get("runner", CONTESTS)
    if not isinstance(runner, str):
        raise DamagedFile(f"{where}: 'runner' must be a text")
    if not isinstance(content.get("bars", False), bool):
        raise DamagedFile(f"{where}: 'bars' must be true or false")
    for key in ("margins", "aims"):
        if not isinstance(content.get(key, {}), dict):
            raise DamagedFile(f"{where}: '{key}' must be a table of columns")
    printed = any(row.printed(column) for row in rows for column in columns)
    if printed != ("margin" in content) or printed != bool(content.get("margin_why")):
        raise DamagedFile(f"{where}: 'margin' and 'margin_why' are stated where figures are printed, and only there")
    return PublishedTable(
        content["name"],
        content["title"],
        content["source"],
        content["unit"],
        tuple(columns),
        rows,
        runner,
        _margin(content["margin"], where) if printed else None,
        str(content.get("margin_why", "")),
        {name: _margin(value, f"{where}: {name}") for name, value in content.get("margins", {}).items()},
        {name: _aim(value, f"{where}: {name}") for name, value in content.get("aims", {}).items()},
        content.get("bars", False),
    )


def _margin(value: object, where: str) -> Margin:
    relative = isinstance(value, str) and value.endswith("%")
    try:
        amount = float(value.rstrip("% ")) if isinstance(value, str) and relative else value
    except ValueError:
        amount = None
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 < amount < math.inf:
        raise DamagedFile(f"{where}: a margin is a number above 0 or a share such as '10 %', not {value!r}")
    return Margin(float(amount), relative)


def _aim(value: object, where: str) -> Aim:
    for aim in AIMS:
        if value == aim:
            return aim
    raise UnknownName("aim", str(value), AIMS, where)


def _row(row: object, columns: list[str], where: str) -> PublishedRow:
    if not isinstance(row, dict):
        raise DamagedFile(f"{where} must be a table")
    for key in ("name", "title", "game"):
        if not isinstance(row.get(key), str):
            raise DamagedFile(f"{where}: '{key}' must be a text")
    ours = row["experiment"].get("runs", 1) if isinstance(row.get("experiment"), dict) else 1
    if not all(type(runs) is int and 1 <= runs <= MOST_RUNS for runs in (row.get("runs"), ours)):
        raise DamagedFile(f"{where}: 'runs' must be a positive whole number, at most {MOST_RUNS}")
    if not isinstance(row.get("experiment", {}), dict):
        raise DamagedFile(f"{where}: 'experiment' must be a table of settings")
    n = len(columns)
    mean, sd, improved = row.get("mean"), row.get("sd", [None] * n), row.get("improved", [False] * n)
    for key, values in (("mean", mean), ("sd", sd), ("improved", improved)):
        if not isinstance(values, list) or len(values) != n:
            raise DamagedFile(f"{where}: '{key}' must hold {n} values, one for each column")
        if key != "improved" and any(isinstance(v, bool) or not isinstance(v, int | float | None) for v in values):
            raise DamagedFile(f"{where}: '{key}' must hold numbers, nan where none is printed")
    assert isinstance(mean, list)
    cells = {
        c: Figure(float(m), None if s is None or math.isnan(s) else float(s), i)
        for c, m, s, i in zip(columns, mean, sd, improved, strict=True)
    }
    aim = _aim(row["aim"], where) if "aim" in row else None
    return PublishedRow(row["name"], row["title"], row["game"], row["runs"], cells, row.get("experiment"), aim)
