"""A guide of 42 with situations of a few rounds and figures that are made up, so that no kernel is compiled."""

from __future__ import annotations

import pytest

from gamelore.base.stats import Interval
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.forty_two import BIDDERS, PLAYERS, MarksFound
from gamelore.lab.guide.making import make_guide
from gamelore.learners.maxims.shipped import shipped_learner

ROUNDS = 12


def made_up_guide() -> Guide:
    """The shipped lines; the last but one adds nothing, the last costs something."""
    learner, figure = shipped_learner(FortyTwo()), Interval(4.2, 3.1, 5.3)
    bids, plays = dict.fromkeys(BIDDERS, figure), dict.fromkeys(PLAYERS, figure)
    strength = {part: {"careful": over, "careless": over} for part, over in (("bid", bids), ("play", plays))}
    losses = [Interval(1.0, 0.5, 1.5)] * 13 + [Interval(0.1, -0.2, 0.4), Interval(-1.0, -1.5, -0.5)]
    found = MarksFound([bids] * 7 + [plays] * 8, losses, strength)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamelore.lab.guide.forty_two.ROUNDS", ROUNDS)
        patch.setattr("gamelore.lab.guide.forty_two.marks_of_lines", lambda *_: found)
        return make_guide(learner, "forty_two", seed=5)
