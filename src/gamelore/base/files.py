"""Files that are written whole or not at all, and read with care.

A text is first written beside its place and then moved over it, so that a reader, a crash or a full disk never meets
half a file; `folders.py` does the same for a whole folder. JSON is written in one canonical form, so that equal values
are equal bytes. What is read has a largest size and a deepest nesting, and is a plain file.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import io
import json
import math
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import tomli_w

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.locks import take

Json = dict[str, Any]

MOST_BYTES = 2**26
"""The most that is read as one text."""
MOST_RECORDS = 2**28
"""The most that is read as a file of records: one takes a thousand bytes, so a quarter of a million contests."""
MOST_JSON, MOST_TOML = 2**24, 2**18
"""The longest texts that are parsed: JSON takes some twenty times its size in memory, TOML a second for each MiB."""
LARGEST = 2**63 - 1
"""The largest whole number that a file or a person may name anywhere: what an array can hold."""
DEEPEST = 32
"""How deep values of JSON and TOML may be nested; ours need six."""
MOST_DOTS = 200
"""How many parts a key of TOML may have: to parse it takes their square, ten seconds for sixteen thousand."""
_BESIDE_KEYS = re.compile(r"[,=\[\]{}\n]")
UNFINISHED = ".new-"
"""What a file or folder that is being written has in its name, between the name that it will have and chance."""


def digest(data: bytes | str) -> str:
    """The SHA-256 of some bytes (or of a text in UTF-8), in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def to_json(value: object, *, indent: int | None = None) -> str:
    """One canonical JSON text: keys sorted, no NaN, a value always gives the same bytes."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file beside its place, which replaces what stands there when the block ends well, and else is gone.

    What writers left that were killed is swept first.
    """
    make_folder(path.parent)
    sweep_files(path)
    file, name = _unfinished(path)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(name, 0o644)
            os.replace(name, path)  # while it is held, so that nobody sweeps it
        sync_folder(path.parent)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def _unfinished(path: Path) -> tuple[IO[bytes], str]:
    """A new file that this process holds: a file that nobody holds was left by somebody who was killed."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}{UNFINISHED}", dir=path.parent)
        file = os.fdopen(handle, "wb")
        if take(file.fileno(), Path(name)):
            return file, name
        file.close()  # swept in this very moment


def sweep_files(path: Path) -> None:
    """Remove what writers of a file left who were killed."""
    for left in unfinished(path):
        with contextlib.suppress(OSError):
            handle = os.open(left, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if take(handle, left):
                    left.unlink()
            finally:
                os.close(handle)


def unfinished(path: Path, sign: str = UNFINISHED) -> list[Path]:
    """What stands beside a path under a name that only somebody gives it who is writing there."""
    begin = f".{path.name}{sign}"
    try:
        return sorted(path.parent / name for name in os.listdir(path.parent) if name.startswith(begin))
    except OSError:
        return []


def real_path(path: Path) -> Path:
    """A path without links, whether or not something stands there; a link that leads back to itself is told of."""
    try:
        path.stat()
    except ValueError:
        raise GameloreError(f"{path}: not the name of a file") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise GameloreError(f"{path}: a link that leads back to itself") from None
        if error.errno == errno.ENAMETOOLONG:  # and to look at it part by part would take its square
            raise GameloreError(f"{path}: longer than any name of a file") from None
    return Path(os.path.realpath(path))


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """A folder and whatever is missing above it, each known to the disk."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if not folder.exists():
        make_folder(folder.parent, mode)
        folder.mkdir(mode, exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Let the disk know the names in a folder; what cannot do that has no need of it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_bytes(path: Path, data: bytes) -> None:
    """Replace the file at `path` in one step, or leave it as it was."""
    with writing(path) as file:
        file.write(data)


def write_text(path: Path, text: str) -> None:
    """Replace a text file in one step, in UTF-8 with plain newlines."""
    write_bytes(path, text.encode())


def append_line(path: Path, line: str) -> bool:
    """Put a line behind the others of a file; True if a last line that was cut off had to be dropped for it."""
    make_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o644)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise GameloreError(f"{path}: is no plain file")
        while not take(handle, path):
            os.sched_yield()
        end = _whole_lines(handle)
        cut = end < os.fstat(handle).st_size
        if cut:
            os.ftruncate(handle, end)
        try:
            data = line.encode() + b"\n"
            if os.write(handle, data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            os.fsync(handle)
        except OSError as error:
            os.ftruncate(handle, end)
            raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(handle)
    sync_folder(path.parent)
    return cut


def _whole_lines(handle: int) -> int:
    """Where the last whole line of a file ends."""
    end = os.fstat(handle).st_size
    while end:
        begin = max(0, end - 4096)
        found = os.pread(handle, end - begin, begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def read_text(path: Path, most: int | None = None) -> str:
    """The text of a plain file, or one sentence about why there is none; nothing endless is read.

    A mark of the byte order before it, which some editors write, is no part of the text.
    """
    most = MOST_BYTES if most is None else most
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise GameloreError(f"{path}: is no plain file")
            data = file.read(most + 1)
        if len(data) > most:
            raise GameloreError(f"{path}: larger than {most:,} bytes, more than any text of ours")
        return io.TextIOWrapper(io.BytesIO(data.removeprefix(codecs.BOM_UTF8)), encoding="utf-8").read()
    except FileNotFoundError:
        raise GameloreError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise GameloreError(f"{path}: is a folder, not a file") from None
    except UnicodeDecodeError as error:
        before = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        raise DamagedFile(f"{path}: not UTF-8 text (byte {before + error.start})") from None
    except OSError as error:
        real_path(path)
        raise GameloreError(f"{path}: {error.strerror}") from None
    except ValueError:  # a name with a NUL in it
        raise GameloreError(f"{path}: not the name of a file") from None


def _open_at_once(name: str, flags: int) -> int:
    """Open without waiting for somebody at the other end of a pipe."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def parse_json(text: str, where: str) -> Any:
    """Parse JSON that a person may have edited; the error names the place. What is not a number is not taken as one."""
    if len(text) > MOST_JSON:
        raise DamagedFile(f"{where}: {len(text)} characters are more than any value of ours has")
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise DamagedFile(f"{where}:{error.lineno}:{error.colno}: {error.msg}") from None
    except ValueError as error:  # a number of thousands of digits
        raise DamagedFile(f"{where}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{where}: nested too deeply") from None
    _check_values(value, where)
    return value


def _check_values(value: object, where: str) -> None:
    """Refuse what is nested deeper than anything of ours, so that whoever walks through it comes to an end.

    And whole numbers that no array holds and that are no decimal number.
    """
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        if any(type(part) is int and abs(part) > LARGEST for part in level):
            raise DamagedFile(f"{where}: a whole number is larger than any of ours")
        inner = [part for part in level if type(part) is list or type(part) is dict]
        if not inner:
            return
        level = [part for whole in inner for part in (whole.values() if type(whole) is dict else whole)]
    if any(type(part) is list or type(part) is dict for part in level):
        raise DamagedFile(f"{where}: nested too deeply")


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(f"{text:.20}")


def _finite_or_gap(text: str) -> float:
    return math.nan if text.lstrip("+-") == "nan" else _finite(text)


def parse_toml(text: str, where: str, *, gaps: bool = False) -> Json:
    """Parse TOML that a person may have edited; the error names the place. Infinity is no number.

    Nor is NaN, unless there may be gaps where a number could stand.
    """
    if len(text) > MOST_TOML:
        raise DamagedFile(f"{where}: {len(text)} characters are more than any file of settings or rules has")
    if any(part.count(".") > MOST_DOTS for part in _BESIDE_KEYS.split(text)):
        raise DamagedFile(f"{where}: nested too deeply, a key of more than {MOST_DOTS} parts")
    try:
        value = tomllib.loads(text, parse_float=_finite_or_gap if gaps else _finite)
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits is another
        raise DamagedFile(f"{where}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{where}: nested too deeply") from None
    _check_values(value, where)
    return value


def to_toml(value: Mapping[str, object]) -> str:
    """A TOML text of the value, in its own key order."""
    text: str = tomli_w.dumps(value)
    return text
