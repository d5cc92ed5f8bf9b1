"""Tier 2, first part: the Advisors that judge a move by what the board looks like after it.

The rationales are those of Epstein, Gelfand and Lesniak (1996), Table 1; the sources give no strengths, so most of
these measure the state after a move, compare it with the state before, and spread the differences over the scale from
0 to 10. The three voices of plans and Repeat are not in the sources; they proved their worth in measurement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.base.arrays import Bools, Floats, Int8s
from gamelore.base.registry import Late
from gamelore.games.board.turns import places
from gamelore.learners.advisors.forr import SILENT, Tier2Advisor
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.features.board import rows

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")


def spread(scores: Floats, base: float | None) -> Int8s:
    """Strengths that grow with the scores: 5 at the base (or at the mean), 10 or 0 at the farthest score from it."""
    out = np.empty(len(scores), dtype=np.int8)
    _kernels.strengths(scores, 0.0 if base is None else float(base), base is None, out)
    return out


def only(mask: Bools, strength: int) -> Int8s:
    """One strength where the mask holds, silence elsewhere."""
    # On so few moves `np.where` and `any` take four times as long as arithmetic and `count_nonzero`.
    return mask.view(np.int8) * np.int8(strength - SILENT) + np.int8(SILENT)


class BoardAdvisor(Tier2Advisor[Situation]):
    """An Advisor over board situations."""


def _count(value: float, what: str) -> str:
    return f"{int(value)} {what}" + ("" if int(value) == 1 else "s")


class Measured(BoardAdvisor):
    """An Advisor that ranks the moves by a balance of measures."""

    own: int | None = None
    """The row of what I have: the more, the better."""
    other: int | None = None
    """The row of what the other has: the less, the better."""
    noun: str
    """What the first of them counts."""

    def balance(self, measures: Floats) -> Any:
        """What I have less what the other has, after each move of a table or in the state itself."""
        if self.own is None:
            return -measures[self.other]
        return measures[self.own] if self.other is None else measures[self.own] - measures[self.other]

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the balance after each move, compared with the balance before."""
        return spread(self.balance(situation.after), self.balance(situation.before))

    def because(self, situation: Situation, action: int) -> str:
        """Its sentence with what it counts."""
        first, *others = (int(situation.after[row][action]) for row in (self.own, self.other) if row is not None)
        return self.sentence.format(_count(first, self.noun), *others)


class Material(Measured):
    """Wants more markers of its own and fewer of the other's."""

    name, noun = "Material", "marker"
    sentence = "leaves me {} against {}"
    own, other = rows.OWN_MARKERS, rows.OTHER_MARKERS

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the balance; an ordinary placement is neutral."""
        placed = 1.0 if places(situation.state.left) else 0.0
        return spread(self.balance(situation.after), self.balance(situation.before) + placed)


class Vulnerable(Measured):
    """Leaves the other few captures."""

    name, noun = "Vulnerable", "way"
    sentence = "leaves the other side {} to take a marker or win"
    other = rows.OTHER_STRIKES

    def because(self, situation: Situation, action: int) -> str:
        """Its sentence with the ways."""
        return super().because(situation, action).replace(" 0 ways ", " no way ")


class Freedom(Measured):
    """Wants many next moves for itself and few for the other."""

    name, noun = "Freedom", "move"
    sentence = "leaves me {} and the other side {}"

    def __init__(self, slides: bool) -> None:
        self.own, self.other = (rows.OWN_SLIDES, rows.OTHER_SLIDES) if slides else (rows.OWN_MOVES, rows.OTHER_MOVES)


class Coverage(Measured):
    """Wants its markers to bear on many drawn lines and the other's on few."""

    name, noun = "Coverage", "line"
    sentence = "puts me on {}, the other side on {}"
    own, other = rows.OWN_COVER, rows.OTHER_COVER


class Plans(Measured):
    """Counts moves that prepare a capture or a winning line, on one side or on both."""

    def __init__(self, name: str, own: int, other: int) -> None:
        self.name = name
        self.own, self.other = rows.OWN_PLANS if own else None, rows.OTHER_PLANS if other else None

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the balance, compared with the mean."""
        return spread(self.balance(situation.after), None)

    def because(self, situation: Situation, action: int) -> str:
        """The ways of those it counts."""
        sides = (("me", self.own), ("the other side", self.other))
        parts = (f"{who} {_count(situation.after[row][action], 'way')}" for who, row in sides if row is not None)
        return f"leaves {' and '.join(parts)} to prepare a capture or a win"


class Candide(BoardAdvisor):
    """Makes simple attacking plans without a thought for the other: strike now, or be able to strike next."""

    name = "Candide"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for a strike; if there is none, 9 for a move after which one would be possible."""
        after = situation.after
        strikes = after[rows.CAPTURES] + after[rows.WINS]
        return only(strikes > 0, 10) if np.count_nonzero(strikes) else only(after[rows.OWN_STRIKES] > 0, 9)

    def because(self, situation: Situation, action: int) -> str:
        """What it takes or threatens."""
        if situation.after[rows.CAPTURES][action]:
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
        result = only(safe & (left < had), 7)
        result[safe & (left == 0)] = 9
        return result

    def because(self, situation: Situation, action: int) -> str:
        """How much it spoils."""
        threatened = situation.before[rows.OTHER_STRIKES]
        row, what = (rows.OTHER_STRIKES, "threat") if threatened else (rows.OTHER_PLANS, "preparation")
        left, had = situation.after[row][action], situation.before[row]
        return f"spoils {_count(had - left, what)} of the other side" + ("" if left else ", all there were")


class Pitchfork(BoardAdvisor):
    """Builds its own forks, two threats at once, and breaks the other's."""

    name = "Pitchfork"

    def comment(self, situation: Situation) -> Int8s | None:
        """2 where the other is left with two threats, 10 where I have two; 8 for a step towards a learned fork."""
        suffered = situation.after[rows.OTHER_TARGETS] >= 2
        result = only(situation.after[rows.OWN_TARGETS] >= 2, 10)
        result[suffered] = 2
        forks = situation.knowledge.forks
        if forks:
            result[(result == SILENT) & forks.steps(situation)] = 8
        return result

    def because(self, situation: Situation, action: int) -> str:
        """Whose threats or forks it is about."""
        if situation.after[rows.OTHER_TARGETS][action] >= 2:
            return "leaves the other side two threats at once"
        if situation.after[rows.OWN_TARGETS][action] >= 2:
            return "makes two threats at once"
        return "builds or breaks a fork that won before"


class Shortcut(BoardAdvisor):
    """Plays halfway along a shortest drawn path between two markers of one side (1996 only)."""

    name = "Shortcut"
    sentence = "stands halfway between two markers of one side"

    def comment(self, situation: Situation) -> Int8s | None:
        """Support by the number of such halfway places at the goal of a move."""
        here = situation.after[rows.HALFWAY]
        if not here.any():
            return None
        lifted = 5 + np.ceil(5 * here / here.max())
        return np.where(here > 0, lifted, SILENT).astype(np.int8)


class Repeat(BoardAdvisor):
    """Comes back to states that it has made before in this contest: what held once will hold again."""

    name = "Repeat"
    sentence = "returns to a state I made earlier in this contest"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for a move into a state made before."""
        return only(situation.among(situation.seen), 10) if situation.seen else None
