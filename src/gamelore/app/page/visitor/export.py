"""All that is a visitor's, gathered from the page's file and folders for the archive of `lab/taken.py`.

Contests with hidden hands, and those that go on, are told as their visitor saw them; the agent of a lesson
stays behind as long as it tells what its visitor may not see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from gamelore.app.page.keeping.backup import AGENTS, agent_files
from gamelore.app.page.keeping.store import read_kept
from gamelore.app.page.open_contests import TABLE, SittingAsked, SittingKept, Tables
from gamelore.app.page.rooms import SideRoom
from gamelore.app.page.school.courses import COACHED, WRITTEN, CourseAsked, CourseTold
from gamelore.app.table.sitting import TableSitting
from gamelore.base.errors import GameloreError
from gamelore.base.files import Json
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.lab.taken import SeenContest, pack

_SITTINGS = "SELECT * FROM sittings WHERE visitor = ? ORDER BY made, sitting"
_COURSES = "SELECT * FROM courses WHERE visitor = ? ORDER BY made, course"
_PRACTISED = "SELECT game, puzzle, line, asked, right, step FROM practised WHERE visitor = ? ORDER BY game, puzzle"
_GAMES = "SELECT game, toml FROM games WHERE visitor = ? ORDER BY made, game"


async def taken(visitor: str, tables: Tables, rooms: Iterable[SideRoom]) -> bytes:
    """The archive; what cannot be read any more is named in it and left out."""
    store, catalogue, by_kind = tables.store, tables.catalogue, {room.kind: room for room in rooms}
    records: list[Record] = []
    seen: list[SeenContest] = []
    lessons: list[Json] = []
    secret, left_out = set(), []
    for row in store.read(_SITTINGS, visitor):
        try:
            if room := by_kind.get(row["kind"]):
                lessons.append(room.taken(row))
                if room.hides(row):
                    secret.add(row["sitting"])
            elif row["kind"] == TABLE:
                game = catalogue.game(read_kept(SittingAsked, row, "setting").game, visitor)
                log = read_kept(SittingKept, row, "log").model_dump()
                found = await tables.think(partial(_contest, log, game, tables), game.name, slow=True)
                if isinstance(found, Record):
                    records.append(found)
                else:
                    seen.append(found)
        except (GameloreError, KeyError) as error:
            left_out.append(f"{row['title']}: {error}")
    courses: list[Json] = []
    files = {f"{row['game']}.toml": row["toml"].encode() for row in store.read(_GAMES, visitor)}
    for row in store.read(_COURSES, visitor):
        key = row["course"]
        if row["state"] not in (COACHED, WRITTEN):
            told, asked = read_kept(CourseTold, row, "told"), read_kept(CourseAsked, row, "setting")
            about = {name: row[name] for name in ("course", "game", "learner", "state")}
            courses.append({**about, "asked": asked.model_dump(), "told": told.model_dump()})
        if key not in secret:
            there = await asyncio.to_thread(agent_files, catalogue.agent_folder(key))
            files |= {f"{AGENTS}/{key}/{name}": content for name, content in there}
    practice = [dict(row) for row in store.read(_PRACTISED, visitor)]
    return await asyncio.to_thread(pack, records, seen, lessons, courses, files, left_out, practice)


def _contest(log: dict[str, Any], game: AnyGame, tables: Tables) -> Record | SeenContest:
    """A contest from its log: the whole record where that hides nothing, else what the seat saw."""
    sitting = TableSitting.restore(log, make=tables.catalogue.make, game=game)
    record, over = sitting.record, sitting.result
    if record is not None and game.perfect_information:
        return record
    moves = tuple((moved.seat, moved.action) for moved in sitting.history)
    result, why = ("", "") if over is None else (over.result, over.why)
    return SeenContest(
        game.name, sitting.seat, sitting.names, moves, str(sitting.view), result, why, dict(game.parameters)
    )
