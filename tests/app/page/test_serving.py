"""The process that serves: what stands in the way is one sentence before anybody can come, and a backup is a page."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.app.page.asking import Visitor, has, opened, played, visited

from gamelore.app.cli import main
from gamelore.app.page.keeping.backup import backup
from gamelore.app.page.server import WebPage
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.learners.registry import load_agent


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def served(folder: Path, *more: str) -> Iterator[tuple[str, int]]:
    """`gamelore serve` in a process of its own: its address and its number."""
    port = free_port()
    command = [sys.executable, "-m", "gamelore", "serve", "--data", str(folder), "--port", str(port), *more]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) in (0, 130, -signal.SIGINT)


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `gamelore serve` says when it cannot begin: one sentence."""
    assert main(["serve", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.timeout(180)
def test_a_second_server_is_refused_and_a_backup_is_taken_while_the_first_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copies" / "tuesday.sqlite"
    with served(data) as (address, process), httpx.Client(base_url=address, timeout=60) as client:
        client.post("/api/welcome", json={})
        begun = client.post("/api/contests", json={"game": "tic_tac_toe", "against": "random"}).json()
        lesson = client.post("/api/coachings", json={}).json()["coaching"]
        told = complaint(capsys, "--data", str(data), "--port", str(free_port()))
        assert "a page is served from here already" in told
        assert f"process {process} of " in told
        port = address.rpartition(":")[2]
        told = complaint(capsys, "--data", str(tmp_path / "other"), "--port", port)
        assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in told
        assert main(["serve", "--data", str(data), "--backup", str(copy)]) == 0
        assert "2 contests and lessons" in capsys.readouterr().out
        later = client.post("/api/contests", json={"game": "tic_tac_toe", "against": "random"}).json()
        key = next(iter(client.cookies.values()))
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copy.rename(elsewhere / "page.sqlite")

    async def restored(page: WebPage) -> None:
        visitor = Visitor(page)
        visitor.client.cookies.set("gamelore", key)
        assert await has(visitor, begun["sitting"])
        assert not await has(visitor, later["sitting"])
        assert (await visitor.get(f"/api/coachings/{lesson}"))["prompt"]
        assert load_agent(elsewhere / "agents" / lesson).learner.kind == "waterman"
        assert await played(visitor)
        assert not page.store.read("SELECT 1 FROM sqlite_master WHERE name = 'files'")

    visited(elsewhere, restored)


def test_whatever_stands_in_the_way_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    port = ("--port", str(free_port()))
    (folder / "page.sqlite").mkdir(parents=True)
    assert "page.sqlite: is no plain file" in complaint(capsys, "--data", str(folder), *port)
    (folder / "page.sqlite").rmdir()
    (folder / "page.sqlite").write_text("nonsense " * 1000)
    assert "page.sqlite: is not the page's file, or is damaged" in complaint(capsys, "--data", str(folder), *port)
    (folder / "page.sqlite").unlink()
    with contextlib.closing(sqlite3.connect(folder / "page.sqlite")) as empty:
        empty.execute("PRAGMA user_version=2")
        empty.commit()
    assert "no such table" in complaint(capsys, "--data", str(folder), *port)
    (tmp_path / "file").write_text("")
    assert "file: Not a directory" in complaint(capsys, "--data", str(tmp_path / "file"), *port)
    assert "access code of 1 characters" in complaint(capsys, "--host", "0.0.0.0", "--code", "7", *port)
    assert "no such file" in complaint(capsys, "--data", str(tmp_path / "none"), "--backup", str(tmp_path / "b"))
    assert not (tmp_path / "b").exists()


def test_a_backup_holds_one_moment_while_everybody_writes(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path / "page") as page:
            visitor = await Visitor(page).enter()
            going = True

            async def play() -> None:
                while going:
                    await played(visitor)

            playing = asyncio.create_task(play())
            counts = []
            for n in range(5):
                counts.append(await asyncio.to_thread(backup, tmp_path / "page", tmp_path / f"copy{n}"))
                await asyncio.sleep(0.05)
            going = False
            await playing
            assert counts == sorted(counts)
            assert counts[-1] > counts[0]
            for n, count in enumerate(counts):
                with contextlib.closing(sqlite3.connect(tmp_path / f"copy{n}")) as copy:
                    assert copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
                    assert copy.execute("SELECT count(*) FROM sittings").fetchone()[0] == count

    asyncio.run(go())


def test_a_backup_of_a_damaged_file_is_none_and_a_foreign_one_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "page.sqlite").write_text("nonsense " * 1000)
    with pytest.raises(GameloreError, match=r"page.sqlite: cannot be copied"):
        backup(tmp_path / "page", tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["page"]
    WebPage(tmp_path / "mine", background=False).store.close()
    backup(tmp_path / "mine", tmp_path / "theirs" / "page.sqlite")
    with contextlib.closing(sqlite3.connect(tmp_path / "theirs" / "page.sqlite")) as changed:
        changed.execute("INSERT INTO files VALUES ('agents/../../escaped', x'00')")
        changed.commit()
    with pytest.raises(DamagedFile, match=r"brings a file along that no page of ours has"):
        WebPage(tmp_path / "theirs", background=False)
    assert not (tmp_path / "escaped").exists()
    with contextlib.closing(sqlite3.connect(tmp_path / "theirs" / "page.sqlite")) as changed:
        changed.executescript("DROP TABLE files; CREATE TABLE files (x);")
    with pytest.raises(DamagedFile, match=r"page.sqlite: the files that it brings along are damaged"):
        WebPage(tmp_path / "theirs", background=False)
