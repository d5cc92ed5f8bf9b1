"""Where compiled kernels are kept, and whether one is.

Numba's own cache does not notice when a kernel of *another* file changes that this one calls, when a bit of a file
turns, or when two processes number their files alike. So each source has a folder that is named by a digest of it and
of every source of ours that it imports, and each file has the name that its form and its signature ask for.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path

from gamelore.base.cache import cache_folder

CALLED = "called"
"""The form of a kernel that other kernels call; that which Python calls has no word."""

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parent
_COMPILING = frozenset(_HERE / f"{name}.py" for name in ("compile", "kernel_files", "machine"))
_IMPORTED = re.compile(r"^\s*from gamelore\.([\w.]+) import", re.MULTILINE)


def kernel_folder(plain: Callable[..., object]) -> Path:
    """Where the compiled forms of a function are kept."""
    return _folder(Path(inspect.getfile(plain)).resolve(), cache_folder())


def file_name(plain: Callable[..., object], form: str, key: str) -> str:
    """The name of the file of one form for one key."""
    short = hashlib.sha256(key.encode()).hexdigest()[:16]
    return "-".join(filter(None, (plain.__name__, form, f"{short}.nbc")))


def is_kept(plain: Callable[..., object]) -> bool:
    """Whether the form that Python calls is kept for some signature."""
    names = (path.name.split("-") for path in kernel_folder(plain).glob(f"{plain.__name__}-*.nbc"))
    return any(len(parts) == 2 for parts in names)


@functools.cache
def _sources(source: Path) -> frozenset[Path]:
    """A source and all of ours that it imports; how kernels are compiled counts, too, but not what that imports."""
    if source in _COMPILING:
        return _COMPILING
    imported = (_ROOT / f"{name.replace('.', '/')}.py" for name in _IMPORTED.findall(source.read_text()))
    return frozenset({source}).union(*(_sources(path) for path in imported if path.exists()))


@functools.cache
def _folder(source: Path, cache: Path) -> Path:
    digest = hashlib.sha256()
    for path in sorted(_sources(source)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return cache / "kernels" / digest.hexdigest()[:16]
