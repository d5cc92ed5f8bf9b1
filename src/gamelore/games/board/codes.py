"""The code of a move, put together and taken apart: to + 32 * start + 1024 * capture, for one code or for an array.

Kernels write and read the same code in `_kernels.py`; nobody outside `games/board` needs to know how it is made.
"""

from __future__ import annotations

from typing import TypeVar

from gamelore.base.arrays import Ints

NONE = 31
"""Stands for 'no start' and 'no capture'."""

Code = TypeVar("Code", int, Ints)


def encode(to: Code, start: Code, capture: Code) -> Code:
    """The code of a move, from where it puts a marker, takes one from, and captures one."""
    return to + 32 * start + 1024 * capture


def goal_of(code: Code) -> Code:
    """Where a move puts a marker."""
    return code & 31


def start_of(code: Code) -> Code:
    """Where a move takes a marker from; `NONE` for a placement."""
    return code >> 5 & 31


def capture_of(code: Code) -> Code:
    """Where a move captures a marker; `NONE` if it captures none."""
    return code >> 10 & 31


def is_slide(code: int) -> bool:
    """Whether a move slides a marker, rather than placing one."""
    return start_of(code) != NONE


def is_capture(code: int) -> bool:
    """Whether a move takes a marker."""
    return capture_of(code) != NONE
