"""Rule sets, calls and actions of 42.

`THESIS` is the game of Carberry's Appendix I: the dealer calls first and the last player must bid when nobody has.
`MODERN` is Texas 42 as it is commonly published: the dealer calls last, raises over a mark go by one mark, and no
trump or doubles may be named. House rules differ on what happens when all pass; that is a setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from gamelore.base.errors import BadText, ImpossibleState
from gamelore.base.settings import Within, check_ranges
from gamelore.games.core import Action
from gamelore.games.forty_two.dominoes import (
    ALL_POINTS,
    DOUBLES,
    NO_TRUMP,
    SUITS,
    TRUMP_NAMES,
    Domino,
    parse_domino,
    parse_trump,
)

SEATS = 4
PASSED = 0
"""A pass among the calls of a table; bids stand there by their amount."""
LEAST_BID = 30
MARKS_TO_WIN = 7


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Undertake to win at least `amount` points; 42N stakes N marks."""

    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Call without bidding."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class NameTrump(Action):
    """Declarer names the trump: a suit, the doubles, or none."""

    trump: int

    def __str__(self) -> str:
        return f"trump {TRUMP_NAMES[self.trump]}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Put a domino to the trick."""

    domino: Domino

    def __str__(self) -> str:
        return f"play {self.domino}"


PASS = Pass()
FortyTwoAction = Bid | Pass | NameTrump | Play


MOST_BID = 100 * ALL_POINTS
"""The most that any house lets anybody bid."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What differs between houses."""

    name: str = "thesis"
    dealer_calls: Literal["first", "last"] = "first"
    all_pass: Literal["forced", "reshake"] = "forced"
    """Whether the last caller must bid when nobody has, or the deal is thrown in."""
    opening_limit: Annotated[int, Within(ALL_POINTS, MOST_BID)] = 84
    """The most that may be bid while the last bid is below 42."""
    raise_limit: Annotated[int, Within(ALL_POINTS, MOST_BID)] = 84
    """By how much a bid of 42 or more may be raised."""
    no_trump: bool = False
    doubles_trump: bool = False
    tricks_seen_at_marks: Annotated[int, Within(0, 7)] = 2
    """How many of the last tricks may be examined when the contract is 42 or more."""

    def __post_init__(self) -> None:
        for name in ("opening_limit", "raise_limit"):
            if getattr(self, name) < ALL_POINTS or getattr(self, name) % ALL_POINTS:
                raise ValueError(f"{name} must be a multiple of {ALL_POINTS}, found {getattr(self, name)}")
        if self.dealer_calls not in ("first", "last"):
            raise ValueError(f"dealer_calls must be 'first' or 'last', found '{self.dealer_calls}'")
        if self.all_pass not in ("forced", "reshake"):
            raise ValueError(f"all_pass must be 'forced' or 'reshake', found '{self.all_pass}'")
        check_ranges(self)

    @property
    def trumps(self) -> tuple[int, ...]:
        """Everything a declarer may name."""
        return (*SUITS, *((DOUBLES,) if self.doubles_trump else ()), *((NO_TRUMP,) if self.no_trump else ()))

    def legal_bids(self, last: int = PASSED) -> tuple[int, ...]:
        """The amounts that may be bid over the last bid (`PASSED`: there is none), ascending."""
        most = self.opening_limit if last < ALL_POINTS else last + self.raise_limit
        points = range(max(LEAST_BID, last + 1), ALL_POINTS)
        marks = range(ALL_POINTS, most + 1, ALL_POINTS)
        return (*points, *(m for m in marks if m > last))

    def must_bid(self, calls: Sequence[int]) -> bool:
        """Whether the next caller may not pass."""
        return self.all_pass == "forced" and len(calls) == SEATS - 1 and not any(calls)

    def check_calls(self, calls: Sequence[int]) -> None:
        """Refuse calls that these rules do not allow, naming the first one."""
        for place, amount in enumerate(calls):
            heard = calls[:place]
            if place == SEATS:
                raise ImpossibleState(f"forty_two: {len(calls)} calls, but each of the four players calls once")
            if amount == PASSED and self.must_bid(heard):
                raise ImpossibleState("forty_two: the last player must bid when all others passed")
            if amount != PASSED and amount not in self.legal_bids(last_bid(heard)):
                raise ImpossibleState(f"forty_two: bid {amount} is not allowed after {calls_text(heard)}")


THESIS = RuleSet()
MODERN = RuleSet("modern", dealer_calls="last", raise_limit=42, no_trump=True, doubles_trump=True)
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType({rules.name: rules for rules in (THESIS, MODERN)})


def last_bid(calls: Sequence[int]) -> int:
    """The last bid among some calls, `PASSED` if there is none. Bids only rise, so it is the highest."""
    return max(calls, default=PASSED)


def marks_of(contract: int) -> int:
    """What a contract is worth."""
    return max(1, contract // ALL_POINTS)


def calls_text(calls: Sequence[int]) -> str:
    """Calls as one text."""
    return ", ".join("pass" if amount == PASSED else f"bid {amount}" for amount in calls) or "no call"


def parse_calls(text: str) -> tuple[int, ...]:
    """Calls as they are written in a line of play: 'pass, bid 30'."""
    calls = []
    for part in text.split(","):
        if part.strip():
            action = parse_action(part)
            if not isinstance(action, Bid | Pass):
                raise BadText(f"forty_two: '{part.strip()}' is not a call; expected 'pass' or 'bid N'")
            calls.append(action.amount if isinstance(action, Bid) else PASSED)
    return tuple(calls)


def parse_action(text: str) -> FortyTwoAction:
    """The action of a text: 'pass', 'bid 31', 'trump 4', 'play 6-4'."""
    match text.split():
        case ["pass"]:
            return PASS
        case ["bid", amount] if amount.isascii() and amount.isdigit() and len(amount) < 6:
            return Bid(int(amount))
        case ["trump", name]:
            return NameTrump(parse_trump(name))
        case ["play", domino]:
            return Play(parse_domino(domino))
    raise BadText(f"forty_two: expected 'pass', 'bid N', 'trump SUIT' or 'play H-L', found '{text.strip()}'")
