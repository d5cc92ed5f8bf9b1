"""Kernels as plain Python: the same source, not compiled, so that a test can count what it does.

`run.py` puts the four functions below in the place of the compile wrapper and of the machine instructions.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def kernel(function: Callable[..., Any] | None = None, **_options: bool) -> Callable[..., Any]:
    """Leave the function as it is."""
    return (lambda plain: plain) if function is None else function


def popcount(word: int) -> int:
    return int(word).bit_count()


def lowest(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


def highest(word: int) -> int:
    return int(word).bit_length() - 1 if word >= 0 else 63


@functools.cache
def plain(name: str) -> ModuleType:
    """A copy of a module of kernels, and of those that it imports, in which nothing is compiled."""
    compiled = {known: module for known, module in sys.modules.items() if _holds_kernels(module)}
    if name in compiled and vars(compiled[name])["kernel"] is kernel:
        return compiled[name]
    here = sys.modules[__name__]
    replaced = {key: sys.modules.get(key) for key in ("gamelore.base.compile", "gamelore.base.bitops")} | compiled
    for known in compiled:
        del sys.modules[known]
    sys.modules |= {"gamelore.base.compile": here, "gamelore.base.bitops": here}
    try:
        return importlib.import_module(name)
    finally:
        for known in [key for key, module in sys.modules.items() if _holds_kernels(module)] + list(replaced):
            _put_back(known, replaced.get(known))


def _holds_kernels(module: ModuleType) -> bool:
    return getattr(module, "__name__", "").startswith("gamelore.") and "kernel" in vars(module)


def _put_back(name: str, module: ModuleType | None) -> None:
    """A module is known by its name and as a part of its package."""
    package, _, part = name.rpartition(".")
    if module is None:
        sys.modules.pop(name, None)
        vars(sys.modules[package]).pop(part, None)
    else:
        sys.modules[name] = module
        setattr(sys.modules[package], part, module)
