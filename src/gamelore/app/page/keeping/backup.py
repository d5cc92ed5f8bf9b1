"""A backup of all that the page keeps, in one file, taken while the page runs.

It is a copy of the page's SQLite file by SQLite's own backup, which sees one moment whole, with one table more: the
files of agents and games, which stand in folders otherwise. Put it as `page.sqlite` into an empty folder and serve from
there: whatever its folders lack is written from it.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import tempfile
from pathlib import Path

from gamelore.app.page.keeping.schema import bring_up_to_date, check_whole
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import UNFINISHED, make_folder, sync_folder, write_bytes

FILE = "page.sqlite"
AGENTS, GAMES = "agents", "games"
_NAME = re.compile(rf"(?:{AGENTS}/[A-Za-z0-9_-]{{1,40}}/|{GAMES}/)[A-Za-z0-9_-][A-Za-z0-9_.-]{{0,80}}")
"""What a backup may write: files of agents and games, nothing hidden, nothing elsewhere."""
_TABLE = "CREATE TABLE files (name TEXT PRIMARY KEY, content BLOB NOT NULL);"
TRIES = 5


def backup(folder: Path, file: Path) -> int:
    """Copy what a page keeps in its folder into one file; how many contests are in it."""
    source = folder / FILE
    if not source.is_file():
        raise GameloreError(f"{source}: no such file; nothing was ever served from there")
    make_folder(file.parent)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}{UNFINISHED}", dir=file.parent)
    os.close(handle)
    fresh = Path(name)
    try:
        with (
            contextlib.closing(sqlite3.connect(source, timeout=30)) as here,
            contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as there,
        ):
            here.backup(there)
            there.execute("PRAGMA journal_mode=DELETE")
            bring_up_to_date(there, source)
            check_whole(there, source)
            there.executescript(f"BEGIN; DROP TABLE IF EXISTS files; {_TABLE}")
            there.executemany("INSERT INTO files VALUES (?, ?)", _files(folder))
            count = int(there.execute("SELECT count(*) FROM sittings").fetchone()[0])
            there.execute("COMMIT")
        with open(fresh, "rb") as written:
            os.fsync(written.fileno())
        os.chmod(fresh, 0o600)
        os.replace(fresh, file)
        sync_folder(file.parent)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise GameloreError(f"{source}: cannot be copied to {file}: {error}") from None
    finally:
        fresh.unlink(missing_ok=True)
    return count


def unpack(store: Path, folder: Path) -> int:
    """Write the files that a backup brought along and the folder lacks; how many they were."""
    try:
        with contextlib.closing(sqlite3.connect(store, isolation_level=None, timeout=30)) as here:
            if not here.execute("SELECT 1 FROM sqlite_master WHERE name = 'files'").fetchone():
                return 0
            brought = here.execute("SELECT name, content FROM files ORDER BY name").fetchall()
            for name, content in brought:
                if not isinstance(name, str) or not _NAME.fullmatch(name) or not isinstance(content, bytes):
                    raise DamagedFile(f"{store}: brings a file along that no page of ours has: {name!r}")
            lacking = [(name, content) for name, content in brought if not (folder / name).exists()]
            for name, content in lacking:
                write_bytes(folder / name, content)
            here.execute("DROP TABLE files")
            return len(lacking)
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's own complaint may quote a damaged byte
        raise DamagedFile(f"{store}: the files that it brings along are damaged ({error})") from None


def _files(folder: Path) -> list[tuple[str, bytes]]:
    """The files of all agents and games; an agent that is replaced meanwhile is read again."""
    found = [
        (f"{GAMES}/{path.name}", path.read_bytes())
        for path in sorted((folder / GAMES).glob("*.toml"))
        if not path.name.startswith(".")
    ]
    for agent in sorted((folder / AGENTS).glob("*")):
        if agent.is_dir() and not agent.name.startswith("."):
            found += [(f"{AGENTS}/{agent.name}/{name}", content) for name, content in agent_files(agent)]
    return [(name, content) for name, content in found if _NAME.fullmatch(name)]


def agent_files(agent: Path) -> list[tuple[str, bytes]]:
    """The files of one agent, all of the same moment: its folder is exchanged whole, never changed."""
    for _ in range(TRIES):
        with contextlib.suppress(FileNotFoundError):
            handle = os.open(agent, os.O_RDONLY)
            try:
                return [(name, _read_at(handle, name)) for name in sorted(os.listdir(handle))]
            finally:
                os.close(handle)
    return []


def _read_at(folder: int, name: str) -> bytes:
    with open(name, "rb", opener=lambda path, flags: os.open(path, flags, dir_fd=folder)) as file:
        return file.read()
