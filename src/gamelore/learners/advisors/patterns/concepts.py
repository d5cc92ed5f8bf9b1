"""A concept: a generalised pattern that becomes an Advisor (Epstein, Gelfand and Lesniak 1996, section 3.3).

A concept says of a few positions in a shape what must stand there after a move, for whom, and how contests end in
which that happens. What stands there is told from the side of the one who makes the move, so the two contestants that
the papers call alpha and beta are one reading here: `m` the mover's marker, `n` the other's. Where the third rule of
1998 has made only one piece variable, the others stay the first player's `X` or the second player's `O`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, cast, get_args

import numpy as np

from gamelore.base.arrays import Bools
from gamelore.base.errors import BadText
from gamelore.games.board.board import Permutation, apply
from gamelore.games.board.game import SYMBOLS, BoardGame

Shape = Literal["line", "square", "diagonal", "L", "triangle"]
Result = Literal["win", "draw", "loss"]
For = Literal["X", "O", "either"]

MINE, THEIRS, BLANK, ANYTHING = "m", "n", "_", "#"

REQUIREMENTS = (MINE, THEIRS, BLANK, *SYMBOLS, ANYTHING)


class Need(NamedTuple):
    """A concept in one orientation on a board: the sets of positions that must hold what."""

    mine: int
    theirs: int
    blank: int
    x: int
    o: int

    def seen_by(self, mover: int) -> tuple[int, int, int]:
        """The same for the player in a seat: where its own markers, the other's and none must stand."""
        x, o = (self.theirs, self.mine) if mover else (self.mine, self.theirs)
        x, o = x | self.x, o | self.o
        return (o, x, self.blank) if mover else (x, o, self.blank)


@dataclass(frozen=True, slots=True, order=True)
class Concept:
    """What one learned Advisor looks for. Its text is unique, stable between runs, and parses back."""

    stage: str
    mover: For
    """Whose move it speaks about."""
    outcome: Result
    """How contests end for the mover."""
    shape: Shape
    cells: tuple[tuple[int, str], ...]
    """The positions of the shape in order, each with its requirement: `m` mover, `n` the other, `_` blank, `X`, `O`,
    or `#` for a position of the shape that was dropped."""

    def __str__(self) -> str:
        cells = " ".join(f"{position + 1}{requirement}" for position, requirement in self.cells)
        return f"{self.stage} {self.mover} {self.outcome} {self.shape} {cells}"

    @property
    def asked(self) -> tuple[tuple[int, str], ...]:
        """The cells that matter."""
        return tuple((position, what) for position, what in self.cells if what != ANYTHING)

    @property
    def need(self) -> Need:
        """The concept where its text puts it."""
        sets = dict.fromkeys(REQUIREMENTS, 0)
        for position, what in self.cells:
            sets[what] |= 1 << position
        return Need(sets[MINE], sets[THEIRS], sets[BLANK], sets["X"], sets["O"])

    def speaks_to(self, seat: int) -> bool:
        """Whether it is about moves of the player in this seat."""
        return self.mover in ("either", SYMBOLS[seat])


def orientations(concept: Concept, symmetries: Sequence[Permutation]) -> tuple[Need, ...]:
    """The concept in every different place that the symmetries take it to, its own first."""
    images = (Need(*(apply(symmetry, part) for part in concept.need)) for symmetry in symmetries)
    return tuple(dict.fromkeys(images))


def covering(concepts: Sequence[Concept], symmetries: Sequence[Permutation]) -> Bools:
    """Which of some concepts of one stage and outcome subsume which (1998, section 3).

    Row a, column b if a holds wherever b does, for everybody whom b speaks to.
    """
    covered = np.ones((len(concepts), len(concepts)), dtype=np.bool_)
    needs = [orientations(concept, symmetries) for concept in concepts]
    starts = np.cumsum([0, *(len(images) for images in needs)])[:-1]
    for seat in range(2):
        spoken = np.array([concept.speaks_to(seat) for concept in concepts])
        general = np.array([need.seen_by(seat) for images in needs for need in images], dtype=np.int64)
        special = np.array([concept.need.seen_by(seat) for concept in concepts], dtype=np.int64)
        asks_more = np.zeros((len(general), len(concepts)), dtype=np.bool_)
        for part in range(3):
            asks_more |= (general[:, None, part] & ~special[None, :, part]) != 0
        holds: Bools = np.logical_or.reduceat(~asks_more, starts, axis=0) & spoken[:, None]
        covered &= holds | ~spoken[None, :]
    return covered


_CELL = re.compile(r"([1-9][0-9]?)([mn_XO#])")


def parse_concept(game: BoardGame, text: str) -> Concept:
    """Read the text of a concept."""
    words = text.split(" ")
    cells = [_CELL.fullmatch(word) for word in words[4:]]
    if (
        len(words) < 5
        or words[1] not in get_args(For)
        or words[2] not in get_args(Result)
        or words[3] not in get_args(Shape)
        or not all(cells)
    ):
        raise BadText(f"expected a concept such as 'placing either draw line 2n 5# 8m', found '{text}'")
    found = tuple((int(cell[1]) - 1, cell[2]) for cell in cells if cell)
    positions = [position for position, _ in found]
    if positions[-1] >= game.board.size or any(a >= b for a, b in pairwise(positions)):
        raise BadText(f"the positions of a concept go up, from 1 to at most {game.board.size}; found '{text}'")
    concept = Concept(words[0], cast(For, words[1]), cast(Result, words[2]), cast(Shape, words[3]), found)
    if not concept.asked:
        raise BadText(f"a concept asks for something at some position; found '{text}'")
    return concept
