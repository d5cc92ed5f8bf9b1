"""What everybody at the table sees: the dealer, the calls, the trump and the tricks.

A `State` is a `Table` with four hands, a `View` a `Table` with one. All rules that need no hidden domino live here, so
that a view can never know more than the table and its own hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from gamelore.base.errors import ImpossibleState
from gamelore.games.core import NOBODY, Outcome
from gamelore.games.forty_two.dominoes import (
    ALL_POINTS,
    DOMINOES,
    DOUBLES,
    NO_TRUMP,
    SUITS,
    Domino,
    belongs,
    members,
    suit_led,
    trick_points,
    trick_winner,
)
from gamelore.games.forty_two.rules import (
    PASS,
    PASSED,
    SEATS,
    Bid,
    FortyTwoAction,
    NameTrump,
    Play,
    RuleSet,
    last_bid,
    marks_of,
)

BIDDING, NAMING, PLAYING, OVER = "bidding", "trump", "play", "over"
PLAYS = {domino: Play(domino) for domino in DOMINOES}
SUITED = {
    (suit, trump): frozenset(members(suit, trump))
    for suit in (*SUITS, DOUBLES)
    for trump in (*SUITS, DOUBLES, NO_TRUMP)
}
"""The dominoes of a suit under a trump."""


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

    contract: int = field(init=False, repr=False, compare=False)
    """The last bid, `PASSED` while there is none."""
    declarer: int = field(init=False, repr=False, compare=False)
    """Who made the last bid; `NOBODY` while there is none."""
    stage: str = field(init=False, repr=False, compare=False)
    """Bidding, naming trump, play, or over."""
    _taken: tuple[int, int] = field(init=False, repr=False, compare=False)
    """The points of each team."""

    def __post_init__(self) -> None:
        note = object.__setattr__  # a step asks for these a dozen times, so they are found once
        taken = [0, 0]
        for trick in self.tricks:
            taken[trick.winner % 2] += trick.points
        contract = last_bid(self.calls)
        note(self, "_taken", tuple(taken))
        note(self, "contract", contract)
        note(self, "declarer", self.caller(self.calls.index(contract)) if contract else NOBODY)
        note(self, "stage", self._stage())

    def _stage(self) -> str:
        if len(self.calls) < SEATS:
            return BIDDING
        if not self.contract:
            return OVER
        if self.trump is None:
            return NAMING
        return PLAYING if self.made() is None else OVER

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
    def needed(self) -> int:
        """The points declarer's side must win."""
        return min(self.contract, ALL_POINTS)

    def points(self, team: int) -> int:
        """The points a team has taken so far; seats 0 and 2 are team 0."""
        return self._taken[team]

    def made(self) -> bool | None:
        """Whether the contract is made (True), set (False) or still open (None)."""
        team = self.declarer % 2
        if self.points(team) >= self.needed:
            return True
        return False if self.points(1 - team) > ALL_POINTS - self.needed else None

    def current_player(self) -> int:
        """Whose turn it is, `NOBODY` when the contest is over."""
        if self.stage == PLAYING:
            return (self.leader + len(self.trick)) % SEATS
        if self.stage == BIDDING:
            return self.caller(len(self.calls))
        return self.declarer if self.stage == NAMING else NOBODY

    def suit_to_follow(self) -> int | None:
        """The suit that was led to the open trick, if one was."""
        return suit_led(self.trick[0], self.trump) if self.trick and self.trump is not None else None

    def playable(self, hand: Collection[Domino]) -> tuple[Domino, ...]:
        """The dominoes of a hand that may be put to the open trick."""
        suit = self.suit_to_follow()
        if suit is None:
            return tuple(hand)
        suited = SUITED[suit, self.trump]
        return tuple(d for d in hand if d in suited) or tuple(hand)

    def legal_actions(self, hand: Collection[Domino]) -> tuple[FortyTwoAction, ...]:
        """What the player to move may do with this hand."""
        if self.stage == PLAYING:
            return tuple(PLAYS[domino] for domino in self.playable(hand))
        if self.stage == BIDDING:
            bids = tuple(Bid(amount) for amount in self.rules.legal_bids(self.contract))
            return bids if self.rules.must_bid(self.calls) else (PASS, *bids)
        return tuple(NameTrump(trump) for trump in self.rules.trumps) if self.stage == NAMING else ()

    def after(self, action: FortyTwoAction) -> Table:
        """The table after an action that is known to be legal."""
        rules, dealer, calls, trump, tricks, leader = (
            self.rules, self.dealer, self.calls, self.trump, self.tricks, self.leader,
        )  # fmt: skip
        if isinstance(action, Play):
            assert trump is not None
            trick = (*self.trick, action.domino)
            if len(trick) < SEATS:
                return Table(rules, dealer, calls, trump, tricks, leader, trick)
            winner = (leader + trick_winner(trick, trump)) % SEATS
            taken = Trick(leader, trick, winner, trick_points(trick))
            return Table(rules, dealer, calls, trump, (*tricks, taken), winner)
        if isinstance(action, NameTrump):
            return Table(rules, dealer, calls, action.trump, leader=self.declarer)
        return Table(rules, dealer, (*calls, action.amount if isinstance(action, Bid) else PASSED))

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
