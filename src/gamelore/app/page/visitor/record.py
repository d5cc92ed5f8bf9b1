"""A visitor's record over time: results by game and opponent, and what the moves gave away, from the kept contests.

Results stand in the file of contests. What a contest gave away is found by the review that the visitor may ask for
after it (`lab/review`), once, one contest at a time while the page is open, and is kept beside the contest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from fastapi import APIRouter, Request

from gamelore.app.page.contests import Answer
from gamelore.app.page.drawing import curve_svg
from gamelore.app.page.html import met
from gamelore.app.page.keeping.store import read_kept
from gamelore.app.page.open_contests import TABLE, SittingAsked, Tables
from gamelore.app.page.study.puzzles import NO_MISTAKES, mistakes_of
from gamelore.base.errors import NotAvailable
from gamelore.base.words import counted
from gamelore.lab.review.core import RESULTS

AT_ONCE = 10
"""Contests that a point of the curve is the mean of, and that the sentence beneath compares."""
_ASKED = (
    "SELECT sitting, title, setting, result, judged, kept, given, unit, told FROM sittings "
    "LEFT JOIN judged USING (sitting) "
    f"WHERE visitor = ? AND kind = '{TABLE}' AND result != '' ORDER BY changed"
)


@dataclass(frozen=True, slots=True)
class KeptContest:
    """A contest that is over, with what its moves gave away if that is known; nothing where nobody can judge."""

    sitting: str
    title: str
    against: str
    result: str
    judged: int | None
    kept: int
    given: float
    unit: str
    unlooked: bool = False
    """Whether something was given away, and nobody has looked yet what."""


class VisitorRecords:
    """The records of all visitors, and their routes."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self.router = APIRouter(prefix="/api/record")
        self.router.add_api_route("", self.look, methods=["GET"])
        self.router.add_api_route("/judged", self.judge, methods=["POST"])

    def contests(self, visitor: str) -> list[KeptContest]:
        """All that are over, the oldest first."""
        return [
            KeptContest(
                row["sitting"], row["title"], met(read_kept(SittingAsked, row, "setting").against), row["result"],
                row["judged"], row["kept"] or 0, row["given"] or 0.0, row["unit"] or "",
                row["judged"] is None or (row["judged"] > row["kept"] and not row["told"]),
            )
            for row in self.store.read(_ASKED, visitor)
        ]  # fmt: skip

    async def look(self, request: Request) -> Answer:
        """The record as it stands."""
        return self._told(request.scope["visitor"])

    async def judge(self, request: Request) -> Answer:
        """Judge the newest contest that nobody has judged yet."""
        visitor = request.scope["visitor"]
        waiting = [contest for contest in self.contests(visitor) if contest.unlooked]
        if waiting:
            key = waiting[-1].sitting
            table = await self.tables.find(visitor, key)
            try:
                found = await self.tables.ask(table, lambda sitting: sitting.retrace(), slow=True)
                told = found.review
                row: tuple[object, ...] = (key, told.judged, told.kept, told.given, told.unit, mistakes_of(found))
            except NotAvailable:
                row = (key, 0, 0, 0.0, "", NO_MISTAKES)
            await self.store.write("INSERT OR REPLACE INTO judged VALUES (?, ?, ?, ?, ?, ?)", *row)
        return self._told(visitor)

    def _told(self, visitor: str) -> Answer:
        contests = self.contests(visitor)
        return {"left": sum(contest.unlooked for contest in contests), "html": record_html(contests)}


def record_html(contests: Sequence[KeptContest]) -> str:
    """The record as the page shows it: results by game and opponent, then a curve for each game."""
    if not contests:
        return '<p>Nothing yet: a contest stands here when it is over.</p><p><a class="button" href="/">Play</a></p>'
    titles = list(dict.fromkeys(contest.title for contest in reversed(contests)))
    rows = "".join(
        _row(title, against, [c for c in contests if (c.title, c.against) == (title, against)])
        for title in titles
        for against in dict.fromkeys(c.against for c in contests if c.title == title)
    )
    heads = "".join(
        f'<th scope="col">{name}</th>' for name in ("Game", "against", "won", "drawn", "lost", "kept of what mattered")
    )
    table = (
        f'<div class="scroll"><table class="record"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )
    curves = "".join(_over_time(title, [c for c in contests if c.title == title and c.judged]) for title in titles)
    return f"{table}{curves}"


def _row(title: str, against: str, contests: Sequence[KeptContest]) -> str:
    results = [contest.result for contest in contests]
    judged, kept = sum(c.judged or 0 for c in contests), sum(c.kept for c in contests)
    share = f"{100 * kept / judged:.0f} % of {counted(judged, 'decision')}" if judged else ""
    counts = "".join(f"<td>{results.count(name)}</td>" for name in ("win", "draw", "loss"))
    return f'<tr><th scope="row">{escape(title)}</th><td>{escape(against)}</td>{counts}<td>{share}</td></tr>'


def _over_time(title: str, contests: Sequence[KeptContest]) -> str:
    """How many decisions that mattered kept what there was, over the contests of a game; a curve needs two of them."""
    if len(contests) < 2:
        return ""
    points = []
    for number in range(1, len(contests) + 1):
        lately = contests[max(0, number - AT_ONCE) : number]
        points.append((number, 100 * sum(c.kept for c in lately) / sum(c.judged or 0 for c in lately)))
    words = f"{title}: decisions that kept what there was, over {counted(len(contests), 'contest')}"
    first, last = (f"{_given(part):.2f}" for part in (contests[:AT_ONCE], contests[-AT_ONCE:]))
    cost = ""
    if contests[-1].unit != RESULTS:
        cost = f" A decision cost {first} {escape(contests[-1].unit)}"
        if len(contests) > AT_ONCE:
            cost += f" in your first {AT_ONCE} contests, and {last} in your last {AT_ONCE}"
        cost += "."
    return (
        f'<section><h2>{escape(title)}</h2><figure>{curve_svg(points, len(contests), words)}<figcaption class="soft">'
        f"Decisions that mattered and kept what there was, in per cent: the mean of up to {AT_ONCE} contests.{cost}"
        "</figcaption></figure></section>"
    )


def _given(contests: Sequence[KeptContest]) -> float:
    return sum(c.given for c in contests) / max(1, sum(c.judged or 0 for c in contests))
