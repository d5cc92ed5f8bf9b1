"""The door by itself, around an application that tells what reaches it: the battery of its mutants."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from gamelore.app.page.door.guard import (
    LOOPBACK,
    MONTH,
    MOST_KEYS,
    Buckets,
    Door,
    Guard,
    Known,
    Limits,
    address_of,
    cookie_name,
    cookie_of,
    digest_of,
    network_of,
    new_key,
    no_cookie,
)  # fmt: skip
from gamelore.base.errors import GameloreError

KEY, OLD = "the key of a visitor", "the key of another"
PEOPLE = {"accept": "text/html,application/xhtml+xml"}


@dataclass
class Inside:
    """An application that answers everything, and remembers what reached it."""

    scopes: list[dict[str, Any]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        assert callable(receive)
        if scope["type"] == "http":
            whole, more = b"", True
            while more:
                message = await receive()
                whole, more = whole + message.get("body", b""), message.get("more_body", False)
            self.bodies.append(whole)
            named = {"headers": list(self.headers)} if self.headers else {}
            await send({"type": "http.response.start", "status": 200, **named})
            await send({"type": "http.response.body", "body": b"inside"})
        else:
            await send({"type": "websocket.accept"})


@dataclass
class Sent:
    """What came back."""

    messages: list[dict[str, Any]]

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.messages[0]["headers"]}

    @property
    def body(self) -> str:
        return str(b"".join(message.get("body", b"") for message in self.messages[1:]).decode())


def known(digest: str) -> tuple[str, float] | None:
    return {digest_of(KEY): ("visitor", 5.0), digest_of(OLD): ("another", 7.0)}.get(digest)


def dressed(why: str, status: int) -> str:
    return f"<h1>{status}</h1>{why}"


class Outside:
    """Somebody before the door."""

    def __init__(self, door: Door | None = None, **more: Any) -> None:
        self.inside = Inside()
        self.guard = Guard(self.inside, door or Door(), more.get("known", known), dressed)

    def ask(self, path: str = "/", method: str = "GET", kind: str = "http", body: Any = (b"",), **headers: Any) -> Sent:
        sent: list[dict[str, Any]] = []
        own = {} if headers.pop("hostless", False) else {"host": "127.0.0.1:8042"}
        named = {**own, **{name.replace("_", "-"): value for name, value in headers.items()}}
        scope: dict[str, Any] = {
            "type": kind, "path": path, "method": method, "client": ("10.0.0.1", 4711),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in named.items()],
        }  # fmt: skip
        parts = [{"type": "http.request", "body": part, "more_body": n + 1 < len(body)} for n, part in enumerate(body)]

        async def receive() -> Any:
            return parts.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        if kind == "websocket":
            del scope["method"]
        if "query" in headers:
            scope["query_string"] = headers["query"].encode()
        asyncio.run(self.guard(scope, receive, send))
        return Sent(sent)

    @property
    def last(self) -> dict[str, Any]:
        return self.inside.scopes[-1]


# --- whose a request is -----------------------------------------------------------------------------------------------


def test_a_newcomer_reaches_pages_and_is_nobody() -> None:
    outside = Outside()
    assert outside.ask("/own").body == "inside"
    assert outside.last["visitor"] == ""
    assert outside.last["known"] is None


@pytest.mark.parametrize(
    ("cookies", "name", "visitor"),
    [
        (f"gamelore={KEY}", "gamelore", "visitor"),
        (f"gamelore-1234={KEY}", "gamelore-1234", "visitor"),
        (f"other=1; gamelore-0=nobody's;  gamelore-1={OLD} ; x=y", "gamelore-1", "another"),
        (f"gamelore-1={OLD}; gamelore-2={KEY}", "gamelore-1", "another"),
        (f"gamelore=; gamelore-2={KEY}; broken", "gamelore-2", "visitor"),
        (f"gamelore=a={KEY}; gamelore-2={OLD}", "gamelore-2", "another"),
    ],
)
def test_a_key_counts_under_any_name_of_ours(cookies: str, name: str, visitor: str) -> None:
    outside = Outside()
    assert outside.ask("/api/contests", cookie=cookies).status == 200
    assert outside.last["visitor"] == visitor
    key, renewed = (KEY, 5.0) if visitor == "visitor" else (OLD, 7.0)
    assert outside.last["known"] == Known(key, name, visitor, renewed)


@pytest.mark.parametrize(
    "cookies", ["", f"gamelor={KEY}", f"gamelores={KEY}", f"x-gamelore={KEY}", "gamelore=nobody's"]
)
def test_a_key_under_another_name_and_an_unknown_key_count_for_nothing(cookies: str) -> None:
    outside = Outside()
    sent = outside.ask("/api/contests", cookie=cookies)
    assert (sent.status, json.loads(sent.body)) == (401, {"detail": "Open the page first: it hands you a key."})
    assert outside.inside.scopes == []


def test_no_more_keys_are_looked_at_than_a_browser_has() -> None:
    asked: list[str] = []

    def nobody(digest: str) -> None:
        asked.append(digest)

    outside = Outside(known=nobody)
    outside.ask(cookie="; ".join(f"gamelore-{n}=key {n}" for n in range(200)))
    assert asked == [digest_of(f"key {n}") for n in range(MOST_KEYS)]


@pytest.mark.parametrize("path", ["/api/welcome", "/api/you/recover", "/api/ready"])
def test_what_needs_no_key_is_let_in_without_one(path: str) -> None:
    assert Outside().ask(path, "POST").body == "inside"


@pytest.mark.parametrize("path", ["/api/", "/api/welcome/", "/api/you/code", "/api/contests"])
def test_what_needs_a_key_is_not(path: str) -> None:
    assert Outside().ask(path, "POST").status == 401
    assert Outside().ask("/apix").status == 200


def test_while_nobody_can_be_known_everybody_waits() -> None:
    def trouble(digest: str) -> None:
        raise GameloreError("The file is gone.")

    outside = Outside(known=trouble)
    sent = outside.ask(cookie=f"gamelore={KEY}")
    assert (sent.status, sent.body, sent.headers["retry-after"]) == (503, '{"detail":"The file is gone."}', "1")
    assert outside.inside.scopes == []
    assert outside.ask().body == "inside"  # who shows no key


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1:8042", "127.0.0.1", "[::1]:8042", "LOCALHOST:1"])
def test_names_of_this_machine_are_answered(host: str) -> None:
    assert Outside().ask("/static/x", host=host).status == 200


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1.evil.example:8042", "127.0.0.1:", "localhost:x", "::1"]
)
def test_other_names_are_not(host: str) -> None:
    sent = Outside().ask(host=host)
    assert (sent.status, sent.body) == (421, '{"detail":"This server does not go by that name."}')
    assert Outside(Door(None, "code")).ask(host=host).status == 200


def test_a_request_that_names_nobody_reaches_whoever_answers_to_all_names() -> None:
    assert Outside().ask(hostless=True).status == 421
    assert Outside(Door(None, "code")).ask(hostless=True).status == 200


FOREIGN = "http://elsewhere.example"
OWN = "http://127.0.0.1:8042"


@pytest.mark.parametrize(
    ("path", "method", "headers", "allowed"),
    [
        ("/", "GET", {}, True),
        ("/", "GET", {"sec_fetch_site": "none", "sec_fetch_mode": "navigate"}, True),
        ("/", "GET", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, True),
        ("/", "HEAD", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, True),
        ("/", "GET", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "cors"}, False),
        ("/", "GET", {"sec_fetch_site": "same-site", "sec_fetch_mode": "cors"}, False),
        ("/", "GET", {"sec_fetch_site": "cross-site"}, False),
        ("/", "POST", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, False),
        ("/", "POST", {"sec_fetch_site": "same-origin", "sec_fetch_mode": "navigate", "origin": OWN}, True),
        ("/api/ready", "GET", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, False),
        ("/api/ready", "GET", {"sec_fetch_site": "none", "sec_fetch_mode": "navigate"}, True),
        ("/api/ready", "GET", {"sec_fetch_site": "same-origin", "sec_fetch_mode": "cors"}, True),
        ("/api/ready", "GET", {"origin": OWN}, True),
        ("/api/ready", "GET", {"origin": FOREIGN}, False),
        ("/api/ready", "GET", {"origin": "null"}, False),
        ("/api/ready", "GET", {"origin": f"{FOREIGN}://127.0.0.1:8042"}, False),
        ("/api/ready", "GET", {"origin": "http://127.0.0.1:9999"}, False),
        ("/", "GET", {"origin": FOREIGN, "sec_fetch_mode": "navigate"}, True),
        ("/", "POST", {"origin": FOREIGN, "sec_fetch_mode": "navigate", "sec_fetch_site": "same-origin"}, False),
        ("/", "OPTIONS", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, True),
        ("/", "PUT", {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, False),
    ],
)
def test_other_sites_may_lead_here_and_nothing_else(
    path: str, method: str, headers: dict[str, str], allowed: bool
) -> None:
    sent = Outside().ask(path, method, **headers)
    assert (sent.status == 200) == allowed
    if not allowed:
        assert (sent.status, sent.body) == (403, '{"detail":"Requests of other sites are refused."}')


def test_a_socket_of_another_site_is_closed_and_our_own_opened() -> None:
    outside = Outside()
    opened = outside.ask("/api/courses/x/watch", kind="websocket", origin=OWN, cookie=f"gamelore={KEY}")
    assert opened.messages == [{"type": "websocket.accept"}]
    assert outside.last["visitor"] == "visitor"
    for headers in (
        {"origin": FOREIGN, "cookie": f"gamelore={KEY}"},
        {"origin": OWN},
        {"origin": OWN, "sec_fetch_mode": "navigate", "sec_fetch_site": "cross-site", "cookie": f"gamelore={KEY}"},
    ):
        closed = outside.ask("/api/courses/x/watch", kind="websocket", **headers)
        assert closed.messages == [{"type": "websocket.close", "code": 1008}]
    assert len(outside.inside.scopes) == 1


def test_whoever_says_nothing_of_pages_gets_json() -> None:
    assert Outside().ask(host="evil.example").headers["content-type"] == "application/json"


def test_what_is_no_request_of_anybodys_is_handed_on() -> None:
    outside = Outside()
    scope = {"type": "lifespan"}

    async def nothing(*_: Any) -> Any:
        return None

    asyncio.run(outside.guard(scope, nothing, nothing))
    assert outside.inside.scopes == [scope]
    assert outside.inside.scopes[0] is scope


FEW = Limits(body=10, burst=3, per_second=0.5, newcomers=2)


@pytest.mark.parametrize("length", ["11", "-5", "x", "", "9" * 40, "1e1", "0x1"])
def test_a_length_that_is_too_large_or_none_is_refused(length: str) -> None:
    sent = Outside(Door(limits=FEW)).ask("/", "POST", content_length=length)
    assert (sent.status, sent.body) == (413, '{"detail":"A request has at most 10 bytes."}')


def test_a_body_within_the_limit_is_handed_on_and_one_beyond_it_is_cut_off() -> None:
    outside = Outside(Door(limits=FEW))
    assert outside.ask("/", "POST", body=(b"01234", b"56789"), content_length="10").status == 200
    assert outside.inside.bodies == [b"0123456789"]
    with pytest.raises(HTTPException) as caught:
        outside.ask("/", "POST", body=(b"01234", b"56789", b"!"))
    assert (caught.value.status_code, caught.value.detail) == (413, "A request has at most 10 bytes.")
    assert len(outside.inside.bodies) == 1


def test_visitors_are_slowed_down_one_by_one_and_newcomers_by_address() -> None:
    outside = Outside(Door(limits=FEW))
    now = [0.0]
    outside.guard.visitors.clock = outside.guard.newcomers.clock = lambda: now[0]
    mine, theirs = {"cookie": f"gamelore={KEY}"}, {"cookie": f"gamelore={OLD}"}
    assert [outside.ask(**mine).status for _ in range(5)] == [200, 200, 200, 429, 429]
    assert outside.ask(**theirs).status == 200
    assert [outside.ask().status for _ in range(3)] == [200, 200, 429]
    now[0] = 2.0
    assert [outside.ask(**mine).status for _ in range(2)] == [200, 429]
    now[0] = 30.001
    assert [outside.ask().status for _ in range(2)] == [200, 429]
    slow = outside.ask()
    assert slow.body == '{"detail":"That was too quick; wait a moment."}'
    assert slow.headers["retry-after"] == "1"
    assert list(outside.guard.newcomers.left) == ["10.0.0.1"]


def test_an_address_is_the_clients_or_nobodys() -> None:
    assert address_of({"client": ("10.0.0.9", 1)}) == "10.0.0.9"
    assert address_of({"client": None}) == address_of({}) == ""
    assert address_of({"client": ("testclient", 1)}) == "testclient"


def test_of_the_new_addresses_the_first_half_counts() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::9") == "2001:db8:1:3::"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("::ffff:10.0.0.9") == "10.0.0.9"


def test_people_get_a_page_and_scripts_get_json() -> None:
    door = Door(limits=FEW)
    page = Outside(door).ask(host="evil.example", **PEOPLE)
    assert (page.body, page.headers["content-type"]) == (
        "<h1>421</h1>This server does not go by that name.", "text/html; charset=utf-8",
    )  # fmt: skip
    script = Outside(door).ask("/api/x", host="evil.example", **PEOPLE)
    assert script.headers["content-type"] == "application/json"
    for sent in (page, script):
        assert sent.headers["content-length"] == str(len(sent.body))
        assert "retry-after" not in sent.headers
        assert [message["type"] for message in sent.messages] == ["http.response.start", "http.response.body"]
    assert Outside(door).ask(host="evil.example").headers["content-type"] == "application/json"


# --- what every answer says -------------------------------------------------------------------------------------------


def test_every_answer_says_what_a_browser_may_do_with_it() -> None:
    outside = Outside()
    for sent in (outside.ask(), outside.ask(host="evil.example"), outside.ask(host="localhost")):
        told = sent.headers
        assert told["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "frame-ancestors 'none'" in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "same-origin"
        assert told["cross-origin-opener-policy"] == told["cross-origin-resource-policy"] == "same-origin"
        assert told["permissions-policy"] == "camera=(), microphone=(), geolocation=()"
        assert told["cache-control"] == "no-store"


def test_what_an_answer_says_by_itself_stays() -> None:
    outside = Outside()
    outside.inside.headers = ((b"Cache-Control", b"no-cache"), (b"x-own", b"1"))
    sent = outside.ask()
    named = [name for name, _ in sent.messages[0]["headers"]]
    assert sent.headers["Cache-Control"] == "no-cache"
    assert sent.headers["x-own"] == "1"
    assert b"cache-control" not in named
    assert sent.headers["x-content-type-options"] == "nosniff"
    outside.inside.headers = ()
    assert outside.ask().body == "inside"


# --- one name of this machine -----------------------------------------------------------------------------------------


def test_whoever_is_nobody_under_another_name_is_sent_home() -> None:
    outside = Outside()
    sent = outside.ask("/games/x y", host="localhost:8042", query="a=1&b=%20")
    assert (sent.status, sent.headers["location"]) == (307, "http://127.0.0.1:8042/games/x%20y?a=1&b=%20")
    assert (sent.headers["content-length"], sent.body) == ("0", "")
    assert [message["type"] for message in sent.messages] == ["http.response.start", "http.response.body"]
    assert sent.messages[1] == {"type": "http.response.body", "body": b""}
    assert outside.ask("/X", host="localhost").headers["location"] == "http://127.0.0.1/X"
    assert outside.ask("/", "HEAD", host="LocalHost").headers["location"] == "http://127.0.0.1/"
    assert outside.ask("/own:x", host="[::1]:1").headers["location"] == "http://127.0.0.1:1/own:x"
    assert outside.ask("/a\r\nb", host="localhost").headers["location"] == "http://127.0.0.1/a%0D%0Ab"
    assert outside.inside.scopes == []


def test_whoever_is_somebody_there_or_asks_for_something_else_is_not() -> None:
    outside = Outside(Door(None, "code"))
    for path, method, headers in (
        ("/", "GET", {"host": "localhost", "cookie": f"gamelore={KEY}"}),
        ("/", "POST", {"host": "localhost"}),
        ("/static/page.css", "GET", {"host": "localhost"}),
        ("/api/ready", "GET", {"host": "localhost"}),
        ("/", "GET", {"host": "127.0.0.1"}),
        ("/", "GET", {"host": "school.example"}),
    ):
        assert outside.ask(path, method, **headers).status == 200, (path, method, headers)
    assert Outside(Door(home="[::1]")).ask(host="127.0.0.1:7").headers["location"] == "http://[::1]:7/"
    assert Outside(Door(home="[::1]")).ask(host="[::1]:7").status == 200


# --- keys, cookies, codes ---------------------------------------------------------------------------------------------


def test_keys_cannot_be_guessed_and_are_kept_as_digests() -> None:
    found = {new_key() for _ in range(50)}
    assert len(found) == 50
    assert {len(key) for key in found} == {43}
    assert digest_of("a") == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"


def test_cookies_are_out_of_reach_of_scripts_and_come_with_links_alone() -> None:
    assert cookie_of("n", "k") == "n=k; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert no_cookie("n") == "n=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
    assert MONTH == 30 * 24 * 3600


def test_a_cookie_is_called_by_the_folder_of_its_page(tmp_path: Path) -> None:
    here = cookie_name(tmp_path)
    assert here.startswith("gamelore-")
    assert len(here) == len("gamelore-") + 8
    assert cookie_name(tmp_path / "x" / "..") == here
    assert cookie_name(tmp_path / "x") != here


def test_a_door_opens_for_its_code_alone() -> None:
    door = Door(LOOPBACK, "sésame")
    assert door.opens("sésame")
    assert not door.opens("sesame")
    assert not door.opens("")


def test_a_bucket_fills_to_the_brim_and_the_longest_unused_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    buckets = Buckets(2, 0.5, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert [buckets.take("b", 2.5), buckets.take("b", 2.0), buckets.take("b", 0.0)] == [False, True, True]
    monkeypatch.setattr(Buckets, "MOST", 3)
    for other in "cdef":
        buckets.take(other)
    assert list(buckets.left) == ["d", "e", "f"]
    buckets.take("d")
    buckets.take("g")
    assert list(buckets.left) == ["f", "d", "g"]
    assert Buckets(1, 1).take("x")
