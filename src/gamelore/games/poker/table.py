"""What both seats of draw poker see and do: the rules as numbers, the actions, and the table with its pot.

A bet is what a seat puts in beyond matching the other's last bet; a call matches it and ends the interval, so nobody
can call before a bet. The pot counts matched money only (Waterman 1968, Appendix B Part I; the accounting follows
from all of his printed traces).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from gamelore.base.settings import Within, check_ranges
from gamelore.games.core import NOBODY, Action
from gamelore.games.poker.cards import HAND_SIZE, Card, cards_text

FIRST_BETS, REPLACING, SECOND_BETS, OVER = "first bets", "replacing", "second bets", "over"
ROUNDS_PER_GAME = 5
"""A contest is one round of play; five of them are a game (Waterman 1968, p128)."""
_NEXT_STAGE = {FIRST_BETS: REPLACING, REPLACING: SECOND_BETS, SECOND_BETS: OVER}


@dataclass(frozen=True, slots=True)
class DrawPokerRules:
    """The numbers of the rules. The thesis limits the size of a bet, not the number of bets; we limit both."""

    ante: Annotated[int, Within(1, 1000)] = 1
    max_bet: Annotated[int, Within(1, 1000)] = 20
    max_bets: Annotated[int, Within(1, 100)] = 8
    """How many bets one interval may hold; after the last only a call or a drop is left."""
    max_replaced: Annotated[int, Within(0, HAND_SIZE)] = 3
    replacements: Literal["reserved", "deck"] = "reserved"
    """'reserved': each hand has its own replacement cards (as in the proficiency test, p128); 'deck': both seats
    take them from one pile in the order of replacing."""

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """Match what the other seat bet last and put in `size` more."""

    size: int

    def __str__(self) -> str:
        return f"bet {self.size}"


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Match what the other seat bet last; the interval ends."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Give up the pot; the contest ends and no hand is shown."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Exchange some cards, or none."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"replace {cards_text(self.cards) if self.cards else 'none'}"


@dataclass(frozen=True, slots=True)
class Replaced:
    """What everybody sees of a replacement: how many cards."""

    count: int

    def __str__(self) -> str:
        return f"replaced {self.count}"


CALL, DROP = Call(), Drop()
PokerAction: TypeAlias = Bet | Call | Drop | Replace
PokerEvent: TypeAlias = Bet | Call | Drop | Replaced


@dataclass(frozen=True, slots=True)
class Table:
    """All that both seats see: the events so far and what follows from them. It holds no card."""

    rules: DrawPokerRules
    pot: int
    """Matched money (POT)."""
    history: tuple[PokerEvent, ...] = ()
    stage: str = FIRST_BETS
    actor: int = 0
    last_bet: int = 0
    """What the actor must match to stay in, 0 if nothing (LASTBET)."""
    bets: int = 0
    """Bets made in this interval."""
    replaced: tuple[int, ...] = ()
    """How many cards each seat replaced, in the order of the seats; shorter while replacing is not done."""
    dropped: int = NOBODY

    def may_bet(self) -> bool:
        """Whether a bet of any size is allowed."""
        return self.stage in (FIRST_BETS, SECOND_BETS) and self.bets < self.rules.max_bets

    def may_call(self) -> bool:
        """Whether there is a bet to call."""
        return self.stage in (FIRST_BETS, SECOND_BETS) and self.bets > 0

    def may_drop(self) -> bool:
        """Whether the seat to act may give up the pot."""
        return self.stage in (FIRST_BETS, SECOND_BETS)

    def allows(self, event: PokerEvent) -> bool:
        """Whether the seat to act may do this."""
        match event:
            case Bet(size):
                return self.may_bet() and 1 <= size <= self.rules.max_bet
            case Call():
                return self.may_call()
            case Drop():
                return self.may_drop()
            case Replaced(count):
                return self.stage == REPLACING and 0 <= count <= self.rules.max_replaced

    def acts(self) -> tuple[tuple[int, PokerEvent], ...]:
        """Everything that happened so far, with who did it."""
        table, found = Table(self.rules, 2 * self.rules.ante), []
        for event in self.history:
            found.append((table.actor, event))
            table = table.after(event)
        return tuple(found)

    def after(self, event: PokerEvent) -> Table:
        """The table after an event that is allowed."""
        history, matched, other = (*self.history, event), self.pot + 2 * self.last_bet, 1 - self.actor
        rules, replaced = self.rules, self.replaced
        match event:
            case Bet(size):
                return Table(rules, matched, history, self.stage, other, size, self.bets + 1, replaced)
            case Call():
                over = self.stage == SECOND_BETS
                return Table(rules, matched, history, _NEXT_STAGE[self.stage], NOBODY if over else 0, 0, 0, replaced)
            case Drop():
                return Table(rules, self.pot, history, OVER, NOBODY, 0, 0, replaced, self.actor)
            case Replaced(count):
                stage = REPLACING if self.actor == 0 else SECOND_BETS
                return Table(rules, self.pot, history, stage, other, 0, 0, (*replaced, count))
