"""Times of decisions, for tables that compare what deciding costs.

Times belong to a machine and an hour. So variants that are compared are timed in the same run, contest by contest in
turn, and the keeper keeps their times apart from the results.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import Score, tournament
from gamelore.base.errors import DamagedFile
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, Rng
from gamelore.games import AnyView, Record
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.kept import TIMES
from gamelore.lab.engine.runs import Runnable, read_described
from gamelore.lab.engine.shapes import PERCENT, Shape, count, each, keys, real
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
        return sum(map(sum, self.times.values()))

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Decide, and note the time it took."""
        start = time.thread_time()
        decision = self.player.decide(view, rng)
        self.times.setdefault(decision.by, []).append(time.thread_time() - start)
        return decision

    def end(self, record: Record) -> None:
        self.player.end(record)


@dataclass(frozen=True, slots=True)
class TimedVariants(Runnable):
    """Variants of a learner at one game, all tested as the first one says, in the same contests in turn."""

    kind: ClassVar[str] = "times"

    variants: Mapping[str, Experiment]

    def resolved(self) -> Json:
        return {"variants": {name: variant.described() for name, variant in self.variants.items()}}

    @classmethod
    def read_resolved(cls, values: Mapping[str, Any], where: str) -> Self:
        """The variants, each of its own kind."""
        told = values.get("variants")
        if not isinstance(told, dict) or not told:
            raise DamagedFile(f"{where}: 'variants' must be a table of experiments")
        found = {name: read_described(told[name], f"{where}: {name}") for name in told}
        return cls({name: one for name, one in found.items() if isinstance(one, Experiment)})

    def shape(self) -> Shape:
        """By variant and challenger: what was scored and who decided, and apart from that the times."""
        first = next(iter(self.variants.values()))
        scored = keys({"reliability": PERCENT, "deciders": each(count())})
        timed = keys({"seconds": real(0), "median": real(0)})
        found, times = (keys(dict.fromkeys(first.test.challengers, some)) for some in (scored, timed))
        return keys({**dict.fromkeys(self.variants, found), TIMES: keys(dict.fromkeys(self.variants, times))})

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
