"""The machine instructions that kernels need: count the bits of a set, find its lowest or its highest one.

They take and give 64-bit integers and are used only inside kernels; sets of positions are never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _count(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _first(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


def _last(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), generate


_make: Any = intrinsic

popcount: Callable[[int], int] = _make(_count)
"""How many positions a set holds."""

lowest: Callable[[int], int] = _make(_first)
"""The lowest position of a set that is not empty."""

highest: Callable[[int], int] = _make(_last)
"""The highest position of a set; -1 for the empty set."""
