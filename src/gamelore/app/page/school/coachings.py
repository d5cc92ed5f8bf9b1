"""Coaching over HTTP: a learner asks, the visitor answers, and what it knows changes.

A sitting of coaching is kept as what the learner knew and the answers so far; every lesson is on the disk when it is
acknowledged. The learner is also kept as an agent, so that its trainer can sit down with it. What is asked, answered
and shown is a family's own: its kit names the room (`Kit.coach_room`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Body, Request, Response
from pydantic import Field

from gamelore.app.page import html
from gamelore.app.page.contests import Answer, Here, Key, Sent
from gamelore.app.page.keeping.store import Kept, insert_sitting, now, read_kept
from gamelore.app.page.open_contests import NoSuchSitting, SittingAsked, Stale, Tables
from gamelore.app.page.rooms import ShowPage
from gamelore.app.page.school.coach_html import CoachOffer, coach_begin_page
from gamelore.app.page.school.courses import COACHED
from gamelore.app.table.data import Datum
from gamelore.base.errors import BadText, GameloreError, UnknownName
from gamelore.base.files import Json, to_json
from gamelore.games.core import AnyGame

COACH = "coach"
MOST_OPEN = 200
MOST_LINES = 120
"""Lines of the dialogue that are kept to be shown again."""
MOST_ANSWERS = 400
"""A sitting is restored by giving its answers again; after so many it is over."""
MOST_ROUNDS = 40


class CoachedSitting(Protocol):
    """A person's lesson as a model: `app.table` has one for each family."""

    given: list[str]
    learner: Any

    @property
    def over(self) -> bool:
        """Whether there is nothing more to answer."""

    def start(self) -> Sequence[Datum]:
        """Begin."""

    def answer(self, text: str) -> Sequence[Datum]:
        """Answer what was asked; `GameloreError` says why an answer was not taken."""

    def undo(self) -> str:
        """Take the last answer back; returns it."""

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore it."""


class CoachRoom(Protocol):
    """How one family is coached: the part `coach_room` of its kit."""

    offer: CoachOffer
    """What is said of it where a sitting begins."""
    learner: str
    """Who learns."""
    longest: int
    """How long an answer may be."""

    def sit(self, role: str, rounds: int, seed: int, folder: Path) -> CoachedSitting:
        """A sitting with a learner that knows nothing yet; it is kept in the folder."""

    def take_up(self, log: Mapping[str, Any], folder: Path) -> CoachedSitting:
        """The sitting of a log."""

    def replied(self, text: str) -> Datum:
        """What a person answered, as a line of the dialogue."""

    def standing(self, sitting: Any) -> Sequence[Datum]:
        """What stands after an answer was taken back, as lines of the dialogue."""

    def picture(self, sitting: Any) -> Answer:
        """All that the page shows besides the dialogue."""

    def page(self, key: str) -> str:
        """The page of a sitting."""

    def hides(self, role: str) -> bool:
        """Whether the agent of a sitting that goes on tells what its visitor may not see yet."""


class NewCoaching(Sent):
    """What is taught (the first that there is, if nothing is said), and who trains and plays."""

    game: str = Field("", max_length=80)
    role: str = Field("", max_length=20)
    rounds: int = Field(5, ge=1, le=MOST_ROUNDS)


class AnswerSent(Here):
    """An answer to what was asked."""

    text: str = Field(max_length=2_400)


class CoachingKept(Kept):
    """The log of a coaching, which is looked over by whoever restores it, and what was said."""

    coach: dict[str, Any]
    told: list[dict[str, Any]]


class OpenCoaching:
    """A sitting in memory, with what was said in it."""

    def __init__(self, key: str, game: str, sitting: CoachedSitting, told: list[dict[str, Any]], version: int) -> None:
        self.key, self.game, self.sitting, self.told, self.version = key, game, sitting, told, version
        self.lock = asyncio.Lock()

    def note(self, events: Sequence[Datum]) -> None:
        """Remember what was said."""
        self.told = [*self.told, *(event.to_data() for event in events)][-MOST_LINES:]

    def log(self) -> str:
        """All that is kept."""
        return to_json({"coach": self.sitting.to_log(), "told": self.told})


class Coachings:
    """All sittings of coaching, their routes and their pages."""

    kind = COACH

    def __init__(self, tables: Tables, most_kept: int, show: ShowPage, rooms: Mapping[str, CoachRoom]) -> None:
        self.tables, self.store, self.catalogue, self.most_kept = tables, tables.store, tables.catalogue, most_kept
        self.show, self.rooms = show, rooms
        self.open: OrderedDict[str, OpenCoaching] = OrderedDict()
        self.router = APIRouter(prefix="/api/coachings")
        add = self.router.add_api_route
        add("", self.begin, methods=["POST"])
        add("/{key}", self.look, methods=["GET"])
        add("/{key}/answers", self.answer, methods=["POST"])
        add("/{key}/undo", self.undo, methods=["POST"])
        self.pages: Mapping[str, Callable[..., Awaitable[Response]]] = {
            "/coach": self.begin_page,
            "/coach/{key}": self.sitting_page,
        }

    async def begin_page(self, request: Request) -> Response:
        offers = {name: room.offer for name, room in self.rooms.items()}
        return await self.show(request, coach_begin_page(offers, self.tables.listed(request.scope["visitor"])))

    async def sitting_page(self, request: Request, key: Key) -> Response:
        """A sitting of coaching."""
        try:
            coaching = await self.find(request.scope["visitor"], key)
        except NoSuchSitting as error:
            return await self.show(request, html.lost_page(str(error)), 404)
        return await self.show(request, self.rooms[coaching.game].page(key))

    async def begin(self, request: Request, asked: Annotated[NewCoaching, Body()]) -> Answer:
        """Sit down with a learner that knows nothing yet."""
        visitor, key, at = request.scope["visitor"], secrets.token_urlsafe(12), now()
        game, room = self._room(asked.game)
        role = asked.role or next(iter(room.offer.roles))
        if role not in room.offer.roles:
            raise UnknownName("part in a lesson", role, room.offer.roles)
        folder = self.catalogue.agent_folder(key)

        def sit() -> OpenCoaching:
            # Whoever could guess the seed would know the deals.
            sitting = room.sit(role, asked.rounds, secrets.randbits(63), folder)
            coaching = OpenCoaching(key, game, sitting, [], 0)
            coaching.note(sitting.start())
            return coaching

        coaching = await self.tables.think(sit, game, slow=True)
        setting = to_json({"game": game, "against": "", "role": role})
        log = coaching.log()

        def write(connection: Any) -> list[str]:
            row = (key, visitor, COACH, room.offer.title, setting, log, 0, "", at, at)
            gone = insert_sitting(connection, row, self.most_kept)
            told = to_json({"done": 0, "of": 0, "curve": [], "lore": []})
            agent = (key, visitor, game, room.learner, "{}", COACHED, told, at)
            connection.execute("INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", agent)
            connection.executemany("DELETE FROM courses WHERE course = ?", [(lesson,) for lesson in gone])
            return gone

        try:
            for gone in await self.store.do(write):
                self.open.pop(gone, None)
                self.catalogue.remove_agent(gone)
        except BaseException:
            self.catalogue.remove_agent(key)
            raise
        self._remember(coaching)
        return await self._picture(coaching)

    async def look(self, request: Request, key: Key) -> Answer:
        """How a sitting stands."""
        return await self._picture(await self.find(request.scope["visitor"], key))

    async def answer(self, request: Request, key: Key, asked: Annotated[AnswerSent, Body()]) -> Answer:
        """Answer what was asked; what is not understood is one sentence and changes nothing."""
        coaching = await self.find(request.scope["visitor"], key)
        text, room = " ".join(asked.text.split()), self.rooms[coaching.game]
        if len(text) > room.longest:
            raise BadText(f"An answer has at most {room.longest} characters.")

        def act(sitting: CoachedSitting) -> list[Datum]:
            if len(sitting.given) >= MOST_ANSWERS:
                raise GameloreError("This sitting has become long; begin another one.")
            return [room.replied(text), *sitting.answer(text)]

        return await self._change(coaching, asked.version, act)

    async def undo(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Answer:
        """Take the last answer back, and what was learned from it."""
        coaching = await self.find(request.scope["visitor"], key)

        room = self.rooms[coaching.game]

        def act(sitting: CoachedSitting) -> list[Datum]:
            taken = sitting.undo()
            return [room.replied(f"Taken back: {taken}"), *room.standing(sitting)]

        return await self._change(coaching, asked.version, act)

    async def find(self, visitor: str, key: str) -> OpenCoaching:
        """A sitting of a visitor."""
        rows = self.store.read("SELECT * FROM sittings WHERE sitting = ?", key)
        if not rows or rows[0]["visitor"] != visitor or rows[0]["kind"] != COACH:
            raise NoSuchSitting("no such sitting of yours")
        if key in self.open:
            self.open.move_to_end(key)
            return self.open[key]
        log, version = read_kept(CoachingKept, rows[0], "log"), rows[0]["version"]
        game, room = self._room(read_kept(SittingAsked, rows[0], "setting").game)
        folder = self.catalogue.agent_folder(key)
        sitting = await self.tables.think(lambda: room.take_up(log.coach, folder), game, slow=True)
        if key not in self.open:
            self._remember(OpenCoaching(key, game, sitting, log.told, version))
        return self.open[key]

    def taken(self, row: Any) -> Json:
        """A lesson as a visitor takes it along."""
        return {
            "lesson": row["sitting"], "role": _role(row), "over": bool(row["result"]),
            "told": read_kept(CoachingKept, row, "log").told,
        }  # fmt: skip

    def hides(self, row: Any) -> bool:
        """Of a lesson in which the visitor only plays, the learner's folder tells of its hands until it is over."""
        _, room = self._room(read_kept(SittingAsked, row, "setting").game)
        return room.hides(_role(row)) and not row["result"]

    def _room(self, game: str) -> tuple[str, CoachRoom]:
        """The room of a game, by its name; the first of all where none is named."""
        name = game or next(iter(self.rooms), "")
        if name not in self.rooms:
            raise UnknownName("game that can be coached", name, self.rooms)
        return name, self.rooms[name]

    async def _change(
        self, coaching: OpenCoaching, version: int, act: Callable[[CoachedSitting], list[Datum]]
    ) -> Answer:
        async with coaching.lock:
            if version != coaching.version:
                raise Stale("this sitting has moved on; look again")
            try:
                coaching.note(await self.tables.think(lambda: act(coaching.sitting), coaching.game, slow=True))
            except GameloreError:  # not understood: nothing has changed
                raise
            except BaseException:
                self.open.pop(coaching.key, None)
                raise
            try:
                touched = await self.store.write(
                    "UPDATE sittings SET log = ?, version = ?, result = ?, changed = ? "
                    "WHERE sitting = ? AND version = ?",
                    coaching.log(), version + 1, "over" if coaching.sitting.over else "", now(), coaching.key, version,
                )  # fmt: skip
            except BaseException:  # what could not be kept has not happened
                self.open.pop(coaching.key, None)
                raise
            if not touched:
                self.open.pop(coaching.key, None)
                raise Stale("this sitting has moved on; look again")
            coaching.version = version + 1
        return await self._picture(coaching)

    async def _picture(self, coaching: OpenCoaching) -> Answer:
        async with coaching.lock:
            room = self.rooms[coaching.game]
            return await self.tables.think(lambda: _whole(coaching, room), coaching.game, slow=False)

    def _remember(self, coaching: OpenCoaching) -> None:
        self.open[coaching.key] = coaching
        while len(self.open) > MOST_OPEN:
            self.open.popitem(last=False)


def _whole(coaching: OpenCoaching, room: CoachRoom) -> Answer:
    """All that the page shows of a sitting."""
    sitting = coaching.sitting
    told = {"coaching": coaching.key, "version": coaching.version, "told": coaching.told, "over": sitting.over}
    return {**told, **room.picture(sitting)}


def coach_rooms(games: Iterable[AnyGame]) -> dict[str, CoachRoom]:
    """How games are coached, by their names; a game whose kit says nothing is not."""
    found = {game.name: game.kit.part("coach_room") for game in games}
    return {name: room for name, room in found.items() if room is not None}


def _role(row: Any) -> str:
    return read_kept(SittingAsked, row, "setting").role
