"""COGAP-42's rote tables and its learning store as readable text, and back. Every complaint names file and line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import LARGEST
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.dominoes import SUITS, hand_text, parse_hand
from gamelore.games.forty_two.rules import LEAST_BID, MOST_BID, PASSED, calls_text, parse_calls
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.features.forty_two.situations import NOT_YET
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.learners.signatures.cogap.rote_tables import CALLS, BidTable, MarksTable, SavePartnerTable

BIDS_HEAD = "calls taught by last bid, offensive and defensive category, version 1"
SAVES_HEAD = "lessons about saving partner by signature of trump strength, version 1"
MARKS_HEAD = "marks by last bid, offensive and defensive category, version 1: for each call the sum and the hands"
LESSONS_HEAD = (
    "lessons, version 1: "
    "hand | calls heard | call | trump | contract | sets | first call | worth by suit | marks by call"
)
_PASS, _NOT_SAID = "pass", "-"
NOTHING: Mapping[int, float] = MappingProxyType({})


def bids_text(table: BidTable) -> str:
    """The bid table: one line for each class of hands that was ever taught."""
    lines = [BIDS_HEAD]
    signatures = table.key.all_signatures()
    for place in np.flatnonzero(table.counts.sum(axis=1)):
        counts = ", ".join(f"{_call(CALLS[c])} {int(n)}" for c, n in enumerate(table.counts[place]) if n)
        lines.append(f"{' '.join(str(v) for v in signatures[place])} : {counts}")
    return "\n".join(lines) + "\n"


def read_bids(text: str, table: BidTable, where: str) -> None:
    """Fill an empty bid table from its text."""

    def entry(line: str) -> None:
        key, _, counts = line.partition(":")
        place = _place([int(v) for v in key.split()], table.key.sizes)
        for part in counts.split(","):
            call, number = part.split()
            column = int(np.flatnonzero((PASSED if call == _PASS else int(call)) == CALLS)[0])
            table.counts[place, column] = _count(number)

    _each_line(text, BIDS_HEAD, where, entry)


def marks_text(table: MarksTable) -> str:
    """The marks table: one line for each class of hands that was ever taught."""
    lines = [MARKS_HEAD]
    signatures = table.key.all_signatures()
    for place in np.flatnonzero(table.hands.sum(axis=1)):
        parts = [
            f"{_call(CALLS[c])} {_real(table.sums[place, c])} {int(n)}" for c, n in enumerate(table.hands[place]) if n
        ]
        lines.append(f"{' '.join(str(v) for v in signatures[place])} : {', '.join(parts)}")
    return "\n".join(lines) + "\n"


def read_marks(text: str, table: MarksTable, where: str) -> None:
    """Fill an empty marks table from its text."""

    def entry(line: str) -> None:
        key, _, parts = line.partition(":")
        place = _place([int(v) for v in key.split()], table.key.sizes)
        for part in parts.split(","):
            call, total, number = part.split()
            column = _column(call)
            table.sums[place, column], table.hands[place, column] = _finite(total), _count(number)

    _each_line(text, MARKS_HEAD, where, entry)


def saves_text(table: SavePartnerTable) -> str:
    """The save-partner table: one line for each signature that was ever taught."""
    lines = [SAVES_HEAD]
    signatures = table.goal.all_signatures()
    for place in np.flatnonzero(table.counts.sum(axis=1)):
        left, saved = (int(n) for n in table.counts[place])
        lines.append(f"{' '.join(str(v) for v in signatures[place])} : left {left}, saved {saved}")
    return "\n".join(lines) + "\n"


def read_saves(text: str, table: SavePartnerTable, where: str) -> None:
    """Fill an empty save-partner table from its text."""

    def entry(line: str) -> None:
        key, _, counts = line.partition(":")
        place = _place([int(v) for v in key.split()], table.goal.sizes)
        left, saved = (part.split() for part in counts.split(","))
        if left[0] != "left" or saved[0] != "saved":
            raise ValueError
        table.counts[place] = _count(left[1]), _count(saved[1])

    _each_line(text, SAVES_HEAD, where, entry)


def lessons_text(lessons: Lessons) -> str:
    """The learning store: one line for each lesson."""
    lines = [LESSONS_HEAD]
    for i in range(len(lessons)):
        heard = tuple(int(c) for c in reversed(lessons.situations.calls[i]) if c != NOT_YET)
        worth = " ".join(f"{s}:{_real(w)}" for s, w in enumerate(lessons.worth[i]) if not math.isnan(w))
        marks = " ".join(f"{_call(CALLS[c])}:{_real(m)}" for c, m in enumerate(lessons.marks[i]) if not math.isnan(m))
        parts = (
            hand_text(dominoes_of(int(lessons.situations.hands[i]))),
            calls_text(heard) if heard else _NOT_SAID,
            _call(int(lessons.call[i])),
            str(lessons.trump[i]) if lessons.trump[i] >= 0 else _NOT_SAID,
            _real(lessons.contract[i]),
            _NOT_SAID if math.isnan(lessons.set_bid[i]) else _real(lessons.set_bid[i]),
            _call(int(lessons.first[i])) if lessons.first[i] >= 0 else _NOT_SAID,
            worth or _NOT_SAID,
            marks or _NOT_SAID,
        )
        lines.append(" | ".join(parts))
    return "\n".join(lines) + "\n"


def read_lessons(text: str, where: str) -> Lessons:
    """The learning store of a text."""
    rows: list[Lessons] = []

    def entry(line: str) -> None:
        hand, heard, call, trump, contract, sets, first, worth, marks = (part.strip() for part in line.split("|"))
        rows.append(
            one_lesson(
                Situations.of([parse_hand(hand)], [() if heard == _NOT_SAID else parse_calls(heard)]),
                call=_read_call(call),
                trump=-1 if trump == _NOT_SAID else _suit(trump),
                contract=_finite(contract),
                set_bid=math.nan if sets == _NOT_SAID else _finite(sets),
                first=-1 if first == _NOT_SAID else _read_call(first),
                worth={} if worth == _NOT_SAID else {
                    _suit(s): _finite(w) for s, w in (pair.split(":") for pair in worth.split())
                },
                marks={} if marks == _NOT_SAID else {
                    _column(c): _finite(m) for c, m in (pair.split(":") for pair in marks.split())
                },
            )
        )  # fmt: skip

    _each_line(text, LESSONS_HEAD, where, entry)
    return Lessons.join(rows) if rows else Lessons.none()


def one_lesson(
    situation: Situations,
    *,
    call: int,
    trump: int,
    contract: float,
    set_bid: float = math.nan,
    first: int = -1,
    worth: Mapping[int, float] = NOTHING,
    marks: Mapping[int, float] = NOTHING,
) -> Lessons:
    """A single labelled hand; `worth` by suit, `marks` by the column of the call."""
    worths = np.full((1, len(SUITS)), np.nan)
    for suit, value in worth.items():
        worths[0, suit] = value
    values = np.full((1, CALLS.size), np.nan)
    for column, value in marks.items():
        values[0, column] = value
    whole: Callable[[int], Ints] = lambda n: np.array([n], dtype=np.int64)  # noqa: E731
    return Lessons(
        situation, whole(call), whole(trump), np.array([contract]), np.array([set_bid]), whole(first), worths, values
    )


def _each_line(text: str, head: str, where: str, entry: Callable[[str], None]) -> None:
    lines = text.splitlines()
    if not lines or lines[0] != head:
        raise DamagedFile(f"{where}:1: expected '{head}'")
    for number, line in enumerate(lines[1:], start=2):
        try:
            entry(line)
        except GameloreError as error:
            raise DamagedFile(f"{where}:{number}: {error}") from None
        except (ValueError, IndexError):
            raise DamagedFile(f"{where}:{number}: '{line}' has not the form the first line names") from None


def _place(signature: list[int], sizes: tuple[int, ...]) -> int:
    if any(not 0 <= value < size for value, size in zip(signature, sizes, strict=True)):
        raise ValueError
    return int(np.ravel_multi_index(tuple(signature), sizes))


def _column(call: str) -> int:
    return int(np.flatnonzero(_read_call(call) == CALLS)[0])


def _count(text: str) -> float:
    count = int(text)
    if not 0 <= count <= LARGEST:
        raise ValueError
    return float(count)


def _finite(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError
    return float(text)


def _suit(text: str) -> int:
    if int(text) not in SUITS:
        raise ValueError
    return int(text)


def _call(call: int) -> str:
    return _PASS if call == PASSED else str(call)


def _read_call(text: str) -> int:
    if text == _PASS:
        return PASSED
    if not LEAST_BID <= int(text) <= MOST_BID:
        raise ValueError
    return int(text)


def _real(value: float) -> str:
    return repr(int(value)) if value == int(value) else repr(float(value))
