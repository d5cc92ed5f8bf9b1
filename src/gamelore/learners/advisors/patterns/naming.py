"""What a person would call a concept: a name of shape and one sentence, read off the picture of the board.

Epstein, Gelfand and Lesniak (1996, section 4) and Epstein, Gelfand and Lock (1998, sections 4 and 5) name what Hoyle
learned by looking at it: reflection through the centre, mill, confinement, control of the centre, a block, the corner
of an empty row. The same is done here by rules about geometry: which of the positions lie on one drawn line, opposite
each other, around a position without a way out. Nothing here knows a game's answers; mills are not looked up, they are
three markers of one side next to each other on a drawn line (1996, section 3). The name says what is to be seen and
not where, so that two concepts with the same name are one idea and may speak with one voice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gamelore.games.board.board import Board, mask_of
from gamelore.games.board.game import SYMBOLS, BoardGame
from gamelore.learners.advisors.patterns.concepts import BLANK, MINE, THEIRS, Concept, orientations

WHOSE = {MINE: "own", THEIRS: "other's", BLANK: "empty", "X": "X's", "O": "O's"}
"""How the requirements of a concept are called in a name."""

ENDED = {"win": "won", "draw": "drawn", "loss": "lost"}

_CLOSE = 1e-3

Cells = dict[int, str]


def name(game: BoardGame, concept: Concept) -> str:
    """A name of its own for a concept: the idea, where it stands and what it is good for."""
    cells = " ".join(f"{position + 1}{what}" for position, what in concept.cells)
    return f"{idea(game, concept)} {cells} ({_for_whom(concept)})"


def group_name(game: BoardGame, concept: Concept) -> str:
    """The name that a concept shares with all that are the same idea and lead to the same end."""
    return f"{idea(game, concept)} ({concept.outcome}, {concept.stage})"


def sentence(game: BoardGame, concept: Concept) -> str:
    """The concept as one sentence."""
    parts = []
    for what, said in (
        (MINE, "mine"), (THEIRS, "the other's"), ("X", "X's"), ("O", "O's"), (BLANK, "empty")
    ):  # fmt: skip
        here = [str(position + 1) for position, asked in seen(concept).items() if asked == what]
        if here:
            parts.append(f"{_listed(here)} {said}")
    who = "" if concept.mover == "either" else f" for {concept.mover}"
    wish = "avoid it" if concept.outcome == "loss" else "aim for it"
    turned = ", or that turned or mirrored" if len(orientations(concept, game.symmetries)) > 1 else ""
    return (
        f"{_capital(idea(game, concept))}{who} while {concept.stage}: {', '.join(parts)}{turned}; "
        f"contests in which a move made it were {ENDED[concept.outcome]}, so I {wish}."
    )


def comment(game: BoardGame, concept: Concept, made: bool) -> str:
    """What an Advisor says of a move that makes, or breaks, what the concept describes."""
    does = "makes" if made else "breaks"
    return f"{does} the shape '{idea(game, concept)}', with which contests were {ENDED[concept.outcome]}"


def seen(concept: Concept) -> Cells:
    """What must stand where; in a concept for one player alone X and O are its own and the other's."""
    if concept.mover == "either":
        return dict(concept.asked)
    own = SYMBOLS.index(concept.mover)
    sides = {SYMBOLS[own]: MINE, SYMBOLS[1 - own]: THEIRS}
    return {position: sides.get(what, what) for position, what in concept.asked}


@lru_cache(maxsize=4096)
def idea(game: BoardGame, concept: Concept) -> str:
    """The name of what is to be seen, wherever on the board it is."""
    look = _Look(game, seen(concept))
    readings: Sequence[Callable[[_Look], str | None]] = (_lone, _confined, _reflected, _in_row, _pair)
    for reading in readings:
        found = reading(look)
        if found is not None:
            return found
    return _outlined(look, concept)


@dataclass(frozen=True)
class _Look:
    """Some positions with what must stand there, on a board."""

    game: BoardGame
    cells: Cells

    @property
    def board(self) -> Board:
        return self.game.board

    def whose(self, what: str) -> list[int]:
        """The positions with one requirement."""
        return [position for position, asked in self.cells.items() if asked == what]

    def place(self, position: int) -> str:
        """A position with what must stand there: own corner, other's side, empty centre."""
        return f"{WHOSE[self.cells[position]]} {kind(self.board, position)}"


@lru_cache(maxsize=1024)
def kind(board: Board, position: int) -> str:
    """What sort of place a position is: the centre, a corner where lines end, a side or a crossing within lines."""
    if math.dist(board.points[position], _middle(board)) < _CLOSE:
        return "centre"
    through = [line for line in board.lines if position in line]
    inside = sum(position not in (line[0], line[-1]) for line in through)
    if inside == 0 and len(through) > 1:
        return "corner"
    return ("end", "side", "crossing")[min(inside, 2)]


def _middle(board: Board) -> tuple[float, float]:
    xs, ys = zip(*board.points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def opposite(board: Board, a: int, b: int) -> bool:
    """Whether two positions lie opposite each other, seen through the middle of the picture."""
    (ax, ay), (bx, by), (cx, cy) = board.points[a], board.points[b], _middle(board)
    return math.dist(((ax + bx) / 2, (ay + by) / 2), (cx, cy)) < _CLOSE


# Each reading names what it recognises and leaves the rest to the next.


def _lone(look: _Look) -> str | None:
    """One position alone."""
    if len(look.cells) > 1:
        return None
    position, what = next(iter(look.cells.items()))
    return kind(look.board, position) if what == MINE else look.place(position)


def _confined(look: _Look) -> str | None:
    """A marker with a marker on every neighbouring position: it cannot slide.

    Where some of these are of its own side, both sides confine it: they may give way again.
    """
    if not look.game.rules.slides:
        return None
    for victim, hunter, said in ((THEIRS, MINE, "confinement"), (MINE, THEIRS, "own confinement")):
        for position in look.whose(victim):
            around = look.board.neighbours[position]
            rest = {p: what for p, what in look.cells.items() if p != position}
            if mask_of(rest) == around and hunter in rest.values() and BLANK not in rest.values():
                by = said if set(rest.values()) == {hunter} else f"joint {said}"
                return f"{by} in a corner" if kind(look.board, position) == "corner" else by
    return None


def _reflected(look: _Look) -> str | None:
    """Two positions opposite each other, with or without what stands between them in the centre."""
    middle = [p for p in look.cells if kind(look.board, p) == "centre"]
    ends = [p for p in look.cells if p not in middle]
    if len(ends) != 2 or not opposite(look.board, *ends):
        return None
    said = {look.cells[p] for p in ends}
    through = f"{WHOSE[look.cells[middle[0]]]} centre" if middle else "the centre"
    if said == {MINE, THEIRS}:
        return f"reflection through {through}"
    if MINE in said and not said.isdisjoint(SYMBOLS):
        return f"reflection of {min(said & set(SYMBOLS))} through {through}"
    return None if middle else f"{_both(look, *ends)} opposite each other"


def _in_row(look: _Look) -> str | None:
    """Three or more positions on one drawn line."""
    line = next((line for line in look.board.lines if look.cells.keys() <= set(line)), None)
    if line is None or len(look.cells) < 3:
        return None
    row = [p for p in line if p in look.cells]
    whole = all(line.index(b) - line.index(a) == 1 for a, b in pairwise(row))
    said = min("".join(look.cells[p] for p in way) for way in (row, row[::-1]))
    named = _row_name(look, row, said) if whole else None
    if named is None:
        named = f"row of {', '.join(WHOSE[what] for what in said)}"
    through = any(kind(look.board, p) == "centre" for p in row)
    return f"{named} through the centre" if through else named


def _row_name(look: _Look, row: list[int], said: str) -> str | None:
    """A whole row whose contents have a name."""
    first, *others = sorted(set(said))
    for side, whose in ((MINE, ""), (THEIRS, "the other's ")):
        if said == side * len(said):
            return f"{whose}mill"
        if sorted(set(said)) == sorted({side, BLANK}):
            mine = [p for p in row if look.cells[p] == side]
            if len(mine) == 1:
                where = kind(look.board, mine[0]) if mine[0] in (row[0], row[-1]) else "middle"
                return f"{whose}{where} of an empty row"
            if len(mine) == len(row) - 1:
                gap = "an open end" if BLANK in (said[0], said[-1]) else "a gap"
                return f"{whose}row of {_number(len(mine))} with {gap}"
    if not others:
        return "empty row" if first == BLANK else None
    for side, rival, named in ((MINE, THEIRS, "block"), (THEIRS, MINE, "own row blocked")):
        if said.count(side) == 1 and said.count(rival) == len(said) - 1:
            return f"{named} {'at the end' if side in (said[0], said[-1]) else 'in the middle'}"
    return None


def _pair(look: _Look) -> str | None:
    """Two positions, neighbours, on one line, or apart."""
    if len(look.cells) != 2:
        return None
    a, b = sorted(look.cells, key=lambda p: (list(WHOSE).index(look.cells[p]), kind(look.board, p)))
    if look.board.neighbours[a] >> b & 1:
        return f"{look.place(a)} beside {look.place(b)}"
    if joined(look.board, a, b):
        return f"{_both(look, a, b)} in one row"
    return f"{look.place(a)} diagonal to {look.place(b)}"


def _both(look: _Look, a: int, b: int) -> str:
    first, second = sorted((look.place(a), look.place(b)))
    return f"two {first}s" if first == second else f"{first} and {second}"


def _outlined(look: _Look, concept: Concept) -> str:
    """Any other shape by its places: the corner of an L first, those of a square going around it, else in order."""
    places = sorted(look.cells)
    if concept.shape == "L" and len(places) == 3:
        vertex = next(p for p in places if all(joined(look.board, p, q) for q in places if q != p))
        legs = sorted((p for p in places if p != vertex), key=look.place)
        return f"L at {_a(look.place(vertex))} with {' and '.join(look.place(p) for p in legs)}"
    if concept.shape != "square":
        return f"{concept.shape} of {', '.join(sorted(look.place(p) for p in places))}"
    ring = around(look.board, places)
    ways = [way[n:] + way[:n] for way in (ring, ring[::-1]) for n in range(len(ring))]
    return f"square of {', '.join(min([look.place(p) for p in way] for way in ways))}"


def around(board: Board, positions: Sequence[int]) -> list[int]:
    """Some positions in the order in which one meets them going around their midst."""
    points = [board.points[p] for p in positions]
    cx, cy = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return sorted(positions, key=lambda p: math.atan2(board.points[p][1] - cy, board.points[p][0] - cx))


def joined(board: Board, a: int, b: int) -> bool:
    """Whether two positions lie on one drawn line."""
    return any(a in line and b in line for line in board.lines)


def _for_whom(concept: Concept) -> str:
    who = "" if concept.mover == "either" else f", {concept.mover}"
    return f"{concept.outcome}, {concept.stage}{who}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _number(count: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(count, str(count))


def _a(words: str) -> str:
    return f"an {words}" if words[0] in "aeioOX" else f"a {words}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
