"""How often decisions agree with a teacher, and what others would have scored on the very same cases.

A share of agreement says little alone: where most cases call for one decision, a player who always makes that one
scores well. So beside a learner stand the constant players, chance, and a ceiling: the decision that was accepted most
often in the nearest cases of other contests, near meaning by what the learner sees (k nearest neighbours, left out by
contest). Where a teacher looks at nothing else the ceiling is 100; where it knows a hidden hand, nobody who does not
can do much better than the neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints

NEIGHBOURS = 25
"""From so many cases the ceiling decides. Between 15 and 40 it moves by half a point; a random forest reaches at most
1.5 points more (poker, a learned list and a printed one, seed 5000)."""
FOLLOWS = "follows"
"""Marks the figures of those cases alone in which the teacher has an opinion."""


@dataclass(frozen=True, slots=True)
class JudgedDecisions:
    """Decisions with what the teacher would have accepted in their place, one row each."""

    moves: tuple[str, ...]
    """The decisions there are."""
    accepted: Bools
    """For each case and each of the moves, whether the teacher accepts it there."""
    allowed: Bools
    """Whether the rules allow it there: chance draws from these."""
    made: Bools
    """Whether the decision that was made is accepted."""
    follows: Bools
    """Whether the teacher has an opinion; without one it accepts whatever is decided."""
    seen: Floats
    """What the learner sees, one column for each variable."""
    contest: Ints
    """In which contest the decision was made; decisions of one contest share what is hidden."""

    def __len__(self) -> int:
        return int(self.made.size)

    def part(self, rows: slice | Bools) -> JudgedDecisions:
        """Some of the cases."""
        rest = {f.name: getattr(self, f.name)[rows] for f in fields(self) if f.name != "moves"}
        return JudgedDecisions(self.moves, **rest)

    @property
    def agreement(self) -> float:
        """The share of decisions accepted, in per cent."""
        return percent(self.made)

    def figures(self, name: str, *, open_teacher: bool = False) -> dict[str, float]:
        """The agreement under a name, with the number of cases and what others score on them.

        An open teacher looks at nothing that the learner cannot see, so it could be matched in every case. Where the
        teacher lacks an opinion in some cases, everything stands there a second time without these.
        """
        found = {name: self.agreement, f"{name}.cases": float(len(self))}
        rivals = {
            **{f"always {move}": column for move, column in zip(self.moves, self.accepted.T, strict=True)},
            "chance": self.chance(),
            "ceiling": np.ones_like(self.made) if open_teacher else self.ceiling(),
        }
        found |= {f"{name}.{rival}": percent(hits) for rival, hits in rivals.items()}
        if not self.follows.all():
            only = {"": self.made, **{f".{rival}": hits for rival, hits in rivals.items()}}
            found |= {f"{name}{rival}.{FOLLOWS}": percent(hits[self.follows]) for rival, hits in only.items()}
            found[f"{name}.cases.{FOLLOWS}"] = float(self.follows.sum())
        return found

    def chance(self) -> Floats:
        """In each case the chance that a move drawn from those allowed is accepted."""
        allowed = np.asarray(self.allowed, dtype=np.float64)
        return np.asarray((self.accepted * allowed).sum(axis=1) / np.maximum(allowed.sum(axis=1), 1.0))

    def ceiling(self) -> Bools:
        """Whether the move that was accepted most often in the nearest cases of other contests is accepted."""
        if not len(self):
            return np.zeros(0, dtype=np.bool_)
        places = _ranks(self.seen)
        best = np.array([self._best(places, case) for case in range(len(self))], dtype=np.int64)
        return np.asarray(self.accepted[np.arange(len(self)), best], dtype=np.bool_)

    def _best(self, places: Floats, case: int) -> int:
        far = ((places - places[case]) ** 2).sum(axis=1)
        far[self.contest == self.contest[case]] = np.inf
        near = np.argsort(far, kind="stable")[:NEIGHBOURS]
        return int(self.accepted[near[np.isfinite(far[near])]].sum(axis=0).argmax())


def percent(hits: Sequence[bool] | Bools | Floats) -> float:
    """The share of hits."""
    return 100.0 * float(np.mean(hits)) if len(hits) else 0.0


def _ranks(columns: Floats) -> Floats:
    """Each value as the share of values below it, half of its equals counted, so that all columns have one scale."""
    ranks = np.empty_like(columns)
    for n, column in enumerate(columns.T):
        _, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        ranks[:, n] = ((np.cumsum(counts) - counts / 2) / column.size)[place]
    return ranks
