"""The machine instructions that kernels need: count the bits of a set, find its lowest or its highest one.

They take and give 64-bit integers and are used only inside kernels; sets of positions are never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _instruction(generate: Callable[[Any, Any], Any]) -> Any:
    def typed(typing_context: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, words: generate(builder, words[0])

    make: Any = intrinsic
    return make(typed)


def _last(builder: Any, word: Any) -> Any:
    zeros = builder.ctlz(word, ir.Constant(ir.IntType(1), 0))
    return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)


popcount: Callable[[int], int] = _instruction(lambda builder, word: builder.ctpop(word))
"""How many positions a set holds."""

lowest: Callable[[int], int] = _instruction(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))
"""The lowest position of a set that is not empty."""

highest: Callable[[int], int] = _instruction(_last)
"""The highest position of a set; -1 for the empty set."""
