"""The page's file: what is acknowledged is there, one that fails harms no other, other files are refused."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from gamelore.app.page.store import PageStore
from gamelore.base.errors import DamagedFile


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


def test_a_file_of_another_version_or_of_somebody_else_is_refused(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    with pytest.raises(DamagedFile, match="version 0, this program reads"):
        PageStore(tmp_path / "other.sqlite")
    (tmp_path / "text.sqlite").write_text("no database at all, only a text that somebody put there" * 20)
    with pytest.raises(DamagedFile, match="is not the page's file"):
        PageStore(tmp_path / "text.sqlite")


def test_a_file_of_the_first_version_gets_what_is_new_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "page.sqlite"
    PageStore(file).close()
    old = sqlite3.connect(file)
    old.executescript("DROP TABLE judged; PRAGMA user_version=1; INSERT INTO visitors VALUES ('somebody', 1);")
    old.close()
    store = PageStore(file)
    assert [row["visitor"] for row in store.read("SELECT visitor FROM visitors")] == ["somebody"]
    assert store.read("SELECT * FROM judged") == []
    store.close()


_WRITER = """
import asyncio, sys
from pathlib import Path
from gamelore.app.page.store import PageStore
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
