"""Tournaments and their scores: reliability (won or drawn) and power (won), with intervals.

Reliability and power are Hoyle's two measures (Epstein, Gelfand and Lock 1998, section 4). A tournament gives a Score
with Wilson intervals; several runs give a mean, a standard deviation between runs and a t interval, which is what the
published tables print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gamelore.arena.contest import DEALER, ContestKey, play
from gamelore.arena.pairing import ALTERNATE, Pairing
from gamelore.arena.roster import CHALLENGERS, make_player
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.seeds import Phase
from gamelore.base.stats import Interval, TTest, mean_interval, mean_sd, pooled_t_test, wilson
from gamelore.games.core import AnyGame, Horizon
from gamelore.games.record import Record
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import knowledge_digest

SEATING = "seating"
"""The label of a record that says which entrant sat at each seat."""


def tournament(
    game: AnyGame,
    entrants: Sequence[Player],
    contests: int,
    key: ContestKey = ContestKey(phase=Phase.TEST),  # noqa: B008 (a frozen value)
    *,
    pairing: Pairing = ALTERNATE,
    horizon: Horizon | None = None,
    reasons: bool = False,
    labels: Mapping[str, object] | None = None,
) -> Iterator[Record]:
    """Play some contests with learning off, one record at a time; contests are numbered from the key's number."""
    digests = {id(player): knowledge_digest(player) for player in entrants if isinstance(player, Learner)}
    for number in range(key.number, key.number + contests):
        seating = pairing.seating(game, len(entrants), number)
        players = [entrants[entrant] for entrant in seating.entrants]
        this = replace(key, number=number)
        deal = game.turn_deal(game.sample_deal(this.stream(DEALER, seating.deal)), seating.hands_passed)
        yield play(
            game,
            players,
            this,
            deal=deal,
            horizon=horizon,
            reasons=reasons,
            knowledge=[digests.get(id(player), "") for player in players] if digests else (),
            labels={**(labels or {}), SEATING: list(seating.entrants)},
        )


def challenge(
    game: AnyGame,
    player: Player,
    challengers: Sequence[str] = CHALLENGERS,
    contests: int = 50,
    *,
    seed: int,
    run: int = 0,
    progress: Callable[[str, Record], None] | None = None,
    **settings: object,
) -> dict[str, Score]:
    """The test of the published tables: some contests against each challenger, learning off, first mover alternating.

    A challenger's contests do not depend on who else is among the challengers.
    """
    scores: dict[str, Score] = {}
    for name in challengers:
        score = Score()
        entrants = (player, make_player(name, game, **settings))
        for record in tournament(game, entrants, contests, ContestKey(seed, run, Phase.TEST, series=name)):
            score = score.add(record)
            if progress is not None:
                progress(name, record)
        scores[name] = score
    return scores


@dataclass(frozen=True, slots=True)
class Score:
    """What one entrant made of some contests."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    total: float = 0.0
    """The sum of the returns, in the game's unit."""
    plies: int = 0

    @property
    def contests(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def reliability(self) -> Interval:
        """Per cent won or drawn, with the Wilson interval."""
        return wilson(self.wins + self.draws, self.contests)

    @property
    def power(self) -> Interval:
        """Per cent won, with the Wilson interval."""
        return wilson(self.wins, self.contests)

    @property
    def mean(self) -> float:
        """The mean return, in the game's unit."""
        return self.total / self.contests

    def add(self, record: Record, entrant: int = 0) -> Score:
        """The score with one more contest, seen from one entrant."""
        seat = seat_of(record, entrant)
        result = record.result(seat)
        return Score(
            self.wins + (result == "win"),
            self.draws + (result == "draw"),
            self.losses + (result == "loss"),
            self.total + record.returns[seat],
            self.plies + len(record.actions),
        )

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.total + other.total,
            self.plies + other.plies,
        )


def score(records: Iterable[Record], entrant: int = 0) -> Score:
    """What an entrant made of the contests of a tournament."""
    result = Score()
    for record in records:
        result = result.add(record, entrant)
    return result


def seat_of(record: Record, entrant: int) -> int:
    """The first seat at which an entrant sat in a contest of a tournament."""
    seating = record.labels.get(SEATING)
    if not isinstance(seating, list | tuple) or len(seating) != len(record.players):
        raise DamagedFile(f"record of {record.game}: no label '{SEATING}' says who sat where")
    if entrant not in seating:
        raise BadSetting(f"record of {record.game}: entrant {entrant} did not play; seated were {list(seating)}")
    return seating.index(entrant)


@dataclass(frozen=True, slots=True)
class Runs:
    """One figure over independent runs, as the published tables print it: mean and deviation between runs."""

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over the runs."""
        return mean_sd(self.values)[0]

    @property
    def sd(self) -> float:
        """The standard deviation between runs."""
        return mean_sd(self.values)[1]

    @property
    def interval(self) -> Interval:
        """The mean with its t interval."""
        return mean_interval(self.values)

    def better_than(self, mean: float, sd: float, runs: int) -> TTest:
        """The one-tailed pooled t-test against a figure given as mean, deviation and number of runs."""
        return pooled_t_test((self.mean, self.sd, len(self.values)), (mean, sd, runs))

    def __str__(self) -> str:
        return f"{self.mean:.2f} ({self.sd:.2f})"


def reliability_over(runs: Iterable[Score]) -> Runs:
    """Reliability over runs."""
    return Runs(tuple(run.reliability.mean for run in runs))


def power_over(runs: Iterable[Score]) -> Runs:
    """Power over runs."""
    return Runs(tuple(run.power.mean for run in runs))
