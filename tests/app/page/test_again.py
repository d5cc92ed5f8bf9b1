"""One contest after the other on the page: the same opponent, the other side, a running score; draws and resigning."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page.server import WebPage


def visit(folder: Path, story: Callable[[WebPage, Visitor], Awaitable[None]]) -> None:
    """A visitor's story at a page."""

    async def go() -> None:
        async with opened(folder) as page:
            await story(page, await Visitor(page).enter())

    asyncio.run(go())


async def _over(visitor: Visitor, now: Any) -> Any:
    while now["result"] is None:
        now = await visitor.move(now, now["moves"][-1 if now["kind"] == "poker" else 0]["action"])
    return now


@pytest.mark.parametrize(("game", "against"), [("lose_tic_tac_toe", "random"), ("draw_poker", "poker:call")])
def test_another_contest_keeps_the_opponent_changes_sides_and_keeps_the_score(
    tmp_path: Path, game: str, against: str
) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin(game, against)
        path = f"/api/contests/{now['sitting']}/again"
        assert now["score"] == ""
        assert (await visitor.client.post(path)).status_code == 400  # it goes on
        for number in range(1, 4):
            over = await _over(visitor, now)
            assert over["score"].startswith(f"After {number} contest{'s' if number > 1 else ''}: ")
            after = await visitor.post(f"/api/contests/{now['sitting']}/again")
            assert after["sitting"] != now["sitting"]
            assert after["seat"] == 1 - now["seat"]
            assert sorted(after["players"]) == sorted(now["players"])
            assert after["score"] == over["score"]
            page.tables.open.clear()  # what is restored tells the same
            now = await visitor.get(f"/api/contests/{after['sitting']}")
            assert now == after

    visit(tmp_path, story)


def test_at_42_the_deal_goes_round_and_marks_are_counted(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        over = await _over(visitor, await visitor.begin("forty_two", "random"))
        assert "; marks: A and C " in over["score"]
        after = await visitor.post(f"/api/contests/{over['sitting']}/again")
        assert after["seat"] == over["seat"]
        assert after["score"] == over["score"]
        dealers = [page.tables.open[told["sitting"]].sitting.deal for told in (over, after)]
        assert dealers[0] != dealers[1]

    visit(tmp_path, story)


def test_a_contest_that_is_begun_twice_from_the_same_one_has_two_deals(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        over = await _over(visitor, await visitor.begin("draw_poker", "poker:call"))
        path = f"/api/contests/{over['sitting']}/again"
        first, second = [await visitor.post(path) for _ in range(2)]
        deals = [page.tables.open[told["sitting"]].sitting.deal for told in (over, first, second)]
        assert len(set(deals)) == 3

    visit(tmp_path, story)


def test_a_draw_is_offered_and_agreed_to(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        assert now["may"]["draw"] == "offer"
        told = await visitor.post(f"/api/contests/{now['sitting']}/draw", version=now["version"])
        assert told["told"] == "A draw was agreed."
        assert told["result"]["result"] == "draw"
        assert told["may"]["draw"] == ""
        poker = await visitor.begin("draw_poker", "poker:call")
        assert poker["may"]["draw"] == ""
        body = {"version": poker["version"]}
        answer = await visitor.client.post(f"/api/contests/{poker['sitting']}/draw", json=body)
        assert answer.status_code == 400
        assert "no draws" in answer.json()["detail"]

    visit(tmp_path, story)
