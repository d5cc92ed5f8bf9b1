"""Which cards to replace, the usual way. Not a rule of the game: in Waterman's program this was ordinary code.

The thesis states no method; this one follows from the 51 draws in its traces (1968, Appendices C to K). Only the inside
straight is played both ways there; here one card is always drawn to it. Four of a kind stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamelore.games.poker.cards import ACE, HAND_SIZE, Card, rank_of
from gamelore.games.poker.hands import Category, class_key, hand_class


def usual_discards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that the program would replace, lowest rank first."""
    category, _ = class_key(hand_class(hand))
    by_rank = sorted(hand)
    match category:
        case Category.NO_PAIR:
            four = _four_to_a_flush(hand) or _four_to_a_straight(hand)
            return tuple(card for card in by_rank if card not in four) if four else tuple(by_rank[:3])
        case Category.PAIR | Category.TWO_PAIR | Category.THREE_OF_A_KIND:
            count = Counter(rank_of(card) for card in hand)
            return tuple(card for card in by_rank if count[rank_of(card)] == 1)
        case _:
            return ()


def _four_to_a_flush(hand: Sequence[Card]) -> tuple[Card, ...]:
    suit, count = Counter(card % 4 for card in hand).most_common(1)[0]
    return tuple(card for card in hand if card % 4 == suit) if count == HAND_SIZE - 1 else ()


def _four_to_a_straight(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Four cards that one more would make a straight: open-ended ones first, then the higher four."""
    fours = [[card for card in hand if card != left_out] for left_out in sorted(hand)]
    for wanted in (_open_ended, _inside):
        for four in fours:
            if wanted(sorted(rank_of(card) for card in four)):
                return tuple(four)
    return ()


def _open_ended(ranks: Sequence[int]) -> bool:
    return ranks[3] - ranks[0] == 3 and ranks[3] != ACE


def _inside(ranks: Sequence[int]) -> bool:
    return ranks[3] - ranks[0] <= 4 or (ranks[3] == ACE and ranks[2] <= 5)
