"""Times of decisions, for tables that compare what deciding costs.

Times belong to a machine and an hour. So variants that are compared are timed in the same run, contest by contest in
turn, and the keeper keeps their times apart from the results.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import Score, tournament
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, Rng
from gamelore.games import AnyView, Record
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.runs import TIMES, Runnable
from gamelore.learners.core import ContestInfo, Decision, Player


class Timed:
    """A player with the processor's time that its decisions took: what else runs on the machine does not count."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.times: dict[str, list[float]] = {}
        """One time in seconds for each decision, by what decided."""

    @property
    def name(self) -> str:
        """The player's own name."""
        return self.player.name

    @property
    def seconds(self) -> float:
        """All decisions together."""
        return sum(map(sum, self.times.values()))

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down."""
        self.player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Decide, and note the time it took."""
        start = time.thread_time()
        decision = self.player.decide(view, rng)
        self.times.setdefault(decision.by, []).append(time.thread_time() - start)
        return decision

    def end(self, record: Record) -> None:
        """Get up."""
        self.player.end(record)


@dataclass(frozen=True, slots=True)
class TimedVariants(Runnable):
    """Variants of a learner at one game, all tested as the first one says, in the same contests in turn."""

    kind: ClassVar[str] = "times"

    variants: Mapping[str, Experiment]

    def resolved(self) -> Json:
        """All variants, resolved."""
        return {"variants": {name: variant.resolved() for name, variant in self.variants.items()}}

    def run(self, number: int) -> Json:
        """By variant and challenger: the score, how often each decider decided, and the seconds of a contest.

        `median` is the time of a contest in which each kind of decision takes its median, so that no pause counts.
        """
        learners = {name: variant.taught(number)[0] for name, variant in self.variants.items()}
        first = next(iter(self.variants.values()))
        game, plan = first.load_game(), first.test
        found: Json = {name: {} for name in learners}
        times: Json = {name: {} for name in learners}
        for challenger in plan.challengers:
            opponent = make_player(challenger, game, **plan.players)
            timed = {name: Timed(learner) for name, learner in learners.items()}
            scores = dict.fromkeys(timed, Score())
            for contest in range(plan.contests):
                key = ContestKey(first.seed, number, Phase.TEST, contest, series=challenger)
                for name, player in timed.items():
                    scores[name] = scores[name].add(next(tournament(game, (player, opponent), 1, key)))
            for name, player in timed.items():
                deciders = {by: len(some) for by, some in player.times.items()}
                found[name][challenger] = {"reliability": scores[name].reliability.mean, "deciders": deciders}
                typical = sum(len(some) * statistics.median(some) for some in player.times.values())
                each = {"seconds": player.seconds, "median": typical}
                times[name][challenger] = {what: total / plan.contests for what, total in each.items()}
        return {**found, TIMES: times}
