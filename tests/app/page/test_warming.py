"""While the players get ready, every page says so; when they are, none does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page import warming
from gamelore.app.page.warming import WARMING, Warming


def test_visitors_are_told_how_far_the_players_are(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            assert "warming" not in (await visitor.client.get("/")).text
            page.warming.done = 1
            told = (await visitor.client.get("/games/tapatan")).text
            assert f"1 of {len(WARMING)} kinds so far" in told
            assert "/static/warming.mjs" in told
            assert (await visitor.client.get("/static/warming.mjs")).status_code == 200
            assert (await visitor.get("/api/ready"))["ready"] is False
            page.warming.done = len(WARMING)
            assert await visitor.get("/api/ready") == {"ready": True, "words": ""}

    asyncio.run(scene())


def test_one_kind_of_player_after_the_other_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[str] = []
    monkeypatch.setattr(warming, "warm_up", lambda name, against: moved.append(against))
    found, words = Warming(), []

    async def think(job: Callable[[], None], game: str) -> None:
        words.append(found.words)
        job()

    asyncio.run(found.run(think))
    assert moved == [against for _, against in WARMING]
    assert [f"{done} of" in word for done, word in enumerate(words)] == [True] * len(WARMING)
    assert found.words == ""
