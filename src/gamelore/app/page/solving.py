"""Solving that takes longer than anybody should wait for an answer: told before, and done in a process of its own.

What is estimated to take a few seconds is solved by whoever asks, in a thread. Anything longer is refused there
(`patient`) with the time that it would take; a visitor may then let it be solved by
`python -m gamelore.app.page.solving GAME`, which fills the cache of solved tables and says nothing. It can be ended,
ends with the page, and has limits of memory and of time. A table is written whole or not at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from gamelore.app.page.child import end_with_the_page
from gamelore.base.errors import NotAvailable
from gamelore.oracles import patience

T = TypeVar("T")

PROMISED = 5.0
"""Seconds of the processor; what is estimated to take longer is not solved while somebody waits."""
AT_ONCE = 2
"""How many may run at a time, one of each visitor."""
MOST_SECONDS, MOST_BYTES = 600, 2**31
"""Of processor time, and of memory that a process may ask for: the compiler of the kernels asks for a GB, the largest
table that is solved here for 16 MB."""
MOST_KEPT = 1000
"""Of how many visitors the last outcome is remembered."""
RUNNING, ENDED, DONE = "running", "ended", "done"
COMMAND = (sys.executable, "-m", "gamelore.app.page.solving")
"""What a game is solved by, before its name or its file."""


def patient(job: Callable[[], T]) -> T:
    """Do a job in this thread without solving anything that takes longer than promised."""
    with patience(PROMISED):
        return job()


@dataclass(eq=False)
class Begun:
    """A game that a visitor lets be solved, and what became of that."""

    game: str
    began: float
    process: asyncio.subprocess.Process | None = None
    state: str = RUNNING
    seconds: float = 0.0
    words: str = ""
    stopped: bool = False

    def told(self) -> dict[str, Any]:
        seconds = time.monotonic() - self.began if self.state == RUNNING else self.seconds
        words = f"Solving it, {seconds:.0f} seconds so far." if self.state == RUNNING else self.words
        return {"state": self.state, "seconds": round(seconds, 1), "words": words}

    def end(self) -> None:
        """End it at once; nothing of a table is left behind."""
        self.stopped = True
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()


class Solving:
    """The games that are being solved; of each visitor the last one."""

    def __init__(self) -> None:
        self.of: dict[str, Begun] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, visitor: str, game: str) -> Begun | None:
        """What became of the visitor's wish to have a game solved; None if there was none of late."""
        found = self.of.get(visitor)
        return found if found is not None and found.game == game else None

    async def begin(self, visitor: str, game: str, where: str) -> None:
        """Let a game be solved that stands at a name or in a file."""
        running = [who for who, found in self.of.items() if found.state == RUNNING]
        if visitor in running:
            if self.of[visitor].game == game:
                return
            raise NotAvailable("One game of yours is being solved already; wait for it, or end it.")
        if len(running) >= AT_ONCE:
            raise NotAvailable(f"{AT_ONCE} games are being solved already; try again in a minute.")
        for gone in [who for who, found in self.of.items() if found.state != RUNNING][: len(self.of) - MOST_KEPT + 1]:
            del self.of[gone]
        begun = self.of[visitor] = Begun(game, time.monotonic())
        try:
            begun.process = await asyncio.create_subprocess_exec(
                *COMMAND, where, start_new_session=True,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
        except BaseException:
            begun.state, begun.words = ENDED, "It could not be begun."
            raise
        if begun.stopped:  # while it was being started
            begun.end()
        task = asyncio.create_task(_wait_for(begun, begun.process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self, visitor: str, game: str) -> None:
        """End what the visitor lets be solved."""
        found = self.look(visitor, game)
        if found is not None and found.state == RUNNING:
            found.end()

    async def close(self) -> None:
        """End all of them."""
        for found in self.of.values():
            if found.state == RUNNING:
                found.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _wait_for(begun: Begun, process: asyncio.subprocess.Process) -> None:
    code = await process.wait()
    begun.seconds = time.monotonic() - begun.began
    begun.state = DONE if code == 0 else ENDED
    if code == 0:
        begun.words = "It was solved, but the table cannot be kept here."  # or whoever asks finds it
    elif begun.stopped:
        begun.words = f"It was ended after {begun.seconds:.0f} seconds."
    elif code == -signal.SIGXCPU:
        begun.words = f"It took longer than {MOST_SECONDS // 60} minutes of the processor, and was ended."
    else:
        begun.words = "It could not be solved here; it may need more memory than it may have."


def main(game: str) -> int:
    """Solve a game of ours by its name, or one of a file; the table is in the cache then."""
    from gamelore.games.registry import load_game
    from gamelore.oracles import truth_of

    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 10))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    end_with_the_page(signal.SIGKILL)
    truth = truth_of(load_game(game))
    if truth is not None:
        truth.find()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
