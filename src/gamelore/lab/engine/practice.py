"""Practice spread over workers: what a search asks of its judge is answered in pieces, wherever the workers are.

A judge answers for each list, opponent and round, whoever else is asked of (`learners/practice/judge.py`). So a
question falls into pieces, some of its lists on some of its rounds, and the answers lie side by side as one judge would
have given them. The search itself, its seed and its log stay with whoever drives the course.

To a worker travels the course, a value of a few names and settings, from which it makes the judge that it keeps, and
with each piece its lists, rounds and seed; back come the numbers. A piece whose worker died is given to another, where
the executor does that (`executor.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamelore.arena.regimes import Regime
from gamelore.arena.training import judge_for
from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import BadSetting
from gamelore.base.threads import one_thread
from gamelore.lab.engine.executor import Workers, as_computed
from gamelore.lab.engine.experiment import Experiment
from gamelore.learners.core import Learner
from gamelore.learners.practice.judge import Judge

SPREADABLE = ("lines", "rules")
"""What judges answer of list by list and round by round; the hands of a bidder are drawn one after the other."""
PIECES = 2
"""Pieces for each task that the workers take ahead: so that nobody waits long for who had the longest contests."""


def require_spreadable(learner: Learner, regime: Regime) -> None:
    """Refuse a course of which nothing could be given to others."""
    if not any(block.practice for block in regime.blocks):
        raise BadSetting(f"'{regime.name}' has one contest after the other: nothing of such a course can be spread")
    if learner.practises not in SPREADABLE:
        raise BadSetting(f"what {learner.kind} practises comes one after the other: nothing of it can be spread")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lists of a question on some of its rounds."""

    course: Experiment
    lists: Sequence[Any]
    rounds: range
    seed: int
    place: tuple[slice, slice]
    """Where the answer stands in that of the whole question: which lists, which rounds."""


class SpreadJudge:
    """A judge whose contests are played by workers; in all else it is the one that it was made from."""

    def __init__(self, judge: Judge[Any], course: Experiment, workers: Workers) -> None:
        self._judge, self._course, self._workers = judge, course, workers

    def __getattr__(self, name: str) -> Any:
        """Opponents, pace, scores, take-backs: as the judge has them."""
        return getattr(self._judge, name)

    def contests(self, lists: Sequence[Any], rounds: range, seed: int) -> Ints | Floats:
        """[list, opponent, round]: what the judge would have answered."""
        pieces = self._pieces(lists, rounds, seed)
        answers = [(piece.place, found) for piece, found in as_computed(self._workers, answered, pieces)]
        some = answers[0][1]
        whole = np.zeros((len(lists), some.shape[1], len(rounds), *some.shape[3:]), some.dtype)
        for (of_lists, of_rounds), found in answers:
            whole[of_lists, :, of_rounds] = found
        return whole

    def _pieces(self, lists: Sequence[Any], rounds: range, seed: int) -> Iterator[Piece]:
        """By rounds first: all lists meet the same luck in a round, so what a judge keeps of one serves all of them."""
        most = PIECES * self._workers.ahead
        by_rounds = min(most, len(rounds))
        for of_rounds in _parts(len(rounds), by_rounds):
            for of_lists in _parts(len(lists), min(most // by_rounds, len(lists))):
                yield Piece(self._course, lists[of_lists], rounds[of_rounds], seed, (of_lists, of_rounds))


def _parts(count: int, parts: int) -> Iterator[slice]:
    """So many parts of nearly the same size."""
    for n in range(parts):
        yield slice(n * count // parts, (n + 1) * count // parts)


_kept = threading.local()


def answered(piece: Piece) -> Ints | Floats:
    """What the judge of a course answers to a piece; each thread of a worker keeps the last judge that it made."""
    course, judge = getattr(_kept, "judge", (None, None))
    if course != piece.course or judge is None:
        game = piece.course.load_game()
        with one_thread():
            judge = judge_for(piece.course.make_learner(game), piece.course.test.players)
        _kept.judge = piece.course, judge
    found: Ints | Floats = judge.contests(piece.lists, piece.rounds, piece.seed)
    return found
