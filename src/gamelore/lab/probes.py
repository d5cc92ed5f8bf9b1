"""Learning curves of courses in which a learner only watches or practises: it is tested on the way.

Whoever plays contests of its own shows by them how it learns. Of the others a few test contests, learning off, are
played at some points of the course. They draw from streams of their own, so that nothing is learned otherwise for them.
Where chips are won, chips are told, of many contests. At 42 as many would take longer than the course: no curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player, usual_challengers
from gamelore.arena.tournament import Score, seat_of, tournament
from gamelore.arena.training import Progress
from gamelore.base.seeds import Phase
from gamelore.lab.curve import Curve
from gamelore.learners.core import Learner

POINTS = 10
"""At how many points of a course a learner is tested."""
CONTESTS = {"result": 10, "chips": 200}
"""In how many contests, by what is won in them."""


class ProbedCurve:
    """Watches a course and tests the learner at its start, at its end and in between."""

    def __init__(self, length: int, *, seed: int, settings: Mapping[str, object] | None = None) -> None:
        self.length, self.seed = length, seed
        self.settings = {"unsolved": "search", **(settings or {})}
        self.curve: Curve = []
        self.against = ""
        """Whom it meets: the strongest of those that agents are usually tested against."""
        self.unit = "result"

    def __call__(self, state: Progress, learner: Learner) -> None:
        """Test, if a point of the curve is reached."""
        due = len(self.curve) * self.length // POINTS
        game, self.unit = learner.game, learner.game.unit
        if (state.done < due and not state.finished) or self.unit not in CONTESTS:
            return
        self.against = usual_challengers(game)[0]
        opponent = make_player(self.against, game, **self.settings)
        key = ContestKey(self.seed, state.done, Phase.TEST, series="curve")
        score, won = Score(), []
        for record in tournament(game, (learner, opponent), CONTESTS[self.unit], key):
            score = score.add(record)
            won.append(record.returns[seat_of(record, 0)])
        self.curve.append((state.done, score.reliability.mean if self.unit == "result" else mean(won)))

    def said(self) -> str:
        """What the points are."""
        what = "won or drawn" if self.unit == "result" else f"{self.unit} a contest"
        return f"{what} of {CONTESTS[self.unit]} test contests against {self.against} as it learned"
