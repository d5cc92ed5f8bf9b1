"""The search for a list: a beam that grows line by line and is then polished, judged by the results of practice.

The search knows no game: it is handed the words that lines may use and a judge (lists in, scores out). All candidates
of a step are scored on the same rounds of contests, with the same luck; most are dropped after a few rounds (successive
halving, Jamieson and Talwalkar 2016), and the rest are compared on rounds that have not chosen them. Every line costs
`PRICE` points, so that one which does not earn them falls out again. When a list can no longer be improved, the next
start begins from nothing; the lists of all starts are compared on rounds that no start has used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gamelore.base.registry import Late
from gamelore.learners.maxims.lines import ALWAYS, MOST_LINES, Line, MaximList
from gamelore.learners.maxims.log import PracticeLog
from gamelore.learners.maxims.words import Wording

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")  # a list of learners takes no array

BEAM = 3
"""How many lists go on to the next step."""
GROWING = ((4, 40), (16, 10))
POLISHING = ((8, 160), (32, 40), (128, 10))
"""The stages of a step: after so many rounds so many candidates stay."""
LAST = {GROWING: 128, POLISHING: 512}
"""Rounds on which those are compared that stayed to the end."""
PRICE = 0.6
"""The points that a line must earn."""
CONDITION_PRICE = 0.3
"""The points that a condition must earn: "always" is easier to follow."""
FINAL = 512
"""Rounds on which the lists of all starts are compared."""
POLISHES = 6
"""The most steps in which a grown list is polished."""

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

    def __post_init__(self) -> None:
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(f"a list has 1 to {MOST_LINES} lines, not {self.lines}")
        if not 0.0 <= self.slips < 1.0:
            raise ValueError(f"slips lie between 0 and 1, not {self.slips}")


class Judge(Protocol):
    """Who scores lists by practice."""

    @property
    def each(self) -> int:
        """How many contests a round has."""

    def score(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Sequence[float]:
        """The mean points of each list over some rounds; higher is better."""


Stages = tuple[tuple[int, int], ...]
Ask = tuple[Sequence[MaximList], range]
"""Lists, and the rounds on which they are to be scored."""
Asking = Generator[Ask, Sequence[float], None]


class MaximSearch:
    """A search that can be taken up again from its log."""

    def __init__(self, wording: Wording, settings: MaximSettings, log: PracticeLog) -> None:
        self.wording, self.settings, self.log = wording, settings, log
        self.best: tuple[MaximList, float] = ((), 0.0)
        """The best list so far and its score, on rounds that have not chosen it."""
        self._asking = self._starts()
        self._ask: Ask = next(self._asking)

    def practise(self, judge: Judge, contests: int) -> int:
        """Play up to so many contests; returns how many, all of them where the rest is too few for a list."""
        played = 0
        while True:
            lists, rounds = self._ask
            known, missing = self.log.scores, []
            for lines in dict.fromkeys(lists):
                if (lines, rounds.start, len(rounds)) not in known:
                    missing.append(lines)
            if missing:
                able = (contests - played) // (judge.each * len(rounds))
                if able == 0:
                    return contests
                some = missing[:able]
                self.log.add(some, rounds, judge.score(some, rounds, self.log.seed))
                played += judge.each * len(rounds) * len(some)
            if len(missing) <= (able if missing else 0):
                self._ask = self._asking.send([known[lines, rounds.start, len(rounds)] for lines in lists])

    # The search itself: questions out, scores in

    def _starts(self) -> Asking:
        """Start after start; the winner is chosen on rounds that none of them used."""
        winners: dict[MaximList, float] = {}
        start = 0
        while True:
            climb = _Climb(self.wording, self.settings, np.random.default_rng([self.log.seed, start]), start)
            ask = climb.run()
            answer: Sequence[float] | None = None
            while True:
                try:
                    question = next(ask) if answer is None else ask.send(answer)
                except StopIteration:
                    break
                if not winners and climb.beam:
                    self.best = climb.beam[0]
                answer = yield question
            fresh = [lines for lines, _ in climb.beam if lines not in winners]
            if fresh:
                scores = yield fresh, range(_FINALS, _FINALS + FINAL)
                winners.update(zip(fresh, scores, strict=True))
            self.best = max(winners.items(), key=lambda item: worth(item[0], item[1]))
            start += 1


def worth(lines: MaximList, score: float) -> float:
    """What a list is worth: its score without the price of its lines."""
    return score - PRICE * len(lines) - CONDITION_PRICE * sum(line.condition != ALWAYS for line in lines)


class _Climb:
    """One start: grow a list, then polish it."""

    def __init__(self, wording: Wording, settings: MaximSettings, rng: np.random.Generator, start: int) -> None:
        self.words, self.settings, self.rng = wording, settings, rng
        self.beam: list[tuple[MaximList, float]] = []
        """The best lists of the last step with their scores."""
        self._rounds = start * 1000 * _STEP

    def run(self) -> Asking:
        """Every step asks for the scores that it needs."""
        parents: list[MaximList] = [()]
        for _ in range(self.settings.lines):
            better = yield from self._step(parents, [c for lines in parents for c in self._grown(lines)], GROWING)
            if not better:
                break
            parents = [lines for lines, _ in self.beam]
        for _ in range(POLISHES):
            best = self.beam[0][0]
            better = yield from self._step([best], list(self._polished(best)), POLISHING)
            if not better:
                break

    def _step(
        self, parents: Sequence[MaximList], children: Sequence[MaximList], stages: Stages
    ) -> Generator[Ask, Sequence[float], bool]:
        """Stage after stage; the new beam is the best of parents and children. Returns whether a child leads it."""
        base, done = self._rounds, 0
        self._rounds += _STEP
        left = [c for c in dict.fromkeys(children) if c not in parents and len(c) <= self.settings.lines]
        sums = [0.0] * len(left)
        for until, most in stages:
            scores = yield left, range(base + done, base + until)
            sums = [total + (until - done) * score for total, score in zip(sums, scores, strict=True)]
            done = until
            left, means = _best(left, [total / done for total in sums], most)
            sums = [done * mean for mean in means]
        last = [*parents, *left]
        scores = yield last, range(base + done, base + done + LAST[stages])
        last, scores = _best(*_without_copies(last, scores), BEAM)
        self.beam = list(zip(last, scores, strict=True))
        return last[0] not in parents

    def _places(self, lines: MaximList) -> list[int]:
        """At the end, in front, and at one place between."""
        inner = [int(self.rng.integers(1, len(lines)))] if len(lines) > 1 else []
        return list(dict.fromkeys([len(lines), 0, *inner]))

    def _grown(self, lines: MaximList) -> Iterator[MaximList]:
        """With one line more."""
        new = self._new(lines)
        for place in self._places(lines):
            yield from ((*lines[:place], line, *lines[place:]) for line in new)

    def _polished(self, lines: MaximList) -> Iterator[MaximList]:
        """With a line removed, moved, replaced, or under a condition; or with one more, under a condition."""
        conditions = [name for name in self.words.conditions if name != ALWAYS]
        for n, line in enumerate(lines):
            rest = (*lines[:n], *lines[n + 1 :])
            yield rest
            yield from ((*rest[:place], line, *rest[place:]) for place in range(len(lines)) if place != n)
            for condition in (ALWAYS, *conditions):
                yield (*lines[:n], Line(line.measure, line.sense, condition), *lines[n + 1 :])
            yield from ((*lines[:n], new, *lines[n + 1 :]) for new in self._new(rest))
        for condition in (ALWAYS, *conditions):
            new = self._new(lines, condition)
            for place in self._places(lines):
                yield from ((*lines[:place], line, *lines[place:]) for line in new)

    def _new(self, lines: MaximList, condition: str = ALWAYS) -> list[Line]:
        """What may be added to a list: nothing that it says already, nor the contrary."""
        said = {line.measure for line in lines}
        return [line for line in self.words.lines(condition) if line.measure not in said]


def _best(lists: Sequence[MaximList], scores: Sequence[float], most: int) -> tuple[list[MaximList], list[float]]:
    """The lists of most worth, best first; of equals the one that was asked about first."""
    order = sorted(range(len(lists)), key=lambda n: -worth(lists[n], scores[n]))[:most]
    return [lists[n] for n in order], [scores[n] for n in order]


def _without_copies(lists: Sequence[MaximList], scores: Sequence[float]) -> tuple[list[MaximList], list[float]]:
    """Of lists of one length that score exactly the same only the first: they played the same contests."""
    kept: dict[tuple[int, float], int] = {}
    for number, (lines, score) in enumerate(zip(lists, scores, strict=True)):
        kept.setdefault((len(lines), score), number)
    return [lists[n] for n in kept.values()], [scores[n] for n in kept.values()]
