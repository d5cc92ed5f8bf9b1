"""Where in the text of a game an error lies: the line that its sentence speaks of."""

from __future__ import annotations

import re

_AT = re.compile(r"\(at line ([0-9]{1,6})[,)]")
_SECTION = re.compile(r"\[(\w+)\]")
_QUOTED = re.compile(r"'([^'\n]{1,80})'")
_WORD = re.compile(r"[a-z_]+")
_KEY = re.compile(r"^\s*([A-Za-z_]+)\s*=")


def line_of(error: str, text: str) -> int:
    """The line, from 1; 0 where the sentence tells of none."""
    if at := _AT.search(error):
        return int(at[1])
    lines = text.splitlines()
    section = _SECTION.search(error)
    begin, end = _bounds(lines, section[1]) if section else (0, len(lines))
    keys = {found[1]: number for number in range(begin, end) if (found := _KEY.match(lines[number]))}
    named = [keys[word] for word in _WORD.findall(error) if word in keys]
    quoted = [word for word in _QUOTED.findall(error) if word.strip()]
    for start in (*named, begin):
        for word in quoted:
            for number in range(start, end):
                if word in lines[number]:
                    return number + 1
    if named:
        return named[0] + 1
    return begin + 1 if section and begin < len(lines) else 0


def _bounds(lines: list[str], section: str) -> tuple[int, int]:
    """From the head of a section to that of the next one."""
    heads = [number for number, line in enumerate(lines) if line.lstrip().startswith("[") and "]" in line]
    begin = next((number for number in heads if lines[number].strip().startswith(f"[{section}]")), 0)
    after = [number for number in heads if number > begin and re.match(r"\s*\[\w+\]\s*(#.*)?$", lines[number])]
    return begin, min(after, default=len(lines))
