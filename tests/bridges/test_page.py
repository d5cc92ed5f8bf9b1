"""A game of OpenSpiel on the page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page import catalogue
from gamelore.games import registry
from gamelore.games.registry import typed_game

HEX = "openspiel:hex(board_size=3)"


def test_it_is_played_on_the_page_with_its_text_as_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._MAKERS, "_known", dict(registry._MAKERS._known))
    monkeypatch.setattr(registry._MAKERS, "typed", [])
    catalogue.games.cache_clear()
    typed_game(HEX)
    try:
        asyncio.run(visit(tmp_path))
    finally:
        catalogue.games.cache_clear()


async def visit(folder: Path) -> None:
    async with opened(folder) as page:
        visitor = await Visitor(page).enter()
        assert HEX in (await visitor.client.get("/")).text
        now = await visitor.begin(HEX, "random")
        assert [move["action"] for move in now["moves"]][:4] == ["a1", "b1", "c1", "a2"]
        picture = str(now)
        assert ". . ." in picture
        for _ in range(9):
            if now["result"] is not None:
                break
            now = await visitor.move(now, now["moves"][0]["action"])
        assert now["result"]["result"] in ("win", "loss")
        assert (await visitor.client.get(f"/rules/{quote(HEX)}")).status_code == 200
