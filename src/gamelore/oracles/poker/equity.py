"""How often a hand wins the showdown, given how many cards the other seat replaced.

The other seat is taken to replace the usual way, and its bets are taken to say nothing. After the draw the answer is
exact: every deal and every draw from the cards that are not in sight is counted. Before the draw one's own new cards
are taken not to touch the other's, which moves the answer by a fraction of a per cent; the tests sample, without that
error.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import ImpossibleState
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE, Card, cards_text, refuse_repeats
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.hands import CLASSES, hand_class, hand_classes
from gamelore.games.poker.replacing import usual_discards
from gamelore.oracles.poker.groups import COUNTS, draw_counts


@dataclass(frozen=True, slots=True)
class Equity:
    """How a showdown ends, as probabilities."""

    win: float
    tie: float
    lose: float

    @property
    def share(self) -> float:
        """The part of the pot to expect, ties counting half."""
        return self.win + self.tie / 2

    def __str__(self) -> str:
        return f"wins {100 * self.win:.1f} %, ties {100 * self.tie:.1f} %, loses {100 * self.lose:.1f} %"


def equity(view: DrawPokerView) -> Equity:
    """The chances of a seat at the showdown, from all that it sees but the bets."""
    if view.seat < len(view.table.replaced):
        return after_draw(view.hand, view.discarded, view.opponent_replaced)
    return before_draw(view.hand, view.opponent_replaced)


def after_draw(hand: Sequence[Card], discarded: Sequence[Card] = (), replaced: int | None = None) -> Equity:
    """The chances of a final hand; `replaced` by the other seat, None if that is not known."""
    mine = np.zeros(CLASSES)
    mine[_checked(hand, discarded, replaced)] = 1.0
    return _compare(mine, other_classes((*hand, *discarded), replaced))


def before_draw(hand: Sequence[Card], replaced: int | None = None) -> Equity:
    """The chances of a dealt hand that will replace the usual way, over all of its draws."""
    _checked(hand, (), replaced)
    return _compare(draw_odds(hand, usual_discards(hand)), other_classes(tuple(hand), replaced))


def draw_odds(hand: Sequence[Card], discards: Sequence[Card]) -> Floats:
    """How likely a hand becomes one of each class when some of its cards are replaced; every draw is counted."""
    kept = np.array([card for card in hand if card not in discards], dtype=np.int64)
    live = np.array([card for card in range(DECK_SIZE) if card not in hand], dtype=np.int64)
    draws = live[_combinations(len(live), len(discards))]
    finals = np.concatenate([np.broadcast_to(kept, (len(draws), len(kept))), draws], axis=1)
    odds: Floats = np.bincount(hand_classes(finals), minlength=CLASSES) / len(draws)
    return odds


@functools.cache
def _combinations(size: int, count: int) -> Ints:
    found: Ints = np.array(list(itertools.combinations(range(size), count)), dtype=np.int64)
    return found.reshape(math.comb(size, count), count)


@functools.lru_cache(maxsize=256)
def other_classes(dead: tuple[Card, ...], replaced: int | None) -> Floats:
    """How likely the other seat's final hand is of each class, if these cards cannot be in it."""
    counts = draw_counts(dead, replaced).sum(axis=1)
    # A deal followed by one of the many draws of three is rarer than the same deal without a draw.
    left = DECK_SIZE - len(dead) - HAND_SIZE
    weights = np.array([1 / math.comb(left, k) for k in range(COUNTS)])
    chances: Floats = weights @ counts
    chances /= chances.sum()
    chances.setflags(write=False)
    return chances


def _checked(hand: Sequence[Card], discarded: Sequence[Card], replaced: int | None) -> int:
    refuse_repeats((*hand, *discarded))
    if len(hand) != HAND_SIZE:
        raise ImpossibleState(f"a hand has {HAND_SIZE} cards, '{cards_text(hand)}' has {len(hand)}")
    if replaced is not None and not 0 <= replaced < COUNTS:
        raise ImpossibleState(f"nobody replaces {replaced} cards")
    return hand_class(hand)


def _compare(mine: Floats, other: Floats) -> Equity:
    below = np.cumsum(other) - other
    win, tie = float(mine @ below), float(mine @ other)
    return Equity(win, tie, max(0.0, 1 - win - tie))
