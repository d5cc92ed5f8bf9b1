"""Patsy as the papers have it: it weighs moves by the cached patterns they make (1996, section 3.4.1).

Moves after which every cached pattern is a win get 10, moves after which every one is a loss get 0; the others are
ranked by the summed values of the patterns they bring in (1998: less those they destroy), 2 to 4 below and 6 to 8
above nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.registry import Late
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.patterns.associations import CACHED, LOST, WON, PatternStore
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor

if TYPE_CHECKING:
    from gamelore.learners.advisors.patterns import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.patterns._kernels")


class Opinions(NamedTuple):
    """What the cache says to a mover in a stage, for every contents of every template."""

    kinds: Ints
    """Always won, always lost, or neither (`_kernels`); 0 for what is not cached."""
    worth: Floats


class Patsy(BoardAdvisor):
    """Makes patterns that go with winning or drawing, and avoids those that go with losing."""

    name = "Patsy"

    def __init__(self, store: PatternStore) -> None:
        self.store = store
        self._opinions: dict[tuple[str, int], Opinions] = {}

    def refresh(self) -> None:
        """The store has changed."""
        self._opinions = {}

    def opinions(self, stage: str, mover: int) -> Opinions:
        """What the cache says to a mover in a stage."""
        if (stage, mover) not in self._opinions:
            section, normal = self.store.section(stage), self.store.sight.normal_of(np.arange(self.store.sight.count))
            own, other = (LOST, WON) if mover else (WON, LOST)
            heard = section.heard[mover] > 0
            alone = heard.sum(axis=1) == 1
            kinds = np.full(self.store.sight.count, _kernels.MIXED, dtype=np.int64)
            kinds[alone & heard[:, own]] = _kernels.WIN
            kinds[alone & heard[:, other]] = _kernels.LOSS
            kinds[section.kept[mover] != CACHED] = 0
            self._opinions[stage, mover] = Opinions(kinds[normal], self.store.worth(stage)[mover][normal])
        return self._opinions[stage, mover]

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the patterns after each move."""
        state = situation.state
        if state.stage() not in self.store.sections:
            return None
        opinions = self.opinions(state.stage(), state.mover)
        x, o = (situation.theirs, situation.mine) if state.mover else (situation.mine, situation.theirs)
        scores, kinds = np.empty(situation.count), np.empty(situation.count, dtype=np.int64)
        sight = self.store.sight
        _kernels.weigh(
            sight.members,
            sight.member_starts,
            sight.offsets,
            *opinions,
            state.x,
            state.o,
            x,
            o,
            self.store.settings.destroyed,
            scores,
            kinds,
        )
        strengths = ranked(scores.tolist())
        for number, kind in enumerate(kinds.tolist()):
            if kind == _kernels.WIN:
                strengths[number] = 10
            elif kind == _kernels.LOSS:
                strengths[number] = 0
        situation.notes[self.name] = scores
        return strengths

    def because(self, situation: Situation, action: int) -> str:
        """What its patterns are worth in all."""
        score = situation.notes[self.name][action]
        return f"makes patterns that go with {'good' if score > 0 else 'bad'} results, {score:+.2f} in all"


def ranked(scores: Sequence[float]) -> Int8s:
    """6 to 8 for the positive scores and 2 to 4 for the negative ones, by thirds of the different scores."""
    sizes = [round(score, 9) for score in scores]
    strengths = {0.0: SILENT}
    for sign, farthest in ((1, 8), (-1, 2)):
        levels = sorted({size for size in sizes if size * sign > 0}, key=abs, reverse=True)
        for place, level in enumerate(levels):
            strengths[level] = farthest - sign * round(2 * place / max(1, len(levels) - 1))
    return np.array([strengths[size] for size in sizes], dtype=np.int8)
