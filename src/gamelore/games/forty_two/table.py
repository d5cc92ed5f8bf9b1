"""What everybody at the table sees: the dealer, the calls, the trump and the tricks.

A `State` is a `Table` with four hands, a `View` a `Table` with one. All rules that need no hidden domino live here, so
that a view can never know more than the table and its own hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gamelore.base.errors import ImpossibleState
from gamelore.games.core import NOBODY, Outcome
from gamelore.games.forty_two.dominoes import ALL_POINTS, Domino, belongs, suit_led, trick_points, trick_winner
from gamelore.games.forty_two.rules import (
    PASS,
    PASSED,
    SEATS,
    Bid,
    FortyTwoAction,
    NameTrump,
    Pass,
    Play,
    RuleSet,
    last_bid,
    marks_of,
)

BIDDING, NAMING, PLAYING, OVER = "bidding", "trump", "play", "over"


@dataclass(frozen=True, slots=True)
class Trick:
    """Four dominoes in order of play, from the leader on."""

    leader: int
    dominoes: tuple[Domino, ...]
    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Table:
    """The public part of a contest."""

    rules: RuleSet
    dealer: int
    calls: tuple[int, ...] = ()
    """In order of calling; `PASSED` for a pass."""
    trump: int | None = None
    tricks: tuple[Trick, ...] = ()
    leader: int = NOBODY
    """Who leads, or led, to the trick that is being played."""
    trick: tuple[Domino, ...] = ()

    @property
    def first_caller(self) -> int:
        return self.dealer if self.rules.dealer_calls == "first" else (self.dealer + 1) % SEATS

    def caller(self, place: int) -> int:
        """Who makes the call at a place of the order (0 is the first)."""
        return (self.first_caller + place) % SEATS

    def call_of(self, seat: int) -> int | None:
        """What a seat called; None when it has yet to call."""
        place = (seat - self.first_caller) % SEATS
        return self.calls[place] if place < len(self.calls) else None

    @property
    def contract(self) -> int:
        """The last bid, `PASSED` while there is none."""
        return last_bid(self.calls)

    @property
    def declarer(self) -> int:
        """Who made the last bid; `NOBODY` while there is none."""
        return self.caller(self.calls.index(self.contract)) if self.contract else NOBODY

    @property
    def needed(self) -> int:
        """The points declarer's side must win."""
        return min(self.contract, ALL_POINTS)

    def points(self, team: int) -> int:
        """The points a team has taken so far; seats 0 and 2 are team 0."""
        return sum(trick.points for trick in self.tricks if trick.winner % 2 == team)

    def made(self) -> bool | None:
        """Whether the contract is made (True), set (False) or still open (None)."""
        team = self.declarer % 2
        if self.points(team) >= self.needed:
            return True
        return False if self.points(1 - team) > ALL_POINTS - self.needed else None

    @property
    def stage(self) -> str:
        """Bidding, naming trump, play, or over."""
        if len(self.calls) < SEATS:
            return BIDDING
        if not self.contract:
            return OVER
        if self.trump is None:
            return NAMING
        return PLAYING if self.made() is None else OVER

    def current_player(self) -> int:
        """Whose turn it is, `NOBODY` when the contest is over."""
        match self.stage:
            case "bidding":
                return self.caller(len(self.calls))
            case "trump":
                return self.declarer
            case "play":
                return (self.leader + len(self.trick)) % SEATS
        return NOBODY

    def suit_to_follow(self) -> int | None:
        """The suit that was led to the open trick, if one was."""
        return suit_led(self.trick[0], self.trump) if self.trick and self.trump is not None else None

    def playable(self, hand: Collection[Domino]) -> tuple[Domino, ...]:
        """The dominoes of a hand that may be put to the open trick."""
        suit = self.suit_to_follow()
        following = () if suit is None else tuple(d for d in hand if belongs(d, suit, self.trump))
        return following or tuple(hand)

    def legal_actions(self, hand: Collection[Domino]) -> tuple[FortyTwoAction, ...]:
        """What the player to move may do with this hand."""
        match self.stage:
            case "bidding":
                bids = tuple(Bid(amount) for amount in self.rules.legal_bids(self.contract))
                return bids if self.rules.must_bid(self.calls) else (PASS, *bids)
            case "trump":
                return tuple(NameTrump(trump) for trump in self.rules.trumps)
            case "play":
                return tuple(Play(domino) for domino in self.playable(hand))
        return ()

    def after(self, action: FortyTwoAction) -> Table:
        """The table after an action that is known to be legal."""
        match action:
            case Pass():
                return replace(self, calls=(*self.calls, PASSED))
            case Bid(amount):
                return replace(self, calls=(*self.calls, amount))
            case NameTrump(trump):
                return replace(self, trump=trump, leader=self.declarer)
            case Play(domino):
                dominoes = (*self.trick, domino)
                if len(dominoes) < SEATS:
                    return replace(self, trick=dominoes)
                assert self.trump is not None
                winner = (self.leader + trick_winner(dominoes, self.trump)) % SEATS
                taken = Trick(self.leader, dominoes, winner, trick_points(dominoes))
                return replace(self, tricks=(*self.tricks, taken), leader=winner, trick=())

    def plays(self) -> tuple[tuple[int, Domino], ...]:
        """Every domino played so far, with who played it, in order."""
        done = tuple(((t.leader + i) % SEATS, d) for t in self.tricks for i, d in enumerate(t.dominoes))
        return (*done, *(((self.leader + i) % SEATS, d) for i, d in enumerate(self.trick)))

    def voids(self) -> tuple[frozenset[int], ...]:
        """For each seat, the suits it has shown not to hold by failing to follow."""
        shown: tuple[set[int], ...] = tuple(set() for _ in range(SEATS))
        for leader, dominoes in (*((t.leader, t.dominoes) for t in self.tricks), (self.leader, self.trick)):
            if dominoes and self.trump is not None:
                led = suit_led(dominoes[0], self.trump)
                for i, domino in enumerate(dominoes[1:], start=1):
                    if not belongs(domino, led, self.trump):
                        shown[(leader + i) % SEATS].add(led)
        return tuple(frozenset(s) for s in shown)

    def tricks_on_show(self) -> tuple[Trick, ...]:
        """The tricks that lie open: all of them, but only the last ones when the contract is 42 or more."""
        if self.contract < ALL_POINTS:
            return self.tricks
        return self.tricks[max(0, len(self.tricks) - self.rules.tricks_seen_at_marks) :]

    def actions(self) -> tuple[FortyTwoAction, ...]:
        """Everything that was done so far, in order."""
        calls = tuple(PASS if amount == PASSED else Bid(amount) for amount in self.calls)
        named = () if self.trump is None else (NameTrump(self.trump),)
        return (*calls, *named, *(Play(domino) for _, domino in self.plays()))

    def outcome(self) -> Outcome | None:
        """Marks for each seat when the contest is over: what one side wins the other loses."""
        if self.stage != OVER:
            return None
        if not self.contract:
            return Outcome((0.0,) * SEATS, "marks", "all passed")
        made, team, marks = bool(self.made()), self.declarer % 2, marks_of(self.contract)
        winners = team if made else 1 - team
        won, lost = self.points(team), self.points(1 - team)
        why = f"bid {self.contract} {'made' if made else 'set'}, {won} points to {lost}"
        return Outcome(tuple(float(marks if s % 2 == winners else -marks) for s in range(SEATS)), "marks", why)

    def __str__(self) -> str:
        return ", ".join(str(action) for action in self.actions())


def replay(table: Table, actions: Sequence[FortyTwoAction], seat: int, dealt: Collection[Domino]) -> Table:
    """The table after a line of play, checked against all that one seat knows: its own seven dominoes."""
    held = set(dealt)
    for number, action in enumerate(actions, start=1):
        where = f"forty_two: action {number}, '{action}'"
        player = table.current_player()
        if player == NOBODY:
            raise ImpossibleState(f"{where}: the contest is over")
        if isinstance(action, Play) and player != seat:
            seen = {d for _, d in table.plays()}
            suits_missing = table.voids()[player]
            legal = table.stage == PLAYING and action.domino not in seen and action.domino not in held
            if legal and any(belongs(action.domino, suit, table.trump) for suit in suits_missing):
                raise ImpossibleState(f"{where}: its player had shown to hold none of that suit")
        else:
            legal = action in table.legal_actions(held)
        if not legal:
            raise ImpossibleState(f"{where}: is not possible here")
        if isinstance(action, Play) and player == seat:
            held.remove(action.domino)
        table = table.after(action)
    return table
