"""The form of the page's file: its tables, how an earlier version becomes this one, and whether all of it is there.

A new file begins as version 1 and takes the same steps as a file that is years old: there is one way to today's form.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from gamelore.base.errors import DamagedFile

VERSION = 4

_FIRST = """
CREATE TABLE visitors (visitor TEXT PRIMARY KEY, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE sittings (
    sitting TEXT PRIMARY KEY, visitor TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, setting TEXT NOT NULL,
    log TEXT NOT NULL, version INTEGER NOT NULL, result TEXT NOT NULL, made REAL NOT NULL, changed REAL NOT NULL
);
CREATE INDEX sittings_of ON sittings (visitor, changed);
CREATE TABLE games (
    game TEXT PRIMARY KEY, visitor TEXT NOT NULL, name TEXT NOT NULL, toml TEXT NOT NULL, made REAL NOT NULL
);
CREATE INDEX games_of ON games (visitor, made);
CREATE TABLE courses (
    course TEXT PRIMARY KEY, visitor TEXT NOT NULL, game TEXT NOT NULL, learner TEXT NOT NULL, setting TEXT NOT NULL,
    state TEXT NOT NULL, told TEXT NOT NULL, made REAL NOT NULL
);
CREATE INDEX courses_of ON courses (visitor, made);
"""
_JUDGED = """
CREATE TABLE judged (
    sitting TEXT PRIMARY KEY, judged INTEGER NOT NULL, kept INTEGER NOT NULL, given REAL NOT NULL, unit TEXT NOT NULL
) WITHOUT ROWID;
"""
"""What the moves of a contest gave away."""
_KEYS = """
CREATE TABLE keys (
    key TEXT PRIMARY KEY, visitor TEXT NOT NULL, renewed REAL NOT NULL, sealed TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_of ON keys (visitor);
CREATE TABLE recoveries (code TEXT PRIMARY KEY, visitor TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX recoveries_of ON recoveries (visitor);
INSERT INTO keys SELECT visitor, visitor, 0, '' FROM visitors;
"""
"""A visitor may have several keys, one for each browser. Before, a visitor was the digest of the only key: it stays so.

`sealed` is a recovery code as only the browser with this key can read it; `code` is its digest.
"""
_PRACTISED = """
ALTER TABLE judged ADD COLUMN told TEXT NOT NULL DEFAULT '';
CREATE TABLE practised (
    visitor TEXT NOT NULL, game TEXT NOT NULL, puzzle TEXT NOT NULL, line TEXT NOT NULL, asked INTEGER NOT NULL,
    right INTEGER NOT NULL, step INTEGER NOT NULL, due INTEGER NOT NULL, changed REAL NOT NULL,
    PRIMARY KEY (visitor, puzzle)
) WITHOUT ROWID;
"""
"""What was given away in a contest, to be a puzzle (empty: nobody has looked yet), and how puzzles were answered."""
_STEPS = (_FIRST, _JUDGED, _KEYS, _PRACTISED)
"""What makes version 1 of nothing, version 2 of version 1, and so on."""


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, or add what an older one lacks; all of it or nothing."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if not version and _columns(connection):
        raise DamagedFile(f"{path}: is a file of something else, not the page's")
    if not 0 <= version <= VERSION:
        raise DamagedFile(f"{path}: version {version}, this program reads up to {VERSION}; a newer one made it")
    if version == VERSION:
        return
    try:
        connection.executescript(f"BEGIN; {''.join(_STEPS[version:])} PRAGMA user_version={VERSION}; COMMIT;")
    except sqlite3.OperationalError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if "no such table" not in str(error) and "already exists" not in str(error):
            raise  # the disk, not the file
        raise DamagedFile(f"{path}: is damaged ({error}); put a backup in its place") from None


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file with damaged pages, or one that lacks a table or a column, before anybody relies on it."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedFile(f"{path}: is damaged ({found}); put a backup in its place")
    whole = sqlite3.connect(":memory:")
    whole.executescript("".join(_STEPS))
    here, wanted = _columns(connection), _columns(whole)
    whole.close()
    for table, columns in wanted.items():
        missing = sorted(columns - here.get(table, set()))
        if missing:
            what = f"'{table}.{missing[0]}'" if table in here else f"the table '{table}'"
            raise DamagedFile(f"{path}: {what} is missing; put a backup in its place")


def _columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    """The columns of every table."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')} for name in names}
