"""The trainer against itself: hands labelled twice from independent samples.

No learner can be expected to agree with labels better than a second opinion of the same trainer does, so every score
has to be read beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamelore.base.stats import Interval, wilson
from gamelore.oracles.forty_two.labelled_store import LabelledHand
from gamelore.oracles.forty_two.labels import LabelRule, label_hand
from gamelore.oracles.forty_two.trainer import PricedHand


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often two opinions agree, in percent with intervals."""

    calls: Interval
    """The call in the round, after the same calls heard; a bid must name the same trump."""
    first: Interval
    """The same for the call as first caller."""
    trump: Interval
    """The trump of hands that bid as first caller."""


def second_opinion(hand: LabelledHand, again: LabelledHand | PricedHand, rule: LabelRule) -> LabelledHand:
    """A hand after the same calls, but labelled from the prices of another sample of deals."""
    label = label_hand(again.prices, again.defence, hand.calls, rule)
    return replace(hand, prices=again.prices, defence=again.defence, label=label)


def agreement(opinions: Sequence[LabelledHand], others: Sequence[LabelledHand]) -> Agreement:
    """Compare two opinions of the same hands."""
    pairs = [(a.label, b.label) for a, b in zip(opinions, others, strict=True)]
    bids = [(a, b) for a, b in pairs if a.first]
    return Agreement(
        wilson(sum(a.call == b.call and (not a.call or a.trump == b.trump) for a, b in pairs), len(pairs)),
        wilson(sum(a.first == b.first and (not a.first or a.trump == b.trump) for a, b in pairs), len(pairs)),
        wilson(sum(a.trump == b.trump for a, b in bids), len(bids)),
    )
