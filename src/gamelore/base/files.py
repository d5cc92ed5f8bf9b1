"""Files that are written whole or not at all, and read with care.

A text or folder is first written beside its place and then moved over it, so that a reader, a crash or a full disk
never meets half a file. JSON is written in one canonical form, so that equal values are equal bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import shutil
import stat
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w

from gamelore.base.errors import DamagedFile, GameloreError

Json = dict[str, Any]

MOST_BYTES = 2**28
"""The most that is read as one text: a record takes a thousand, so a quarter of a million contests."""


def cache_folder() -> Path:
    """Where solved tables and compiled kernels live; `GAMELORE_CACHE` overrides the user's cache folder."""
    override = os.environ.get("GAMELORE_CACHE")
    return Path(override) if override else Path(platformdirs.user_cache_dir("gamelore"))


def digest(data: bytes | str) -> str:
    """The SHA-256 of some bytes (or of a text in UTF-8), in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def to_json(value: object, *, indent: int | None = None) -> str:
    """One canonical JSON text: keys sorted, no NaN, a value always gives the same bytes."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


def write_bytes(path: Path, data: bytes) -> None:
    """Replace the file at `path` in one step, or leave it as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Replace a text file in one step, in UTF-8 with plain newlines."""
    write_bytes(path, text.encode())


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Put a whole folder of texts in place in one step; an older folder there is replaced, never mixed."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    old: Path | None = None
    try:
        for name, text in files.items():
            write_text(fresh / name, text)
        os.chmod(fresh, 0o755)
        if folder.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.old.", dir=folder.parent))
            os.replace(folder, old / "was")
        try:
            os.replace(fresh, folder)
        except BaseException:
            if old is not None:
                os.replace(old / "was", folder)
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)


def read_text(path: Path) -> str:
    """The text of a plain file, or one sentence about why there is none; nothing endless is read."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise GameloreError(f"{path}: is no plain file")
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise GameloreError(f"{path}: larger than {MOST_BYTES >> 20} MiB, more than any text of ours")
        return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8").read()
    except FileNotFoundError:
        raise GameloreError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise GameloreError(f"{path}: is a folder, not a file") from None
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise GameloreError(f"{path}: {error.strerror}") from None


def _open_at_once(name: str, flags: int) -> int:
    """Open without waiting for somebody at the other end of a pipe."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def parse_json(text: str, where: str) -> Any:
    """Parse JSON that a person may have edited; the error names the place. What is not a number is not taken as one."""
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise DamagedFile(f"{where}:{error.lineno}:{error.colno}: {error.msg}") from None
    except ValueError as error:  # a number of thousands of digits
        raise DamagedFile(f"{where}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{where}: nested too deeply") from None


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(f"{text:.20}")


def parse_toml(text: str, where: str) -> Json:
    """Parse TOML that a person may have edited; the error names the place."""
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits is another
        raise DamagedFile(f"{where}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{where}: nested too deeply") from None


def to_toml(value: Mapping[str, object]) -> str:
    """A TOML text of the value, in its own key order."""
    text: str = tomli_w.dumps(value)
    return text
