"""Rules of a visitor's own on the page: compiled beside the program, tried, kept once, played against, taken along."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import GENEROUS, Visitor, opened

from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.server import WebPage
from gamelore.learners.rules.poker.lists import example_program

Story = Callable[[WebPage, Visitor], Awaitable[None]]


def visit(folder: Path, story: Story, door: Door = GENEROUS) -> None:
    async def go() -> None:
        async with opened(folder, door) as page:
            await story(page, await Visitor(page).enter())

    asyncio.run(go())


async def refused(visitor: Visitor, status: int = 400, **body: Any) -> str:
    answer = await visitor.client.post("/api/rules", json=body)
    assert answer.status_code == status, answer.text
    return str(answer.json()["detail"])


def test_a_program_is_compiled_kept_once_and_played_against(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        seen = await visitor.post("/api/rules", lash=example_program())
        assert (len(seen["rules"]), seen["agent"]) == (10, "")
        assert seen["listing"].startswith("# gamelore rules 1\n")
        assert seen["taken"].startswith("taken from the built-in rules: the variables BLUFFO")
        assert seen["checked"] == "It played 40 contests to their end."
        kept = await visitor.post("/api/rules", lash=example_program(), keep=True)
        again = await visitor.post("/api/rules", lash=example_program(), keep=True)
        assert kept["agent"] == again["agent"] != ""
        begun = await visitor.begin("draw_poker", kept["agent"])
        moved = await visitor.move(begun, "drop")
        assert moved["version"] == begun["version"] + 1
        shown = (await visitor.client.get("/rules", params={"of": kept["agent"].removeprefix("agent:")})).text
        assert "BET12" in shown
        assert "Yours so far" in shown
        game = (await visitor.client.get("/games/draw_poker")).text
        assert "Your rules" in game
        assert "written by you" in game
        assert "written" not in (await visitor.client.get("/courses")).text

        stranger = await Visitor(page).enter()
        body = {"game": "draw_poker", "against": kept["agent"], "seat": 0}
        assert (await stranger.client.post("/api/contests", json=body)).status_code == 400

    visit(tmp_path, story)


def test_a_program_that_cannot_play_is_refused_with_its_place_and_leaves_nothing(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        text = example_program()
        bad = text.replace("POT ≡ RICH", "POT = RICH")
        assert (await refused(visitor, lash=bad, keep=True)).startswith(
            "your rules:7:43: expected a number, found 'RICH'"
        )
        zero = text.replace("LASTBET ← (12)", "LASTBET ← 10/LASTBET")
        assert "is divided by zero" in await refused(visitor, lash=zero, keep=True)
        await refused(visitor, 422, lash="x" * 20_001)
        await refused(visitor, 422, lash=text, path="/etc/passwd")
        assert not list((page.folder / "agents").glob("*"))

    visit(tmp_path, story)


def test_no_more_lists_are_kept_than_may_be(tmp_path: Path) -> None:
    few = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6, guesses=1e6, agents=2))

    async def story(page: WebPage, visitor: Visitor) -> None:
        for number in range(2):
            await visitor.post("/api/rules", lash=f"# {number}\n{example_program()}", keep=True)
        assert "2 lists of rules of your own are the most" in await refused(visitor, lash=example_program(), keep=True)

    visit(tmp_path, story, few)


@pytest.mark.parametrize("name", ["lash:/etc/passwd", "lash:x"])
def test_no_path_comes_from_a_browser(tmp_path: Path, name: str) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        body = {"game": "draw_poker", "against": name, "seat": 0}
        answer = await visitor.client.post("/api/contests", json=body)
        assert answer.status_code == 400
        assert "is not known" in answer.json()["detail"]

    visit(tmp_path, story)
