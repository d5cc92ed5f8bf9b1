"""Scores for bidding at 42: Carberry's "best bid with pass penalty" and its segments (p. 132-134).

A call is the best possible one if it is a correct pass, or a correct bid with the correct trump. Since two hands of
three are passes, a hand wrongly passed costs two points beside the one it does not score. Plain accuracy stands beside.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamelore.base.arrays import Ints

PASS_PENALTY, LOW_PENALTY, HIGH_PENALTY = 2.0, 1 / 2, 1 / 3


@dataclass(frozen=True, slots=True)
class BiddingScores:
    """What one machine scored on one set of hands. A segment without hands is nan."""

    overall: float
    passed: float
    """On hands to be passed, charged with every wrong pass (as in the thesis)."""
    bid: float
    """On hands to be bid: the share of best possible calls."""
    trump: float
    """On hands to be bid: the share with the right trump, whatever was called."""
    low: float
    """On bids of 30 and 31, half a point off for every wrong call among them."""
    high: float
    """On bids of 32 or more, a third of a point off for every wrong call among them."""
    accuracy: float
    """The share of best possible calls, without any penalty."""
    wrong_passes: float
    false_bids: float


def score_bidding(truth: Ints, right_trump: Ints, call: Ints, trump: Ints) -> BiddingScores:
    """Score calls against the trainer's."""
    best = (call == truth) & ((truth == 0) | (trump == right_trump))
    to_pass, to_bid = truth == 0, truth > 0
    wrong_passes = int((to_bid & (call == 0)).sum())
    low, high = (truth == 30) | (truth == 31), truth >= 32
    called_low, called_high = (call == 30) | (call == 31), call >= 32
    return BiddingScores(
        overall=_share(int(best.sum()) - PASS_PENALTY * wrong_passes, truth.size),
        passed=_share(int((best & to_pass).sum()) - PASS_PENALTY * wrong_passes, int(to_pass.sum())),
        bid=_share(int((best & to_bid).sum()), int(to_bid.sum())),
        trump=_share(int(((trump == right_trump) & to_bid).sum()), int(to_bid.sum())),
        low=_share((best & low).sum() - LOW_PENALTY * (called_low & ~best).sum(), int(low.sum())),
        high=_share((best & high).sum() - HIGH_PENALTY * (called_high & ~best).sum(), int(high.sum())),
        accuracy=_share(int(best.sum()), truth.size),
        wrong_passes=_share(wrong_passes, truth.size),
        false_bids=_share(int((to_pass & (call > 0)).sum()), truth.size),
    )


def _share(points: float, hands: int) -> float:
    return float(points) / hands if hands else float("nan")
