"""Practice: puzzles from the list of a game and from the visitor's own mistakes, one after the other, by line.

A puzzle that was answered before is answered again only when it is the next one, so that what was just explained is
not counted as known. One that is new can always be answered: while somebody ponders over it, a contest of theirs may
be judged, and another puzzle come first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import Field

from gamelore.app.page import catalogue, guides
from gamelore.app.page.catalogue import OWN
from gamelore.app.page.contests import Answer, Sent
from gamelore.app.page.display import display_of
from gamelore.app.page.door.beat import asked_about
from gamelore.app.page.html import lost_page, page
from gamelore.app.page.keeping.store import now, read_kept
from gamelore.app.page.open_contests import TABLE, SittingAsked, Stale, Tables
from gamelore.app.page.puzzle_book import Book, book_of
from gamelore.app.page.rooms import ShowPage
from gamelore.app.page.study.puzzles import KeptMistakes, ListPuzzle, OwnPuzzle, Puzzle, PuzzleVerdict, label_order
from gamelore.app.page.study.returning import GAPS, Practised, may_be_answered, next_puzzle
from gamelore.base.errors import GameloreError
from gamelore.base.words import counted
from gamelore.games.core import AnyGame

MOST_KEPT = 2_000
"""Puzzles of a visitor of which is known how they were answered; the longest untouched go."""
MOST_OWN = 100
"""Contests from whose mistakes puzzles are made, the newest of a game."""
MINE = "own:"
_ANSWERED = "SELECT puzzle, line, asked, right, step, due FROM practised WHERE visitor = ? AND game = ?"
_BY_LINE = (
    "SELECT game, line, sum(asked) AS asked, sum(right) AS right FROM practised WHERE visitor = ? GROUP BY game, line"
)
_GIVEN = (
    "SELECT sitting, setting, told FROM sittings JOIN judged USING (sitting) WHERE visitor = ? "
    f"AND kind = '{TABLE}' AND judged > kept AND told <> '' AND title = ? ORDER BY changed DESC LIMIT {MOST_OWN}"
)
_OLDEST = "SELECT puzzle FROM practised WHERE visitor = ? ORDER BY changed DESC LIMIT -1 OFFSET ?"

_NOTHING = (
    "There is nothing to practise here yet: the puzzles of the list are still being made, or there is no list. Play a "
    "contest, and what you gave away becomes a puzzle."
)


class PuzzleAnswered(Sent):
    """What somebody chose, choice by choice."""

    puzzle: str = Field(max_length=80)
    chosen: list[Annotated[str, Field(max_length=80)]] = Field(min_length=1, max_length=4)


class PuzzleRoom:
    """The routes and pages of practice."""

    def __init__(self, tables: Tables, shown: ShowPage) -> None:
        self.tables, self.store, self.catalogue, self.shown = tables, tables.store, tables.catalogue, shown
        self.router = APIRouter(prefix="/api/practice")
        self.router.add_api_route("/{name}", self.next, methods=["GET"])
        self.router.add_api_route("/{name}", self.answer, methods=["POST"])
        self.pages: Mapping[str, Callable[..., Awaitable[Response]]] = {
            "/practice": self.all_games, "/practice/{name}": self.page,
        }  # fmt: skip

    # --- puzzles ------------------------------------------------------------------------------------------------------

    def book(self, game: AnyGame) -> Book:
        """The puzzles of the list of a game, as far as they have been made."""
        if game.source or game.name not in guides.guided_games():
            return Book()
        return book_of(guides.book_file(self.catalogue.folder, game.name), game)

    def mistakes(self, visitor: str, game: AnyGame) -> list[str]:
        """The keys of the visitor's own mistakes, those of the newest contest first."""
        name, found = self.catalogue.name_of(game), list[str]()
        for row in self.store.read(_GIVEN, visitor, game.title):
            if _asked_for(row) == name:
                kept = read_kept(KeptMistakes, row, "told").mistakes
                found.extend(f"{MINE}{row['sitting']}:{mistake.ply}" for mistake in kept)
        return found

    def keys(self, visitor: str, game: AnyGame) -> list[str]:
        """All puzzles of a game: two of the list, by all its parts in turn, one of the visitor's own, and so on."""
        questions, own = self.book(game).questions, self.mistakes(visitor, game)
        parts = dict.fromkeys(question.part for question in questions.values())
        by_part = ([key for key, question in questions.items() if question.part == part] for part in parts)
        listed = [key for some in zip_longest(*by_part) for key in some if key is not None]
        mixed = zip_longest(listed[::2], listed[1::2], own)
        return [key for three in mixed for key in three if key is not None]

    async def puzzle(self, visitor: str, game: AnyGame, key: str) -> Puzzle:
        """A puzzle by its key, which is known to be one of the visitor's."""
        if not key.startswith(MINE):
            book = self.book(game)
            return ListPuzzle(game, book.questions[key], book.entries)
        sitting, _, ply = key.removeprefix(MINE).rpartition(":")
        row = self.store.read("SELECT told FROM judged WHERE sitting = ?", sitting)[0]
        mistake = next(m for m in read_kept(KeptMistakes, row, "told").mistakes if m.ply == int(ply))
        table = await self.tables.find(visitor, sitting)
        return OwnPuzzle(table.sitting, mistake)

    def answered(self, visitor: str, game: AnyGame) -> dict[str, Practised]:
        """How the visitor stands with the puzzles of a game."""
        rows = self.store.read(_ANSWERED, visitor, self.catalogue.name_of(game))
        return {row["puzzle"]: Practised(row["asked"], row["right"], row["step"], row["due"]) for row in rows}

    async def next(self, request: Request, name: str) -> Answer:
        """The next puzzle, with how the visitor stands."""
        visitor = request.scope["visitor"]
        game = self.catalogue.game(name[:80], visitor)
        asked_about(request.scope, game)
        keys, known = self.keys(visitor, game), self.answered(visitor, game)
        key = next_puzzle(keys, known, _turn(known))
        if key is None:
            return {"puzzle": "", "words": _NOTHING, **self._standing(visitor, game)}
        puzzle = await self.puzzle(visitor, game, key)
        shown = await self.tables.think(puzzle.shown, game.name, slow=False)
        back = bool(known.get(key, Practised()).step)
        return {"puzzle": key, "back": back, "mine": key.startswith(MINE), **shown, **self._standing(visitor, game)}

    async def answer(self, request: Request, name: str, asked: Annotated[PuzzleAnswered, Body()]) -> Answer:
        """Judge an answer, keep it, and tell what there is to tell."""
        visitor = request.scope["visitor"]
        game = self.catalogue.game(name[:80], visitor)
        asked_about(request.scope, game)
        known = self.answered(visitor, game)
        turn = _turn(known) + 1
        if not may_be_answered(asked.puzzle, self.keys(visitor, game), known, turn - 1):
            raise Stale("another puzzle comes next; look again")
        puzzle = await self.puzzle(visitor, game, asked.puzzle)
        verdict: PuzzleVerdict = await self.tables.think(lambda: puzzle.judge(asked.chosen), game.name, slow=True)
        told = known.get(asked.puzzle, Practised()).answered(verdict.right, turn)
        await self._keep(visitor, game, asked.puzzle, puzzle.line, told)
        if told.step:
            after = f"It comes back after {counted(GAPS[told.step - 1], 'other puzzle')}."
        else:
            after = "You know it by now." if known.get(asked.puzzle, Practised()).step else ""
        return {"right": verdict.right, "after": after, **verdict.told, **self._standing(visitor, game)}

    async def _keep(self, visitor: str, game: AnyGame, key: str, line: str, told: Practised) -> None:
        row = (
            visitor, self.catalogue.name_of(game), key, line, told.asked, told.right, told.step, told.due, now(),
        )  # fmt: skip

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO practised VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            gone = [(visitor, found[0]) for found in connection.execute(_OLDEST, (visitor, MOST_KEPT))]
            connection.executemany("DELETE FROM practised WHERE visitor = ? AND puzzle = ?", gone)

        await self.store.do(write)

    # --- how somebody stands ------------------------------------------------------------------------------------------

    def by_line(self, visitor: str) -> dict[str, dict[str, tuple[int, int]]]:
        """By game and line how many answers were right, of how many."""
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for row in self.store.read(_BY_LINE, visitor):
            found.setdefault(row["game"], {})[row["line"]] = (row["right"], row["asked"])
        return found

    def _standing(self, visitor: str, game: AnyGame) -> Answer:
        lines = self.by_line(visitor).get(self.catalogue.name_of(game), {})
        right, asked = (sum(pair[n] for pair in lines.values()) for n in (0, 1))
        return {"right_so_far": right, "asked_so_far": asked, "standing": standing_html(self.book(game).entries, lines)}

    def record_html(self, visitor: str) -> str:
        """All of it, for the page of the record."""
        parts = []
        for name, lines in self.by_line(visitor).items():
            try:
                game = self.catalogue.game(name, visitor)
            except GameloreError:
                continue
            right, asked = (sum(pair[n] for pair in lines.values()) for n in (0, 1))
            parts.append(
                f'<h3><a href="/practice/{escape(name, quote=True)}">{escape(game.title)}</a>: {right} of '
                f"{counted(asked, 'puzzle')} right</h3>{standing_html(self.book(game).entries, lines)}"
            )
        told = "".join(parts)
        return f'<section aria-labelledby="practice"><h2 id="practice">Practice</h2>{told}</section>' if told else ""

    # --- pages --------------------------------------------------------------------------------------------------------

    async def all_games(self, request: Request) -> Response:
        """Where somebody chooses what to practise."""
        visitor, known = request.scope["visitor"], self.by_line(request.scope["visitor"])
        rows = self.store.read("SELECT game FROM games WHERE visitor = ? ORDER BY made DESC LIMIT 20", visitor)
        own = [self.catalogue.game(f"{OWN}{row['game']}", visitor) for row in rows]
        tiles = []
        for game in (*catalogue.games(), *own):
            puzzles = len(self.book(game).questions) + len(self.mistakes(visitor, game))
            if puzzles:
                name = escape(self.catalogue.name_of(game), quote=True)
                lines = known.get(self.catalogue.name_of(game), {}).values()
                right, asked = (sum(pair[n] for pair in lines) for n in (0, 1))
                stand = f"{right} of {asked} right" if asked else "not begun"
                tiles.append(
                    f'<li><a class="tile" href="/practice/{name}"><span class="art">{display_of(game).art(game)}</span>'
                    f"<b>{escape(game.title)}</b><span>{counted(puzzles, 'puzzle')}, {stand}</span></a></li>"
                )
        listed = f'<ul class="tiles">{"".join(tiles)}</ul>' if tiles else f"<p>{_NOTHING}</p>"
        body = (
            '<h1>Practice</h1><p class="lead">Puzzles from the guides and from your own mistakes. What you miss comes '
            f"back after one, three and seven others, until you know it.</p>{listed}"
        )
        return await self.shown(request, page("Practice", body, here="/practice", wide=True))

    async def page(self, request: Request, name: str) -> Response:
        """The puzzles of a game, one after the other."""
        try:
            game = self.catalogue.game(name[:80], request.scope["visitor"])
        except GameloreError as error:
            return await self.shown(request, lost_page(str(error)), 404)
        asked_about(request.scope, game)
        here = escape(name[:80], quote=True)
        body = (
            f'<h1 class="small">Practice: {escape(game.title)}</h1><div class="contest practice">'
            '<div class="stand"><p id="status" role="status" aria-live="polite"></p><div id="seen"></div>'
            '<div id="table"></div><div id="choices"></div><div id="verdict"></div></div>'
            '<div class="panels"><section id="answer" aria-live="polite" hidden></section>'
            '<section aria-labelledby="standing-title"><h2 id="standing-title">How you stand</h2>'
            f'<p id="score"></p><div id="standing"></div></section><p class="actions"><a class="button" '
            f'href="/games/{here}">Play</a><a class="button" href="/rules/{here}">The rules</a></p></div></div>'
            "<noscript><p>Practice needs JavaScript.</p></noscript>"
        )
        told = page(f"Practice: {game.title}", body, script="practice", here="/practice",
                    data=f'data-game="{here}"', wide=True)  # fmt: skip
        return await self.shown(request, told)


def _turn(known: Mapping[str, Practised]) -> int:
    return sum(told.asked for told in known.values())


def _asked_for(row: Any) -> str:
    return read_kept(SittingAsked, row, "setting").game


def standing_html(entries: Sequence[str], lines: Mapping[str, tuple[int, int]]) -> str:
    """By line how many answers were right: `line 3: 7 of 10`."""
    place, sentence = label_order(entries), {entry.partition(":")[0]: entry.partition(": ")[2] for entry in entries}
    items = []
    for label, (right, asked) in sorted(lines.items(), key=lambda told: (place.get(told[0], len(place)), told[0])):
        name = escape(label, quote=True) or "no line"
        meter = f'<meter min="0" max="{asked}" value="{right}" aria-label="{name}: {right} of {asked} right"></meter>'
        items.append(f"<li><b>{name}: {right} of {asked}</b> {escape(sentence.get(label, ''))}{meter}</li>")
    return f'<ul class="standing">{"".join(items)}</ul>' if items else ""
