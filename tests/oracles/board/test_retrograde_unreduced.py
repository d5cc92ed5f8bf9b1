"""Five men's morris solved a second time, by other means, with the rules written out once more from the sources.

No symmetry, no levels, no shared code: boards are ternary numbers, the sliding classes are swept again and again until
nothing changes, the placing stage is computed backwards over all boards, and the reachable boards are counted forwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
import pytest
from tests.board_states import board_game

from gamelore.base.arrays import Bools, Int8s, Ints
from gamelore.oracles.board.solved_tables import solve

NEIGHBOURS = (
    "2 7, 1 3 5, 2 10, 5 8, 2 4 6, 5 9, 1 8 14, 4 7 11, 6 10 13, 3 9 16, 8 12, 11 13 15, 9 12, 7 15, 12 14 16, 10 15"
)
MILLS = "1 2 3, 1 7 14, 3 10 16, 14 15 16, 4 5 6, 4 8 11, 6 9 13, 11 12 13"
BOARDS_BEFORE_PLACING = [1, 16, 240, 1680, 10920, 43160, 156872, 381432, 847732, 1330440]
START_OF_SLIDING, SLIDING_STATES, SLIDING_STATES_OVER, SLIDING_BOARDS = 1929784, 15072228, 85620, 7580084


def masks(text: str) -> Ints:
    return np.array([sum(1 << (int(p) - 1) for p in part.split()) for part in text.split(",")], dtype=np.int64)


NEAR, LINES = masks(NEIGHBOURS), masks(MILLS)
BITS = np.arange(1 << 16)[:, None] >> np.arange(16) & 1
COUNT, TERNARY = BITS.sum(axis=1), BITS @ 3 ** np.arange(16)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return cast(Callable[..., Any], numba.njit(nogil=True)(function))


@compiled
def children(own: int, other: int, placing: bool, near: Ints, lines: Ints, out: Ints) -> int:
    """Every board after a move, as (next mover's markers) * 65536 + (the other's)."""
    number = 0
    for start in range(-1 if placing else 0, 0 if placing else 16):
        if not placing and not own >> start & 1:
            continue
        rest = own if placing else own ^ (1 << start)
        for to in range(16):
            if (own | other) >> to & 1 or (not placing and not near[start] >> to & 1):
                continue
            mine = rest | 1 << to
            closes = False
            for line in lines:
                if line >> to & 1 and mine & line == line:
                    closes = True
            if not closes:
                out[number] = other << 16 | mine
                number += 1
                continue
            safe = 0
            for line in lines:
                if other & line == line:
                    safe |= line
            loose = other & ~safe
            if loose == 0:
                loose = other
            for taken in range(16):
                if loose >> taken & 1:
                    out[number] = (other ^ (1 << taken)) << 16 | mine
                    number += 1
            if other == 0:
                out[number] = mine
                number += 1
    return number


@compiled
def boards(own_count: int, other_count: int, count: Ints) -> Ints:
    total = 0
    for fill in range(2):
        if fill:
            found = np.empty(total, np.int64)
            total = 0
        for own in range(1 << 16):
            if count[own] == own_count:
                for other in range(1 << 16):
                    if own & other == 0 and count[other] == other_count:
                        if fill:
                            found[total] = own << 16 | other
                        total += 1
    return found


@compiled
def sweep(some: Ints, values: Int8s, near: Ints, lines: Ints, count: Ints, ternary: Ints) -> int:
    """Look once at every undecided board of a sliding class; returns how many were decided."""
    out = np.empty(2000, np.int64)
    changed = 0
    for board in some:
        own, other = board >> 16, board & 65535
        place = ternary[own] + 2 * ternary[other]
        if values[place] != 0:
            continue
        number = children(own, other, False, near, lines, out)
        best = -1
        for k in range(number):
            a, b = out[k] >> 16, out[k] & 65535
            value = -1 if count[a] <= 2 else values[ternary[a] + 2 * ternary[b]]
            best = max(best, -value)
        if best != 0:
            values[place] = best
            changed += 1
    return changed


@compiled
def place(
    some: Ints,
    last: bool,
    values: Int8s,
    after: Int8s,
    near: Ints,
    lines: Ints,
    count: Ints,
    ternary: Ints,
) -> None:
    """Value all boards of a placing class from those with one marker less to place."""
    out = np.empty(2000, np.int64)
    for board in some:
        own, other = board >> 16, board & 65535
        best = -1
        for k in range(children(own, other, True, near, lines, out)):
            a, b = out[k] >> 16, out[k] & 65535
            if last and min(count[a], count[b]) <= 2:
                value = -1 if count[a] <= 2 else 1
            else:
                value = after[ternary[a] + 2 * ternary[b]]
            best = max(best, -value)
        values[ternary[own] + 2 * ternary[other]] = best


@compiled
def spread(some: Ints, placing: bool, seen: Bools, near: Ints, lines: Ints, count: Ints, ternary: Ints) -> Ints:
    """The boards that some boards lead to and that were not seen before."""
    out = np.empty(2000, np.int64)
    room = np.empty(1 << 20, np.int64)
    total = 0
    for board in some:
        own, other = board >> 16, board & 65535
        if not placing and min(count[own], count[other]) <= 2:
            continue
        for k in range(children(own, other, placing, near, lines, out)):
            spot = ternary[out[k] >> 16] + 2 * ternary[out[k] & 65535]
            if not seen[spot]:
                seen[spot] = True
                if total == len(room):
                    room = np.concatenate((room, room))
                room[total] = out[k]
                total += 1
    return room[:total].copy()


def tally(some: Ints, values: Int8s) -> tuple[int, int, int, int]:
    found = values[TERNARY[some >> 16] + 2 * TERNARY[some & 65535]]
    return len(some), int((found > 0).sum()), int((found == 0).sum()), int((found < 0).sum())


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_independent_solver_finds_the_same_wins_draws_and_losses_in_every_class() -> None:
    solved = solve(board_game("five_mens_morris"))
    expected = {(c.left, c.own, c.other): (c.boards, c.wins, c.draws, c.losses) for c in solved.counts()}
    values = np.zeros(3**16, dtype=np.int8)
    mine: dict[tuple[int, int, int], tuple[int, int, int, int]] = {}
    for total in range(6, 11):
        pairs = [(i, total - i) for i in range(3, 6) if 3 <= total - i <= 5]
        lists = {pair: boards(*pair, COUNT) for pair in pairs}
        while sum(sweep(some, values, NEAR, LINES, COUNT, TERNARY) for some in lists.values()):
            pass
        mine.update({(0, *pair): tally(some, values) for pair, some in lists.items()})
    for left in range(1, 11):
        fresh = np.zeros(3**16, dtype=np.int8)
        for key in expected:
            if key[0] == left:
                some = boards(key[1], key[2], COUNT)
                place(some, left == 1, fresh, values, NEAR, LINES, COUNT, TERNARY)
                mine[key] = tally(some, fresh)
        values = fresh
    assert mine == expected


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_reachable_boards_of_five_mens_morris_are_as_many_as_published() -> None:
    level = np.zeros(1, dtype=np.int64)
    sizes = []
    for _ in range(10):
        sizes.append(len(level))
        level = spread(level, True, np.zeros(3**16, dtype=np.bool_), NEAR, LINES, COUNT, TERNARY)
    assert sizes == BOARDS_BEFORE_PLACING
    assert len(level) == START_OF_SLIDING
    # Sliding states carry their mover: with ten plies placed, Black moves first, so two tables, one for each mover.
    seen = [np.zeros(3**16, dtype=np.bool_), np.zeros(3**16, dtype=np.bool_)]
    seen[0][TERNARY[level >> 16] + 2 * TERNARY[level & 65535]] = True
    found = [[level], [level[:0]]]
    turn = 0
    while len(level):
        turn = 1 - turn
        level = spread(level, False, seen[turn], NEAR, LINES, COUNT, TERNARY)
        found[turn].append(level)
    black, white = (np.concatenate(part) for part in found)
    states = np.concatenate([black, white])
    assert len(states) == SLIDING_STATES
    assert sum(over(int(s >> 16), int(s & 65535)) for s in states[few_moves(states)]) == SLIDING_STATES_OVER
    turned = (white & 65535) << 16 | white >> 16
    assert len(np.union1d(black, turned)) == SLIDING_BOARDS


def few_moves(states: Ints) -> Bools:
    """The states that may be over: a side with two markers, or a mover whose neighbours are all taken."""
    own, other = states >> 16, states & 65535
    reach = np.zeros(len(states), dtype=np.int64)
    for position in range(16):
        reach |= np.where(own >> position & 1, NEAR[position], 0)
    return cast(Bools, (np.minimum(COUNT[own], COUNT[other]) <= 2) | (reach & ~(own | other) == 0))


def over(own: int, other: int) -> bool:
    state = board_game("five_mens_morris").new_initial_state()
    return type(state)(state.game, own, other, 0, 0).is_terminal()
