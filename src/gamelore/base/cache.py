"""The cache folder: solved tables and compiled kernels, in a place that nobody else can write to.

Compiled kernels are machine code that is loaded and run, so whoever may write into the folder could run code as
somebody else. Folders are made private; one that belongs to somebody else, or that others may write, is refused.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs

from gamelore.base.errors import NotAvailable
from gamelore.base.files import make_folder, real_path

VARIABLE = "GAMELORE_CACHE"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path:
    """Where solved tables and compiled kernels live; `GAMELORE_CACHE` overrides the user's cache folder."""
    override = os.environ.get(VARIABLE)
    return Path(override) if override else Path(platformdirs.user_cache_dir("gamelore"))


def require_private(*folders: Path) -> None:
    """Refuse folders in which somebody else could put something; those that are not there yet are no danger."""
    for folder in folders:
        if hasattr(os, "geteuid") and folder.exists():
            _require_private(folder)


def _require_private(folder: Path) -> None:
    found = folder.stat()
    if found.st_uid != os.geteuid():
        raise _refusal(folder, f"belongs to user {found.st_uid}, not to you")
    if found.st_mode & OTHERS_WRITE:
        raise _refusal(folder, f"may be written by others (mode {stat.S_IMODE(found.st_mode):04o})")
    for above in real_path(folder).parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            raise _refusal(folder, f"can be replaced by others, who may write {above}")


def _refusal(folder: Path, why: str) -> NotAvailable:
    return NotAvailable(
        f"cache folder {folder} {why}, and compiled code is loaded from it: make it yours alone, or let {VARIABLE} "
        "name another folder"
    )


def make_private(folder: Path) -> None:
    """Make a folder below the cache folder, for its owner alone; an OSError if that cannot be done."""
    top = cache_folder()
    require_private(top)
    make_folder(folder, 0o700)
    require_private(top, folder)
