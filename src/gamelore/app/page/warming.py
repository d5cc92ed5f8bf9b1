"""What is made ready when the page starts: the compiled parts of the players, with a word of how far that is.

On a machine that has never run them they are compiled, which takes some seconds for each kind of player; later they
are loaded. They come in the order in which visitors need them: whom one meets first, then hints, then reviews. Whoever
opens the page meanwhile is told what is made ready and for how long, at a table too, and a move that needs it waits for
no more than its own part.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from gamelore.app.page.catalogue import games
from gamelore.app.page.display import ACTS, Warm, display_of
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.games.registry import load_game

Thinker = Callable[[Callable[[], None], str], Awaitable[None]]
Clock = Callable[[], float]

MOST_PLIES = 60
"""No contest that warms the players is longer."""


def to_warm() -> tuple[Warm, ...]:
    """What is done once at the start, so that kernels are loaded: first whatever a visitor does first."""
    displays = dict.fromkeys(display_of(game) for game in games())
    return tuple(
        sorted((warm for display in displays for warm in display.warming), key=lambda warm: ACTS.index(warm.act))
    )


class Warming:
    """How far the players are."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.kinds, self.clock = to_warm(), clock
        self.done = len(self.kinds)
        """How much is ready; all of it unless somebody makes it ready."""
        self.began = self.current = clock()

    async def run(self, think: Thinker) -> None:
        """Do all of it, one after the other."""
        self.done, self.began = 0, self.clock()
        for warm in self.kinds:
            self.current = self.clock()
            await think(partial(warm_up, warm), warm.game)
            self.done += 1

    def left(self) -> float:
        """Seconds that the rest will take, if it is as much slower or quicker than usual as what is done was."""
        usual = sum(warm.seconds for warm in self.kinds[: self.done])
        pace = (self.current - self.began) / usual if usual else 1.0
        ahead = sum(warm.seconds for warm in self.kinds[self.done :])
        return max(1.0, pace * ahead - (self.clock() - self.current))

    @property
    def words(self) -> str:
        """What a visitor is told meanwhile; empty when everybody is ready."""
        if self.done >= len(self.kinds):
            return ""
        warm, so_far, left = self.kinds[self.done], self.clock() - self.current, self.left()
        return (
            f"Getting ready, {self.done + 1} of {len(self.kinds)}: {warm.words}, for {so_far:.0f} s so far; all of it "
            f"takes about {_rounded(left)} more, the first time on a machine. What needs it waits for it."
        )

    async def look(self) -> dict[str, Any]:
        """The same for a script."""
        return {"ready": not self.words, "words": self.words}


def _rounded(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 10 else f"{5 * round(seconds / 5)} s"


def warm_up(warm: Warm) -> None:
    """Load what somebody would wait for; the first board is on the screen meanwhile."""
    with contextlib.suppress(Exception):  # whatever fails here is told to whoever asks for it
        do(warm)


def do(warm: Warm) -> None:
    """What a visitor would do."""
    game = load_game(warm.game)
    sitting = TableSitting(game, 1, {at: warm.against for at in range(game.seats) if at != 1}, ContestKey(0))
    sitting.start()
    sitting.narrowing()
    if warm.act == "hint":
        sitting.truth()
        sitting.hint()
    elif warm.act != "begin":
        while sitting.your_turn and len(sitting.plies) < MOST_PLIES:
            sitting.play(sitting.moves()[0].action)
            sitting.narrowing()
        if warm.act == "review":
            sitting.review()
