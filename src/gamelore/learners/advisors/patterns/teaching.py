"""Concepts as lore: each a sentence, a picture and a voice that can be held against an oracle by itself.

Beyond the papers, whose authors judged concepts by their own analysis of the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import move_of
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import Concept
from gamelore.learners.advisors.patterns.pictures import picture
from gamelore.learners.advisors.patterns.spatial import Council


@dataclass(frozen=True, slots=True)
class Taught:
    """One concept with what its Advisor counts."""

    game: BoardGame
    concept: Concept
    weight: float

    @property
    def name(self) -> str:
        """The name of its shape."""
        return naming.idea(self.game, self.concept)

    def text(self) -> str:
        """The concept as files hold it."""
        return str(self.concept)

    def sentence(self) -> str:
        """What it says."""
        return naming.sentence(self.game, self.concept)

    def picture(self, caption: tuple[str, ...] = ()) -> str:
        """What it looks like."""
        return picture(self.game, self.concept, caption=caption)


def favourites(council: Council, concepts: Sequence[Concept], state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
    """Which of some concepts speak in a state, by number, and the places of the moves they speak for.

    One that only opposes moves speaks for all others.
    """
    here = [n for n, c in enumerate(concepts) if c.stage == state.stage() and c.speaks_to(state.mover)]
    if not here:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    after = [state.child(move_of(int(code))) for code in codes]
    mine, theirs = (np.array([getattr(s, side) for s in after], dtype=np.int64) for side in ("other", "own"))
    comments = council.matcher([concepts[n] for n in here], state.mover).find(state.own, state.other, mine, theirs)[1]
    supports = comments > NEUTRAL
    apt = np.where(supports.any(axis=1, keepdims=True), supports, comments == SILENT)
    apt &= (comments != SILENT).any(axis=1, keepdims=True)
    who, places = np.nonzero(apt)
    return np.array(here, dtype=np.int64)[who], places.astype(np.int64)
