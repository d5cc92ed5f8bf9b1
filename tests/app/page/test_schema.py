"""The form of the page's file: every earlier version becomes today's, and what is not whole is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from gamelore.app.page.keeping.schema import VERSION
from gamelore.app.page.keeping.store import PageStore
from gamelore.app.page.visitor.visitors import Visitors
from gamelore.base.errors import DamagedFile

VERSION_1 = """
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
INSERT INTO visitors VALUES ('digest of a key', 7), ('digest of another', 8);
INSERT INTO sittings VALUES ('s', 'digest of a key', 'table', 't', '{}', '{}', 3, '', 1, 2);
PRAGMA user_version=1;
"""
VERSION_2 = f"""{VERSION_1}
CREATE TABLE judged (
    sitting TEXT PRIMARY KEY, judged INTEGER NOT NULL, kept INTEGER NOT NULL, given REAL NOT NULL, unit TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO judged VALUES ('s', 4, 3, 1, 'result');
PRAGMA user_version=2;
"""
VERSION_3 = f"""{VERSION_2}
CREATE TABLE keys (
    key TEXT PRIMARY KEY, visitor TEXT NOT NULL, renewed REAL NOT NULL, sealed TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_of ON keys (visitor);
CREATE TABLE recoveries (code TEXT PRIMARY KEY, visitor TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX recoveries_of ON recoveries (visitor);
INSERT INTO keys SELECT visitor, visitor, 0, '' FROM visitors;
PRAGMA user_version=3;
"""
"""The files of earlier programs, as those wrote them; nothing here may ever change."""


def made(path: Path, script: str) -> Path:
    old = sqlite3.connect(path)
    old.executescript(script)
    old.close()
    return path


JUDGED = ("s", 4, 3, 1.0, "result", "")


@pytest.mark.parametrize(("script", "judged"), [(VERSION_1, []), (VERSION_2, [JUDGED]), (VERSION_3, [JUDGED])])
def test_a_file_of_an_earlier_version_gets_what_is_new_and_keeps_the_rest(
    tmp_path: Path, script: str, judged: list[object]
) -> None:
    store = PageStore(made(tmp_path / "page.sqlite", script))
    assert store.read("PRAGMA user_version")[0][0] == VERSION
    assert [tuple(row) for row in store.read("SELECT * FROM judged")] == judged
    assert [tuple(row) for row in store.read("SELECT sitting, visitor, version FROM sittings")] == [
        ("s", "digest of a key", 3)
    ]
    visitors = Visitors(store, "gamelore-x")
    assert visitors.known("digest of a key") == ("digest of a key", 0)
    assert visitors.known("digest of another") == ("digest of another", 0)
    assert visitors.known("digest of nothing") is None
    store.close()
    PageStore(tmp_path / "page.sqlite").close()  # and once more, as it is now


def test_a_new_file_has_the_form_of_an_old_one_that_came_along(tmp_path: Path) -> None:
    forms = []
    for name in ("new", "old"):
        if name == "old":
            made(tmp_path / name, VERSION_3)
        store = PageStore(tmp_path / name)
        found = store.read("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
        forms.append([(row["type"], row["name"], row["tbl_name"]) for row in found])
        store.close()
    assert forms[0] == forms[1]
    assert len(forms[0]) > 10


def test_files_of_others_and_of_programs_to_come_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DamagedFile, match=r"x.sqlite: is a file of something else"):
        PageStore(made(tmp_path / "x.sqlite", "CREATE TABLE mine (x);"))
    with pytest.raises(DamagedFile, match=r"y.sqlite: version 9, this program reads up to 4; a newer one made it"):
        PageStore(made(tmp_path / "y.sqlite", f"{VERSION_2} PRAGMA user_version=9;"))
    with pytest.raises(DamagedFile, match=r"z.sqlite: version -1"):
        PageStore(made(tmp_path / "z.sqlite", f"{VERSION_2} PRAGMA user_version=-1;"))


def test_a_file_that_lacks_a_table_or_a_column_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = made(tmp_path / "empty.sqlite", "PRAGMA user_version=2;")
    with pytest.raises(DamagedFile, match=r"empty.sqlite: is damaged \(no such table: visitors\); put a backup"):
        PageStore(file)
    with pytest.raises(DamagedFile, match="no such table: visitors"):  # nothing of the first attempt is left
        PageStore(file)
    PageStore(tmp_path / "whole.sqlite").close()
    for wanted, change in (
        (r"the table 'judged' is missing; put a backup", "DROP TABLE judged;"),
        (r"'games.toml' is missing", "ALTER TABLE games RENAME COLUMN toml TO text;"),
    ):
        made(tmp_path / "whole.sqlite", change)
        with pytest.raises(DamagedFile, match=wanted):
            PageStore(tmp_path / "whole.sqlite")
        PageStore(tmp_path / "other.sqlite").close()
        (tmp_path / "other.sqlite").replace(tmp_path / "whole.sqlite")


def test_damaged_pages_are_found_before_anybody_relies_on_them(tmp_path: Path) -> None:
    file = made(tmp_path / "page.sqlite", VERSION_2)
    PageStore(file).close()
    many = "".join(f"INSERT INTO visitors VALUES ('{n:08}', 1);" for n in range(2000))
    made(file, f"PRAGMA journal_mode=DELETE; BEGIN; {many} COMMIT;")
    data = bytearray(file.read_bytes())
    assert len(data) > 16 * 4096
    for at in range(8 * 4096, len(data) - 4096, 4096):
        data[at + 8 : at + 200] = b"\xff" * 192
    file.write_bytes(data)
    with pytest.raises(DamagedFile, match=r"page.sqlite: is "):
        PageStore(file)
