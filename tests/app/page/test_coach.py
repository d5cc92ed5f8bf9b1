"""Coaching over HTTP: lessons change the rules, are kept at once, can be taken back, and are nobody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.app.page.asking import GENEROUS, Visitor, opened, visited

from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.keeping.trouble import FULL
from gamelore.app.page.school.coachings import Coachings
from gamelore.app.page.server import WebPage
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
            key = visitor.key
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


FEW = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6, agents=2))


def test_of_lessons_the_newest_are_kept_and_the_agents_of_the_others_go_with_them(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor, other = await Visitor(page).enter(), await Visitor(page).enter()
        theirs = (await other.post("/api/coachings"))["coaching"]
        keys = [(await visitor.post("/api/coachings"))["coaching"] for _ in range(2)]
        met = await visitor.begin("draw_poker", f"agent:{keys[0]}")
        keys.append((await visitor.post("/api/coachings"))["coaching"])
        kept = [(await visitor.client.get(f"/api/coachings/{key}")).status_code for key in keys]
        assert kept == [404, 200, 200]
        assert {folder.name for folder in (tmp_path / "agents").glob("[!.]*")} == {theirs, *keys[1:]}
        assert keys[0] not in (await visitor.client.get("/games/draw_poker")).text
        room = next(room for room in page.rooms if room.kind == "coach")
        assert isinstance(room, Coachings)
        assert set(room.open) == {theirs, *keys[1:]}
        page.tables.open.clear()
        moves = (await visitor.get(f"/api/contests/{met['sitting']}"))["moves"]
        body = {"version": met["version"], "move": moves[0]["action"]}
        gone = await visitor.client.post(f"/api/contests/{met['sitting']}/moves", json=body)
        assert (gone.status_code, gone.json()["detail"]) == (
            400, "That agent of yours is gone; begin another contest.",
        )  # fmt: skip

    visited(tmp_path, go, FEW)


def test_a_lesson_that_could_not_be_kept_was_never_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        now = await visitor.post("/api/coachings", role="trainer")
        path = f"/api/coachings/{now['coaching']}"
        pages = page.store._writer.execute("PRAGMA page_count").fetchone()[0]
        page.store._writer.execute(f"PRAGMA max_page_count={pages}")
        refused = await visitor.client.post(f"{path}/answers", json={"version": 0, "text": LESSON})
        for _ in range(40):
            if refused.status_code == 503:
                break
            now = refused.json()
            body = {"version": now["version"], "text": LESSON}
            refused = await visitor.client.post(f"{path}/answers", json=body)
        assert (refused.status_code, refused.json()["detail"]) == (503, FULL)
        assert await visitor.get(path) == now
        no_room = [await visitor.client.post("/api/coachings", json={}) for _ in range(8)]
        assert {answer.status_code for answer in no_room[-3:]} == {503}
        agents = {folder.name for folder in (tmp_path / "agents").glob("[!.]*")}
        assert agents == {row["course"] for row in page.store.read("SELECT course FROM courses")}
        page.store._writer.execute("PRAGMA max_page_count=1000000")
        taught = await visitor.post(f"{path}/answers", version=now["version"], text=LESSON)
        assert taught["version"] == now["version"] + 1

        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device", str(tmp_path / "agents" / "x"))

        monkeypatch.setattr("gamelore.app.table.poker.coaching.save_agent", full)
        refused = await visitor.client.post(f"{path}/answers", json={"version": taught["version"], "text": LESSON})
        assert (refused.status_code, refused.json()["detail"]) == (503, FULL)
        assert await visitor.get(path) == taught

    visited(tmp_path, go, GENEROUS)


def test_a_bidder_is_coached_kept_at_once_taken_back_and_there_after_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            begin = (await visitor.client.get("/coach")).text
            assert 'data-game="draw_poker"' in begin
            assert 'data-game="forty_two"' in begin
            now = await visitor.post("/api/coachings", game="forty_two", rounds=3)
            path = f"/api/coachings/{now['coaching']}"
            assert now["prompt"]["asks"] == "call"
            assert now["hand"].count("<svg") == 7
            assert 'id="reasons"' in (await visitor.client.get(f"/coach/{now['coaching']}")).text
            trump = next(iter(now["trumps"]))
            wrong = await visitor.client.post(f"{path}/answers", json={"version": 0, "text": "29 because"})
            assert (wrong.status_code, "not allowed" in wrong.text) == (400, True)
            assert await visitor.get(path) == now
            said = f"30 trump {trump} contract 33 sets 36 because trump: they are long. I lose nothing."
            taught = await visitor.post(f"{path}/answers", version=0, text=said)
            lesson = next(told for told in taught["told"] if told["kind"] == "lesson")
            assert lesson["changes"][0]["goal"] == "OFABL"
            assert lesson["told"][0]["person"] == ["they are long."]
            assert 7 <= len(taught["why"]) <= 10
            agent = load_agent(tmp_path / "agents" / now["coaching"]).learner
            assert len(agent.knowledge()["lessons.txt"].splitlines()) == 2
            assert "they are long." in (tmp_path / "agents" / now["coaching"] / "protocols.txt").read_text()
            assert "coached by you" in (await visitor.client.get("/games/forty_two")).text
            half = await visitor.post(f"{path}/answers", version=1, text="31")
            assert half["prompt"]["label"] == "call 31"
            key = visitor.key
        async with opened(tmp_path) as page:
            again = Visitor(page)
            again.client.cookies.set("gamelore", key)
            assert await again.get(path) == half
            back = await again.post(f"{path}/undo", version=2)
            assert back["prompt"] == taught["prompt"]
            none = await again.post(f"{path}/undo", version=3)
            assert (none["prompt"], none["hands"]) == (now["prompt"], 0)
            folder = tmp_path / "agents" / now["coaching"]
            assert len(load_agent(folder).learner.knowledge()["lessons.txt"].splitlines()) == 1
            for version, text in enumerate(("skip", "pass because", "skip"), start=4):
                last = await again.post(f"{path}/answers", version=version, text=text)
            assert last["over"]
            refused = await again.client.post("/api/coachings", json={"game": "tic_tac_toe"})
            assert (refused.status_code, "can be coached" in refused.text) == (400, True)

    asyncio.run(go())
