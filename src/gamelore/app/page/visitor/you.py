"""What a visitor is to the server, over HTTP: a key, a recovery code, and everything to take along or to leave.

Codes can be guessed, so wrong ones are counted by address: after some of them nobody there is listened to for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from gamelore.app.page.contests import Answer, Sent
from gamelore.app.page.door.guard import Buckets, Door, Known, address_of, cookie_of, no_cookie
from gamelore.app.page.open_contests import Tables
from gamelore.app.page.rooms import SideRoom
from gamelore.app.page.school.courses import Courses
from gamelore.app.page.visitor.export import taken
from gamelore.app.page.visitor.visitors import Undecided, Visitors
from gamelore.base.errors import GameloreError, NotAvailable

SLOWLY = 1 / 6
"""Wrong codes a second, in the long run."""
NAME = "gamelore-all-that-is-mine.zip"


class TooManyGuesses(GameloreError):
    """Wrong codes came from this address until nobody listened any more."""


class Guesses:
    """Wrong codes by address."""

    def __init__(self, most: float) -> None:
        self.left = Buckets(most, SLOWLY)

    def listen(self, request: Request) -> None:
        """Take a code for a wrong one until it has shown to be right; refuse if there were too many."""
        if not self.left.take(address_of(request.scope)):
            raise TooManyGuesses("Too many wrong codes came from your address; wait a minute.")

    def right(self, request: Request) -> None:
        """It was no guess."""
        self.left.take(address_of(request.scope), -1.0)


class Welcome(Sent):
    """What windows of one browser share while none of them has a key."""

    first: str = Field("", max_length=80)


class CodeAsked(Sent):
    """Whether the old code shall no longer count."""

    replace: bool = False


class CodeTyped(Sent):
    """A recovery code, and whether what this browser holds belongs to the same person."""

    code: str = Field(max_length=80)
    together: bool | None = None


class Sure(Sent):
    """Whether somebody knows what is lost."""

    sure: bool = False


class You:
    """The routes of a visitor's own affairs."""

    def __init__(
        self, visitors: Visitors, door: Door, tables: Tables, courses: Courses, rooms: Sequence[SideRoom]
    ) -> None:
        self.visitors, self.door, self.tables, self.courses, self.rooms = visitors, door, tables, courses, rooms
        self.catalogue = tables.catalogue
        self.guesses = Guesses(door.limits.guesses)
        self._packing = asyncio.Lock()
        self.router = APIRouter(prefix="/api")
        add = self.router.add_api_route
        add("/welcome", self.welcome, methods=["POST"])
        for name, act in (
            ("code", self.code), ("recover", self.recover), ("forget", self.forget), ("delete", self.delete),
        ):  # fmt: skip
            add(f"/you/{name}", act, methods=["POST"])
        add("/you/all", self.take_all, methods=["GET"], response_class=Response)

    async def welcome(self, request: Request, asked: Annotated[Welcome, Body()]) -> Response:
        """Hand a newcomer a key; whoever has one keeps it, and is told whether there is something of theirs to see."""
        known: Known | None = request.scope["known"]
        if known is not None:
            told = {"known": True, "owns": self.visitors.owns(known.visitor)}
            return _with_cookie(told, await self.visitors.renewed(known))
        if self.door.code:
            return JSONResponse({"detail": "Say the access code first."}, 401)
        return self._handed({"known": False}, await self.visitors.welcome(asked.first))

    async def entered(self, code: str, first: str, request: Request) -> str:
        """The key of somebody who typed a code at the door: the access code, or a recovery code."""
        known: Known | None = request.scope["known"]
        if known is not None or not self.door.code:
            return known.key if known else await self.visitors.welcome(first)
        self.guesses.listen(request)
        if self.door.opens(code):
            key = await self.visitors.welcome(first)
        else:
            key, _ = await self.visitors.recover(code, None)
        self.guesses.right(request)
        return key

    async def code(self, request: Request, asked: Annotated[CodeAsked, Body()]) -> Answer:
        """Show the visitor's recovery code."""
        return {"code": await self.visitors.code(request.scope["known"], replace=asked.replace)}

    async def recover(self, request: Request, asked: Annotated[CodeTyped, Body()]) -> Response:
        """Make this browser one of the visitor whose code was typed."""
        known: Known | None = request.scope["known"]
        self.guesses.listen(request)
        try:
            key, before = await self.visitors.recover(asked.code, known, together=asked.together)
        except Undecided:
            self.guesses.right(request)
            raise
        self.guesses.right(request)
        if before:
            self.tables.leave(before)
        return self._handed({"recovered": True}, key)

    async def forget(self, request: Request, asked: Annotated[Sure, Body()]) -> Response:
        """Take the key from this browser; whoever could not come back must be sure, and leaves nothing behind."""
        known: Known = request.scope["known"]
        if self.visitors.can_come_back(known):
            await self.visitors.forget(known)
        elif not asked.sure and self.visitors.owns(known.visitor):
            raise Undecided(
                "This browser has the only key to what is yours, and there is no recovery code: if it is forgotten, "
                "all of it is deleted."
            )
        else:
            await self._delete(known.visitor)
        return _with_cookie({"gone": True}, no_cookie(self.visitors.cookie), no_cookie(known.cookie))

    async def delete(self, request: Request, asked: Annotated[Sure, Body()]) -> Response:
        """Remove all that is the visitor's, and the visitor."""
        if not asked.sure:
            raise Undecided("Contests, lessons, games, courses and agents of yours would be deleted for good.")
        known: Known = request.scope["known"]
        await self._delete(known.visitor)
        return _with_cookie({"gone": True}, no_cookie(self.visitors.cookie), no_cookie(known.cookie))

    async def _delete(self, visitor: str) -> None:
        await self.courses.end(visitor)
        agents, games = await self.visitors.delete(visitor)
        self.tables.leave(visitor)
        for agent in agents:
            self.catalogue.remove_agent(agent)
        for game in games:
            self.catalogue.remove_game(game)

    async def take_all(self, request: Request) -> Response:
        """All that is the visitor's, as one file."""
        if self._packing.locked():
            raise NotAvailable("Somebody else is taking theirs along just now; try again in a moment.")
        async with self._packing:
            data = await taken(request.scope["visitor"], self.tables, self.rooms)
        headers = {"content-disposition": f'attachment; filename="{NAME}"'}
        return Response(data, media_type="application/zip", headers=headers)

    def _handed(self, told: dict[str, Any], key: str) -> Response:
        return _with_cookie(told, cookie_of(self.visitors.cookie, key))


def _with_cookie(told: dict[str, Any], *cookies: str) -> Response:
    response = JSONResponse(told)
    for cookie in dict.fromkeys(cookies):
        if cookie:
            response.headers.append("set-cookie", cookie)
    return response
