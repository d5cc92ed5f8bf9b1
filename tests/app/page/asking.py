"""A visitor without a browser: the page's application asked in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.server import WebPage

HOST = "http://127.0.0.1:8042"
GENEROUS = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6, guesses=1e6))


class Visitor:
    """Somebody with a key."""

    def __init__(self, page: WebPage) -> None:
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(page.app), base_url=HOST)

    async def enter(self) -> Visitor:
        answer = await self.client.post("/api/welcome", json={"first": ""})
        assert answer.status_code == 200, answer.text
        return self

    @property
    def key(self) -> str:
        """The key that the browser holds."""
        (key,) = self.client.cookies.values()
        return key

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
    page = WebPage(folder, door, background=False, beat=0)
    async with page.api.router.lifespan_context(page.api):
        yield page


def visited(folder: Path, work: Callable[[WebPage], Awaitable[None]], door: Door = GENEROUS) -> None:
    """Do something at a page."""

    async def go() -> None:
        async with opened(folder, door) as page:
            await work(page)

    asyncio.run(go())


async def played(visitor: Visitor, game: str = "tic_tac_toe") -> str:
    """A contest of a visitor's that goes on."""
    now = await visitor.begin(game, "random" if game != "draw_poker" else "poker:call")
    return str((await visitor.move(now, now["moves"][0]["action"]))["sitting"])


async def has(visitor: Visitor, contest: str) -> bool:
    """Whether a contest is a visitor's."""
    return (await visitor.client.get(f"/api/contests/{contest}")).status_code == 200


async def code_of(visitor: Visitor, **more: Any) -> str:
    """A visitor's recovery code."""
    return str((await visitor.post("/api/you/code", **more))["code"])
