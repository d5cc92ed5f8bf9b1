"""The players at the other seats of a sitting, and what they remember of the contest.

Every decision is drawn from a stream of its own, by seat and ply, so that it can be found again. Learners may remember
within a contest what they did in it (a plan, the states they made). Before such a one decides after a sitting was
restored or a move taken back, it is asked again, from the same streams, what it was asked before; programs that search
or sample remember nothing and are not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gamelore.app.table.discretion import Ply
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyState
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Learner, Player

YOU = "you"
"""How a record calls the person."""

_PLY = DEALER << 1
"""How far apart the streams of two plies lie: no seat number is as large."""

Maker = Callable[[str, AnyGame], Player]


class OtherSeats:
    """Who sits at the other seats; each is made when somebody first needs it."""

    def __init__(self, game: AnyGame, seat: int, others: Mapping[int, str], key: ContestKey, make: Maker) -> None:
        self.game, self.seat, self.key, self.make = game, seat, key, make
        self.others = {at: others[at] for at in sorted(others)}
        self.players: dict[int, Player] = {}
        """Who has sat down so far, by seat."""
        self.called: dict[int, str] = {}
        """How the players call themselves, as far as that is known."""
        self._names: tuple[str, ...] = ()
        self._caught_up: dict[int, int] = {}
        """Up to which ply each remembers the contest; absent before it has begun."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at each seat."""
        if len(self._names) != self.game.seats:
            for at in self.others.keys() - self.called.keys():
                self.called[at] = self.player(at).name
            self._names = tuple(YOU if at == self.seat else self.called[at] for at in range(self.game.seats))
        return self._names

    def player(self, at: int) -> Player:
        """The player at a seat."""
        if at not in self.players:
            self.players[at] = self.make(self.others[at], self.game)
        return self.players[at]

    def stream(self, seat: int, ply: int) -> Rng:
        """The stream of a seat at a ply."""
        return self.key.stream(seat + _PLY * (ply + 1))

    def info(self, seat: int) -> ContestInfo:
        """What a seat is told before the contest begins."""
        return ContestInfo(self.game, self.names, number=self.key.number, seats=(seat,))

    def decide(self, at: int, plies: Sequence[Ply], state: AnyState, inherited: int) -> Decision:
        """What the player at a seat decides in a state, after some plies, the first of which others have made."""
        player, number = self.player(at), len(plies)
        known = self._caught_up.get(at, -1)
        if known < 0 or known > number:
            player.begin(at, self.info(at))
            known = 0
        if isinstance(player, Learner):
            for n in range(max(known, inherited), number):
                if plies[n].seat == at:
                    player.decide(plies[n].state.view(at), self.stream(at, n))
        self._caught_up[at] = number + 1
        return player.decide(state.view(at), self.stream(at, number))

    def forget(self) -> None:
        """Something was taken back: what is remembered of the contest holds no longer."""
        self._caught_up = {}

    def end(self, record: Record) -> None:
        """The contest is over: everybody gets up with what it saw."""
        for at in self.others:
            self.player(at).end(record.seen_by(self.game, (at,)))
