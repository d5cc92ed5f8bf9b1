"""Patsy as the papers have it: it weighs moves by the cached patterns they make (1996, section 3.4.1).

Moves after which every cached pattern is a win get 10, moves after which every one is a loss get 0; the others are
ranked by the summed values of the patterns they bring in (1998: less those they destroy), 2 to 4 below and 6 to 8
above nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamelore.learners.advisors.forr import SILENT, Strengths
from gamelore.learners.advisors.patterns.sight import Sight, Words, words
from gamelore.learners.advisors.patterns.store import CACHED, LOST, WON, Store
from gamelore.learners.advisors.situation import Floats, Situation
from gamelore.learners.advisors.tier2 import BoardAdvisor

_NONE, _WIN, _LOSS, _MIXED = range(4)


class Opinions(NamedTuple):
    """What the cache says of every pattern to a mover in a stage."""

    kinds: Words
    """Not cached, always won, always lost, or anything else, for the mover."""
    worth: Floats


class Patsy(BoardAdvisor):
    """Makes patterns that go with winning or drawing, and avoids those that go with losing."""

    name = "Patsy"

    def __init__(self, store: Store) -> None:
        self.store = store
        self._opinions: dict[tuple[str, int], Opinions] = {}

    def refresh(self) -> None:
        """The store has changed."""
        self._opinions = {}

    def opinions(self, stage: str, mover: int) -> Opinions:
        """What the cache says to a mover in a stage."""
        if (stage, mover) not in self._opinions:
            section = self.store.section(stage)
            own, other = (LOST, WON) if mover else (WON, LOST)
            heard = section.heard[mover] > 0
            alone = heard.sum(axis=1) == 1
            kinds = np.full(self.store.sight.count, _MIXED, dtype=np.int64)
            kinds[alone & heard[:, own]] = _WIN
            kinds[alone & heard[:, other]] = _LOSS
            kinds[section.kept[mover] != CACHED] = _NONE
            self._opinions[stage, mover] = Opinions(kinds, self.store.worth(stage)[mover])
        return self._opinions[stage, mover]

    def comment(self, situation: Situation) -> Strengths | None:
        """Strengths by the patterns after each move."""
        state = situation.state
        if state.stage() not in self.store.sections:
            return None
        opinions = self.opinions(state.stage(), state.mover)
        if not opinions.kinds.any():
            return None
        sight = self.store.sight
        boards = (situation.theirs, situation.mine) if state.mover else (situation.mine, situation.theirs)
        before, after = sight.raw(words([state.x]), words([state.o])), sight.raw(*boards)
        scores = scores_of(sight, opinions.worth, before, after, self.store.settings.destroyed)
        kinds = opinions.kinds[sight.normal_of(after)]
        return self._strengths(situation, scores, kinds)

    def _strengths(self, situation: Situation, scores: Floats, kinds: Words) -> Strengths:
        cached = (kinds != _NONE).sum(axis=1)
        wins, losses = (kinds == _WIN).sum(axis=1), (kinds == _LOSS).sum(axis=1)
        strengths = ranked(scores)
        strengths[(cached > 0) & (wins == cached)] = 10
        strengths[(cached > 0) & (losses == cached)] = 0
        situation.notes[self.name] = scores
        return strengths

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        score = situation.notes[self.name][action]
        return f"makes patterns that go with {'good' if score > 0 else 'bad'} results, {score:+.2f} in all"


def scores_of(sight: Sight, worth: Floats, before: Words, after: Words, destroyed: bool) -> Floats:
    """The summed worth of the patterns that each board brings in, less of those that it no longer has."""
    changed = after != before
    values = worth[sight.normal_of(after)]
    if destroyed:
        values = values - worth[sight.normal_of(before)]
    total: Floats = np.where(changed, values, 0.0).sum(axis=1)
    return total


def ranked(scores: Floats) -> Strengths:
    """6 to 8 for the positive scores and 2 to 4 for the negative ones, by thirds of the different scores."""
    strengths: NDArray[np.int8] = np.full(len(scores), SILENT, dtype=np.int8)
    for sign, farthest, step in ((1.0, 8, -1), (-1.0, 2, 1)):
        sizes = np.round(scores * sign, 9)
        levels = np.unique(sizes[sizes > 0])[::-1]
        for place, level in enumerate(levels):
            strengths[sizes == level] = farthest + step * round(2 * place / max(1, len(levels) - 1))
    return strengths
