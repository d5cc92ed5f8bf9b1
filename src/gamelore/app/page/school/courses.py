"""The courses of the visitors: each a process of its own, watched by whoever has its page open.

What a course tells is kept as it comes; a page that opens later, or again, sees the whole curve. A course that the end
of the server cut short goes on from its folder when its visitor asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from typing import Annotated, Any

from pydantic import Field

from gamelore.app.page.catalogue import Catalogue, learners
from gamelore.app.page.drawing import curve_svg
from gamelore.app.page.keeping.store import Kept, PageStore, now, read_kept
from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import to_json
from gamelore.base.words import counted
from gamelore.games.core import AnyGame

RUNNING, FINISHED, STOPPED, FAILED = "running", "finished", "stopped", "failed"
ENDING = 10.0
"""Seconds that a process which has said its last has to end."""
COACHED, WRITTEN = "coached", "written"
"""The states of what a visitor taught in person, or wrote: no courses to watch."""
MOST_CONTESTS = {"maxims": 400_000, "waterman": 1_000_000, "cogap": 672_000}
MOST_USUALLY = 1_000
USUAL_CONTESTS = {"maxims": 100_000, "hoyle": 160, "waterman": 112_000, "cogap": 67_200}
"""What a visitor is offered; of those who practise no less than teaches them anything."""
COMMAND = (sys.executable, "-m", "gamelore.app.page.school.course")
"""What a course is run by, before its specification."""
_LINE = 1 << 20
"""The longest line that a course may tell."""


class CourseAsked(Kept):
    """What a course was begun with."""

    preset: str = ""
    contests: int = Field(0, ge=0, le=10_000_000)
    seed: int = Field(0, ge=0, le=2**63)


class CourseTold(Kept):
    """What a course has told last."""

    done: int = Field(ge=0, le=10_000_000)
    of: int = Field(ge=0, le=10_000_000)
    curve: list[tuple[Annotated[int, Field(ge=0, le=10_000_000)], Annotated[float, Field(ge=0, le=100)]]]
    lore: list[str]
    finished: bool = False
    judge: str = ""
    error: str = ""
    taken: list[str] = Field([])
    """What was taken from each contest of the visitor's, if it learned from these."""
    summary: str = ""
    weights: str = ""
    """How the weights of its Advisors went, drawn."""


class Courses:
    """All courses; `limit` of them may run at a time, and `most_kept` are kept of one visitor."""

    def __init__(self, store: PageStore, catalogue: Catalogue, limit: int, most_kept: int) -> None:
        self.store, self.catalogue, self.limit, self.most_kept = store, catalogue, limit, most_kept
        self.running: dict[str, asyncio.subprocess.Process] = {}
        self.told: dict[str, dict[str, Any]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = 0

    async def open(self) -> None:
        """What ran when the server ended stands still until its visitor lets it go on."""
        await self.store.write("UPDATE courses SET state = ? WHERE state = ?", STOPPED, RUNNING)

    async def close(self) -> None:
        """End all courses; each saves what it has learned."""
        for process in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def begin(self, visitor: str, game: AnyGame, learner: str, preset: str, contests: int | None) -> str:
        """Start a course; its key."""
        known = {told["name"]: told for told in learners(game)}
        if learner not in known:
            raise UnknownName(f"learner of {game.title}", learner[:80], known)
        if preset and preset not in known[learner]["presets"]:
            raise UnknownName(f"preset of {learner}", preset[:80], known[learner]["presets"])
        most = MOST_CONTESTS.get(learner, MOST_USUALLY)
        asked = USUAL_CONTESTS.get(learner, 160) if contests is None else contests
        if not 1 <= asked <= most:
            raise BadSetting(f"a course of {learner} has 1 to {most:,} contests on this page, not {asked:,}")
        key = secrets.token_urlsafe(12)
        setting = {"preset": preset, "contests": asked, "seed": secrets.randbelow(10_000)}
        told = {"done": 0, "of": asked, "curve": [], "lore": [], "finished": False}
        name = self.catalogue.name_of(game)
        row = key, visitor, name, learner, to_json(setting), RUNNING, to_json(told), now()
        async with self._room():
            await self.keep(row)
            self.told[key] = told
            await self._start(key, game, learner, setting, told)
        return key

    async def keep(self, row: tuple[object, ...]) -> None:
        """Keep a new course; the oldest goes with its agent where there are too many."""
        for gone in await self.store.do(lambda connection: self._insert(connection, row)):
            self.catalogue.remove_agent(gone)

    def _insert(self, connection: sqlite3.Connection, row: tuple[object, ...]) -> list[str]:
        """Keep a new course, and no more of them than may be kept: the keys of those that went for it."""
        connection.execute("INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        oldest = (
            "SELECT course FROM courses WHERE visitor = ? AND course <> ? AND state NOT IN (?, ?, ?) "
            "ORDER BY made DESC LIMIT -1 OFFSET ?"
        )
        asked = row[1], row[0], RUNNING, COACHED, WRITTEN, self.most_kept - 1
        gone = [str(found[0]) for found in connection.execute(oldest, asked)]
        connection.executemany("DELETE FROM courses WHERE course = ?", [(key,) for key in gone])
        return gone

    @contextlib.asynccontextmanager
    async def _room(self) -> AsyncIterator[None]:
        if len(self.running) + self._starting >= self.limit:
            raise NotAvailable(f"{self.limit} courses run already; wait until one has ended")
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1

    async def go_on(self, visitor: str, key: str, game: AnyGame) -> None:
        """Let a course that was cut short go on."""
        row = self.row(visitor, key)
        if row["state"] != STOPPED:
            raise NotAvailable(f"this course is {row['state']}")
        told = read_kept(CourseTold, row, "told").model_dump(exclude_unset=True)
        async with self._room():
            await self.store.write("UPDATE courses SET state = ? WHERE course = ?", RUNNING, key)
            self.told[key] = told
            await self._start(key, game, row["learner"], read_kept(CourseAsked, row, "setting").model_dump(), told)

    async def _start(
        self, key: str, game: AnyGame, learner: str, setting: dict[str, Any], told: dict[str, Any]
    ) -> None:
        name = self.catalogue.name_of(game)
        where = str(self.catalogue.file_of(name.partition(":")[2])) if game.source else game.name
        folder = self.catalogue.agent_folder(key)
        spec = {"game": where, "learner": learner, "folder": str(folder), "curve": told["curve"], **setting}
        process = await asyncio.create_subprocess_exec(
            *COMMAND, to_json(spec),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=_LINE, start_new_session=True,
        )  # fmt: skip
        self.running[key] = process
        task = asyncio.create_task(self._listen(key, process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, key: str, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                with contextlib.suppress(ValueError):
                    self.told[key] = json.loads(line)
                    self._tell(key)
            # Whoever is killed while it ends by itself loses its exit status: `kill` looks first, and takes it away.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), ENDING)
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            told = self.told[key]
            state = FAILED if "error" in told else FINISHED if told.get("finished") else STOPPED
            if not told.get("finished") and process.returncode not in (0, -signal.SIGINT, -signal.SIGKILL):
                state = FAILED
            query = "UPDATE courses SET state = ?, told = ? WHERE course = ?"
            try:
                await self.store.write(query, state, to_json(told), key)
            finally:  # where that could not be kept, the course counts as stopped after the next start
                del self.running[key], self.told[key]
                self._tell(key)

    def _tell(self, key: str) -> None:
        self._news.pop(key, asyncio.Event()).set()

    def stop(self, visitor: str, key: str) -> None:
        """End a course early; what was learned is kept."""
        self.row(visitor, key)
        if key in self.running:
            with contextlib.suppress(ProcessLookupError):
                self.running[key].send_signal(signal.SIGINT)

    async def end(self, visitor: str) -> None:
        """End the courses of somebody who goes, at once."""
        own = {row["course"] for row in self.store.read("SELECT course FROM courses WHERE visitor = ?", visitor)}
        for key in own & self.running.keys():
            with contextlib.suppress(ProcessLookupError):
                self.running[key].kill()
        while own & self.running.keys():
            await asyncio.sleep(0.01)

    def row(self, visitor: str, key: str) -> dict[str, Any]:
        """A course of a visitor."""
        rows = self.store.read("SELECT * FROM courses WHERE course = ? AND visitor = ?", key, visitor)
        if not rows:
            raise NoSuchCourse("no such course of yours")
        return dict(rows[0])

    def picture(self, visitor: str, key: str) -> dict[str, Any]:
        """How a course stands, with its curve drawn."""
        row = self.row(visitor, key)
        told = self.told.get(key) if key in self.running else None
        told = read_kept(CourseTold, row, "told").model_dump(exclude_unset=True) if told is None else told
        curve = [(int(at), float(value)) for at, value in told["curve"]]
        last = (
            f"{curve[-1][1]:.0f} % not lost after {counted(curve[-1][0], 'contest')}"
            if curve
            else "nothing measured yet"
        )
        title = (
            told.get("summary") or f"Strength of {row['learner']} against {told.get('judge', 'its opponent')}: {last}"
        )
        setting = read_kept(CourseAsked, row, "setting").model_dump(exclude_unset=True)
        return {
            "course": key, "game": row["game"], "learner": row["learner"], "state": row["state"],
            "setting": setting, "done": told["done"], "of": told["of"],
            "curve": curve, "lore": told["lore"], "judge": told.get("judge", ""), "error": told.get("error", ""),
            "picture": "" if told.get("summary") else curve_svg(curve, told["of"], title), "words": title,
            "taken": told.get("taken", []), "weights": told.get("weights", ""),
        }  # fmt: skip

    async def watch(self, visitor: str, key: str) -> AsyncIterator[dict[str, Any]]:
        """How a course stands, now and whenever it tells more, until it has ended."""
        while True:
            news = self._news.setdefault(key, asyncio.Event())
            told = self.picture(visitor, key)
            yield told
            if told["state"] != RUNNING:
                return
            await news.wait()

    def listed(self, visitor: str) -> list[dict[str, Any]]:
        """The visitor's courses, the latest first."""
        rows = self.store.read(
            "SELECT course FROM courses WHERE visitor = ? AND state NOT IN (?, ?) ORDER BY made DESC LIMIT 20",
            visitor,
            COACHED,
            WRITTEN,
        )
        found = (self.picture(visitor, row["course"]) for row in rows)
        return [
            {name: value for name, value in told.items() if name not in ("picture", "lore", "taken", "weights")}
            for told in found
        ]


class NoSuchCourse(GameloreError):
    """A course that is not there, or not this visitor's."""
