"""One rated hand under one trump, as the trace and the sentences of a player speak about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.dominoes import Domino
from gamelore.learners.features.forty_two.probability import holding_number
from gamelore.learners.features.forty_two.situations import PARTNER
from gamelore.learners.signatures.cogap.bidder import Bidder, Rating, chances

FIVE_POINTERS = (Domino(5, 0), Domino(4, 1), Domino(3, 2))


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand with what was measured of it; without trump, as it would defend."""

    hand: tuple[Domino, ...]
    trump: int | None
    values: Mapping[str, int]
    lists: Mapping[str, int]
    percents: Sequence[int]
    partner: int

    def dominoes(self, name: str) -> tuple[Domino, ...]:
        """A list that stands behind a value."""
        return dominoes_of(self.lists[name])

    @property
    def trump_suit(self) -> int:
        """The trump, where there is one."""
        assert self.trump is not None
        return self.trump


def seen_hand(bidder: Bidder, rating: Rating, place: int | None, row: int) -> SeenHand:
    """What a bidder sees of a hand in a configuration, or on defence."""
    hand = dominoes_of(int(rating.situations.hands[row]))
    partner = int(rating.situations.calls[row, PARTNER])
    if place is None:
        values = {name: int(column[row]) for name, column in rating.defence.values.items()}
        return SeenHand(hand, None, values, {}, (), partner)
    trump = int(rating.trumps[place])
    table = chances(bidder.settings.weights)
    context = int(rating.situations.heard[row]) if table.shape[0] > 1 else 0
    return SeenHand(
        hand,
        trump,
        {name: int(column[place]) for name, column in rating.offence.values.items()},
        {name: int(column[place]) for name, column in rating.measured.lists.items()},
        [int(p) for p in table[context, trump, holding_number(trump, hand)]],
        partner,
    )
