"""What a parser expected and what it found, with line and column, in words a person can use."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from gamelore.base.errors import BadText
from gamelore.base.registry import Late

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")


_WORDS = {
    "NAME": "a name in capitals", "WORD": "a word", "VARIABLE": "a variable", "ATOM": "a predicate",
    "NUMBER": "a number", "RELATION": "a comparison", "ARTICLE": "'a' or 'an'",
    "FUNCTION": "a function", "NOTE": "a note in quotes", "$END": "the end", "_IS": "'=='",
    "_GETS": "'<-'", "_AND": "'and'", "_OR": "'or'",
    "TIMES": "'x'", "SLASH": "'/'", "PLUS": "'+'", "MINUS": "'-'", "STAR": "'*'", "HYPOTHESIZED": "'hypothesized'",
}  # fmt: skip
_ARITHMETIC = {"TIMES", "SLASH", "PLUS", "MINUS", "STAR"}
_MOST = 4
LONGEST_TEXT = 100_000
"""How many characters are parsed, which takes a second or two; the longest list of the source has four thousand."""


def parsed(parser: lark.Lark, text: str, where: str, start: str) -> lark.Tree[lark.Token]:
    """The tree of a text, or one complaint that says what was expected where."""
    if len(text) > LONGEST_TEXT:
        raise BadText(f"{where}: {len(text):,} characters are too many; at most {LONGEST_TEXT:,}")
    try:
        return parser.parse(text, start=start)
    except lark.UnexpectedInput:
        raise BadText(f"{where}:{complaint(parser, text, start)}") from None


def complaint(parser: lark.Lark, text: str, start: str) -> str:
    """`14:9: expected 'then', found 'thn'` for a text that does not parse."""
    going = parser.parse_interactive(text, start=start)
    position = len(text.rstrip())
    try:
        for _ in going.iter_parse():
            pass
    except lark.UnexpectedInput as error:
        if error.pos_in_stream is not None and error.pos_in_stream >= 0:
            position = error.pos_in_stream
    line, column = text.count("\n", 0, position) + 1, position - (text.rfind("\n", 0, position) + 1) + 1
    found = _word_at(text, position)
    words = {name: _word(name, parser) for name in going.accepts()}  # type: ignore[no-untyped-call]
    near = difflib.get_close_matches(f"'{found}'", words.values(), n=1, cutoff=0.7) if found else []
    if not near and len(words) > _MOST:
        words = {name: word for name, word in words.items() if name not in _ARITHMETIC}
    expected = near[0] if near else _list(sorted(words.values()))
    return f"{line}:{column}: expected {expected}, found " + (f"'{found}'" if found else "the end")


def _word(name: str, parser: lark.Lark) -> str:
    if name in _WORDS:
        return _WORDS[name]
    return next(f"'{terminal.pattern.value}'" for terminal in parser.terminals if terminal.name == name)


def _word_at(text: str, position: int) -> str:
    found = re.compile(r"[A-Za-z0-9_]+|\S").match(text, position)
    return found.group() if found else ""


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
