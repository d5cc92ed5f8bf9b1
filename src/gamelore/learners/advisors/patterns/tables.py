"""Tab-separated tables with a heading, the files of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gamelore.base.errors import DamagedFile


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A heading and rows as text."""
    return "".join("\t".join(map(str, row)) + "\n" for row in (head, *rows))


def read_rows(texts: Mapping[str, str], name: str, head: Sequence[str], where: str) -> list[tuple[str, list[str]]]:
    """The rows of a table, each with its place for messages; a table that is missing or misshapen is refused."""
    if name not in texts:
        raise DamagedFile(f"{where}: {name} is missing")
    first, *lines = texts[name].splitlines() or [""]
    if first.split("\t") != list(head):
        raise DamagedFile(f"{where}/{name}:1: expected the columns {', '.join(head)}, found '{first}'")
    rows = []
    for number, line in enumerate(lines, start=2):
        cells = line.split("\t")
        if len(cells) != len(head):
            raise DamagedFile(f"{where}/{name}:{number}: expected {len(head)} columns, found {len(cells)}")
        rows.append((f"{where}/{name}:{number}", cells))
    return rows
