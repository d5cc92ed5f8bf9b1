"""A person's record over time: one line for each contest of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase, stream
from gamelore.games.core import AnyGame
from gamelore.games.record import BY_PRACTICE, Record
from gamelore.games.registry import load_game_beside
from gamelore.lab.review.core import MoveJudge, judge_for
from gamelore.lab.review.looking_back import review

PERSON = "you"
"""How records call a person."""


@dataclass(frozen=True, slots=True)
class ContestLine:
    """One contest of a person."""

    number: int
    """Its place in the file, from 1."""
    game: str
    against: str
    seat: int
    result: str
    gain: float
    unit: str
    judged: int
    kept: int
    given: float
    """What the person's moves gave away, in the unit of the judge."""
    given_unit: str
    cost: str
    """The same in words: `draw to loss`, `3.1 chips`; empty if nothing was given away."""

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def own_seat(record: Record, seat: int | None = None) -> int:
    """The person's seat, from 0; another one, counted from 1, if it is asked for."""
    if seat is not None:
        if not 1 <= seat <= len(record.players):
            raise BadSetting(f"{record.game} has {len(record.players)} seats, there is no seat {seat}")
        return seat - 1
    if PERSON not in record.players:
        raise BadSetting(f"nobody at this contest of {record.game} is called '{PERSON}'; name a seat: --seat 1")
    return record.players.index(PERSON)


def over_time(records: Sequence[Record], folder: Path, seat: int | None, seed: int) -> Iterator[ContestLine]:
    """Every contest in order; a game stands beside the file if it is a person's own."""
    known: dict[str, tuple[AnyGame, MoveJudge]] = {}
    for number, record in enumerate(records, start=1):
        if record.ended == BY_PRACTICE:
            continue
        at, name = own_seat(record, seat), f"{record.game} {record.parameters}"
        if name not in known:
            game = load_game_beside(folder, record.game, **record.parameters)
            known[name] = game, judge_for(game)
        game, judge = known[name]
        told = review(record, game, at, stream(seed, phase=Phase.SAMPLE, contest=number), judge=judge)
        against = ", ".join(dict.fromkeys(who for place, who in enumerate(record.players) if place != at))
        yield ContestLine(
            number, record.game, against, at + 1, record.result(at), record.returns[at], record.unit, told.judged,
            told.kept, told.given, told.unit, told.cost,
        )  # fmt: skip
