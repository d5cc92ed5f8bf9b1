"""Hoyle learns from the contests that a visitor has played on the page, and says what it took from each.

Unlike a course it takes no time worth watching: it is done in a thread of the page's, and its agent is there.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gamelore.app.page.catalogue import Catalogue
from gamelore.app.page.keeping.store import now, read_kept
from gamelore.app.page.open_contests import TABLE, SittingAsked, SittingKept, Tables
from gamelore.app.page.school.courses import FINISHED, Courses
from gamelore.app.table.sitting import TableSitting
from gamelore.base.errors import GameloreError, NotAvailable
from gamelore.base.files import to_json
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.lab.watching import ToWatch, learn_by_watching
from gamelore.learners.registry import learner_card, new_learner

WATCHER = "hoyle"
MOST = 200
"""The latest contests of a visitor's; more are not watched."""
MOST_SENTENCES = 12
_OVER = "SELECT * FROM sittings WHERE visitor = ? AND kind = ? AND result != '' ORDER BY changed DESC"


class OwnContests:
    """Who watches what a visitor has played."""

    def __init__(self, tables: Tables, courses: Courses, catalogue: Catalogue) -> None:
        self.tables, self.courses, self.catalogue = tables, courses, catalogue

    def count(self, visitor: str, game: AnyGame) -> int:
        """How many contests of a visitor's there are to watch."""
        return sum(1 for _ in self._rows(visitor, game)) if learner_card(WATCHER).plays(game) else 0

    def _rows(self, visitor: str, game: AnyGame) -> Iterator[sqlite3.Row]:
        name, found = self.catalogue.name_of(game), 0
        for row in self.tables.store.read(_OVER, visitor, TABLE):
            if found < MOST and read_kept(SittingAsked, row, "setting").game == name:
                found += 1
                yield row

    async def watch(self, visitor: str, game: AnyGame) -> str:
        """Let Hoyle learn from them; the key under which its agent is kept."""
        logs = [read_kept(SittingKept, row, "log").model_dump() for row in self._rows(visitor, game)][::-1]
        if not logs or not learner_card(WATCHER).plays(game):
            raise NotAvailable(f"none of your contests of {game.title} is over, so there is nothing to learn from")
        key = secrets.token_urlsafe(12)
        told = await self.tables.think(lambda: self._watched(logs, game, key), game.name, slow=True)
        setting = {"preset": "", "contests": told["of"], "seed": 0}
        row = key, visitor, self.catalogue.name_of(game), WATCHER, to_json(setting), FINISHED, to_json(told), now()
        await self.courses.keep(row)
        return key

    def _watched(self, logs: list[dict[str, Any]], game: AnyGame, key: str) -> dict[str, Any]:
        """What the agent that is saved under a key has to tell."""
        records = [record for log in logs if (record := self._record(log, game)) is not None]
        if not records:
            raise NotAvailable(f"none of your contests of {game.title} can be read any more")
        learner = new_learner(WATCHER, game)
        taken = learn_by_watching(learner, ToWatch(tuple(records), "you"), self.catalogue.agent_folder(key))
        moves, follows = sum(one.moves for one in taken), sum(one.follows for one in taken)
        return {
            "done": len(records), "of": len(records), "curve": [], "finished": True,
            "lore": [str(sentence) for sentence in learner.lore()[:MOST_SENTENCES]],
            "taken": [str(one) for one in taken],
            "summary": f"Asked move by move, it plays as you did in {follows} of {moves} decisions.",
        }  # fmt: skip

    def _record(self, log: dict[str, Any], game: AnyGame) -> Record | None:
        """A contest with the visitor as its model; None for one that nobody can learn from."""
        try:
            sitting = TableSitting.restore(log, make=self.catalogue.make, game=game)
        except GameloreError:
            return None
        record = sitting.record
        return None if record is None or not record.actions else replace(record, experts=(sitting.seat,))
