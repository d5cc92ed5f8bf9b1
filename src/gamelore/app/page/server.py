"""The page as an application: routes, pages and static files behind the door, and the process that serves it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from gamelore import __version__
from gamelore.app.guide.glossary import words_inside
from gamelore.app.page import catalogue, guides, html
from gamelore.app.page.catalogue import OWN, Catalogue
from gamelore.app.page.contests import Contests, Key
from gamelore.app.page.display import display_of
from gamelore.app.page.door.beat import BEAT, OnTheBeat, asked_about
from gamelore.app.page.door.guard import POLICY, App, Door, Guard, cookie_name, cookie_of
from gamelore.app.page.keeping import backup
from gamelore.app.page.keeping.store import PageStore
from gamelore.app.page.keeping.trouble import Operator, Trouble, for_visitors, without_paths
from gamelore.app.page.open_contests import NoSuchSitting, Stale, Tables
from gamelore.app.page.own_games import EXAMPLE, OwnGames
from gamelore.app.page.rooms import SideRoom, rooms_of
from gamelore.app.page.school.coachings import Coachings, coach_rooms
from gamelore.app.page.school.courses import Courses, NoSuchCourse
from gamelore.app.page.school.own_contests import OwnContests
from gamelore.app.page.school.routes import CourseRoutes
from gamelore.app.page.study.practice import PuzzleRoom
from gamelore.app.page.study.reviews import Reviews
from gamelore.app.page.study.rules import RulePages
from gamelore.app.page.visitor.record import VisitorRecords, record_html
from gamelore.app.page.visitor.visitors import Undecided, Visitors, WrongCode
from gamelore.app.page.visitor.you import TooManyGuesses, You
from gamelore.app.page.warming import Warming
from gamelore.base.errors import BadText, GameloreError, NotAvailable
from gamelore.base.files import make_folder, read_text
from gamelore.games.core import AnyGame
from gamelore.games.registry import load_game
from gamelore.learners.maxims.shipped import shipped_learner, shipped_names

_TYPES = {".css": "text/css", ".mjs": "text/javascript", ".svg": "image/svg+xml"}
_STATUS: dict[type[GameloreError], int] = {
    NoSuchSitting: 404, NoSuchCourse: 404, Stale: 409, Undecided: 409, TooManyGuesses: 429, Trouble: 503,
}  # fmt: skip
_SORRY = "Something went wrong in the server. Nothing of yours is lost; it stands in the server's log."


class WebPage:
    """Everything that the page is made of; `serve` and the tests make one."""

    def __init__(self, folder: Path, door: Door | None = None, *, background: bool = True, beat: float = BEAT) -> None:
        self.folder, self.door = folder, door or Door()
        make_folder(folder, 0o700)
        limits = self.door.limits
        self.operator = Operator()
        self.store = PageStore(folder / backup.FILE, self.operator)
        backup.unpack(self.store.path, folder)
        self.catalogue = Catalogue(self.store, folder)
        self.visitors = Visitors(self.store, cookie_name(folder))
        self.tables = Tables(self.store, self.catalogue, limits.sittings)
        self.courses = Courses(self.store, self.catalogue, limits.courses, limits.agents)
        self.own_contests = OwnContests(self.tables, self.courses, self.catalogue)
        games = catalogue.games()
        self.rooms: list[SideRoom] = [
            Coachings(self.tables, limits.agents, self._shown, coach_rooms(games)),
            *(room(self.tables, limits.agents, self._shown) for room in rooms_of(games)),
        ]
        self.records = VisitorRecords(self.tables)
        self.reviews = Reviews(self.tables, self._shown)
        self.practice = PuzzleRoom(self.tables, self._shown)
        self.you = You(self.visitors, self.door, self.tables, self.courses, self.rooms)
        self.warming = Warming()
        self.background = background
        """Whether guides are made and kernels loaded while nobody asks."""
        self._static = _static_files()
        self.api = self._application()
        guard = Guard(self.api, self.door, self.visitors.known, html.lost_page)
        self.app: App = OnTheBeat(guard, beat)

    async def _shown(self, request: Request, text: str, status: int = 200) -> Response:
        """A page; a newcomer's asks for a key by itself, or is the door if there is a code."""
        text = html.with_word(text, self.warming.words)
        known = request.scope["known"]
        if known is None and self.door.code:
            return RedirectResponse("/enter", 303)
        if known is None:
            return HTMLResponse(html.for_newcomer(text), status)
        response = HTMLResponse(text, status)
        with contextlib.suppress(Trouble):  # another time, then
            if again := await self.visitors.renewed(known):
                response.headers["set-cookie"] = again
        return response

    # --- the application ----------------------------------------------------------------------------------------------

    def _application(self) -> FastAPI:
        api = FastAPI(
            title="Gamelore", version=__version__, lifespan=self._life, docs_url=None, redoc_url=None,
            openapi_url="/api/openapi.json",
        )  # fmt: skip
        api.add_exception_handler(GameloreError, _complain)
        api.add_exception_handler(RequestValidationError, _refuse)
        api.add_exception_handler(OSError, self._unwritten)
        api.add_exception_handler(HTTPException, _missing)
        api.add_exception_handler(Exception, _sorry)
        for router in (
            Contests(self.tables, self.catalogue).router,
            OwnGames(self.store, self.catalogue, self.tables, self.door.limits.games).router,
            CourseRoutes(self.courses, self.catalogue, self.own_contests).router,
            *(room.router for room in self.rooms),
            self.reviews.router,
            self.practice.router,
            self.records.router,
            self.you.router,
        ):
            api.include_router(router)
        pages: dict[str, Callable[..., Awaitable[Response]]] = {
            "/": self.home, "/games/{name}": self.game, "/contests/{key}": self.contest, "/guides": self.guides,
            "/guides/{name}": self.guide, "/guides/{name}/file": self.guide_alone, "/words/{name}": self.words,
            "/own": self.own, "/courses": self.course_list, "/courses/{key}": self.course, "/record": self.record,
            "/you": self.about_you,
            "/static/{name:path}": self.static, "/enter": self.enter,
        }  # fmt: skip
        pages |= {**self.reviews.pages, **self.practice.pages, **RulePages(self.catalogue, self._shown).pages}
        for room in self.rooms:
            pages |= room.pages
        for path, page in pages.items():
            api.add_api_route(path, page, methods=["GET"], include_in_schema=False, response_model=None)
        api.add_api_route("/api/ready", self.warming.look, methods=["GET"])
        api.add_api_route("/enter", self.entered, methods=["POST"], include_in_schema=False, response_model=None)
        return api

    async def _unwritten(self, request: Request, error: Exception) -> Response:
        """A file beside the page's own cannot be written: an agent's, a game's."""
        assert isinstance(error, OSError)
        self.operator.hears(Path(error.filename or self.folder), error)
        return _answer(request, for_visitors(error), 503)

    @contextlib.asynccontextmanager
    async def _life(self, _: FastAPI) -> AsyncIterator[None]:
        await self.courses.open()
        self.catalogue.sweep()
        await self.visitors.sweep()
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
        if all(guides.is_made(self.folder, name) for name in guides.guided_games()):
            return None
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gamelore.app.page.guides", str(self.folder),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    # --- pages --------------------------------------------------------------------------------------------------------

    def _own_rows(self, visitor: str) -> list[Any]:
        return self.store.read("SELECT game, name FROM games WHERE visitor = ? ORDER BY made DESC LIMIT 20", visitor)

    async def home(self, request: Request) -> Response:
        visitor = request.scope["visitor"]
        lines = len(lines_of(load_game(html.FIRST)))
        return await self._shown(request, html.home(self.tables.listed(visitor), self._own_rows(visitor), lines))

    async def game(self, request: Request, name: str, against: str = "") -> Response:
        """A game to begin; `against` is who is chosen, if it is somebody who is offered."""
        visitor = request.scope["visitor"]
        try:
            game = self.catalogue.game(name[:80], visitor)
        except GameloreError as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        who = [*display_of(game).rivals(game), *self.catalogue.agents(game, visitor)]
        guided = game.name in guides.guided_games() and guides.is_made(self.folder, game.name)
        return await self._shown(request, html.game_page(game, name, who, lines_of(game), guided, against))

    async def contest(self, request: Request, key: Key) -> Response:
        try:
            table = await self.tables.find(request.scope["visitor"], key)
        except NoSuchSitting as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        asked_about(request.scope, table.sitting.game)
        return await self._shown(
            request, html.contest_page(key, table.sitting.game.title, _words_of(table.sitting.game))
        )

    async def guides(self, request: Request) -> Response:
        rows = [
            (game, lines_of(game), guides.is_made(self.folder, game.name))
            for game in catalogue.games()
            if game.name in shipped_names()
        ]
        return await self._shown(request, html.guides_page(rows))

    async def words(self, request: Request, name: str) -> Response:
        """What the words of a game's lines mean."""
        if name not in shipped_names():
            return await self._shown(request, html.lost_page("There are no lines of that name."), 404)
        text = html.words_page(load_game(name), await asyncio.to_thread(_words, name))
        return await self._framed(request, text)

    async def guide(self, request: Request, name: str) -> Response:
        """The guide of a game."""
        if name not in guides.guided_games():
            return await self._shown(request, html.lost_page("There is no guide of that name."), 404)
        if not guides.is_made(self.folder, name):
            return await self._shown(
                request, html.lost_page("This guide is not ready yet; look again in a minute."), 404
            )
        text = html.guide_page(load_game(name), read_text(guides.inside_file(self.folder, name)))
        return await self._framed(request, text)

    async def guide_alone(self, request: Request, name: str) -> Response:
        """The same as one file that needs no server."""
        if self.door.code and not request.scope["visitor"]:
            return RedirectResponse("/enter", 303)
        if name not in guides.guided_games() or not guides.is_made(self.folder, name):
            return await self._shown(request, html.lost_page("This guide is not ready yet."), 404)
        text = read_text(guides.guide_file(self.folder, name))
        saved = {"content-disposition": f'attachment; filename="{name}.html"'}
        return HTMLResponse(text, headers={"content-security-policy": guides.policy(text), **saved})

    async def _framed(self, request: Request, text: str) -> Response:
        """A page in which pictures with styles and scripts of their own stand."""
        response = await self._shown(request, text)
        if isinstance(response, HTMLResponse):
            response.headers["content-security-policy"] = guides.policy_inside(text, POLICY)
        return response

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
        try:
            row = self.courses.row(request.scope["visitor"], key)
            game = self.catalogue.game(row["game"], request.scope["visitor"])
        except GameloreError as error:
            return await self._shown(request, html.lost_page(str(error)), 404)
        title = f"{row['learner'].capitalize()} learns {game.title}"
        return await self._shown(request, html.course_page(key, title))

    async def record(self, request: Request) -> Response:
        """What has come of the visitor's contests."""
        contests = self.records.contests(request.scope["visitor"])
        left = sum(contest.unlooked for contest in contests)
        practice = self.practice.record_html(request.scope["visitor"])
        return await self._shown(request, html.record_page(record_html(contests), left, practice))

    async def about_you(self, request: Request) -> Response:
        """What a visitor is to the server, and how to stay or to go."""
        return await self._shown(request, html.you_page())

    async def enter(self, request: Request, wrong: str = "") -> Response:
        if request.scope["visitor"] or not self.door.code:
            return RedirectResponse("/", 303)
        return HTMLResponse(html.for_newcomer(html.enter_page(wrong)))

    async def entered(self, request: Request) -> Response:
        """Whoever knows the code gets a key, or by a recovery code the old one's company; nobody loses one."""
        try:
            form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=4)
        except (ValueError, ClientDisconnect):  # too many fields, or gone before the code was said
            form = {}
        code, first = (form.get(name, [""])[0][:80] for name in ("code", "first"))
        try:
            key = await self.you.entered(code, first, request)
        except TooManyGuesses:
            return RedirectResponse("/enter?wrong=often", 303)
        except (WrongCode, BadText):
            return RedirectResponse("/enter?wrong=code", 303)
        response = RedirectResponse("/", 303)
        response.headers["set-cookie"] = cookie_of(self.visitors.cookie, key)
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


def _answer(request: Request, sentence: str, status: int) -> Response:
    """One sentence, without any path: as a page for people, as JSON for scripts."""
    sentence, headers = without_paths(sentence), {"retry-after": "5"} if status == 503 else {}
    if request.scope["path"].startswith(("/api/", "/static/")) or request.method not in ("GET", "HEAD"):
        return JSONResponse({"detail": sentence}, status, headers)
    return HTMLResponse(html.lost_page(sentence, status), status, headers)


async def _complain(request: Request, error: Exception) -> Response:
    return _answer(request, str(error), _STATUS.get(type(error), 400))  # type: ignore[arg-type]


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = "There is nothing here." if error.status_code == 404 else str(error.detail)
    return _answer(request, sentence, error.status_code)


async def _sorry(request: Request, _: Exception) -> Response:
    return _answer(request, _SORRY, 500)


async def _refuse(_: Request, error: Exception) -> Response:
    """Say where a request is wrong; what was sent there is not sent back, since it may be no JSON (NaN)."""
    assert isinstance(error, RequestValidationError)
    told = [{"loc": [str(part) for part in wrong["loc"]], "msg": wrong["msg"]} for wrong in error.errors()[:5]]
    return JSONResponse({"detail": told}, 422)


@cache
def _words(name: str) -> str:
    game = load_game(name)
    return words_inside(game, lines_of(game))


def _words_of(game: AnyGame) -> str:
    """Where the words of a game's lines are explained; nowhere if none come with it."""
    return f"/words/{game.name}" if lines_of(game) else ""


def lines_of(game: AnyGame) -> list[str]:
    """The lines that come with a game, in words."""
    try:
        learner = shipped_learner(game)
    except NotAvailable:
        return []
    return [learner.reader.wording.sentence(line) for line in learner.lines]
