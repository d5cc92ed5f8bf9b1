"""Draw poker many contests at a time: deals as rows of small integers, played by the kernels of this folder.

A row holds the cards of a `Deal` in its own order: five for seat 0, five for seat 1, then the replacement cards.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Int16s
from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE, Deal
from gamelore.games.poker.draw_poker import CALL, DROP, Bet, DrawPoker, DrawPokerState, Replace
from gamelore.games.poker.hands import class_table
from gamelore.games.poker.table import REPLACING, PokerAction

NO_LOG = 0


def sample_deals(game: DrawPoker, contests: int, rng: Rng) -> Int8s:
    """So many deals, each from a freshly shuffled deck."""
    from gamelore.games.poker import _kernels

    deals = np.empty((contests, 2 * HAND_SIZE + 2 * game.rules.max_replaced), dtype=np.int8)
    _kernels.shuffle_deals(rng, deals, np.arange(DECK_SIZE, dtype=np.int8))
    return deals


def require_reserved(game: DrawPoker) -> None:
    """The kernels know only reserved replacement cards."""
    if game.rules.replacements != "reserved":
        raise NotAvailable("arrays of contests need replacements='reserved'; play a common pile through states")


def play_random(game: DrawPoker, deals: Int8s, rng: Rng, *, log: int = NO_LOG) -> tuple[Floats, Int16s]:
    """Play every deal with each legal action equally likely.

    Gives the chips won by seat 0, and the first `log` actions of every contest as codes that `replay` understands.
    """
    from gamelore.games.poker import _kernels

    require_reserved(game)
    rules = game.rules
    places = range(HAND_SIZE)
    subsets = [sum(1 << i for i in c) for n in range(rules.max_replaced + 1) for c in itertools.combinations(places, n)]
    codes = np.zeros((len(deals), log), dtype=np.int16)
    limits = (rules.ante, rules.max_bet, rules.max_bets)
    won = _kernels.random_contests(rng, deals, class_table(), np.array(subsets, dtype=np.int8), limits, codes)
    return won / 2, codes


def replay(game: DrawPoker, deal: Deal, codes: Iterable[int]) -> DrawPokerState:
    """The state after the actions of a log; codes beyond the end of the contest are ignored."""
    state = game.deal_state(deal)
    for code in codes:
        if state.is_terminal():
            break
        action: PokerAction
        if state.stage() == REPLACING:
            hand = state.deal.hands[state.current_player()]
            action = Replace(tuple(card for i, card in enumerate(hand) if code >> i & 1))
        else:
            action = DROP if code < 0 else Bet(code) if code else CALL
        state = state.child(action)
    return state
