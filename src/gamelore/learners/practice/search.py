"""The search for a list by practice: questions go out to a judge, numbers come in, until the contests are used up.

It knows no game and no entries. Which questions are asked is a schedule's business, a generator; the log remembers the
answers, so that a search can be stopped anywhere and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, Protocol

from gamelore.learners.practice.judge import Ask, E, Judge, Suggest
from gamelore.learners.practice.log import PracticeLog

Asking = Generator[Ask[E] | Suggest[E], list[Any], None]
"""Questions out, answers in: numbers for each list asked about, or the lists that are suggested."""


class Schedule(Protocol[E]):
    """What to ask next."""

    best: tuple[tuple[E, ...], float]
    """The best list so far and its score, on rounds that have not chosen it."""

    def questions(self) -> Asking[E]:
        """One after the other; it ends if nothing is left to search."""


class PracticeSearch(Generic[E]):
    """A search that can be taken up again from its log."""

    def __init__(
        self,
        schedule: Schedule[E],
        log: PracticeLog[E],
        judged: Callable[[tuple[E, ...]], Any] = lambda entries: entries,
    ) -> None:
        self.schedule, self.log, self._judged = schedule, log, judged
        self._asking = schedule.questions()
        self._open = next(self._asking, None)

    @property
    def best(self) -> tuple[tuple[E, ...], float]:
        """The best list so far and its score."""
        return self.schedule.best

    def practise(self, judge: Judge[Any], contests: int) -> int:
        """Play up to so many contests, of one step if the schedule has steps; returns how many.

        Where the rest is too few for the next list, or nothing is left to search, all of them count as used.
        """
        played = 0
        while self._open is not None:
            answer = self._answer(self._open)
            if answer is None:
                if played and self._open.least:
                    return played
                took = self._ask(self._open, judge, contests - played)
                if took == 0:
                    return contests
                played += took
            else:
                try:
                    self._open = self._asking.send(answer)
                except StopIteration:
                    self._open = None
        return contests

    def _answer(self, ask: Ask[E] | Suggest[E]) -> list[Any] | None:
        """What the log says; None if it does not yet."""
        if isinstance(ask, Suggest):
            return self.log.suggested(ask) or None
        return None if self.log.missing(ask) else self.log.answer(ask)

    def _ask(self, ask: Ask[E] | Suggest[E], judge: Judge[Any], contests: int) -> int:
        """Let the judge answer as much as so many contests allow; returns how many it took."""
        seed = self.log.seed
        if contests < ask.least:
            return 0
        if isinstance(ask, Suggest):
            found, took = ask.find(judge, seed)
            self.log.add(found, ask.rounds, [()] * len(found))
            return took
        able = contests // (judge.each * len(ask.rounds))
        some = list(ask.lists if ask.paired else self.log.missing(ask)[:able])
        if not some or len(some) > able:
            return 0
        lists = list(map(self._judged, some))
        self.log.add(some, ask.rounds, ask.fold(judge, lists, judge.contests(lists, ask.rounds, seed)))
        return judge.each * len(ask.rounds) * len(some)


def least_contests(schedule: Schedule[E], each: int, step: int) -> int | None:
    """Contests until a first list leads, with rounds of `each` and in steps of so many.

    What is left of a step and is too little for a list is lost, as in `practise`. None: a step is too little for any.
    """
    nothing, asking = schedule.best, schedule.questions()
    ask, done, room = next(asking), 0, step
    while schedule.best is nothing:
        if isinstance(ask, Suggest):
            return ask.least if ask.least <= step else None
        price = each * len(ask.rounds)
        if price > step:
            return None
        for _ in dict.fromkeys(ask.lists):
            if price > room:
                done, room = done + room, step
            done, room = done + price, room - price
        ask = asking.send([(0.0,) * ask.numbers] * len(ask.lists))
    return done
