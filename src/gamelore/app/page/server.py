"""The page as an application: routes, pages and static files behind the door, and the process that serves it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from gamelore import __version__
from gamelore.app.page import catalogue, guides, html
from gamelore.app.page.catalogue import OWN, Catalogue
from gamelore.app.page.coach import Coachings
from gamelore.app.page.contests import Contests, Key
from gamelore.app.page.guard import App, Door, Guard, cookie_of, new_key, visitor_of
from gamelore.app.page.own_games import EXAMPLE, OwnGames
from gamelore.app.page.record import VisitorRecords, record_html
from gamelore.app.page.school.courses import Courses, NoSuchCourse
from gamelore.app.page.school.routes import CourseRoutes
from gamelore.app.page.store import PageStore, now
from gamelore.app.page.tables import NoSuchSitting, Stale, Tables
from gamelore.app.page.warming import Warming
from gamelore.base.errors import GameloreError, NotAvailable
from gamelore.base.files import read_text
from gamelore.games.core import AnyGame
from gamelore.learners.maxims.shipped import shipped_learner, shipped_names

_TYPES = {".css": "text/css", ".mjs": "text/javascript", ".svg": "image/svg+xml"}
_STATUS: dict[type[GameloreError], int] = {NoSuchSitting: 404, NoSuchCourse: 404, Stale: 409}


class WebPage:
    """Everything that the page is made of; `serve` and the tests make one."""

    def __init__(self, folder: Path, door: Door | None = None, *, background: bool = True) -> None:
        self.folder, self.door = folder, door or Door()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        limits = self.door.limits
        self.store = PageStore(folder / "page.sqlite")
        self.catalogue = Catalogue(self.store, folder)
        self.tables = Tables(self.store, self.catalogue, limits.sittings)
        self.courses = Courses(self.store, self.catalogue, limits.courses)
        self.coachings = Coachings(self.tables)
        self.records = VisitorRecords(self.tables)
        self.warming = Warming()
        self.background = background
        """Whether guides are made and kernels loaded while nobody asks."""
        self._known: set[str] = set()
        self._static = _static_files()
        self.api = self._application()
        self.app: App = Guard(self.api, self.door, self.knows)

    # --- visitors -----------------------------------------------------------------------------------------------------

    def knows(self, visitor: str) -> bool:
        """Whether a visitor was here before."""
        if visitor in self._known:
            return True
        found = bool(self.store.read("SELECT 1 FROM visitors WHERE visitor = ?", visitor))
        if found:
            if len(self._known) > 100_000:
                self._known.clear()
            self._known.add(visitor)
        return found

    async def _welcome(self, response: Response) -> str:
        """Hand a newcomer a key."""
        key = new_key()
        await self.store.write("INSERT INTO visitors VALUES (?, ?)", visitor_of(key), now())
        response.headers["set-cookie"] = cookie_of(key)
        return visitor_of(key)

    async def _shown(self, request: Request, text: str, status: int = 200) -> Response:
        """A page, for a newcomer with a key; or the door, if there is a code."""
        text = html.with_word(text, self.warming.words)
        if request.scope["visitor"]:
            return HTMLResponse(text, status)
        if self.door.code:
            return RedirectResponse("/enter", 303)
        response = HTMLResponse(text, status)
        await self._welcome(response)
        return response

    # --- the application ----------------------------------------------------------------------------------------------

    def _application(self) -> FastAPI:
        api = FastAPI(
            title="Gamelore", version=__version__, lifespan=self._life, docs_url=None, redoc_url=None,
            openapi_url="/api/openapi.json",
        )  # fmt: skip
        api.add_exception_handler(GameloreError, _complain)
        api.add_exception_handler(RequestValidationError, _refuse)
        for part in (
            Contests(self.tables, self.catalogue),
            OwnGames(self.store, self.catalogue, self.tables, self.door.limits.games),
            CourseRoutes(self.courses, self.catalogue),
            self.coachings,
            self.records,
        ):
            api.include_router(part.router)
        pages: dict[str, Callable[..., Awaitable[Response]]] = {
            "/": self.home, "/games/{name}": self.game, "/contests/{key}": self.contest, "/guides": self.guides,
            "/guides/{name}": self.guide, "/own": self.own, "/coach": self.coach_begin, "/coach/{key}": self.coach,
            "/courses": self.course_list, "/courses/{key}": self.course, "/record": self.record,
            "/static/{name:path}": self.static, "/enter": self.enter,
        }  # fmt: skip
        for path, page in pages.items():
            api.add_api_route(path, page, methods=["GET"], include_in_schema=False, response_model=None)
        api.add_api_route("/api/ready", self.warming.look, methods=["GET"])
        api.add_api_route("/enter", self.entered, methods=["POST"], include_in_schema=False, response_model=None)
        return api

    @contextlib.asynccontextmanager
    async def _life(self, _: FastAPI) -> AsyncIterator[None]:
        await self.courses.open()
        maker = await self._make_guides() if self.background else None
        think = partial(self.tables.think, slow=True)
        warming = asyncio.create_task(self.warming.run(think)) if self.background else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            if maker is not None and maker.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    maker.kill()
                await maker.wait()
            await self.courses.close()
            self.tables.close()
            self.store.close()

    async def _make_guides(self) -> asyncio.subprocess.Process | None:
        if all(guides.guide_file(self.folder, name).exists() for name in guides.guided_games()):
            return None
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gamelore.app.page.guides", str(self.folder),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    # --- pages --------------------------------------------------------------------------------------------------------

    def _own_rows(self, visitor: str) -> list[Any]:
        return self.store.read("SELECT game, name FROM games WHERE visitor = ? ORDER BY made DESC LIMIT 20", visitor)

    async def home(self, request: Request) -> Response:
        """The games."""
        visitor = request.scope["visitor"]
        return await self._shown(request, html.home(self.tables.listed(visitor), self._own_rows(visitor)))

    async def game(self, request: Request, name: str) -> Response:
        """One game."""
        visitor = request.scope["visitor"]
        try:
            game = self.catalogue.game(name[:80], visitor)
        except GameloreError as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        who = [*catalogue.rivals(game), *self.catalogue.agents(game, visitor)]
        guided = game.name in guides.guided_games() and guides.guide_file(self.folder, game.name).exists()
        return await self._shown(request, html.game_page(game, name, who, lines_of(game), guided))

    async def contest(self, request: Request, key: Key) -> Response:
        """A contest."""
        try:
            table = await self.tables.find(request.scope["visitor"], key)
        except NoSuchSitting as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        return await self._shown(request, html.contest_page(key, table.sitting.game.title))

    async def guides(self, request: Request) -> Response:
        """All lists."""
        named = {game.name: game for game in catalogue.games()}
        rows = [
            (named[name], lines_of(named[name]), guides.guide_file(self.folder, name).exists())
            for name in catalogue.FIRST
            if name in shipped_names()
        ]
        return await self._shown(request, html.guides_page(rows))

    async def guide(self, request: Request, name: str) -> Response:
        """The guide of a game, which is a page of its own."""
        if not request.scope["visitor"]:
            return await self._shown(request, html.lost_page("open the page again"), 200)
        if name not in guides.guided_games():
            return await self._shown(request, html.lost_page("There is no guide of that name."), 404)
        file = guides.guide_file(self.folder, name)
        if not file.exists():
            return await self._shown(
                request, html.lost_page("This guide is not ready yet; look again in a minute."), 404
            )
        text = read_text(file)
        return HTMLResponse(text, headers={"content-security-policy": guides.policy(text)})

    async def own(self, request: Request) -> Response:
        """Where a game is brought."""
        return await self._shown(request, html.own_page(EXAMPLE, self._own_rows(request.scope["visitor"])))

    async def course_list(self, request: Request, game: str = "") -> Response:
        """Where a course is started."""
        visitor = request.scope["visitor"]
        own: list[tuple[str, AnyGame]] = []
        for row in self._own_rows(visitor):
            own.append((f"{OWN}{row['game']}", self.catalogue.game(f"{OWN}{row['game']}", visitor)))
        offered = [*((found.name, found) for found in catalogue.games()), *own]
        return await self._shown(request, html.courses_page(offered, game, self.courses.listed(visitor)))

    async def course(self, request: Request, key: Key) -> Response:
        """One course."""
        try:
            row = self.courses.row(request.scope["visitor"], key)
            game = self.catalogue.game(row["game"], request.scope["visitor"])
        except GameloreError as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        title = f"{row['learner'].capitalize()} learns {game.title}"
        return await self._shown(request, html.course_page(key, title))

    async def coach_begin(self, request: Request) -> Response:
        """Where coaching begins."""
        return await self._shown(request, html.coach_begin_page(self.tables.listed(request.scope["visitor"])))

    async def coach(self, request: Request, key: Key) -> Response:
        """A sitting of coaching."""
        try:
            await self.coachings.find(request.scope["visitor"], key)
        except NoSuchSitting as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        return await self._shown(request, html.coach_page(key))

    async def record(self, request: Request) -> Response:
        """What has come of the visitor's contests."""
        contests = self.records.contests(request.scope["visitor"])
        left = sum(contest.judged is None for contest in contests)
        return await self._shown(request, html.record_page(record_html(contests), left))

    async def enter(self, request: Request, wrong: bool = False) -> Response:
        """The door."""
        if request.scope["visitor"] or not self.door.code:
            return RedirectResponse("/", 303)
        return HTMLResponse(html.enter_page(wrong))

    async def entered(self, request: Request) -> Response:
        """Whoever knows the code gets a key."""
        form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=4)
        code = form.get("code", [""])[0]
        if self.door.code and not self.door.opens(code):
            await asyncio.sleep(0.5)
            return RedirectResponse("/enter?wrong=true", 303)
        response = RedirectResponse("/", 303)
        await self._welcome(response)
        return response

    async def static(self, request: Request, name: str) -> Response:
        """A file of ours, by its exact name."""
        if name not in self._static:
            return JSONResponse({"detail": "no such file"}, 404)
        content, kind, tag = self._static[name]
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)


def _static_files() -> dict[str, tuple[bytes, str, str]]:
    """Every file that a page may load, read once: by its name, with its type and a tag of its content."""
    guide, here = files("gamelore.app.guide"), files("gamelore.app.page") / "static"
    found = {path.name: path for path in here.iterdir()}
    found["guide.css"] = guide / "guide.css"
    found |= {f"guide/{path.name}": path for path in (guide / "js").iterdir()}
    read = {name: path.read_bytes() for name, path in found.items() if Path(name).suffix in _TYPES}
    return {
        name: (data, _TYPES[Path(name).suffix], f'"{hashlib.sha256(data).hexdigest()[:20]}"')
        for name, data in read.items()
    }


async def _complain(_: Request, error: Exception) -> Response:
    return JSONResponse({"detail": str(error)}, _STATUS.get(type(error), 400))  # type: ignore[arg-type]


async def _refuse(_: Request, error: Exception) -> Response:
    """Say where a request is wrong; what was sent there is not sent back, since it may be no JSON (NaN)."""
    assert isinstance(error, RequestValidationError)
    told = [{"loc": [str(part) for part in wrong["loc"]], "msg": wrong["msg"]} for wrong in error.errors()[:5]]
    return JSONResponse({"detail": told}, 422)


def lines_of(game: AnyGame) -> list[str]:
    """The lines that come with a game, in words."""
    try:
        learner = shipped_learner(game)
    except NotAvailable:
        return []
    return [learner.reader.wording.sentence(line) for line in learner.lines]
