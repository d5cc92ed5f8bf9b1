"""How a search sees a game of OpenSpiel: no deeper than it can look in a moment, over their states."""

from __future__ import annotations

import math
from typing import Any

from gamelore.arena.search import SAME, WON, Looked, Outlook
from gamelore.bridges.openspiel.games import SpielState

MOST_STATES = 20_000
"""So many states a search looks at for one move; where there are many moves it looks less far."""


class SpielOutlook(Outlook):
    """Wins and losses within the depth, as far as the number of moves allows; what lies behind them is worth nothing.

    Depth is counted in their actions, of which some games have several in what a person would call a move.
    """

    def guess(self, state: Any) -> float:
        """Nobody knows."""
        return 0.0

    def look(self, state: SpielState, depth: int) -> Looked:
        moves = state.moves()
        while depth > 1 and len(moves) ** depth > MOST_STATES:
            depth -= 1
        mover = state.current_player()
        values = {move: _value(state.theirs.child(number), mover, 1, depth) for move, number in moves.items()}
        worth = max(values.values())
        return [move for move, value in values.items() if value >= worth - SAME], worth


def _value(theirs: Any, seat: int, ply: int, depth: int, low: float = -math.inf, high: float = math.inf) -> float:
    """What a state of theirs is worth to a seat, exact between `low` and `high`."""
    if theirs.is_terminal():
        mine = float(theirs.returns()[seat])
        return (mine > 0) * (WON - ply) - (mine < 0) * (WON - ply)
    if ply == depth:
        return 0.0
    mine_to_move = theirs.current_player() == seat
    worth = -math.inf if mine_to_move else math.inf
    for number in theirs.legal_actions():
        value = _value(theirs.child(number), seat, ply + 1, depth, low, high)
        if mine_to_move:
            worth = max(worth, value)
            low = max(low, worth)
        else:
            worth = min(worth, value)
            high = min(high, worth)
        if low >= high:
            break
    return worth
