"""What is left to place, as one word of a state, which also tells whose turn it is where the two sides differ.

Where both sides play alike the word is how many markers they have still to place together: they place in turn, and
nobody need ask who is to move. Where they differ (`sides.py`) it holds the seat to move, what the mover has left and
what the other has left. Plain rules and kernels ask the same functions, so that neither does sums of its own with it.
"""

from __future__ import annotations

SIDED = 1 << 24
"""In the word of every state of a game whose sides differ."""


def sided_turn(seat: int, own_left: int, other_left: int) -> int:
    """The word of a state whose sides differ."""
    return SIDED | seat << 16 | other_left << 8 | own_left


def places(turn: int) -> bool:
    """Whether the mover places a marker."""
    return turn & 255 != 0


def left_of(turn: int) -> int:
    """How many markers are still to be placed, by both sides."""
    return turn if turn < SIDED else (turn & 255) + (turn >> 8 & 255)


def left_of_side(turn: int, moves: bool) -> int:
    """How many markers the side to move has still to place, or the other; alike sides place in turn."""
    if turn < SIDED:
        return (turn + moves) // 2
    return turn & 255 if moves else turn >> 8 & 255


def all_placed(turn: int) -> bool:
    """Whether neither side has a marker left to place."""
    return turn & 65535 == 0


def seat_of(turn: int) -> int:
    """The seat to move, where that matters for what it may do; else 0."""
    return turn >> 16 & 1


def passed(turn: int) -> int:
    """The word of the same board with the other to move."""
    return turn if turn < SIDED else SIDED | (turn & 65536 ^ 65536) | (turn & 255) << 8 | (turn >> 8 & 255)


def after(turn: int) -> int:
    """The word after a move."""
    if turn < SIDED:
        return turn - 1 if turn > 0 else 0
    own_left = turn & 255
    return SIDED | (turn & 65536 ^ 65536) | (own_left - 1 if own_left > 0 else 0) << 8 | (turn >> 8 & 255)
