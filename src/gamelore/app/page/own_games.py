"""A visitor's own games over HTTP: a text in TOML is checked, drawn and solved; then it is a game like any other."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import Field

from gamelore.app.page.catalogue import OWN, Catalogue, first_board
from gamelore.app.page.contests import Answer, Sent
from gamelore.app.page.drawing import board_svg
from gamelore.app.page.store import PageStore, now
from gamelore.app.page.tables import Tables
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.files import write_text
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import load_board_game, parse_board_game
from gamelore.games.check import check_game
from gamelore.oracles.board.store import easily_solved, solve

LONGEST = 20_000
"""Characters of a game."""
EXAMPLE = """format = 1
name = "long_row"
title = "Long row"
summary = "Place four, then slide; three in a row or column wins."

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
    """The routes of one's own games."""

    def __init__(self, store: PageStore, catalogue: Catalogue, tables: Tables, most: int) -> None:
        self.store, self.catalogue, self.tables, self.most = store, catalogue, tables, most
        self.router = APIRouter(prefix="/api/games")
        self.router.add_api_route("", self.bring, methods=["POST"])
        self.router.add_api_route("/{name}/solution", self.solution, methods=["GET"])

    async def bring(self, request: Request, asked: Annotated[Brought, Body()]) -> Answer:
        """Check a game, keep it and draw it; one that was brought before is the same game."""
        visitor = request.scope["visitor"]
        known = self.store.read("SELECT game FROM games WHERE visitor = ? AND toml = ?", visitor, asked.toml)
        count = self.store.read("SELECT count(*) AS games FROM games WHERE visitor = ?", visitor)[0]["games"]
        if count >= self.most and not known:
            raise BadSetting(f"{self.most} games of your own are the most")
        report = await self.tables.think(lambda: _checked(asked.toml), OWN, slow=True)
        key = known[0]["game"] if known else secrets.token_urlsafe(12)
        write_text(self.catalogue.file_of(key), asked.toml)
        game = load_board_game(self.catalogue.file_of(key))
        if not known:
            row = key, visitor, game.title, asked.toml, now()
            await self.store.write("INSERT INTO games VALUES (?, ?, ?, ?, ?)", *row)
        board = first_board(game)
        assert board is not None
        return {
            "game": f"{OWN}{key}", "title": game.title, "summary": game.summary,
            "checked": report, "picture": board_svg(board, game.title, alone=True), "solvable": easily_solved(game),
        }  # fmt: skip

    async def solution(self, request: Request, name: str) -> Answer:
        """The exact value of a game, its own or ours; it is solved now if it was not before."""
        game = self.catalogue.game(name[:80], request.scope["visitor"])
        if not isinstance(game, BoardGame) or not easily_solved(game):
            return {"known": False, "words": "It is too large to be solved while you look.", "boards": 0}
        return await self.tables.think(lambda: _solved(game), game.name, slow=True)


def _checked(text: str) -> str:
    game = parse_board_game(text, "your game", {})
    try:
        report = check_game(game, stream(0), contests=3)
    except GameloreError as error:
        raise BadSetting(str(error)) from None
    return f"{report.states:,} positions of {report.contests} contests were checked: the rules hold together."


def _solved(game: BoardGame) -> dict[str, Any]:
    solution = solve(game)
    first = game.new_initial_state()
    boards = sum(found.boards for found in solution.counts())
    if not solution.covers(first):
        return {"known": False, "words": "Its first position is not covered.", "boards": boards}
    value = solution.value(first)
    word = {1: "a win for whoever moves first", 0: "a draw", -1: "a win for whoever moves second"}[value.result]
    return {
        "known": True,
        "words": f"With perfect play it is {word}; {boards:,} boards were looked at.",
        "boards": boards,
    }
