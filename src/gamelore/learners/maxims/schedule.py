"""The schedule of a search for maxims: a beam that grows line by line and is then polished.

It knows no game: it is handed the words that lines may use. Every line costs `PRICE` points, so that one which does not
earn them falls out again. When a list can no longer be improved, the next start begins from nothing; the lists of all
starts are compared on rounds that no start has used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gamelore.base.registry import Late
from gamelore.learners.maxims.lines import ALWAYS, MOST_LINES, Line, MaximList
from gamelore.learners.maxims.words import Wording
from gamelore.learners.practice.judge import Ask, Numbers
from gamelore.learners.practice.lists import Stages, added, best_of, changed, compared, priced, scores, without
from gamelore.learners.practice.search import Asking

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")  # a list of learners takes no array

BEAM = 3
"""How many lists go on to the next step."""
PRICE = 0.6
"""The points that a line must earn."""
CONDITION_PRICE = 0.3
"""The points that a condition must earn: "always" is easier to follow."""
FINAL = 512
"""Rounds on which the lists of all starts are compared."""
POLISHES = 6
"""The most steps in which a grown list is polished."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many contests a step takes, by how fast and how sure a judge answers."""

    growing: Stages
    polishing: Stages
    """After so many rounds so many candidates stay."""
    grown: int
    polished: int
    """Rounds on which those are compared that stayed to the end."""
    sampled: int = 0
    """How many candidates are drawn when a list is polished; 0: all are tried."""


PACES = {
    "usual": Pace(((4, 40), (16, 10)), ((8, 160), (32, 40), (128, 10)), 128, 512),
    "search": Pace(((4, 40), (16, 10)), ((8, 120), (32, 30), (96, 10)), 400, 400, 450),
    "hurried": Pace(((2, 12), (8, 4)), ((2, 24), (8, 6)), 64, 64, 120),
}
"""The usual one; that of practice against a search, where the best of equals is luck unless they are compared long; and
one for so few contests that the usual one would not find a first line."""

_STEP = 1 << 12
"""How far the rounds of two steps are apart, more than any step uses."""
_FINALS = 1 << 40
"""Where the rounds begin that no start uses."""


@dataclass(frozen=True, slots=True)
class MaximSettings:
    """What a search aims at."""

    lines: int = 8
    """The most lines of a list."""
    slips: float = 0.1
    """How likely the practising reader is to skip a line: lists for careful readers break in careless hands."""
    teachers: Literal["usual", "mixed"] = "usual"
    """With whom lists of open games practise: three who know the truth, as far as it is known, and err more and more,
    or these and a search of four plies."""

    def __post_init__(self) -> None:
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(f"a list has 1 to {MOST_LINES} lines, not {self.lines}")
        if not 0.0 <= self.slips < 1.0:
            raise ValueError(f"slips lie between 0 and 1, not {self.slips}")


class MaximSchedule:
    """Start after start; the winner is chosen on rounds that none of them used."""

    def __init__(self, wording: Wording, settings: MaximSettings, seed: int, pace: str = "usual") -> None:
        self.wording, self.settings, self.seed, self.pace = wording, settings, seed, PACES[pace]
        self.best: tuple[MaximList, float] = ((), 0.0)

    def questions(self) -> Asking[Line]:
        winners: dict[MaximList, float] = {}
        start = 0
        while True:
            climb = _Climb(self, np.random.default_rng([self.seed, start]), start)
            yield from climb.run()
            fresh = [lines for lines, _ in climb.beam if lines not in winners]
            if fresh:
                found = yield from scores(fresh, range(_FINALS, _FINALS + FINAL))
                winners.update(zip(fresh, found, strict=True))
            self.best = max(winners.items(), key=lambda item: worth(item[0], item[1]))
            start += 1


def worth(lines: MaximList, score: float) -> float:
    """What a list is worth: its score without the price of its lines."""
    conditions = sum(line.condition != ALWAYS for line in lines)
    return priced(score, (PRICE, len(lines)), (CONDITION_PRICE, conditions))


class _Climb:
    """One start: grow a list, then polish it."""

    def __init__(self, schedule: MaximSchedule, rng: np.random.Generator, start: int) -> None:
        self.schedule, self.words, self.most, self.rng = schedule, schedule.wording, schedule.settings.lines, rng
        self.beam: list[tuple[MaximList, float]] = []
        """The best lists of the last step with their scores."""
        self._is_first = start == 0
        self._rounds = start * 1000 * _STEP

    def run(self) -> Asking[Line]:
        """Every step asks for the scores that it needs."""
        parents: list[MaximList] = [()]
        for _ in range(self.most):
            better = yield from self._step(parents, [c for lines in parents for c in self._grown(lines)], True)
            if not better:
                break
            parents = [lines for lines, _ in self.beam]
        for _ in range(POLISHES):
            best = self.beam[0][0]
            better = yield from self._step([best], self._some(list(self._polished(best))), False)
            if not better:
                break

    def _step(
        self, parents: Sequence[MaximList], children: Sequence[MaximList], grows: bool
    ) -> Generator[Ask[Line], list[Numbers], bool]:
        """The new beam is the best of parents and children. Returns whether a child leads it."""
        if self._is_first and self.beam:
            self.schedule.best = self.beam[0]
        base = self._rounds
        self._rounds += _STEP
        able = [c for c in dict.fromkeys(children) if c not in parents and len(c) <= self.most]
        pace = self.schedule.pace
        stages, last = (pace.growing, pace.grown) if grows else (pace.polishing, pace.polished)
        found = yield from compared(parents, able, stages, last, base, worth)
        some = _without_copies(*found)
        order = best_of([worth(lines, score) for lines, score in some], BEAM)
        self.beam = [some[n] for n in order]
        return self.beam[0][0] not in parents

    def _some(self, children: list[MaximList]) -> list[MaximList]:
        """As many as the pace allows to try, in their order."""
        most = self.schedule.pace.sampled
        if not most or len(children) <= most:
            return children
        return [children[n] for n in sorted(self.rng.choice(len(children), most, replace=False).tolist())]

    def _places(self, lines: MaximList) -> list[int]:
        """At the end, in front, and at one place between."""
        inner = [int(self.rng.integers(1, len(lines)))] if len(lines) > 1 else []
        return list(dict.fromkeys([len(lines), 0, *inner]))

    def _grown(self, lines: MaximList, condition: str = ALWAYS) -> Iterator[MaximList]:
        """With one line more."""
        new = self._new(lines, condition)
        for place in self._places(lines):
            yield from added(lines, place, new)

    def _polished(self, lines: MaximList) -> Iterator[MaximList]:
        """With a line removed, moved, replaced, or under a condition; or with one more, under a condition."""
        conditions = (ALWAYS, *(name for name in self.words.conditions if name != ALWAYS))

        def others(number: int) -> list[Line]:
            line = lines[number]
            return [*(Line(line.measure, line.sense, c) for c in conditions), *self._new(without(lines, number))]

        yield from changed(lines, others)
        for condition in conditions:
            yield from self._grown(lines, condition)

    def _new(self, lines: MaximList, condition: str = ALWAYS) -> list[Line]:
        """What may be added to a list: nothing that it says already, nor the contrary."""
        said = {line.measure for line in lines}
        return [line for line in self.words.lines(condition) if line.measure not in said]


def _without_copies(lists: Sequence[MaximList], found: Sequence[float]) -> list[tuple[MaximList, float]]:
    """Of lists of one length that score exactly the same only the first: they played the same contests."""
    kept: dict[tuple[int, float], tuple[MaximList, float]] = {}
    for lines, score in zip(lists, found, strict=True):
        kept.setdefault((len(lines), score), (lines, score))
    return list(kept.values())
