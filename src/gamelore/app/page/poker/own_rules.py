"""A visitor's own rules for draw poker over HTTP: a LASH program is compiled, tried, kept and played against.

A program is a text of rules and arithmetic, which the rule machine follows; it can name nothing else. What is kept is
an agent like any other of the visitor's, with the program beside it.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import Field

from gamelore.app.page.catalogue import AGENT
from gamelore.app.page.contests import Answer, Sent
from gamelore.app.page.keeping.store import now
from gamelore.app.page.open_contests import Tables
from gamelore.app.page.poker.html import own_rules_page
from gamelore.app.page.rooms import ShowPage
from gamelore.app.page.school.courses import WRITTEN
from gamelore.arena.tournament import challenge
from gamelore.base.errors import BadSetting
from gamelore.base.files import Json, read_text, to_json
from gamelore.learners.registry import save_agent
from gamelore.learners.rules.by_hand import written_by_hand
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import example_program

GAME = "draw_poker"
LONGEST = 20_000
"""Characters of a program."""
TRIED = 20
"""Contests that a program has to get through before it may sit down with anybody."""
PROGRAM_FILE = "program.lash"
_OWN = "SELECT course FROM courses WHERE visitor = ? AND state = ? ORDER BY made DESC"


class RulesBrought(Sent):
    """The text of a program, and whether it is to be kept."""

    lash: str = Field(max_length=LONGEST)
    keep: bool = False


class OwnRules:
    """The routes and the page of a visitor's own rules; what is kept are agents, no sittings."""

    kind = "rules"

    def __init__(self, tables: Tables, most: int, show: ShowPage) -> None:
        self.tables, self.store, self.catalogue, self.most = tables, tables.store, tables.catalogue, most
        self.show = show
        self.router = APIRouter(prefix="/api/rules")
        self.router.add_api_route("", self.bring, methods=["POST"])
        self.pages = {"/rules": self.page}

    def taken(self, row: Any) -> Json:
        """A visitor takes the agents along, not this."""
        return {}

    def hides(self, row: Any) -> bool:
        """A person's own program hides nothing from them."""
        return False

    async def page(self, request: Request, of: str = "") -> Response:
        """Where rules are written; `of` is the key of a list that was kept."""
        own = self._kept(request.scope["visitor"])
        text = own.get(of[:40], example_program())
        return await self.show(request, own_rules_page(text, list(own)))

    async def bring(self, request: Request, asked: Annotated[RulesBrought, Body()]) -> Answer:
        """Compile a program, let it play a few contests, and keep it if asked; one kept before is the same agent."""
        visitor, text = request.scope["visitor"], asked.lash.removeprefix("\ufeff")
        learner, taken = await self.tables.think(lambda: _tried(text), GAME, slow=True)
        told = {
            "rules": list(learner.lore()), "listing": learner.knowledge()["rules.txt"], "taken": taken, "agent": "",
            "checked": f"It played {2 * TRIED} contests to their end.",
        }  # fmt: skip
        return {**told, "agent": await self._keep(visitor, text, learner)} if asked.keep else told

    def _kept(self, visitor: str) -> dict[str, str]:
        """The programs of a visitor, by key."""
        found = {}
        for row in self.store.read(_OWN, visitor, WRITTEN):
            file = self.catalogue.agent_folder(row["course"]) / PROGRAM_FILE
            if file.is_file():
                found[row["course"]] = read_text(file)
        return found

    async def _keep(self, visitor: str, text: str, learner: Waterman) -> str:
        own = self._kept(visitor)
        for key, known in own.items():
            if known == text:
                return f"{AGENT}{key}"
        if len(own) >= self.most:
            raise BadSetting(f"{self.most} lists of rules of your own are the most")
        key = secrets.token_urlsafe(12)
        folder = self.catalogue.agent_folder(key)
        save_agent(learner, folder, {"rules": len(learner.lore())}, {PROGRAM_FILE: text})
        told = to_json({"done": 0, "of": 0, "curve": [], "lore": []})
        try:
            await self.store.write(
                "INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                key, visitor, GAME, "rules", "{}", WRITTEN, told, now(),
            )  # fmt: skip
        except BaseException:
            self.catalogue.remove_agent(key)
            raise
        return f"{AGENT}{key}"


def _tried(text: str) -> tuple[Waterman, str]:
    """Who follows a program, once it has got through a few contests, and what was taken from the built-in rules."""
    learner, taken = written_by_hand(text, GAME, "your rules")
    challenge(GAME, learner, ["poker:builtin", "random"], TRIED, seed=0)
    return learner, taken
