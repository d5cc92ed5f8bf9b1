"""A measure as a picture: the board after a move, with what the measure counts marked on it.

Lines are bands, places are rings, moves that somebody could make are arrows or rings where a marker would be placed;
green is mine and red is the other's. The move itself is faint, a captured marker crossed out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from gamelore.games.board.game import BoardState, Move
from gamelore.games.drawing import PRINTED, BoardLook, Theme, draw_board
from gamelore.learners.features.board.measures import measure_named

COLOUR = {"own": "good", "other": "bad", "both": "note"}
MOST_LINES = 20
"""As many as eleven men's morris has. Where lines lie on each other more hide the board: some are marked."""
_LETTER = 7.0
"""The width of a letter of the caption."""


def marked_lines(lines: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """The lines that a picture marks of those that a measure counts."""
    return lines[:: -(-len(lines) // MOST_LINES)] if lines else lines


def draw_measure(
    name: str,
    state: BoardState,
    move: Move,
    theme: Theme = "auto",
    captioned: bool = True,
    look: BoardLook = PRINTED,
) -> str:
    """The SVG of what a measure counts after a move, with its value and its sentence below if it is captioned."""
    measure = measure_named(name)
    found, after, board = measure.find(state, move), state.child(move), state.game.board
    colour = COLOUR[measure.side]
    rings = {move.to: "faint"}
    rings.update(dict.fromkeys((*found.places, *(m.to for m in found.moves if m.start is None)), colour))
    arrows = [(m.start, m.to, colour) for m in found.moves if m.start is not None]
    if move.start is not None:
        arrows.insert(0, (move.start, move.to, "faint"))
    xs = [x for x, _ in board.points]
    letters = int((80 + 84 * (max(xs) - min(xs)) / board.unit) / _LETTER)
    said = (f"{name.replace('_', ' ')} after {move}: {found.value:g}", measure.sentence)
    return draw_board(
        board,
        x=after.x,
        o=after.o,
        highlights=rings,
        arrows=arrows,
        crosses=move.taken,
        bands=[(line, colour) for line in marked_lines(found.lines)],
        caption=[line for text in said for line in textwrap.wrap(text, max(20, letters))] if captioned else (),
        title=f"{said[0]}. {measure.sentence}",
        names=state.game.seat_names,
        theme=theme,
        look=look,
    )
