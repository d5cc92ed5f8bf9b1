"""The page's file: what is acknowledged is there, one write that fails harms no other, trouble is told and passes."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from gamelore.app.page.keeping import store as stores
from gamelore.app.page.keeping.store import Kept, PageStore, insert_sitting, read_kept
from gamelore.app.page.keeping.trouble import DAMAGED, FULL, HELD, Trouble
from gamelore.base.errors import DamagedFile, GameloreError


def test_what_was_written_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    async def write() -> None:
        store = PageStore(tmp_path / "page.sqlite")
        await store.write("INSERT INTO visitors VALUES (?, ?)", "somebody", 1.0)
        store.close()

    asyncio.run(write())
    again = PageStore(tmp_path / "page.sqlite")
    assert [row["visitor"] for row in again.read("SELECT visitor FROM visitors")] == ["somebody"]
    again.close()


def test_a_write_that_fails_leaves_nothing_and_harms_no_other_of_its_transaction(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "page.sqlite")

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO visitors VALUES ('half', 1)")
        raise ValueError("thought better of it")

    async def write() -> list[object]:
        jobs = [store.write("INSERT INTO visitors VALUES (?, 1)", f"visitor {n}") for n in range(50)]
        return list(await asyncio.gather(*jobs[:25], store.do(half), *jobs[25:], return_exceptions=True))

    answers = asyncio.run(write())
    assert [type(answer) for answer in answers].count(ValueError) == 1
    found = {row["visitor"] for row in store.read("SELECT visitor FROM visitors")}
    assert found == {f"visitor {n}" for n in range(50)}
    store.close()


_WRITER = """
import asyncio, sys
from pathlib import Path
from gamelore.app.page.keeping.store import PageStore
store = PageStore(Path(sys.argv[1]))
async def go():
    for n in range(100000):
        await store.write("INSERT INTO visitors VALUES (?, 1)", str(n))
        print(n, flush=True)
asyncio.run(go())
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "page.sqlite"
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(file)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    last = 0
    for line in writer.stdout:
        last = int(line)
        if last == 40:
            os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    store = PageStore(file)
    found = {row["visitor"] for row in store.read("SELECT visitor FROM visitors")}
    assert found >= {str(n) for n in range(last + 1)}
    assert store.read("PRAGMA integrity_check")[0][0] == "ok"
    store.close()


# --- trouble ----------------------------------------------------------------------------------------------------------


async def tried(store: PageStore, name: str, size: int = 1) -> str:
    """What came of writing a row: nothing, or the sentence."""
    try:
        await store.write("INSERT INTO visitors VALUES (?, 1)", name * size)
    except Trouble as error:
        return str(error)
    return ""


def names(store: PageStore) -> set[str]:
    return {row["visitor"][:1] for row in store.read("SELECT visitor FROM visitors")}


def test_a_full_disk_is_told_and_writing_goes_on_when_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = PageStore(tmp_path / "page.sqlite")
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]

    async def go() -> None:
        assert await tried(store, "a") == ""
        store._writer.execute(f"PRAGMA max_page_count={pages + 2}")
        assert await tried(store, "b", 100_000) == FULL
        assert not store._writer.in_transaction  # nobody else waits for it
        assert await asyncio.gather(*(tried(store, sign, 100_000) for sign in "cde")) == [FULL] * 3
        assert await tried(store, "f") == ""
        assert await tried(store, "g", 100_000) == FULL
        store._writer.execute("PRAGMA max_page_count=1000000")
        assert await tried(store, "h", 100_000) == ""

    asyncio.run(go())
    assert names(store) == set("afh")
    store.close()
    told = capsys.readouterr().err.splitlines()
    assert [line.split("page.sqlite: ")[1].split(";")[0] for line in told] == [
        "database or disk is full", "can be written again", "database or disk is full", "can be written again",
    ]  # fmt: skip
    assert all(line.startswith("gamelore: ") for line in told)


def test_a_file_that_another_program_holds_is_told_and_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    store = PageStore(tmp_path / "page.sqlite")
    assert store._writer.execute("PRAGMA busy_timeout").fetchone()[0] == 50
    other = sqlite3.connect(tmp_path / "page.sqlite", isolation_level=None)

    async def go() -> None:
        other.execute("BEGIN IMMEDIATE")
        assert await tried(store, "a") == HELD
        other.execute("ROLLBACK")
        assert await tried(store, "b") == ""

    asyncio.run(go())
    assert names(store) == {"b"}
    store.close()


def test_a_question_to_a_damaged_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = PageStore(tmp_path / "page.sqlite")
    store._writer.execute("DROP TABLE judged")
    with pytest.raises(Trouble) as caught:
        store.read("SELECT * FROM judged")
    assert str(caught.value) == DAMAGED
    assert "page.sqlite: no such table: judged;" in capsys.readouterr().err
    assert [row[0] for row in store.read("SELECT ? + ?", 1, 2)] == [3]
    store.close()


def test_so_many_writes_share_a_transaction_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "AT_ONCE", 3)
    shared: list[int] = []
    together = stores._together

    def counted(connection: sqlite3.Connection, jobs: list[Any]) -> sqlite3.Error | None:
        shared.append(len(jobs))
        time.sleep(0.02)
        return together(connection, jobs)

    monkeypatch.setattr(stores, "_together", counted)
    store = PageStore(tmp_path / "page.sqlite")

    async def go() -> None:
        await asyncio.gather(*(tried(store, sign) for sign in "abcdefgh"))

    asyncio.run(go())
    assert max(shared) == 3
    assert sum(shared) == 8
    store.close()


def test_a_writer_whose_asker_has_gone_goes_on(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "page.sqlite")

    async def leave() -> None:
        waiting = threading.Event()
        task = asyncio.create_task(store.do(lambda connection: waiting.wait(5) and connection.execute("SELECT 1")))
        await asyncio.sleep(0.05)
        task.cancel()
        waiting.set()

    asyncio.run(leave())

    async def forsake() -> None:
        begun = threading.Event()
        store._jobs.put(stores._Job(lambda _: begun.wait(0.2), asyncio.get_running_loop(), asyncio.Future()))

    asyncio.run(forsake())  # the loop is closed before the answer comes
    time.sleep(0.3)
    assert asyncio.run(tried(store, "w")) == ""
    store.close()


def test_trouble_of_another_kind_at_the_start_is_told_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(stores, "_connect", odd)
    with pytest.raises(GameloreError, match=r"page.sqlite: disk I/O error$"):
        PageStore(tmp_path / "new" / "page.sqlite")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_transaction_that_could_not_even_be_ended_is_ended_before_the_next(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "page.sqlite")
    store._writer.execute("BEGIN")
    store._writer.execute("INSERT INTO visitors VALUES ('half', 1)")
    assert asyncio.run(tried(store, "w")) == ""
    assert names(store) == {"w"}
    store.close()


def test_what_stands_in_the_place_of_the_file_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(DamagedFile, match=r"folder.sqlite: is no plain file"):
        PageStore(tmp_path / "folder.sqlite")
    (tmp_path / "text.sqlite").write_text("no database at all, only a text that somebody put there" * 20)
    with pytest.raises(DamagedFile, match=r"text.sqlite: is not the page's file, or is damaged"):
        PageStore(tmp_path / "text.sqlite")


def test_a_complaint_that_quotes_a_damaged_byte_is_told_as_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def complain(connection: sqlite3.Connection, path: Path) -> None:
        b"malformed \xa0".decode()

    monkeypatch.setattr(stores, "check_whole", complain)
    with pytest.raises(DamagedFile, match=r"page.sqlite: is not the page's file, or is damaged; put a backup there$"):
        PageStore(tmp_path / "page.sqlite")


def test_a_file_that_is_held_at_the_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    PageStore(tmp_path / "page.sqlite").close()
    other = sqlite3.connect(tmp_path / "page.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(GameloreError, match=r"page.sqlite: another program holds it; nothing was changed"):
        PageStore(tmp_path / "page.sqlite")
    other.close()


def test_a_folder_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="Not a directory"):
        PageStore(tmp_path / "file" / "page.sqlite")


def test_readers_wait_a_moment_and_the_writer_for_seconds(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "page.sqlite")
    waits = [each.execute("PRAGMA busy_timeout").fetchone()[0] for each in (store._reader, store._writer)]
    assert waits == [200, 5000]
    assert store._thread.daemon
    assert store._writer.isolation_level is None
    for each in (store._reader, store._writer):
        assert each.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert each.execute("PRAGMA synchronous").fetchone()[0] == 2
    store.close()


# --- rows -------------------------------------------------------------------------------------------------------------


def sitting(key: str, changed: float, visitor: str = "me", kind: str = "table") -> tuple[object, ...]:
    return key, visitor, kind, "title", "{}", "{}", 0, "", changed, changed


def test_of_a_kind_and_a_visitor_so_many_are_kept_and_the_oldest_go(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "page.sqlite")

    async def keep(row: tuple[object, ...], most: int = 3) -> list[str]:
        return await store.do(lambda connection: insert_sitting(connection, row, most))

    async def go() -> None:
        assert await keep(sitting("other's", 0.0, "somebody")) == []
        assert await keep(sitting("lesson", 0.0, kind="coach")) == []
        assert [await keep(sitting(f"s{n}", float(n))) for n in range(3)] == [[], [], []]
        await store.write("INSERT INTO judged VALUES ('s0', 1, 1, 0, 'result', '')")
        await store.write("INSERT INTO judged VALUES ('s1', 1, 1, 0, 'result', '')")
        assert await keep(sitting("s3", 3.0)) == ["s0"]
        assert await keep(sitting("early", -5.0)) == ["s1"]  # a clock that was set back loses nobody's new contest
        assert await keep(sitting("last", 9.0), most=1) == ["s3", "s2", "early"]

    asyncio.run(go())
    kept = {row["sitting"] for row in store.read("SELECT sitting FROM sittings")}
    assert kept == {"other's", "lesson", "last"}
    assert store.read("SELECT * FROM judged") == []
    store.close()


class Inner(Kept):
    """A part of a row."""

    word: str = ""


class Spoken(Kept):
    """A row that says something."""

    said: str
    inner: Inner = Inner()


def test_a_column_that_somebody_else_wrote_in_is_one_sentence() -> None:
    assert read_kept(Spoken, {"column": '{"said":"yes","more":1}'}, "column").said == "yes"
    with pytest.raises(DamagedFile, match="what the page keeps in 'column' is damaged: said Field required"):
        read_kept(Spoken, {"column": "{}"}, "column")
    with pytest.raises(DamagedFile, match="what the page keeps in 'column':1:1"):
        read_kept(Spoken, {"column": "nonsense"}, "column")
    with pytest.raises(DamagedFile, match="said Input should be a valid string"):
        read_kept(Spoken, {"column": '{"said":1}'}, "column")
    with pytest.raises(DamagedFile, match=r"damaged: inner.word Input should be a valid string"):
        read_kept(Spoken, {"column": '{"said":"x","inner":{"word":1}}'}, "column")
