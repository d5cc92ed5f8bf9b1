"""What Waterman's rules look at in draw poker: seven variables of the situation and what they rest on (1968, ch. 5.2).

`situation` measures everything that is read off a view, or remembered of the opponent; the function variables are left
to whoever has formulas for them. `remember` is the bookkeeping at the end of a round-of-play. The source gives no
formula for the memory of bluffs and of the correlation between hands and bets; ours fit the values it prints.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gamelore.games.core import NOBODY, AnyView
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.hands import hand_class, hand_value
from gamelore.games.poker.table import Bet, Replaced, Table
from gamelore.learners.features.core import Feature, register_feature

GAME = "draw_poker"
NOTHING_KNOWN: Mapping[str, float] = {"OBLUFFS": 0, "OCORREL": 0, "OD": 0}
"""What is remembered of an opponent nobody has met."""
NOT_REPLACED = -1
"""ORP before the draw."""

HIGH_BET = 10
LOWEST_CLASS = 2
"""The value of the best hand without a pair: who loses with it after high bets was bluffing."""
BOLD_MEAN_BET, STRONG_HAND = 5, 34
"""From which mean bet and from which hand the correlation of bets and hands is judged."""


def bets_of(table: Table, seat: int) -> list[int]:
    """The sizes of a seat's bets so far; seat 0 begins every interval and the seats alternate."""
    sizes, turn = [], 0
    for event in table.history:
        if isinstance(event, Replaced):
            turn = 0
            continue
        if isinstance(event, Bet) and turn == seat:
            sizes.append(event.size)
        turn = 1 - turn
    return sizes


def situation(view: DrawPokerView, memory: Mapping[str, float] = NOTHING_KNOWN) -> dict[str, float]:
    """The variables that are read off the table or remembered; BLUFFO and OSTYLE follow from them by formulas."""
    table = view.table
    bets = bets_of(table, 1 - view.seat)
    replaced = view.opponent_replaced if len(table.replaced) == 2 else None
    return {
        "VDHAND": hand_value(view.hand),
        "POT": table.pot,
        "LASTBET": table.last_bet,
        "POTBET": table.pot // table.last_bet if table.last_bet else table.pot,
        "ORP": NOT_REPLACED if replaced is None else replaced,
        "OAVGBET": sum(bets) / len(bets) if bets else 0,
        "OTBET": len(bets),
        **memory,
    }


def remember(memory: Mapping[str, float], view: DrawPokerView) -> dict[str, float]:
    """What is remembered of the opponent after a round-of-play, from the view of its end."""
    table, other = view.table, 1 - view.seat
    bluffs, correlation, drops = (memory[name] for name in ("OBLUFFS", "OCORREL", "OD"))
    if table.dropped == other:
        drops += 1
    elif table.dropped == NOBODY and view.shown:
        bets = bets_of(table, other)
        value, mean = hand_value(view.shown), sum(bets) / len(bets) if bets else 0
        if value <= LOWEST_CLASS and sum(bets) >= HIGH_BET and hand_class(view.shown) < hand_class(view.hand):
            bluffs += 1
        if mean >= BOLD_MEAN_BET:
            correlation += 1 if value >= STRONG_HAND else -1
        elif value >= STRONG_HAND:
            correlation -= 1
    return {"OBLUFFS": bluffs, "OCORREL": correlation, "OD": drops}


# --- the same as Features ---------------------------------------------------------------------------------------------


def _read(name: str) -> Any:
    def measure(view: AnyView, about: Any, memory: Mapping[str, Any] | None) -> float:
        assert isinstance(view, DrawPokerView)
        return situation(view, NOTHING_KNOWN if memory is None else memory)[name]

    return measure


def opponent_style(view: AnyView, about: Any = None, memory: Mapping[str, Any] | None = None) -> float:
    """CS: how conservatively the opponent plays."""
    known = NOTHING_KNOWN if memory is None else memory
    return float(known["OCORREL"] + 2 * known["OD"])


def opponent_hand(view: AnyView, about: Any = None, memory: Mapping[str, Any] | None = None) -> float:
    """OH: the value that the opponent's hand may be expected to have."""
    assert isinstance(view, DrawPokerView)
    known = NOTHING_KNOWN if memory is None else memory
    bluffing = known["OBLUFFS"] - 2 * opponent_style(view, about, memory)
    return float(6 - 0.05 * sum(bets_of(view.table, 1 - view.seat)) * bluffing)


def bluffable(view: AnyView, about: Any = None, memory: Mapping[str, Any] | None = None) -> float:
    """BLUFFO: how easily the opponent can be bluffed, an integer."""
    return float(math.floor(8 * opponent_style(view, about, memory) - opponent_hand(view, about, memory)))


for _feature in (
    Feature("VDHAND", "the value of your hand", _read("VDHAND"), 1, 600_000),
    Feature("POT", "the matched money in the pot", _read("POT"), 2, 700),
    Feature("LASTBET", "what the opponent bet last and you have not matched", _read("LASTBET"), 0, 20),
    Feature("BLUFFO", "how easily the opponent can be bluffed", bluffable, -200, 200, degree=4),
    Feature("POTBET", "how many times the last bet the pot holds", _read("POTBET"), 0, 700, degree=1),
    Feature("ORP", "how many cards the opponent replaced, -1 before the draw", _read("ORP"), -1, 3),
    Feature("OSTYLE", "how conservatively the opponent plays", opponent_style, -50, 100, degree=1),
    Feature("OH", "what the opponent's hand may be expected to be worth", opponent_hand, -400, 400, degree=3),
):
    register_feature(GAME, _feature)
