"""What people say while they bid, beside what the program says, goal by goal (Carberry, Figures 4-1 and 4-5).

The structure of COGAP-42 came from such protocols. A person's words are cut into sentences, and each goes to the goal
it speaks about: by the name before a colon (`offs: 4-2 loses to 6-4`), else by its words. What fits no goal stands
apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gamelore.base.errors import DamagedFile
from gamelore.games.forty_two.dominoes import TRUMP_WORDS
from gamelore.learners.signatures.cogap.spoken import CALL, DEFENCE, GOALS, LEADS, OFFS, POINTS, TRICKS, TRUMP, Spoken

OTHER = "other"
PROTOCOLS = "protocols.txt"
"""What people said, beside the knowledge of an agent."""
HEAD = "what people said, version 1: hand | calls heard | label | why"

_SUITS = "|".join((*TRUMP_WORDS[:7], r"[0-6]'s"))
WORDS: Mapping[str, str] = {
    LEADS: r"(?:they|opponents?|opposition) (?:may |might |can )?(?:leads?|gets? in)|their leads?|exposed|unprotected",
    DEFENCE: r"defen[cs]e|defend|\bsets?\b|against (?:them|their)|help (?:my )?partner",
    TRUMP: rf"\btrumps?\b(?! (?:it|in|back)\b)|\bcontrol\b|\b(?:lot of|many|few|no) (?:{_SUITS})",
    OFFS: r"\blos(?:e|es|t|ing|ers?)\b|\boffs?\b|\bweak\b|\bfalls? on\b|\bthrow\b",
    TRICKS: r"\bwins?\b|\bwinners?\b|\bdoubles?\b|\bwalks?\b|\btricks?\b|\btrump (?:in|back)\b",
    POINTS: r"\bpoints?\b|\bcount\b|\bcounters?\b|\b(?:5-5|6-4|5-0|4-1|3-2)\b|pointers?",
    CALL: r"\bbids?\b|\bpass\b|\bcall\b|\b(?:3\d|4[0-2]|84)\b|\bsafer?\b|\brisk",
}
"""By which words a sentence is known, in the order in which they are tried."""
_CUT = re.compile(r"(?<=[.!?;])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Protocol:
    """What a person said about one hand."""

    hand: str
    calls: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class BesideGoal:
    """One goal: what the person says, what the program says, and how the program rates it."""

    about: str
    person: tuple[str, ...]
    program: tuple[str, ...]
    grade: str


def by_goal(why: str) -> dict[str, list[str]]:
    """The sentences of a person, by what they are about; in their order."""
    found: dict[str, list[str]] = {}
    for sentence in _CUT.split(why.strip()):
        name, colon, rest = sentence.partition(":")
        named = name.strip().lower() if colon and rest.strip() else ""
        if named in GOALS:
            about, said = named, rest.strip()
        else:
            about = next((a for a, words in WORDS.items() if re.search(words, sentence, re.IGNORECASE)), OTHER)
            said = sentence.strip()
        if said := said.rstrip("; "):
            found.setdefault(about, []).append(said)
    return found


def beside(why: str, program: Sequence[Spoken], rated: Mapping[str, str]) -> list[BesideGoal]:
    """Every goal of which either speaks."""
    person = by_goal(why)
    found = []
    for about in (*GOALS, OTHER):
        mine, its = tuple(person.get(about, ())), tuple(one.sentence for one in program if one.about == about)
        if mine or its:
            found.append(BesideGoal(about, mine, its, rated.get(about, "")))
    return found


def protocols_text(protocols: Sequence[Protocol]) -> str:
    """Protocols as lines."""
    rows = (" | ".join((one.hand, one.calls or "-", one.label, " ".join(one.why.split()))) for one in protocols)
    return "".join(f"{line}\n" for line in (HEAD, *rows))


def read_protocols(text: str, where: str) -> list[Protocol]:
    """The protocols of a text."""
    return list(_rows(text, where))


def _rows(text: str, where: str) -> Iterator[Protocol]:
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise DamagedFile(f"{where}:1: expected '{HEAD}'")
    for number, line in enumerate(lines[1:], start=2):
        parts = [part.strip() for part in line.split("|", 3)]
        if len(parts) != 4:
            raise DamagedFile(f"{where}:{number}: '{line[:60]}' has not the form the first line names")
        hand, calls, label, why = parts
        yield Protocol(hand, "" if calls == "-" else calls, label, why)
