"""Our order of hands beside PokerKit's, where it is installed."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gamelore.games.poker.hands import hand_class, showdown


def their_text(hand: list[int]) -> str:
    return "".join("23456789TJQKA"[card // 4] + "hscd"[card % 4] for card in hand)


def test_hands_have_the_order_and_the_ties_of_pokerkit() -> None:
    """In our order each random hand is compared with the next: nearest neighbours tell two orders apart first."""
    pokerkit = pytest.importorskip("pokerkit")
    rng = np.random.default_rng(7)
    hands = [rng.permutation(52)[:5].tolist() for _ in range(2000)]
    hands += [[4 * r + s for r, s in zip(ranks, (0, 1, 2, 3, 0), strict=True)] for ranks in RARE]
    hands += [[4 * rank for rank in range(low, low + 5)] for low in range(9)] + [[48, 0, 4, 8, 12]]
    hands.sort(key=hand_class)
    theirs = [pokerkit.StandardHighHand(their_text(hand)) for hand in hands]
    met = set()
    for (mine, other), (one, two) in zip(pairwise(hands), pairwise(theirs), strict=True):
        assert showdown(mine, other) == (one > two) - (one < two), (mine, other)
        met.add(showdown(mine, other))
    assert met == {0, -1}


RARE = [(0, 0, 0, 0, high) for high in (1, 12)] + [(12, 12, 12, 12, 0), (3, 3, 3, 3, 2)]
"""Ranks of hands that random deals hardly hold."""
