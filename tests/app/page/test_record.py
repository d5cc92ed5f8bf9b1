"""A visitor's record: results by game and opponent, and what the moves gave away over time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.app.page.asking import Visitor, opened

from gamelore.app.page.visitor.record import KeptContest, record_html


async def play(visitor: Visitor, game: str, against: str) -> Any:
    now = await visitor.begin(game, against)
    while now["result"] is None:
        now = await visitor.move(now, now["moves"][0]["action"])
    return now


def test_contests_that_are_over_are_counted_and_judged_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor, stranger = await Visitor(page).enter(), await Visitor(page).enter()
            assert "Nothing yet" in (await visitor.client.get("/record")).text
            ended = [await play(visitor, "lose_tic_tac_toe", "random") for _ in range(2)]
            await visitor.begin("lose_tic_tac_toe", "random")
            told = await visitor.get("/api/record")
            assert told["left"] == 2
            won = sum(now["result"]["result"] == "win" for now in ended)
            assert f"<td>random</td><td>{won}</td>" in told["html"]
            told = await visitor.post("/api/record/judged")
            assert told["left"] == 1
            assert "<figure>" not in told["html"]
            for _ in range(2):
                told = await visitor.post("/api/record/judged")
            assert told["left"] == 0
            reviews = [await visitor.get(f"/api/contests/{now['sitting']}/review") for now in ended]
            judged, kept = (sum(review[name] for review in reviews) for name in ("judged", "kept"))
            assert f"{100 * kept / judged:.0f} % of {judged} decisions" in told["html"]
            assert "<figure>" in told["html"]
            assert told == await visitor.get("/api/record")
            assert "Nothing yet" in (await stranger.get("/api/record"))["html"]
            assert (await stranger.post("/api/record/judged"))["left"] == 0

    asyncio.run(scene())


def contest(kept: int, given: float, judged: int = 4, unit: str = "chips") -> KeptContest:
    return KeptContest("key", "Some <game>", "novice", "win", judged, kept, given, unit)


def test_what_decisions_cost_is_told_over_time() -> None:
    told = record_html([contest(1, 3.0)] * 10 + [contest(4, 0.0)] * 10)
    assert "A decision cost 0.75 chips in your first 10 contests, and 0.00 in your last 10." in told
    assert "62 % of 80 decisions" in told
    assert "Some &lt;game&gt;" in told
    assert "<game>" not in told


def test_nobody_is_told_of_results_that_were_given_away() -> None:
    told = record_html([contest(1, 3.0, unit="results")] * 3)
    assert "25 % of 12 decisions" in told
    assert "results" not in told


def test_a_contest_that_nobody_can_judge_has_its_result_alone() -> None:
    told = record_html([contest(0, 0.0, judged=0)] * 3)
    assert "<td>3</td><td>0</td><td>0</td><td></td>" in told
    assert "<figure>" not in told
