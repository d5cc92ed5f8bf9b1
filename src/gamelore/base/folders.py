"""Folders that are replaced whole: at every instant the old one or the new one stands there.

The new folder is written beside its place. Where the system can exchange two names in one step (Linux, macOS) that is
done; elsewhere the old one is moved away and the new one moved in, and whoever opens the folder next after a crash
between the two puts it back (`recover`). One process writes into a folder at a time; a second one is refused at once
and told who holds it. What killed writers left is swept by the next one.
"""

from __future__ import annotations

import contextlib
import errno
import getpass
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from gamelore.base.errors import GameloreError
from gamelore.base.files import UNFINISHED, Json, make_folder, parse_json, real_path, sync_folder, to_json, unfinished
from gamelore.base.locks import take
from gamelore.base.streams import tell

READY, FORMER = ".ready-", ".old-"
"""What stands between the name of a folder and chance: a new one that is whole, the old one that made room for it."""
PATIENCE = 2.0
"""Seconds for which somebody who opens a folder waits while another process moves it in."""

_HELD: dict[tuple[int, Path], int] = {}
"""How often this process holds a folder, one call within another."""


class FolderHeld(GameloreError):
    """Somebody else writes into the folder."""


@contextlib.contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Be the only process that writes into a folder; whoever comes second is refused at once."""
    folder = real_path(folder)
    key = os.getpid(), folder
    if key in _HELD:
        _HELD[key] += 1
        try:
            yield
        finally:
            _HELD[key] -= 1
        return
    lock = _lock_of(folder)
    handle = _lock(lock, folder)
    _HELD[key] = 1
    try:
        _put_back(folder)
        yield
    finally:
        del _HELD[key]
        with contextlib.suppress(OSError):
            lock.unlink()  # while it is held: who opened it meanwhile finds another file, or none, under this name
        os.close(handle)


def sweep(folder: Path) -> None:
    """Remove what a writer left who was killed as it ended; for whoever finds nothing to write."""
    folder = real_path(folder)
    if _lock_of(folder).exists():
        with contextlib.suppress(GameloreError), holding(folder):
            pass


def _lock_of(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.lock")


def _lock(lock: Path, folder: Path) -> int:
    who = {
        "process": os.getpid(),
        "user": _user(),
        "machine": platform.node(),
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    try:
        make_folder(folder.parent)
        while True:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
            if take(handle, lock):
                try:
                    os.ftruncate(handle, 0)
                    os.write(handle, to_json(who).encode())
                except OSError:  # a full disk
                    lock.unlink(missing_ok=True)
                    os.close(handle)
                    raise
                return handle
            told = _who_holds(handle)
            gone = not lock.exists() or not os.path.samestat(os.fstat(handle), lock.stat())
            os.close(handle)
            if not gone:
                raise FolderHeld(f"{folder}: {told}; nothing was written")
    except OSError as error:
        raise GameloreError(f"{folder}: cannot be written: {error.strerror}") from None


def _who_holds(handle: int) -> str:
    told: Json = {}
    with contextlib.suppress(GameloreError, OSError, UnicodeDecodeError):
        content = parse_json(os.pread(handle, 1000, 0).decode(), "lock")
        told = content if isinstance(content, dict) else {}
    who = "process {process} of {user} on {machine} has been writing here since {since}"
    return who.format(**{name: told.get(name, "?") for name in ("process", "user", "machine", "since")})


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # nobody by name
        return str(os.getuid()) if hasattr(os, "getuid") else "somebody"


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Put a whole folder of texts in place in one step; an older folder there is replaced, never mixed."""
    with holding(folder):
        folder = real_path(folder)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}{UNFINISHED}", dir=folder.parent))
        try:
            for name, text in files.items():
                _write_within(fresh / name, text.encode(), folder / name)
            os.chmod(fresh, 0o755)
            sync_folder(fresh)
            _move_in(fresh, folder)
            sync_folder(folder.parent)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _write_within(path: Path, data: bytes, place: Path) -> None:
    """A file of a folder that nobody looks into yet; complaints name the place where it was to be."""
    try:
        with open(path, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(path, 0o644)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(place)) from None


def _move_in(fresh: Path, folder: Path) -> None:
    """The new folder in the place of the old one; what is left under the name of the new one may go."""
    if not folder.exists():
        os.rename(fresh, folder)
    elif not exchange(fresh, folder):
        chance = fresh.name.rpartition("-")[2]
        ready, former = (folder.with_name(f".{folder.name}{sign}{chance}") for sign in (READY, FORMER))
        os.rename(fresh, ready)
        try:
            os.rename(folder, former)
            os.rename(ready, folder)
        except BaseException:
            if not folder.exists():
                os.rename(former, folder)
            shutil.rmtree(ready, ignore_errors=True)
            raise
        shutil.rmtree(former, ignore_errors=True)


def exchange(one: Path, other: Path) -> bool:
    """Exchange the names of two folders in one step; False where the system or the disk cannot."""
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(one), os.fsencode(other)
    swap, at_once = 2, -100  # RENAME_EXCHANGE and RENAME_SWAP; AT_FDCWD
    if hasattr(system, "renameat2"):
        failed = system.renameat2(at_once, names[0], at_once, names[1], swap)
    elif hasattr(system, "renamex_np"):
        failed = system.renamex_np(*names, swap)
    else:
        return False
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP):
        return False
    raise OSError(number, os.strerror(number), str(other))


def recover(folder: Path) -> None:
    """Put a folder back that a crash left between two names, and say so; for whoever is about to read it."""
    folder = real_path(folder)
    until = time.monotonic() + PATIENCE
    while not folder.exists() and _between(folder):
        try:
            with holding(folder):
                return
        except FolderHeld:  # somebody is moving it in
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _between(folder: Path) -> list[Path]:
    """What a folder may be put back from, the best first."""
    return [*unfinished(folder, READY), *unfinished(folder, FORMER)]


def _put_back(folder: Path) -> None:
    """Mend what a writer left who was killed; only while the folder is held."""
    if not folder.exists():
        for left in _between(folder)[:1]:
            os.rename(left, folder)
            sync_folder(folder.parent)
            tell(f"{folder}: a writer was stopped while it replaced this folder; it was put back")
    for left in (*unfinished(folder), *_between(folder)):
        shutil.rmtree(left, ignore_errors=True)
