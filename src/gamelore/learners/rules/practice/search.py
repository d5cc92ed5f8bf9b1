"""Rules by practice: a list that imitates a model, improved one edit at a time by the results of contests.

A step plays the list against everybody, takes each of its decisions back, ranks the edits that this suggests and plays
the best of them out, on the same deals as the list itself; the winner is accepted if it is better by two standard
errors. Chips count by what can be had from an opponent, and more where less of it is won. What a search needs to go on
is its list and the number of its step: no deal is used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import DamagedFile
from gamelore.base.files import parse_toml, to_toml
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.practice.boxes import Box, BoxList, Grid, list_rows, read_rows, to_heuristics
from gamelore.learners.rules.practice.candidates import Cells, edits
from gamelore.learners.rules.practice.imitation import imitated
from gamelore.learners.rules.practice.judge import RuleJudge

SHOWN = 7_000
"""Deals over which the model is watched."""
TAKEN_BACK = 2_500
"""Deals of a step in which decisions are taken back."""
CANDIDATES = 40
STAGES = ((2_500, 6), (20_000, 1))
"""Deals on which candidates are compared, and how many stay."""
SURE = 2.0
"""Standard errors by which an edit must be better."""
STEP = 5_000_000
"""Contests that no step exceeds, of up to ten opponents."""
IDLE = 5
"""Steps in a row without an edit after which the search is over."""
_APART = 1 << 20
"""How far the deals of two steps are apart."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """Where a search stands."""

    seed: int
    step: int = 0
    idle: int = 0
    boxes: BoxList = ()
    score: float = 0.0
    """What the list was last found to be worth."""


class RuleSearch:
    """A search that goes on from its state."""

    def __init__(
        self,
        grid: Grid,
        start: Heuristics,
        judge: RuleJudge,
        state: SearchState,
        most: int,
        had: Mapping[str, float],
        *,
        barred: Callable[[Box], bool] = lambda box: False,
    ) -> None:
        self.grid, self.start, self.judge, self.state, self.most, self.barred = grid, start, judge, state, most, barred
        self.had = np.array([had.get(name, 1.0) for name in judge.names])

    def heuristics(self, boxes: BoxList) -> Heuristics:
        """The rules of a list."""
        return to_heuristics(boxes, self.grid, self.start)

    def _deals(self, count: int, part: int) -> range:
        first = (self.state.step * 8 + part) * _APART
        first -= first % 5
        return range(first, first + count)

    def step(self, contests: int) -> int:
        """Go on by one step; returns how many contests it took, all of them where the rest is too few for one."""
        state = self.state
        if not state.boxes and contests >= self.least:
            boxes, played = self._begun()
            self.state = replace(state, boxes=boxes, step=state.step + 1)
            return played
        if not state.boxes or contests < STEP or state.idle == IDLE:
            return contests
        boxes, score, played = self._improved(state.boxes)
        better = boxes != state.boxes
        self.state = replace(state, boxes=boxes, step=state.step + 1, idle=0 if better else state.idle + 1, score=score)
        return played

    def _begun(self) -> tuple[BoxList, int]:
        found = self.judge.shown(self._deals(SHOWN, 0), self.state.seed)
        codes = np.array(list(self.grid.moves.values()))
        # A bet is taken for the nearest one that is practised.
        far = np.abs(np.log((found.did[:, None] + 1.5) / (codes[None, :] + 1.5)))
        far[:, codes <= 0] = np.where(found.did[:, None] == codes[codes <= 0], 0.0, np.inf)
        far[found.did <= 0] = np.where(far[found.did <= 0] == 0.0, 0.0, np.inf)
        boxes = imitated(self.grid.binned(found.columns, found.seen), far.argmin(axis=1), self.grid, self.most)
        return boxes, self.least

    @property
    def least(self) -> int:
        """With fewer contests nothing begins."""
        return self._cost(SHOWN)

    def _cost(self, deals: int) -> int:
        return 2 * deals * len(self.judge.names)

    def utility(self, won: Floats) -> Floats:
        """[opponent]: by how much a further chip counts, where so much is won."""
        weights: Floats = np.exp(-won / self.had) / self.had
        return weights

    def _improved(self, boxes: BoxList) -> tuple[BoxList, float, int]:
        """The list after one edit or none, what it is worth on deals that did not suggest it, and the contests."""
        now, seed = self.heuristics(boxes), self.state.seed
        deals = self._deals(TAKEN_BACK, 0)
        weights = self.utility(self.judge.winnings([now], deals, seed)[0].mean(axis=1))
        found = self.judge.take_backs(now, list(self.grid.moves.values()), deals, seed)
        played = 2 * self._cost(TAKEN_BACK) + len(found.did) * len(self.grid.moves)
        left = edits(boxes, self.grid, Cells(found, weights, self.grid), self.most, CANDIDATES, self.barred)
        lists, won, gains = [boxes, *left], np.zeros((0, 0, 0)), np.zeros((0, 0))
        for part, (count, stay) in enumerate(STAGES, start=1):
            won = self.judge.winnings(list(map(self.heuristics, lists)), self._deals(count, part), seed)
            played += self._cost(count) * len(lists)
            gains = np.einsum("log,o->lg", won - won[:1], weights)
            order = [0, *(1 + np.argsort(-gains[1:].mean(axis=1), kind="stable")[:stay]).tolist()]
            lists, won, gains = [lists[n] for n in order], won[order], gains[order]
        errors = gains.std(axis=1) / np.sqrt(gains.shape[1])
        chosen = 1 if len(lists) > 1 and gains[1].mean() > SURE * errors[1] else 0
        shares = won[chosen].mean(axis=1) / self.had
        return lists[chosen], float(np.mean(1.0 - np.exp(-shares))), played


# The state as a file

PRACTICE_FILE = "practice.toml"
PRACTICE_VERSION = 1


def state_text(state: SearchState) -> str:
    """The state of a search that is not over."""
    told = {"version": PRACTICE_VERSION, "seed": state.seed, "step": state.step, "idle": state.idle}
    return to_toml({**told, "score": repr(state.score), "boxes": list_rows(state.boxes)})


def read_state(text: str, grid: Grid, where: str) -> SearchState:
    """Read it back."""
    content = parse_toml(text, where)
    if content.get("version") != PRACTICE_VERSION:
        raise DamagedFile(f"{where}: version {content.get('version')!r}, this program reads {PRACTICE_VERSION}")
    for name in ("seed", "step", "idle"):
        if type(content.get(name)) is not int or content[name] < 0:
            raise DamagedFile(f"{where}: '{name}' must be a whole number")
    try:
        boxes, score = read_rows(content.get("boxes", ()), grid), float(content.get("score", ""))
    except (TypeError, ValueError) as error:
        raise DamagedFile(f"{where}: {error}") from None
    return SearchState(content["seed"], content["step"], content["idle"], boxes, score)
