"""How long a visitor waits: `python -m tests.page.quickness`.

From `gamelore serve` to the first board, twice: the first time whatever is compiled may have to be, the second time the
machine is warm. Then the replies of a list of maxims and of Hoyle, who has learned in a course on the page, one move
at a time. It prints figures and judges nothing: they are those of a quiet machine only where the load beside them is.
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
from pathlib import Path
from typing import Any

from tests.page.load import Connection

GAME = "lose_tic_tac_toe"


async def _asked(connection: Connection, method: str, path: str, body: Any = None) -> Any:
    status, answer = await connection.ask(method, path, body)
    assert status == 200, (path, status, answer)
    return answer


async def first_board(port: int, began: float) -> tuple[Connection, float]:
    """Knock until the page opens, sit down, and tell the seconds since the beginning."""
    connection = Connection(port)
    while True:
        try:
            await connection.ask("GET", f"/games/{GAME}")
            break
        except OSError:
            connection.close()
            await asyncio.sleep(0.02)
    now = await _asked(connection, "POST", "/api/contests", {"game": GAME, "against": "maxims", "seat": 0})
    assert "<svg" in now["picture"]
    return connection, time.monotonic() - began


async def replies(connection: Connection, against: str, moves: int) -> list[float]:
    """Milliseconds of so many replies, the slowest last."""
    rng = random.Random(20_000)
    found: list[float] = []
    while len(found) < moves:
        now = await _asked(connection, "POST", "/api/contests", {"game": GAME, "against": against, "seat": 0})
        while now["result"] is None:
            body = {"version": now["version"], "move": rng.choice(now["moves"])["action"]}
            began = time.monotonic()
            now = await _asked(connection, "POST", f"/api/contests/{now['sitting']}/moves", body)
            found.append(1000 * (time.monotonic() - began))
            await asyncio.sleep(0.05)  # a visitor may ask twenty times a second
    return sorted(found)


async def taught(connection: Connection, contests: int) -> str:
    """Hoyle, after a course on the page."""
    course = {"game": GAME, "learner": "hoyle", "contests": contests}
    told = await _asked(connection, "POST", "/api/courses", course)
    while told["state"] == "running":
        await asyncio.sleep(0.5)
        told = await _asked(connection, "GET", f"/api/courses/{told['course']}")
    assert told["state"] == "finished", told
    return f"agent:{told['course']}"


def run(folder: Path, moves: int, contests: int) -> dict[str, Any]:
    """Start the page, ask, stop it; with moves, play as well."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began = time.monotonic()
    command = [sys.executable, "-m", "gamelore", "serve", "--port", str(port), "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    async def visit() -> dict[str, Any]:
        connection, seconds = await first_board(port, began)
        found: dict[str, Any] = {"first board, s": seconds}
        while moves and not (await _asked(connection, "GET", "/api/ready"))["ready"]:
            await asyncio.sleep(0.2)
        for name in ("maxims", "hoyle") if moves else ():
            who = name if name == "maxims" else await taught(connection, contests)
            times = await replies(connection, who, moves)
            found[f"{name}: median reply, ms"] = times[len(times) // 2]
            found[f"{name}: slowest of {len(times)}, ms"] = times[-1]
        return found

    try:
        return asyncio.run(visit())
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--contests", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        for name, moves in (("first", 0), ("warm", asked.moves)):
            figures = run(Path(made), moves, asked.contests)
            rounded = {key: round(value, 2) for key, value in figures.items()}
            print(name, json.dumps({**rounded, "load": round(os.getloadavg()[0], 1)}), flush=True)
