"""Locks on files: held by an open file, let go by the system when the process ends, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without them: two writers are not noticed there, and nothing is swept
    fcntl = None  # type: ignore[assignment]


def take(handle: int, path: Path) -> bool:
    """Lock an open file at once, or say no; no also if it is no longer the file of that name."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        return False
