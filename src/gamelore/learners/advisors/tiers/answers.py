"""Tier 2, fourth part: the Advisors that try each reply of the other and look whether they could answer in kind.

None is in the sources. Of the contests that Hoyle lost to novices at five men's morris a quarter were won, until it
opened a mill to close it again, as Candide likes, and the other took a marker of that very mill. An expert that is
watched seldom comes into such a fight; Wary and Exposed learn what they are worth from what a coach takes back.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor, only, spread
from gamelore.learners.features.board.rows import CAPTURES, OWN_STRIKES, SURE, UNANSWERED


class Tempo(BoardAdvisor):
    """Makes a threat that no reply can stop."""

    name = "Tempo"
    sentence = "can take a marker or win next, whatever the other side replies"

    def comment(self, situation: Situation) -> Int8s | None:
        """10 for such a move."""
        sure = situation.answers()[SURE]
        return only(sure > 0, 10) if np.count_nonzero(sure) else None


class Wary(BoardAdvisor):
    """Makes no threat where the other can strike first, and so that the threat is gone."""

    name = "Wary"
    sentence = "threatens to take a marker or win, but the other side can strike first and end the threat"

    def comment(self, situation: Situation) -> Int8s | None:
        """1 for such a move."""
        after, unanswered = situation.after, situation.answers()[UNANSWERED]
        if not np.count_nonzero(unanswered):
            return None
        return only((after[OWN_STRIKES] > 0) & (after[CAPTURES] == 0) & (unanswered > 0), 1)


class Exposed(BoardAdvisor):
    """Leaves the other few ways to strike that could not be answered in kind."""

    name = "Exposed"

    def comment(self, situation: Situation) -> Int8s | None:
        """The less, the more such replies there are."""
        return spread(-situation.answers()[UNANSWERED], 0.0)

    def because(self, situation: Situation, action: int) -> str:
        """How many there are."""
        ways = int(situation.answers()[UNANSWERED][action])
        return f"lets the other side strike in {ways} way{'' if ways == 1 else 's'} that I could not answer in kind"
