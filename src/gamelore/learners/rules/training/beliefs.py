"""What the opponent may hold: the axioms applied to a distribution of hands instead of the one revealed.

The source's axioms use the opponent's hand, which no rule can see, so that their verdicts look inconsistent to the
learner (Waterman 1968, p165-166, where better axioms are asked for). Here every hand that the opponent may hold has a
weight: how often a player who draws the usual way, and replaced as many cards, ends with it, and how well the hands
shown so far went with bets of that size. A decision is then worth the probability that the axioms accept it, and every
decision can be judged, whether or not there was a showdown.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.seeds import Phase, stream
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE
from gamelore.games.poker.hands import hand_classes, value_by_class
from gamelore.games.poker.replacing import usual_discards
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import BAD_HAND, DECISIONS, GOOD_HAND, Logic, Showdown, judge

INDIFFERENCE = 0.05
"""By how much less probable than the best a decision may be and still count as acceptable."""
SAMPLE = 10_000
"""How many hands are drawn to learn what a usual draw ends with."""
HAND_STEPS = (8, 16, 34)
"""Values that divide hands for the likelihood of bets: no pair, low pairs, high and two pair, better."""
BET_STEPS = (1, 5, 10)
"""Sums of bets in a round: none, small, medium, high."""


@functools.cache
def usual_hands() -> tuple[Ints, ...]:
    """For 0 to 3 replaced cards: the classes of the hands that a usual draw ends with, weakest first."""
    decks = stream(0, phase=Phase.SAMPLE).random((SAMPLE, DECK_SIZE)).argsort(axis=1)
    hands, replaced = [], []
    for cards in decks[:, : 2 * HAND_SIZE].tolist():
        gone = usual_discards(cards[:HAND_SIZE])
        kept = [card for card in cards[:HAND_SIZE] if card not in gone]
        hands.append(kept + cards[HAND_SIZE : HAND_SIZE + len(gone)])
        replaced.append(len(gone))
    classes, counts = hand_classes(np.array(hands)).astype(np.int64), np.array(replaced)
    return tuple(np.sort(classes[counts == k]) for k in range(4))


def _no_counts() -> Floats:
    return np.ones((len(HAND_STEPS) + 1, len(BET_STEPS) + 1))


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How often a hand of each kind was shown after bets of each size; every kind is counted once beforehand."""

    shown: Floats = field(default_factory=_no_counts)

    def after_showing(self, value: int, bets: int) -> Beliefs:
        """What is believed after the opponent showed a hand of this value, having bet so much."""
        counts = self.shown.copy()
        counts[_step(value, HAND_STEPS), _step(bets, BET_STEPS)] += 1
        return Beliefs(counts)

    def weights(self, replaced: int, bets: int) -> tuple[Ints, Floats]:
        """The classes of the hands the opponent may hold, weakest first, and their weights, which sum to 1."""
        classes = usual_hands()[replaced]
        likelihood = self.shown[:, _step(bets, BET_STEPS)] / self.shown.sum(axis=1)
        weights = likelihood[np.searchsorted(HAND_STEPS, value_by_class()[classes], side="right")]
        return classes, weights / weights.sum()

    def worth(
        self, own_class: int, case: Showdown, replaced: int, bets: int, settings: RuleSettings, logic: Logic
    ) -> Mapping[str, float]:
        """For each decision the probability that the axioms accept it; `case` says what both could see."""
        classes, weights = self.weights(replaced, bets)
        values = value_by_class()[classes]
        kinds = np.where(values <= BAD_HAND, 0, np.where(values >= GOOD_HAND, 2, 1))
        representative = (BAD_HAND, BAD_HAND + 1, GOOD_HAND)
        higher = np.sign(own_class - classes)
        total = dict.fromkeys(DECISIONS, 0.0)
        for sign in (-1, 0, 1):
            for kind, value in enumerate(representative):
                weight = float(weights[(higher == sign) & (kinds == kind)].sum())
                if weight > 0:
                    for move in judge(replace(case, higher=sign, other_value=value), settings, logic).acceptable:
                        total[move] += weight
        return total


def _step(value: float, steps: tuple[int, ...]) -> int:
    return sum(step <= value for step in steps)
