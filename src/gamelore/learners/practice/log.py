"""Every list that a search has tried, on which rounds of contests, and what it was told: all it needs to go on.

A search is a function of its seed and of the numbers that it is told. Taken up again it asks the same questions, and
the log answers those that were asked before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol

from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, reading, write_table
from gamelore.learners.practice.judge import Ask, E, Numbers, Suggest

LOG_FILE = "tried.tsv"
_HEAD = ("first", "rounds", "score", "list")
_SEED = "seed"


class Entries(Protocol[E]):
    """What lists can be made of."""

    def list_text(self, entries: Sequence[E]) -> str:
        """A list in one line, without tabs."""

    def parse_list(self, text: str) -> tuple[E, ...]:
        """Read such a text; a ValueError or one of ours if it is none."""


Tried = tuple[tuple[E, ...], int, int]
"""A list, the number of the first round, and how many."""


@dataclass(slots=True)
class PracticeLog(Generic[E]):
    """What each list was told on which rounds, in the order in which they were tried; nothing if only suggested."""

    words: Entries[E]
    seed: int
    told: dict[Tried[E], Numbers] = field(default_factory=dict)

    def add(self, lists: Sequence[tuple[E, ...]], rounds: range, told: Sequence[Numbers]) -> None:
        """Note what some lists were told."""
        for entries, numbers in zip(lists, told, strict=True):
            self.told[entries, rounds.start, len(rounds)] = tuple(map(float, numbers))

    def missing(self, ask: Ask[E]) -> list[tuple[E, ...]]:
        """The lists of a question that were not told as many numbers as it asks for."""
        first, count = ask.rounds.start, len(ask.rounds)
        asked = dict.fromkeys(ask.lists)
        return [entries for entries in asked if len(self.told.get((entries, first, count), ())) != ask.numbers]

    def answer(self, ask: Ask[E]) -> list[Numbers]:
        """What the lists of a question were told."""
        return [self.told[entries, ask.rounds.start, len(ask.rounds)] for entries in ask.lists]

    def suggested(self, ask: Suggest[E]) -> list[tuple[E, ...]]:
        """The lists that were to be tried on some rounds."""
        rounds = ask.rounds.start, len(ask.rounds)
        return [entries for entries, *tried in self.told if tuple(tried) == rounds]

    def contests(self, each: int) -> int:
        """How many contests that took, with so many in a round."""
        return each * sum(rounds for _, _, rounds in self.told)

    def text(self) -> str:
        """The log as a table; its first row holds the seed."""
        rows = [
            (first, rounds, " ".join(map(repr, numbers)), self.words.list_text(entries))
            for (entries, first, rounds), numbers in self.told.items()
        ]
        return write_table(_HEAD, [(self.seed, 0, "0.0", _SEED), *rows])


def read_log(texts: Mapping[str, str], words: Entries[E], where: str) -> PracticeLog[E]:
    """Read such a table back."""
    log: PracticeLog[E] | None = None
    for place, (first, rounds, score, entries) in read_table(texts, LOG_FILE, _HEAD, where):
        number, count = read_count(first, place), read_count(rounds, place)
        numbers = tuple(read_number(text, place) for text in score.split(" ") if score)
        if log is None:
            if entries != _SEED:
                raise DamagedFile(f"{place}: expected the seed of the search")
            log = PracticeLog(words, number)
            continue
        with reading(place):
            found = words.parse_list(entries)
        log.told[found, number, count] = numbers
    if log is None:
        raise DamagedFile(f"{where}/{LOG_FILE}: the seed of the search is missing")
    return log
