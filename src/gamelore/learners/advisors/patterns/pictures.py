"""A concept as a picture: its shape as a band on the board, and what must stand where.

The papers print concepts as small boards (Epstein, Gelfand and Lesniak 1996, Figures 7 to 9): the positions that
matter, and a sign for all others that do not. The colour of the band tells what contests with it came to.
"""

from __future__ import annotations

import textwrap

from gamelore.games.board.game import BoardGame
from gamelore.games.drawing import Theme, draw_board
from gamelore.learners.advisors.patterns import naming
from gamelore.learners.advisors.patterns.concepts import BLANK, MINE, THEIRS, Concept

MARK = {MINE: "mine", THEIRS: "other", BLANK: "empty", "X": "X", "O": "O"}
COLOUR = {"win": "good", "draw": "note", "loss": "bad"}

_LETTER = 7.0
"""The width of a letter of the caption."""


def picture(game: BoardGame, concept: Concept, theme: Theme = "auto", caption: tuple[str, ...] = ()) -> str:
    """The concept as SVG, its name below it and whatever else is to be said."""
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
