"""What is made ready when the page starts: the compiled parts of the players, with a word of how far that is.

On a machine that has never run them they are compiled, which takes some seconds for each kind of player; later they are
loaded. Whoever opens the page meanwhile is told, and a move that needs them waits for no more than its own part.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.games.registry import load_game

WARMING = (
    ("pong_hau_ki", "maxims"), ("pong_hau_ki", "novice"), ("draw_poker", "poker:builtin"),
    ("forty_two", "table:formula"),
)  # fmt: skip
"""What is played once at the start, so that kernels are loaded; on boards where few begin, since whoever thinks about a
game keeps others from it."""
Thinker = Callable[[Callable[[], None], str], Awaitable[None]]


class Warming:
    """How far the players are."""

    def __init__(self) -> None:
        self.done = len(WARMING)
        """How many kinds of players are ready; all of them unless somebody makes them ready."""

    async def run(self, think: Thinker) -> None:
        """Let every kind of player move once."""
        self.done = 0
        for name, against in WARMING:
            await think(partial(warm_up, name, against), name)
            self.done += 1

    @property
    def words(self) -> str:
        """What a visitor is told meanwhile; empty when everybody is ready."""
        if self.done >= len(WARMING):
            return ""
        return (
            f"The players are getting ready, {self.done} of {len(WARMING)} kinds so far. The first time this takes up "
            "to a minute; a first move may have to wait for it."
        )

    async def look(self) -> dict[str, Any]:
        """The same for a script."""
        return {"ready": not self.words, "words": self.words}


def warm_up(name: str, against: str) -> None:
    """Load what the first move would wait for; the first board is on the screen meanwhile."""
    with contextlib.suppress(Exception):  # whatever fails here is told to whoever asks for it
        game = load_game(name)
        sitting = TableSitting(game, 1, {at: against for at in range(game.seats) if at != 1}, ContestKey(0))
        sitting.start()
        sitting.narrowing()
