"""The arithmetic of a logit of choices: which weights make the chosen rows likeliest, by Newton's method."""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Ints


def is_bowl(certainty: Floats) -> bool:
    """Whether a table of curvatures is symmetric and curves up in every direction."""
    if not np.isfinite(certainty).all() or not np.allclose(certainty, certainty.T):
        return False
    return bool((np.linalg.eigvalsh(certainty) > 0).all())


def fit_logit(
    rows: Floats, starts: Ints, chosen: Ints, bowl: Floats, centre: Floats, weights: Floats, nonnegative: bool
) -> tuple[Floats, Floats]:
    """Maximise the sum of log softmax of the chosen rows minus the bowl; Newton steps, projected if asked."""
    lengths = np.diff(np.append(starts, len(rows)))
    wanted = rows[chosen].sum(axis=0)
    hessian = bowl

    def loss_of(w: Floats) -> float:
        scores = rows @ w
        tops = np.maximum.reduceat(scores, starts)
        total = np.log(np.add.reduceat(np.exp(scores - np.repeat(tops, lengths)), starts)) + tops
        away = w - centre
        return float(total.sum() - scores[chosen].sum() + away @ bowl @ away / 2)

    loss = loss_of(weights)
    for _ in range(50):
        scores = rows @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), lengths)
        shares = np.exp(scores)
        shares /= np.repeat(np.add.reduceat(shares, starts), lengths)
        weighted = rows * shares[:, None]
        means = np.add.reduceat(weighted, starts, axis=0)
        gradient = means.sum(axis=0) - wanted + bowl @ (weights - centre)
        hessian = rows.T @ weighted - means.T @ means + bowl
        free = np.ones(len(weights), dtype=np.bool_)
        if nonnegative:
            free = (weights > 0) | (gradient < 0)
        if not free.any() or np.abs(gradient[free]).max() < 1e-6:
            break
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        scale = 1.0
        while scale > 1e-8:
            trial = weights - scale * step
            if nonnegative:
                trial = np.maximum(trial, 0.0)
            trial_loss = loss_of(trial)
            if trial_loss <= loss:
                break
            scale /= 2
        else:
            break
        done = loss - trial_loss < 1e-9 * max(1.0, abs(loss))
        weights, loss = trial, trial_loss
        if done:
            break
    return weights, hessian
