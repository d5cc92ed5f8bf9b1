"""The counts of a holding, read off the store of all holdings."""

from __future__ import annotations

from gamelore.games.forty_two.dominoes import Domino
from gamelore.learners.features.forty_two.probability import holding_number, suit_class, trump_store


def trump_counts(trump: int, hand: tuple[Domino, ...]) -> tuple[int, ...]:
    """The six counts of a holding under equal weights: five losses, and the number of splits."""
    cells = trump_store()[suit_class(trump), holding_number(trump, hand)]
    return tuple(int(n) for n in cells.sum(axis=(0, 1)))
