"""From a played round to judged cases: what the axioms need to know about each decision, read off the table."""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.games.poker.cards import Card
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.hands import hand_value, showdown
from gamelore.games.poker.table import Bet, Replaced, Table
from gamelore.learners.features.poker.variables import HIGH_BET, bets_of
from gamelore.learners.rules.training.axioms import Showdown


def showdown_of(
    view: DrawPokerView, made: str, end: Table, other_hand: Sequence[Card], own_hand: Sequence[Card] | None = None
) -> Showdown:
    """What is known about a decision made in `view`, once the round ended at the table `end` and the hands are open.

    The program's own hand is the one it held then, unless another is given.
    """
    own = view.hand if own_hand is None else own_hand
    at, other = len(view.table.history), 1 - view.seat
    start = max((k + 1 for k, event in enumerate(end.history[:at]) if isinstance(event, Replaced)), default=0)
    interval = end.history[start : at + 2]
    other_bet = any(isinstance(event, Bet) and k % 2 == other for k, event in enumerate(interval))
    return Showdown(
        higher=showdown(own, other_hand),
        own_value=hand_value(own),
        other_value=hand_value(other_hand),
        pot=view.table.pot,
        last_bet=view.table.last_bet,
        other_bet=other_bet,
        only_called=not bets_of(end, other),
        bet_high_before=any(size >= HIGH_BET for size in bets_of(view.table, view.seat)),
        made=made,
    )
