"""Many visitors at once: `python -m tests.page.load --visitors 200 --seconds 120`.

Every visitor plays one contest after another over a connection of its own: it looks at the answer for a second or two
before the next move, so 200 of them ask for some 130 moves a second. The time of every reply is taken, and at the end
each contest is asked for once more: what was acknowledged must stand there. The server is a process of its own, started
here; its processor time a move is told beside the visitors', for machines that have other work, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CONTESTS = (
    ("lose_tic_tac_toe", "maxims"), ("five_mens_morris", "maxims"), ("tic_tac_toe", "maxims"), ("tapatan", "maxims"),
    ("lose_tic_tac_toe", "reasonable"), ("draw_poker", "poker:builtin"),
)  # fmt: skip
OF_ONE_ADDRESS = 200
"""Visitors who share an address; the next ones come from another, as from another school."""
_SERVER = """
import sys, uvicorn
from pathlib import Path
from gamelore.app.page.door.connections import configured
from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.serving import settle
from gamelore.app.page.server import WebPage
from gamelore.app.page.warming import to_warm, warm_up
ever_so_quick = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6))
page = WebPage(Path(sys.argv[1]), ever_so_quick if "hurried" in sys.argv else None, background=False)
if "warm" in sys.argv:
    for warm in to_warm():
        warm_up(warm)
settle()
uvicorn.Server(configured(page.app, "127.0.0.1", int(sys.argv[2]), log_level="error")).run()
"""


class Server:
    """The page in a process of its own."""

    def __init__(self, folder: Path, *, warm: bool, hurried: bool = False) -> None:
        self.folder, self.warm, self.hurried = folder, warm, hurried
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        told = [str(self.folder), str(self.port), "warm" if self.warm else "cold"]
        told += ["hurried"] if self.hurried else []  # nobody is too quick
        self.process = subprocess.Popen([sys.executable, "-c", _SERVER, *told])
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)

    def processor_seconds(self) -> float:
        """What it has used so far: tells what it can do on a machine that has other work, too."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As a crash would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Connection:
    """One visitor's connection: the least HTTP that does, so that the server's time is measured and not ours."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address, self.cookie = port, address, ""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and read the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=1 << 20, local_addr=(self.address, 0)
            )
        assert self.reader is not None
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(data)}\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        self.writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        content = await self.reader.readexactly(int(headers["content-length"]))
        for line in lines:
            if line.lower().startswith("set-cookie: "):
                self.cookie = line[12:].split(";")[0]
        is_json = headers.get("content-type", "").startswith("application/json")
        return int(lines[0].split()[1]), json.loads(content) if is_json else content

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.writer = self.reader = None


@dataclass
class Tally:
    """What all visitors saw."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    hung_up: int = 0
    """Visitors who could not go on, since the server had gone or would not have them any longer."""

    def figures(self, lasted: float) -> dict[str, float]:
        """The figures that count."""
        ordered = sorted(self.seconds) or [0.0]
        at = {f"p{share}": ordered[min(len(ordered) - 1, len(ordered) * share // 100)] * 1000 for share in (50, 95, 99)}
        whole = {"moves": len(self.seconds), "a second": len(self.seconds) / lasted}
        return {**whole, **at, "errors": len(self.errors), "lost": len(self.lost), "hung up": self.hung_up}


class Player:
    """A visitor who plays at random."""

    def __init__(self, port: int, number: int, tally: Tally, contests: Sequence[tuple[str, str]] = CONTESTS) -> None:
        school = f"127.0.0.{1 + number // OF_ONE_ADDRESS}"
        self.connection, self.rng, self.tally = Connection(port, school), random.Random(number), tally
        self.contests = contests
        self.acknowledged: dict[str, Any] = {}
        """The last answer about each contest."""

    async def play(self, until: float, pause: float) -> None:
        """Play until it is time to stop, or the server has gone."""
        try:
            await self._play(until, pause)
        except (OSError, asyncio.IncompleteReadError):
            self.tally.hung_up += 1  # of a server that was killed, what it acknowledged is looked for later
        finally:
            self.connection.close()

    async def _play(self, until: float, pause: float) -> None:
        await asyncio.sleep(self.rng.random() * pause)
        if not self.connection.cookie:
            await self.connection.ask("POST", "/api/welcome", {})
        while time.monotonic() < until:
            game, against = self.rng.choice(self.contests)
            status, now = await self.connection.ask(
                "POST", "/api/contests", {"game": game, "against": against, "seat": self.rng.randrange(2)}
            )
            if status != 200:
                self.tally.errors.append(f"{status} {now}")
                await asyncio.sleep(pause)
                continue
            while now["result"] is None and time.monotonic() < until:
                self.acknowledged[now["sitting"]] = now
                await asyncio.sleep(pause * (0.5 + self.rng.random()))
                now = await self._move(now)
            self.acknowledged[now["sitting"]] = now

    async def _move(self, now: Any) -> Any:
        move = self.rng.choice(now["moves"])["action"]
        began = time.monotonic()
        body = {"version": now["version"], "move": move}
        status, after = await self.connection.ask("POST", f"/api/contests/{now['sitting']}/moves", body)
        self.tally.seconds.append(time.monotonic() - began)
        if status != 200:
            self.tally.errors.append(f"{status} {after}")
            return now
        return after

    async def check(self) -> None:
        """Look for everything that was acknowledged."""
        for key, told in self.acknowledged.items():
            status, now = await self.connection.ask("GET", f"/api/contests/{key}")
            kept = status == 200 and now["history"][: len(told["history"])] == told["history"]
            if not kept or now["version"] < told["version"]:
                self.tally.lost.append(f"{key}: {status}, {told['history']} became {now}")
        self.connection.close()


async def visit(port: int, visitors: int, seconds: float, pause: float) -> tuple[Tally, list[Player]]:
    """So many visitors for so long."""
    tally = Tally()
    players = [Player(port, number, tally) for number in range(visitors)]
    until = time.monotonic() + seconds
    await asyncio.gather(*(player.play(until, pause) for player in players))
    return tally, players


def measure(visitors: int, seconds: float, pause: float) -> dict[str, float]:
    """A whole run."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), warm=True)
        try:

            async def run() -> dict[str, float]:
                before, mine = server.processor_seconds(), time.process_time()
                tally, players = await visit(server.port, visitors, seconds, pause)
                spent, mine = server.processor_seconds() - before, time.process_time() - mine
                moves = max(1, len(tally.seconds))
                for player in players:
                    await player.check()
                print(*tally.errors[:5], *tally.lost[:5], sep="\n", file=sys.stderr)
                costs = {"server ms a move": 1000 * spent / moves, "visitor ms a move": 1000 * mine / moves}
                return {**tally.figures(seconds), **costs, "load": os.getloadavg()[0]}

            return asyncio.run(run())
        finally:
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--visitors", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=1.5)
    asked = parser.parse_args()
    found = measure(asked.visitors, asked.seconds, asked.pause)
    print(json.dumps({name: round(value, 1) for name, value in found.items()}))
    quick = found["p99"] < 300 and found["a second"] >= 100
    sys.exit(0 if quick and not found["errors"] and not found["lost"] and not found["hung up"] else 1)
