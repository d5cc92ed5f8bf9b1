"""One clear error for every kind of bad input.

Each error is one sentence that says what is wrong and where; the command line prints it as it is, without a
traceback. Whatever the input was, it is one line of at most `LONGEST` characters without anything that a terminal would
obey. Anything that is not a `GameloreError` is a defect of ours.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 300
"""Characters of a sentence; what is longer loses its middle."""


def one_line(text: str) -> str:
    r"""A text as one line that a terminal shows and does not obey, not longer than a sentence may be.

    >>> one_line("a\x1b[31mb\nc")
    'a\\x1b[31mb\\nc'
    """
    if len(text) > 2 * LONGEST:  # no more than can be shown is looked at
        text = f"{text[:LONGEST]} ... {text[-LONGEST:]}"
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    if len(text) > LONGEST:
        text = f"{text[: LONGEST - 105]} ... {text[-100:]}"
    return text


class GameloreError(Exception):
    """Bad input or a broken promise, told in one sentence."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(one_line(sentence))


class UnknownName(GameloreError):
    """A name that nobody registered; the message offers the nearest one that exists."""

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str = "") -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known) or 'none'}"
        super().__init__(f"{where + ': ' if where else ''}{kind} '{name}' is not known; {hint}")
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        # Errors travel from worker processes; the default would hand __init__ the finished sentence.
        return (UnknownName, (self.kind, self.name, self.known, self.where))


class BadText(GameloreError):
    """A text that is not the form of an action, a state or a file of ours."""


class IllegalAction(GameloreError):
    """An action that is well formed but not allowed in this state."""


class ImpossibleState(GameloreError):
    """A state that the rules can never reach or that contradicts itself."""


class BadSetting(GameloreError):
    """A parameter, preset or option outside what it may be."""


class DamagedFile(GameloreError):
    """A file of ours whose content is not what we wrote: truncated, edited beyond sense, or of another version."""


class NotAvailable(GameloreError):
    """Something that is not built, not installed or too large here, with what to do about it."""


class BrokenPromise(GameloreError):
    """A game or a learner that does not keep what its interface promises; raised by the conformance checks."""
