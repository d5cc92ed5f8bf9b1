"""Double-dummy play of 42: what declarer's side takes when all hands lie open and everybody plays best.

Carberry's probability heuristic (pages 115 to 124) looks at the trump suit alone with open hands; this looks at the
whole deal. The values are exact for open hands and therefore optimistic for real ones: see `pricing` and `labels`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import ImpossibleState
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import ALL_POINTS, Domino
from gamelore.games.forty_two.game import Deal, FortyTwoState
from gamelore.games.forty_two.table import PLAYING, Table

_NOTHING: Ints = np.zeros(0, np.int64)
_ANY_MOVE: Ints = np.array([-1])


def solve(
    hands: Ints,
    trump: int | Ints,
    declarer: int | Ints = 0,
    *,
    low: int = 0,
    high: int = ALL_POINTS,
    ordered: bool = True,
) -> Ints:
    """Points of declarer's side for many whole deals, clipped to low..high; the declarer leads.

    `hands` has a row of four masks for each deal (`bulk.mask_of`). A narrow window is much faster than the full one:
    `low=b - 1, high=b` asks only whether `b` is made. `ordered=False` searches moves as they come, for checks.
    """
    n = len(hands)
    declarers = np.broadcast_to(np.asarray(declarer, np.int64), n)
    points = np.empty(n, np.int64)
    for leader in range(4):
        rows = np.flatnonzero(declarers == leader)
        if len(rows):
            trumps = np.broadcast_to(np.asarray(trump, np.int64), n)[rows]
            points[rows] = _run(hands[rows], trumps, declarers[rows], leader, _NOTHING, _ANY_MOVE, low, high, ordered)[
                :, 0
            ]
    return points


def solve_moves(
    worlds: Ints, table: Table, moves: Sequence[Domino], *, low: int, high: int, ordered: bool = True
) -> Ints:
    """Points of the whole hand for declarer's side after each move in each world, clipped to low..high.

    `worlds` holds what each seat still has; the table says what is on it. No moves: one column for best play.
    """
    if table.stage != PLAYING or table.trump is None:
        raise ImpossibleState(f"forty_two: there is nothing to solve while the stage is '{table.stage}'")
    taken = table.points(table.declarer % 2)
    n = len(worlds)
    trick = np.array([d.number for d in table.trick], np.int64)
    chosen = np.array([d.number for d in moves], np.int64) if moves else _ANY_MOVE
    trumps, declarers = np.full(n, table.trump), np.full(n, table.declarer)
    rest = _run(worlds, trumps, declarers, table.leader, trick, chosen, low - taken, high - taken, ordered)
    return rest + taken


def exact_points(deal: Deal, declarer: int, trump: int) -> int:
    """What declarer's side takes of the 42 points when he leads and all play best with open hands."""
    return int(solve(_masks(deal), trump, declarer)[0])


def makes(deal: Deal, declarer: int, trump: int, bid: int) -> bool:
    """Whether declarer's side makes a bid with open hands; much faster than the exact points."""
    needed = min(bid, ALL_POINTS)
    return bool(solve(_masks(deal), trump, declarer, low=needed - 1, high=needed)[0] == needed)


def exact_value(state: FortyTwoState) -> int:
    """What declarer's side takes in all when everybody plays best from a state on."""
    return int(solve_moves(_held(state), state.table, (), low=0, high=ALL_POINTS)[0, 0])


def exact_points_after(state: FortyTwoState) -> list[int]:
    """The same after each domino that may be played."""
    played = state.table.playable(state.hand(state.current_player()))
    found: list[int] = solve_moves(_held(state), state.table, played, low=0, high=ALL_POINTS)[0].tolist()
    return found


def _held(state: FortyTwoState) -> Ints:
    return np.array([[mask_of(state.hand(seat)) for seat in range(4)]], np.int64)


def _masks(deal: Deal) -> Ints:
    return np.array([[mask_of(hand) for hand in deal.hands]], np.int64)


def _run(
    hands: Ints,
    trumps: Ints,
    declarers: Ints,
    leader: int,
    trick: Ints,
    moves: Ints,
    low: int,
    high: int,
    ordered: bool,
) -> Ints:
    from gamelore.oracles.forty_two import _kernels

    out = np.empty((len(hands), len(moves)), np.int64)
    work = np.zeros(_kernels.WORK_SIZE, np.int64)
    _kernels.solve(
        work, np.ascontiguousarray(hands), np.ascontiguousarray(trumps), np.ascontiguousarray(declarers), leader, trick,
        moves, low, high, int(ordered), out,
    )  # fmt: skip
    return out
