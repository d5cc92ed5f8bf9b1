"""Concepts as lore: each a sentence, a picture and a voice that can be held against an oracle by itself.

The papers print concepts as small boards (Epstein, Gelfand and Lesniak 1996, Figures 7 to 9): the positions that
matter, and a sign for all others that do not. Holding them against an oracle is beyond the papers, whose authors judged
by their own analysis of the games.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.arrays import move_of
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.drawing import Theme, draw_board
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import BLANK, MINE, THEIRS, Concept
from gamelore.learners.advisors.patterns.spatial import Council

MARK = {MINE: "mine", THEIRS: "other", BLANK: "empty", "X": "X", "O": "O"}
COLOUR = {"win": "good", "draw": "note", "loss": "bad"}

_LETTER = 7.0
"""The width of a letter of the caption."""


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


def picture(game: BoardGame, concept: Concept, theme: Theme = "auto", caption: tuple[str, ...] = ()) -> str:
    """The concept as SVG: its shape as a band in the colour of its outcome, its name below it and what else is said."""
    board, asked = game.board, naming.seen(concept)
    marks = {position: MARK[asked[position]] if position in asked else "any" for position in range(board.size)}
    shape = [position for position, _ in concept.cells]
    if concept.shape == "L":
        # An L is drawn through its vertex, which shares a line with both of its ends.
        shape.sort(key=lambda p: all(naming.joined(board, p, q) for q in shape), reverse=True)
        shape = [shape[1], shape[0], shape[2]] if len(shape) == 3 else shape
    elif concept.shape in ("square", "triangle"):
        shape = naming.around(board, shape)
        shape.append(shape[0])
    xs = [x for x, _ in board.points]
    widest = 80 + 84 * (max(xs) - min(xs)) / board.unit
    who = "" if concept.mover == "either" else f" for {concept.mover}"
    said = f"{naming.idea(game, concept)}{who}: {naming.ENDED[concept.outcome]} while {concept.stage}"
    return draw_board(
        board,
        marks=marks,
        bands=[(shape, COLOUR[concept.outcome])] if len(shape) > 1 else [],
        highlights={shape[0]: COLOUR[concept.outcome]} if len(shape) == 1 else None,
        caption=[line for text in (said, *caption) for line in textwrap.wrap(text, max(20, int(widest / _LETTER)))],
        title=naming.sentence(game, concept),
        theme=theme,
    )
