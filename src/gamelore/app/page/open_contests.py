"""The contests of the visitors: opened, played on, kept after every move, and restored when somebody comes back.

A contest lives in the store as its log; the sitting that plays it is made from the log on demand and kept in memory as
long as there is room. Thinking is done in threads (the kernels let go of the interpreter), and whoever may think for
long has threads of his own, so that nobody waits for another's search. Learners share working memory game by game, so
nobody thinks about a game while somebody else does. A move is answered when it is on the disk.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from pydantic import ConfigDict

from gamelore.app.page.catalogue import Catalogue, is_slow
from gamelore.app.page.display import display_of
from gamelore.app.page.keeping.store import Kept, PageStore, insert_sitting, now, read_kept
from gamelore.app.page.solving import patient
from gamelore.app.table.manners import headline, manners_of
from gamelore.app.table.scores import ScoreBoard
from gamelore.app.table.series import next_sitting
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import GameloreError, NotAvailable
from gamelore.base.files import to_json
from gamelore.base.little import little_work
from gamelore.games.core import AnyGame

T = TypeVar("T")
Picture = dict[str, Any]

MOST_OPEN = 1000
"""Sittings that are kept in memory; any other is restored from its log in milliseconds."""
QUICK, PATIENT = 2, 2
"""Threads for those who decide at once, and for those who search."""
TABLE = "table"

_ONE = "SELECT * FROM sittings WHERE sitting = ?"
_CHANGED = "UPDATE sittings SET log = ?, version = ?, result = ?, changed = ? WHERE sitting = ? AND version = ?"
_LAST = (
    "SELECT sitting, kind, title, setting, result, changed FROM sittings WHERE visitor = ? "
    "ORDER BY changed DESC LIMIT 12"
)


class NoSuchSitting(GameloreError):
    """A contest that is not there, or not this visitor's."""


class Stale(GameloreError):
    """A move on a table that has moved on: made twice, or in another window."""


class ScoreKept(Kept):
    """How the person stood before a contest, at the same table."""

    contests: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    gain: float = 0.0
    unit: str = ""
    marks: tuple[int, int] | None = None
    match_won: bool | None = None

    def on(self, board: ScoreBoard) -> ScoreBoard:
        """The same on the score board of a game."""
        names = {field.name for field in fields(board)}
        return replace(board, **{name: value for name, value in self.model_dump().items() if name in names})


class SittingAsked(Kept):
    """What was asked for when a sitting began."""

    game: str
    against: str
    seat: int = 0
    role: str = ""
    score: ScoreKept = ScoreKept()


class SittingKept(Kept):
    """The log of a contest, which is looked over by whoever restores it."""

    model_config = ConfigDict(extra="allow")


class OpenTable:
    """A sitting in memory, with the version that the store holds."""

    def __init__(
        self,
        key: str,
        visitor: str,
        sitting: TableSitting,
        against: str,
        version: int,
        score: ScoreBoard | None = None,
    ) -> None:
        self.key, self.visitor, self.sitting, self.against, self.version = key, visitor, sitting, against, version
        self.score = score or sitting.manners.score
        """How the visitor stood at this table before the contest."""
        self.lock = asyncio.Lock()
        self.slow = is_slow(against, sitting.game)


class _Turn:
    """Whose turn it is to think about a game."""

    def __init__(self) -> None:
        self.lock, self.users = asyncio.Lock(), 0


class Tables:
    """All contests of all visitors."""

    def __init__(self, store: PageStore, catalogue: Catalogue, most_kept: int) -> None:
        self.store, self.catalogue, self.most_kept = store, catalogue, most_kept
        self.open: OrderedDict[str, OpenTable] = OrderedDict()
        self.quick = ThreadPoolExecutor(QUICK, "quick")
        self.patient = ThreadPoolExecutor(PATIENT, "patient")
        self._turns: dict[str, _Turn] = {}

    def close(self) -> None:
        for pool in (self.quick, self.patient):
            pool.shutdown(wait=False, cancel_futures=True)

    async def begin(self, visitor: str, game: AnyGame, against: str, seat: int) -> Picture:
        """Sit down to a new contest; the others move until it is the visitor's turn."""
        # Whoever could guess the seed would know the deal.
        key = ContestKey(secrets.randbits(63))
        others = {at: against for at in range(game.seats) if at != seat}
        make = self.catalogue.make
        return await self.keep(visitor, game, against, lambda: TableSitting(game, seat, others, key, make=make))

    async def again(self, table: OpenTable) -> Picture:
        """Another contest with the same opponent, and the score goes on; where two meet, they change sides."""
        sitting, score = table.sitting, score_after(table)
        if sitting.result is None:
            raise NotAvailable("This contest goes on; another one begins when it is over.")
        # A key of its own: begun twice from here, the next contest has two deals.
        key, make = ContestKey(secrets.randbits(63)), self.catalogue.make
        sit = partial(next_sitting, sitting, key, make)
        return await self.keep(table.visitor, sitting.game, table.against, sit, score)

    async def keep(
        self,
        visitor: str,
        game: AnyGame,
        against: str,
        sit: Callable[[], TableSitting],
        score: ScoreBoard | None = None,
    ) -> Picture:
        """Let a sitting begin, keep it and look at it; the score is that before it, at the same table."""
        stood = manners_of(game).score if score is None else score

        def job() -> tuple[OpenTable, str, Picture]:
            table = OpenTable(secrets.token_urlsafe(12), visitor, sit(), against, 0, stood)
            list(table.sitting.answers())
            return table, to_json(table.sitting.to_log()), self.picture(table, 0)

        table, log, seen = await self.think(job, game.name, slow=is_slow(against, game))
        at, sitting = now(), table.sitting
        asked = {"game": self.catalogue.name_of(game), "against": against, "seat": sitting.seat}
        setting = to_json({**asked, "score": stood.to_data()} if stood.contests else asked)
        row = (table.key, visitor, TABLE, game.title, setting, log, 0, _result(sitting), at, at)
        most = self.most_kept
        for key in await self.store.do(lambda connection: insert_sitting(connection, row, most)):
            self.open.pop(key, None)
        self._remember(table)
        return seen

    async def find(self, visitor: str, key: str) -> OpenTable:
        """A contest of a visitor; whoever else asks learns nothing, not even whether it is there."""
        if key in self.open and self.open[key].visitor == visitor:
            self.open.move_to_end(key)
            return self.open[key]
        rows = self.store.read(_ONE, key)
        if not rows or rows[0]["visitor"] != visitor or rows[0]["kind"] != TABLE:
            raise NoSuchSitting("no such contest of yours")
        row = rows[0]
        setting = read_kept(SittingAsked, row, "setting")
        game = self.catalogue.game(setting.game, visitor)
        log, make = read_kept(SittingKept, row, "log").model_dump(), self.catalogue.make
        sitting = await self.think(lambda: TableSitting.restore(log, make=make, game=game), game.name, slow=False)
        if key in self.open:  # somebody was quicker
            return self.open[key]
        score = setting.score.on(sitting.manners.score) if setting.score.contests else sitting.manners.score
        table = OpenTable(key, visitor, sitting, setting.against, row["version"], score)
        self._remember(table)
        return table

    async def change(self, table: OpenTable, version: int, act: Callable[[TableSitting], T]) -> tuple[T, Picture]:
        """Do something at a table, keep it and look again; what cannot be kept has not happened."""
        async with table.lock:
            if version != table.version:
                raise Stale("this contest has moved on; look again")
            sitting = table.sitting

            def job() -> tuple[T, str, Picture]:
                before = len(sitting.plies)
                done = act(sitting)
                seen, told = self.picture(table, version + 1), steps(sitting, before)
                return done, to_json(sitting.to_log()), {**seen, "steps": told} if told else seen

            try:
                done, log, seen = await self.think(job, sitting.game.name, slow=table.slow)
            except GameloreError:
                if len(sitting.plies) and sitting.to_move not in (-1, sitting.seat):
                    self.open.pop(table.key, None)  # whoever had to answer could not: begin from the log
                raise
            except BaseException:
                self.open.pop(table.key, None)
                raise
            try:
                row = log, version + 1, _result(sitting), now(), table.key, version
                touched = await self.store.write(_CHANGED, *row)
            except BaseException:
                self.open.pop(table.key, None)
                raise
            if not touched:
                self.open.pop(table.key, None)
                raise Stale("this contest has moved on; look again")
            table.version = version + 1
            return done, seen

    async def look(self, table: OpenTable) -> Picture:
        """All that the page shows of a contest while nobody has asked anything."""
        return await self.ask(table, lambda _: self.picture(table, table.version))

    def picture(self, table: OpenTable, version: int) -> Picture:
        """The same, in a thread that may think about the game."""
        return picture(table, self.catalogue.name_of(table.sitting.game), version)

    async def ask(self, table: OpenTable, question: Callable[[TableSitting], T], *, slow: bool = False) -> T:
        """Ask something at a table that changes nothing."""
        async with table.lock:
            return await self.think(lambda: question(table.sitting), table.sitting.game.name, slow=slow or table.slow)

    async def think(self, job: Callable[[], T], game: str, *, slow: bool) -> T:
        """Do a job about a game in a thread, when nobody else thinks about that game.

        One that is not slow waits for no compiler where it computes little: what makes the players ready compiles.
        """
        pool: Executor = self.patient if slow else self.quick
        turn = self._turns.setdefault(game, _Turn())
        turn.users += 1
        try:
            async with turn.lock:
                return await asyncio.get_running_loop().run_in_executor(pool, patient, little_work(not slow)(job))
        finally:
            turn.users -= 1
            if not turn.users:
                del self._turns[game]

    def leave(self, visitor: str) -> None:
        """Close the tables of somebody who goes, or becomes somebody else; what is kept is restored on demand."""
        for key in [key for key, table in self.open.items() if table.visitor == visitor]:
            del self.open[key]

    def _remember(self, table: OpenTable) -> None:
        self.open[table.key] = table
        if len(self.open) > MOST_OPEN:
            for key, other in self.open.items():
                if not other.lock.locked():
                    del self.open[key]
                    return

    def listed(self, visitor: str) -> list[dict[str, Any]]:
        """The visitor's last contests."""
        rows = self.store.read(_LAST, visitor)
        return [
            {**dict(row), "setting": read_kept(SittingAsked, row, "setting").model_dump(exclude={"score"})}
            for row in rows
        ]


def picture(table: OpenTable, page: str, version: int) -> Picture:
    """All that the page shows of a contest while nobody has asked anything; `page` is what the page calls its game."""
    sitting = table.sitting
    game, names, over = sitting.game, sitting.names, sitting.result
    shown = sitting.shown()
    display = display_of(game)
    seats = display.seat_names(game)
    history = [
        {
            "yours": m.yours, "player": m.player, "seat_name": seats[m.seat], "action": m.action, "said": m.said,
            "written": sitting.manners.written(m.action),
        }
        for m in sitting.history
    ]  # fmt: skip
    return {
        "sitting": table.key,
        "version": version,
        "game": game.name,
        "page": page,
        "title": game.title,
        "seat": sitting.seat,
        "seat_names": list(seats),
        "players": list(names),
        "kind": shown.kind,
        "stage": getattr(shown, "stage", ""),
        "picture": display.draw(shown, game.title, names),
        "your_turn": sitting.your_turn,
        "moves": [{"action": move.action, "said": move.said} for move in sitting.moves()],
        "history": history,
        "opening": list(sitting.opening),
        "result": None
        if over is None
        else {**over.to_data(), "headline": headline(over, sitting.seat), "why": ended(sitting, over.why)},
        "may": {
            "undo": sitting.may_undo(),
            "resign": game.unit == "result" and over is None,
            "draw": sitting.may_draw(),
            "truth": game.perfect_information,
            "lay_down": game.lays_down and over is not None,
        },
        "status": status(sitting, history),
        "score": score_after(table).line() if score_after(table).contests else "",
    }


def score_after(table: OpenTable) -> ScoreBoard:
    """How the visitor stands at a table, this contest with it if it is over."""
    record = table.sitting.record
    return table.score if record is None else table.score.after(record, table.sitting.seat)


def steps(sitting: TableSitting, before: int) -> list[str]:
    """What the person saw after each ply since some number of them, but for the last: the picture itself shows that."""
    display = display_of(sitting.game)
    if not display.told_one_by_one:
        return []
    seen = [(made.action, after.state) for made, after in itertools.pairwise(sitting.plies[before:])]
    return [
        display.draw(sitting.manners.shown(sitting.discretion.eyes(state), action), sitting.game.title, sitting.names)
        for action, state in seen
    ]


def ended(sitting: TableSitting, why: str) -> str:
    """How a contest ended, as a visitor is told."""
    return display_of(sitting.game).spoken(sitting.game, sitting.manners.ended(why))


def status(sitting: TableSitting, history: list[dict[str, Any]]) -> str:
    """What happened last and what is to be done, in a sentence or two."""
    game, over = sitting.game, sitting.result
    since = next((n for n in range(len(history) - 1, -1, -1) if history[n]["yours"]), -1)
    told = [f"{_who(sitting, moved)} {moved['said']}." for moved in history[since + 1 :]]
    if over is not None:
        return " ".join([*told[-2:], f"{headline(over, sitting.seat)}: {ended(sitting, over.why)}."])
    if since < sitting.inherited:  # the visitor has done nothing here yet
        told = [*sitting.opening, *told]
    side = display_of(game).seat_names(game)[sitting.seat]
    return " ".join([*told, "Your turn." if side in ("first", "second") else f"Your turn as {side}."])


def _who(sitting: TableSitting, moved: dict[str, Any]) -> str:
    name: str = moved["player"]
    return f"{moved['seat_name']} ({name})" if sitting.game.seats > 2 else name.capitalize()


def _result(sitting: TableSitting) -> str:
    return "" if sitting.result is None else sitting.result.result
