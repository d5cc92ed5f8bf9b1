"""Off-the-shelf learners on COGAP-42's own parameters: what its hierarchy of small tables costs, and what it keeps.

Two models each, as the thesis has two phases: one rates a (hand, trump) configuration and so picks the trump, the
other chooses the call from the parameters of that configuration, of the defence and of the calls heard. `logistic` and
`boosted` learn from the labels of the thesis; `boosted_worth` is told what every trump is worth, as the mended bidder
is, and calls by the worth it predicts. They need scikit-learn (the extra `bench`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.lab.engine.runs import Package
from gamelore.learners.features.forty_two import (
    DEFENCE,
    OFFENCE,
    SIZES,
    Situations,
    measure_defence,
    measure_offence,
)
from gamelore.learners.signatures.cogap.lessons import Lessons

PEERS = ("logistic", "boosted", "boosted_worth")
SKLEARN = Package("sklearn", "scikit-learn", "bench")


def packages_of(bidders: Iterable[str]) -> tuple[Package, ...]:
    """What some bidders need that is installed only on request."""
    return () if set(PEERS).isdisjoint(bidders) else (SKLEARN,)


class PeerBidder:
    """One of `PEERS`; with a `penalty` it chooses the call that scores best under that pass penalty."""

    def __init__(self, kind: str, *, penalty: float = 0.0, seed: int = 0) -> None:
        self.kind, self.penalty = kind, penalty
        self._rate, self._call = _models(kind, seed)

    def learn(self, lessons: Lessons) -> None:
        with _one_thread():
            rows, trumps = lessons.situations.configurations()
            measured = self._offence(lessons.situations.part(rows), trumps)
            if self.kind == "boosted_worth":
                worth = lessons.worth[rows, trumps]
                self._rate.fit(measured, worth)
                predicted = _predicted_elsewhere(self._rate, measured, worth, rows)
                best, _ = best_configurations(rows, trumps, predicted, len(lessons))
                self._call.fit(_worth_and_calls(lessons.situations, predicted[best]), lessons.call)
            else:
                bid = lessons.contract[rows] > 0
                self._rate.fit(measured[bid], (trumps == lessons.trump[rows])[bid])
                self._call.fit(self._whole(lessons.situations, lessons.trump), lessons.call)

    def bid(self, situations: Situations) -> tuple[Ints, Ints]:
        rows, trumps = situations.configurations()
        measured = self._offence(situations.part(rows), trumps)
        with _one_thread():
            if self.kind == "boosted_worth":
                rating = self._rate.predict(measured)
                best, trump = best_configurations(rows, trumps, rating, len(situations))
                chances = self._call.predict_proba(_worth_and_calls(situations, rating[best]))
            else:
                rating = self._rate.predict_proba(measured)[:, 1]
                _, trump = best_configurations(rows, trumps, rating, len(situations))
                chances = self._call.predict_proba(self._whole(situations, trump))
        calls = np.asarray(self._call.classes_, dtype=np.int64)
        return choose_calls(situations, calls, chances, self.penalty), trump

    def _offence(self, situations: Situations, trumps: Ints) -> Floats:
        return self._encode(offensive_values(situations, trumps))

    def _whole(self, situations: Situations, trumps: Ints) -> Floats:
        return self._encode(all_values(situations, trumps))

    def _encode(self, values: dict[str, Ints]) -> Floats:
        """Plain numbers for trees; for the linear model one column for each value."""
        if self.kind != "logistic":
            return np.stack(list(values.values()), axis=1).astype(np.float64)
        return np.concatenate([np.eye(SIZES[name])[column] for name, column in values.items()], axis=1)


def offensive_values(situations: Situations, trumps: Ints) -> dict[str, Ints]:
    """The offensive parameters of some configurations."""
    values = measure_offence(situations, trumps).values
    return {name: values[name] for name in OFFENCE}


def all_values(situations: Situations, trumps: Ints) -> dict[str, Ints]:
    """The same with the defensive parameters of the hand and the last bid heard."""
    defence = measure_defence(situations)
    values = {**offensive_values(situations, trumps), **{name: defence[name] for name in DEFENCE}}
    return {**values, "PRVBD": situations.previous_bid}


def best_configurations(
    rows: Ints, trumps: Ints, rating: Floats, hands: int, then: Ints | None = None
) -> tuple[Ints, Ints]:
    """For each hand its configuration of highest rating (then of highest `then`), and that one's trump."""
    order = np.lexsort((trumps, -(np.zeros_like(trumps) if then is None else then), -rating, rows))
    best = order[np.searchsorted(rows[order], np.arange(hands))]
    return best, trumps[best]


def choose_calls(situations: Situations, calls: Ints, chances: Floats, penalty: float) -> Ints:
    """The legal call of highest chance; a pass is charged the penalty as often as it would be wrong."""
    passing = np.flatnonzero(calls == PASSED)
    worth = chances.copy()
    worth[:, passing] -= penalty * (1.0 - chances[:, passing])
    legal = (calls[None, :] > situations.last_bid[:, None]) | (calls[None, :] == PASSED)
    call = calls[np.where(legal, worth, -np.inf).argmax(axis=1)]
    forced = (situations.calls == PASSED).all(axis=1)
    return np.where(forced & (call == PASSED), LEAST_BID, call)


def _worth_and_calls(situations: Situations, worth: Floats) -> Floats:
    return np.stack([worth, situations.previous_bid, situations.last_bid], axis=1).astype(np.float64)


def _predicted_elsewhere(model: Any, measured: Floats, worth: Floats, rows: Ints) -> Floats:
    """What the model says of each hand when it learned from the other hands only, in five parts."""
    from sklearn.base import clone

    found = np.empty(worth.size)
    for part in range(5):
        here = rows % 5 == part
        found[here] = clone(model).fit(measured[~here], worth[~here]).predict(measured[here])
    return found


def _one_thread() -> Any:
    """On these few hands more threads only wait for each other."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(limits=1)


def _models(kind: str, seed: int) -> tuple[Any, Any]:
    SKLEARN.require("comparison with other learners")
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
    from sklearn.linear_model import LogisticRegression

    if kind == "logistic":
        return LogisticRegression(C=0.3, max_iter=2000), LogisticRegression(C=0.3, max_iter=2000)
    trees = {"max_iter": 120, "learning_rate": 0.06, "max_leaf_nodes": 8, "min_samples_leaf": 10, "random_state": seed}
    rate = HistGradientBoostingRegressor if kind == "boosted_worth" else HistGradientBoostingClassifier
    return rate(l2_regularization=1.0, **trees), HistGradientBoostingClassifier(l2_regularization=1.0, **trees)
