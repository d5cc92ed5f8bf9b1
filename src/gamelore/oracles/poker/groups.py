"""Hands in groups: what a player who thinks in some twenty kinds of hand knows of the 2,598,960.

Before the draw a hand belongs to a group by its category and leading rank, or by what it draws to; after it by
category and leading rank. How often groups occur, what a draw makes of them and which wins is counted exactly, except
that one seat's cards are taken not to touch the other's.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Int16s, Ints
from gamelore.games.poker.cards import ACE, DECK_SIZE, HAND_SIZE, JACK, KING, QUEEN, Card, rank_of
from gamelore.games.poker.hands import CLASSES, Category, HandKey, class_key, class_table, hand_class

C = Category
Step = tuple[Category, int]
"""A group begins at this category and leading rank and ends where the next one begins."""

BEFORE: tuple[Step, ...] = (
    (C.NO_PAIR, 2), (C.NO_PAIR, QUEEN), (C.NO_PAIR, KING), (C.NO_PAIR, ACE),
    (C.PAIR, 2), (C.PAIR, 5), (C.PAIR, 8), (C.PAIR, 10), (C.PAIR, JACK), (C.PAIR, QUEEN), (C.PAIR, KING), (C.PAIR, ACE),
    (C.TWO_PAIR, 3), (C.TWO_PAIR, 8), (C.TWO_PAIR, QUEEN),
    (C.THREE_OF_A_KIND, 2), (C.THREE_OF_A_KIND, 9),
    (C.STRAIGHT, 5), (C.FLUSH, 7), (C.FULL_HOUSE, 2),
)  # fmt: skip
DRAWS = ("four to a flush", "four to an open straight", "four to an inside straight")
AFTER: tuple[Step, ...] = (
    (C.NO_PAIR, 2), (C.NO_PAIR, QUEEN), (C.NO_PAIR, KING), (C.NO_PAIR, ACE),
    (C.PAIR, 2), (C.PAIR, 5), (C.PAIR, 8), (C.PAIR, 10), (C.PAIR, JACK), (C.PAIR, QUEEN), (C.PAIR, KING), (C.PAIR, ACE),
    (C.TWO_PAIR, 3), (C.TWO_PAIR, 8), (C.TWO_PAIR, JACK), (C.TWO_PAIR, KING),
    (C.THREE_OF_A_KIND, 2), (C.THREE_OF_A_KIND, 7), (C.THREE_OF_A_KIND, JACK),
    (C.STRAIGHT, 5), (C.FLUSH, 7), (C.FULL_HOUSE, 2), (C.FOUR_OF_A_KIND, 2),
)  # fmt: skip
COUNTS = 4
"""Nobody replaces more than three cards."""


def _group(steps: Sequence[Step], key: HandKey) -> int:
    return bisect.bisect_right(steps, (key[0], key[1][0])) - 1


@functools.cache
def _by_class(steps: tuple[Step, ...]) -> tuple[int, ...]:
    return tuple(_group(steps, class_key(number)) for number in range(CLASSES))


def group_before(hand: Sequence[Card], discards: Sequence[Card]) -> int:
    """The group of a dealt hand; the kinds of draw come after the steps of `BEFORE`."""
    found = hand_class(hand)
    if len(discards) != 1 or class_key(found)[0] is not C.NO_PAIR:
        return _by_class(BEFORE)[found]
    kept = [card for card in hand if card not in discards]
    if len({card % 4 for card in kept}) == 1:
        return len(BEFORE)
    ranks = sorted(rank_of(card) for card in kept)
    return len(BEFORE) + (1 if ranks[3] - ranks[0] == 3 and ranks[3] != ACE else 2)


def group_after(hand: Sequence[Card]) -> int:
    """The group of a final hand."""
    return _by_class(AFTER)[hand_class(hand)]


@functools.cache
def class_groups() -> tuple[Int16s, Int16s]:
    """The groups by class, as the kernels want them: before the draw, with one more entry for each draw, and after."""
    before = np.array([*_by_class(BEFORE), *range(len(BEFORE), len(BEFORE) + len(DRAWS))], dtype=np.int16)
    return before, np.array(_by_class(AFTER), dtype=np.int16)


def group_names(steps: Sequence[Step]) -> list[str]:
    """The groups in words: 'pair 5 to 7'."""
    names = []
    for number, (category, low) in enumerate(steps):
        following = steps[number + 1] if number + 1 < len(steps) else None
        high = following[1] - 1 if following and following[0] is category else ACE
        words = category.name.lower().replace("_", " ")
        names.append(f"{words} {low}" if low == high else f"{words} {low} to {high}")
    return names


@dataclass(frozen=True, slots=True)
class GroupModel:
    """Chance as the groups see it. Every number is a probability."""

    chance: Floats
    """[group before]"""
    moves: Floats
    """[cards replaced, group before, group after]; zero unless that group replaces so many."""
    wins: Floats
    """[replaced, group after, replaced by the other, group of the other]: how often it wins less how often it loses."""


@functools.cache
def group_model() -> GroupModel:
    """The model when both seats replace the usual way, counted over every hand and every draw."""
    counts = draw_counts(())
    dealt = np.array([[counts[k, g].sum() / math.comb(DECK_SIZE - HAND_SIZE, k) for g in range(counts.shape[1])]
                      for k in range(COUNTS)])  # fmt: skip
    chance = dealt.sum(axis=0) / math.comb(DECK_SIZE, HAND_SIZE)
    after = np.array(_by_class(AFTER))
    moves = np.zeros((COUNTS, counts.shape[1], len(AFTER)))
    for k in range(COUNTS):
        for g in range(counts.shape[1]):
            if counts[k, g].any():
                moves[k, g] = np.bincount(after, counts[k, g], len(AFTER)) / counts[k, g].sum()
                moves[k, g] *= dealt[k, g] / dealt[:, g].sum()
    by_class = counts.sum(axis=1).astype(np.float64)
    members = after[:, None] == np.arange(len(AFTER))
    spread = by_class[:, :, None] * members
    spread /= np.maximum(spread.sum(axis=1, keepdims=True), 1e-300)
    below = np.cumsum(spread, axis=1) - spread / 2
    # Twice the chance to be above, ties counting half, less one: won less lost.
    wins = 2 * np.einsum("acg,bch->agbh", spread, below) - 1
    occurs = spread.sum(axis=1) > 0.5
    wins *= occurs[:, :, None, None] & occurs[None, None]
    return GroupModel(chance, moves, wins)


def draw_counts(dead: Sequence[Card], replaced: int | None = None) -> Ints:
    """[replaced, group before, class after]: every deal and draw from the cards that are not dead, counted.

    Only draws of `replaced` cards if that is given.
    """
    from gamelore.oracles.poker import _kernels

    live = np.array([card for card in range(DECK_SIZE) if card not in dead], dtype=np.int8)
    group_of, _ = class_groups()
    counts = np.zeros((COUNTS, len(BEFORE) + len(DRAWS), CLASSES), dtype=np.int64)
    for k in range(COUNTS) if replaced is None else (replaced,):
        if k < 3:
            _kernels.count_small_draws(live, k, class_table(), group_of, counts[k])
        else:
            _kernels.count_draws_of_three(live, class_table(), group_of, counts[k])
    return counts
