"""The associative pattern store: which patterns go with winning, losing and drawing (1996, section 3.2).

A pattern is new on the waiting list; if it turns up in enough contests and always with the same outcome, it moves to
the cache. Its response counts the contests won by the first player, won by the second, and drawn, in which it
appeared. Responses age, so that what is not seen again is forgotten, and they are discounted by the confidence in
one's play when a contest contradicts them. Each stage of a game has a store of its own, and a pattern belongs to the
player whose move made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, reading, write_table
from gamelore.games.board.game import SYMBOLS, BoardState
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.patterns.sight import Sight, words
from gamelore.learners.advisors.settings.patterns import PatternSettings

WON, LOST, DRAWN = range(3)
"""Places in a response, for the first player."""

_RESULTS = ("win", "loss", "draw")

UNSEEN, WAITING, CACHED, UNINFORMATIVE = range(4)
_KEPT = ("unseen", "waiting", "cached", "uninformative")
_DISCARDED = "discarded template"

PATTERNS_FILE = "pattern_store.tsv"
CONTESTS_FILE = "pattern_contests.tsv"
_PATTERNS_HEAD = ("stage", "mover", "pattern", "kept", "won", "lost", "drawn", "contests", "first", "last")
_CONTESTS_HEAD = ("winner", "result", "next sweep after")

EFFECTIVE_ZERO = 0.01
AGE_CACHE = 0.999
"""What a contest leaves of the response of a cached pattern."""
SWEEP_EVERY = 10
"""Contests between sweeps (1998)."""
FIRST_SWEEP, SLOWEST_SWEEP, FASTEST_SWEEP = 15, 15, 5
"""Contests to the first sweep, and then between sweeps at no and at full confidence (1996, which gives no function)."""
UNINFORMATIVE_SHARE, UNINFORMATIVE_CONTESTS = 0.98, 30
"""A pattern tells nothing if it was in such a share of all contests since it was first seen, so many at least."""

_WORTH = {"win": 2.0, "loss": -2.0, "draw": 1.0}


def confidence(results: Sequence[str]) -> float | None:
    """How well one plays by now, from 0 to 1 (1996, equations 1 and 2); None while all results are of one kind."""
    counts = {result: sum(r == result for r in results) for result in _WORTH}
    best, worst = (
        _raw([result for result in order for _ in range(counts[result])])
        for order in (("loss", "draw", "win"), ("win", "draw", "loss"))
    )
    return None if best - worst < 1e-12 else min(1.0, max(0.0, (_raw(results) - worst) / (best - worst)))


def _raw(results: Sequence[str]) -> float:
    worth = np.array([_WORTH[result] for result in results])
    return float((worth / np.arange(len(worth), 0, -1)).sum())


def values(response: Floats, totals: Floats) -> Floats:
    """What patterns are worth to the first player (1996, equation 3).

    `response` and `totals` have three columns: won, lost, drawn with the pattern, and in all since it was first seen.
    As printed the last term repeats the wins, a misprint; terms over nothing are left out.
    """
    excess = response - response.min(axis=-1, keepdims=True)
    shares = np.divide(excess, totals, out=np.zeros_like(excess), where=totals > 0)
    worth: Floats = shares @ np.array([2.0, -2.0, 1.0])
    return worth


class StageStore:
    """The store of one stage: for each mover and pattern where it is kept and what is known of it."""

    def __init__(self, sight: Sight, settings: PatternSettings) -> None:
        self.sight = sight
        self.settings = settings
        self.kept = np.zeros((2, sight.count), dtype=np.int64)
        self.responses = np.zeros((2, sight.count, 3))
        self.contests = np.zeros((2, sight.count), dtype=np.int64)
        """In how many contests each was seen."""
        self.first = np.zeros((2, sight.count), dtype=np.int64)
        self.last = np.zeros((2, sight.count), dtype=np.int64)
        """The contests, counted from 1, in which each was first and last seen."""
        self.discarded: set[int] = set()
        """Templates that tell nothing."""

    @property
    def heard(self) -> Floats:
        """The responses with effective zeros made 0."""
        return np.where(self.responses < EFFECTIVE_ZERO, 0.0, self.responses)

    @property
    def consistent(self) -> Bools:
        """Which patterns have exactly one response."""
        found: Bools = (self.heard > 0).sum(axis=-1) == 1
        return found

    def age(self) -> None:
        """Let a contest pass; what has no response left is forgotten."""
        self.responses[self.kept == WAITING] *= self.settings.age_waiting
        self.responses[self.kept == CACHED] *= AGE_CACHE
        gone = ((self.kept == WAITING) | (self.kept == CACHED)) & ~self.heard.any(axis=-1)
        self.kept[gone], self.responses[gone], self.contests[gone] = UNSEEN, 0.0, 0

    def learn(self, seen: Bools, outcome: int, number: int, trust: float) -> None:
        """Learn-pattern (1996, Table 3) for the patterns seen in a contest, each once for each mover."""
        taken = seen & (self.kept != UNINFORMATIVE)
        for template in self.discarded:
            taken[:, self.sight.starts[template] : self.sight.starts[template + 1]] = False
        fresh = taken & (self.kept == UNSEEN)
        heard = self.heard > 0
        others = heard.sum(axis=-1) > heard[..., outcome]
        conflict = taken & ~fresh & others
        if self.settings.conflict == "new_kind":
            conflict &= ~heard[..., outcome]
        self.responses[conflict] *= 1 - trust
        self.responses[taken, outcome] += 1
        self.contests[taken] += 1
        self.kept[fresh] = WAITING
        self.first[fresh] = number
        self.last[taken] = number
        by_contests = self.settings.promoted_by == "contests"
        enough = (self.contests if by_contests else self.responses.sum(axis=-1)) > self.settings.threshold
        ripe = taken & ~fresh & (self.kept == WAITING) & enough
        self.kept[ripe & self.consistent] = CACHED

    def clean(self, number: int) -> None:
        """Set aside patterns that turn up in almost every contest however it ends, and templates with no others."""
        since = number - self.first + 1
        often = self.contests >= UNINFORMATIVE_SHARE * since
        old = since >= UNINFORMATIVE_CONTESTS
        mixed = (self.heard > 0).sum(axis=-1) > 1
        self.kept[(self.kept != UNSEEN) & often & old & mixed] = UNINFORMATIVE
        for template in range(len(self.sight.templates)):
            kept = self.kept[:, self.sight.starts[template] : self.sight.starts[template + 1]]
            if kept.any() and (kept[kept != UNSEEN] == UNINFORMATIVE).all():
                self.discarded.add(template)


class PatternStore:
    """The stores of all stages, and the contests that made them."""

    def __init__(self, sight: Sight, settings: PatternSettings) -> None:
        self.sight = sight
        self.settings = settings
        self.sections: dict[str, StageStore] = {}
        self.outcomes: list[int] = []
        """How each contest ended."""
        self.results: list[str] = []
        """How each contest ended for the program; empty where that says nothing about its play."""
        self.confidence = 0.0
        self._sweeps: dict[int, int] = {}
        """After which contests there were sweeps, and how many contests until the next."""

    @property
    def next_sweep(self) -> int:
        """The number of the contest after which the store is swept next."""
        if self._sweeps:
            last = max(self._sweeps)
            return last + self._sweeps[last]
        return FIRST_SWEEP if self.settings.sweep == "confidence" else SWEEP_EVERY

    def section(self, stage: str) -> StageStore:
        """The store of a stage."""
        if stage not in self.sections:
            self.sections[stage] = StageStore(self.sight, self.settings)
        return self.sections[stage]

    def learn(self, contest: Watched) -> bool:
        """Age, then take in the patterns of a contest; whether it was time to sweep, and so was done."""
        outcome = _RESULTS.index(contest.results[0])
        self.outcomes.append(outcome)
        self.results.append(self._result(contest))
        self.confidence = _confidence(self.results)
        number = len(self.outcomes)
        for section in self.sections.values():
            section.age()
        for stage, seen in self._seen(contest).items():
            self.section(stage).learn(seen, outcome, number, self.confidence)
        if number < self.next_sweep:
            return False
        for section in self.sections.values():
            section.clean(number)
        self._sweeps[number] = self._interval()
        return True

    def _seen(self, contest: Watched) -> dict[str, Bools]:
        """What is to be associated; if a limit cut a long contest short, nearly every pattern was created in it."""
        cut_short = contest.results[0] == "draw" and contest.states[-1].outcome() is None
        if cut_short and self.settings.collect == "created":
            return {}
        return collect(self.sight, contest, self.settings.collect, self.section)

    def _result(self, contest: Watched) -> str:
        """What the contest says about its play: nothing in practice with itself; a watched expert lends its result."""
        seats = contest.own or contest.experts
        return contest.results[min(seats)] if len(seats) == 1 else ""

    def _interval(self) -> int:
        if self.settings.sweep == "fixed":
            return SWEEP_EVERY
        return round(SLOWEST_SWEEP - (SLOWEST_SWEEP - FASTEST_SWEEP) * self.confidence)

    def totals(self, first: Ints) -> Floats:
        """Contests won, lost and drawn by the first player from some contests on."""
        kinds = np.eye(3)[self.outcomes] if self.outcomes else np.zeros((0, 3))
        so_far = np.vstack([np.zeros((1, 3)), np.cumsum(kinds, axis=0)])
        since: Floats = so_far[-1] - so_far[np.maximum(first - 1, 0)]
        return since

    def worth(self, stage: str) -> Floats:
        """The value of every cached pattern to its mover; 0 for the others."""
        section = self.section(stage)
        worth = np.zeros(section.kept.shape)
        totals = self.totals(section.first)
        for mover, order in ((0, (WON, LOST, DRAWN)), (1, (LOST, WON, DRAWN))):
            worth[mover] = values(section.heard[mover][:, order], totals[mover][:, order])
        return np.where(section.kept == CACHED, worth, 0.0)

    def counts(self) -> dict[str, int]:
        """How many patterns are waiting, cached and uninformative, in all stages together."""
        return {
            name: int(sum((section.kept == kept).sum() for section in self.sections.values()))
            for kept, name in enumerate(_KEPT)
            if kept != UNSEEN
        }

    # Files

    def texts(self) -> dict[str, str]:
        """Every pattern and every contest."""
        rows = []
        for stage, section in sorted(self.sections.items()):
            for mover, number in np.argwhere(section.kept != UNSEEN).tolist():
                response = (repr(float(value)) for value in section.responses[mover, number])
                counts = (int(v[mover, number]) for v in (section.contests, section.first, section.last))
                kept = _KEPT[section.kept[mover, number]]
                rows.append((stage, SYMBOLS[mover], self.sight.text(number), kept, *response, *counts))
            for template in sorted(section.discarded):
                text = self.sight.text(int(self.sight.starts[template]))
                rows.append((stage, "-", text, _DISCARDED, *[0] * 6))
        contests = [
            ("XO-"[outcome], result or "-", self._sweeps.get(number, "-"))
            for number, (outcome, result) in enumerate(zip(self.outcomes, self.results, strict=True), start=1)
        ]
        return {PATTERNS_FILE: write_table(_PATTERNS_HEAD, rows), CONTESTS_FILE: write_table(_CONTESTS_HEAD, contests)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take them back; on any damage nothing changes."""
        fresh = PatternStore(self.sight, self.settings)
        for place, (winner, result, sweep) in read_table(texts, CONTESTS_FILE, _CONTESTS_HEAD, where):
            if winner not in ("X", "O", "-") or result not in (*_RESULTS, "-"):
                raise DamagedFile(f"{place}: expected X, O or - and win, loss, draw or -, found '{winner}' '{result}'")
            fresh.outcomes.append("XO-".index(winner))
            fresh.results.append("" if result == "-" else result)
            if sweep != "-":
                fresh._sweeps[len(fresh.outcomes)] = read_count(sweep, place, 1)
        fresh.confidence = _confidence(fresh.results)
        for place, cells in read_table(texts, PATTERNS_FILE, _PATTERNS_HEAD, where):
            fresh._restore_pattern(cells, place)
        self.sections, self.outcomes, self.results = fresh.sections, fresh.outcomes, fresh.results
        self.confidence, self._sweeps = fresh.confidence, fresh._sweeps

    def _restore_pattern(self, cells: Sequence[str], place: str) -> None:
        stage, mover, text, kept = cells[:4]
        with reading(place):
            number = self.sight.parse(text)
        section = self.section(stage)
        if kept == _DISCARDED and mover == "-":
            section.discarded.add(self.sight.contents(number)[0])
            return
        if mover not in SYMBOLS or kept not in _KEPT[1:]:
            raise DamagedFile(f"{place}: expected X or O and {', '.join(_KEPT[1:])}, found '{mover}' '{kept}'")
        at = SYMBOLS.index(mover), number
        section.kept[at] = _KEPT.index(kept)
        section.responses[at] = [share(cell, place) for cell in cells[4:7]]
        section.contests[at], section.first[at], section.last[at] = (read_count(cell, place, 1) for cell in cells[7:])
        if section.last[at] > len(self.outcomes):
            raise DamagedFile(f"{place}: the store has learned from {len(self.outcomes)} contests, found '{cells[9]}'")


def collect(
    sight: Sight,
    contest: Watched,
    which: Literal["created", "crucial", "specific"],
    section: Callable[[str], StageStore],
) -> dict[str, Bools]:
    """The patterns of a contest that are worth associating: for each stage, by mover and pattern."""
    states = contest.states
    found: dict[str, Bools] = {}
    if len(states) < 2:
        return found
    x, o = words([state.x for state in states]), words([state.o for state in states])
    raw, patterns = sight.raw(x, o), sight.patterns(x, o)
    plies: Sequence[int] = range(len(states) - 1)
    if which != "created":
        # The last of each stage and contestant stands: later plies write over earlier ones.
        crucial = {(s.stage(), s.mover): k for k, s in enumerate(states[:-1]) if _was_free(s)}
        plies = sorted(crucial.values())
    for ply in plies:
        state = states[ply]
        places: Bools | slice = slice(None)
        if which == "created":
            places = raw[ply + 1] != raw[ply]
        elif which == "specific":
            cached = section(state.stage()).kept[state.mover, patterns[ply + 1]] == CACHED
            places = ~(sight.inside & cached).any(axis=1)
        seen = found.setdefault(state.stage(), np.zeros((2, sight.count), dtype=np.bool_))
        seen[state.mover, patterns[ply + 1, places]] = True
    return found


def _was_free(state: BoardState) -> bool:
    """Whether the mover had a choice: several moves, and no win of the other's to block."""
    if len(state.legal_actions()) < 2:
        return False
    passed = state.null()
    for action in passed.legal_actions():
        outcome = passed.child(action).outcome()
        if outcome is not None and outcome.returns[passed.mover] > 0:
            return False
    return True


def _confidence(results: Sequence[str]) -> float:
    """The confidence after these contests; none until there were two kinds of results."""
    return confidence([result for result in results if result]) or 0.0


def share(cell: str, place: str) -> float:
    """A number that is not negative."""
    value = read_number(cell, place)
    if value < 0:
        raise DamagedFile(f"{place}: expected a number that is not negative, found '{cell}'")
    return value
