"""Thousands of requests that are begun and never finished, at a page as users get it: whoever plays, plays on."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.page.load import OF_ONE_ADDRESS, Player, Tally

from gamelore.app.page.door.connections import Patience
from gamelore.app.page.guides import guide_file, guided_games

pytestmark = [pytest.mark.page, pytest.mark.timeout(300)]

MOVES = 20
"""Of those who were there, and of those who came later."""
CROWD = 2100
QUICKLY_MADE = (("lose_tic_tac_toe", "reasonable"), ("tapatan", "random"), ("tic_tac_toe", "random"))
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_A_BODY = b"POST /api/contests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{"


@contextlib.contextmanager
def gamelore_serve(folder: Path) -> Iterator[int]:
    """The command itself, on a free port; guides that stand there already are not made."""
    for name in guided_games():
        file = guide_file(folder, name)
        file.parent.mkdir(exist_ok=True)
        file.write_text("made")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "gamelore", "serve", "--port", str(port), "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            assert server.poll() is None, "the server did not start"
            time.sleep(0.1)
        yield port
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


@contextlib.contextmanager
def many_files(wanted: int) -> Iterator[None]:
    """So many files may be open for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"no more than {hard} files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def crowd_in(port: int, said: bytes, addresses: int, crowd: list[socket.socket]) -> None:
    """Open the connections, as quickly as one process can without keeping the players waiting."""
    loop = asyncio.get_running_loop()
    for number in range(CROWD):
        caller = socket.socket()
        crowd.append(caller)
        caller.setblocking(False)
        caller.bind((f"127.0.0.{1 + number % addresses}", 0))
        await asyncio.wait_for(loop.sock_connect(caller, ("127.0.0.1", port)), 10)
        await asyncio.wait_for(loop.sock_sendall(caller, said), 10)


def still_open(caller: socket.socket) -> bool:
    """Whether the server has not hung up; whatever it said before is passed over."""
    try:
        while caller.recv(4096):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("addresses", [1, 6])
@pytest.mark.parametrize("said", [HALF_A_HEAD, HALF_A_BODY], ids=["heads", "bodies"])
def test_whoever_plays_plays_on_while_thousands_of_requests_are_begun(
    tmp_path: Path, said: bytes, addresses: int
) -> None:
    crowd: list[socket.socket] = []
    early, late = Tally(), Tally()
    most = (Patience().in_all if addresses > 1 else Patience().of_one_address) + 1

    async def attacked(port: int) -> tuple[int, float]:
        until = time.monotonic() + 120  # a server that has just begun has other work, too
        playing = [Player(port, number * OF_ONE_ADDRESS, early, QUICKLY_MADE) for number in (0, 1, 7)]
        tasks = [asyncio.create_task(player.play(until, 0.1)) for player in playing]
        await asyncio.sleep(1)
        began = time.monotonic()
        await crowd_in(port, said, addresses, crowd)
        lasted = time.monotonic() - began
        # Newcomers have to find room first, from elsewhere and from where the crowd is. Not there if the door has seen
        # the heads: it counts whoever asks without a key, and lets no more of them in from that address for a while.
        schools = (1, 8) if said == HALF_A_BODY and addresses == 1 else (0, 1, 8)
        coming = [Player(port, number * OF_ONE_ADDRESS, late, QUICKLY_MADE) for number in schools]
        tasks += [asyncio.create_task(player.play(until, 0.1)) for player in coming]
        left = CROWD
        while time.monotonic() < until:  # it takes a while until all are taken up
            await asyncio.sleep(0.5)
            left = sum(map(still_open, crowd))
            if left <= most and min(len(early.seconds), len(late.seconds)) >= MOVES:
                break
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return left, lasted

    with many_files(CROWD + 400), gamelore_serve(tmp_path) as port:
        try:
            left, lasted = asyncio.run(attacked(port))
        finally:
            for caller in crowd:
                caller.close()
    slowest = max(early.seconds + late.seconds)
    print(f"{CROWD} in {lasted:.1f} s, {left} left; {len(early.seconds) + len(late.seconds)} moves, {slowest:.2f} s")
    assert early.errors == late.errors == []
    assert early.hung_up == late.hung_up == 0
    assert min(len(early.seconds), len(late.seconds)) >= MOVES
    assert left <= most
