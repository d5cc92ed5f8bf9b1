"""How weights went over the contests of a course (Epstein, Gelfand and Lock 1998, Figure 5): written beside an agent.

A line stands wherever a weight changed: the contest after which it was so, the stage, the Advisor, the weight; `gone`
where an Advisor was removed. Nobody needs it to decide, and it is no part of what an agent knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, write_table

FILE = "weights_over_time.tsv"
_HEAD = ("contest", "stage", "Advisor", "kind", "weight")
GONE = "gone"
STANDING, LEARNED = "standing", "learned"
"""Advisors that Hoyle begins with, and those that it learned."""


class Change(NamedTuple):
    """A weight that changed; None for an Advisor that was removed."""

    contest: int
    stage: str
    advisor: str
    learned: bool
    weight: float | None


class WeightHistory:
    """The changes of all weights, contest by contest."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str, str, str, str]] = []
        self._last: dict[tuple[str, str, str], str] = {}

    def note(self, contest: int, weights: Mapping[str, Mapping[str, float]], standing: Collection[str]) -> None:
        """The weights after a contest, by stage; who is not among the standing Advisors was learned."""
        now = {
            (stage, name, STANDING if name in standing else LEARNED): f"{weight:.4g}"
            for stage, table in sorted(weights.items())
            for name, weight in sorted(table.items())
        }
        for place in self._last.keys() - now.keys():
            now[place] = GONE
        for place, text in sorted(now.items()):
            if self._last.get(place) != text:
                self._lines.append((contest, *place, text))
        self._last = {place: text for place, text in now.items() if text != GONE}

    def texts(self) -> dict[str, str]:
        """The file; none before anything was weighed."""
        return {FILE: write_table(_HEAD, self._lines)} if self._lines else {}


def read_history(text: str, where: str) -> list[Change]:
    """The changes that a file tells of, in its order."""
    found = []
    for place, (contest, stage, advisor, kind, weight) in read_table({FILE: text}, FILE, _HEAD, where):
        if kind not in (STANDING, LEARNED):
            raise DamagedFile(f"{place}: expected '{STANDING}' or '{LEARNED}', found '{kind[:20]}'")
        value = None if weight == GONE else read_number(weight, place)
        found.append(Change(read_count(contest, place, 1), stage, advisor, kind == LEARNED, value))
    return found


class WeightCourse(NamedTuple):
    """How the weight of an Advisor went in a stage: its first contest, and the steps from there on."""

    stage: str
    advisor: str
    learned: bool
    steps: tuple[tuple[int, float | None], ...]

    @property
    def arrived(self) -> int:
        """The contest after which it first had a weight."""
        return self.steps[0][0]

    @property
    def highest(self) -> float:
        return max((weight for _, weight in self.steps if weight is not None), default=0.0)

    @property
    def last(self) -> float | None:
        """What it counts in the end; None if it is gone."""
        return self.steps[-1][1]


def by_advisor(changes: Iterable[Change]) -> list[WeightCourse]:
    """The changes told for each Advisor and stage, the highest weights first."""
    found: dict[tuple[str, str, bool], list[tuple[int, float | None]]] = {}
    for contest, stage, advisor, learned, weight in changes:
        found.setdefault((stage, advisor, learned), []).append((contest, weight))
    courses = [WeightCourse(*who, tuple(steps)) for who, steps in found.items()]
    return sorted(courses, key=lambda course: (-course.highest, course.advisor, course.stage))
