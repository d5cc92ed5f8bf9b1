"""The typed compile wrapper: `@kernel` turns a plain function over arrays and integers into machine code.

Numba is imported only when a module of kernels (`_kernels.py`) is, and those are imported late. Compiled code is
cached on disk. Numba's own cache does not notice when a kernel of *another* file changes that this one calls, so
our cache folder carries a digest of all kernel sources: any change to any of them starts a new cache.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba

from gamelore.base.files import cache_folder

F = TypeVar("F", bound=Callable[..., object])


@functools.cache
def _cache_folder() -> str:
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for source in sorted([*root.glob("base/*.py"), *root.rglob("_kernels.py")]):
        digest.update(source.relative_to(root).as_posix().encode())
        digest.update(source.read_bytes())
    return str(cache_folder() / "kernels" / digest.hexdigest()[:16])


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, parallel: bool = ..., inline: bool = ..., bare: bool = ...) -> Callable[[F], F]: ...


def kernel(
    function: F | None = None, *, parallel: bool = False, inline: bool = False, bare: bool = False
) -> F | Callable[[F], F]:
    """Compile on first call and keep the result on disk; the type of the function stays what it was.

    `inline` puts the code into its callers: worth it for small kernels that take tables, because passing a tuple of
    arrays costs dozens of words a call. `bare` leaves out reference counting, which a kernel that allocates nothing
    and calls only bare kernels does not need: random play over board tables runs 3.5 times faster without it.
    """

    def compile_it(plain: F) -> F:
        config: Any = numba.config
        before = config.CACHE_DIR
        if not os.environ.get("NUMBA_CACHE_DIR"):
            config.CACHE_DIR = _cache_folder()
        try:
            njit: Any = numba.njit
            options = {"_nrt": False} if bare else {}
            compiled: F = njit(cache=True, parallel=parallel, nogil=True, forceinline=inline, **options)(plain)
        finally:
            config.CACHE_DIR = before
        return compiled

    return compile_it if function is None else compile_it(function)
