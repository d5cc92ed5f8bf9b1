"""The typed compile wrapper: `@kernel` turns a plain function over arrays and integers into machine code.

Numba is imported only when a module of kernels (`_kernels.py`) is, and those are imported late. Compiled code is
cached on disk. Numba's own cache does not notice when a kernel of *another* file changes that this one calls, so
each file's cache carries a digest of its source and of every source of ours that it imports.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba

from gamelore.base.files import cache_folder

F = TypeVar("F", bound=Callable[..., object])


_ROOT = Path(__file__).resolve().parent.parent
_IMPORTED = re.compile(r"^\s*from gamelore\.([\w.]+) import", re.MULTILINE)


@functools.cache
def _sources(source: Path) -> frozenset[Path]:
    """A source and all of ours that it imports, directly or not; how this file compiles counts, what it imports not."""
    if source == Path(__file__).resolve():
        return frozenset({source})
    imported = (_ROOT / f"{name.replace('.', '/')}.py" for name in _IMPORTED.findall(source.read_text()))
    return frozenset({source}).union(*(_sources(path) for path in imported if path.exists()))


@functools.cache
def _cache_folder(source: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(_sources(source)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
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
            config.CACHE_DIR = _cache_folder(Path(inspect.getfile(plain)).resolve())
        try:
            njit: Any = numba.njit
            # Nobody hands kernels around as C functions, and that door takes a fifth of the time to compile.
            options = {"nogil": True, "no_cfunc_wrapper": True, **({"_nrt": False} if bare else {})}
            compiled: F = njit(cache=True, parallel=parallel, forceinline=inline, **options)(plain)
        finally:
            config.CACHE_DIR = before
        return compiled

    return compile_it if function is None else compile_it(function)
