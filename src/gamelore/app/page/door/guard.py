"""Who may ask the page for what: the door in front of every request.

A visitor is whoever holds an unguessable key, in a cookie that scripts cannot read. A link from another site brings
the cookie along, so that whoever follows it is the same visitor; nothing else that another site asks for does, and the
door refuses it all the same. It lets in only the names that the server is known by (a page of another site could
otherwise point its own name here), refuses bodies that are too large and visitors that are too quick, sends whoever
comes to another name of this machine to the one whose cookies count, and puts the headers on every answer that let a
browser load nothing from anywhere else.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from starlette.exceptions import HTTPException

from gamelore.base.errors import GameloreError
from gamelore.base.files import to_json

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "gamelore"
"""What the names of our cookies begin with."""
MOST_KEYS = 50
"""Keys in one request: a browser carries one for every page that was ever served from this host."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: scripts, styles and pictures of ours."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}
_YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600
"""How old a cookie gets before its browser is handed the same key again."""
WITHOUT_KEY = frozenset({"/api/welcome", "/api/you/recover", "/api/ready"})
"""What can be asked of the server by somebody who has no key yet."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor, and all of them, may ask for."""

    per_second: float = 20.0
    """Requests of a visitor in the long run."""
    burst: float = 80.0
    """Requests of a visitor at once."""
    newcomers: float = 400.0
    """Requests at once from one address without a key; as many a minute in the long run."""
    body: int = 65_536
    """Bytes of a request; a game of one's own is the largest."""
    courses: int = 2
    """Courses at a time, of all visitors."""
    sittings: int = 500
    """Contests that are kept of one visitor; older ones go."""
    agents: int = 50
    """Lessons that are kept of one visitor, and courses, each with its agent; older ones go."""
    games: int = 50
    """Games of one's own, of one visitor."""
    guesses: float = 20.0
    """Wrong codes from one address at once; one more every six seconds."""


class Buckets:
    """A bucket of requests for each visitor, filled again as time goes by; the longest unused are forgotten."""

    MOST = 20_000

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether the bucket held so much."""
        now = self.clock()
        left, at = self.left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.per_second)
        enough = left >= cost
        self.left[who] = (left - cost if enough else left, now)
        if len(self.left) > self.MOST:
            self.left.popitem(last=False)
        return enough


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """What is kept of a key: whoever reads the file of contests cannot take a visitor's place."""
    return hashlib.sha256(key.encode()).hexdigest()


def cookie_name(folder: Path) -> str:
    """How the cookie of a page is called: browsers send cookies to all ports of a host, so each page has its own."""
    return f"{COOKIE}-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:8]}"


def cookie_of(name: str, key: str) -> str:
    """The header that hands a browser its key."""
    return f"{name}={key}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"


def no_cookie(name: str) -> str:
    """The header that takes a key from a browser."""
    return f"{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


@dataclass(frozen=True, slots=True)
class Known:
    """A key that somebody has shown, and whose it is."""

    key: str
    cookie: str
    """The name of the cookie that it came in."""
    visitor: str
    renewed: float
    """When the browser was last handed it."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who is let in."""

    hosts: frozenset[str] | None = LOOPBACK
    """The names that the server answers to, without port; None for any, which needs a code."""
    code: str = ""
    """What a newcomer must know; empty if anybody may enter."""
    home: str = "127.0.0.1"
    """Of the names of this machine itself, the one whose cookies count; browsers keep them apart."""
    limits: Limits = Limits()

    def opens(self, code: str) -> bool:
        """Whether this is the code."""
        return hmac.compare_digest(code.encode(), self.code.encode())


class Guard:
    """The door as a layer around an ASGI application; it leaves what it knows of the visitor in the scope.

    `known` tells whose a key is, by its digest: the visitor and when the key was renewed, or None. `dress` makes a page
    of a refusal, for people.
    """

    def __init__(
        self,
        app: App,
        door: Door,
        known: Callable[[str], tuple[str, float] | None],
        dress: Callable[[str, int], str],
    ) -> None:
        self.app, self.door, self.known, self.dress = app, door, known, dress
        limits = door.limits
        self.visitors = Buckets(limits.burst, limits.per_second)
        self.newcomers = Buckets(limits.newcomers, limits.newcomers / 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, send on to the right name, or hand on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._foreign(scope, headers)
        if refused is None:
            try:
                scope["known"] = known = self._known(headers.get("cookie", ""))
            except GameloreError as error:  # the file cannot be read just now; nobody may be taken for a newcomer
                refused = 503, str(error)
            else:
                scope["visitor"] = known.visitor if known else ""
                refused = self._refusal(scope, known)
        if refused is not None:
            await self._refuse(scope, headers, send, *refused)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif self._elsewhere(scope, headers):
            await self._send_home(scope, headers, send)
        else:
            await self.app(scope, _measured(receive, self.door.limits.body), _with_headers(send))

    def _known(self, cookies: str) -> Known | None:
        """The first key of a request that belongs to somebody: it may stand under any name of ours."""
        for name, key in _keys_in(cookies):
            found = self.known(digest_of(key))
            if found is not None:
                return Known(key, name, *found)
        return None

    def _foreign(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Why a request is refused whoever makes it."""
        host = headers.get("host", "")
        if self.door.hosts is not None and _without_port(host) not in self.door.hosts:
            return 421, "This server does not go by that name."
        if _is_cross_site(scope, headers, host):
            return 403, "Requests of other sites are refused."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self.door.limits.body:
            return 413, f"A request has at most {self.door.limits.body} bytes."
        return None

    def _refusal(self, scope: Scope, known: Known | None) -> tuple[int, str] | None:
        allowed = self.visitors.take(known.visitor) if known else self.newcomers.take(address_of(scope))
        if not allowed:
            return 429, "That was too quick; wait a moment."
        path: str = scope["path"]
        if known is None and path.startswith("/api/") and path not in WITHOUT_KEY:
            return 401, "Open the page first: it hands you a key."
        return None

    def _elsewhere(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Whether a page is asked for under another name of this machine, by somebody who is nobody there."""
        name, path = _without_port(headers.get("host", "")), scope["path"]
        asks = scope["method"] in ("GET", "HEAD") and not path.startswith(("/api/", "/static/"))
        return asks and scope["known"] is None and name in LOOPBACK and name != self.door.home

    async def _send_home(self, scope: Scope, headers: dict[str, str], send: Send) -> None:
        port = headers["host"][len(_without_port(headers["host"])) :]
        query = scope.get("query_string", b"").decode("latin-1")
        path = quote(scope["path"], safe="/:@!$&'()*+,;=~") + (f"?{query}" if query else "")
        place = f"http://{self.door.home}{port}{path}".encode("latin-1")
        plain = _with_headers(send)
        await plain({"type": "http.response.start", "status": 307, "headers": [(b"location", place), _EMPTY]})
        await plain({"type": "http.response.body", "body": b""})

    async def _refuse(self, scope: Scope, headers: dict[str, str], send: Send, status: int, why: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        read_by_people = "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/")
        text, kind = (self.dress(why, status), "text/html; charset=utf-8") if read_by_people else (_told(why), _JSON)
        body = text.encode()
        more = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        if status in (429, 503):
            more.append((b"retry-after", b"1"))
        plain = _with_headers(send)
        await plain({"type": "http.response.start", "status": status, "headers": more})
        await plain({"type": "http.response.body", "body": body})


_JSON = "application/json"
_EMPTY = (b"content-length", b"0")


def _told(why: str) -> str:
    return to_json({"detail": why})


def address_of(scope: Scope) -> str:
    """Where a request comes from; a school shares one address."""
    return network_of(scope["client"][0]) if scope.get("client") else ""


def network_of(address: str) -> str:
    """What counts as one address: of the new kind the first half, since whoever has one of those has all the rest."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Address(int(found) >> 64 << 64))


def _keys_in(cookies: str) -> list[tuple[str, str]]:
    """The names and keys of our cookies; no more of them than a browser would have."""
    named = (cookie.strip().partition("=") for cookie in cookies.split(";"))
    found = [(name, key) for name, _, key in named if key and (name == COOKIE or name.startswith(f"{COOKIE}-"))]
    return found[:MOST_KEYS]


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


def _is_cross_site(scope: Scope, headers: dict[str, str], host: str) -> bool:
    """Whether another site makes this request; following a link to a page of ours is no such thing."""
    asks = scope["type"] == "http" and scope["method"] in _SAFE and not scope["path"].startswith("/api/")
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    if asks and headers.get("sec-fetch-mode") == "navigate":
        return False
    if origin is not None and origin.partition("://")[2] != host:
        return True
    return site not in ("same-origin", "none")


class TooLarge(HTTPException):
    """A body that went on beyond the limit."""


def _measured(receive: Receive, most: int) -> Receive:
    """The same body, as long as it keeps within the limit; what says nothing of its length is counted."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge(413, f"A request has at most {most} bytes.")
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present: Iterable[tuple[bytes, bytes]] = message.get("headers", [])
            named = {name.lower() for name, _ in present}
            more = [(n.encode(), v.encode()) for n, v in _HEADERS.items() if n.encode() not in named]
            message["headers"] = [*present, *more]
        await send(message)

    return dressed
