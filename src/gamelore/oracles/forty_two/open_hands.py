"""A deal of 42 solved: what each side takes when all hands lie open and everybody plays best.

Real hands do not lie open, so it is what could be had at most (`pricing.py`).
"""

from __future__ import annotations

from gamelore.base.errors import NotAvailable
from gamelore.games.forty_two.dominoes import ALL_POINTS
from gamelore.games.forty_two.game import FortyTwo, FortyTwoState
from gamelore.games.forty_two.rules import SEATS, NameTrump
from gamelore.games.forty_two.table import BIDDING, NAMING, OVER
from gamelore.games.forty_two.view import SEAT_NAMES
from gamelore.oracles.core import SolvedState
from gamelore.oracles.forty_two.solver import exact_points, exact_points_after


def solved(what: FortyTwo | FortyTwoState) -> SolvedState:
    """Points of declarer's side by what the mover does; before anybody is declarer, of each seat with each trump."""
    if isinstance(what, FortyTwo):
        raise NotAvailable("42 is solved deal by deal: give a state, such as game.initial_state(deal)")
    table = what.table
    if table.stage == OVER:
        return SolvedState(what, "over", {}, ())
    if table.stage == BIDDING:
        points = {
            f"{SEAT_NAMES[seat]} {NameTrump(trump)}": exact_points(what.deal, seat, trump)
            for seat in range(SEATS)
            for trump in table.rules.trumps
        }
        here = SEAT_NAMES[what.current_player()]
        most = max(taken for name, taken in points.items() if name.startswith(here))
        value = f"{here} can take {most} of {ALL_POINTS} points, all hands open"
        best = tuple(name for name, taken in points.items() if name.startswith(here) and taken == most)
    else:
        points = dict(zip(map(str, what.legal_actions()), _points_after(what), strict=True))
        side = table.declarer % 2
        most = (max if what.current_player() % 2 == side else min)(points.values())
        value = f"{' and '.join(SEAT_NAMES[side::2])} take {most} of {ALL_POINTS} points, all hands open"
        best = tuple(name for name, taken in points.items() if taken == most)
    return SolvedState(what, value, points, best)


def _points_after(state: FortyTwoState) -> list[int]:
    """What declarer's side takes after each legal action, trump named or dominoes played."""
    if state.table.stage == NAMING:
        return [exact_points(state.deal, state.table.declarer, trump) for trump in state.table.rules.trumps]
    return exact_points_after(state)
