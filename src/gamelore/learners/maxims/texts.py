"""Lists as TOML files that a person may write or change: `maxims.toml`.

```toml
version = 1

# 1. Win if you can.
[[line]]
keep = "most"
of = "wins"
when = "always"
```

What stands behind # is written for the reader and not read back. `when` may be left out. Every complaint names the line
of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
    for number, line in enumerate(maxims.lines, start=1):
        table = {"keep": line.sense, "of": line.measure, "when": line.condition}
        body = "".join(f'{key} = "{value}"\n' for key, value in table.items())
        parts.append(f"# {number}. {wording.sentence(line)}\n[[line]]\n{body}")
    return "\n".join(parts)


def read_maxims(text: str, wording: Wording, where: str) -> Maxims:
    """Read such a text; `DamagedFile` names the line."""
    content = parse_toml(text, where)
    if content.get("version") != VERSION:
        raise DamagedFile(f"{where}: version {content.get('version')!r}, this program reads {VERSION}")
    for key in content:
        if key not in ("version", "found", "line"):
            raise DamagedFile(f"{where}: '{key}' does not belong here; a list has version, found and line")
    found, tables = content.get("found", {}), content.get("line", [])
    if not isinstance(found, dict) or not all(isinstance(value, str | int | float) for value in found.values()):
        raise DamagedFile(f"{where}: 'found' must be a table of texts and numbers")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise DamagedFile(f"{where}: the lines must be tables [[line]]")
    if len(tables) > MOST_LINES:
        raise DamagedFile(f"{where}: {len(tables)} lines; a list has at most {MOST_LINES}")
    places = [text.count("\n", 0, match.start()) + 1 for match in _HEADER.finditer(text)]
    lines = []
    for number, table in enumerate(tables):
        place = f"{where}:{places[number]}" if len(places) == len(tables) else where
        lines.append(_read_line(table, wording, f"{place}: line {number + 1}"))
    return Maxims(tuple(lines), found)


_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*line[ \t]*\]\]", re.MULTILINE)


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
