"""Courses over HTTP, and over a WebSocket that tells whenever something was learned."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, WebSocket, WebSocketDisconnect
from pydantic import Field

from gamelore.app.page.catalogue import Catalogue, learners
from gamelore.app.page.contests import Answer, Key, Sent
from gamelore.app.page.school.courses import MOST_CONTESTS, MOST_USUALLY, USUAL_CONTESTS, Courses
from gamelore.app.page.school.own_contests import WATCHER, OwnContests
from gamelore.base.errors import GameloreError
from gamelore.base.files import to_json

MOST_WATCHERS = 8
"""Windows of one visitor that watch courses at a time."""


class NewCourse(Sent):
    """Who learns what, and for how long."""

    game: str = Field(max_length=80)
    learner: str = Field(max_length=40)
    preset: str = Field("", max_length=40)
    contests: int | None = Field(None, ge=1, le=1_000_000)


class OfGame(Sent):
    """Whose contests are meant: the visitor's of a game."""

    game: str = Field(max_length=80)


class CourseRoutes:
    """The routes of courses."""

    def __init__(self, courses: Courses, catalogue: Catalogue, own: OwnContests) -> None:
        self.courses, self.catalogue, self.own = courses, catalogue, own
        self.watchers: dict[str, int] = {}
        self.router = APIRouter(prefix="/api")
        add = self.router.add_api_route
        add("/learners", self.learners, methods=["GET"])
        add("/courses", self.begin, methods=["POST"])
        add("/courses/mine", self.watch_mine, methods=["POST"])
        add("/courses/{key}", self.look, methods=["GET"])
        add("/courses/{key}/stop", self.stop, methods=["POST"])
        add("/courses/{key}/on", self.go_on, methods=["POST"])
        self.router.add_api_websocket_route("/courses/{key}/watch", self.watch)

    async def learners(self, request: Request, game: str) -> list[Answer]:
        """Who can learn a game."""
        visitor = request.scope["visitor"]
        asked = self.catalogue.game(game[:80], visitor)
        mine = self.own.count(visitor, asked)
        found: list[dict[str, Any]] = learners(asked)
        return [
            {
                **told,
                "contests": USUAL_CONTESTS.get(told["name"], 160),
                "most": MOST_CONTESTS.get(told["name"], MOST_USUALLY),
                "mine": mine if told["name"] == WATCHER else 0,
            }
            for told in found
        ]

    async def begin(self, request: Request, asked: Annotated[NewCourse, Body()]) -> Answer:
        visitor = request.scope["visitor"]
        game = self.catalogue.game(asked.game, visitor)
        key = await self.courses.begin(visitor, game, asked.learner, asked.preset, asked.contests)
        return self.courses.picture(visitor, key)

    async def watch_mine(self, request: Request, asked: Annotated[OfGame, Body()]) -> Answer:
        """Let Hoyle learn from the visitor's own contests."""
        visitor = request.scope["visitor"]
        key = await self.own.watch(visitor, self.catalogue.game(asked.game, visitor))
        return self.courses.picture(visitor, key)

    async def look(self, request: Request, key: Key) -> Answer:
        """How a course stands."""
        return self.courses.picture(request.scope["visitor"], key)

    async def stop(self, request: Request, key: Key) -> Answer:
        """End a course early."""
        self.courses.stop(request.scope["visitor"], key)
        return self.courses.picture(request.scope["visitor"], key)

    async def go_on(self, request: Request, key: Key) -> Answer:
        """Take a course up again."""
        visitor = request.scope["visitor"]
        game = self.catalogue.game(self.courses.row(visitor, key)["game"], visitor)
        await self.courses.go_on(visitor, key, game)
        return self.courses.picture(visitor, key)

    async def watch(self, socket: WebSocket, key: str) -> None:
        """Tell how a course goes until it has ended."""
        visitor = socket.scope["visitor"]
        if not visitor or self.watchers.get(visitor, 0) >= MOST_WATCHERS:
            await socket.close(1008)
            return
        await socket.accept()
        self.watchers[visitor] = self.watchers.get(visitor, 0) + 1
        try:
            async for told in self.courses.watch(visitor, key[:40]):
                await socket.send_text(to_json(told))
            await socket.close()
        except GameloreError:
            await socket.close(1008)
        except WebSocketDisconnect:
            pass
        finally:
            self.watchers[visitor] -= 1
            if not self.watchers[visitor]:
                del self.watchers[visitor]
