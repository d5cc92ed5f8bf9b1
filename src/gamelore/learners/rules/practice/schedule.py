"""The schedule of rules by practice: a list that imitates a model, improved one edit at a time by what it wins.

A step plays the list against everybody, takes each of its decisions back, ranks the edits that this suggests and plays
the best of them out, on the same deals as the list itself; the winner is accepted if it is better by two standard
errors. Chips count by what can be had from an opponent, and more where less of it is won. No deal is used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.learners.practice.judge import Ask, Numbers, Suggest
from gamelore.learners.practice.lists import best_of
from gamelore.learners.practice.search import Asking
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.practice.boxes import Box, BoxList, Grid, to_heuristics
from gamelore.learners.rules.practice.candidates import Cells, edits
from gamelore.learners.rules.practice.imitation import imitated
from gamelore.learners.rules.practice.judge import RuleJudge

SHOWN = 1_400
"""Games of five deals over which the model is watched."""
TAKEN_BACK = 500
"""Games of a step in which decisions are taken back."""
CANDIDATES = 40
STAGES = ((500, 6), (4_000, 1))
"""Games on which candidates are compared, and how many stay. Each stage has its own: what chose them judges no more."""
SURE = 2.0
"""Standard errors by which an edit must be better."""
STEP = 5_000_000
"""Contests that no step exceeds, of up to ten opponents."""
IDLE = 5
"""Steps in a row without an edit after which the search is over."""
_APART = 1 << 20
"""How far the deals of two parts of a step are apart, and of two steps eight times."""


class RuleSchedule:
    """Imitation, then step after step."""

    def __init__(
        self,
        grid: Grid,
        start: Heuristics,
        judge: RuleJudge,
        most: int,
        had: Mapping[str, float],
        *,
        barred: Callable[[Box], bool] = lambda box: False,
    ) -> None:
        self.grid, self.start, self.most, self.barred = grid, start, most, barred
        self.had = np.array([had.get(name, 1.0) for name in judge.opponents])
        self.least = judge.each * SHOWN
        """With fewer contests nothing begins."""
        self.best: tuple[BoxList, float] = ((), 0.0)

    def heuristics(self, boxes: BoxList) -> Heuristics:
        """The rules of a list."""
        return to_heuristics(boxes, self.grid, self.start)

    def questions(self) -> Asking[Box]:
        """Until no edit was found for some steps."""
        (boxes,) = yield Suggest(_rounds(SHOWN, 0, 0), self._imitated, self.least)
        self.best = boxes, 0.0
        step = idle = 0
        while idle < IDLE:
            step += 1
            chips = Ask([boxes], _rounds(TAKEN_BACK, step, 0), _chips, len(self.had), least=STEP)
            (won,) = yield chips
            weights = self.utility(np.array(won))
            stages = [_rounds(count, step, part) for part, (count, _) in enumerate(STAGES, start=1)]
            lists = yield Suggest(stages[0], partial(self._suggested, boxes, weights, chips.rounds))
            told: list[Numbers] = []
            for rounds, (_, stay) in zip(stages, STAGES, strict=True):
                told = yield Ask(lists, rounds, partial(self._gains, weights), 3, paired=True)
                order = [0, *(1 + n for n in best_of([gain for gain, _, _ in told[1:]], stay))]
                lists, told = [lists[n] for n in order], [told[n] for n in order]
            chosen = 1 if len(lists) > 1 and told[1][0] > SURE * told[1][1] else 0
            idle = 0 if chosen else idle + 1
            boxes = lists[chosen]
            self.best = boxes, told[chosen][2]

    def _imitated(self, judge: RuleJudge, seed: int) -> tuple[list[BoxList], int]:
        found = judge.shown(_rounds(SHOWN, 0, 0), seed)
        codes = np.array(list(self.grid.moves.values()))
        # A bet is taken for the nearest one that is practised.
        far = np.abs(np.log((found.did[:, None] + 1.5) / (codes[None, :] + 1.5)))
        far[:, codes <= 0] = np.where(found.did[:, None] == codes[codes <= 0], 0.0, np.inf)
        far[found.did <= 0] = np.where(far[found.did <= 0] == 0.0, 0.0, np.inf)
        boxes = imitated(self.grid.binned(found.columns, found.seen), far.argmin(axis=1), self.grid, self.most)
        return [boxes], self.least

    def _suggested(
        self, boxes: BoxList, weights: Floats, rounds: range, judge: RuleJudge, seed: int
    ) -> tuple[list[BoxList], int]:
        """The list itself and the most promising edits of it."""
        moves = list(self.grid.moves.values())
        found = judge.take_backs(self.heuristics(boxes), moves, rounds, seed)
        left = edits(boxes, self.grid, Cells(found, weights, self.grid), self.most, CANDIDATES, self.barred)
        return [boxes, *left], judge.each * len(rounds) + len(found.did) * len(moves)

    def utility(self, won: Floats) -> Floats:
        """[opponent]: by how much a further chip counts, where so much is won."""
        weights: Floats = np.exp(-won / self.had) / self.had
        return weights

    def _gains(self, weights: Floats, judge: RuleJudge, lists: Sequence[Any], won: Floats) -> list[Numbers]:
        """For each list what it wins more than the first, the standard error of that, and what it is worth."""
        gains = np.einsum("log,o->lg", won - won[:1], weights)
        errors = gains.std(axis=1) / np.sqrt(gains.shape[1])
        worth = np.mean(1.0 - np.exp(-won.mean(axis=2) / self.had), axis=1)
        return list(zip(gains.mean(axis=1).tolist(), errors.tolist(), worth.tolist(), strict=True))


def _rounds(count: int, step: int, part: int) -> range:
    first = (step * 8 + part) * _APART // 5
    return range(first, first + count)


def _chips(judge: RuleJudge, lists: Sequence[Any], won: Floats) -> list[Numbers]:
    """What each list wins from everybody."""
    return [tuple(row) for row in won.mean(axis=2).tolist()]
