"""What a command of a paper answers: plain values, and the same as sentences and tables for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Dialogue(Protocol):
    """A person to talk with, whom the app brings to a command that asks for one (`talk`)."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """One line; EOFError when the person leaves. Some words may be completed."""

    def tell(self, *lines: str) -> None:
        """Write some lines."""


@dataclass(frozen=True, slots=True)
class ToldTable:
    """A table for a person; an entry that is None stays empty."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class PaperAnswer:
    """What was found, and how it is told."""

    values: dict[str, Any]
    told: Iterable[str | ToldTable]
