"""Lists as TOML files that a person may write or change: `maxims.toml`.

```toml
version = 1

# 1. Win if you can.
[[line]]
keep = "most"
of = "wins"
when = "always"
```

What stands behind # is written for the reader and not read back. `when` may be left out. A game whose list has parts
calls the tables after them (`[[bid]]` and `[[play]]` at 42). Every complaint names the line of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_toml, to_toml
from gamelore.learners.maxims.lines import ALWAYS, MOST_LINES, Line, Maxims
from gamelore.learners.maxims.words import Wording

FILE = "maxims.toml"
VERSION = 1
_KEYS = {"keep": "'most' or 'fewest'", "of": "the name of a measure", "when": "the name of a condition"}


def write_maxims(maxims: Maxims, wording: Wording) -> str:
    """The text of a list, each line under its sentence."""
    parts = [to_toml({"version": VERSION, **({"found": dict(maxims.found)} if maxims.found else {})})]
    for part in wording.parts:
        for number, line in enumerate((x for x in maxims.lines if wording.part_of(x) == part), start=1):
            table = {"keep": line.sense, "of": line.measure, "when": line.condition}
            body = "".join(f'{key} = "{value}"\n' for key, value in table.items())
            parts.append(f"# {number}. {wording.sentence(line)}\n[[{part}]]\n{body}")
    return "\n".join(parts)


def read_maxims(text: str, wording: Wording, where: str) -> Maxims:
    """Read such a text; `DamagedFile` names the line."""
    content = parse_toml(text, where)
    if content.get("version") != VERSION:
        raise DamagedFile(f"{where}: version {content.get('version')!r}, this program reads {VERSION}")
    for key in content:
        if key not in ("version", "found", *wording.parts):
            known = ", ".join(wording.parts)
            raise DamagedFile(f"{where}: '{key}' does not belong here; a list has version, found and {known}")
    found = content.get("found", {})
    if not isinstance(found, dict) or not all(isinstance(value, str | int | float) for value in found.values()):
        raise DamagedFile(f"{where}: 'found' must be a table of texts and numbers")
    lines: list[Line] = []
    for part in wording.parts:
        lines += _read_part(content.get(part, []), part, text, wording, where)
    return Maxims(tuple(lines), found)


def _read_part(tables: Any, part: str, text: str, wording: Wording, where: str) -> Iterator[Line]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise DamagedFile(f"{where}: the lines must be tables [[{part}]]")
    if len(tables) > MOST_LINES:
        raise DamagedFile(f"{where}: {len(tables)} lines; a list has at most {MOST_LINES}")
    header = re.compile(rf"^[ \t]*\[\[[ \t]*{part}[ \t]*\]\]", re.MULTILINE)
    places = [text.count("\n", 0, match.start()) + 1 for match in header.finditer(text)]
    for number, table in enumerate(tables):
        place = f"{where}:{places[number]}" if len(places) == len(tables) else where
        line = _read_line(table, wording, f"{place}: {part} {number + 1}")
        if wording.part_of(line) != part:
            raise DamagedFile(f"{place}: '{line.measure}' is no measure of [[{part}]]")
        yield line


def _read_line(table: Mapping[str, Any], wording: Wording, where: str) -> Line:
    for key in table:
        if key not in _KEYS:
            raise DamagedFile(f"{where}: '{key}' does not belong here; a line has keep, of and when")
    for key, expected in _KEYS.items():
        if not isinstance(table.get(key, ALWAYS if key == "when" else None), str):
            raise DamagedFile(f"{where}: '{key}' must be {expected}")
    if table["keep"] not in ("most", "fewest"):
        raise DamagedFile(f"{where}: 'keep' must be {_KEYS['keep']}, not '{table['keep']}'")
    line = Line(table["of"], table["keep"], table.get("when", ALWAYS))
    try:
        wording.check(line, where)
    except GameloreError as error:
        raise DamagedFile(str(error)) from None
    return line
