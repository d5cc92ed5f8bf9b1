"""One clear error for every kind of bad input.

Each error is one sentence that says what is wrong and where; the command line prints it as it is, without a
traceback. Anything that is not a `GameloreError` is a defect of ours.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class GameloreError(Exception):
    """Bad input or a broken promise, told in one sentence."""


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
