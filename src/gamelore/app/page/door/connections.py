"""The connections of the page: how long a visitor may keep the server waiting, and how many may be open.

uvicorn waits for ever for the rest of a request, and once it has as many connections as it may it answers 503 to
everybody: two thousand half-sent requests shut a whole school out. Here a request has a time for its head and a time
for its body, which no byte now and then extends, and an answer a time in which it is taken. Where there is no room
left, whoever has kept the server waiting longest makes room, first of all at the newcomer's own address. Nothing here
limits how long the server thinks about its answer, nor how long a course is watched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from gamelore.app.page.door.guard import App, network_of

KEEP_ALIVE = 30
"""Seconds that a connection stays open for the next request; uvicorn sees to that."""
LAST_WORDS = 10
"""Seconds for which a server that was told to stop waits for the answers that it owes."""
MOST_HEAD = 32_768
"""Bytes of a request's head; a browser sends a thousand."""
MOST_FIELDS = 256
"""Fields of a head, and of what may follow a body in pieces; a browser sends twenty."""
SPARE = 200
"""Files that the rest of the server may have open: the store, guides, courses."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits for a visitor, in seconds, and how many connections it holds."""

    head: float = 10.0
    """For a whole head, from the opening of the connection or the first byte of a later request."""
    body: float = 20.0
    """For a whole body; 64 KiB is the largest."""
    taking: float = 60.0
    """For an answer that lies ready to be taken."""
    of_one_address: int = 512
    """Connections of one address, which a school may share: a browser opens up to six."""
    in_all: int = 2000
    """Connections of all addresses."""


class Stage(Enum):
    """What a connection is at."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    IDLE = auto()
    WATCHED = auto()


_FULL = "There are too many connections just now; close some windows, or wait a moment."
_LONG = "The head of this request is too long."
_PHRASES = {431: "Request Header Fields Too Large", 503: "Service Unavailable"}


class Connections:
    """All that are open, by address; a look around every now and then ends those that keep the server waiting."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self.held: dict[str, set[PatientProtocol]] = {}
        self.count = 0
        self.tick = min(1.0, min(patience.head, patience.body, patience.taking) / 4)
        self._timer: asyncio.TimerHandle | None = None

    def admit(self, newcomer: PatientProtocol) -> bool:
        """Let a connection in; if there was no room and nobody waiting could make any, only to be told so."""
        beside = self.held.get(newcomer.address, set())
        if len(beside) >= self.patience.of_one_address:
            room = self._make_room(beside)
        elif self.count >= self.patience.in_all:
            room = self._make_room(self._all())
        else:
            room = True
        # One that is only to be told so waits as well: the next newcomer takes its place.
        self.held.setdefault(newcomer.address, set()).add(newcomer)
        self.count += 1
        if self._timer is None:
            self._timer = newcomer.loop.call_later(self.tick, self._look_around, newcomer.loop)
        return room

    def release(self, connection: PatientProtocol) -> None:
        """Forget a connection that has ended, or is about to."""
        beside = self.held.get(connection.address, set())
        if connection in beside:
            beside.remove(connection)
            self.count -= 1
            if not beside:
                del self.held[connection.address]

    def _all(self) -> list[PatientProtocol]:
        return [connection for beside in self.held.values() for connection in beside]

    def _make_room(self, among: Iterable[PatientProtocol]) -> bool:
        """End whoever has been in the middle of a request for longest, or else idle for longest."""
        found = list(among)
        for stages in ((Stage.HEAD, Stage.BODY), (Stage.IDLE,)):
            waiting = [connection for connection in found if connection.stage in stages]
            if waiting:
                min(waiting, key=lambda connection: connection.since).drop()
                return True
        return False

    def _look_around(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        try:
            for connection in self._all():
                if connection.has_gone():
                    self.release(connection)
                elif connection.is_overdue(now):
                    connection.drop()
        finally:
            self._timer = loop.call_later(self.tick, self._look_around, loop) if self.held else None


class PatientProtocol(asyncio.Protocol):
    """What both of uvicorn's protocols lack: it is put before either of them."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    flow: FlowControl
    client: tuple[str, int] | None
    cycle: Any
    """The newest request, known by its head."""

    def __init__(self, config: PageConfig, **more: Any) -> None:
        super().__init__(config=config, **more)  # type: ignore[call-arg]
        self.held_by = config.connections
        self.patience = self.held_by.patience
        self.stage, self.since = Stage.HEAD, self.loop.time()
        self.taken_at = self.since
        """When nothing lay ready to be taken."""
        self.length = 0
        """Bytes of a head so far."""
        self.address = ""
        self.is_turned_away = False

    # --- what happens to a connection ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Find room for it."""
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.is_turned_away = not self.held_by.admit(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        self.held_by.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Notice where a head or a body ends."""
        if self.is_turned_away:
            self._refuse(503, _FULL, data)
            return
        if self.stage is Stage.IDLE:
            self._enter(Stage.HEAD)
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before or self.stage is Stage.BODY:
            self._notice(before)
        else:  # it was of a head: this request's, or the next one's that is sent before the answer
            self.length += len(data)
        if self.is_too_long() and not self.transport.is_closing():
            if self.stage is Stage.HEAD:
                self._refuse(431, _LONG, data)
            else:
                self.drop()

    def on_response_complete(self) -> None:
        """Notice where an answer ends."""
        before = self.cycle
        super().on_response_complete()  # type: ignore[misc]
        self._notice(before)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Leave whoever watches a course in peace: uvicorn asks now and then whether somebody is there."""
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]
        self._enter(Stage.WATCHED)

    # --- what it is at ------------------------------------------------------------------------------------------------

    def _enter(self, stage: Stage) -> None:
        self.stage, self.since, self.length = stage, self.loop.time(), 0

    def _notice(self, before: Any) -> None:
        """Tell the stage by the newest request; the rest of a body that was refused is waited for like any other."""
        if self.stage is Stage.WATCHED:  # asked for before the answer to something else was given
            return
        cycle = self.cycle
        stage = Stage.BODY if cycle.more_body else Stage.IDLE if cycle.response_complete else Stage.ANSWER
        if stage is not self.stage or cycle is not before:
            self._enter(stage)

    def is_too_long(self) -> bool:
        """Whether a head is longer than anybody's."""
        return self.length > MOST_HEAD

    def has_gone(self) -> bool:
        """Whether a WebSocket has ended, which is not told here."""
        gone = self.stage is Stage.WATCHED and self.transport.is_closing()
        return gone and not self.transport.get_write_buffer_size()

    def is_overdue(self, now: float) -> bool:
        """Whether the visitor has kept the server waiting for too long."""
        if not self.transport.get_write_buffer_size():
            self.taken_at = now
        elif now - self.taken_at > self.patience.taking:
            return True
        if self.stage is Stage.HEAD:
            return now - self.since > self.patience.head
        if self.stage is Stage.BODY:
            if self.flow.read_paused:  # it is the visitor who waits
                self.since = now
            return now - self.since > self.patience.body
        return False

    def drop(self) -> None:
        """End it at once, whatever is still to be sent: to close it would mean to wait until that is taken."""
        self.held_by.release(self)
        self.transport.abort()

    def _refuse(self, status: int, why: str, asked: bytes) -> None:
        """Say why, to a browser as a sentence and to a script as the door does, and end it."""
        is_read_by_people = b"text/html" in asked
        body = why if is_read_by_people else f'{{"detail":"{why}"}}'
        kind = "text/plain; charset=utf-8" if is_read_by_people else "application/json"
        self.transport.write(
            f"HTTP/1.1 {status} {_PHRASES[status]}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
            f"cache-control: no-store\r\nretry-after: 5\r\nconnection: close\r\n\r\n{body}".encode()
        )
        self.transport.close()


class PatientH11(PatientProtocol, H11Protocol):
    """Over the reader of requests that uvicorn brings along."""


Protocol: type[PatientProtocol] = PatientH11
"""The one that uvicorn would take by itself."""
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    pass
else:

    class PatientHttpTools(PatientProtocol, HttpToolsProtocol):
        """Over the quicker one, which knows no longest head."""

        def is_too_long(self) -> bool:
            """Whether a head, or what follows a body in pieces, is longer than anybody's."""
            return super().is_too_long() or len(self.headers or ()) > MOST_FIELDS

    Protocol = PatientHttpTools


class PageConfig(uvicorn.Config):
    """uvicorn's settings, and the connections that its protocols share."""

    def __init__(self, app: App, patience: Patience, **more: Any) -> None:
        super().__init__(app, **more)
        self.connections = Connections(patience)


def configured(
    app: App,
    host: str,
    port: int,
    patience: Patience | None = None,
    *,
    protocol: type[PatientProtocol] = Protocol,
    log_level: str = "warning",
) -> PageConfig:
    """How the page is served, here and in the tests: `uvicorn.Server(configured(app, host, port)).run()`."""
    patience = _within_reach(patience or Patience())
    return PageConfig(
        app, patience, host=host, port=port, http=protocol, log_level=log_level, access_log=False,
        server_header=False, date_header=False, ws_max_size=4096, timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_WORDS,
        h11_max_incomplete_event_size=MOST_HEAD,
        # Nobody stands before this server: whoever sends X-Forwarded-For only pretends to be somebody else.
        proxy_headers=False,
        # 503 for everybody: only if twice as many requests are thought about as there are connections.
        limit_concurrency=2 * patience.in_all,
    )  # fmt: skip


def _within_reach(patience: Patience) -> Patience:
    """No more connections than files may be open: a server that cannot take any more up shuts everybody out."""
    try:
        import resource
    except ImportError:  # Windows
        return patience
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = patience.in_all + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return patience
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    in_all = max(16, allowed - SPARE)
    return replace(patience, in_all=in_all, of_one_address=min(patience.of_one_address, max(1, in_all // 2)))
