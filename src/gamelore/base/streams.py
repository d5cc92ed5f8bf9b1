"""Output for streams that cannot show every sign: bars, crosses and frames become plain characters.

`HANDLER` names an error handler for encoders. A stream that is reconfigured with it never fails: what has a likeness
in ASCII is written as that, anything else as an escape. `tell` is for what a person should know while work goes on.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from typing import TextIO

from gamelore.base.errors import one_line

HANDLER = "gamelore.plain"

_LIKE = {
    **dict(zip("▁▂▃▄▅▆▇█", "_.,-=+*#", strict=True)),
    **dict.fromkeys("─━═╌┄", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┡┩╇╈┣┫┳┻╋╭╮╰╯", "+"),
    "×": "x", "·": ".", "–": "-", "—": "-", "−": "-", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "→": "->",
    "≤": "<=", "≥": ">=", "±": "+-", "µ": "u", "●": "*", "○": "o",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip


def likeness(sign: str) -> str:
    r"""A sign in ASCII: its likeness, its letter without the accent, or its escape.

    >>> "".join(map(likeness, "▁█ é \x1b"))
    '_# e \\x1b'
    """
    if sign.isascii() and sign.isprintable():
        return sign
    bare = unicodedata.normalize("NFKD", sign)[:1]
    return _LIKE.get(sign) or (bare if bare.isascii() and bare.isprintable() else "") or ascii(sign)[1:-1]


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(likeness(sign) for sign in error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _replace)


def never_fails(stream: TextIO) -> None:
    """Let a stream write plain characters where it cannot write what it is given."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=HANDLER)


def tell(sentence: str) -> None:
    """A word on standard error about something that does not stop the work."""
    print(f"gamelore: {one_line(sentence)}", file=sys.stderr)
