"""A deck that is carried over from round to round and shuffled when it is used up (Waterman 1968, Appendices D, G, J).

Between two shuffles every card is dealt once; in Appendix G the deck runs out in mid-round, after a replacement card.
The thesis does not say what happens when a card that somebody holds would be dealt again after such a shuffle. Here it
is passed over and comes after the cards of the round.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamelore.base.seeds import Rng
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE, Card, Deal


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that are still to come, the top one first."""

    cards: tuple[Card, ...]

    @staticmethod
    def shuffled(rng: Rng) -> Deck:
        return Deck(tuple(int(card) for card in rng.permutation(DECK_SIZE)))

    def deal(self, rng: Rng, replacements: int) -> Dealt:
        """The cards that a round may need, from a new shuffle once this deck is used up."""
        needed = 2 * HAND_SIZE + replacements
        fresh, held = Deck.shuffled(rng).cards, set(self.cards[:needed])
        short = max(0, needed - len(self.cards))
        first = [card for card in fresh if card not in held][:short]
        return Dealt((*self.cards, *first, *(card for card in fresh if card not in first)), len(self.cards), needed)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of one round in their order, and where the shuffle lies among them."""

    order: tuple[Card, ...]
    shuffle: int
    """How many cards come before it."""
    needed: int

    @property
    def deal(self) -> Deal:
        """Two hands, and all the cards that may replace others."""
        cards = self.order[: self.needed]
        return Deal((cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]), cards[2 * HAND_SIZE :])

    def used_up(self, cards: int) -> bool:
        """Whether the deck had to be shuffled once so many cards were dealt."""
        return cards >= self.shuffle

    def left(self, cards: int) -> Deck:
        """What is carried over to the next round when so many cards were dealt in this one."""
        return Deck(self.order[cards:] if self.used_up(cards) else self.order[cards : self.shuffle])
