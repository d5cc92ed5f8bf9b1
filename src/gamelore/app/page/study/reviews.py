"""A contest that is over as a page to walk through, and as one file to share."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from html import escape

from fastapi import APIRouter, Request, Response

from gamelore.app.page.contests import Answer, Key
from gamelore.app.page.door.beat import asked_about
from gamelore.app.page.html import lost_page, page
from gamelore.app.page.open_contests import NoSuchSitting, OpenTable, Tables
from gamelore.app.page.rooms import ShowPage
from gamelore.app.page.study.alone import page_alone
from gamelore.app.page.study.walk import walked

_KEYS = "Arrow keys go from move to move, Home and End to the beginning and the end, M to the next mistake."


class Reviews:
    """The routes and pages of contests that are gone over move by move."""

    def __init__(self, tables: Tables, shown: ShowPage) -> None:
        self.tables, self.shown = tables, shown
        self.router = APIRouter(prefix="/api/contests")
        self.router.add_api_route("/{key}/walk", self.walk, methods=["GET"])
        self.router.add_api_route("/{key}/file", self.file, methods=["GET"], response_class=Response)
        self.pages: Mapping[str, Callable[..., Awaitable[Response]]] = {"/contests/{key}/review": self.page}

    async def walk(self, request: Request, key: Key) -> Answer:
        """All of a contest, position by position."""
        table = await self._table(request, key)
        return await self.tables.ask(table, walked, slow=True)

    async def file(self, request: Request, key: Key) -> Response:
        """The same as one file that can be sent to somebody."""
        table = await self._table(request, key)
        told = await self.tables.ask(table, walked, slow=True)
        title = f"{told['title']}: a contest gone over"
        text = page_alone(title, f"<h1>{escape(title)}</h1>{walk_html()}", told, "walk_alone.mjs")
        name = re.sub("[^a-z0-9]+", "-", told["title"].lower()).strip("-") or "contest"
        headers = {"content-disposition": f'attachment; filename="{name}-review.html"'}
        return Response(text, media_type="text/html; charset=utf-8", headers=headers)

    async def page(self, request: Request, key: Key) -> Response:
        """The page; its script asks for the contest."""
        try:
            table = await self._table(request, key)
        except NoSuchSitting as error:
            return await self.shown(request, lost_page(str(error)), 404)
        game, here = table.sitting.game, f"/contests/{escape(key)}"
        title, name = game.title, self.tables.catalogue.name_of(game)
        links = (
            f'<p class="actions"><a class="button" href="{here}">The contest</a>'
            f'<a class="button" href="/api{here}/file" download>Share it as one file</a>'
            f'<a class="button" href="/practice/{escape(name, quote=True)}">Practise</a></p>'
        )
        body = f'<h1 class="small">{escape(title)}, move by move</h1>{walk_html()}{links}'
        told = page(f"{title}, move by move", body, script="review", data=f'data-sitting="{escape(key)}"', wide=True)
        return await self.shown(request, told)

    async def _table(self, request: Request, key: str) -> OpenTable:
        table = await self.tables.find(request.scope["visitor"], key)
        asked_about(request.scope, table.sitting.game)
        return table


def walk_html() -> str:
    """Where a contest is walked through: the same on the page and in a file."""
    buttons = "".join(
        f'<button type="button" id="{name}" aria-label="{title}">{sign}</button>'
        for name, title, sign in (
            ("first", "To the beginning", "|◀"), ("back", "One move back", "◀"), ("next", "One move on", "▶"),
            ("last", "To the end", "▶|"),
        )
    )  # fmt: skip
    return (
        '<p id="verdict" role="status">Looking at the moves…</p>'
        '<div id="walk" class="contest walk" hidden><div class="stand">'
        '<p id="said" role="status" aria-live="polite"></p>'
        '<div id="position"></div>'
        f'<div class="controls steps" role="group" aria-label="Moves">{buttons}'
        '<button type="button" id="mistake">Next mistake</button></div>'
        f'<div id="graph"></div><p id="worth" class="soft"></p><p class="soft keys">{_KEYS}</p></div>'
        '<div class="panels"><section id="told-here" aria-live="polite"></section>'
        '<section aria-labelledby="moves-title"><h2 id="moves-title">The moves</h2>'
        '<ol id="list" class="history"></ol></section><p id="how" class="soft"></p></div></div>'
        "<noscript><p>Going from move to move needs JavaScript.</p></noscript>"
    )
