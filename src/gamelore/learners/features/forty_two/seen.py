"""What a player of 42 sees when it bids, names trump and plays: measures and conditions, by the rules alone.

A player knows its own dominoes, those played, the calls, and who could not follow which suit. *Unseen* dominoes are
those that the others still hold. A domino is of the suit that it would open if it were led. An *off* is no trump and no
double, and a higher domino of its suit is not in the hand. Kernels compute the same (`_seen_kernels.py`); what is
defined here is what they are held against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from gamelore.games.forty_two.dominoes import Domino, belongs, is_trump, members, rank, suit_led, trick_winner
from gamelore.games.forty_two.rules import PASSED, SEATS
from gamelore.games.forty_two.view import FortyTwoView


class TableSight:
    """What a seat sees when it puts a domino to a trick."""

    def __init__(self, view: FortyTwoView) -> None:
        assert view.table.trump is not None
        self.view, self.table, self.trump = view, view.table, view.table.trump
        self.legal = sorted(view.table.playable(view.hand), key=lambda domino: domino.number)

    @cached_property
    def hand(self) -> tuple[Domino, ...]:
        """What the seat holds."""
        return self.view.hand

    @cached_property
    def unseen(self) -> tuple[Domino, ...]:
        """What the others hold."""
        return self.view.unseen()

    @cached_property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The suits that each seat has shown not to hold."""
        return self.table.voids()

    @property
    def leading(self) -> bool:
        """Whether the trick is still to be opened."""
        return not self.table.trick

    @property
    def winner(self) -> int:
        """Who wins the trick as it lies."""
        return (self.table.leader + trick_winner(self.table.trick, self.trump)) % SEATS

    @property
    def opponent_winning(self) -> bool:
        """Whether an opponent wins the trick as it lies."""
        return not self.leading and self.winner % 2 != self.view.seat % 2

    @property
    def partner_winning(self) -> bool:
        """Whether partner wins the trick as it lies."""
        return not self.leading and self.winner % 2 == self.view.seat % 2

    @property
    def declaring(self) -> bool:
        """Whether this side holds the bid."""
        return self.table.declarer % 2 == self.view.seat % 2

    def suit(self, domino: Domino) -> int:
        """The suit that a domino is of."""
        return suit_led(domino, self.trump)

    def unseen_of(self, domino: Domino) -> list[Domino]:
        """The unseen dominoes of its suit."""
        return [other for other in self.unseen if belongs(other, self.suit(domino), self.trump)]

    def higher(self, domino: Domino) -> list[Domino]:
        """The unseen dominoes of its suit that beat it."""
        suit = self.suit(domino)
        return [other for other in self.unseen_of(domino) if rank(other, suit) > rank(domino, suit)]

    def beats(self, domino: Domino) -> bool:
        """Whether it wins the trick as it then lies; who leads does."""
        return trick_winner((*self.table.trick, domino), self.trump) == len(self.table.trick)

    def can_hold(self, seat: int, domino: Domino) -> bool:
        """Whether a seat has not shown that it holds no such domino."""
        return not any(belongs(domino, suit, self.trump) for suit in self.voids[seat])

    def opponents_to_come(self, place: int) -> list[int]:
        """The opponents who play to the trick after a place of it."""
        seats = [(self.table.leader + later) % SEATS for later in range(place + 1, SEATS)]
        return [seat for seat in seats if seat % 2 != self.view.seat % 2]

    def is_out_of_reach(self, trick: tuple[Domino, ...]) -> bool:
        """Whether no opponent who is still to play can take a trick from who wins it."""
        best = trick_winner(trick, self.trump)
        return not any(
            self.can_hold(seat, other) and trick_winner((*trick, other), self.trump) != best
            for seat in self.opponents_to_come(len(self.table.trick))
            for other in self.unseen
        )

    @property
    def trumps_out(self) -> bool:
        """Whether opponents may have trumps."""
        opponents = ((self.view.seat + 1) % SEATS, (self.view.seat + 3) % SEATS)
        trumps = [other for other in self.unseen if is_trump(other, self.trump)]
        return any(self.can_hold(seat, trump) for seat in opponents for trump in trumps)


def _voids_among(sight: TableSight, domino: Domino, ways: Iterable[int]) -> int:
    """How many of some seats have shown to hold none of its suit."""
    suit = members(sight.suit(domino), sight.trump)
    seats = ((sight.view.seat + way) % SEATS for way in ways)
    return sum(not any(sight.can_hold(seat, other) for other in suit) for seat in seats)


PLAY_MEASURES: Mapping[str, Callable[[TableSight, Domino], int]] = {
    "beats": lambda sight, d: int(sight.beats(d)),
    "points": lambda sight, d: d.points,
    "loose_points": lambda sight, d: d.points if sight.higher(d) else 0,
    "top": lambda sight, d: int(not sight.higher(d)),
    "top_trump": lambda sight, d: int(is_trump(d, sight.trump) and not sight.higher(d)),
    "trump": lambda sight, d: int(is_trump(d, sight.trump)),
    "double": lambda sight, d: int(d.is_double),
    "beaten_by": lambda sight, d: len(sight.higher(d)),
    "pips": lambda sight, d: d.high + d.low,
    "height": lambda sight, d: rank(d, sight.suit(d)),
    "safe": lambda sight, d: int(sight.beats(d) and sight.is_out_of_reach((*sight.table.trick, d))),
    "company": lambda sight, d: sum(sight.suit(other) == sight.suit(d) for other in sight.hand) - 1,
    "unseen_suit": lambda sight, d: len(sight.unseen_of(d)),
    "unseen_points": lambda sight, d: sum(other.points for other in sight.unseen_of(d)),
    "partner_void": lambda sight, d: _voids_among(sight, d, (2,)),
    "opponents_void": lambda sight, d: _voids_among(sight, d, (1, 3)),
}
"""What is measured of a domino that may be played, in the order of the kernel's numbers."""


def _can_beat(sight: TableSight) -> bool:
    return any(sight.beats(domino) for domino in sight.legal)


PLAY_CONDITIONS: Mapping[str, Callable[[TableSight], bool]] = {
    "always": lambda sight: True,
    "leading": lambda sight: sight.leading,
    "following": lambda sight: not sight.leading,
    "opponent_winning": lambda sight: sight.opponent_winning,
    "partner_winning": lambda sight: sight.partner_winning,
    "can_beat": lambda sight: sight.opponent_winning and _can_beat(sight),
    "cannot_beat": lambda sight: sight.opponent_winning and not _can_beat(sight),
    "last": lambda sight: len(sight.table.trick) == SEATS - 1,
    "leading_bid": lambda sight: sight.leading and sight.declaring,
    "leading_against": lambda sight: sight.leading and not sight.declaring,
    "trumps_out": lambda sight: sight.leading and sight.trumps_out,
    "trumps_gone": lambda sight: sight.leading and not sight.trumps_out,
    "drawing": lambda sight: sight.leading and sight.declaring and sight.trumps_out,
    "partner_sure": lambda sight: sight.partner_winning and sight.is_out_of_reach(sight.table.trick),
    "partner_unsure": lambda sight: sight.partner_winning and not sight.is_out_of_reach(sight.table.trick),
    "discarding": lambda sight: (
        not sight.leading and not belongs(sight.legal[0], sight.suit(sight.table.trick[0]), sight.trump)
    ),
    "counter_down": lambda sight: any(domino.points for domino in sight.table.trick),
}
"""When a line of play may apply, in the order of the kernel's numbers."""


# Bidding


@dataclass(frozen=True, slots=True)
class Promise:
    """What a hand is under a trump."""

    trumps: int
    double: int
    unbroken: int
    """Trumps from the double down without a gap."""
    offs: int
    off_points: int
    doubles: int
    """Doubles that are no trumps."""
    trump_points: int


def promise_of(hand: Iterable[Domino], trump: int) -> Promise:
    """What a hand is under a trump."""
    held = set(hand)
    mine = {domino for domino in held if is_trump(domino, trump)}
    suit, unbroken = members(trump, trump), 0
    while unbroken < len(suit) and suit[unbroken] in mine:
        unbroken += 1
    offs = [domino for domino in held - mine if not domino.is_double and not _covered(domino, held, trump)]
    return Promise(
        trumps=len(mine),
        double=int(unbroken > 0),
        unbroken=unbroken,
        offs=len(offs),
        off_points=sum(domino.points for domino in offs),
        doubles=sum(domino.is_double for domino in held - mine),
        trump_points=sum(domino.points for domino in mine),
    )


def _covered(domino: Domino, held: set[Domino], trump: int) -> bool:
    suit = members(domino.high, trump)
    return all(other in held for other in suit[: suit.index(domino)])


TRUMP_MEASURES: Mapping[str, Callable[[Promise], int]] = {
    "suit_length": lambda promise: promise.trumps,
    "suit_double": lambda promise: promise.double,
    "suit_unbroken": lambda promise: promise.unbroken,
    "suit_offs": lambda promise: promise.offs,
    "suit_off_points": lambda promise: promise.off_points,
    "suit_doubles": lambda promise: promise.doubles,
    "suit_points": lambda promise: promise.trump_points,
}
"""What is measured of a suit that may be trump, in the order of the kernel's numbers."""

CALL_LIMITS: Mapping[str, int] = {"up_to_30": 30, "up_to_31": 31, "up_to_35": 35, "up_to_42": 42, "up_to_84": 84}
"""Measures of a call: whether it is the least bid that is allowed, and not above this."""
CALL = "call"
"""The measure of a call that is its amount; a pass is none."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose the last bid is."""

    bid: int
    mine: bool
    """Whether partner made it."""

    @staticmethod
    def of(view: FortyTwoView) -> Holder:
        """As a seat hears it."""
        return Holder(view.table.contract, bool(view.table.contract) and view.table.declarer % 2 == view.seat % 2)


HOLDERS: Mapping[str, Callable[[Holder], bool]] = {
    "not_partner": lambda holder: not holder.mine,
    "over_partner": lambda holder: holder.mine,
    "over_opponent": lambda holder: holder.bid != PASSED and not holder.mine,
    "over_nobody": lambda holder: holder.bid == PASSED,
}
"""When a line of bidding may apply by who holds the bid, in the order of the kernel's numbers, from 1."""

PROMISES: Mapping[str, tuple[str, int]] = {
    "trumps_3": ("trumps", 3), "trumps_4": ("trumps", 4), "trumps_5": ("trumps", 5),
    "double": ("unbroken", 1), "top_2": ("unbroken", 2), "top_3": ("unbroken", 3),
    "offs_1": ("offs", -1), "offs_2": ("offs", -2), "offs_3": ("offs", -3),
    "off_points_0": ("off_points", 0), "off_points_5": ("off_points", -5), "off_points_10": ("off_points", -10),
    "doubles_1": ("doubles", 1), "doubles_2": ("doubles", 2), "doubles_3": ("doubles", 3),
}  # fmt: skip
"""When a line of bidding may apply by the hand: at least so much of something, or at most where it stands negative."""
AT_MOST = ("offs", "off_points")


def keeps_promise(promise: Promise, name: str) -> bool:
    """Whether a hand is what a condition asks."""
    what, bound = PROMISES[name]
    value: int = getattr(promise, what)
    return value <= -bound if what in AT_MOST else value >= bound
