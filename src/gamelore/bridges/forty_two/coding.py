"""42 as numbers: who deals, then for each domino in order the seat that gets it, so that each deal comes in one way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import IllegalAction
from gamelore.bridges.coding import Coding, Odds
from gamelore.games.core import Action
from gamelore.games.forty_two import FortyTwo, FortyTwoState
from gamelore.games.forty_two.dominoes import ALL_POINTS, DOMINOES
from gamelore.games.forty_two.game import TRICKS, Deal, parse_deal
from gamelore.games.forty_two.rules import LEAST_BID, PASSED, SEATS, Bid, NameTrump, Pass, Play
from gamelore.games.forty_two.view import SEAT_NAMES, FortyTwoView

NUMBER_OF = {domino: number for number, domino in enumerate(DOMINOES)}


class FortyTwoCoding(Coding[FortyTwo, FortyTwoState, FortyTwoView]):
    """Pass, the bids in ascending order, the trumps, the dominoes."""

    chance_nodes = 1 + len(DOMINOES)
    chance_outcomes = SEATS

    def __init__(self, game: FortyTwo) -> None:
        super().__init__(game)
        rules = game.rules
        highest = rules.opening_limit + (SEATS - 1) * rules.raise_limit
        self._bids = (*range(LEAST_BID, ALL_POINTS), *range(ALL_POINTS, highest + 1, ALL_POINTS))
        self._calls = {amount: number for number, amount in enumerate((PASSED, *self._bids))}
        self._trumps = {trump: number for number, trump in enumerate(rules.trumps, start=len(self._calls))}
        self._first_domino = len(self._calls) + len(self._trumps)
        self.actions = self._first_domino + len(DOMINOES)
        self.most = float(highest // ALL_POINTS)
        self.least = -self.most
        self.seen = len(DOMINOES) * (1 + SEATS) + SEATS * (2 + len(self._calls)) + len(self._trumps)

    @property
    def plies(self) -> int:
        """Four calls, a trump, and all the dominoes."""
        return SEATS + 1 + len(DOMINOES)

    def number(self, action: Action) -> int:
        """The number of one action."""
        match action:
            case Pass():
                return self._calls[PASSED]
            case Bid(amount):
                return self._calls[amount]
            case NameTrump(trump):
                return self._trumps[trump]
            case Play(domino):
                return self._first_domino + NUMBER_OF[domino]
        raise IllegalAction(f"forty_two: '{action}' has no number")

    def numbers(self, view: FortyTwoView) -> list[int]:
        return [self.number(action) for action in view.legal_actions()]

    def odds(self, dealt: Sequence[int]) -> Odds:
        """Any seat deals; a domino goes to a seat as likely as that has room."""
        if not dealt:
            return [(seat, 1 / SEATS) for seat in range(SEATS)]
        room = [TRICKS - list(dealt[1:]).count(seat) for seat in range(SEATS)]
        return [(seat, free / sum(room)) for seat, free in enumerate(room) if free]

    def chance_text(self, dealt: Sequence[int], outcome: int) -> str:
        return f"{SEAT_NAMES[outcome]} gets {DOMINOES[len(dealt) - 1]}" if dealt else f"{SEAT_NAMES[outcome]} deals"

    def deal(self, dealt: Sequence[int]) -> str:
        owners = list(zip(DOMINOES, dealt[1:], strict=True))
        return str(Deal(dealt[0], tuple(tuple(d for d, owner in owners if owner == seat) for seat in range(SEATS))))

    def dealt(self, deal: str) -> list[int]:
        made = parse_deal(deal)
        owner = {domino: seat for seat, hand in enumerate(made.hands) for domino in hand}
        return [made.dealer, *(owner[domino] for domino in DOMINOES)]

    def line(self, state: FortyTwoState) -> tuple[str, tuple[Action, ...]]:
        return str(state.deal), state.table.actions()

    def observe(self, view: FortyTwoView) -> Floats:
        """Its hand, who played which domino, who deals and who is to act, what was called, and the trump."""
        table, size = view.table, len(DOMINOES)
        seen = np.zeros(self.seen)
        seen[[NUMBER_OF[domino] for domino in view.hand]] = 1
        for seat, domino in table.plays():
            seen[size * (1 + (seat - view.seat) % SEATS) + NUMBER_OF[domino]] = 1
        at = size * (1 + SEATS)
        seen[at + (table.dealer - view.seat) % SEATS] = 1
        if table.current_player() >= 0:
            seen[at + SEATS + (table.current_player() - view.seat) % SEATS] = 1
        at += 2 * SEATS
        for place, amount in enumerate(table.calls):
            seat = (table.caller(place) - view.seat) % SEATS
            seen[at + len(self._calls) * seat + self._calls[amount]] = 1
        if table.trump is not None:
            seen[at + len(self._calls) * SEATS + self._trumps[table.trump] - len(self._calls)] = 1
        return seen
