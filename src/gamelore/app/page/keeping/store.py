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

from gamelore.app.page.keeping.schema import VERSION, bring_up_to_date, check_whole
from gamelore.app.page.keeping.trouble import DAMAGED, HELD, Operator, Trouble, for_visitors
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import make_folder, parse_json

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

AT_ONCE = 256
"""The most writes that share a transaction."""
PATIENCE = 5.0
"""Seconds for which the writer waits while another program holds the file."""
READERS_PATIENCE = 0.2
"""The same for a question: everybody waits for it."""

_INSERT = "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_OLDEST = (
    "SELECT sitting FROM sittings WHERE visitor = ? AND kind = ? AND sitting <> ? "
    "ORDER BY changed DESC LIMIT -1 OFFSET ?"
)
_GONE = ("DELETE FROM sittings WHERE sitting = ?", "DELETE FROM judged WHERE sitting = ?")
_BEGIN, _COMMIT, _ROLLBACK = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
_MARK, _TO_MARK, _PAST_MARK = "SAVEPOINT job", "ROLLBACK TO job", "RELEASE job"
_SETTINGS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")


def insert_sitting(connection: sqlite3.Connection, row: tuple[object, ...], most: int) -> list[str]:
    """Keep a new contest or lesson, and at most so many of its kind and visitor: the keys of those that went for it.

    The new one stays whatever the clock says.
    """
    sitting, visitor, kind = row[:3]
    connection.execute(_INSERT, row)
    gone = [str(found[0]) for found in connection.execute(_OLDEST, (visitor, kind, sitting, most - 1))]
    for delete in _GONE:
        connection.executemany(delete, [(key,) for key in gone])
    return gone


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
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise DamagedFile(f"what the page keeps in '{column}' is damaged: {place} {first['msg']}") from None


class PageStore:
    """The file, with its one writer; `close` waits for what was asked for."""

    def __init__(self, path: Path, operator: Operator | None = None) -> None:
        self.path, self.operator = path, operator or Operator()
        self._reader = _opened(path)
        self._reader.execute(f"PRAGMA busy_timeout={int(1000 * READERS_PATIENCE)}")
        self._writer = _connect(path, PATIENCE)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def read(self, query: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a question; a handful of them, answered at once."""
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self.operator.hears(self.path, error)
            raise Trouble(for_visitors(error)) from error

    async def write(self, query: str, *values: object) -> int:
        """Do one statement and answer, once it is on the disk, how many rows it touched."""
        return await self.do(lambda connection: connection.execute(query, values).rowcount)

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do several statements, all or none of them; `Trouble` if they could not be kept."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(job, loop, future))
        try:
            return await future
        except sqlite3.Error as error:
            raise Trouble(for_visitors(error)) from error

    def close(self) -> None:
        """Finish what was asked for."""
        self._jobs.put(None)
        self._thread.join()
        self._reader.close()

    def _write(self) -> None:
        going = True
        while going:
            taken = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while len(taken) < AT_ONCE:
                    taken.append(self._jobs.get_nowait())
            going = None not in taken
            wrong = _together(self._writer, [job for job in taken if job is not None])
            if wrong is None:
                self.operator.over(self.path)
            else:
                self.operator.hears(self.path, wrong)
        self._writer.close()


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


def _together(connection: sqlite3.Connection, jobs: list[_Job]) -> sqlite3.Error | None:
    """Do some jobs in one transaction; one that fails leaves nothing behind and harms no other.

    The answer is the file's own trouble, if it has any: then none of them was done.
    """
    answers: list[tuple[object, BaseException | None]] = []
    wrong: sqlite3.Error | None = None
    try:
        if connection.in_transaction:  # trouble was so deep that even the way back failed
            connection.execute(_ROLLBACK)
        connection.execute(_BEGIN)
        for job in jobs:
            connection.execute(_MARK)
            try:
                answers.append((job.job(connection), None))
            except Exception as error:
                if isinstance(error, sqlite3.OperationalError):  # a full disk may have ended the transaction
                    raise
                connection.execute(_TO_MARK)
                answers.append((None, error))
            connection.execute(_PAST_MARK)
        connection.execute(_COMMIT)
    except sqlite3.Error as error:  # nobody may believe that anything was kept
        wrong = error
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute(_ROLLBACK)
        answers = [(None, error)] * len(jobs)
    for job, (result, refused) in zip(jobs, answers, strict=True):
        job.answer(result, refused)
    return wrong


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=patience)
    connection.row_factory = sqlite3.Row
    for setting in _SETTINGS:
        connection.execute(setting)
    return connection


def _opened(path: Path) -> sqlite3.Connection:
    """The file, looked over: it is ours, whole, of this version, and can be written."""
    if path.exists() and not path.is_file():
        raise DamagedFile(f"{path}: is no plain file, and the page's file must stand there")
    make_folder(path.parent, 0o700)
    try:
        connection = _connect(path, PATIENCE)
        bring_up_to_date(connection, path)
        check_whole(connection, path)
        connection.execute(_BEGIN)
        connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute(_COMMIT)
    except UnicodeDecodeError:  # SQLite's own complaint quotes a damaged byte
        raise DamagedFile(f"{path}: is not the page's file, or is damaged; put a backup there") from None
    except sqlite3.Error as error:
        wrong = for_visitors(error)
        if wrong == HELD:
            raise GameloreError(f"{path}: another program holds it; nothing was changed") from None
        if wrong == DAMAGED:
            raise DamagedFile(f"{path}: is not the page's file, or is damaged ({error}); put a backup there") from None
        raise GameloreError(f"{path}: {error}") from None
    return connection


def now() -> float:
    """Seconds since 1970, for rows that tell when they were made."""
    return time.time()
