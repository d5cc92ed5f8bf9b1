"""What is printed fits: paragraphs are folded between words, tables between columns, and no figure is ever cut.

A table whose words do not fit beside each other is told row by row, a line for each column.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NARROWEST, WIDEST = 40, 120
"""Between which paragraphs follow the terminal: no narrower, and no line that an eye cannot find back from."""

_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_HANGING = re.compile(r" *(?:\d+\. |[^ ]+ {2,})")
"""What stands before a paragraph whose lines go on below its first word: a number, or a term and a gap."""


def columns() -> int | None:
    """How many columns a person sees; None where nobody looks and nobody has said (`COLUMNS`)."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return None
    return shutil.get_terminal_size().columns


def text_width(nobody: int = 100) -> int:
    """How wide paragraphs are; where nobody looks they have a width of their own."""
    seen = columns()
    return nobody if seen is None else min(max(seen, NARROWEST), WIDEST)


def say(*texts: str, end: str = "\n") -> None:
    """Print for people: what is wider than the terminal is folded between words."""
    for text in texts:
        print(for_eyes(text), end=end)


def for_eyes(text: str) -> str:
    """A text as wide as a person sees it; unchanged where nobody looks."""
    seen = columns()
    return text if seen is None else folded(text, max(seen, NARROWEST))


def folded(text: str, width: int) -> str:
    """A text whose lines are no wider, as far as its words allow; lines that fit stay as they are."""
    return "\n".join(part for line in text.split("\n") for part in _folded(line, width))


def _folded(line: str, width: int) -> Iterator[str]:
    if seen(line) <= width:
        yield line
        return
    hanging = _HANGING.match(_PAINT.sub("", line))
    begins = len(line) - len(line.lstrip(" "))
    indent = " " * (hanging.end() if hanging is not None and hanging.end() <= width // 2 else begins)
    kept = ""
    for word in re.findall(r" *[^ ]+", line):
        if kept and seen(kept + word) > width:
            yield kept
            word = indent + word.lstrip(" ")
            kept = ""
        kept += word
    yield kept


def seen(text: str) -> int:
    """How many characters of a text are seen: colours are not."""
    return len(_PAINT.sub("", text))


def show_table(table: Table, console: Console) -> None:
    """Print a table as wide as the console; too narrow for its words, row by row."""
    headings, rows = _cells(table, console)
    wide = [max((seen(line) for cell in cells for line in cell.split("\n")), default=0) for cells in _across(rows)]
    least = [max((seen(word) for cell in cells for word in cell.split()), default=0) for cells in _across(rows)]
    dividers = 0 if table.box is None else len(wide) + 1
    _, right, _, left = table.padding
    room = console.width - dividers - len(wide) * (left + right)
    if sum(least) > room:
        console.print("\n".join(_row_by_row(headings, rows[1:], console.width, table)), markup=False, soft_wrap=True)
        return
    if sum(wide) > room:
        for column, width in zip(table.columns, shared_room(wide, least, room), strict=True):
            column.width = width
    console.print(table)


def shared_room(wide: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """How wide columns are that do not all fit: the widest give way first, and none falls below its longest word."""
    width = max(wide)
    while sum(min(w, max(low, width)) for w, low in zip(wide, least, strict=True)) > room:
        width -= 1
    return [min(w, max(low, width)) for w, low in zip(wide, least, strict=True)]


def _cells(table: Table, console: Console) -> tuple[list[str], list[list[str]]]:
    """The headings, and all rows with the headings first, as plain texts."""
    across = [
        [console.render_str(str(cell)).plain for cell in (column.header, *column.cells)] for column in table.columns
    ]
    rows = [list(row) for row in zip(*across, strict=True)]
    return rows[0], rows


def _across(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    return zip(*rows, strict=True)


def _row_by_row(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, table: Table) -> Iterator[str]:
    for text in filter(None, (table.title,)):
        yield from _folded(str(text), width)
    for first, *others in rows:
        yield ""
        yield from _folded(first or headings[0], width)
        for heading, cell in zip(headings[1:], others, strict=True):
            if cell:
                yield from _folded(f"  {heading}: {cell}", width)
    for text in filter(None, (table.caption,)):
        yield ""
        yield from _folded(str(text), width)
