"""Who lets lists practise, and what a search asks of one.

A judge answers for each list, opponent and round; what that is worth is a family's own fold. A board game's judge folds
by itself, into points. Rules of poker are compared in pairs, with weights that depend on the step, so their schedule
brings the fold along; their judge also knows take-backs, which suggest lists (`Suggest`). A bidder of 42 asks what a
hand takes (`HandJudge`): it chooses among no lists, so that its question is not one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from gamelore.base.arrays import Floats, Ints

E = TypeVar("E")
"""An entry of a list."""
Judged = TypeVar("Judged", contravariant=True)
"""A list as a judge takes it."""
Numbers = tuple[float, ...]
"""What a list is told: mostly one number, its score."""


class Judge(Protocol[Judged]):
    """Lets lists meet opponents; the same rounds with the same seed give the same results, whoever else is asked of."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """Who is met."""

    @property
    def each(self) -> int:
        """How many contests a list has in a round."""

    def contests(self, lists: Sequence[Judged], rounds: range, seed: int) -> Ints | Floats:
        """[list, opponent, round]: what it gave, in the judge's unit; a last axis where that is several things."""


class ScoringJudge(Judge[Judged], Protocol[Judged]):
    """A judge that makes scores of its own results."""

    def scores(self, lists: Sequence[Judged], found: Ints | Floats) -> Sequence[float]:
        """The score of each list from its contests; higher is better."""


Fold = Callable[[Any, Sequence[Any], Any], Sequence[Numbers]]
"""Makes numbers for each list, from the judge, the lists as it takes them, and its answer."""


def by_judge(judge: ScoringJudge[Any], lists: Sequence[Any], found: Ints | Floats) -> list[Numbers]:
    """The judge's own scores."""
    return [(float(score),) for score in judge.scores(lists, found)]


@dataclass(frozen=True, slots=True)
class Ask(Generic[E]):
    """What are these lists worth on these rounds? The answer has numbers for each list."""

    lists: Sequence[tuple[E, ...]]
    rounds: range
    fold: Fold = by_judge
    numbers: int = 1
    """How many each list is told."""
    paired: bool = False
    """Whether lists are compared with the first, so that all of them are asked of together or none."""
    least: int = 0
    """Contests without which a step of several questions is not begun; the step before ends there."""


@dataclass(frozen=True, slots=True)
class Suggest(Generic[E]):
    """Which lists are to be tried on these rounds? The answer is these lists."""

    rounds: range
    find: Callable[[Any, int], tuple[Sequence[tuple[E, ...]], int]]
    """Finds them, from a judge and a seed, and says how many contests that took."""
    least: int = 0
