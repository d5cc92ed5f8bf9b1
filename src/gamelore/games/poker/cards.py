"""Cards and deals of draw poker, in the notation of Waterman's traces (1968, Appendices C to K).

A card is a suit letter and a number: `H2` to `H14`, with 11 to 14 for jack, queen, king and ace. Inside the program
it is an integer from 0 to 51, four to a rank, lowest rank first. A deal is the top of a shuffled deck: the hand of
seat 0, the hand of seat 1, then the replacement cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gamelore.base.errors import BadText, ImpossibleState
from gamelore.base.seeds import Rng

Card: TypeAlias = int
"""0 to 51: `4 * (rank - 2) + suit`."""

SUITS = "HSCD"
DECK_SIZE = 52
HAND_SIZE = 5
RANKS = range(2, 15)
JACK, QUEEN, KING, ACE = 11, 12, 13, 14

RANKS_IN_WORDS = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
)  # fmt: skip
"""From two on."""

_TEXTS = tuple(f"{suit}{rank}" for rank in RANKS for suit in SUITS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def rank_of(card: Card) -> int:
    """2 to 14."""
    return card // 4 + 2


def card_text(card: Card) -> str:
    """`H14` for the ace of hearts."""
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards separated by blanks."""
    return " ".join(_TEXTS[card] for card in cards)


def parse_card(text: str) -> Card:
    """The card of a text."""
    try:
        return _CARDS[text.upper()]
    except KeyError:
        raise BadText(f"'{text}' is not a card; expected one of {SUITS} and a rank from 2 to 14, as in H14") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by blanks; no card twice."""
    cards = tuple(parse_card(word) for word in text.split())
    refuse_repeats(cards)
    return cards


def refuse_repeats(cards: Sequence[Card]) -> None:
    """One sentence about the first card that occurs twice."""
    if len(set(cards)) != len(cards):
        twice = next(card for number, card in enumerate(cards) if card in cards[:number])
        raise ImpossibleState(f"{card_text(twice)} occurs twice in '{cards_text(cards)}'")


def parse_hand(text: str) -> tuple[Card, ...]:
    """Five different cards."""
    hand = parse_cards(text)
    if len(hand) != HAND_SIZE:
        raise ImpossibleState(f"a hand has {HAND_SIZE} cards, '{text.strip()}' has {len(hand)}")
    return hand


@dataclass(frozen=True, slots=True)
class Deal:
    """What a contest of two seats can ever show: two hands, and replacement cards in the order of the deck."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    rest: tuple[Card, ...]

    def __str__(self) -> str:
        return " / ".join(cards_text(part) for part in (*self.hands, self.rest))

    @staticmethod
    def parse(text: str, replacements: int) -> Deal:
        """A deal from `hand / hand / rest`, with so many replacement cards."""
        parts = text.split("/")
        if len(parts) != 3:
            raise BadText(f"expected 'HAND / HAND / REPLACEMENT CARDS', found '{text}'")
        first, second, rest = parse_hand(parts[0]), parse_hand(parts[1]), parse_cards(parts[2])
        if len(rest) != replacements:
            raise ImpossibleState(f"the deal '{text}' has {len(rest)} replacement cards, expected {replacements}")
        refuse_repeats(first + second + rest)
        return Deal((first, second), rest)

    @staticmethod
    def sample(rng: Rng, replacements: int) -> Deal:
        """The top of a freshly shuffled deck."""
        cards = tuple(int(card) for card in rng.permutation(DECK_SIZE)[: 2 * HAND_SIZE + replacements])
        return Deal((cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]), cards[2 * HAND_SIZE :])
