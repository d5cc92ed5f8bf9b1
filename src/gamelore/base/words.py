"""Words about numbers, in one place: nobody reads of 1 results."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, word: str, many: str = "") -> str:
    """`1 move`, `2 moves`, `1,200 plies`; `many` is the plural where it does not end in s alone."""
    return f"{count:,} {word if count == 1 else many or f'{word}s'}"


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def sentence(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
