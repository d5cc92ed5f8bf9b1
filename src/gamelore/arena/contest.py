"""One contest: give each seat its View, take its Decision, let a trainer speak, apply the action, keep the Record.

`play` knows any number of seats and teams, hidden views, given deals and starts, a horizon, resignation, learners that
sit at the table and learners that only watch. Every seat draws from a stream of its own, derived from the contest's
key, so that a contest is a function of its description and of what its players know.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, runtime_checkable

from gamelore.base.errors import BadSetting, IllegalAction, NotAvailable
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games.core import Action, AnyGame, AnyState, AnyView, Horizon, Outcome, Resign
from gamelore.games.record import BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES, Record
from gamelore.learners.core import WATCHED, ContestInfo, Decision, Learner, Lesson, Player

DEALER = 1 << 16
"""The seat number of the dealer's stream: no game has as many seats."""

AfterLesson = Literal["advocated", "reconsider", "own"]
"""After a correction: play what the trainer advocated, let the learner decide again, or let its own choice stand."""


@runtime_checkable
class Trainer(Protocol):
    """Somebody who looks over a learner's shoulder and may correct it before the move is made."""

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """A Lesson if the decision should have been another one, None to let it stand."""


@dataclass(frozen=True, slots=True)
class ContestKey:
    """Which contest this is. It names the random streams and labels the record."""

    seed: int = 0
    run: int = 0
    phase: Phase = Phase.PLAY
    number: int = 0
    series: str = ""
    """The tournament that the contest belongs to; contests of two series never share a stream."""

    def stream(self, seat: int, number: int | None = None) -> Rng:
        """The stream of a seat, in this contest or in another of the same series."""
        contest = self.number if number is None else number
        return stream(self.seed, self.run, self.phase, contest + (zlib.crc32(self.series.encode()) << 32), seat)

    def labels(self) -> dict[str, object]:
        """The key as the labels of a record."""
        found: dict[str, object] = {"seed": self.seed, "run": self.run, "phase": self.phase.name.lower()}
        return {**found, "contest": self.number, **({"series": self.series} if self.series else {})}


@dataclass(frozen=True, slots=True)
class Coaching:
    """A trainer at one seat, and what is played after a correction."""

    trainer: Trainer
    after_lesson: AfterLesson = "advocated"


_NO_COACHING: Mapping[int, Coaching] = {}


def play(
    game: AnyGame,
    players: Sequence[Player],
    key: ContestKey = ContestKey(),  # noqa: B008 (a frozen value)
    *,
    deal: str | None = None,
    start: AnyState | None = None,
    horizon: Horizon | None = None,
    learning: bool = False,
    experts: Iterable[int] = (),
    watchers: Sequence[Learner] = (),
    coaching: Mapping[int, Coaching] = _NO_COACHING,
    reasons: bool = False,
    knowledge: Sequence[str] = (),
    labels: Mapping[str, object] | None = None,
) -> Record:
    """Play one contest and return its record.

    `players[s]` sits at seat s; one player may hold several seats. The deal is drawn from the dealer's stream unless
    it or a `start` is given. `experts` are the seats whose play may be taken as a model: when `learning`, every
    watcher gets their moves as Lessons. `knowledge` is a digest of what each seat knows, kept in the record.
    """
    if len(players) != game.seats:
        raise BadSetting(f"{game.name} has {game.seats} seats, but {len(players)} players sit down")
    models = frozenset(experts)
    if not models <= set(range(game.seats)):
        raise BadSetting(
            f"{game.name} has seats 0 to {game.seats - 1}; experts {sorted(models)} are not all among them"
        )
    for seat in coaching:
        if not 0 <= seat < game.seats or not isinstance(players[seat], Learner):
            raise BadSetting(f"{game.name}: a trainer needs a learner to teach at seat {seat}")
    if start is None:
        deal = game.sample_deal(key.stream(DEALER)) if deal is None else deal
        state: AnyState = game.initial_state(deal)
    else:
        deal, state = "", start
    horizon = game.horizon if horizon is None else horizon
    info = ContestInfo(game, tuple(p.name for p in players), models, learning, key.number)
    told: dict[int, Player] = {}
    for seat, player in enumerate(players):
        if id(player) not in told:
            told[id(player)] = player
            seats = tuple(s for s, other in enumerate(players) if other is player)
            player.begin(seat, replace(info, seats=seats))
    for watcher in watchers:
        if id(watcher) in told:
            raise BadSetting(f"{game.name}: {watcher.name} cannot play and watch the same contest")
        watcher.begin(None, info)

    table = _Table(players, [key.stream(seat) for seat in range(game.seats)], coaching)
    teaching = watchers if learning else ()
    actions: list[str] = []
    deciders: list[str] = []
    said: list[tuple[str, ...]] = []
    plies, limit = 0, horizon.max_plies
    times: dict[AnyState, int] | None = None if horizon.repetition is None else {}
    while True:
        outcome = state.outcome()
        if outcome is not None:
            ended = BY_RULES
            break
        if plies == limit:
            outcome, ended = _stopped(game, f"stopped after {plies} plies"), BY_PLIES
            break
        if times is not None:
            times[state] = times.get(state, 0) + 1
            if times[state] == horizon.repetition:
                outcome, ended = _stopped(game, f"the same state {times[state]} times"), BY_REPETITION
                break
        seat = state.current_player()
        view = state.view(seat)
        decision = table.decide(seat, view)
        action = decision.action
        plies += 1
        actions.append(str(action))
        deciders.append(decision.by)
        if reasons:
            said.append(tuple(reason.sentence for reason in decision.reasons))
        if isinstance(action, Resign):
            outcome, ended = _resigned(game, seat), BY_RESIGNATION
            break
        try:
            after = state.child(action)
        except IllegalAction as error:
            raise IllegalAction(f"{players[seat].name} at seat {seat}, ply {plies}: {error}") from None
        if teaching and seat in models:
            lesson = Lesson(view, (action,), players[seat].name, WATCHED)
            for watcher in teaching:
                watcher.learn(lesson)
        state = after

    record = Record(
        game=game.name,
        players=info.players,
        actions=tuple(actions),
        returns=outcome.returns,
        ended=ended,
        deal=deal,
        parameters=dict(game.parameters),
        start="" if start is None else str(start),
        deciders=tuple(deciders),
        experts=tuple(sorted(models)),
        knowledge=tuple(knowledge),
        horizon=horizon,
        why=outcome.why,
        unit=outcome.unit,
        labels={**key.labels(), **(labels or {})},
        reasons=tuple(said),
    )
    for player in (*told.values(), *watchers):
        player.end(record)
    return record


@dataclass(slots=True)
class _Table:
    """The players with their streams and trainers: one decision at a time."""

    players: Sequence[Player]
    streams: list[Rng]
    coaching: Mapping[int, Coaching]

    def decide(self, seat: int, view: AnyView) -> Decision:
        player = self.players[seat]
        decision = player.decide(view, self.streams[seat])
        coach = self.coaching.get(seat)
        if coach is None:
            return decision
        lesson = coach.trainer.review(view, decision)
        if lesson is None:
            return decision
        assert isinstance(player, Learner)
        if player.contest.learning:
            player.learn(lesson)
        if coach.after_lesson == "own":
            return decision
        if coach.after_lesson == "reconsider":
            return player.decide(view, self.streams[seat])
        return Decision(_advocated(lesson, self.streams[seat]), f"trainer {lesson.teacher}")


def _advocated(lesson: Lesson, rng: Rng) -> Action:
    if not lesson.advocated:
        raise BadSetting(f"the lesson of {lesson.teacher} advocates no action")
    return lesson.advocated[int(rng.integers(len(lesson.advocated)))]


def _stopped(game: AnyGame, why: str) -> Outcome:
    return Outcome((0.0,) * game.seats, game.unit, why)


def _resigned(game: AnyGame, seat: int) -> Outcome:
    """The team that resigns loses 1; the others share what it lost."""
    if game.unit != "result":
        raise NotAvailable(
            f"{game.name} is played for {game.unit}; seat {seat} cannot resign, because the rules set no price for it"
        )
    teams = game.teams
    share = 1.0 / (len(set(teams)) - 1) if len(set(teams)) > 1 else 0.0
    returns = tuple(-1.0 if team == teams[seat] else share for team in teams)
    return Outcome(returns, game.unit, f"{game.seat_names[seat]} resigned")
