"""One contest after the other: the next sitting at the same table.

Who sits where and what is dealt next is a matter of manners (`manners.py`). The others stay the same players, so that
those who remember an opponent may do so.
"""

from __future__ import annotations

from dataclasses import replace

from gamelore.app.table.others import Maker
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.games.core import AnyGame
from gamelore.learners.core import Player


def next_sitting(sitting: TableSitting, key: ContestKey | None = None, make: Maker | None = None) -> TableSitting:
    """The next contest at the same table; whoever sat where the person sits now takes the person's old seat.

    With another key its deal cannot be told from this one; with another maker the players are not the same ones.
    """
    game, old = sitting.game, sitting.seat
    key = key or replace(sitting.key, number=sitting.key.number + 1)
    seat, deal = sitting.manners.next_contest(game, old, sitting.deal, key.stream(DEALER))
    others = {old if at == seat else at: name for at, name in sitting.others.items()}
    return TableSitting(game, seat, others, key, deal=deal, make=make or _same_players(sitting))


def _same_players(sitting: TableSitting) -> Maker:
    """Makes the players who sit there already, and others only when there are not enough of them."""
    waiting: dict[str, list[Player]] = {}
    for at, player in sitting.table.players.items():
        waiting.setdefault(sitting.others[at], []).append(player)

    def make(name: str, game: AnyGame) -> Player:
        return waiting[name].pop(0) if waiting.get(name) else sitting.table.make(name, game)

    return make
