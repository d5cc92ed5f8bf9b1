"""Draw poker as numbers: sixteen cards from the deck, hands in ascending order, so that each deal comes in one way."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import comb

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import IllegalAction
from gamelore.bridges.coding import Coding, Odds
from gamelore.games.core import Action
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE, Deal, card_text
from gamelore.games.poker.draw_poker import (
    Bet,
    Call,
    DrawPoker,
    DrawPokerState,
    DrawPokerView,
    Drop,
    PokerAction,
    Replace,
)

EVENTS = 4
"""Numbers for each thing that happened: a bet, a call, a drop, cards replaced."""


class PokerCoding(Coding[DrawPoker, DrawPokerState, DrawPokerView]):
    """Bets by their size, then call and drop, then each set of places in the hand whose cards are replaced."""

    def __init__(self, game: DrawPoker) -> None:
        super().__init__(game)
        rules = game.rules
        counts = range(rules.max_replaced + 1)
        places = [gone for count in counts for gone in itertools.combinations(range(HAND_SIZE), count)]
        self._places = {gone: number for number, gone in enumerate(places, start=rules.max_bet + 2)}
        self.actions = rules.max_bet + 2 + len(places)
        self.chance_nodes = 2 * HAND_SIZE + 2 * rules.max_replaced
        self.chance_outcomes = DECK_SIZE
        self.most = float(rules.ante + 2 * rules.max_bets * rules.max_bet)
        self.least = -self.most
        self.seen = 3 * DECK_SIZE + EVENTS * self.plies

    @property
    def plies(self) -> int:
        """Two intervals with a call behind the last bet, and two replacements between them."""
        return 2 * (self.game.rules.max_bets + 1) + 2

    def number(self, view: DrawPokerView, action: PokerAction) -> int:
        """The number of one action."""
        match action:
            case Bet(size):
                return size - 1
            case Call():
                return self.game.rules.max_bet
            case Drop():
                return self.game.rules.max_bet + 1
            case Replace(cards):
                return self._places[tuple(sorted(view.hand.index(card) for card in cards))]
        raise IllegalAction(f"draw_poker: '{action}' has no number")

    def numbers(self, view: DrawPokerView) -> list[int]:
        return [self.number(view, action) for action in view.legal_actions()]

    def odds(self, dealt: Sequence[int]) -> Odds:
        """Every card that is left is as likely; of a hand the cards come in ascending order."""
        place = len(dealt)
        left = sorted(set(range(DECK_SIZE)).difference(dealt))
        if place >= 2 * HAND_SIZE:
            return [(card, 1 / len(left)) for card in left]
        begun = place % HAND_SIZE
        hand = dealt[place - begun :]
        above = [card for card in left if not hand or card > hand[-1]]
        more = HAND_SIZE - begun
        ways = {card: comb(len(above) - number - 1, more - 1) for number, card in enumerate(above)}
        whole = comb(len(above), more)
        return [(card, count / whole) for card, count in ways.items() if count]

    def chance_text(self, dealt: Sequence[int], outcome: int) -> str:
        place = len(dealt)
        hand = f"the hand of {self.game.seat_names[place // HAND_SIZE]}" if place < 2 * HAND_SIZE else "the deck"
        return f"{card_text(outcome)} for {hand}"

    def deal(self, dealt: Sequence[int]) -> str:
        hands = tuple(dealt[:HAND_SIZE]), tuple(dealt[HAND_SIZE : 2 * HAND_SIZE])
        return str(Deal(hands, tuple(dealt[2 * HAND_SIZE :])))

    def dealt(self, deal: str) -> list[int]:
        cards = Deal.parse(deal, 2 * self.game.rules.max_replaced)
        return [*sorted(cards.hands[0]), *sorted(cards.hands[1]), *cards.rest]

    def line(self, state: DrawPokerState) -> tuple[str, tuple[Action, ...]]:
        sort = (Replace(tuple(sorted(a.cards))) if isinstance(a, Replace) else a for a in state.actions)
        return str(state.deal), tuple(sort)

    def observe(self, view: DrawPokerView) -> Floats:
        """The cards that it was dealt, holds, and was shown; then what happened."""
        seen = np.zeros(self.seen)
        for number, cards in enumerate((view.dealt, view.hand, view.shown)):
            seen[[DECK_SIZE * number + card for card in cards]] = 1
        for ply, event in enumerate(view.table.history):
            at = 3 * DECK_SIZE + EVENTS * ply
            match event:
                case Bet(size):
                    seen[at] = size / self.game.rules.max_bet
                case Call():
                    seen[at + 1] = 1
                case Drop():
                    seen[at + 2] = 1
                case _:
                    seen[at + 3] = (1 + event.count) / (1 + HAND_SIZE)
        return seen
