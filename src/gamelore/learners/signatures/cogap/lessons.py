"""Labelled hands of 42 as lessons, and what they add to the tallies (Carberry, equations 3-1 to 3-4).

A hand's labels are the contract it should make on average with its best trump (or that it is to be passed), the
contract it should set on average, and the correct call after the calls heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.forty_two.dominoes import SUITS
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.rote_tables import CALLS
from gamelore.learners.signatures.reinforcement import RAISE, samuel, weighted
from gamelore.oracles.forty_two.labelled_store import LabelledHand
from gamelore.oracles.forty_two.labels import LabelRule

BEST_BID = 84.0
PASS_INCREMENTS = (11.0, 19.0)
"""One step below the increments of the least contract, 13 and 17, so that a pass lowers more than it would (s61)."""
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Lessons:
    """Many labelled hands, one row each. `UNKNOWN` (or nan) stands where a teacher did not say."""

    situations: Situations
    call: Ints
    """The correct call after the calls heard: 0 for a pass, otherwise the bid."""
    trump: Ints
    """The best trump, also of a hand that passes; `UNKNOWN` if the teacher did not say."""
    contract: Floats
    """The contract the hand makes on average; 0 for a hand to be passed."""
    set_bid: Floats
    """The contract the hand sets on average; nan if the teacher did not say."""
    first: Ints
    """The correct call before anybody has called; `UNKNOWN` if the teacher did not say."""
    worth: Floats
    """For each suit as trump the contract it makes on average, not cut off below; nan if the teacher did not say."""
    marks: Floats
    """For each of the calls that have a counter the marks it can expect; nan if illegal or not said."""

    def __len__(self) -> int:
        return len(self.situations)

    def part(self, rows: slice | Ints) -> Lessons:
        """Some of the lessons."""
        rest = {f.name: getattr(self, f.name)[rows] for f in fields(self) if f.name != "situations"}
        return Lessons(self.situations.part(rows), **rest)

    @staticmethod
    def join(parts: Sequence[Lessons]) -> Lessons:
        """Lessons one after another."""
        situations = Situations(
            np.concatenate([p.situations.hands for p in parts]), np.concatenate([p.situations.calls for p in parts])
        )
        rest = {
            f.name: np.concatenate([getattr(p, f.name) for p in parts])
            for f in fields(Lessons)
            if f.name != "situations"
        }
        return Lessons(situations, **rest)

    @staticmethod
    def none() -> Lessons:
        """No lessons at all."""
        whole, real = np.empty(0, dtype=np.int64), np.empty(0)
        situations = Situations(whole, np.empty((0, 3), dtype=np.int64))
        worth, marks = np.empty((0, len(SUITS))), np.empty((0, CALLS.size))
        return Lessons(situations, whole, whole, real, real, whole, worth, marks)


def lessons_of(hands: Sequence[LabelledHand], rule: LabelRule, marks: Floats | None = None) -> Lessons:
    """Labelled hands as lessons. What each trump is worth is its mean on the scale of the rule's contracts."""
    labels = [hand.label for hand in hands]
    means = np.full((len(hands), len(SUITS)), np.nan)
    for row, hand in zip(means, hands, strict=True):
        for trump, price in hand.prices.items():
            row[trump] = price.mean
    scale = 9.8 / (rule.contract_top - rule.contract_at)
    whole = {
        name: np.array([getattr(label, name) for label in labels], dtype=np.int64)
        for name in ("call", "trump", "first")
    }
    return Lessons(
        Situations.of([hand.dominoes for hand in hands], [hand.calls for hand in hands]),
        contract=np.array([float(label.contract) for label in labels]),
        set_bid=np.array([label.set_bid for label in labels]),
        worth=np.round(28.0 + scale * (means - rule.contract_at), 3),
        marks=np.full((len(hands), CALLS.size), np.nan) if marks is None else np.round(marks, 3),
        **whole,
    )


def offensive_increments(contract: Floats) -> tuple[Floats, Floats]:
    """Equation 3-1: what a contract adds to the two tallies, 30 together."""
    up = np.where(contract >= BEST_BID, 30.0, np.clip(contract - 15.0, 0.0, 30.0))
    return up, 30.0 - up


def defensive_increments(set_bid: Floats) -> tuple[Floats, Floats]:
    """Equation 3-4: the lower the contract that can be set, the better; 12 together."""
    return 42.0 - set_bid, set_bid - 30.0


def teaching_order(lessons: Lessons, rows: Ints, trumps: Ints) -> Ints:
    """The order in which configurations are taught: by hand, the right trump first, then by suit (spec 6.3)."""
    wrong = (trumps != lessons.trump[rows]) | (lessons.contract[rows] == 0)
    return np.lexsort((trumps, wrong, rows))


def offensive_reinforcement(
    lessons: Lessons, rows: Ints, trumps: Ints, *, scheme: str, every_trump: bool
) -> tuple[Ints, Floats, Floats]:
    """Kinds and increments for configurations in their order of teaching."""
    passed = lessons.contract[rows] == 0
    right = (trumps == lessons.trump[rows]) & ~passed
    if scheme == "samuel":
        rivals = np.bincount(rows, minlength=len(lessons))[rows] - 1
        return samuel(right, rivals)
    up, down = offensive_increments(lessons.contract[rows])
    kinds = weighted(right, passed)
    up, down = np.where(passed, PASS_INCREMENTS[0], up), np.where(passed, PASS_INCREMENTS[1], down)
    if every_trump:
        worth = lessons.worth[rows, trumps]
        said = ~np.isnan(worth)
        own_up, own_down = offensive_increments(np.where(said, worth, 30.0))
        kinds, up, down = np.where(said, RAISE, kinds), np.where(said, own_up, up), np.where(said, own_down, down)
    return kinds, up, down
