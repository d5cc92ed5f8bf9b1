"""Tier 2, first part: the Advisors that judge a move by what the board looks like after it.

The rationales are those of Epstein, Gelfand and Lesniak (1996), Table 1; the sources give no strengths, so most of
these measure the state after a move, compare it with the state before, and spread the differences over the scale from
0 to 10. The three voices of plans and Repeat are not in the sources; they proved their worth in measurement.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import cache

import numpy as np

from gamelore.base.arrays import Bools, Floats, Int8s
from gamelore.learners.advisors import rows
from gamelore.learners.advisors.forr import SILENT, Tier2Advisor
from gamelore.learners.advisors.situation import Situation


@cache
def _strengths() -> Callable[[Floats, float, bool, Int8s], None]:
    """The kernel, imported when the first Advisor speaks."""
    from gamelore.learners.advisors._kernels import strengths

    return strengths


def spread(scores: Floats, base: float | None) -> Int8s | None:
    """Strengths that grow with the scores: 5 at the base (or at the mean), 10 or 0 at the farthest score from it."""
    out = np.empty(len(scores), dtype=np.int8)
    _strengths()(scores, 0.0 if base is None else float(base), base is None, out)
    return out


def only(mask: Bools, strength: int) -> Int8s:
    """One strength where the mask holds, silence elsewhere."""
    return np.where(mask, strength, SILENT).astype(np.int8)


class BoardAdvisor(Tier2Advisor[Situation]):
    """An Advisor over board situations."""


class Measured(BoardAdvisor):
    """An Advisor that ranks the moves by one measure."""

    @abstractmethod
    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """The measure after each move, and the same before (None: compare with the mean)."""

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the measure."""
        return spread(*self.scores(situation))


def _count(value: float, what: str) -> str:
    number = int(value)
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Material(Measured):
    """Wants more markers of its own and fewer of the other's."""

    name = "Material"

    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """Own minus opposing markers; an ordinary placement is neutral."""
        before = situation.before[rows.OWN_MARKERS] - situation.before[rows.OTHER_MARKERS]
        after = situation.after[rows.OWN_MARKERS] - situation.after[rows.OTHER_MARKERS]
        return after, before + (1.0 if situation.state.left else 0.0)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        own, other = situation.after[rows.OWN_MARKERS][action], situation.after[rows.OTHER_MARKERS][action]
        return f"leaves me {_count(own, 'marker')} against {int(other)}"


class Vulnerable(Measured):
    """Leaves the other few captures."""

    name = "Vulnerable"

    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """Minus the other's ways to take a marker or win next."""
        return -situation.after[rows.OTHER_STRIKES], -float(situation.before[rows.OTHER_STRIKES])

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        ways = situation.after[rows.OTHER_STRIKES][action]
        return (
            f"leaves the other side {_count(ways, 'way')} to take a marker or win"
            if ways
            else "leaves the other side no way to take a marker or win"
        )


class Freedom(Measured):
    """Wants many next moves for itself and few for the other."""

    name = "Freedom"

    def __init__(self, slides: bool) -> None:
        self.own, self.other = (rows.OWN_SLIDES, rows.OTHER_SLIDES) if slides else (rows.OWN_MOVES, rows.OTHER_MOVES)

    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """Own minus opposing mobility."""
        after, before = situation.after, situation.before
        return after[self.own] - after[self.other], float(before[self.own] - before[self.other])

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        own, other = situation.after[self.own][action], situation.after[self.other][action]
        return f"leaves me {_count(own, 'move')} and the other side {int(other)}"


class Coverage(Measured):
    """Wants its markers to bear on many drawn lines and the other's on few."""

    name = "Coverage"

    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """Own minus opposing covered lines."""
        after, before = situation.after, situation.before
        return (
            after[rows.OWN_COVER] - after[rows.OTHER_COVER],
            float(before[rows.OWN_COVER] - before[rows.OTHER_COVER]),
        )

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        own, other = situation.after[rows.OWN_COVER][action], situation.after[rows.OTHER_COVER][action]
        return f"puts me on {_count(own, 'line')}, the other side on {int(other)}"


class Plans(Measured):
    """Counts moves that prepare a capture or a winning line, on one side or on both."""

    def __init__(self, name: str, own: int, other: int) -> None:
        self.name = name
        self.own, self.other = own, other

    def scores(self, situation: Situation) -> tuple[Floats, float | None]:
        """Own and opposing plans, each with its sign; compared with the mean."""
        return self.own * situation.after[rows.OWN_PLANS] + self.other * situation.after[rows.OTHER_PLANS], None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        own, other = situation.after[rows.OWN_PLANS][action], situation.after[rows.OTHER_PLANS][action]
        parts = []
        if self.own:
            parts.append(f"me {_count(own, 'way')}")
        if self.other:
            parts.append(f"the other side {_count(other, 'way')}")
        return f"leaves {' and '.join(parts)} to prepare a capture or a win"


class Candide(BoardAdvisor):
    """Makes simple attacking plans without a thought for the other: strike now, or be able to strike next."""

    name = "Candide"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for a strike; if there is none, 9 for a move after which one would be possible."""
        strikes = (situation.after[rows.OTHER_MARKERS] < situation.before[rows.OTHER_MARKERS]) | (
            situation.after[rows.END] == rows.WON
        )
        if strikes.any():
            return only(strikes, 10)
        ready = situation.after[rows.OWN_STRIKES] > 0
        return only(ready, 9) if ready.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        if situation.after[rows.OTHER_MARKERS][action] < situation.before[rows.OTHER_MARKERS]:
            return "takes a marker"
        return "threatens to take a marker or win next"


class Worried(BoardAdvisor):
    """Spots the other's simple attacking plans and spoils them."""

    name = "Worried"

    def comment(self, situation: Situation) -> Int8s | None:
        """9 for a move that leaves the other no strike, 7 for one that leaves fewer; else the same with its plans."""
        before, after = situation.before, situation.after
        if before[rows.OTHER_STRIKES]:
            return self._spoil(after[rows.OTHER_STRIKES], before[rows.OTHER_STRIKES], np.True_)
        if before[rows.OTHER_PLANS]:
            return self._spoil(after[rows.OTHER_PLANS], before[rows.OTHER_PLANS], after[rows.OTHER_STRIKES] == 0)
        return None

    @staticmethod
    def _spoil(left: Floats, had: float, safe: Bools | np.bool_) -> Int8s:
        return np.where(safe & (left == 0), 9, np.where(safe & (left < had), 7, SILENT)).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        row, what = (
            (rows.OTHER_STRIKES, "threat")
            if situation.before[rows.OTHER_STRIKES]
            else (rows.OTHER_PLANS, "preparation")
        )
        left, had = situation.after[row][action], situation.before[row]
        return f"spoils {_count(had - left, what)} of the other side" + ("" if left else ", all there were")


class Pitchfork(BoardAdvisor):
    """Builds its own forks, two threats at once, and breaks the other's."""

    name = "Pitchfork"

    def comment(self, situation: Situation) -> Int8s | None:
        """2 where the other is left with two threats, 10 where I have two; 8 for a step towards a learned fork."""
        suffered = situation.after[rows.OTHER_TARGETS] >= 2
        made = ~suffered & (situation.after[rows.OWN_TARGETS] >= 2)
        result = np.where(suffered, 2, np.where(made, 10, SILENT)).astype(np.int8)
        forks = situation.knowledge.forks
        if forks:
            result = np.where((result == SILENT) & forks.steps(situation), 8, result).astype(np.int8)
        return result

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        if situation.after[rows.OTHER_TARGETS][action] >= 2:
            return "leaves the other side two threats at once"
        if situation.after[rows.OWN_TARGETS][action] >= 2:
            return "makes two threats at once"
        return "builds or breaks a fork that won before"


class Shortcut(BoardAdvisor):
    """Plays halfway along a shortest drawn path between two markers of one side (1996 only)."""

    name = "Shortcut"

    def comment(self, situation: Situation) -> Int8s | None:
        """Support by the number of such halfway places at the goal of a move."""
        middles = situation.knowledge.geometry.middles
        state = situation.state
        score = np.zeros(state.game.board.size)
        for side in (state.x, state.o):
            for (a, b), places in middles.items():
                if side >> a & 1 and side >> b & 1:
                    score[list(places)] += 1
        here = score[situation.goals]
        if not here.any():
            return None
        lifted = 5 + np.ceil(5 * here / here.max())
        return np.where(here > 0, lifted, SILENT).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return "stands halfway between two markers of one side"


class Repeat(BoardAdvisor):
    """Comes back to states that it has made before in this contest: what held once will hold again."""

    name = "Repeat"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for a move into a state made before."""
        if not situation.seen:
            return None
        mask = np.fromiter((int(k) in situation.seen for k in situation.keys), dtype=np.bool_, count=situation.count)
        return only(mask, 10) if mask.any() else None

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        return "returns to a state I made earlier in this contest"
