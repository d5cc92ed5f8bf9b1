"""One contest after the other: the next sitting at the same table, and how the score stands.

At poker the seats change from contest to contest; at 42 the deal goes round, and seven marks win the match (Carberry,
Appendix I). The others stay the same players, so that those who remember an opponent may do so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from gamelore.app.table.data import Datum
from gamelore.app.table.others import Maker
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import DEALER
from gamelore.games.core import AnyGame
from gamelore.games.forty_two import FortyTwo, parse_deal
from gamelore.games.forty_two.rules import MARKS_TO_WIN, SEATS
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.record import Record
from gamelore.learners.core import Player


@dataclass(frozen=True, slots=True)
class ScoreBoard(Datum):
    """How a person stands after some contests."""

    kind: ClassVar[str] = "standing"
    contests: int
    won: int
    drawn: int
    lost: int
    gain: float
    unit: str
    marks: tuple[int, int] = (0, 0)
    """At 42 the marks of A and C, and of B and D."""
    match_won: bool | None = None
    """At 42 whether the person's side has won the match or lost it; None while it goes on."""


NOBODY_YET = ScoreBoard(0, 0, 0, 0, 0.0, "")


def scored(before: ScoreBoard, record: Record, seat: int) -> ScoreBoard:
    """The score after one more contest."""
    result = record.result(seat)
    marks, decided = before.marks if before.match_won is None else (0, 0), None
    if record.unit == "marks":
        marks = (marks[0] + max(0, int(record.returns[0])), marks[1] + max(0, int(record.returns[1])))
        if max(marks) >= MARKS_TO_WIN:
            decided = (marks[0] >= MARKS_TO_WIN) == (seat % 2 == 0)
    return ScoreBoard(
        before.contests + 1,
        before.won + (result == "win"),
        before.drawn + (result == "draw"),
        before.lost + (result == "loss"),
        before.gain + record.returns[seat],
        record.unit,
        marks,
        decided,
    )


def next_sitting(sitting: TableSitting) -> TableSitting:
    """The next contest at the same table."""
    game, seat, others = sitting.game, sitting.seat, sitting.others
    key = replace(sitting.key, number=sitting.key.number + 1)
    make = _same_players(sitting)
    if isinstance(game, DrawPoker):
        return TableSitting(game, 1 - seat, {seat: others[1 - seat]}, key, make=make)
    if isinstance(game, FortyTwo):
        dealer = (parse_deal(sitting.deal).dealer + 1) % SEATS
        deal = replace(parse_deal(game.sample_deal(key.stream(DEALER))), dealer=dealer)
        return TableSitting(game, seat, others, key, deal=str(deal), make=make)
    return TableSitting(game, seat, others, key, make=make)


def _same_players(sitting: TableSitting) -> Maker:
    """Makes the players who sit there already, and others only when there are not enough of them."""
    waiting: dict[str, list[Player]] = {}
    for at, player in sitting.table.players.items():
        waiting.setdefault(sitting.others[at], []).append(player)

    def make(name: str, game: AnyGame) -> Player:
        return waiting[name].pop(0) if waiting.get(name) else sitting.table.make(name, game)

    return make
