"""A contest gone over from its first move to its last: what it was worth all along, and mistakes played out.

The decisions are those of a review, judged once and by the same judge, so that both say the same. Where hands are
hidden nothing is played out, and a value is what a decision was worth from what its seat had seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame
from gamelore.games.record import BY_RESIGNATION, Record
from gamelore.lab.review.core import RESULTS, MoveJudge, Review, judge_for
from gamelore.lab.review.looking_back import JudgedDecision, judged_decisions, summed_up

MOST_PLAYED_OUT = 12
"""Mistakes that are played out, the worst first."""


@dataclass(frozen=True, slots=True)
class ValuePoint:
    """What a contest was worth to the seat at some moment."""

    at: int
    """How many plies had been made."""
    value: float
    words: str


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A move that gave something away, and what it comes to."""

    ply: int
    sound: tuple[str, ...]
    """The moves that give nothing away, among those that were looked at."""
    looked_at: tuple[str, ...]
    """All that were looked at."""
    punished: tuple[str, ...]
    """The move and what follows it; nothing where hands are hidden."""
    instead: tuple[str, ...]
    """A better one and what follows it."""


@dataclass(frozen=True, slots=True)
class Retraced:
    """All that can be told of a contest when it is over."""

    review: Review
    points: tuple[ValuePoint, ...]
    """In the order of the contest."""
    played_out: tuple[PlayedOut, ...]
    """For each of the worst mistakes, in the order of the review."""


def retrace(record: Record, game: AnyGame, seat: int, rng: Rng, *, judge: MoveJudge | None = None) -> Retraced:
    """Judge every decision of a seat, and tell what it comes to."""
    if not 0 <= seat < game.seats:
        raise BadSetting(f"{game.name} has {game.seats} seats, there is no seat {seat + 1}")
    judge = judge_for(game) if judge is None else judge
    decisions = list(judged_decisions(record, game, seat, rng, judge))
    told, by_ply = summed_up(record, game, seat, decisions, judge), {made.ply: made for made in decisions}
    worst = [_played_out(by_ply[move.ply], judge, game) for move in told.moves[:MOST_PLAYED_OUT]]
    return Retraced(told, tuple(_points(record, game, seat, decisions, judge)), tuple(worst))


def _played_out(made: JudgedDecision, judge: MoveJudge, game: AnyGame) -> PlayedOut:
    values = made.values
    sound = tuple(move for move in values.values if not values.given(move))
    better = values.better(made.action)[0]
    punished, instead = (judge.played_out(made.state, game.parse_action(move)) for move in (made.action, better))
    return PlayedOut(made.ply, sound, tuple(values.values), punished, instead)


def _points(
    record: Record, game: AnyGame, seat: int, decisions: Sequence[JudgedDecision], judge: MoveJudge
) -> Iterator[ValuePoint]:
    """Before and after each decision; what the others gave away shows between two of them."""
    for made in decisions:
        best = made.values.better(made.action)[0] if made.values.given(made.action) else made.action
        for at, move in ((made.ply, best), (made.ply + 1, made.action)):
            value = made.values.values[move]
            yield ValuePoint(at, value, made.values.words.get(move, f"{value:+.1f} {judge.unit}"))
    if judge.unit == RESULTS and game.perfect_information and record.ended != BY_RESIGNATION:
        result = record.result(seat)
        yield ValuePoint(len(record.actions), {"win": 1.0, "draw": 0.0, "loss": -1.0}[result], result)
