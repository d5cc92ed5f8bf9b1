"""Who may ask the page for what: the door in front of every request.

A visitor is whoever holds an unguessable key, in a cookie that scripts cannot read and other sites cannot send. The
door lets in only the names that the server is known by (a page of another site could otherwise point its own name
here), refuses requests that another site makes in a visitor's name, bodies that are too large and visitors that are
too quick,
and puts the headers on every answer that let a browser load nothing from anywhere else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.exceptions import HTTPException

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "gamelore"
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
    """Contests and lessons that are kept of one visitor; older ones go."""
    games: int = 50
    """Games of one's own, of one visitor."""


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


def visitor_of(key: str) -> str:
    """What is kept of a key: whoever reads the file of contests cannot take a visitor's place."""
    return hashlib.sha256(key.encode()).hexdigest()


def cookie_of(key: str) -> str:
    """The header that hands a browser its key."""
    return f"{COOKIE}={key}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict"


@dataclass(frozen=True, slots=True)
class Door:
    """Who is let in."""

    hosts: frozenset[str] | None = LOOPBACK
    """The names that the server answers to, without port; None for any, which needs a code."""
    code: str = ""
    """What a newcomer must know; empty if anybody may enter."""
    limits: Limits = Limits()

    def opens(self, code: str) -> bool:
        """Whether this is the code."""
        return hmac.compare_digest(code.encode(), self.code.encode())


class Guard:
    """The door as a layer around an ASGI application; it leaves the visitor, if known, in the scope."""

    def __init__(self, app: App, door: Door, knows: Callable[[str], bool]) -> None:
        self.app, self.door, self.knows = app, door, knows
        limits = door.limits
        self.visitors = Buckets(limits.burst, limits.per_second)
        self.newcomers = Buckets(limits.newcomers, limits.newcomers / 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        key = _key_in(headers.get("cookie", ""))
        visitor = visitor_of(key) if key else ""
        if visitor and not self.knows(visitor):
            visitor = ""
        scope["visitor"] = visitor
        refused = self._refusal(scope, headers, visitor)
        if refused is not None:
            await _refuse(scope, send, *refused)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _measured(receive, self.door.limits.body), _with_headers(send))

    def _refusal(self, scope: Scope, headers: dict[str, str], visitor: str) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self.door.hosts is not None and _without_port(host) not in self.door.hosts:
            return 421, "this server does not go by that name"
        if _is_cross_site(scope, headers, host):
            return 403, "requests of other sites are refused"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self.door.limits.body:
            return 413, f"a request has at most {self.door.limits.body} bytes"
        if visitor:
            allowed = self.visitors.take(visitor)
        else:
            allowed = self.newcomers.take(scope["client"][0] if scope.get("client") else "")
        if not allowed:
            return 429, "that was too quick; wait a moment"
        if not visitor and scope["path"].startswith("/api/"):
            return 401, "open the page first: it hands you a key"
        return None


def _key_in(cookies: str) -> str:
    if len(cookies) > 4096:
        return ""
    named = (cookie.strip().partition("=") for cookie in cookies.split(";"))
    return {name: value for name, _, value in named}.get(COOKIE, "")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


def _is_cross_site(scope: Scope, headers: dict[str, str], host: str) -> bool:
    """Whether another site makes this request; following a link to a page of ours is no such thing."""
    asks = scope["type"] == "http" and scope["method"] in _SAFE
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    if asks and headers.get("sec-fetch-mode") == "navigate":
        return False
    if origin is not None and origin.partition("://")[2] != host:
        return True
    return site not in ("same-origin", "none")


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = f'{{"detail":"{why}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    plain = _with_headers(send)
    await plain({"type": "http.response.start", "status": status, "headers": headers})
    await plain({"type": "http.response.body", "body": body})


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
            raise TooLarge(413, f"a request has at most {most} bytes")
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
