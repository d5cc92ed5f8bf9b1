"""On the page Hoyle learns from what its visitor has played, and says what it took from each contest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.app.page.asking import Visitor, visited
from tests.people import HABITS

from gamelore.app.page.server import WebPage
from gamelore.learners.registry import load_agent

GAME = "lose_tic_tac_toe"


async def habitual(visitor: Visitor, seat: int) -> Any:
    """A whole contest in which the visitor takes the first free place of a list."""
    now = await visitor.begin(GAME, "novice", seat)
    while now["result"] is None:
        legal = [move["action"] for move in now["moves"]]
        now = await visitor.move(now, next(place for place in HABITS if place in legal))
    return now


def test_hoyle_learns_from_the_contests_of_a_visitor(tmp_path: Path) -> None:
    async def work(page: WebPage) -> None:
        visitor, other = await Visitor(page).enter(), await Visitor(page).enter()
        for seat in (0, 1, 0, 1):
            await habitual(visitor, seat)
        await visitor.begin(GAME, "novice")
        await visitor.begin("tic_tac_toe", "novice")
        offered = {told["name"]: told for told in await visitor.get(f"/api/learners?game={GAME}")}
        assert (offered["hoyle"]["mine"], offered["maxims"]["mine"]) == (4, 0), "contests that are over, of this game"
        told = await visitor.post("/api/courses/mine", game=GAME)
        assert (told["state"], told["done"], told["learner"]) == ("finished", 4, "hoyle")
        assert len(told["taken"]) == 4
        assert all(sentence.startswith("you ") for sentence in told["taken"])
        assert told["words"].startswith("Asked move by move, it plays as you did in ")
        assert any(sentence.startswith("Of you it watched 4 contests") for sentence in told["lore"])
        assert told == await visitor.get(f"/api/courses/{told['course']}")
        page_of = await visitor.client.get(f"/courses/{told['course']}")
        assert "What it took from each of your contests" in page_of.text
        assert load_agent(page.catalogue.agent_folder(told["course"])).learner.lore()[:2] == told["lore"][:2]
        now = await visitor.begin(GAME, f"agent:{told['course']}", 1)
        assert now["history"][0]["action"] in ("2", "4", "6", "8"), "it begins as the visitor did, on a side"
        refused = await other.client.post("/api/courses/mine", json={"game": GAME})
        assert refused.status_code == 400
        assert "none of your contests" in refused.json()["detail"]
        for wrong in ("draw_poker", "tic_tac_toe", "nothing"):
            assert (await visitor.client.post("/api/courses/mine", json={"game": wrong})).status_code == 400

    visited(tmp_path, work)
