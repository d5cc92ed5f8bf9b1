"""The compiled kernels of the solver for board games: where a state stands in the table, and what its value is.

A class of states is (left, i, j): markers left to place, markers of the mover, markers of the other. Within a class
the mover's markers are reduced by symmetry to one representative of their orbit, and the other's are ranked among the
positions that remain. Values are 16-bit codes: 0 for a draw or not yet known, d + 1 for a win in d plies, -(d + 1) for
a loss in d plies.
"""

from __future__ import annotations

from typing import NamedTuple

from gamelore.base.arrays import Int16s, Int32s, Ints, UInt8s
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    EVERYWHERE,
    FLYING_AT,
    LOST,
    ONGOING,
    ORIGINS,
    SIZE,
    WON,
    BoardTables,
    image_of,
    successors,
    terminal,
    way,
)

NOT_DUE = -1
"""In `due`, which says at which level to look at a state: not before something it leads to is decided."""

UNDECIDED = 32767
"""Longer than any distance."""


class Index(NamedTuple):
    """How the states of a game are numbered."""

    binomial: Ints
    orbit_start: Ints
    """For each number of markers, where its sets begin in the two arrays below; -1 where they are not needed."""
    orbit_of: Int32s
    symmetry_of: UInt8s
    """The symmetry that maps a set to the representative of its orbit."""
    representative_start: Ints
    representatives: Ints
    weights: Ints
    """How many sets are in the orbit of each representative."""
    offsets: Ints
    """offsets[left, i, j]: where a class begins in the table; -1 for a class that is not stored."""


class Solved(NamedTuple):
    """A game as arrays, with the numbering and the values of its states."""

    tables: BoardTables
    numbering: Index
    values: Int16s


@kernel(inline=True, bare=True)
def colex(binomial: Ints, markers: int, without: int) -> int:
    """The rank of a set among those of its size, in colexicographic order, over the positions not in `without`."""
    rank = 0
    taken = 1
    while markers:
        position = lowest(markers)
        markers &= markers - 1
        rank += binomial[position - popcount(without & ((1 << position) - 1)), taken]
        taken += 1
    return rank


@kernel(inline=True, bare=True)
def of_rank(binomial: Ints, rank: int, size: int, without: int) -> int:
    """The set of a size that has a rank over the positions not in `without`: `colex` backwards."""
    markers = 0
    position = binomial.shape[0] - 1
    free = position - popcount(without)
    while size:
        position -= 1
        if not (without >> position) & 1:
            free -= 1
            if binomial[free, size] <= rank:
                rank -= binomial[free, size]
                size -= 1
                markers |= 1 << position
    return markers


@kernel(bare=True, quick=50)
def find_orbits(
    tables: BoardTables,
    binomial: Ints,
    size: int,
    orbit_of: Int32s,
    symmetry_of: UInt8s,
    representatives: Ints,
    weights: Ints,
) -> int:
    """Sort the sets of `size` positions into orbits under all symmetries; returns how many orbits there are."""
    total = binomial[tables.rules[SIZE], size]
    orbit_of[:total] = -1
    count = 0
    for rank in range(total):
        if orbit_of[rank] < 0:
            subset = of_rank(binomial, rank, size, 0)
            weight = 0
            for symmetry in range(tables.images.shape[0]):
                image = image_of(tables, symmetry, subset)
                place = colex(binomial, image, 0)
                if orbit_of[place] < 0:
                    orbit_of[place] = count
                    # The symmetry that leads back from the image to the representative.
                    for back in range(tables.images.shape[0]):
                        if image_of(tables, back, image) == subset:
                            symmetry_of[place] = back
                            break
                    weight += 1
            representatives[count] = subset
            weights[count] = weight
            count += 1
    return count


@kernel(inline=True, bare=True, quick=2000)
def locate(solved: Solved, own: int, other: int, left: int) -> int:
    """The place of a state in the table, -1 if its class is not stored."""
    tables, index = solved.tables, solved.numbering
    i, j = popcount(own), popcount(other)
    start = index.offsets[left, i, j]
    if start < 0:
        return -1
    entry = index.orbit_start[i] + colex(index.binomial, own, 0)
    symmetry = index.symmetry_of[entry]
    representative = image_of(tables, symmetry, own)
    rank = colex(index.binomial, image_of(tables, symmetry, other), representative)
    return int(start + index.orbit_of[entry] * index.binomial[tables.rules[SIZE] - i, j] + rank)


@kernel(inline=True, bare=True)
def board_at(solved: Solved, i: int, j: int, number: int) -> tuple[int, int]:
    """The markers of the mover and of the other in the state that has a number within its class."""
    index = solved.numbering
    others = index.binomial[solved.tables.rules[SIZE] - i, j]
    own = index.representatives[index.representative_start[i] + number // others]
    return own, of_rank(index.binomial, number % others, j, own)


@kernel(inline=True, bare=True)
def judged(end: int) -> int:
    """The code of a state that is over."""
    return 1 if end == WON else -1 if end == LOST else 0


@kernel(inline=True, bare=True, quick=2000)
def look_up(solved: Solved, own: int, other: int, left: int) -> int:
    """The code of any state; a state outside the stored classes is one that is over."""
    place = locate(solved, own, other, left)
    if place < 0:
        return judged(terminal(solved.tables, own, other, left))
    return int(solved.values[place])


@kernel(bare=True)
def backed_up(solved: Solved, own: int, other: int, left: int, buffers: Ints) -> int:
    """The code of a state as it follows from the codes of its children."""
    end = terminal(solved.tables, own, other, left)
    if end != ONGOING:
        return judged(end)
    count = successors(solved.tables, own, other, left, buffers[0], buffers[1], buffers[2])
    win = UNDECIDED
    loss = 0
    for k in range(count):
        code = look_up(solved, buffers[1, k], buffers[2, k], max(0, left - 1))
        if code < 0:
            win = min(win, -code)
        else:
            loss = max(loss, code if code else UNDECIDED)
    if win < UNDECIDED:
        return win + 1
    return -(loss + 1) if loss < UNDECIDED else 0


@kernel(bare=True, quick=50)
def settle(
    solved: Solved, due: Int16s, i: int, j: int, level: int, first: int, last: int, buffers: Ints, report: Ints
) -> None:
    """Decide the states of a sliding class that are due at this level, from a first number to a last one.

    At level 0 that is what is over. A state is won at level d when a child is lost in d - 1, lost when all children are
    won and the longest of them takes d - 1. Children in smaller classes may have greater distances already; then the
    state becomes due later. `report` receives how many states were decided and the earliest later level at which one is
    due.
    """
    start = solved.numbering.offsets[0, i, j]
    for number in range(first, last):
        place = start + number
        if due[place] == level:
            own, other = board_at(solved, i, j, number)
            code = backed_up(solved, own, other, 0, buffers)
            due[place] = NOT_DUE
            if abs(code) == level + 1:
                solved.values[place] = code
                report[0] += 1
            elif code != 0:
                due[place] = abs(code) - 1
        if due[place] > level and due[place] < report[1]:
            report[1] = due[place]


@kernel(inline=True, bare=True)
def make_due(solved: Solved, due: Int16s, own: int, other: int, level: int) -> None:
    """Make a sliding state due at a level, in every entry that stands for it.

    A representative that some symmetry maps onto itself has several entries for one state up to symmetry.
    """
    tables, index = solved.tables, solved.numbering
    i, j = popcount(own), popcount(other)
    start = index.offsets[0, i, j]
    if start < 0:
        return
    entry = index.orbit_start[i] + colex(index.binomial, own, 0)
    orbit = index.orbit_of[entry]
    start += orbit * index.binomial[tables.rules[SIZE] - i, j]
    symmetry = index.symmetry_of[entry]
    representative = image_of(tables, symmetry, own)
    image = image_of(tables, symmetry, other)
    alone = index.weights[index.representative_start[i] + orbit] == tables.images.shape[0]
    for fixing in range(1 if alone else tables.images.shape[0]):
        if alone or image_of(tables, fixing, representative) == representative:
            place = start + colex(index.binomial, image_of(tables, fixing, image), representative)
            if solved.values[place] == 0:
                due[place] = level


@kernel(bare=True, quick=50)
def propagate(solved: Solved, due: Int16s, i: int, j: int, level: int, first: int, last: int) -> None:
    """Make every state that may lead to one decided at this level due at the next one.

    The predecessors are taken generously (every marker of the other slid back wherever it might have come from);
    `settle` looks at each with the exact rules.
    """
    tables, start = solved.tables, solved.numbering.offsets[0, i, j]
    for number in range(first, last):
        if abs(solved.values[start + number]) != level + 1:
            continue
        own, other = board_at(solved, i, j, number)
        empty = tables.rules[EVERYWHERE] & ~(own | other)
        arrived = other
        while arrived:
            to = arrived & -arrived
            arrived &= arrived - 1
            origins = empty if j <= tables.rules[FLYING_AT] else way(tables, ORIGINS, 0, lowest(to)) & empty
            while origins:
                before = (other & ~to) | (origins & -origins)
                origins &= origins - 1
                make_due(solved, due, before, own, level + 1)


@kernel(bare=True, quick=50)
def back_up_class(
    solved: Solved, left: int, i: int, j: int, first: int, last: int, buffers: Ints, codes: Int16s
) -> None:
    """The codes of the states of a class as they follow from their children, written into `codes` of that class.

    This solves a class in which markers are placed, whose children are solved already, and checks any class.
    """
    for number in range(first, last):
        own, other = board_at(solved, i, j, number)
        codes[number] = backed_up(solved, own, other, left, buffers)


@kernel(bare=True, quick=500)
def judge_moves(solved: Solved, own: int, other: int, left: int, moves: Ints) -> int:
    """List every move of a state that is not over and the value it leads to; returns how many there are.

    The rows of `moves` receive the moves' codes, the two sides of the next state and its value.
    """
    count = successors(solved.tables, own, other, left, moves[0], moves[1], moves[2])
    for k in range(count):
        moves[3, k] = look_up(solved, moves[1, k], moves[2, k], max(0, left - 1))
    return count
