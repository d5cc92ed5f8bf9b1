"""What sources bring to the lab: tables, who runs them, kinds of experiment, measures; code as `module:name`.

The lab has tables of its own. Whoever reproduces a paper puts on the shelf what that takes (`put`), and so may any
other package; the lab names none of them. Nothing that stands here is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

OWN_TABLES = Path(__file__).parents[1] / "own_tables"

Places = Mapping[str, str]
"""What has a name, as `module:name`."""


@dataclass(frozen=True, slots=True)
class Source:
    """What one source brings."""

    module: str
    """Whose import puts it on the shelf; workers import it too."""
    tables: Path
    """The folder of its tables."""
    runners: Places = field(default_factory=dict)
    """Who runs tables that are not won in contests against challengers."""
    kinds: Places = field(default_factory=dict)
    """Kinds of experiment."""
    measures: Places = field(default_factory=dict)
    """What is measured of a list of poker rules (`lab/poker_lists.py`)."""
    files: Places = field(default_factory=dict)
    """Files (TOML) that its commands keep, by the name of the key that says which they are; who checks one."""
    commands: Places = field(default_factory=dict)
    """Functions that answer a person; the app makes commands of them."""
    beside: tuple[tuple[str, str, str], ...] = ()
    """Rows of learners that others are shown beside: table, row and year."""


_SHELF: dict[str, Source] = {}
_PLACES: dict[str, dict[str, str]] = {"runners": {}, "kinds": {}, "measures": {}, "files": {}}


def put(*sources: Source) -> None:
    """Make known what some sources bring."""
    for source in sources:
        _SHELF[source.module] = source
        for what, known in _PLACES.items():
            known.update(getattr(source, what))


def places(what: str, own: Places) -> Places:
    """Where runners, kinds, measures or checkers stand: the lab's own, and whatever is put on the shelf later."""
    _PLACES[what].update(own)
    return _PLACES[what]


def sources() -> list[Source]:
    """All that is on the shelf, in the order in which it came."""
    return list(_SHELF.values())


def table_files() -> dict[str, Path]:
    """The file of every table, by its name."""
    folders = (OWN_TABLES, *(source.tables for source in sources()))
    return {path.stem: path for folder in folders for path in folder.glob("*.toml")}


def rows_beside() -> list[tuple[str, str, str]]:
    """Published rows of learners that others are shown beside: table, row and year."""
    return [row for source in sources() for row in source.beside]
