"""Courses: watched as they go, stopped, taken up again, limited, and ended with the page."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import GENEROUS, HOST, Visitor, opened, visited

from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.school import courses
from gamelore.app.page.school.course import learned_so_far
from gamelore.app.page.server import WebPage
from gamelore.games import load_game
from gamelore.learners.maxims.shipped import shipped_learner

_SCRIPT = """
import json, sys, time, signal, threading, os
spec, plan = json.loads(sys.argv[2]), sys.argv[1]
def say(done, **more):
    print(json.dumps({"of": 10, "judge": "expert", "curve": [[n, 10.0 * n] for n in range(done + 1)], "done": done,
                      "lore": [f"line {n}" for n in range(done)], "finished": done == 10, **more}), flush=True)
begin = len(spec["curve"])
for done in range(begin, 11):
    say(done)
    if plan == "fail" and done == 3:
        say(done, error="nobody to learn from")
        sys.exit(2)
    if plan == "crash" and done == 3:
        os._exit(1)
    if plan == "wait" and done == 3 and not begin:
        sys.stdin.read()
        sys.exit(0)
"""
"""A course that has its own way of ending."""


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let courses end in some way."""

    def plan(name: str) -> None:
        monkeypatch.setattr(courses, "COMMAND", (sys.executable, "-c", _SCRIPT, name))

    return plan


NEW = {"game": "tic_tac_toe", "learner": "rote", "contests": 10}


async def ended(page: WebPage, visitor: Visitor, key: str) -> list[dict[str, Any]]:
    """All that a watcher is told until the end."""
    (row,) = page.store.read("SELECT visitor FROM courses WHERE course = ?", key)
    return [told async for told in page.courses.watch(row["visitor"], key)]


def test_a_course_is_watched_to_its_end_and_its_agent_can_be_met(tmp_path: Path, course: Any) -> None:
    course("finish")

    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            begun = await visitor.post("/api/courses", **NEW)
            told = await ended(page, visitor, begun["course"])
            assert told[-1]["state"] == "finished"
            assert told[-1]["done"] == 10
            assert len(told[-1]["curve"]) == 11
            assert "polyline" in told[-1]["picture"]
            assert f"agent:{begun['course']}" in (await visitor.client.get("/games/tic_tac_toe")).text
            other = await Visitor(page).enter()
            assert f"agent:{begun['course']}" not in (await other.client.get("/games/tic_tac_toe")).text
            assert (await other.client.get(f"/api/courses/{begun['course']}")).status_code == 404
            assert (await other.client.post(f"/api/courses/{begun['course']}/stop")).status_code == 404

    asyncio.run(go())


@pytest.mark.parametrize(("plan", "said"), [("fail", "nobody to learn from"), ("crash", "")])
def test_a_course_that_fails_says_so(tmp_path: Path, course: Any, plan: str, said: str) -> None:
    course(plan)

    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            begun = await visitor.post("/api/courses", **NEW)
            told = await ended(page, visitor, begun["course"])
            assert (told[-1]["state"], told[-1]["error"]) == ("failed", said)

    asyncio.run(go())


def test_a_course_ends_with_the_page_and_goes_on_when_its_visitor_asks(tmp_path: Path, course: Any) -> None:
    course("wait")

    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            begun = await visitor.post("/api/courses", **NEW)
            while (await visitor.get(f"/api/courses/{begun['course']}"))["done"] < 3:
                await asyncio.sleep(0.02)
            key = visitor.key
        async with opened(tmp_path) as page:
            again = Visitor(page)
            again.client.cookies.set("gamelore", key)
            path = f"/api/courses/{begun['course']}"
            stopped = await again.get(path)
            assert (stopped["state"], stopped["done"]) == ("stopped", 3)
            await again.post(f"{path}/on")
            told = await ended(page, again, begun["course"])
            assert (told[-1]["state"], told[-1]["done"]) == ("finished", 10)
            assert (await again.client.post(f"{path}/on", json={})).status_code == 400

    asyncio.run(go())


def test_only_so_many_courses_run_at_a_time_and_only_so_long(tmp_path: Path, course: Any) -> None:
    course("wait")

    async def go() -> None:
        limits = Limits(per_second=1e6, burst=1e6, newcomers=1e6, courses=1)
        async with opened(tmp_path, Door(limits=limits)) as page:
            visitor = await Visitor(page).enter()
            begun = await visitor.post("/api/courses", **NEW)
            second = await visitor.client.post("/api/courses", json=NEW)
            assert second.status_code == 400
            assert "run already" in second.json()["detail"]
            for wrong in ({"contests": 100_000}, {"learner": "cogap"}, {"learner": "os:system"}, {"preset": "x"}):
                assert (await visitor.client.post("/api/courses", json={**NEW, **wrong})).status_code == 400
            await visitor.post(f"/api/courses/{begun['course']}/stop")
            told = await ended(page, visitor, begun["course"])
            assert told[-1]["state"] in ("stopped", "failed")
            assert not page.courses.running

    asyncio.run(go())


def test_of_courses_the_newest_are_kept_and_the_agents_of_the_others_go_with_them(tmp_path: Path, course: Any) -> None:
    course("finish")
    few = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6, agents=2))

    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        keys = []
        for _ in range(4):
            keys.append((await visitor.post("/api/courses", **NEW))["course"])
            page.catalogue.agent_folder(keys[-1]).mkdir(parents=True)
            await ended(page, visitor, keys[-1])
            assert not page.courses.running
            assert not page.courses.told
        kept = [(await visitor.client.get(f"/api/courses/{key}")).status_code for key in keys]
        assert kept == [404, 404, 200, 200]
        assert {folder.name for folder in (tmp_path / "agents").iterdir()} == set(keys[2:])

    visited(tmp_path, go, few)


def test_a_course_ends_when_its_visitor_deletes_everything(tmp_path: Path, course: Any) -> None:
    course("wait")

    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        key = (await visitor.post("/api/courses", **NEW))["course"]
        page.catalogue.agent_folder(key).mkdir(parents=True)
        assert key in page.courses.running
        await visitor.post("/api/you/delete", sure=True)
        assert not page.courses.running
        assert not page.catalogue.agent_folder(key).exists()

    visited(tmp_path, go)


def test_files_whose_rows_are_gone_are_swept_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "agents" / "nobodys").mkdir(parents=True)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "nobodys.toml").write_text("")

    async def begin(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        await visitor.post("/api/coachings")

    async def again(page: WebPage) -> None:
        left = [path.name for path in (tmp_path / "agents").glob("[!.]*")]
        assert left == [row["course"] for row in page.store.read("SELECT course FROM courses")]
        assert list((tmp_path / "games").iterdir()) == []

    visited(tmp_path, begin)
    visited(tmp_path, again)


def test_a_watcher_is_told_over_a_socket_and_a_stranger_is_not(tmp_path: Path, course: Any) -> None:
    course("finish")
    from starlette.testclient import TestClient
    from starlette.websockets import WebSocketDisconnect

    page = WebPage(tmp_path, GENEROUS, background=False)
    with TestClient(page.api) as _, TestClient(page.app, base_url=HOST) as client:
        client.post("/api/welcome", json={})
        key = client.post("/api/courses", json=NEW).json()["course"]
        last: dict[str, Any] = {}
        with client.websocket_connect(f"ws://127.0.0.1:8042/api/courses/{key}/watch") as socket:
            while last.get("state", "running") == "running":
                last = json.loads(socket.receive_text())
        assert last["state"] == "finished"
        for headers in ({"origin": "http://elsewhere.example"}, {}):
            path = f"ws://127.0.0.1:8042/api/courses/{key}/watch"
            if not headers:
                client.cookies.clear()
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers) as refused:
                refused.receive_text()


def test_sentences_that_bring_their_number_leave_it_to_the_page() -> None:
    said = learned_so_far(shipped_learner(load_game("tic_tac_toe")))
    assert said[0] == "Go to the centre."
    assert not any(re.match(r"\d", sentence) for sentence in said)
