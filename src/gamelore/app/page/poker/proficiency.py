"""The proficiency test over HTTP: two series of games with exchanged hands, and the graph when both are over.

A test is kept as what the visitor did and the seed that nobody is told; the program decides again when it is restored.
Until it is over nothing leaves it but what the visitor's own seat sees of the round under way, and chips.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import ConfigDict, Field

from gamelore.app.page import html
from gamelore.app.page.catalogue import is_slow
from gamelore.app.page.contests import Answer, Key, MoveAsked, Sent
from gamelore.app.page.display import display_of
from gamelore.app.page.keeping.store import Kept, insert_sitting, now, read_kept
from gamelore.app.page.open_contests import NoSuchSitting, Stale, Tables
from gamelore.app.page.poker.html import proficiency_begin_page, proficiency_page
from gamelore.app.page.rooms import ShowPage
from gamelore.app.table.data import Over
from gamelore.app.table.manners import headline
from gamelore.app.table.poker.proficiency import WAIT, ProficiencyTest, graphs_svg, verdict
from gamelore.app.table.sitting import TableSitting
from gamelore.base.errors import GameloreError
from gamelore.base.files import Json, to_json

TEST, GAME = "proficiency", "draw_poker"
MOST_OPEN = 100


class NewProficiency(Sent):
    """Who is met, and in how many games."""

    against: str = Field(max_length=80)
    games: int = Field(5, ge=1, le=5)


class ProficiencyKept(Kept):
    """The data of a test, which are looked over by whoever restores it."""

    model_config = ConfigDict(extra="allow")


class OpenProficiency:
    """A test in memory; `last` is the picture of the round that ended last, and how."""

    def __init__(self, key: str, test: ProficiencyTest, version: int) -> None:
        self.key, self.test, self.version = key, test, version
        self.last: Json | None = None
        self.lock = asyncio.Lock()

    def play(self, move: str) -> None:
        """The visitor's move; if it ends the round, what was shown then is kept to be seen."""
        test = self.test
        sitting, title = test.sitting, test.here.title
        test.news = []
        test.play(move)
        over = sitting.result
        self.last = None if over is None else _ended(sitting, over, title)


class ProficiencyTests:
    """All tests, their routes and their pages."""

    kind = TEST

    def __init__(self, tables: Tables, most_kept: int, show: ShowPage) -> None:
        self.tables, self.store, self.catalogue, self.most_kept = tables, tables.store, tables.catalogue, most_kept
        self.show = show
        self.open: OrderedDict[str, OpenProficiency] = OrderedDict()
        self.router = APIRouter(prefix="/api/proficiency")
        add = self.router.add_api_route
        add("", self.begin, methods=["POST"])
        add("/{key}", self.look, methods=["GET"])
        add("/{key}/moves", self.move, methods=["POST"])
        self.pages = {"/proficiency": self.begin_page, "/proficiency/{key}": self.test_page}

    async def begin_page(self, request: Request) -> Response:
        """Where a test begins, and those that are under way."""
        visitor = request.scope["visitor"]
        game = self.catalogue.game(GAME, visitor)
        rivals = [*display_of(game).rivals(game), *self.catalogue.agents(game, visitor)]
        return await self.show(request, proficiency_begin_page(rivals, self.tables.listed(visitor)))

    async def test_page(self, request: Request, key: Key) -> Response:
        """A test."""
        try:
            await self.find(request.scope["visitor"], key)
        except NoSuchSitting as error:
            return await self.show(request, html.lost_page(str(error)), 404)
        return await self.show(request, proficiency_page(key))

    async def begin(self, request: Request, asked: Annotated[NewProficiency, Body()]) -> Answer:
        """Sit down to a test."""
        visitor, key, at = request.scope["visitor"], secrets.token_urlsafe(12), now()
        game = self.catalogue.game(GAME, visitor)
        self.catalogue.check(asked.against, game, visitor)
        # Whoever could guess the seed would know the hands of both series.
        seed, make = secrets.randbits(62), self.catalogue.make
        slow = is_slow(asked.against, game)
        test = await self.tables.think(
            lambda: ProficiencyTest(game, asked.against, seed, asked.games, make), GAME, slow=slow
        )
        setting = to_json({"game": GAME, "against": asked.against})
        row = (key, visitor, TEST, "Proficiency test", setting, to_json(test.to_data()), 0, "", at, at)
        for gone in await self.store.do(lambda connection: insert_sitting(connection, row, self.most_kept)):
            self.open.pop(gone, None)
        self._remember(OpenProficiency(key, test, 0))
        return await self._picture(self.open[key])

    async def look(self, request: Request, key: Key) -> Answer:
        """How a test stands."""
        return await self._picture(await self.find(request.scope["visitor"], key))

    async def move(self, request: Request, key: Key, asked: Annotated[MoveAsked, Body()]) -> Answer:
        """A move; what is not legal is refused and changes nothing."""
        found = await self.find(request.scope["visitor"], key)
        async with found.lock:
            if asked.version != found.version:
                raise Stale("this test has moved on; look again")
            slow = is_slow(found.test.against, found.test.game)
            try:
                await self.tables.think(lambda: found.play(asked.move), GAME, slow=slow)
            except GameloreError:  # not legal: nothing has changed
                raise
            except BaseException:
                self.open.pop(key, None)
                raise
            result = "over" if found.test.over else ""
            try:
                touched = await self.store.write(
                    "UPDATE sittings SET log = ?, version = ?, result = ?, changed = ? "
                    "WHERE sitting = ? AND version = ?",
                    to_json(found.test.to_data()), asked.version + 1, result, now(), key, asked.version,
                )  # fmt: skip
            except BaseException:  # what could not be kept has not happened
                self.open.pop(key, None)
                raise
            if not touched:
                self.open.pop(key, None)
                raise Stale("this test has moved on; look again")
            found.version += 1
        return await self._picture(found)

    async def find(self, visitor: str, key: str) -> OpenProficiency:
        """A test of a visitor."""
        rows = self.store.read("SELECT * FROM sittings WHERE sitting = ?", key)
        if not rows or rows[0]["visitor"] != visitor or rows[0]["kind"] != TEST:
            raise NoSuchSitting("no such test of yours")
        if key in self.open:
            self.open.move_to_end(key)
            return self.open[key]
        data, version = read_kept(ProficiencyKept, rows[0], "log").model_dump(), rows[0]["version"]
        game, make = self.catalogue.game(GAME, visitor), self.catalogue.make
        test = await self.tables.think(lambda: ProficiencyTest.restore(data, game, "this test", make), GAME, slow=True)
        if key not in self.open:
            self._remember(OpenProficiency(key, test, version))
        return self.open[key]

    def taken(self, row: Any) -> Json:
        """A test as a visitor takes it along: what the visitor did and won; the seed would tell the hands that come."""
        kept = read_kept(ProficiencyKept, row, "log").model_dump()
        told = {name: kept.get(name) for name in ("against", "games", "chips", "rounds")}
        return {"test": row["sitting"], "over": bool(row["result"]), **told}

    def hides(self, row: Any) -> bool:
        """A test makes no agent."""
        return False

    async def _picture(self, found: OpenProficiency) -> Answer:
        async with found.lock:
            return await self.tables.think(lambda: picture_of(found), GAME, slow=False)

    def _remember(self, found: OpenProficiency) -> None:
        self.open[found.key] = found
        while len(self.open) > MOST_OPEN:
            self.open.popitem(last=False)


def _drawn(sitting: TableSitting) -> str:
    return display_of(sitting.game).draw(sitting.shown(), sitting.game.title, sitting.names)


def _ended(sitting: TableSitting, over: Over, title: str) -> Json:
    said = f"{title}: {headline(over, sitting.seat)}, {sitting.manners.ended(over.why)}."
    return {"table": _drawn(sitting), "said": said}


def picture_of(found: OpenProficiency) -> Answer:
    """All that the page shows of a test."""
    test = found.test
    told: Answer = {
        "test": found.key, "version": found.version, "over": test.over, "against": test.player.name,
        "done": len(test.chips), "of": len(test.rounds), "last": found.last, "news": list(test.news),
        "chips": [chips for here, chips in zip(test.rounds, test.chips, strict=False) if here.deal >= 0],
    }  # fmt: skip
    if test.over:
        result = test.result()
        return told | {
            "verdict": verdict(result, test.player.name),
            "graphs": list(graphs_svg(result, test.player.name, alone=False)),
        }
    sitting = test.sitting
    return told | {
        "title": test.here.title,
        "wait": WAIT if test.between and not test.done[-1] else "",
        "table": _drawn(sitting),
        "stage": "replace" if any(move.action.startswith("replace") for move in sitting.moves()) else "bet",
        "moves": [move.to_data() for move in sitting.moves() if not move.action.startswith("replace")],
    }
