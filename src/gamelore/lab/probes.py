"""Learning curves of courses in which a learner only watches or practises: it is tested on the way.

Whoever plays contests of its own shows by them how it learns. Of the others a few test contests, learning off, are
played at some points of the course. They draw from streams of their own, so that nothing is learned otherwise for them.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player, usual_challengers
from gamelore.arena.tournament import Score, tournament
from gamelore.arena.training import Progress
from gamelore.base.seeds import Phase
from gamelore.lab.curve import Curve
from gamelore.learners.core import Learner

POINTS, CONTESTS = 10, 10
"""At how many points of a course a learner is tested, and in how many contests."""


class ProbedCurve:
    """Watches a course and tests the learner at its start, at its end and in between."""

    def __init__(self, length: int, *, seed: int, settings: Mapping[str, object] | None = None) -> None:
        self.length, self.seed = length, seed
        self.settings = {"unsolved": "search", **(settings or {})}
        self.curve: Curve = []
        self.against = ""
        """Whom it meets: the strongest of those that agents are usually tested against."""

    def __call__(self, state: Progress, learner: Learner) -> None:
        """Test, if a point of the curve is reached."""
        due = len(self.curve) * self.length // POINTS
        if state.done < due and not state.finished:
            return
        game = learner.game
        self.against = usual_challengers(game)[0]
        opponent = make_player(self.against, game, **self.settings)
        key = ContestKey(self.seed, state.done, Phase.TEST, series="curve")
        score = Score()
        for record in tournament(game, (learner, opponent), CONTESTS, key):
            score = score.add(record)
        self.curve.append((state.done, score.reliability.mean))

    def said(self) -> str:
        """What the points are."""
        return f"won or drawn of {CONTESTS} test contests against {self.against} as it learned"
