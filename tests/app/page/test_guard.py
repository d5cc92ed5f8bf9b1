"""The door: other sites, other names, other visitors, large bodies and quick hands are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.app.page.asking import HOST, Visitor, opened

from gamelore.app.page.door.guard import LOOPBACK, Buckets, Door, Limits
from gamelore.app.page.serving import door_for
from gamelore.base.errors import BadSetting

NEW = {"game": "tic_tac_toe", "against": "random", "seat": 0}


def answers(tmp_path: Path, *asked: tuple[str, str, dict[str, Any]], door: Door | None = None) -> list[httpx.Response]:
    """What a visitor with a key gets for some requests."""

    async def ask() -> list[httpx.Response]:
        async with opened(tmp_path, *([] if door is None else [door])) as page:
            visitor = await Visitor(page).enter()
            return [await visitor.client.request(method, path, **more) for method, path, more in asked]

    return asyncio.run(ask())


def test_every_answer_says_what_a_browser_may_load_and_the_cookie_is_out_of_reach(tmp_path: Path) -> None:
    async def ask() -> tuple[httpx.Response, ...]:
        async with opened(tmp_path) as page:
            visitor = Visitor(page)
            welcome = await visitor.client.post("/api/welcome", json={})
            return welcome, await visitor.client.get("/"), await visitor.client.get("/api/nothing")

    welcome, home, nothing = asyncio.run(ask())
    for answer in (welcome, home, nothing):
        assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    cookie = welcome.headers["set-cookie"]
    assert "set-cookie" not in home.headers
    assert "HttpOnly; SameSite=Lax" in cookie
    assert len(cookie.partition("=")[2].partition(";")[0]) >= 40


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_what_another_site_sends_is_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    posted, got = answers(
        tmp_path,
        ("POST", "/api/contests", {"json": NEW, "headers": headers}),
        ("GET", "/api/learners?game=tic_tac_toe", {"headers": headers}),
    )
    assert posted.status_code == got.status_code == 403


def test_a_link_from_elsewhere_leads_to_pages_and_to_nothing_else(tmp_path: Path) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    page, data, head, script = answers(
        tmp_path,
        ("GET", "/you", {"headers": link}),
        ("GET", "/api/you/all", {"headers": link}),
        ("HEAD", "/nothing", {"headers": link}),
        ("GET", "/", {"headers": {**link, "sec-fetch-mode": "no-cors"}}),
    )
    assert (page.status_code, data.status_code, script.status_code) == (200, 403, 403)
    assert head.status_code in (404, 405)


def test_our_own_page_and_a_link_from_elsewhere_are_let_in(tmp_path: Path) -> None:
    own = {"origin": HOST, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    posted, followed, form = answers(
        tmp_path,
        ("POST", "/api/contests", {"json": NEW, "headers": own}),
        ("GET", "/", {"headers": link}),
        ("POST", "/api/contests", {"json": NEW, "headers": link}),
    )
    assert (posted.status_code, followed.status_code, form.status_code) == (200, 200, 403)


def test_another_name_for_this_machine_is_refused(tmp_path: Path) -> None:
    (rebound,) = answers(tmp_path, ("GET", "/", {"headers": {"host": "evil.example:8042"}}))
    assert rebound.status_code == 421


def test_bodies_that_are_too_large_are_refused_whether_they_say_so_or_not(tmp_path: Path) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 4096

    said, unsaid, lying = answers(
        tmp_path,
        ("POST", "/api/games", {"content": b" " * 100_000}),
        ("POST", "/api/games", {"content": endless()}),
        ("POST", "/api/games", {"content": b"{}", "headers": {"content-length": "-5"}}),
    )
    assert (said.status_code, unsaid.status_code, lying.status_code) == (413, 413, 413)


def test_whoever_asks_too_quickly_has_to_wait(tmp_path: Path) -> None:
    door = Door(limits=Limits(per_second=0.001, burst=5))
    found = answers(tmp_path, *[("GET", "/api/openapi.json", {})] * 7, door=door)
    assert [answer.status_code for answer in found] == [200] * 5 + [429] * 2
    assert found[-1].headers["retry-after"] == "1"


def test_a_bucket_fills_again_and_the_longest_unused_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    buckets = Buckets(2, 1, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0  # a long wait fills it to the brim, not above
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert [buckets.take("a", 0.0), buckets.take("b", 2.5), buckets.take("b", 2.0)] == [True, False, True]
    now[0] = 99.0  # a clock that goes back takes no more than the time that it went
    assert [buckets.take("c") for _ in range(3)] == [True, True, False]
    monkeypatch.setattr(Buckets, "MOST", 10)
    for other in range(20):
        buckets.take(str(other))
    assert len(buckets.left) == 10
    assert "a" not in buckets.left


def test_paths_that_climb_find_nothing(tmp_path: Path) -> None:
    tricks = (
        "/static/../store.py", "/static/..%2f..%2fstore.py", "/static//etc/passwd", "/static/guide/%2e%2e/guide.css/",
        "/guides/..%2f..%2fpage.sqlite", "/games/own:..%2f..%2fpage", "/static/%2e%2e/server.py", "/static/page.css%00",
    )  # fmt: skip
    found = answers(tmp_path, *(("GET", path, {}) for path in tricks))
    assert [answer.status_code for answer in found] == [404] * len(tricks)
    assert answers(tmp_path, ("GET", "/static/page.css", {}))[0].status_code == 200


@pytest.mark.parametrize(
    "against", ["agent:/etc", "agent:../../x", "table:/tmp", "poker:../x", "module:name", "perfect "]
)
def test_no_name_that_a_visitor_sends_is_a_path_or_a_module(tmp_path: Path, against: str) -> None:
    wrong, game = answers(
        tmp_path,
        ("POST", "/api/contests", {"json": {**NEW, "against": against}}),
        ("POST", "/api/contests", {"json": {**NEW, "game": against}}),
    )
    assert wrong.status_code == game.status_code == 400
    assert "is not known" in wrong.json()["detail"]


def test_nobody_gets_a_key_without_the_code(tmp_path: Path) -> None:
    async def ask() -> None:
        async with opened(tmp_path, Door(LOOPBACK, "sesame")) as page:
            visitor = Visitor(page)
            answer = await visitor.client.get("/")
            assert answer.headers["location"] == "/enter"
            assert (await visitor.client.post("/api/contests", json=NEW)).status_code == 401
            wrong = await visitor.client.post("/enter", data={"code": "open"})
            assert "wrong" in wrong.headers["location"]
            assert not visitor.client.cookies
            await visitor.client.post("/enter", data={"code": "sesame"})
            assert (await visitor.client.get("/")).status_code == 200
            assert (await visitor.client.post("/api/contests", json=NEW)).status_code == 200

    asyncio.run(ask())


def test_others_on_the_network_need_a_code_and_this_machine_does_not() -> None:
    assert door_for("127.0.0.1", "") == Door()
    assert door_for("127.0.0.1", "mine").code == "mine"
    open_door = door_for("0.0.0.0", "")
    assert open_door.hosts is None
    assert len(open_door.code) >= 8
    assert door_for("0.0.0.0", "mine, long").code == "mine, long"
    assert not open_door.opens("")
    assert (open_door.home, door_for("::", "").home, door_for("::1", "").home) == ("127.0.0.1", "[::1]", "[::1]")
    with pytest.raises(BadSetting, match="an access code of 7 characters is soon guessed"):
        door_for("192.168.1.2", "1234567")
    assert door_for("192.168.1.2", "12345678").hosts is None
