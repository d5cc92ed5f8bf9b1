"""A full disk and a file that another program holds, with thirty visitors at play: all are told, nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.page.load import Player, Server, Tally
from tests.page.test_serve_load import QUICKLY_MADE

pytestmark = [pytest.mark.page, pytest.mark.timeout(600)]

VISITORS = 30


async def moves(tally: Tally, count: int) -> None:
    """Wait until so many more moves were acknowledged."""
    begin = len(tally.seconds) - len(tally.errors)
    until = time.monotonic() + 60
    while len(tally.seconds) - len(tally.errors) < begin + count:
        assert time.monotonic() < until, "play does not go on"
        await asyncio.sleep(0.02)


async def complaints(tally: Tally, count: int) -> None:
    """Wait until so many more visitors were refused."""
    begin, until = len(tally.errors), time.monotonic() + 60
    while len(tally.errors) < begin + count:
        assert time.monotonic() < until, "nobody noticed"
        await asyncio.sleep(0.02)


def test_play_goes_on_when_the_trouble_is_over_and_nothing_acknowledged_is_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path, warm=False)
    tally = Tally()
    players = [Player(server.port, number, tally, QUICKLY_MADE) for number in range(VISITORS)]

    async def go() -> None:
        until = time.monotonic() + 120
        playing = [asyncio.create_task(player.play(until, 0.1)) for player in players]
        await moves(tally, 100)
        # No file may grow: a full disk, for this one process.
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, hard))
        await complaints(tally, 2 * VISITORS)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        await moves(tally, 100)
        with contextlib.closing(sqlite3.connect(tmp_path / "page.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await complaints(tally, VISITORS)
        await moves(tally, 100)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def check() -> None:
        for player in players:
            await player.check()

    try:
        asyncio.run(go())
        asyncio.run(check())
        server.kill()
        server.start()
        asyncio.run(check())
    finally:
        server.kill()
    operator = capfd.readouterr().err
    assert tally.lost == []
    told = Counter(error.removeprefix("503 ") for error in tally.errors)
    print(f"{len(tally.seconds) - len(tally.errors)} moves acknowledged, none lost;", dict(told))
    assert {error[:4] for error in tally.errors} == {"503 "}
    assert all("page.sqlite" not in words and str(tmp_path) not in words for words in told)
    assert any("cannot write just now" in words or "disk is full" in words for words in told)
    assert any("Another program holds" in words for words in told)
    assert f"{tmp_path / 'page.sqlite'}: " in operator
    assert operator.count("can be written again") >= 2
    assert "Traceback" not in operator
