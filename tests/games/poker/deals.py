"""The deal of a row of cards, for tests that play the same deals as arrays and one by one."""

from __future__ import annotations

from gamelore.base.arrays import Int8s
from gamelore.games.poker.cards import HAND_SIZE, Card, Deal


def deal_of(row: Int8s) -> Deal:
    """The deal of a row."""
    cards: tuple[Card, ...] = tuple(row.tolist())
    return Deal((cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]), cards[2 * HAND_SIZE :])
