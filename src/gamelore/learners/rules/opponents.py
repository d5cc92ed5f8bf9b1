"""What a rule player remembers of its opponents, from contest to contest of a game (Waterman 1968, section 5.2).

It belongs to the opponent: who changes places meets the same one, and takes along what is remembered. Whoever holds
several seats is its own opponent, once at each of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.learners.core import ContestInfo

Memory = Mapping[str, float]


class OpponentMemory:
    """The memories of one sitting. They are lost with each game of five rounds, and when contests do not follow."""

    def __init__(
        self, nothing_known: Memory, number: int | None = None, known: Mapping[str, Memory] | None = None
    ) -> None:
        self.nothing_known = nothing_known
        self.number = number
        """The contest that was last begun."""
        self.known: dict[str, Memory] = dict(known or {})
        """What is remembered of everybody met in this game."""
        self._others: dict[int, str] = {}

    def begin(self, contest: ContestInfo) -> None:
        follows = self.number is not None and contest.number == self.number + 1
        if not follows or contest.number % ROUNDS_PER_GAME == 0:
            self.known = {}
        self.number = contest.number
        self._others = {seat: _others(contest, seat) for seat in contest.seats}

    def of(self, seat: int) -> Memory:
        """What the one at this seat remembers of whoever sits opposite."""
        return self.known.get(self._others.get(seat, ""), self.nothing_known)

    def remember(self, seat: int, memory: Memory) -> None:
        """From now on this."""
        self.known[self._others[seat]] = memory


def _others(contest: ContestInfo, seat: int) -> str:
    """Who sits at the other seats, by name."""
    seats = range(contest.game.seats)
    names = contest.players or ("",) * contest.game.seats
    own = len(contest.seats) > 1
    return ", ".join(f"{names[other]} {other}" if own else names[other] for other in seats if other != seat)
