"""Half-sent requests, slow hands and crowds: whoever keeps the server waiting is let go, and nobody else is."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
import uvicorn

from gamelore.app.page.door.connections import (
    MOST_FIELDS,
    MOST_HEAD,
    PageConfig,
    Patience,
    PatientH11,
    PatientHttpTools,
    PatientProtocol,
    Protocol,
    configured,
)
from gamelore.app.page.door.guard import Receive, Scope, Send, network_of

SHORT = Patience(head=0.8, body=0.8, taking=0.8)
TAKING = Patience(head=0.8, body=0.8, taking=3.0)
"""Time enough to take a large answer on a busy machine."""
SOON = 5.0
"""Seconds in which whoever is let go is let go even on a busy machine; whoever is not stays for eight."""
ASK = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: he"
POST = b"POST /body HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n"
UPGRADE = (
    b"GET /watch HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
THOUGHT = 1.2
LARGE = 10_000_000
"""More than two sockets hold between them, if the one that does not read is small."""


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers at once, after a thought, with much, with the length of what was sent, or over a WebSocket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": "seen"})
        return
    answer = b"done"
    if scope["path"] == "/thought":
        await asyncio.sleep(THOUGHT)
    if scope["path"] == "/large":
        answer = bytes(LARGE)
    if scope["path"] == "/body":
        seen, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            seen, more = seen + len(message["body"]), message["more_body"]
        answer = str(seen).encode()
    length = (b"content-length", str(len(answer)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": answer})


@dataclass
class Served:
    """A server of this process, and whoever has called on it."""

    config: PageConfig
    port: int
    callers: list[socket.socket] = field(default_factory=list)

    def call(self, said: bytes = b"", address: str = "127.0.0.1", *, is_small: bool = False) -> socket.socket:
        """Open a connection, and say something; a small one holds little that nobody has read."""
        caller = socket.socket()
        if is_small:
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        caller.bind((address, 0))
        caller.settimeout(5)
        caller.connect(("127.0.0.1", self.port))
        self.callers.append(caller)
        if said:
            caller.sendall(said)
        return caller

    def held(self) -> dict[str, int]:
        """How many connections there are of each address."""
        return {address: len(found) for address, found in list(self.config.connections.held.items())}

    def hang_up(self) -> None:
        for caller in self.callers:
            caller.close()
        self.callers.clear()


@contextlib.contextmanager
def serving(patience: Patience = SHORT, protocol: type[PatientProtocol] = Protocol) -> Iterator[Served]:
    """The little application on a free port, read by either protocol, with uvloop or without."""
    config = configured(_app, "127.0.0.1", 0, patience, protocol=protocol, log_level="critical")
    if protocol is PatientH11:
        config.loop = "asyncio"
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started)
    served = Served(config, server.servers[0].sockets[0].getsockname()[1])
    try:
        yield served
    finally:
        served.hang_up()
        server.should_exit = True
        thread.join(10)
    assert served.config.connections.held == {}
    assert served.config.connections.count == 0


@pytest.fixture(scope="module", params=[PatientH11, PatientHttpTools])
def impatient(request: pytest.FixtureRequest) -> Iterator[Served]:
    with serving(SHORT, request.param) as found:
        yield found


@pytest.fixture
def served(impatient: Served) -> Iterator[Served]:
    """A server on which nobody else calls; all that it held of its callers is forgotten when they have gone."""
    yield impatient
    impatient.hang_up()
    until(lambda: impatient.held() == {} and impatient.config.connections.count == 0)


def until(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never was so"
        time.sleep(0.005)


def heard(caller: socket.socket) -> bytes:
    """The next that comes; nothing at the end of the connection."""
    try:
        return caller.recv(65_536)
    except ConnectionError:
        return b""


def answered(caller: socket.socket, said: bytes = ASK) -> bytes:
    """The whole answer, which is short."""
    caller.sendall(said)
    told = heard(caller)
    while told and b"\r\n\r\n" not in told:
        told += heard(caller)
    while told and told.endswith(b"\r\n\r\n"):  # the body comes by itself
        told += heard(caller) or b" "
    return told


def lasts(caller: socket.socket, drip: bytes = b"") -> float:
    """Seconds until the server hangs up; with a drip, a byte is sent every now and then."""
    began, left = time.monotonic(), drip
    caller.settimeout(0.05)
    while time.monotonic() < began + 8:
        try:
            if not caller.recv(65_536):
                break
        except TimeoutError:
            with contextlib.suppress(OSError):
                caller.sendall(left[:1])
            left = left[1:]
        except ConnectionError:
            break
    return time.monotonic() - began


# --- time -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [b"", HALF, b"\r\n"], ids=["nothing", "half a head", "a line end"])
def test_whoever_sends_half_a_head_is_let_go_while_another_is_served(served: Served, said: bytes) -> None:
    half = served.call(said)
    assert answered(served.call()).startswith(b"HTTP/1.1 200")
    assert lasts(half) < SOON
    assert answered(served.call()).endswith(b"done")


def test_a_byte_now_and_then_does_not_make_the_time_for_a_head_longer(served: Served) -> None:
    assert lasts(served.call(HALF), drip=b"re" * 100) < SOON


def test_whoever_sends_half_a_body_is_let_go(served: Served) -> None:
    assert lasts(served.call(POST + b"12345")) < SOON


def test_a_byte_now_and_then_does_not_make_the_time_for_a_body_longer(served: Served) -> None:
    slow = POST.replace(b"10", b"1000")
    assert lasts(served.call(slow), drip=b"x" * 1000) < SOON


def test_a_body_that_comes_in_time_is_answered(served: Served) -> None:
    caller = served.call(POST + b"12345")
    time.sleep(SHORT.body / 4)
    assert answered(caller, b"67890").endswith(b"\r\n\r\n10")


def test_a_second_request_has_the_time_of_the_first_and_no_more(served: Served) -> None:
    caller = served.call()
    assert answered(caller).endswith(b"done")
    time.sleep(SHORT.head * 1.5)  # which is not part of any request
    caller.sendall(HALF)
    time.sleep(SHORT.head / 4)
    assert answered(caller, b"re\r\n\r\n").endswith(b"done")
    assert answered(caller, POST + b"0123456789").endswith(b"10")
    caller.sendall(HALF)
    assert lasts(caller, drip=b"re" * 100) < SOON


def test_line_ends_between_two_requests_are_no_way_to_stay(served: Served) -> None:
    caller = served.call()
    assert answered(caller).endswith(b"done")
    assert lasts(caller, drip=b"\r\n" * 100) < SOON


def test_the_rest_of_a_body_that_nobody_waits_for_is_no_way_to_stay(served: Served) -> None:
    ask = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nx"
    caller = served.call()
    assert answered(caller, ask).endswith(b"done")
    assert lasts(caller, drip=b"x" * 900) < SOON


def test_a_long_thought_is_not_cut_short(served: Served) -> None:
    posted = POST.replace(b"/body", b"/thought")
    callers = [served.call(said) for said in (ASK.replace(b"/ ", b"/thought "), posted + b"0123456789", posted)]
    time.sleep(0.05)
    callers[-1].sendall(b"0123456789")
    assert [answered(caller, b"").endswith(b"done") for caller in callers] == [True] * 3


def test_requests_that_are_sent_at_once_are_answered_in_turn(served: Served) -> None:
    caller = served.call(ASK.replace(b"/ ", b"/thought ") + ASK + POST + b"01234")
    told = b""
    while told.count(b"done") < 2:
        told += heard(caller)
    assert answered(caller, b"56789").endswith(b"\r\n\r\n10")


@pytest.mark.parametrize("protocol", [PatientH11, PatientHttpTools])
def test_whoever_does_not_take_the_answer_is_let_go_and_whoever_does_gets_all_of_it(
    protocol: type[PatientProtocol],
) -> None:
    with serving(TAKING, protocol) as served:
        large = ASK.replace(b"/ ", b"/large ")
        stuck, reader = served.call(large, is_small=True), served.call(large)
        told = heard(reader)
        taken = len(told.partition(b"\r\n\r\n")[2])
        while taken < LARGE:
            piece = heard(reader)
            assert piece, f"let go after {taken} bytes"
            taken += len(piece)
        until(lambda: served.held() == {"127.0.0.1": 1}, 10)
        assert answered(reader).endswith(b"done")
        got = 0
        while piece := heard(stuck):
            got += len(piece)
        assert got < LARGE


def test_whoever_says_goodbye_and_does_not_take_the_answer_is_let_go_as_well(served: Served) -> None:
    served.call(b"GET /large HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n", is_small=True)
    until(lambda: served.held() != {})
    until(lambda: served.held() == {}, 10)


def test_a_websocket_lives_longer_than_any_head_and_is_forgotten_when_it_ends(served: Served) -> None:
    watcher = served.call(UPGRADE)
    assert heard(watcher).startswith(b"HTTP/1.1 101")
    time.sleep(THOUGHT)
    watcher.sendall(b"\x81\x82\0\0\0\0hi")  # a text of two letters
    assert b"seen" in heard(watcher)
    assert served.held() == {"127.0.0.1": 1}
    watcher.close()
    until(lambda: served.held() == {})


def test_a_websocket_that_is_asked_for_before_the_answer_to_something_else_is_forgotten_as_well(served: Served) -> None:
    watcher = served.call(ASK.replace(b"/ ", b"/thought ") + UPGRADE)
    told = b""
    while told.count(b"HTTP/1.1 ") < 2:
        told += heard(watcher)
    time.sleep(SHORT.head)
    assert served.held() == {"127.0.0.1": 1}
    watcher.close()
    until(lambda: served.held() == {})


# --- size -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [PatientH11, PatientHttpTools])
def test_a_head_without_end_is_refused(protocol: type[PatientProtocol]) -> None:
    begun = b"GET / HTTP/1.1\r\nHost: here\r\nx: "
    with serving(Patience(), protocol) as served:
        caller = served.call(begun + b"x" * (MOST_HEAD + 1 - len(begun)))
        assert heard(caller).split()[1] in (b"431", b"400")  # h11's own word is 400
        assert answered(served.call()).endswith(b"done")


def test_fields_without_end_after_a_body_in_pieces_are_refused() -> None:
    with serving(Patience(), PatientHttpTools) as served:
        caller = served.call(b"POST /body HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
        caller.sendall(b"a: b\r\n" * (MOST_FIELDS + 1))
        assert lasts(caller) < 2


# --- number -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [PatientH11, PatientHttpTools])
@pytest.mark.parametrize("half", [b"", HALF, POST + b"1"], ids=["nothing", "half a head", "half a body"])
def test_half_sent_requests_shut_nobody_out_not_even_at_their_own_address(
    protocol: type[PatientProtocol], half: bytes
) -> None:
    with serving(Patience(of_one_address=8, in_all=20), protocol) as served:
        playing = served.call()
        assert answered(playing).endswith(b"done")
        for number in range(60):
            served.call(half, f"127.0.0.{1 + number % 4}")
            assert answered(playing).endswith(b"done")
        assert sum(served.held().values()) <= 21
        assert max(served.held().values()) <= 9
        for number in range(1, 7):
            assert answered(served.call(address=f"127.0.0.{number}")).endswith(b"done")
        assert answered(playing).endswith(b"done")
        served.hang_up()
        until(lambda: served.held() == {})


@pytest.mark.parametrize("protocol", [PatientH11, PatientHttpTools])
def test_where_nobody_waits_one_more_is_told_so_and_another_address_is_served(protocol: type[PatientProtocol]) -> None:
    thought = ASK.replace(b"/ ", b"/thought ")
    with serving(Patience(of_one_address=3, in_all=20), protocol) as served:
        busy = [served.call(thought) for _ in range(3)]
        until(lambda: served.held() == {"127.0.0.1": 3})
        time.sleep(0.1)
        for _ in range(3):
            told = answered(served.call())
            assert told.startswith(b"HTTP/1.1 503")
            assert b'{"detail":"There are too many connections' in told
        browser = answered(served.call(), ASK.replace(b"\r\n\r\n", b"\r\nAccept: text/html\r\n\r\n"))
        assert b"\r\ncontent-type: text/plain" in browser
        assert b"\r\n\r\nThere are too many connections" in browser
        assert answered(served.call(address="127.0.0.2")).endswith(b"done")
        assert [answered(caller, b"").endswith(b"done") for caller in busy] == [True] * 3
        until(lambda: served.held()["127.0.0.1"] == 3)
        assert answered(served.call()).endswith(b"done")  # whoever was idle longest made room


@pytest.mark.parametrize("protocol", [PatientH11, PatientHttpTools])
def test_an_idle_connection_makes_room_only_if_nobody_is_in_the_middle_of_a_request(
    protocol: type[PatientProtocol],
) -> None:
    with serving(Patience(of_one_address=3), protocol) as served:
        idle, older = served.call(), served.call()
        for caller in (idle, older, idle):
            assert answered(caller).endswith(b"done")
            time.sleep(0.02)  # uvloop counts in milliseconds
        half = served.call(HALF)
        time.sleep(0.1)
        fourth = served.call()
        assert answered(fourth).endswith(b"done")
        assert heard(half) == b""
        assert answered(served.call()).endswith(b"done")
        assert heard(older) == b""
        assert answered(idle).endswith(b"done")
        assert answered(fourth).endswith(b"done")


def test_a_school_behind_one_address_has_room_by_default() -> None:
    usual = Patience()
    assert usual.of_one_address >= 200
    assert usual.in_all >= 3 * usual.of_one_address


def test_what_counts_as_one_address() -> None:
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("") == ""


def test_there_are_never_more_connections_than_files_may_be_open() -> None:
    script = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (300, {hard}))
from gamelore.app.page.door.connections import Patience, configured
async def app(scope, receive, send): ...
patience = configured(app, "127.0.0.1", 0).connections.patience
print(patience.in_all, patience.of_one_address, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    found = [
        subprocess.run([sys.executable, "-c", script.format(hard=hard)], capture_output=True, text=True, check=True)
        for hard in (1000, min(20_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    ]
    assert found[0].stdout.split() == ["800", "400", "1000"]
    assert found[1].stdout.split() == ["2000", "512", "2200"]
