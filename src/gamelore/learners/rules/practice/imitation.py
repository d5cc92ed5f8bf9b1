"""Rules that imitate: the leaves of a decision tree, grown best first from what a model did.

The tree is grown by entropy; its leaves are disjoint boxes, so that their order does not matter until practice
changes them. The most frequent move of the largest leaf becomes the last rule, which needs no condition.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.learners.rules.practice.boxes import Box, BoxList, Grid


def imitated(bins: Ints, moves: Ints, grid: Grid, most: int) -> BoxList:
    """At most so many boxes that do in each case what was done most often there."""
    leaves = [(np.ones(len(bins), dtype=np.bool_), grid.whole)]
    splits = [_best_split(bins, moves, *leaves[0], len(grid.moves))]
    while len(leaves) < most:
        best = max(range(len(leaves)), key=lambda n: splits[n][0])
        gain, place, edge = splits[best]
        if gain <= 0:
            break
        members, bounds = leaves[best]
        low, high = bounds[place]
        below: Bools = members & (bins[:, place] < edge)
        parts = [
            (below, (*bounds[:place], (low, edge - 1), *bounds[place + 1 :])),
            (members & ~below, (*bounds[:place], (edge, high), *bounds[place + 1 :])),
        ]
        leaves[best : best + 1] = parts
        splits[best : best + 1] = [_best_split(bins, moves, *part, len(grid.moves)) for part in parts]
    counts = [int(members.sum()) for members, _ in leaves]
    does = [int(np.bincount(moves[members], minlength=len(grid.moves)).argmax()) for members, _ in leaves]
    order = sorted(range(len(leaves)), key=lambda n: counts[n])
    boxes = [Box(leaves[n][1], does[n]) for n in order]
    return (*boxes[:-1], Box(grid.whole, boxes[-1].move))


def _best_split(
    bins: Ints, moves: Ints, members: Bools, bounds: tuple[tuple[int, int], ...], kinds: int
) -> tuple[float, int, int]:
    """By how many bits the best split makes the moves surer, the variable, and the first bin of its upper part."""
    best = (0.0, 0, 0)
    chosen, did = bins[members], moves[members]
    if len(did) == 0:
        return best
    before = _bits(np.bincount(did, minlength=kinds)[None, :])[0]
    for place, (low, high) in enumerate(bounds):
        if low == high:
            continue
        table = np.bincount((chosen[:, place] - low) * kinds + did, minlength=(high - low + 1) * kinds)
        lower = table.reshape(-1, kinds).cumsum(axis=0)
        gains = before - _bits(lower[:-1]) - _bits(lower[-1] - lower[:-1])
        edge = int(gains.argmax())
        if gains[edge] > best[0] + 1e-9:
            best = (float(gains[edge]), place, low + edge + 1)
    return best


def _bits(counts: Ints) -> Floats:
    """[row]: the entropy of the moves of a row times their number."""
    total = counts.sum(axis=1, keepdims=True)
    share = counts / np.maximum(total, 1)
    logs = np.log2(np.where(share > 0, share, 1.0))
    bits: Floats = -(counts * logs).sum(axis=1)
    return bits
