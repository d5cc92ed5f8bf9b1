"""Tier 1: the Advisors that count as never wrong, because they look two plies ahead or know a state for certain.

Epstein, Gelfand and Lesniak (1996), Table 1; the order in which they are consulted is that of Epstein, Gelfand and
Lock (1998), Table 1. What they know for certain are significant states (`knowledge.py`). Enough Rope can be wrong all
the same: it may strike out the only move that does not lose.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Bools
from gamelore.learners.advisors.forr import NOTHING_TO_SAY, Tier1Advisor, Verdict
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.features.board.rows import LOSES, ROPE, WINS


def _mandate(mask: Bools) -> Verdict:
    """Order the moves of a mask, if there are any."""
    moves = mask.nonzero()[0].tolist()
    return Verdict(mandate=moves) if moves else NOTHING_TO_SAY


def _strike(mask: Bools) -> Verdict:
    """Strike the moves of a mask out, if there are any."""
    moves = mask.nonzero()[0].tolist()
    return Verdict(strike=moves) if moves else NOTHING_TO_SAY


class Victory(Tier1Advisor[Situation]):
    """Makes a move that wins at once."""

    name = "Victory"
    sentence = "it wins at once"

    def consult(self, situation: Situation) -> Verdict:
        """Mandate the winning moves."""
        return _mandate(situation.after[WINS] > 0)


class Wiser(Tier1Advisor[Situation]):
    """Knows some states as surely won and plays the move that was right there."""

    name = "Wiser"
    sentence = "it leads to a state that is known to be lost for the other side"

    def consult(self, situation: Situation) -> Verdict:
        """Mandate moves into states that are stored as surely lost for the other."""
        return _mandate(situation.after[memory_rows.STORED] < 0)


class Sadder(Tier1Advisor[Situation]):
    """Gives up in a state that it knows as surely lost."""

    name = "Sadder"
    sentence = "this state is known to be lost"

    def consult(self, situation: Situation) -> Verdict:
        """Resign in a stored loss."""
        return Verdict(resign=True) if situation.page.sure < 0 else NOTHING_TO_SAY


class Panic(Tier1Advisor[Situation]):
    """Stops the other from winning next."""

    name = "Panic"
    sentence = "it does not stop the other side from winning"

    def consult(self, situation: Situation) -> Verdict:
        """If the other, were it on turn, could win, strike out every move that leaves it a winning reply."""
        alarmed = situation.before[memory_rows.BAD_REPLY]
        return _strike(situation.after[memory_rows.BAD_REPLY] > 0) if alarmed else NOTHING_TO_SAY


class DontLose(Tier1Advisor[Situation]):
    """Does not lose on the spot."""

    name = "Don't Lose"
    sentence = "it loses at once or leads to a state known to be won for the other side"

    def consult(self, situation: Situation) -> Verdict:
        """Strike out moves that lose at once or lead to a stored win for the other."""
        return _strike((situation.after[LOSES] > 0) | (situation.after[memory_rows.STORED] > 0))


class Shortsight(Tier1Advisor[Situation]):
    """Looks two plies ahead."""

    name = "Shortsight"

    def consult(self, situation: Situation) -> Verdict:
        """Mandate a move after which every reply loses, strike out one after which some reply wins."""
        good = _mandate(situation.after[memory_rows.GOOD_REPLIES] > 0)
        return _strike(situation.after[memory_rows.BAD_REPLY] > 0) if good is NOTHING_TO_SAY else good

    def because(self, situation: Situation, action: int) -> str:
        """Which of the two it is."""
        good = situation.after[memory_rows.GOOD_REPLIES][action] > 0
        return "every reply to it loses" if good else "a reply to it wins for the other side"


class EnoughRope(Tier1Advisor[Situation]):
    """Leaves the other every chance to blunder into a loss."""

    name = "Enough Rope"
    sentence = "it takes a losing move away from the other side"

    def __init__(self, stored: bool = True) -> None:
        self.stored = stored
        """Whether a move into a state that is known to be lost counts (1998), or only one that loses at once (1996)."""

    def consult(self, situation: Situation) -> Verdict:
        """Strike out what takes rope away."""
        return _strike(self.taking(situation))

    def taking(self, situation: Situation) -> Bools:
        """Which moves take away a losing move that the other would have if it were on turn."""
        row = memory_rows.KNOWN_ROPE if self.stored else ROPE
        taken: Bools = situation.after[row] < situation.before[row]
        return taken


class SpareRope(EnoughRope):
    """Leaves the other every chance to blunder into a loss, but strikes out nothing that an expert did here.

    Not in the sources. Enough Rope looks only at the other's errors. Where the one good move takes such an error away,
    it strikes that move out however often it was shown, and nobody after it in tier 1 or in the vote can bring it back.
    """

    name = "Spare Rope"
    sentence = "it takes a losing move away from the other side, and no expert was seen to do so here"

    def taking(self, situation: Situation) -> Bools:
        """The same without an expert's moves."""
        taken, shown = super().taking(situation), situation.page.expert
        return taken & ~situation.among(shown) if shown else taken


class Disciple(Tier1Advisor[Situation]):
    """Keeps to states that an expert once made: every state that a perfect player makes is safe for its maker.

    Not in the sources, and correct only as far as the expert is.
    """

    name = "Disciple"
    sentence = "no expert was seen to make this state, but one made another that I can make"

    def consult(self, situation: Situation) -> Verdict:
        """Strike out everything else, if there is such a move."""
        made = situation.after[memory_rows.CREATED] > 0
        return _strike(~made) if np.count_nonzero(made) else NOTHING_TO_SAY


TIER1: dict[str, type[Tier1Advisor[Situation]]] = {
    advisor.name: advisor
    for advisor in (Victory, Wiser, Sadder, Panic, DontLose, Shortsight, EnoughRope, SpareRope, Disciple)
}
