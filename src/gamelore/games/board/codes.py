"""The code of a move, put together and taken apart: to + 64 * start + 4096 * number, for one code or for an array.

The number tells moves apart that lead from the same place to the same place: it is where the marker stood that a move
takes, and of a move that takes several where each stood, six bits a place. What a move takes as a set is also what the
other has no more on the board that it leads to. Kernels write and read the same code in `_kernels.py`; nobody outside
`games/board` needs to know how it is made.
"""

from __future__ import annotations

from typing import TypeVar

from gamelore.base.arrays import Ints

NONE = 63
"""Stands for 'no start' and 'no capture': no board has this position."""
CODES = 64 * 64 * 64
"""Every code of a move that takes at most one marker is below."""

Code = TypeVar("Code", int, Ints)


def encode(to: Code, start: Code, capture: Code) -> Code:
    """The code of a move, from where it puts a marker, takes one from, and captures one."""
    return to + 64 * start + 4096 * capture


def goal_of(code: Code) -> Code:
    """Where a move puts a marker."""
    return code & 63


def start_of(code: Code) -> Code:
    """Where a move takes a marker from; `NONE` for a placement."""
    return code >> 6 & 63


def capture_of(code: Code) -> Code:
    """Where a move captures a marker, the first if several; `NONE` if it captures none."""
    return code >> 12 & 63


def further_of(code: int) -> tuple[int, ...]:
    """Where a move captures markers beside the first."""
    rest, found = code >> 18, []
    while rest:
        found.append((rest & 63) - 1)
        rest >>= 6
    return tuple(found)


def with_further(code: int, further: tuple[int, ...]) -> int:
    """The code of a move that captures more than one marker."""
    return code + sum(place + 1 << 18 + 6 * number for number, place in enumerate(further))


def is_slide(code: int) -> bool:
    """Whether a move slides a marker, rather than placing one."""
    return start_of(code) != NONE


def is_capture(code: int) -> bool:
    """Whether a move takes a marker."""
    return capture_of(code) != NONE
