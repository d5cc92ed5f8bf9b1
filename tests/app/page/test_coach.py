"""Coaching over HTTP: lessons change the rules, are kept at once, can be taken back, and are nobody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.app.page.asking import Visitor, opened

from gamelore.learners.registry import load_agent

LESSON = "(BET SB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL)"


def test_a_lesson_changes_the_rules_and_is_there_after_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            now = await visitor.post("/api/coachings", role="trainer")
            path = f"/api/coachings/{now['coaching']}"
            assert now["prompt"]["asks"] == "verdict"
            assert [told["name"] for told in now["prompt"]["variables"]][:2] == ["HAND", "POT"]
            wrong = await visitor.client.post(f"{path}/answers", json={"version": 0, "text": "(FLY BECAUSE I SAY SO)"})
            assert wrong.status_code == 400
            assert await visitor.get(path) == now
            taught = await visitor.post(f"{path}/answers", version=0, text=LESSON)
            assert len(taught["rules"]) == len(now["rules"]) + 1
            lesson = next(told for told in taught["told"] if told["kind"] == "lesson")
            assert [change["sign"] for change in lesson["changes"]] == ["+"]
            stale = await visitor.client.post(f"{path}/answers", json={"version": 0, "text": "OK"})
            assert stale.status_code == 409
            agent = load_agent(tmp_path / "agents" / now["coaching"]).learner
            assert [line.split(". ", 1)[-1] for line in agent.lore()] == taught["rules"]
            assert "coached by you" in (await visitor.client.get("/games/draw_poker")).text
            other = await Visitor(page).enter()
            assert (await other.client.get(path)).status_code == 404
            assert (await other.client.get(f"/coach/{now['coaching']}")).status_code == 404
            key = visitor.client.cookies["gamelore"]
        async with opened(tmp_path) as page:
            again = Visitor(page)
            again.client.cookies.set("gamelore", key)
            assert await again.get(path) == taught
            back = await again.post(f"{path}/undo", version=taught["version"])
            assert back["rules"] == now["rules"]

    asyncio.run(go())


def test_whoever_only_plays_is_told_no_rule_and_no_hand_of_the_learner(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            now = await visitor.post("/api/coachings", role="opponent", rounds=1)
            path = f"/api/coachings/{now['coaching']}"
            for _ in range(12):
                assert now["rules"] == now["why"] == []
                assert now["decision"] == ""
                assert not now["may_undo"]
                assert not [told for told in now["told"] if told["kind"] == "lesson" or "OK?" in told["text"]]
                hands = [told["text"] for told in now["told"] if told.get("what") == "hand"]
                assert all(text.startswith("YOUR HAND") for text in hands)
                if now["over"]:
                    break
                moves = [move["action"] for move in now["prompt"]["moves"]]
                move = "call" if "call" in moves else moves[0]
                now = await visitor.post(f"{path}/answers", version=now["version"], text=move)
            assert now["over"]

    asyncio.run(go())
