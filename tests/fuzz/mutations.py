"""Mutations of valid inputs, drawn by hypothesis: a change is a few numbers, so that a failure is small and repeatable.

An input is a set of files by name; a single text is one file. What is changed stays mostly what it was, so that a
reader comes as far as possible before it meets the damage. Drawing each step takes hypothesis some milliseconds, and
what it draws depends on which modules are loaded; where millions of inputs are wanted a plain generator draws them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st
from tests.lab.engine.damage import OTHERS, places, with_value, without

Files = dict[str, bytes]

TOKENS = (
    "NaN", "nan", "inf", "-inf", "Infinity", "1e400", "-1", "0", "-0", "1.5", "1e9", "2147483648",
    "9223372036854775808", "9" * 400, "9" * 5000, "\0", "\x1b[31m", "\u202e", "\u2028", "\n", "\r\n", "\t", " ", "",
    "'", '"', "\\", "#", "=", ",", "[", "]", "{", "}", "(", ")", "[" * 40, "[" * 3000, "(" * 3000, "{" * 200, "../x",
    "/dev/zero", "é", "٣", "²", "１", "true", "null", "none", "None", "0x10", "1_000", "+1", "\ufeff", "😀", "|", "/",
    "-", "resign", "version", "x" * 100_000, "\ud800", "\udcff", "\\ud800",
)  # fmt: skip
OF_TOML = ("[]", "{}", '""', "0", "-1", "1.5", "nan", "true", "[[1]]", "{ x = 1 }", "[{}]", "1979-05-27", '"x"', "['']")
"""Values of every type that TOML has."""
_SETTING = re.compile(r"(?<==).*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Change:
    """One step of a mutation: what is done, and two numbers that say where and with what."""

    kind: str
    where: int
    what: int


def _flip(data: bytes, where: int, what: int) -> bytes:
    if not data:
        return bytes([what % 256])
    at = where % len(data)
    return data[:at] + bytes([data[at] ^ (1 << what % 8)]) + data[at + 1 :]


def _cut(data: bytes, where: int, what: int) -> bytes:
    begin = where % (len(data) + 1)
    return data[:begin] if what % 2 else data[:begin] + data[begin + 1 + what % 64 :]


def _swap(data: bytes, where: int, what: int) -> bytes:
    lines = data.split(b"\n")
    one, other = where % len(lines), what % len(lines)
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _double(data: bytes, where: int, what: int) -> bytes:
    lines = data.split(b"\n")
    lines.insert(what % len(lines), lines[where % len(lines)])
    return b"\n".join(lines)


def _drop(data: bytes, where: int, what: int) -> bytes:
    lines = data.split(b"\n")
    del lines[where % len(lines)]
    return b"\n".join(lines)


def _insert(data: bytes, where: int, what: int) -> bytes:
    at = where % (len(data) + 1)
    return data[:at] + _bytes(TOKENS[what % len(TOKENS)]) + data[at:]


def _bytes(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass" if token == "\ud800" else "surrogateescape")


def _replaced(pattern: re.Pattern[str], data: bytes, where: int, token: bytes) -> bytes:
    """One of the places that fit a pattern becomes a token; none of them, and the token is put behind."""
    text = data.decode("utf-8", "surrogateescape")
    begin = where % (len(text) + 1)
    found = pattern.search(text, begin) or pattern.search(text)
    if found is None:
        return data + token
    outer = text[: found.start()], text[found.end() :]
    return outer[0].encode("utf-8", "surrogateescape") + token + outer[1].encode("utf-8", "surrogateescape")


def _number(data: bytes, where: int, what: int) -> bytes:
    return _replaced(_NUMBER, data, where, _bytes(TOKENS[what % 19]))


def _word(data: bytes, where: int, what: int) -> bytes:
    words = _WORD.findall(data.decode("utf-8", "surrogateescape")[:5000]) or ["x"]
    token = words[what // 2 % len(words)] if what % 2 else TOKENS[what // 2 % len(TOKENS)]
    return _replaced(_WORD, data, where, _bytes(token))


def _value(data: bytes, where: int, what: int) -> bytes:
    """A value of another type, missing or nested. Of JSON one line where there are several; else as in TOML."""
    lines = data.split(b"\n")
    whole = data[:1] in b"[{" and len(lines) > 1 and lines[0] in (b"{", b"[")
    number = 0 if whole else where % len(lines)
    try:
        content = json.loads(data if whole else lines[number])
    except (ValueError, RecursionError):
        return _replaced(_SETTING, data, where, OF_TOML[what % len(OF_TOML)].encode())
    known = list(places(content))[:400]
    place = known[where % len(known)]
    if what % 5 == 0 and place:
        changed = without(content, place)
    else:
        new: Any = OTHERS[what // 5 % len(OTHERS)]
        if what % 5 == 1:
            new = [[[[new]]]]
        elif what % 5 == 2:
            new = (0, -1, 1e308, 2**70, 10**400, "\0", "é", -0.0, 1e-320)[what // 5 % 9]
        changed = with_value(content, place, new)
    if whole:
        return (json.dumps(changed, sort_keys=True, ensure_ascii=False, indent=1) + "\n").encode(
            "utf-8", "surrogatepass"
        )
    lines[number] = json.dumps(changed, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
    return b"\n".join(lines)


def _huge(data: bytes, where: int, what: int) -> bytes:
    """A slice many times over."""
    begin = where % (len(data) + 1)
    part = data[begin : begin + 1 + what % 40]
    return data[:begin] + part * (1 << what % 15) + data[begin:]


CHANGES: dict[str, Callable[[bytes, int, int], bytes]] = {
    "flip": _flip, "cut": _cut, "swap": _swap, "double": _double, "drop": _drop, "insert": _insert, "number": _number,
    "word": _word, "value": _value, "huge": _huge,
}  # fmt: skip
OF_FILES = ("exchange", "missing", "rename")
"""What is done with whole files, where there are several."""

_WHAT = st.integers(0, 2**20)
_STEP = st.builds(Change, st.sampled_from((*CHANGES, *OF_FILES)), _WHAT, _WHAT)
MUTATIONS = st.tuples(st.integers(0, 2**16), st.lists(_STEP, min_size=1, max_size=3))
"""The number of a valid input, and what becomes of it."""


def family(number: int, members: int) -> Iterator[tuple[int, list[Change]]]:
    """So many mutations that follow from one number."""
    draw = Random(number)
    kinds = (*CHANGES, *OF_FILES)
    for _ in range(members):
        steps = [
            Change(draw.choice(kinds), draw.getrandbits(20), draw.getrandbits(20))
            for _ in range(draw.choice((1, 1, 2, 3)))
        ]
        yield draw.getrandbits(16), steps


def _file_name(token: str) -> str:
    """A name that a disk takes."""
    return token[:50].replace("/", "_").replace("\0", "_").replace("\ud800", "_").strip(".") or "_"


def mutate(files: Files, steps: list[Change]) -> Files:
    """The input after all steps."""
    files = dict(files)
    for step in steps:
        names = sorted(files)
        if not names:
            return files
        name, other = names[step.where % len(names)], names[step.what % len(names)]
        if step.kind in CHANGES:
            files[name] = CHANGES[step.kind](files[name], step.where // len(names), step.what)
        elif len(names) == 1:
            files[name] = _flip(files[name], step.where, step.what)
        elif step.kind == "exchange":
            files[name], files[other] = files[other], files[name]
        elif step.kind == "missing":
            del files[name]
        else:
            files[_file_name(TOKENS[step.what % len(TOKENS)])] = files.pop(name)
    return files
