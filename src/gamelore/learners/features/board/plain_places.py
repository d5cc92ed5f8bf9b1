"""What measures count on the board after a move, found plainly: lines by what they hold, and where the marker stands.

Of a state itself these measures say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from gamelore.games.board.board import bits, mask_of
from gamelore.games.board.game import Move
from gamelore.learners.features.board.finders import OWN, Found, Line, Look, these_lines
from gamelore.learners.features.board.survey import board_places


def _lines_that(look: Look, side: int, fits: Callable[[int, int, int], bool]) -> Found | None:
    """The goal lines that fit, by the markers that a side holds in them, the other's, and the empty places."""
    if look.action is None:
        return None
    held, against = (look.markers(look.board, who) for who in (side, 1 - side))
    found: list[Line] = []
    for line in look.goal_lines:
        mine, theirs = len(held.intersection(line)), len(against.intersection(line))
        if fits(mine, theirs, len(line) - mine - theirs):
            found.append(line)
    return these_lines(found)


def ready(look: Look, side: int) -> Found | None:
    """Lines that lack one marker of a side, the last place empty."""
    return _lines_that(look, side, lambda held, against, empty: against == 0 and empty == 1)


def alone(look: Look, side: int) -> Found | None:
    """Lines with one marker of a side and no other."""
    return _lines_that(look, side, lambda held, against, empty: against == 0 and held == 1)


def stopped(look: Look, side: int) -> Found | None:
    """Full lines that but for one marker against it are a side's."""
    return _lines_that(look, side, lambda held, against, empty: empty == 0 and against == 1 and held > 0)


def full(look: Look, side: int) -> Found | None:
    """Lines that a side holds."""
    return _lines_that(look, side, lambda held, against, empty: empty == against == 0)


def shared(look: Look, side: int) -> Found | None:
    """Lines with markers of both and an empty place."""
    return _lines_that(look, side, lambda held, against, empty: held > 0 and against > 0 and empty > 0)


def _place(look: Look) -> int | None:
    """Where the move puts a marker."""
    return look.action.to if isinstance(look.action, Move) else None


def _stands(look: Look, places: int) -> Found | None:
    to = _place(look)
    if to is None:
        return None
    here = bool(places >> to & 1)
    return Found(float(here), places=(to,) if here else ())


def corner(look: Look, side: int) -> Found | None:
    """Whether the marker stands in a corner."""
    return _stands(look, board_places(look.board.game.board).corners)


def centre(look: Look, side: int) -> Found | None:
    """Whether it stands in the middle of the picture."""
    return _stands(look, board_places(look.board.game.board).centre)


def edge(look: Look, side: int) -> Found | None:
    """Whether it stands neither there nor in a corner."""
    board = look.board.game.board
    places = board_places(board)
    return _stands(look, board.all_positions & ~(places.corners | places.centre))


def crossed(look: Look, side: int) -> Found | None:
    """The goal lines through it."""
    to = _place(look)
    return None if to is None else these_lines([line for line in look.goal_lines if to in line])


def _near(look: Look, among: int) -> Found | None:
    to = _place(look)
    if to is None:
        return None
    found = bits(look.board.game.board.neighbours[to] & among)
    return Found(len(found), places=found)


def ways(look: Look, side: int) -> Found | None:
    """The neighbours of its place."""
    return _near(look, look.board.game.board.all_positions)


def near_empty(look: Look, side: int) -> Found | None:
    """The empty ones."""
    return _near(look, look.board.empty)


def near(look: Look, side: int) -> Found | None:
    """Those that hold a marker of a side."""
    return _near(look, mask_of(look.markers(look.board, side)))


def opposite(look: Look, side: int) -> Found | None:
    """Whether it faces a marker of a side through the middle of the picture."""
    to = _place(look)
    if to is None:
        return None
    facing = bits(board_places(look.board.game.board).opposite[to] & mask_of(look.markers(look.board, side)))
    return Found(len(facing), places=facing)


def spread(look: Look, side: int) -> Found | None:
    """How far my markers are apart, all pairs together."""
    if look.action is None:
        return None
    held = sorted(look.markers(look.board, OWN))
    steps = board_places(look.board.game.board).steps
    return Found(sum(steps[a][b] for a, b in combinations(held, 2)), places=held)
