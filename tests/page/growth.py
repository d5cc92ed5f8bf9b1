"""Whether the server grows: `python -m tests.page.growth --requests 20000 --contests 2000`.

One visitor begins contests, plays some moves of each and asks the page for everything else in between: boards, reasons,
lines, pages, and things that are refused. What the server holds in memory is read off after a warm-up and at the end:
between the two it may grow by 20 MB. Of a visitor 500 contests are kept, and stay in memory as long as there is room;
what is added until then is meant to be, so it is told apart from what is added afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.page.load import CONTESTS, Connection, Server

from gamelore.app.page.door.guard import Limits

MOST = 20.0
"""Megabytes."""
WARM_REQUESTS, WARM_CONTESTS = 1000, 200
PLAYED = (*CONTESTS, ("forty_two", "random"), ("tic_tac_toe", "random"), ("achi", "reasonable"))
PAGES = ("/", "/own", "/record", "/guides", "/courses", "/coach", "/games/tapatan", "/games/none", "/static/page.css")


def resident(server: Server) -> float:
    """Megabytes of the server."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def enter(connection: Connection) -> None:
    """Get a key, as a newcomer's page does."""
    status, _ = await connection.ask("POST", "/api/welcome", {"first": secrets.token_hex(24)})
    if status in (401, 404, 405):
        await connection.ask("GET", "/")
    assert connection.cookie


class Visit:
    """One visitor and all that he does."""

    def __init__(self, server: Server) -> None:
        self.server, self.connection, self.rng = server, Connection(server.port), random.Random(20_000)
        self.requests = self.contests = 0
        self.seen: Counter[int] = Counter()
        self.last: list[str] = []
        """The last contests, newest last."""

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = await self.connection.ask(method, path, body)
        self.seen[status] += 1
        assert status < 500, (path, status, answer)
        return answer

    async def play(self) -> None:
        """Begin a contest and make some moves."""
        game, against = self.rng.choice(PLAYED)
        now = await self.ask("POST", "/api/contests", {"game": game, "against": against, "seat": self.rng.randrange(2)})
        self.contests += 1
        self.last = [*self.last[-20:], now["sitting"]]
        for _ in range(self.rng.randrange(1, 6)):
            if now["result"] is not None:
                break
            move = {"version": now["version"], "move": self.rng.choice(now["moves"])["action"]}
            now = await self.ask("POST", f"/api/contests/{now['sitting']}/moves", move)

    async def look(self) -> None:
        """Ask for something that changes nothing, or that is refused."""
        key, rng = self.rng.choice(self.last), self.rng
        asked: tuple[str, str, Any] = rng.choice(
            (
                ("GET", f"/api/contests/{key}", None),
                ("GET", f"/api/contests/{key}/why", None),
                ("GET", f"/api/contests/{key}/why?everything=true", None),
                ("GET", f"/api/contests/{key}/lines", None),
                ("GET", f"/contests/{key}", None),
                ("GET", rng.choice(PAGES), None),
                ("GET", f"/api/contests/{rng.getrandbits(64):x}", None),
                ("GET", f"/games/{rng.getrandbits(64):x}", None),
                ("GET", f"/{rng.getrandbits(64):x}", None),
                ("POST", "/api/contests", {"game": f"{rng.getrandbits(64):x}", "against": "random"}),
                ("POST", "/api/contests", {"game": "tic_tac_toe", "against": f"agent:{rng.getrandbits(64):x}"}),
                ("POST", "/api/contests", {"what": rng.random()}),
                ("POST", f"/api/contests/{key}/moves", {"version": 9999, "move": "1"}),
                ("POST", f"/api/contests/{key}/moves", {"version": 0, "move": f"{rng.random()}"}),
            )
        )
        await self.ask(*asked)
        self.requests += 1

    async def go_on(self, requests: int, contests: int) -> None:
        """Until there were so many of both."""
        while self.contests < contests or self.requests < requests:
            if self.requests * contests >= self.contests * requests:
                await self.play()
            else:
                await self.look()

    def told(self, name: str) -> float:
        """Print how it stands."""
        size = resident(self.server)
        found = {"requests": self.requests, "contests": self.contests, "MB": round(size, 1)}
        print(name, json.dumps({**found, "load": round(os.getloadavg()[0], 1)}), flush=True)
        return size


async def measure(server: Server, requests: int, contests: int) -> float:
    """Megabytes that the server grew by since the warm-up."""
    visit = Visit(server)
    visit.told("at first")
    await enter(visit.connection)
    await visit.go_on(WARM_REQUESTS, WARM_CONTESTS)
    warm = visit.told("after a warm-up")
    full = max(Limits().sittings + 20, WARM_CONTESTS)
    await visit.go_on(max(WARM_REQUESTS, full * requests // contests), full)
    kept = visit.told("as many contests as are kept")
    for share in range(1, 5):
        await visit.go_on(visit.requests + (requests - visit.requests) // (5 - share),
                          visit.contests + (contests - visit.contests) // (5 - share))  # fmt: skip
        end = visit.told(f"{share} quarters of the rest")
    print(f"since the warm-up {end - warm:+.1f} MB, since as many contests as are kept {end - kept:+.1f} MB")
    print("answers:", dict(sorted(visit.seen.items())))
    return end - warm


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--contests", type=int, default=2000)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), warm=True, hurried=True)
        try:
            grown = asyncio.run(measure(server, asked.requests, asked.contests))
        finally:
            server.kill()
    print(f"{time.monotonic() - began:.0f} s")
    sys.exit(0 if grown < MOST else 1)
