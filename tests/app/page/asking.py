"""A visitor without a browser: the page's application asked in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from gamelore.app.page.guard import Door, Limits
from gamelore.app.page.server import WebPage

HOST = "http://localhost:8042"
GENEROUS = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6))


class Visitor:
    """Somebody with a key."""

    def __init__(self, page: WebPage) -> None:
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(page.app), base_url=HOST)

    async def enter(self) -> Visitor:
        await self.client.get("/")
        assert "gamelore" in self.client.cookies
        return self

    async def get(self, path: str) -> Any:
        answer = await self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def begin(self, game: str, against: str, seat: int = 0) -> Any:
        return await self.post("/api/contests", game=game, against=against, seat=seat)

    async def move(self, now: Any, move: str) -> Any:
        return await self.post(f"/api/contests/{now['sitting']}/moves", version=now["version"], move=move)


@asynccontextmanager
async def opened(folder: Path, door: Door = GENEROUS) -> AsyncIterator[WebPage]:
    """The page without its background work, closed at the end."""
    page = WebPage(folder, door, background=False)
    async with page.api.router.lifespan_context(page.api):
        yield page
