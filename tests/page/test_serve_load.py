"""Many visitors at once, and a server that is killed while they play: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest
from tests.page.load import Player, Server, Tally, measure

pytestmark = [pytest.mark.page, pytest.mark.timeout(1200)]

QUICKLY_MADE = (("lose_tic_tac_toe", "reasonable"), ("tapatan", "random"), ("forty_two", "random"))
"""Contests that need no kernel, so that a server that was killed is soon back."""
KILLS = int(os.environ.get("GAMELORE_KILLS", "4"))
"""The page was held to twenty; a quick look needs fewer."""


def test_visitors_at_once_meet_no_error_and_lose_no_move() -> None:
    """How many and how quickly is measured by `python -m tests.page.load` on a quiet machine."""
    found = measure(visitors=40, seconds=8, pause=1.0)
    assert found["errors"] == found["lost"] == found["hung up"] == 0
    assert found["moves"] > 20


def test_a_kill_in_mid_play_loses_no_acknowledged_move(tmp_path: Path) -> None:
    server = Server(tmp_path, warm=False)
    tally = Tally()
    players = [Player(server.port, number, tally, QUICKLY_MADE) for number in range(12)]

    async def play_and_kill() -> None:
        until = time.monotonic() + 60
        playing = asyncio.gather(*(player.play(until, 0.05) for player in players))
        before = len(tally.seconds)
        while len(tally.seconds) < before + 25:
            await asyncio.sleep(0.01)
        server.kill()
        await playing

    async def check() -> None:
        for player in players:
            await player.check()

    try:
        for kill in range(KILLS):
            asyncio.run(play_and_kill())
            server.start()
            asyncio.run(check())
            print(f"kill {kill + 1}: {len(tally.seconds)} moves acknowledged, {len(tally.lost)} lost")
            assert tally.lost == []
    finally:
        server.kill()
    assert [error for error in tally.errors if not error.startswith("409")] == []
    assert len(tally.seconds) >= 25 * KILLS
