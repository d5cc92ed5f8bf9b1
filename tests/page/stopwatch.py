"""What a stopwatch can tell at 42: `python -m tests.page.stopwatch [--contests N] [--seed S]`.

A visitor plays 42 against `table:formula` on the page in this process and measures every reply. Afterwards it is looked
up whether the next player was forced (one legal domino) or free to choose. The figure is how often, of a free and a
forced play at the same trick with as many replies, the free one took longer: 50 % is nothing, 100 % is everything, and
beside it stands how far from 50 chance alone would take it in 1 of 20 cases.
It is printed without the beat and with it, on the machine as it is and with every core kept busy; beside it, what
the number of quick answers to other requests tells that are sent meanwhile, since a processor that thinks is busy for
everybody. It judges nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from tests.app.page.asking import GENEROUS, Visitor

from gamelore.app.page.door.beat import BEAT, OnTheBeat
from gamelore.app.page.server import WebPage
from gamelore.app.page.serving import SWITCH
from gamelore.games.forty_two import FortyTwoState
from gamelore.games.forty_two.rules import Play


@dataclass(frozen=True, slots=True)
class Reply:
    """How long the others took after one domino of the visitor's, and what is to be told from it."""

    trick: int
    replies: int
    """Plays of the others until it was the visitor's turn again."""
    forced: bool
    """Whether the next player had one legal domino."""
    milliseconds: float
    pings: int
    """Answers to other requests that came meanwhile."""


def bare(page: WebPage) -> Any:
    """The page without a beat."""
    app: Any = page.app
    while isinstance(app, OnTheBeat):
        app = app.app
    return app


async def listen(folder: Path, contests: int, seed: int, beat: float, *, ping: bool) -> list[Reply]:
    """Play so many contests and measure every reply to a domino."""
    page = WebPage(folder, GENEROUS, background=False)
    rng = random.Random(seed)
    found: list[Reply] = []
    async with page.api.router.lifespan_context(page.api):
        app = OnTheBeat(bare(page), beat)
        visitor = await Visitor(SimpleNamespace(app=app)).enter()  # type: ignore[arg-type]
        await visitor.begin("forty_two", "table:formula")  # whatever is built at the first contest
        with mock.patch("secrets.randbits", rng.getrandbits):
            for number in range(contests):
                now = await visitor.begin("forty_two", "table:formula", number % 4)
                while now["result"] is None:
                    moves = [move["action"] for move in now["moves"]]
                    move = moves[0] if moves[0] == "pass" else rng.choice(moves)
                    began, pings = time.monotonic(), _Pings(visitor) if ping else None
                    now = await visitor.move(now, move)
                    took = 1000 * (time.monotonic() - began)
                    counted = await pings.stop() if pings else 0
                    found.extend(_labelled(page, now["sitting"], took, counted))
    return found


class _Pings:
    """Requests about nothing, one after the other, until they are stopped."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.count = visitor, 0
        self.task = asyncio.create_task(self._go())

    async def _go(self) -> None:
        while True:
            await self.visitor.client.get("/api/ready")
            self.count += 1
            await asyncio.sleep(0)  # in this process nobody else has made it wait

    async def stop(self) -> int:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
        return self.count


def _labelled(page: WebPage, key: str, took: float, pings: int) -> Iterator[Reply]:
    """The reply to the visitor's last domino, if there was one and somebody played after it."""
    sitting = page.tables.open[key].sitting
    own = max(number for number, ply in enumerate(sitting.plies) if ply.seat == sitting.seat)
    after = sitting.plies[own + 1 :]
    if isinstance(sitting.plies[own].action, Play) and after and isinstance(after[0].action, Play):
        state = after[0].state
        assert isinstance(state, FortyTwoState)
        forced = len(state.legal_actions()) == 1
        yield Reply(len(state.table.tricks), len(after), forced, took, pings)


def told(replies: Sequence[Reply], of: str) -> float:
    """How often a free play has the larger figure than a forced one at the same trick with as many replies, in %."""
    groups: defaultdict[tuple[int, int], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for reply in replies:
        groups[reply.trick, reply.replies][reply.forced].append(getattr(reply, of))
    pairs = [(free, forced) for frees, forceds in groups.values() for free in frees for forced in forceds]
    return 100 * statistics.fmean((free > forced) + 0.5 * (free == forced) for free, forced in pairs)


def by_chance(replies: Sequence[Reply], of: str, draws: int = 200) -> float:
    """How far from 50 % that figure lies in 1 of 20 cases if nothing can be told: who was forced is shuffled."""
    rng, far = random.Random(0), []
    for _ in range(draws):
        groups: defaultdict[tuple[int, int], list[Reply]] = defaultdict(list)
        for reply in replies:
            groups[reply.trick, reply.replies].append(reply)
        shuffled = []
        for alike in groups.values():
            labels = rng.sample([reply.forced for reply in alike], len(alike))
            shuffled += [replace(reply, forced=forced) for reply, forced in zip(alike, labels, strict=True)]
        far.append(abs(told(shuffled, of) - 50))
    return sorted(far)[int(0.95 * draws)]


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keep so many cores busy meanwhile."""
    burning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def described(replies: Sequence[Reply]) -> str:
    """The figures of one run."""
    took = statistics.quantiles([reply.milliseconds for reply in replies], n=20)
    beyond = 100 * statistics.fmean(reply.milliseconds > 1000 * BEAT + 50 for reply in replies)
    telling = f"{told(replies, 'milliseconds'):5.1f} % (chance 50 ± {by_chance(replies, 'milliseconds'):.0f})"
    return (
        f"{telling}  {len(replies)} replies, median {took[9]:.1f} ms, 1 of 20 above {took[18]:.1f} ms, "
        f"{beyond:.1f} % beyond the first beat"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What a stopwatch can tell at 42.")
    parser.add_argument("--contests", type=int, default=60)
    parser.add_argument("--seed", type=int, default=23_001)
    given = parser.parse_args()
    sys.setswitchinterval(SWITCH)
    cores = os.cpu_count() or 1
    runs = [
        ("no beat", 0.0, False, 0),
        ("the beat", BEAT, False, 0),
        ("the beat, other requests counted", BEAT, True, 0),
        ("no beat, all cores busy", 0.0, False, cores),
        ("the beat, all cores busy", BEAT, False, cores),
    ]
    print(f"{given.contests} contests, seed {given.seed}, load {os.getloadavg()[0]:.2f} on {cores} cores")
    for name, beat, ping, burning in runs:
        with tempfile.TemporaryDirectory() as folder, busy(burning), asyncio.Runner(loop_factory=_loop()) as runner:
            replies = runner.run(listen(Path(folder), given.contests, given.seed, beat, ping=ping))
        print(f"{name:34}{described(replies)}", flush=True)
        if ping:
            count = 100 - told(replies, "pings")
            usual = statistics.median(reply.pings for reply in replies)
            chance = f"(chance 50 ± {by_chance(replies, 'pings'):.0f})"
            print(f"{'':34}{count:5.1f} % {chance}  by the count, of about {usual:.0f}", flush=True)


def _loop() -> Any:
    """The loop that the page is served with."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


if __name__ == "__main__":
    main()
