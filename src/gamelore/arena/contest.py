"""One contest: give each seat its View, take its Decision, let a trainer speak, apply the action, keep the Record.

`play` knows any number of seats and teams, hidden views, given deals and starts, a horizon, resignation, learners that
sit at the table and learners that only watch. It returns the whole record; everybody at the table is handed what its
own seats saw. Every seat draws from a stream of its own, derived from the contest's key, so that a contest is a
function of its description and of what its players know.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from gamelore.base.errors import BadSetting, IllegalAction, NotAvailable
from gamelore.base.files import LARGEST
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games.core import Action, AnyGame, AnyState, AnyView, Outcome, Resign
from gamelore.games.record import BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES, BY_TRAINER, Played, Record
from gamelore.learners.core import WATCHED, ContestInfo, Decision, Learner, Lesson, Player

DEALER = 1 << 16
"""The seat number of the dealer's stream: no game has as many seats."""

SEATING = "seating"
"""The label of a record that says which entrant sat at each seat."""


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
    seating: tuple[int, ...] = ()
    """Which entrant of a tournament or a course sits at each seat; no stream depends on it."""

    def __post_init__(self) -> None:
        if not isinstance(self.seed, int) or not 0 <= self.seed <= LARGEST:
            raise BadSetting(f"a seed lies between 0 and {LARGEST}, not {self.seed!r:.40}")

    def stream(self, seat: int) -> Rng:
        """The stream of a seat."""
        return stream(self.seed, self.run, self.phase, self.number + (zlib.crc32(self.series.encode()) << 32), seat)

    def labels(self) -> dict[str, object]:
        """The key as the labels of a record."""
        found: dict[str, object] = {"seed": self.seed, "run": self.run, "phase": self.phase.name.lower()}
        further = {"series": self.series, SEATING: list(self.seating)}
        return {**found, "contest": self.number, **{name: value for name, value in further.items() if value}}


@dataclass(frozen=True, slots=True)
class Learning:
    """What may be learned from a contest, besides what every learner at the table makes of it."""

    experts: frozenset[int] = frozenset()
    """The seats whose play may be taken as a model."""
    watchers: Sequence[Learner] = ()
    """Learners that do not play; they get the moves of the experts as Lessons, and see what the experts see."""
    trainers: Mapping[int, Trainer] = field(default_factory=dict)
    """Who looks over the shoulder of which seat."""
    advocated: bool = False
    """Whether what a trainer advocates is played; otherwise a learner that was corrected decides again."""


def play(
    game: AnyGame,
    players: Sequence[Player],
    key: ContestKey = ContestKey(),  # noqa: B008 (a frozen value)
    *,
    deal: str | None = None,
    start: AnyState | None = None,
    learning: Learning | None = None,
    reasons: bool = False,
) -> Record:
    """Play one contest and return its record.

    `players[s]` sits at seat s; one player may hold several seats. The deal is drawn from the dealer's stream unless
    it or a `start` is given. Nothing is learned unless `learning` says what. The record keeps `reasons` on request.
    """
    taught = learning or Learning()
    _check(game, players, taught)
    if start is None:
        deal = game.sample_deal(key.stream(DEALER)) if deal is None else deal
        state: AnyState = game.initial_state(deal)
    else:
        deal, state = "", start
    names = tuple(player.name for player in players)
    info = ContestInfo(game, names, taught.experts, learning is not None, key.number)
    everybody = [(p, tuple(s for s, other in enumerate(players) if other is p)) for p in _once(players)]
    for player, seats in everybody:
        player.begin(seats[0], replace(info, seats=seats))
    for watcher in taught.watchers:
        watcher.begin(None, info)
    table = _Table(game, players, [key.stream(seat) for seat in range(game.seats)], taught, reasons)
    outcome, ended, last = table.play_out(state)
    record = Record(
        game=game.name,
        players=names,
        actions=tuple(table.actions),
        returns=outcome.returns,
        ended=ended,
        deal=deal,
        parameters=dict(game.parameters),
        start="" if start is None else str(start),
        deciders=tuple(table.deciders),
        experts=tuple(sorted(taught.experts)),
        horizon=game.horizon,
        why=outcome.why,
        unit=outcome.unit,
        labels=key.labels(),
        reasons=tuple(table.said),
    )
    played = Played(table.turns, last)
    for player, seats in everybody:
        player.end(record.seen_by(game, seats, played))
    for watcher in taught.watchers:
        watcher.end(record.seen_by(game, taught.experts, played))
    return record


def _once(players: Sequence[Player]) -> list[Player]:
    """Everybody who sits there, each once."""
    return list({id(player): player for player in players}.values())


def _check(game: AnyGame, players: Sequence[Player], learning: Learning) -> None:
    if len(players) != game.seats:
        raise BadSetting(f"{game.name} has {game.seats} seats, but {len(players)} players sit down")
    if not learning.experts <= set(range(game.seats)):
        raise BadSetting(
            f"{game.name} has seats 0 to {game.seats - 1}; experts {sorted(learning.experts)} are not all among them"
        )
    for seat in learning.trainers:
        if not 0 <= seat < game.seats or not isinstance(players[seat], Learner):
            raise BadSetting(f"{game.name}: a trainer needs a learner to teach at seat {seat}")
    for watcher in learning.watchers:
        if any(watcher is player for player in players):
            raise BadSetting(f"{game.name}: {watcher.name} cannot play and watch the same contest")


@dataclass(slots=True)
class _Table:
    """Who sits there with which streams and teachers, and what was done so far."""

    game: AnyGame
    players: Sequence[Player]
    streams: Sequence[Rng]
    learning: Learning
    reasons: bool
    actions: list[str] = field(default_factory=list)
    deciders: list[str] = field(default_factory=list)
    said: list[tuple[str, ...]] = field(default_factory=list)
    turns: list[tuple[AnyView, Action]] = field(default_factory=list)

    def play_out(self, state: AnyState) -> tuple[Outcome, str, AnyState]:
        """Play from a state to the end; how it ended, by what, and in which state."""
        game, horizon = self.game, self.game.horizon
        times: dict[AnyState, int] = {}
        while (outcome := state.outcome()) is None:
            plies = len(self.actions)
            if plies == horizon.max_plies:
                return drawn(game, f"stopped after {plies} plies"), BY_PLIES, state
            if horizon.repetition is not None:
                times[state] = times.get(state, 0) + 1
                if times[state] == horizon.repetition:
                    return drawn(game, f"the same state {times[state]} times"), BY_REPETITION, state
            seat = state.current_player()
            view = state.view(seat)
            decision = self.decide(seat, view)
            self.turns.append((view, decision.action))
            self.actions.append(str(decision.action))
            self.deciders.append(decision.by)
            if self.reasons:
                self.said.append(tuple(reason.sentence for reason in decision.reasons))
            if isinstance(decision.action, Resign):
                return resigned(game, seat), BY_RESIGNATION, state
            try:
                state = state.child(decision.action)
            except IllegalAction as error:
                raise IllegalAction(f"{self.players[seat].name} at seat {seat}, ply {plies + 1}: {error}") from None
            if seat in self.learning.experts:
                lesson = Lesson(view, (decision.action,), self.players[seat].name, WATCHED)
                for watcher in self.learning.watchers:
                    watcher.learn(lesson)
        return outcome, BY_RULES, state

    def decide(self, seat: int, view: AnyView) -> Decision:
        """What a player does: what comes to its mind first, or what comes of a trainer's correction."""
        player = self.players[seat]
        decision = player.decide(view, self.streams[seat])
        trainer = self.learning.trainers.get(seat)
        lesson = None if trainer is None else trainer.review(view, decision)
        if lesson is None:
            return decision
        assert isinstance(player, Learner)
        player.learn(lesson)
        if not self.learning.advocated:
            return player.decide(view, self.streams[seat])
        if not lesson.advocated:
            raise BadSetting(f"the lesson of {lesson.teacher} advocates no action")
        which = int(self.streams[seat].integers(len(lesson.advocated)))
        return Decision(lesson.advocated[which], f"{BY_TRAINER}{lesson.teacher}")


def drawn(game: AnyGame, why: str) -> Outcome:
    """A contest that was stopped: nobody gets anything."""
    return Outcome((0.0,) * game.seats, game.unit, why)


def resigned(game: AnyGame, seat: int) -> Outcome:
    """The team that resigns loses 1; the others share what it lost."""
    if game.unit != "result":
        raise NotAvailable(
            f"{game.name} is played for {game.unit}; seat {seat} cannot resign, because the rules set no price for it"
        )
    teams = game.teams
    share = 1.0 / (len(set(teams)) - 1) if len(set(teams)) > 1 else 0.0
    returns = tuple(-1.0 if team == teams[seat] else share for team in teams)
    return Outcome(returns, game.unit, f"{game.seat_names[seat]} resigned")
