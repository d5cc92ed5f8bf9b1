"""The beat: where hands are hidden, an answer leaves a whole number of beats after its request, however long it took.

A player who must follow suit decides in a fraction of a millisecond, one who is free to choose in many: a stopwatch
would tell a void suit. So every answer about a contest waits for the next multiple of 100 ms since its request came.
The wait is the last thing that is done, when the work is over and all locks and threads are given back. It holds for
refusals, too.

It is a layer around the application, so that no route can forget it: whatever is asked about contests waits, unless
the route has said that nothing is hidden at this game. Work that crosses a beat can still be told from work that does
not (docs/serve.md has the measure).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gamelore.app.page.door.guard import App, Message, Receive, Scope, Send
from gamelore.games.core import AnyGame

BEAT = 0.1
"""Seconds."""
ABOUT_CONTESTS = (
    "/api/contests",
    "/contests/",
    "/api/coachings",
    "/coach/",
    "/api/proficiency",
    "/proficiency/",
    "/api/record/judged",
    "/api/practice",
    "/practice/",
)
"""How the paths begin whose answers may depend on hidden hands."""

_HELD = "gamelore.beat"

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class Held:
    """Whether the answer to a request is held back."""

    hidden: bool = True


def asked_about(scope: Scope, game: AnyGame) -> None:
    """Say which game a request is about: where nothing is hidden, its answer need not wait."""
    if _HELD in scope:
        scope[_HELD].hidden = not game.perfect_information


def until_next(elapsed: float, beat: float) -> float:
    """Seconds to the next beat; a whole one if there is one now."""
    return beat - elapsed % beat


class OnTheBeat:
    """The layer around an ASGI application; without a beat (0) nothing waits."""

    def __init__(
        self, app: App, beat: float = BEAT, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep
    ) -> None:
        self.app, self.beat, self.clock, self.sleep = app, beat, clock, sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, and hold the answer back."""
        if scope["type"] != "http" or not self.beat or not scope["path"].startswith(ABOUT_CONTESTS):
            await self.app(scope, receive, send)
            return
        came, held = self.clock(), Held()
        scope[_HELD] = held

        async def on_the_beat(message: Message) -> None:
            if message["type"] == "http.response.start" and held.hidden:
                await self.sleep(until_next(self.clock() - came, self.beat))
            await send(message)

        await self.app(scope, receive, on_the_beat)
