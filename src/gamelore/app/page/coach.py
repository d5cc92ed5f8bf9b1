"""Coaching draw poker over HTTP: the learner asks OK?, the visitor answers in sentences, the rules change.

A sitting of coaching is kept as what the learner knew and the answers so far; every lesson is on the disk when it is
acknowledged. The learner is also kept as an agent, so that its trainer can sit down with it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field

from gamelore.app.page.contests import Answer, Here, Key, Sent
from gamelore.app.page.drawing import hand_html
from gamelore.app.page.school.courses import COACHED
from gamelore.app.page.store import Kept, now, read_kept
from gamelore.app.page.tables import NoSuchSitting, Stale, Tables
from gamelore.app.table.coach_data import CoachSaid
from gamelore.app.table.coaching import BUILTIN, YOU, CoachEvent, CoachPlan, CoachSitting, coached_learner, saver
from gamelore.base.errors import GameloreError
from gamelore.base.files import to_json
from gamelore.learners.rules.poker.moves import VOCABULARY

COACH, GAME = "coach", "draw_poker"
PRESET = "calibrated"
"""Whom a person teaches: the variant that takes corrections with reasons."""
MOST_OPEN = 200
MOST_LINES = 120
"""Lines of the dialogue that are kept to be shown again."""
MOST_ANSWERS = 400
"""A sitting is restored by giving its answers again; after so many it is over."""
DECISIONS = ("CALL", "DROP", "BET LAP", "BET SB", "BET MB", "BET BB", "BET BBS", "BET BBL")
"""What a trainer may advocate, as Waterman's sentences name it."""


class NewCoaching(Sent):
    """Who trains, and who plays against the learner."""

    role: Literal["trainer", "both", "opponent"] = "trainer"
    rounds: int = Field(5, ge=1, le=20)


class AnswerSent(Here):
    """An answer to what was asked."""

    text: str = Field(max_length=400)


class CoachingKept(Kept):
    """The log of a coaching, which is looked over by whoever restores it, and what was said."""

    coach: dict[str, Any]
    told: list[dict[str, Any]]


PLANS = {"trainer": (YOU, BUILTIN), "both": (YOU, YOU), "opponent": (BUILTIN, YOU)}


class OpenCoaching:
    """A sitting in memory, with what was said in it."""

    def __init__(self, key: str, sitting: CoachSitting, told: list[dict[str, Any]], version: int) -> None:
        self.key, self.sitting, self.told, self.version = key, sitting, told, version
        self.lock = asyncio.Lock()

    def note(self, events: Sequence[CoachEvent]) -> None:
        """Remember what was said."""
        self.told = [*self.told, *(event.to_data() for event in events)][-MOST_LINES:]

    def log(self) -> str:
        """All that is kept."""
        return to_json({"coach": self.sitting.to_log(), "told": self.told})


class Coachings:
    """All sittings of coaching, and their routes."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store, self.catalogue = tables, tables.store, tables.catalogue
        self.open: OrderedDict[str, OpenCoaching] = OrderedDict()
        self.router = APIRouter(prefix="/api/coachings")
        add = self.router.add_api_route
        add("", self.begin, methods=["POST"])
        add("/{key}", self.look, methods=["GET"])
        add("/{key}/answers", self.answer, methods=["POST"])
        add("/{key}/undo", self.undo, methods=["POST"])

    async def begin(self, request: Request, asked: Annotated[NewCoaching, Body()]) -> Answer:
        """Sit down with a learner that knows nothing yet."""
        visitor, key, at = request.scope["visitor"], secrets.token_urlsafe(12), now()
        trainer, against = PLANS[asked.role]
        # Whoever could guess the seed would know the deals.
        plan = CoachPlan(trainer, against, rounds=asked.rounds, seed=secrets.randbits(63))
        keep = saver(self.catalogue.agent_folder(key))
        assert keep is not None

        def sit() -> OpenCoaching:
            sitting = CoachSitting(coached_learner(GAME, None, PRESET), plan, keep)
            keep(sitting.learner)
            coaching = OpenCoaching(key, sitting, [], 0)
            coaching.note(sitting.start())
            return coaching

        coaching = await self.tables.think(sit, GAME, slow=True)
        setting = to_json({"game": "draw_poker", "against": "", "role": asked.role})
        log = coaching.log()

        def write(connection: Any) -> None:
            row = (key, visitor, COACH, "Coach at poker", setting, log, 0, "", at, at)
            connection.execute("INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            told = to_json({"done": 0, "of": 0, "curve": [], "lore": []})
            agent = (key, visitor, "draw_poker", "waterman", "{}", COACHED, told, at)
            connection.execute("INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", agent)

        await self.store.do(write)
        self._remember(coaching)
        return await self._picture(coaching)

    async def look(self, request: Request, key: Key) -> Answer:
        """How a sitting stands."""
        return await self._picture(await self.find(request.scope["visitor"], key))

    async def answer(self, request: Request, key: Key, asked: Annotated[AnswerSent, Body()]) -> Answer:
        """Answer what was asked; what is not understood is one sentence and changes nothing."""
        coaching = await self.find(request.scope["visitor"], key)
        text = " ".join(asked.text.split())

        def act(sitting: CoachSitting) -> list[CoachEvent]:
            if len(sitting.given) >= MOST_ANSWERS:
                raise GameloreError("This sitting has become long; begin another one.")
            return [CoachSaid("reply", text or "OK"), *sitting.answer(text)]

        return await self._change(coaching, asked.version, act)

    async def undo(self, request: Request, key: Key, asked: Annotated[Here, Body()]) -> Answer:
        """Take the last answer back, and what was learned from it."""
        coaching = await self.find(request.scope["visitor"], key)

        def act(sitting: CoachSitting) -> list[CoachEvent]:
            taken = sitting.undo()
            return [CoachSaid("reply", f"Taken back: {taken}"), *sitting.standing()]

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
        keep = saver(self.catalogue.agent_folder(key))
        sitting = await self.tables.think(lambda: CoachSitting.restore(log.coach, keep), GAME, slow=True)
        if key not in self.open:
            self._remember(OpenCoaching(key, sitting, log.told, version))
        return self.open[key]

    async def _change(
        self, coaching: OpenCoaching, version: int, act: Callable[[CoachSitting], list[CoachEvent]]
    ) -> Answer:
        async with coaching.lock:
            if version != coaching.version:
                raise Stale("this sitting has moved on; look again")
            try:
                coaching.note(await self.tables.think(lambda: act(coaching.sitting), GAME, slow=True))
                touched = await self.store.write(
                    "UPDATE sittings SET log = ?, version = ?, result = ?, changed = ? "
                    "WHERE sitting = ? AND version = ?",
                    coaching.log(), version + 1, "over" if coaching.sitting.over else "", now(), coaching.key, version,
                )  # fmt: skip
            except GameloreError:
                raise
            except BaseException:
                self.open.pop(coaching.key, None)
                raise
            if not touched:
                self.open.pop(coaching.key, None)
                raise Stale("this sitting has moved on; look again")
            coaching.version = version + 1
        return await self._picture(coaching)

    async def _picture(self, coaching: OpenCoaching) -> Answer:
        async with coaching.lock:
            return await self.tables.think(lambda: picture_of(coaching), GAME, slow=False)

    def _remember(self, coaching: OpenCoaching) -> None:
        self.open[coaching.key] = coaching
        while len(self.open) > MOST_OPEN:
            self.open.popitem(last=False)


def picture_of(coaching: OpenCoaching) -> Answer:
    """All that the page shows of a sitting."""
    sitting = coaching.sitting
    prompt = sitting.prompt
    standing = sitting.standing() if prompt.asks == "verdict" else []
    shown = standing[0].cards if standing else prompt.hand
    title = "The learner's hand" if standing else "Your cards"
    hidden = sitting.plan.only_plays
    return {
        "coaching": coaching.key,
        "version": coaching.version,
        "told": coaching.told,
        "prompt": prompt.to_data(),
        "decision": standing[-1].text if standing else "",
        "hand": hand_html(shown, title, choose=prompt.asks == "replace") if shown else "",
        "rules": [] if hidden else [line.split(". ", 1)[-1] for line in sitting.rules()],
        "why": list(sitting.why()),
        "trials": 0 if hidden else sitting.trials,
        "over": sitting.over,
        "may_undo": bool(sitting.given) and not hidden,
        "decisions": list(DECISIONS),
        "classes": {word: list(VOCABULARY.categories.get(name, {})) for word, name in VOCABULARY.variables.items()},
    }
