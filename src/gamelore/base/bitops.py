"""The machine instructions that kernels need: count the bits of a set, find its lowest or its highest one.

They take and give 64-bit integers and are used only inside kernels; sets of positions are never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelore.base.compile import Instruction


def _bits(value: int, width: int) -> Any:
    from llvmlite import ir

    return ir.Constant(ir.IntType(width), value)


popcount: Callable[[int], int] = Instruction(
    lambda word: int(word).bit_count(), lambda builder, word: builder.ctpop(word)
)
"""How many positions a set holds."""

lowest: Callable[[int], int] = Instruction(
    lambda word: (int(word) & -int(word)).bit_length() - 1,
    lambda builder, word: builder.cttz(word, _bits(0, 1)),
)
"""The lowest position of a set that is not empty."""

highest: Callable[[int], int] = Instruction(
    lambda word: int(word).bit_length() - 1,
    lambda builder, word: builder.sub(_bits(63, 64), builder.ctlz(word, _bits(0, 1))),
)
"""The highest position of a set; -1 for the empty set."""
