"""While the players get ready, every page says what and for how long; when they are, none does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page import warming
from gamelore.app.page.display import ACTS, Warm
from gamelore.app.page.warming import Warming, to_warm


def test_visitors_are_told_how_far_the_players_are(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            assert 'id="warming"' not in (await visitor.client.get("/")).text
            now = await visitor.begin("tapatan", "random")
            page.warming.done = 1
            for path in ("/games/tapatan", f"/contests/{now['sitting']}"):
                told = (await visitor.client.get(path)).text
                assert f"Getting ready, 2 of {len(to_warm())}: {to_warm()[1].words}, for " in told
                assert "/static/warming.mjs" in told
            assert (await visitor.client.get("/static/warming.mjs")).status_code == 200
            assert (await visitor.get("/api/ready"))["ready"] is False
            page.warming.done = len(to_warm())
            assert await visitor.get("/api/ready") == {"ready": True, "words": ""}

    asyncio.run(scene())


def test_whatever_a_visitor_does_first_is_ready_first_at_every_family() -> None:
    acts = [ACTS.index(warm.act) for warm in to_warm()]
    assert acts == sorted(acts)
    begun = [warm.game for warm in to_warm() if warm.act == "begin"]
    assert {"lose_tic_tac_toe", "draw_poker", "forty_two"} <= set(begun)
    assert any(warm.act == "play" and warm.game == "forty_two" for warm in to_warm())


def test_one_kind_of_player_after_the_other_gets_ready_and_the_rest_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved, time = list[Warm](), [100.0]
    monkeypatch.setattr(warming, "warm_up", moved.append)
    found, words, left = Warming(lambda: time[0]), list[str](), list[float]()

    async def think(job: Callable[[], None], game: str) -> None:
        words.append(found.words)
        left.append(found.left())
        job()
        time[0] += 2 * found.kinds[found.done].seconds  # a machine that is half as fast

    asyncio.run(found.run(think))
    assert moved == list(to_warm())
    assert [f"{done + 1} of" in word for done, word in enumerate(words)] == [True] * len(to_warm())
    assert left[0] == sum(warm.seconds for warm in to_warm())
    assert left[1:] == [2 * sum(warm.seconds for warm in to_warm()[n:]) for n in range(1, len(to_warm()))]
    assert found.words == ""


@pytest.mark.slow
def test_what_is_made_ready_is_not_refused() -> None:
    """Whatever fails while the players get ready is told to nobody; so it must not."""
    for warm in to_warm():
        warming.do(warm)
