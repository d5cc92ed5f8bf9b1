"""The learner that follows a list of maxims, and finds one by practice.

Hoyle, rules and tables learn from tens to hundreds of contests. A list of maxims is chosen by the results of tens of
thousands of contests against known opponents, from a given vocabulary. The learner is handed the judge of its practice
(`judge`): lists in, scores out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.learners.core import PRACTICE, ContestInfo, Decision, Learner, Practice, Reason
from gamelore.learners.maxims import texts as files
from gamelore.learners.maxims.lines import Line, MaximList, Maxims, Narrowing, narrow
from gamelore.learners.maxims.reader import can_read, reader_for
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.learners.practice.judge import ScoringJudge
from gamelore.learners.practice.log import LOG_FILE, PracticeLog, read_log
from gamelore.learners.practice.search import PracticeSearch, Schedule, least_contests

CHANCE = "chance"
"""Who decides where no line narrows."""

TIMED, LONG_ENOUGH = 4, 0.1
"""How many lists are timed, and for how many seconds at least."""

PRESETS: dict[str, MaximSettings] = {"maxims": MaximSettings()}


Choose = Callable[[Any, Sequence[Any], float], int]
"""The number of one of some actions, from the state, the actions and a number between 0 and 1."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a decision was made from."""

    actions: Sequence[Any]
    narrowing: Narrowing
    action: Any


class MaximLearner(Learner):
    """Narrows the moves line by line, and picks among what is left; practice chooses the lines."""

    kind = "maxims"
    summary = "at most ten lines that a person can follow, chosen by the results of practice"
    presets: ClassVar[Mapping[str, MaximSettings]] = PRESETS
    settings: MaximSettings
    practises = "lines"

    def __init__(self, game: AnyGame, settings: MaximSettings) -> None:
        super().__init__(game, settings)
        self.reader = reader_for(game)
        self.maxims = Maxims()
        self.slips = 0.0
        """How likely its reader is to skip a line, at each decision."""
        self.choose: Choose | None = None
        """Who draws among the moves that are left, where that is not chance alone."""
        self.judge: ScoringJudge[MaximList] | None = None
        self._log: PracticeLog[Line] | None = None
        self._search: PracticeSearch[Line] | None = None

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whatever somebody can read lists in: open games for two, and those whose kit has a reader."""
        return can_read(game)

    @classmethod
    def usual_regime(cls, settings: Any) -> str:
        return "long_practice"

    @classmethod
    def learns_from(cls, settings: Any) -> frozenset[str]:
        return frozenset({PRACTICE})

    @property
    def lines(self) -> MaximList:
        """The list that it follows."""
        return self.maxims.lines

    # Deciding

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        super().begin(seat, contest)
        self.reader.begin()

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Follow the lines, then draw among what is left."""
        actions, values = self.reader.values(view, self.lines)
        luck = rng.random()
        skipped = [rng.random() < self.slips for _ in self.lines] if self.slips else ()
        narrowing = narrow(self.lines, len(actions), values, skipped)
        left = [actions[move] for move in narrowing.left]
        action = left[int(luck * len(left)) if self.choose is None else self.choose(view.state, left, luck)]
        self.reader.made(view, action)
        narrowed = narrowing.narrowed
        choice, lines = _Choice(actions, narrowing, action), self.lines
        by = self.reader.wording.label(lines, narrowed[-1]) if narrowed else CHANCE
        return Decision(action, by, lambda: tuple(self._reasons(choice, lines)))

    def _reasons(self, choice: _Choice, lines: MaximList) -> Iterator[Reason]:
        """The lines that narrowed, for the chosen move; against each other move the line that dropped it."""
        narrowing, wording = choice.narrowing, self.reader.wording
        for number in narrowing.narrowed:
            before, after = (len(narrowing.kept[place]) for place in (number, number + 1))
            said = f"{wording.sentence(lines[number])} ({after} of {before} moves left)"
            yield Reason(wording.label(lines, number), said, str(choice.action), 1.0)
        if not self.game.perfect_information:
            yield Reason("in general", f"follows {len(lines)} lines that stand in its lore", public=True)
        left = len(narrowing.left)
        if left > 1 or not narrowing.narrowed:
            said = f"one of {left} moves that no line tells apart" if left > 1 else "the only move"
            yield Reason(CHANCE, said, str(choice.action))
        for number in narrowing.narrowed:
            for move in narrowing.dropped_by(number):
                said = f"dropped: {wording.sentence(lines[number])}"
                yield Reason(wording.label(lines, number), said, str(choice.actions[move]), -1.0)

    # Practising

    def practise(self, contests: int, rng: Rng) -> Practice:
        """Go on with the search for a list, for up to so many contests."""
        if self.judge is None:
            raise NotAvailable("maxims are chosen by a judge of lists; give the learner one, or train it in the arena")
        wording = self.reader.wording
        if self._log is None:
            self._log = PracticeLog(wording, seed=int(rng.integers(1 << 48)))
        if self._search is None:
            self._search = PracticeSearch(self._schedule(self._log.seed), self._log)
        played = self._search.practise(self.judge, contests)
        best, score = self._search.best
        self.maxims = replace(self.maxims, lines=best, found={"practised": self._log.contests(self.judge.each)})
        return Practice(max(1, played), score)

    def _schedule(self, seed: int) -> Schedule[Line]:
        pace = getattr(self.judge, "pace", "")
        paced = {"pace": pace} if pace else {}
        schedule: Schedule[Line] = self.game.kit.part("schedule")(self.reader.wording, self.settings, seed, **paced)
        return schedule

    def least_practice(self, step: int) -> int | None:
        """What the first step of a search costs."""
        if self.judge is None:
            return 1
        return least_contests(self._schedule(0), self.judge.each, step)

    def seconds_of_practice(self) -> float:
        """Some lists of four lines meet everybody, more often until the clock can tell."""
        if self.judge is None or not self.game.perfect_information:
            return 0.0
        lines = self.reader.wording.lines()
        lists = [tuple(dict.fromkeys(lines[(n + 7 * k) % len(lines)] for k in range(4))) for n in range(TIMED)]
        self.judge.contests(lists[:1], range(1), 0)  # kernels are compiled, tables read
        rounds, took = 1, 0.0
        while took < LONG_ENOUGH:
            rounds *= 2
            start = time.perf_counter()
            self.judge.contests(lists, range(rounds), 0)
            took = time.perf_counter() - start
        return took / (self.judge.each * rounds * len(lists))

    def finish(self) -> None:
        """Nothing more is searched for, so that nothing need be remembered of the search."""
        self._log = self._search = None

    # Files

    def knowledge(self) -> dict[str, str]:
        """The list, and while it is searched for every list that was tried."""
        found = {files.FILE: files.write_maxims(self.maxims, self.reader.wording)}
        return found if self._log is None else {**found, LOG_FILE: self._log.text()}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take it back; on any damage nothing changes."""
        if files.FILE not in texts or not set(texts) <= {files.FILE, LOG_FILE}:
            expected = f"{files.FILE} and perhaps {LOG_FILE}"
            raise DamagedFile(f"{where}: expected {expected}, found {', '.join(sorted(texts)) or 'none'}")
        maxims = files.read_maxims(texts[files.FILE], self.reader.wording, f"{where}/{files.FILE}")
        log = read_log(texts, self.reader.wording, where) if LOG_FILE in texts else None
        self.maxims, self._log, self._search = maxims, log, None

    def lore(self) -> Sequence[str]:
        """The lines, in order."""
        wording, lines = self.reader.wording, self.lines
        names = [wording.label(lines, n) for n in range(len(lines))]
        if len(wording.parts) == 1:
            names = [name.split()[-1] for name in names]
        return [f"{name}. {wording.sentence(line)}" for name, line in zip(names, lines, strict=True)]
