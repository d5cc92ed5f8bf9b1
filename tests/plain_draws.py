"""Draw odds of five-card hands, counted in another way than the package does; it shares no code with `games/poker`.

A hand is scored by how often its ranks occur, with the ranks as digits, and not looked up in a table of classes. Cards
are numbers from 0 to 51, four to a rank, as in the package.
"""

from __future__ import annotations

import itertools
import math
from functools import cache
from typing import Any

import numpy as np

KINDS = (
    "no pair", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip
_BASE = 16**5
_SHAPES = {(1, 1): 0, (2, 1): 1, (2, 2): 2, (3, 1): 3, (3, 2): 6, (4, 1): 7}
_KIND_OF_SHAPE = np.zeros((5, 5), dtype=np.int64)
for _shape, _kind in _SHAPES.items():
    _KIND_OF_SHAPE[_shape] = _kind


def scores(hands: Any) -> Any:
    """A number for each row of five cards: the higher hand has the higher one, equal hands have the same."""
    hands = np.asarray(hands)
    ranks, suits = hands // 4 + 2, hands % 4
    often = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(often * 16 + ranks), axis=1, kind="stable")
    first = np.take_along_axis(ranks, order, axis=1)
    counts = np.take_along_axis(often, order, axis=1)
    # The second number of the shape is the count of the next rank after the leading one.
    leading = counts[:, 0]
    following = np.take_along_axis(counts, np.minimum(leading, 4)[:, None], axis=1)[:, 0]
    kind = _KIND_OF_SHAPE[leading, following]
    flush = (suits == suits[:, :1]).all(axis=1)
    apart = leading == 1
    wheel = apart & (first == np.array([14, 5, 4, 3, 2])).all(axis=1)
    straight = (apart & (first[:, 0] - first[:, 4] == 4)) | wheel
    first = np.where(wheel[:, None], np.array([5, 4, 3, 2, 1]), first)
    kind = np.where(straight & flush, 8, np.where(flush, 5, np.where(straight, 4, kind)))
    digits = first @ (16 ** np.arange(4, -1, -1))
    return kind * _BASE + digits


def kinds(found: Any) -> Any:
    """The kind of hand of each score, as a place in `KINDS`."""
    return found // _BASE


@cache
def _draws(live: int, count: int) -> Any:
    return np.array(list(itertools.combinations(range(live), count)), dtype=np.int64).reshape(
        math.comb(live, count), count
    )


def draw_scores(hand: tuple[int, ...], gone: tuple[int, ...]) -> Any:
    """The score of the final hand for every draw from the 47 unseen cards, each as likely."""
    live = np.array([card for card in range(52) if card not in hand])
    draws = live[_draws(len(live), len(gone))]
    kept = np.array([card for card in hand if card not in gone], dtype=np.int64)
    return scores(np.concatenate([np.tile(kept, (len(draws), 1)), draws], axis=1))


def share(final: Any, field: Any) -> float:
    """The part of a pot that hands with these scores win from a sorted field of others, ties counting half."""
    below, up_to = np.searchsorted(field, final), np.searchsorted(field, final, side="right")
    return float(((below + up_to) / 2).mean() / len(field))
