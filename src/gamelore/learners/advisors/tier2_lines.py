"""Tier 2, second part: the Advisors that think in lines to be completed, for games in which a line wins or loses.

Epstein, Gelfand and Lesniak (1996), Table 1. Where completing a line loses, the sources leave it open whether these
Advisors speak; with `misere_lines` they do, with their signs reversed.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Bools, Int8s, Ints
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.situation import Situation
from gamelore.learners.advisors.tier2 import BoardAdvisor, only, spread


def _held(lines: Ints, markers: Ints) -> Ints:
    """How many markers of each of some boards stand on each line: boards by lines."""
    counts: Ints = np.bitwise_count(markers[:, None] & lines[None, :]).astype(np.int64)
    return counts


class LineAdvisor(BoardAdvisor):
    """An Advisor that counts on lines; `reverse` for games in which completing one loses."""

    warning = ""
    """Its sentence in these."""

    def __init__(self, lines: Ints, reverse: bool) -> None:
        self.lines = lines
        self.reverse = reverse
        self.sizes = np.bitwise_count(lines).astype(np.int64)
        if reverse:
            self.sentence = self.warning

    def before(self, situation: Situation) -> tuple[Ints, Ints]:
        """Own and opposing markers on each line before any move."""
        state = situation.state
        own, other = _held(self.lines, np.array([state.own, state.other], dtype=np.int64))
        return own, other

    def through(self, situation: Situation) -> Bools:
        """Which lines pass through the goal of each move without its start: moves by lines."""
        at = (self.lines[None, :] >> situation.goals[:, None]) & 1
        starts = situation.starts[:, None]
        from_here = (starts != 31) & (((self.lines[None, :] >> np.minimum(starts, 62)) & 1) == 1)
        result: Bools = (at == 1) & ~from_here
        return result


class Challenge(LineAdvisor):
    """Wants many lines still open for itself and few for the other."""

    name = "Challenge"

    def comment(self, situation: Situation) -> Int8s | None:
        """Own minus opposing open lines after a move, compared with before."""
        own, other = self.before(situation)
        base = float((other == 0).sum() - (own == 0).sum())
        mine, theirs = _held(self.lines, situation.mine), _held(self.lines, situation.theirs)
        scores = ((theirs == 0).sum(axis=1) - (mine == 0).sum(axis=1)).astype(np.float64)
        return spread(-scores, -base) if self.reverse else spread(scores, base)

    def because(self, situation: Situation, action: int) -> str:
        """The open lines of both."""
        mine = _held(self.lines, situation.mine[action : action + 1])[0]
        theirs = _held(self.lines, situation.theirs[action : action + 1])[0]
        return f"leaves {int((theirs == 0).sum())} lines open for me and {int((mine == 0).sum())} for the other side"


class Greedy(LineAdvisor):
    """Likes a move that works on two or more lines at once."""

    name = "Greedy"

    def _lines(self, situation: Situation) -> Ints:
        own, other = self.before(situation)
        begun = (own >= 1) & (other == 0)
        count: Ints = (self.through(situation) & begun[None, :]).sum(axis=1)
        return count

    def comment(self, situation: Situation) -> Int8s | None:
        """9 for two lines, 10 for more; reversed, opposition that grows with the lines."""
        lines = self._lines(situation)
        if self.reverse:
            return np.where(lines > 0, np.maximum(0, 5 - 2 * lines), SILENT).astype(np.int8)
        return np.where(lines >= 2, np.minimum(10, 5 + 2 * lines), SILENT).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """How many lines."""
        return f"works on {int(self._lines(situation)[action])} lines of mine"


class LineCandide(LineAdvisor):
    """Pushes its cheapest line, blind to the other."""

    name = "Candide"
    sentence = "adds to my nearest line"
    warning = "adds to a line of mine that I must not complete"

    def comment(self, situation: Situation) -> Int8s | None:
        """10, 8 or 6 for a move into a line that lacks least; reversed, a warning that grows as a line fills."""
        own, other = self.before(situation)
        free = other == 0
        if not free.any():
            return None
        missing = self.sizes - own
        through = self.through(situation)
        if self.reverse:
            costs = np.where(through & free[None, :], missing[None, :], 99).min(axis=1)
            return np.where(costs < 99, np.maximum(0, 2 * (costs - 1)), SILENT).astype(np.int8)
        least = missing[free].min()
        cheapest = free & (missing == least)
        mask = (through & cheapest[None, :]).any(axis=1)
        return only(mask, int(10 - min(4, 2 * (least - 1)))) if mask.any() else None


class LineWorried(LineAdvisor):
    """Blocks the other's cheapest lines."""

    name = "Worried"
    sentence = "blocks the other side's lines"
    warning = "blocks a line that the other side must not complete"

    def comment(self, situation: Situation) -> Int8s | None:
        """9 for a move that blocks all of the other's cheapest lines, 7 for some; reversed, a block helps the other."""
        own, other = self.before(situation)
        through = self.through(situation)
        if self.reverse:
            begun = (own == 0) & (other >= 1)
            blocks = (through & begun[None, :]).sum(axis=1)
            return np.where(blocks > 1, 1, np.where(blocks == 1, 3, SILENT)).astype(np.int8)
        free = (own == 0) & (other >= 1)
        if not free.any():
            return None
        missing = self.sizes - other
        cheapest = free & (missing == missing[free].min())
        blocks = (through & cheapest[None, :]).sum(axis=1)
        return np.where(blocks == cheapest.sum(), 9, np.where(blocks > 0, 7, SILENT)).astype(np.int8)


class LinePitchfork(LineAdvisor):
    """Builds two threats of completing a line at once, or warns of them where completing loses."""

    name = "Pitchfork"

    def _pairs(self, situation: Situation) -> Ints:
        mine, theirs = _held(self.lines, situation.mine), _held(self.lines, situation.theirs)
        lacking_one = (mine == self.sizes[None, :] - 1) & (theirs == 0) & self.through(situation)
        count: Ints = lacking_one.sum(axis=1)
        return count

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for two new threats (reversed: 0); 8 for a step towards a learned fork, 2 for leaving the other one."""
        made = self._pairs(situation) >= 2
        if self.reverse:
            return only(made, 0)
        result = only(made, 10)
        forks = situation.knowledge.forks
        if forks:
            known = np.where(forks.left(situation), 2, np.where(forks.steps(situation), 8, SILENT))
            result = np.where(result == SILENT, known, result).astype(np.int8)
        return result

    def because(self, situation: Situation, action: int) -> str:
        """Whose threats or forks it is about."""
        if self.reverse:
            return "leaves me two lines that I must not complete"
        if self._pairs(situation)[action] >= 2:
            return "makes two threats at once"
        if situation.knowledge.forks.left(situation)[action]:
            return "leaves the other side a fork that won before"
        return "builds or breaks a fork that won before"
