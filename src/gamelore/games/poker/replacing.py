"""Which cards to replace, the usual way. Not a rule of the game: in Waterman's program this was ordinary code.

The thesis states no method; this one follows from the 51 draws in its traces (1968, Appendices C to K). Only the inside
straight is played both ways there, so it is a habit that can be set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.games.poker.cards import ACE, HAND_SIZE, Card, rank_of
from gamelore.games.poker.hands import Category, class_key, hand_class


@dataclass(frozen=True, slots=True)
class Habits:
    """What the traces leave open about replacing."""

    inside_straights: bool = True
    """Whether to draw one card to a straight that only one rank completes."""
    break_four_of_a_kind: bool = False
    """Whether to replace the fifth card beside four of a kind (it cannot help; it may look like two pair)."""


USUAL = Habits()


def usual_discards(hand: Sequence[Card], habits: Habits = USUAL) -> tuple[Card, ...]:
    """The cards that the program would replace, lowest rank first."""
    category, _ = class_key(hand_class(hand))
    by_rank = sorted(hand)
    match category:
        case Category.NO_PAIR:
            four = _four_to_a_flush(hand) or _four_to_a_straight(hand, habits)
            return tuple(card for card in by_rank if card not in four) if four else tuple(by_rank[:3])
        case Category.PAIR | Category.TWO_PAIR | Category.THREE_OF_A_KIND:
            return _unmatched(by_rank)
        case Category.FOUR_OF_A_KIND if habits.break_four_of_a_kind:
            return _unmatched(by_rank)
        case _:
            return ()


def _unmatched(hand: Sequence[Card]) -> tuple[Card, ...]:
    count = Counter(rank_of(card) for card in hand)
    return tuple(card for card in hand if count[rank_of(card)] == 1)


def _four_to_a_flush(hand: Sequence[Card]) -> tuple[Card, ...]:
    suit, count = Counter(card % 4 for card in hand).most_common(1)[0]
    return tuple(card for card in hand if card % 4 == suit) if count == HAND_SIZE - 1 else ()


def _four_to_a_straight(hand: Sequence[Card], habits: Habits) -> tuple[Card, ...]:
    """Four cards that one more would make a straight: open-ended ones first, then the higher four."""
    fours = [[card for card in hand if card != left_out] for left_out in sorted(hand)]
    for wanted in (_open_ended, _inside) if habits.inside_straights else (_open_ended,):
        for four in fours:
            if wanted(sorted(rank_of(card) for card in four)):
                return tuple(four)
    return ()


def _open_ended(ranks: Sequence[int]) -> bool:
    return ranks[3] - ranks[0] == 3 and ranks[3] != ACE


def _inside(ranks: Sequence[int]) -> bool:
    return ranks[3] - ranks[0] <= 4 or (ranks[3] == ACE and ranks[2] <= 5)
