"""Tier 2, second part: the Advisors that think in lines to be completed, for games in which a line wins or loses.

Epstein, Gelfand and Lesniak (1996), Table 1. Where completing a line loses, the sources leave it open whether these
Advisors speak; with `misere_lines` they do, with their signs reversed.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor, Measured, only, spread
from gamelore.learners.features.board import rows


class LineAdvisor(BoardAdvisor):
    """An Advisor that counts on lines; `reverse` for games in which completing one loses."""

    warning = ""
    """Its sentence in these."""

    def __init__(self, reverse: bool) -> None:
        self.reverse = reverse
        if reverse and self.warning:
            self.sentence = self.warning


class Challenge(LineAdvisor, Measured):
    """Wants many lines still open for itself and few for the other."""

    name = "Challenge"
    own, other = rows.OWN_OPEN, rows.OTHER_OPEN

    def comment(self, situation: Situation) -> Int8s | None:
        """Own minus opposing open lines after a move, compared with before."""
        after, before = self.balance(situation.after), self.balance(situation.before)
        return spread(-after, -before) if self.reverse else spread(after, before)

    def because(self, situation: Situation, action: int) -> str:
        """The open lines of both."""
        own, other = (int(situation.after[row][action]) for row in (self.own, self.other))
        return f"leaves {own} lines open for me and {other} for the other side"


class Greedy(LineAdvisor):
    """Likes a move that works on two or more lines at once."""

    name = "Greedy"

    def comment(self, situation: Situation) -> Int8s | None:
        """9 for two lines, 10 for more; reversed, opposition that grows with the lines."""
        lines = situation.after[rows.ADDS]
        if self.reverse:
            return np.where(lines > 0, np.maximum(0, 5 - 2 * lines), SILENT).astype(np.int8)
        return np.where(lines >= 2, np.minimum(10, 5 + 2 * lines), SILENT).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        return f"works on {int(situation.after[rows.ADDS][action])} lines of mine"


class LineCandide(LineAdvisor):
    """Pushes its cheapest line, blind to the other."""

    name = "Candide"
    sentence = "adds to my nearest line"
    warning = "adds to a line of mine that I must not complete"

    def comment(self, situation: Situation) -> Int8s | None:
        """10, 8 or 6 for a move into a line that lacks least; reversed, a warning that grows as a line fills."""
        lacks, least = situation.after[rows.LACKS], situation.before[rows.LACKS]
        if self.reverse:
            return np.where(lacks < rows.NO_LINE, np.maximum(0, 2 * (lacks - 1)), SILENT).astype(np.int8)
        return only(lacks == least, int(10 - min(4, 2 * (least - 1)))) if least < rows.NO_LINE else None


class LineWorried(LineAdvisor):
    """Blocks the other's cheapest lines."""

    name = "Worried"
    sentence = "blocks the other side's lines"
    warning = "blocks a line that the other side must not complete"

    def comment(self, situation: Situation) -> Int8s | None:
        """9 for a move that blocks all of the other's cheapest lines, 7 for some; reversed, a block helps the other."""
        if self.reverse:
            blocks = situation.after[rows.BLOCKS]
            return np.where(blocks > 1, 1, np.where(blocks == 1, 3, SILENT)).astype(np.int8)
        blocks, cheapest = situation.after[rows.BLOCKS_NEAREST], situation.before[rows.BLOCKS_NEAREST]
        return np.where(blocks == 0, SILENT, np.where(blocks == cheapest, 9, 7)).astype(np.int8)


class LinePitchfork(LineAdvisor):
    """Builds two threats of completing a line at once, or warns of them where completing loses."""

    name = "Pitchfork"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for two new threats (reversed: 0); 8 for a step towards a learned fork, 2 for leaving the other one."""
        made = situation.after[rows.THREATS] >= 2
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
        if situation.after[rows.THREATS][action] >= 2:
            return "makes two threats at once"
        if situation.knowledge.forks.left(situation)[action]:
            return "leaves the other side a fork that won before"
        return "builds or breaks a fork that won before"
