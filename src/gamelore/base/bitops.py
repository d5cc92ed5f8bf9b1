"""The machine instructions that kernels need: count the bits of a set, find its lowest or its highest one.

They take and give 64-bit integers and are used only inside kernels; sets of positions are never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _instruction(generate: Callable[[Any, Any], Any], plain: Callable[[int], int]) -> Any:
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return plain

    def typed(typing_context: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, words: generate(builder, words[0])

    make: Any = intrinsic
    return make(typed)


def _last(builder: Any, word: Any) -> Any:
    zeros = builder.ctlz(word, ir.Constant(ir.IntType(1), 0))
    return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)


popcount: Callable[[int], int] = _instruction(
    lambda builder, word: builder.ctpop(word), lambda word: int(word).bit_count()
)
"""How many positions a set holds."""

lowest: Callable[[int], int] = _instruction(
    lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)),
    lambda word: (int(word) & -int(word)).bit_length() - 1,
)
"""The lowest position of a set that is not empty."""

highest: Callable[[int], int] = _instruction(_last, lambda word: int(word).bit_length() - 1)
"""The highest position of a set; -1 for the empty set."""
