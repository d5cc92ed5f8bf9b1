"""Trouble with the server's disk, told twice: to the visitor in a sentence without any path, to the operator with it.

A full disk, a file that another program holds, a damaged file: whatever was asked for has not happened, what was
acknowledged before stands, and the page goes on by itself when the trouble is over. The operator hears of it when it
begins and when it ends, not with every request.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import threading
from pathlib import Path

from gamelore.base.errors import GameloreError
from gamelore.base.streams import tell

FULL = "The server's disk is full. Nothing of yours is lost; what you just did was not kept. Try again later."
HELD = "Another program holds the server's file. Nothing of yours is lost; try again in a moment."
DAMAGED = "The server's file is damaged. Tell whoever runs this server; they may have a backup."
UNWRITTEN = (
    "The server cannot write just now. Nothing of yours is lost; what you just did was not kept. Try again later."
)
_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_HELD = ("locked", "busy")
_FULL = ("full",)
_DAMAGED = ("malformed", "not a database", "no such table", "no such column", "corrupt")
_PATH = re.compile(r"(?<![^\s'\"(])/(?:[^\s/:;,'\"]+/)+")


class Trouble(GameloreError):
    """The server itself cannot do now what was asked; nothing has changed."""


def for_visitors(error: sqlite3.Error | OSError) -> str:
    """What a visitor is told."""
    if isinstance(error, OSError):
        return FULL if error.errno in _SPACE else UNWRITTEN
    said = str(error)
    for words, sentence in ((_FULL, FULL), (_HELD, HELD), (_DAMAGED, DAMAGED)):
        if any(word in said for word in words):
            return sentence
    return UNWRITTEN


def without_paths(sentence: str) -> str:
    """A sentence for visitors: of a place on the server's disk only the last name is left.

    >>> without_paths("'/srv/page/agents/x1/rules.txt': no such file")
    "'rules.txt': no such file"
    """
    return _PATH.sub("", sentence)


class Operator:
    """Whoever runs the server, and reads its standard error."""

    def __init__(self) -> None:
        self._told: dict[Path, str] = {}
        self._lock = threading.Lock()

    def hears(self, path: Path, error: BaseException) -> None:
        """Trouble with a file; once, until it is over."""
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        with self._lock:
            known = self._told.get(path) == reason
            self._told[path] = reason
        if not known:
            tell(f"{path}: {reason}; visitors are told, and nothing that was acknowledged is lost")

    def over(self, path: Path) -> None:
        """The same file could be written again."""
        if self._told and self._told.pop(path, ""):
            tell(f"{path}: can be written again")
