"""Readable tables: lines of tab-separated cells under a head; reading back, every complaint names its line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from gamelore.base.errors import DamagedFile, GameloreError


def write_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""The text of a table.

    >>> write_table(("state", "won"), [("X.. O", 3)])
    'state\twon\nX.. O\t3\n'
    """
    return "".join("\t".join(map(str, row)) + "\n" for row in (head, *rows))


def read_table(texts: Mapping[str, str], name: str, head: Sequence[str], where: str) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table among texts by file name, each with its place for complaints."""
    if name not in texts:
        raise DamagedFile(f"{where}: {name} is missing")
    first, *lines = texts[name].splitlines() or [""]
    if first.split("\t") != list(head):
        raise DamagedFile(f"{where}/{name}:1: expected the columns {', '.join(head)}, found '{first}'")
    for number, line in enumerate(lines, start=2):
        cells = line.split("\t")
        if len(cells) != len(head):
            raise DamagedFile(f"{where}/{name}:{number}: expected {len(head)} columns, found {len(cells)}")
        yield f"{where}/{name}:{number}", cells


@contextmanager
def reading(place: str) -> Iterator[None]:
    """While the text at a place of a file is read: whatever is wrong with it is damage there."""
    try:
        yield
    except (GameloreError, ValueError) as error:
        raise DamagedFile(f"{place}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{place}: nested too deeply") from None


def read_count(text: str, place: str, least: int = 0) -> int:
    """A whole number, not below the least that makes sense."""
    if not (text.isascii() and text.isdecimal() and len(text) < 16) or int(text) < least:
        raise DamagedFile(f"{place}: expected a count{f' from {least} on' if least else ''}, found '{text}'")
    return int(text)


def read_number(text: str, place: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DamagedFile(f"{place}: expected a number, found '{text}'")
    return value
