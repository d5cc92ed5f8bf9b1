"""The contests over HTTP: begin, move, take back, ask. Every answer is what a sitting tells its visitor.

Every route says which game it is about, so that answers about open games need not wait for the beat (`beat.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gamelore.app.page.catalogue import Catalogue
from gamelore.app.page.display import display_of
from gamelore.app.page.door.beat import asked_about
from gamelore.app.page.open_contests import OpenTable, Picture, Tables
from gamelore.app.table.advice import untold_truth
from gamelore.app.table.data import Because, DrawAnswered
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import BadSetting
from gamelore.base.files import to_json
from gamelore.oracles import has_easy_truth

Key = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Answer = dict[str, Any]
T = TypeVar("T")
MOST_MISTAKES, FEW = 5, 4
"""The worst of a contest; more nobody reads."""


class Sent(BaseModel):
    """What a browser sends; whatever else it sends is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewContest(Sent):
    """Who meets whom at what."""

    game: str = Field(max_length=80)
    against: str = Field(max_length=80)
    seat: int = Field(0, ge=0, le=3)


class Here(Sent):
    """The version of the table that the visitor looks at."""

    version: int = Field(ge=0, le=2**31)


class MoveAsked(Here):
    """A move."""

    move: str = Field(max_length=80)


class FromHere(Sent):
    """A ply, from 0."""

    ply: int = Field(ge=0, le=10_000)


class Contests:
    """The routes of contests."""

    def __init__(self, tables: Tables, catalogue: Catalogue) -> None:
        self.tables, self.catalogue = tables, catalogue
        self.router = APIRouter(prefix="/api/contests")
        add = self.router.add_api_route
        add("", self.begin, methods=["POST"])
        add("/{key}", self.look, methods=["GET"])
        for name, change in (("moves", self.move), ("undo", self.undo), ("resign", self.resign), ("show", self.show)):
            add(f"/{{key}}/{name}", change, methods=["POST"])
        add("/{key}/draw", self.draw, methods=["POST"])
        add("/{key}/on", self.play_on, methods=["POST"])
        add("/{key}/again", self.again, methods=["POST"])
        add("/{key}/review", self.review, methods=["GET"])
        for name, question in (("hint", self.hint), ("why", self.why), ("truth", self.truth), ("lines", self.lines)):
            add(f"/{{key}}/{name}", question, methods=["GET"])

    async def begin(self, request: Request, asked: Annotated[NewContest, Body()]) -> Response:
        visitor = request.scope["visitor"]
        game = self.catalogue.game(asked.game, visitor)
        asked_about(request.scope, game)
        if asked.seat >= game.seats:
            raise BadSetting(f"{game.title} has {game.seats} seats, there is no seat {asked.seat + 1}")
        self.catalogue.check(asked.against, game, visitor)
        return _sent(await self.tables.begin(visitor, game, asked.against, asked.seat))

    async def look(self, request: Request, key: Key) -> Response:
        """How a contest stands."""
        return _sent(await self.tables.look(await self._table(request, key)))

    async def move(self, request: Request, key: Key, asked: Annotated[MoveAsked, Body()]) -> Response:
        """Make a move; the answer comes when the others have moved and all of it is kept."""
        table = await self._table(request, key)
        return await self._changed(table, asked.version, lambda sitting: sitting.play(asked.move))

    async def undo(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Response:
        """Take a move back."""
        return await self._changed(await self._table(request, key), asked.version, lambda sitting: sitting.undo())

    async def resign(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Response:
        return await self._changed(await self._table(request, key), asked.version, lambda sitting: sitting.resign())

    async def draw(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Answer:
        """Offer a draw, or claim one; `told` is what the other side says to it."""
        table = await self._table(request, key)
        (answered, *_), seen = await self.tables.change(table, asked.version, lambda sitting: sitting.draw())
        assert isinstance(answered, DrawAnswered)
        return {**seen, "told": answered.said}

    async def show(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Answer:
        """After the contest, see all hands where players show them."""
        table = await self._table(request, key)
        laid, seen = await self.tables.change(table, asked.version, lambda sitting: sitting.lay_down())
        return {**seen, "laid_down": laid.to_data()}

    async def hint(self, request: Request, key: Key) -> Answer:
        """What a strong player would do."""
        table = await self._table(request, key)
        told, version = await self._asked(table, lambda sitting: sitting.hint(), slow=True)
        return {**_spoken(table.sitting, told), "version": version}

    async def why(self, request: Request, key: Key, everything: bool = False) -> list[Answer]:
        """Why the others did what they did since the visitor's last move."""
        table = await self._table(request, key)
        return await self.tables.ask(table, lambda sitting: reasons_since(sitting, everything=everything))

    async def truth(self, request: Request, key: Key) -> Answer:
        """What each move is worth; nothing where nobody knows."""
        table = await self._table(request, key)
        game = table.sitting.game
        if not has_easy_truth(game):
            return {"known": False, "moves": [], "words": untold_truth(game), "version": table.version}
        values, version = await self._asked(table, lambda sitting: sitting.truth(), slow=True)
        words = untold_truth(game) if values is None else ""
        found = [value.to_data() for value in values or ()]
        return {"known": values is not None, "moves": found, "words": words, "version": version}

    async def lines(self, request: Request, key: Key) -> Answer:
        """How the maxims of the game narrow the visitor's moves."""
        table = await self._table(request, key)
        found, version = await self._asked(table, lambda sitting: sitting.narrowing())
        return {"known": found is not None, "lines": [line.to_data() for line in found or ()], "version": version}

    async def review(self, request: Request, key: Key) -> Answer:
        """After the contest: the moves that gave something away, worst first."""
        table = await self._table(request, key)
        return await self.tables.ask(table, _reviewed, slow=True)

    async def play_on(self, request: Request, key: Key, asked: Annotated[FromHere, Body()]) -> Response:
        """Take a contest that is over up again before one of its moves, as a new one."""
        table = await self._table(request, key)
        sitting, fresh = table.sitting, ContestKey(secrets.randbits(63))
        visitor, against = request.scope["visitor"], table.against
        return _sent(await self.tables.keep(visitor, sitting.game, against, lambda: sitting.play_on(fresh, asked.ply)))

    async def again(self, request: Request, key: Key) -> Response:
        """Another contest with the same opponent, on the other side where two meet."""
        return _sent(await self.tables.again(await self._table(request, key)))

    async def _asked(
        self, table: OpenTable, question: Callable[[TableSitting], T], *, slow: bool = False
    ) -> tuple[T, int]:
        """An answer, with the version of the table that it is about."""
        return await self.tables.ask(table, lambda sitting: (question(sitting), table.version), slow=slow)

    async def _table(self, request: Request, key: str) -> OpenTable:
        table = await self.tables.find(request.scope["visitor"], key)
        asked_about(request.scope, table.sitting.game)
        return table

    async def _changed(self, table: OpenTable, version: int, act: Callable[[TableSitting], object]) -> Response:
        _, seen = await self.tables.change(table, version, act)
        return _sent(seen)


def _sent(seen: Picture) -> Response:
    """A picture as it is sent; it is plain data already, and nobody need look it over again."""
    return Response(to_json(seen), media_type="application/json")


def _reviewed(sitting: TableSitting) -> Answer:
    """The review, with a picture before each move that is told of, and moves as a person reads them."""
    found, game, manners = sitting.review(), sitting.game, sitting.manners
    told = found.to_data()

    def offered(text: str) -> str:
        return manners.offered(game.parse_action(text))

    told["moves"] = []
    for move in found.moves[:MOST_MISTAKES]:
        before = manners.shown(sitting.discretion.eyes(sitting.plies[move.ply].state))
        told["moves"].append(
            {
                **move.to_data(),
                "said": manners.advised(game.parse_action(move.action)),
                "better": [offered(text) for text in move.best[:FEW]],
                "values": [[offered(text), words] for text, words in move.values],
                "because": display_of(game).spoken(game, manners.written(move.because)),
                "finder": move.finder(found.listed),
                "picture": display_of(game).reviewed(before, game.title, sitting.names),
            }
        )
    return told


def reasons_since(sitting: TableSitting, *, everything: bool) -> list[Answer]:
    """The reasons of every move of the others since the person last moved, the latest last."""
    numbers: list[int] = []
    for ply in reversed(sitting.plies):
        if ply.seat == sitting.seat:
            if numbers:
                break
            continue
        numbers.append(ply.seat)
    seats = dict.fromkeys(reversed(numbers))
    return [_spoken(sitting, sitting.why(seat, everything=everything)[-1]) for seat in seats]


def _spoken(sitting: TableSitting, because: Because) -> Answer:
    """Reasons with the seats called as they are drawn."""
    game, display = sitting.game, display_of(sitting.game)
    told = because.to_data()
    for reason in told["reasons"]:
        reason["sentence"] = display.spoken(game, reason["sentence"])
    return {**told, "lines": [display.spoken(game, line) for line in told["lines"]]}
