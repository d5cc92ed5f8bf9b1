"""A visitor's own games over HTTP: a text in TOML is checked and drawn, and solved if that takes only seconds.

Then it is a game like any other. One that takes longer to solve is solved when the visitor wishes (`solving.py`).
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import Field

from gamelore.app.page.catalogue import OWN, Catalogue
from gamelore.app.page.contests import Answer, Sent
from gamelore.app.page.display import display_of
from gamelore.app.page.keeping.store import PageStore, now
from gamelore.app.page.open_contests import Tables
from gamelore.app.page.own_lines import line_of
from gamelore.app.page.solving import DONE, ENDED, RUNNING, Solving
from gamelore.app.table.manners import manners_of
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.seeds import stream
from gamelore.base.words import counted
from gamelore.games.check import check_game
from gamelore.games.registry import parse_game
from gamelore.games.telling import rules_in_words
from gamelore.oracles import NotSolvedYet, Truth, easy_truth, has_easy_truth

TOO_LARGE, LONG, SOLVED = "too large", "long", "solved"
"""How the solution of a game stands, besides what becomes of a process that solves it."""
NAME = "your game"
LONGEST = 20_000
"""Characters of a game."""
EXAMPLE = """format = 1
name = "long_row"
title = "Long row"
summary = "Place four, then slide; a line of three, across or down, wins."

[board]
points = [
    [0, 0], [1, 0], [2, 0], [3, 0],
    [0, 1], [1, 1], [2, 1], [3, 1],
    [0, 2], [1, 2], [2, 2], [3, 2],
]
lines = ["1-2-3-4", "5-6-7-8", "9-10-11-12", "1-5-9", "2-6-10", "3-7-11", "4-8-12"]

[rules]
markers = 4
line = "wins"
goal_lines = [
    "1-2-3", "2-3-4", "5-6-7", "6-7-8", "9-10-11", "10-11-12", "1-5-9", "2-6-10", "3-7-11", "4-8-12",
]

[contest]
max_plies = 60
"""
"""A game to begin with."""


class Brought(Sent):
    """The text of a game."""

    toml: str = Field(max_length=LONGEST)


class OwnGames:
    """The routes of one's own games, and of what any game is worth."""

    def __init__(self, store: PageStore, catalogue: Catalogue, tables: Tables, most: int) -> None:
        self.store, self.catalogue, self.tables, self.most = store, catalogue, tables, most
        self.solving = Solving()
        self.router = APIRouter(prefix="/api/games", lifespan=self._life)
        self.router.add_api_route("", self.bring, methods=["POST"])
        self.router.add_api_route("/preview", self.preview, methods=["POST"])
        self.router.add_api_route("/{name}/solution", self.solution, methods=["GET"])
        self.router.add_api_route("/{name}/solution", self.let_solve, methods=["POST"])
        self.router.add_api_route("/{name}/solution/stop", self.stop, methods=["POST"])

    @contextlib.asynccontextmanager
    async def _life(self, _: object) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self.solving.close()

    async def bring(self, request: Request, asked: Annotated[Brought, Body()]) -> Answer:
        """Check a game, keep it and draw it; one that was brought before is the same game."""
        visitor, text = request.scope["visitor"], asked.toml.removeprefix("\ufeff")
        title, report = await self.tables.think(lambda: _checked(text), OWN, slow=True)
        row = secrets.token_urlsafe(12), visitor, title, text, now()
        key = await self.store.do(lambda connection: _keep(connection, row, self.most))
        game = self.catalogue.game(f"{OWN}{key}", visitor)
        return {
            "game": f"{OWN}{key}", "title": game.title, "summary": game.summary,
            "checked": report, "picture": display_of(game).art(game), "solvable": has_easy_truth(game),
        }  # fmt: skip

    async def preview(self, asked: Annotated[Brought, Body()]) -> Answer:
        """What a text would be if it were brought now: its board and its rules, or its error and the line of it."""
        text = asked.toml.removeprefix("\ufeff")
        try:
            return await self.tables.think(lambda: _looked_at(text), OWN, slow=True)
        except GameloreError as error:
            said = str(error).removeprefix(f"{NAME}: ")
            return {"fits": False, "words": said, "line": line_of(said, text)}

    async def solution(self, request: Request, name: str) -> Answer:
        """The exact value of a game, its own or ours; what takes seconds is solved now, what takes longer is told."""
        visitor = request.scope["visitor"]
        game = self.catalogue.game(name[:80], visitor)
        truth = easy_truth(game)
        if truth is None:
            return _unknown(TOO_LARGE, "It is too large to be solved here.")
        begun = self.solving.look(visitor, name)
        if begun is not None and begun.state == RUNNING:
            return {"known": False, "boards": 0, **begun.told()}
        try:
            return await self.tables.think(lambda: _solved(truth), game.name, slow=True)
        except NotSolvedYet as error:
            told = {} if begun is None else begun.told()
            return {**_unknown(LONG, str(error)), **told, "takes": error.takes}

    async def let_solve(self, request: Request, name: str) -> Answer:
        """Begin to solve what takes long; how it stands then."""
        told = await self.solution(request, name)
        if told["state"] in (LONG, ENDED, DONE):
            game = self.catalogue.game(name[:80], request.scope["visitor"])
            where = str(self.catalogue.file_of(name.removeprefix(OWN))) if game.source else game.name
            await self.solving.begin(request.scope["visitor"], name, where)
            told = await self.solution(request, name)
        return told

    async def stop(self, request: Request, name: str) -> Answer:
        """End what was begun."""
        self.solving.stop(request.scope["visitor"], name)
        return await self.solution(request, name)


def _keep(connection: sqlite3.Connection, row: tuple[str, str, str, str, float], most: int) -> str:
    """Keep a game, if the visitor does not have it yet and may have one more; the key under which it is kept."""
    key, visitor, _, text, _ = row
    known = connection.execute("SELECT game FROM games WHERE visitor = ? AND toml = ?", (visitor, text)).fetchone()
    if known is not None:
        return str(known[0])
    if connection.execute("SELECT count(*) FROM games WHERE visitor = ?", (visitor,)).fetchone()[0] >= most:
        raise BadSetting(f"{most} games of your own are the most")
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
    return key


def _unknown(state: str, words: str, boards: int = 0) -> Answer:
    return {"known": False, "state": state, "words": words, "boards": boards}


def _looked_at(text: str) -> Answer:
    """A game that nobody has checked yet, as it would look."""
    game = parse_game(text, NAME)
    shown = manners_of(game).shown(game.new_initial_state().view(0))
    display = display_of(game)
    rules = [display.spoken(game, sentence) for sentence in rules_in_words(game)]
    return {
        "fits": True, "title": game.title, "summary": game.summary, "rules": rules,
        "picture": display.reviewed(shown, game.title, game.seat_names),
    }  # fmt: skip


def _checked(text: str) -> tuple[str, str]:
    """The title of a game that keeps its promises, and how that was found."""
    game = parse_game(text, NAME)
    try:
        report = check_game(game, stream(0), contests=3)
    except GameloreError as error:
        raise BadSetting(str(error)) from None
    checked = f"{counted(report.states, 'position')} of {counted(report.contests, 'contest')}"
    told = f"{checked} were checked: the rules hold together."
    return game.title, told


def _solved(truth: Truth) -> dict[str, Any]:
    truth.find()
    first = truth.game.new_initial_state()
    boards = truth.states()
    if not truth.covers(first):
        return _unknown(SOLVED, "Its first position is not covered.", boards)
    value = truth.value(first)
    word = {1: "a win for whoever moves first", 0: "a draw", -1: "a win for whoever moves second"}[value.result]
    return {
        "known": True,
        "state": SOLVED,
        "words": f"With perfect play it is {word}; {boards:,} boards were looked at.",
        "boards": boards,
    }
