"""Matches of 42: deals called by bidders and played out by the machine, and matches to seven marks.

Exact play with open hands is no judge of bidding: it makes so many contracts that it rewards overbidding without limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.forty_two.machine import Machine
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two.game import Deal, FortyTwo, FortyTwoState, random_deal
from gamelore.games.forty_two.rules import MARKS_TO_WIN, SEATS
from gamelore.games.forty_two.table import BIDDING, NAMING
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Player


def random_deals(seed: int, n: int) -> list[Deal]:
    """Deals for a match."""
    return [random_deal(stream(seed, number, Phase.TEST)) for number in range(n)]


def auction(game: FortyTwo, deal: Deal, bidders: Sequence[Player], key: ContestKey) -> FortyTwoState:
    """Call a deal and name trump: the state in which the first domino is led."""
    state = game.initial_state(str(deal))
    names = tuple(bidder.name for bidder in bidders)
    for seat, bidder in enumerate(bidders):
        if bidder not in bidders[:seat]:
            seats = tuple(s for s in range(SEATS) if bidders[s] is bidder)
            bidder.begin(seat, ContestInfo(game, names, number=key.number, seats=seats))
    while state.stage() in (BIDDING, NAMING):
        seat = state.current_player()
        hand = stream(key.seed, key.run, Phase.SAMPLE, key.number, seat)
        action = bidders[seat].decide(state.view(seat), hand).action
        state = state.child(action)  # type: ignore[arg-type]
    return state


def play_out(state: FortyTwoState, machine: Machine, key: ContestKey) -> FortyTwoState:
    """Play a hand to its end with the machine at all four seats."""
    streams = [key.stream(seat) for seat in range(SEATS)]
    while not state.is_terminal():
        seat = state.current_player()
        state = state.child(machine.play(state.view(seat), streams[seat]).action)  # type: ignore[arg-type]
    return state


@dataclass(frozen=True, slots=True)
class Match:
    """A match to seven marks: the record of every hand, and the marks of the two sides."""

    records: tuple[Record, ...]
    marks: tuple[int, int]

    @property
    def winner(self) -> int:
        """The side that reached seven marks first."""
        return 0 if self.marks[0] > self.marks[1] else 1


def play_match(game: FortyTwo, players: Sequence[Player], key: ContestKey = ContestKey()) -> Match:  # noqa: B008
    """Play hands, the deal passing in rotation, until a side has seven marks; hands all pass count for nobody."""
    records: list[Record] = []
    marks = [0, 0]
    dealer = random_deal(stream(key.seed, key.run, key.phase, key.number)).dealer
    while max(marks) < MARKS_TO_WIN:
        number = key.number + len(records)
        deal = replace(random_deal(stream(key.seed, key.run, Phase.SETUP, number)), dealer=dealer)
        record = play(game, players, replace(key, number=number), deal=str(deal))
        records.append(record)
        won = int(record.returns[0])
        if won:
            marks[0 if won > 0 else 1] += abs(won)
        dealer = (dealer + 1) % SEATS
    return Match(tuple(records), (marks[0], marks[1]))
