"""Colour for people who look at a terminal: plain escape codes, or nothing at all."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Literal

Style = Literal["x", "o", "last", "faint", "red", "good", "bad", "note", "strong"]
_CODES: dict[Style, str] = {
    "x": "1;36", "o": "1;33", "last": "7", "faint": "2", "red": "31", "good": "32", "bad": "31", "note": "33",
    "strong": "1",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ink:
    """Paints words; without colour they stay as they are."""

    colour: bool = False

    def __call__(self, text: str, *styles: Style) -> str:
        """A text in some styles."""
        if not self.colour or not styles or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def usual_ink() -> Ink:
    """Colour if a person looks at standard output and has not asked for none (`NO_COLOR`)."""
    return Ink(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
