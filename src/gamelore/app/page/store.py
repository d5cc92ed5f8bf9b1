"""Where the page keeps visitors, contests, lessons, games and courses: one SQLite file in WAL mode.

What is acknowledged is on the disk: one thread writes, and whatever came in while the disk was busy goes into its next
transaction, so that many visitors share one sync. A write is answered when its transaction is. Reading is done on
another connection and waits for nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from gamelore.base.errors import DamagedFile
from gamelore.base.files import parse_json

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

VERSION = 2
AT_ONCE = 256
"""The most writes that share a transaction."""

_TABLES = """
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
_SINCE_2 = """
CREATE TABLE judged (
    sitting TEXT PRIMARY KEY, judged INTEGER NOT NULL, kept INTEGER NOT NULL, given REAL NOT NULL, unit TEXT NOT NULL
) WITHOUT ROWID;
"""
"""What the moves of a contest gave away; a file of version 1 has everything else and gets it."""


class Kept(BaseModel):
    """What a column holds as JSON."""

    model_config = ConfigDict(extra="ignore", strict=True)


K = TypeVar("K", bound=Kept)


def read_kept(kind: type[K], row: sqlite3.Row | dict[str, Any], column: str) -> K:
    """What a column of a row holds; a file that somebody else wrote in may hold anything."""
    parse_json(row[column], f"what the page keeps in '{column}'")  # which has the limits of everything that is read
    try:
        return kind.model_validate_json(row[column])
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise DamagedFile(f"what the page keeps in '{column}' is damaged: {place} {first['msg']}") from None


class PageStore:
    """The file, with its one writer; `close` waits for what was asked for."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._reader = _connect(path)
        _make_tables(self._reader, path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def read(self, query: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a question; a handful of them, answered at once."""
        return self._reader.execute(query, values).fetchall()

    async def write(self, query: str, *values: object) -> int:
        """Do one statement and answer, once it is on the disk, how many rows it touched."""
        return await self.do(lambda connection: connection.execute(query, values).rowcount)

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do several statements, all or none of them."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(job, loop, future))
        return await future

    def close(self) -> None:
        """Finish what was asked for."""
        self._jobs.put(None)
        self._thread.join()
        self._reader.close()

    def _write(self) -> None:
        connection = _connect(self.path)
        going = True
        while going:
            taken = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while len(taken) < AT_ONCE:
                    taken.append(self._jobs.get_nowait())
            going = None not in taken
            _together(connection, [job for job in taken if job is not None])
        connection.close()


class _Job:
    """Something to write, and who waits for it."""

    def __init__(self, job: Job, loop: asyncio.AbstractEventLoop, future: asyncio.Future[Any]) -> None:
        self.job, self.loop, self.future = job, loop, future

    def answer(self, result: object, error: BaseException | None) -> None:
        def tell() -> None:
            if self.future.done():  # whoever waited has gone
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        with contextlib.suppress(RuntimeError):  # the server has closed
            self.loop.call_soon_threadsafe(tell)


def _together(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Do some jobs in one transaction; one that fails leaves nothing behind and harms no other."""
    answers: list[tuple[object, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            connection.execute("SAVEPOINT job")
            try:
                answers.append((job.job(connection), None))
            except Exception as error:
                connection.execute("ROLLBACK TO job")
                answers.append((None, error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
    except sqlite3.Error as error:  # a full disk: nobody may believe that anything was kept
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        answers = [(None, error)] * len(jobs)
    for job, (result, wrong) in zip(jobs, answers, strict=True):
        job.answer(result, wrong)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except sqlite3.DatabaseError as error:
        raise DamagedFile(f"{path}: is not the page's file of contests ({error})") from None
    return connection


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    if version not in (0, 1) or (
        not version and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    ):
        raise DamagedFile(f"{path}: version {version}, this program reads {VERSION}")
    made = _SINCE_2 if version else f"{_TABLES} {_SINCE_2}"
    connection.executescript(f"BEGIN; {made} PRAGMA user_version={VERSION}; COMMIT;")


def now() -> float:
    """Seconds since 1970, for rows that tell when they were made."""
    return time.time()
