"""Off-the-shelf learners on COGAP-42's own parameters: what its hierarchy of small tables costs, and what it keeps.

Two models each, as the thesis has two phases: one rates a (hand, trump) configuration and so picks the trump, the
other chooses the call from the parameters of that configuration, of the defence and of the calls heard. They need
scikit-learn (the extra `bench`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelore.base.errors import NotAvailable
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.learners.features.forty_two import (
    DEFENCE,
    OFFENCE,
    SIZES,
    Situations,
    measure_defence,
    measure_offence,
)
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.learners.signatures.tree import FloatArray, IntArray

PEERS = ("logistic", "boosted")


class PeerBidder:
    """Logistic regression or boosted trees; `penalty` chooses the call that scores best under the pass penalty."""

    def __init__(self, kind: str, *, penalty: float = 0.0, seed: int = 0) -> None:
        self.kind, self.penalty, self.seed = kind, penalty, seed
        self._trump, self._call = _model(kind, seed), _model(kind, seed)

    def learn(self, lessons: Lessons) -> None:
        """Fit both models."""
        with _one_thread():
            self._fit(lessons)

    def _fit(self, lessons: Lessons) -> None:
        rows, trumps = lessons.situations.configurations()
        right = trumps == lessons.trump[rows]
        worth = lessons.contract[rows] > 0
        self._trump.fit(self._offence(lessons.situations.part(rows), trumps)[worth], right[worth])
        self._call.fit(self._whole(lessons.situations, lessons.trump), lessons.call)

    def bid(self, situations: Situations) -> tuple[IntArray, IntArray]:
        """Calls and trumps."""
        with _one_thread():
            return self._predict(situations)

    def _predict(self, situations: Situations) -> tuple[IntArray, IntArray]:
        rows, trumps = situations.configurations()
        chance = self._trump.predict_proba(self._offence(situations.part(rows), trumps))[:, 1]
        order = np.lexsort((trumps, -chance, rows))
        trump = trumps[order[np.searchsorted(rows[order], np.arange(len(situations)))]]
        chances = self._call.predict_proba(self._whole(situations, trump))
        calls = np.asarray(self._call.classes_, dtype=np.int64)
        passing = np.flatnonzero(calls == PASSED)
        chances[:, passing] -= self.penalty * (1.0 - chances[:, passing])
        legal = (calls[None, :] > situations.last_bid[:, None]) | (calls[None, :] == PASSED)
        call = calls[np.where(legal, chances, -np.inf).argmax(axis=1)]
        forced = (situations.calls == PASSED).all(axis=1)
        return np.where(forced & (call == PASSED), LEAST_BID, call), trump

    def _offence(self, situations: Situations, trumps: IntArray) -> FloatArray:
        values = measure_offence(situations, trumps).values
        return self._encode({name: values[name] for name in OFFENCE})

    def _whole(self, situations: Situations, trumps: IntArray) -> FloatArray:
        values = {
            **{name: measure_offence(situations, trumps).values[name] for name in OFFENCE},
            **{name: measure_defence(situations)[name] for name in DEFENCE},
            "PRVBD": situations.previous_bid,
        }
        return self._encode(values)

    def _encode(self, values: dict[str, IntArray]) -> FloatArray:
        """Plain numbers for trees; for the linear model one column for each value."""
        if self.kind == "boosted":
            return np.stack(list(values.values()), axis=1).astype(np.float64)
        return np.concatenate([np.eye(SIZES[name])[column] for name, column in values.items()], axis=1)


def _one_thread() -> Any:
    """On these few hands more threads only wait for each other."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(limits=1)


def _model(kind: str, seed: int) -> Any:
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise NotAvailable("comparison with other learners needs scikit-learn: install gamelore[bench]") from None
    if kind == "logistic":
        return LogisticRegression(C=0.3, max_iter=2000)
    return HistGradientBoostingClassifier(
        max_iter=120,
        learning_rate=0.06,
        max_leaf_nodes=8,
        min_samples_leaf=10,
        l2_regularization=1.0,
        random_state=seed,
    )
