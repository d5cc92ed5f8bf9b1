"""One entrant at one game: taught, tested against the usual panel, and what that took.

Players who only search are tested in the same way. Beside the scores stands with which move it begins, what is needed
to print what was learned, and apart from what a seed gives again the times of learning and of a decision.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from dataclasses import dataclass
from typing import Annotated, ClassVar

from gamelore.arena.roster import at_table, make_player, usual_challengers
from gamelore.arena.tournament import challenge, seat_of
from gamelore.arena.training import Progress, require_budget, train
from gamelore.base.errors import BadSetting
from gamelore.base.files import LARGEST, Json
from gamelore.base.settings import Within, check_ranges
from gamelore.games import AnyGame, Record, load_game
from gamelore.lab.engine.experiment import MOST_CONTESTS
from gamelore.lab.engine.kept import TIMES
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import Shape, count, each, keys, real
from gamelore.lab.engine.timed import Timed
from gamelore.lab.learning.entrants import Entrant
from gamelore.learners.core import Learner

PLAYERS = {"unsolved": "search"}
"""Where nobody is perfect, a search stands for it."""


@dataclass(frozen=True, slots=True)
class LearningExperiment(Runnable):
    """An entrant of the bench at a game."""

    kind: ClassVar[str] = "learning"

    game: str
    entrant: str
    tests: Annotated[int, Within(1, MOST_CONTESTS)] = 100
    """Contests against each challenger."""
    seed: Annotated[int, Within(0, LARGEST)] = 0

    def __post_init__(self) -> None:
        """Refuse what could not run."""
        try:
            check_ranges(self)
        except ValueError as error:
            raise BadSetting(str(error)) from None
        game, entrant = self.load_game(), self.read_entrant()
        entrant.require(game)
        if entrant.learner:
            require_budget(entrant.make(game), entrant.course(game), PLAYERS)

    def load_game(self) -> AnyGame:
        """The game that is played."""
        return load_game(self.game)

    def read_entrant(self) -> Entrant:
        """Who plays."""
        return Entrant.parse(self.entrant)

    @property
    def label(self) -> str:
        return f"{self.game}-{self.entrant}"

    def resolved(self) -> Json:
        """The values, and what they stand for: rules, settings and revision of the learner, its course."""
        values, game, entrant = dataclasses.asdict(self), self.load_game(), self.read_entrant()
        values["rules"], values["players"] = game.source, PLAYERS
        if entrant.learner:
            learner = entrant.make(game)
            values["settings"] = dataclasses.asdict(learner.settings)
            values["course"] = dataclasses.asdict(entrant.course(game))
            values["learner_revision"] = type(learner).revision
        return values

    def shape(self) -> Shape:
        """Contests that add up for each challenger; how it begins; how much it learned."""
        counts = dict.fromkeys(("wins", "draws", "losses"), count(self.tests))
        score = keys(
            {**counts, "total": real()},
            lambda s: s["wins"] + s["draws"] + s["losses"] == self.tests,
            f"a score of {self.tests} contests",
        )
        return keys(
            {
                "contests": count(MOST_CONTESTS),
                "lines": count(),
                "words": count(),
                "begins": each(count()),
                "tests": keys(dict.fromkeys(self.challengers(), score)),
                TIMES: keys({"learning": real(0), "decision": real(0)}),
            }
        )

    def challengers(self) -> tuple[str, ...]:
        """The panel of the game."""
        return usual_challengers(self.load_game())

    def run(self, number: int) -> Json:
        """Learn, then be tested."""
        game, entrant = self.load_game(), self.read_entrant()
        start = time.process_time()
        done, said = 0, list[str]()
        if entrant.learner:
            learner = entrant.make(game)
            done = self._taught(learner, entrant, number)
            said = list(learner.lore())
            player = at_table(learner, quick=True)
        else:
            player = make_player(self.entrant, game, **PLAYERS)
        learning = time.process_time() - start if entrant.learner else 0.0
        timed, begins = Timed(player), Counter[str]()

        def note(_: str, record: Record) -> None:
            if seat_of(record, 0) == record.first_state(game).current_player() and record.actions:
                begins[record.actions[0]] += 1

        scores = challenge(game, timed, self.challengers(), self.tests, seed=self.seed, run=number,
                           progress=note if game.perfect_information else None, **PLAYERS)  # fmt: skip
        decisions = sum(map(len, timed.times.values()))
        return {
            "contests": done,
            "lines": len(said),
            "words": sum(len(sentence.split()) for sentence in said),
            "begins": dict(sorted(begins.items())),
            "tests": {
                name: {"wins": s.wins, "draws": s.draws, "losses": s.losses, "total": s.total}
                for name, s in scores.items()
            },
            TIMES: {"learning": learning, "decision": timed.seconds / max(1, decisions)},
        }

    def _taught(self, learner: Learner, entrant: Entrant, run: int) -> int:
        """Goes through its course; returns the contests."""
        course, steps = entrant.course(learner.game), list[Progress]()
        for _ in train(
            learner.game,
            learner,
            course,
            seed=self.seed,
            run=run,
            settings=PLAYERS,
            progress=lambda state, _: steps.append(state),
        ):
            pass
        return steps[-1].done


def has_teacher(experiment: LearningExperiment) -> bool:
    """Whether somebody who knows better taught."""
    entrant = experiment.read_entrant()
    return bool(entrant.learner) and entrant.course(experiment.load_game()).has_teacher
