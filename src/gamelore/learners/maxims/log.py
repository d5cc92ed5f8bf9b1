"""Every list that a search has tried, on which rounds of contests, and its score: what a search needs to go on.

A search is a function of its seed and of the scores that it is told. Taken up again it asks the same questions, and the
log answers those that were asked before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamelore.base.errors import DamagedFile
from gamelore.base.tables import read_count, read_number, read_table, reading, write_table
from gamelore.learners.maxims.lines import MaximList, list_text, parse_list
from gamelore.learners.maxims.words import Wording

LOG_FILE = "tried.tsv"
_HEAD = ("first", "rounds", "score", "list")
_SEED = "seed"

Question = tuple[MaximList, int, int]
"""A list, the number of the first round, and how many."""


@dataclass(slots=True)
class PracticeLog:
    """The scores by question, in the order in which they were found."""

    seed: int
    scores: dict[Question, float] = field(default_factory=dict)

    def add(self, lists: Sequence[MaximList], rounds: range, scores: Sequence[float]) -> None:
        """Note what some lists scored."""
        for lines, score in zip(lists, scores, strict=True):
            self.scores[lines, rounds.start, len(rounds)] = float(score)

    def contests(self, each: int) -> int:
        """How many contests that took, with so many in a round."""
        return each * sum(rounds for _, _, rounds in self.scores)

    def text(self) -> str:
        """The log as a table; its first row holds the seed."""
        rows = [(first, rounds, repr(score), list_text(lines)) for (lines, first, rounds), score in self.scores.items()]
        return write_table(_HEAD, [(self.seed, 0, "0.0", _SEED), *rows])


def read_log(texts: Mapping[str, str], wording: Wording, where: str) -> PracticeLog:
    """Read such a table back."""
    log: PracticeLog | None = None
    for place, (first, rounds, score, lines) in read_table(texts, LOG_FILE, _HEAD, where):
        number, count, points = read_count(first, place), read_count(rounds, place), read_number(score, place)
        if log is None:
            if lines != _SEED:
                raise DamagedFile(f"{place}: expected the seed of the search")
            log = PracticeLog(number)
            continue
        with reading(place):
            found = parse_list(lines)
            for line in found:
                wording.check(line)
        log.scores[found, number, count] = points
    if log is None:
        raise DamagedFile(f"{where}/{LOG_FILE}: the seed of the search is missing")
    return log
