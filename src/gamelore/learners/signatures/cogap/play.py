"""A plain rule of play for a learner that only bids: about as well as a beginner plays."""

from __future__ import annotations

from gamelore.games.forty_two import Domino, FortyTwoView
from gamelore.games.forty_two.dominoes import is_trump, rank, suit_led, trick_winner
from gamelore.games.forty_two.rules import SEATS


def plain_play(view: FortyTwoView) -> tuple[Domino, str]:
    """A plain rule of play, and its reason: lead trumps, then doubles, from the top; win cheaply, else throw.

    What is thrown goes to a partner who is winning with counters first, to opponents with counters last.
    """
    table, playable = view.table, view.table.playable(view.hand)
    trump = table.trump
    assert trump is not None

    def height(domino: Domino) -> tuple[bool, int]:
        return is_trump(domino, trump), rank(domino, suit_led(domino, trump))

    if not table.trick:
        best_lead = max(playable, key=lambda d: (is_trump(d, trump), d.is_double, height(d), -d.points, d))
        return best_lead, "leads trumps first, then doubles, from the top"
    best = trick_winner(table.trick, trump)
    if (table.leader + best) % SEATS == view.partner:
        gift = max(playable, key=lambda d: (d.points, not is_trump(d, trump), -height(d)[1], d))
        return gift, "gives counters to a partner who is winning the trick"
    winning = [d for d in playable if trick_winner((*table.trick, d), trump) == len(table.trick)]
    if winning:
        return min(winning, key=lambda d: (height(d), -d.points, d)), "wins the trick as cheaply as can be"
    return min(playable, key=lambda d: (d.points, height(d), d)), "cannot win the trick and throws the least"
