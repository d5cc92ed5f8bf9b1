"""The compiled survey: one pass over all legal moves of a state fills every measure of the board after each of them.

It tries each move, each reply to it, and what either side could do if it were on turn. What a measure counts is said
in `measures.py`; `finders.py` finds the same through the rules as a black box, and the tests hold the two together.
"""

from __future__ import annotations

from typing import NamedTuple

from gamelore.base.arrays import Floats, Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    CAPTURES as LINES_CAPTURE,
)
from gamelore.games.board._kernels import (
    EVERYWHERE,
    FLYING_AT,
    LINE,
    LOST,
    ONGOING,
    STEPS,
    TAKES,
    TAKING,
    WON,
    BoardTables,
    after,
    can_take,
    completes,
    fillers,
    landing,
    line_gaps,
    passed,
    places,
    seat_of,
    successors,
    terminal,
    victims_of,
    way,
)
from gamelore.games.board._kernels import (
    WINS as LINES_WIN,
)
from gamelore.learners.features.board.rows import (
    ADDS,
    BLOCKS,
    BLOCKS_NEAREST,
    CAPTURES,
    HALFWAY,
    LACKS,
    LOSES,
    LOSING_REPLIES,
    NO_LINE,
    OTHER_OPEN,
    OWN_COVER,
    OWN_MARKERS,
    OWN_MOVES,
    OWN_OPEN,
    OWN_PLANS,
    OWN_SAFE,
    OWN_SLIDES,
    OWN_STRIKES,
    OWN_TARGETS,
    REPLIES,
    ROPE,
    THREATS,
    WINNING_REPLIES,
    WINS,
)


class BoardPicture(NamedTuple):
    """What the picture of a board shows beyond the rules."""

    lines: Ints
    """Each drawn line as a set."""
    pairs: Ints
    """Each two positions at least two drawn steps apart, as a set."""
    middles: Ints
    """For each of these pairs the places halfway, as a set."""
    corners: int
    centre: int
    """The set of the position in the middle of the picture; empty if none stands there."""
    opposite: Ints
    """For each position the set of the one that faces it through the middle of the picture."""
    steps: Ints
    """steps[a, b]: how many drawn steps two positions are apart."""
    degree: int
    """The most neighbours that a position has."""


class SurveyRoom(NamedTuple):
    """Room for a survey."""

    moves: Ints
    """Receives the codes and the next states, as the next mover sees them."""
    table: Floats
    """Receives one column a move, and in its last column the state itself."""
    replies: Ints


@kernel(inline=True, bare=True)
def slides(tables: BoardTables, own: int, empty: int, seat: int) -> int:
    """How many slides a side has along drawn lines, or flights if it may fly, whatever the stage."""
    if popcount(own) <= tables.rules[FLYING_AT]:
        return popcount(own) * popcount(empty)
    count = 0
    while own:
        count += popcount(way(tables, STEPS, seat, lowest(own)) & empty)
        own &= own - 1
    return count


@kernel(inline=True, bare=True)
def cover(lines: Ints, markers: int) -> int:
    """How many drawn lines hold at least one of the markers."""
    count = 0
    for mask in lines:
        count += 1 if markers & mask else 0
    return count


@kernel(inline=True, bare=True)
def can_complete(tables: BoardTables, own: int, empty: int, left: int) -> bool:
    """Whether a side to move can complete a goal line at once."""
    gaps = line_gaps(tables, own, empty)
    if places(left) or gaps == 0:
        return gaps & landing(tables, empty) != 0
    flies = popcount(own) <= tables.rules[FLYING_AT]
    while gaps:
        if fillers(tables, own, lowest(gaps), flies, seat_of(left)):
            return True
        gaps &= gaps - 1
    return False


@kernel(bare=True)
def measure_side(tables: BoardTables, lines: Ints, own: int, other: int, left: int, side: int, column: Floats) -> None:
    """Fill what a side (0 for mine) holds, and could do if it were on turn."""
    rules = tables.rules
    everywhere = rules[EVERYWHERE]
    empty = everywhere & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    takes = rules[LINE] == LINES_CAPTURE and victims_of(tables, other) != 0
    rest_left = after(left)
    placing = places(left)
    moves = strikes = targets = plans = safe = 0
    starts = 1 if placing else own
    while starts:
        rest = own
        reach = landing(tables, empty)
        if not placing:
            start = lowest(starts)
            rest = own & ~(1 << start)
            reach = empty
            if not flies:
                reach = way(tables, STEPS, seat_of(left), start) & empty
            if rules[TAKING]:
                reach |= way(tables, TAKES, seat_of(left), start) & other
        starts &= starts - 1
        while reach:
            to = lowest(reach)
            reach &= reach - 1
            mine = rest | (1 << to)
            theirs = other & ~(1 << to)
            moves += 1
            end = terminal(tables, theirs, mine, rest_left)
            safe += 0 if end == WON else 1
            if end == LOST or theirs != other or (takes and completes(tables, rest, to)):
                strikes += 1
                targets |= 1 << to
            if end == ONGOING:
                room, again = everywhere & ~(mine | theirs), passed(rest_left)
                fills = (takes or rules[LINE] == LINES_WIN) and can_complete(tables, mine, room, again)
                if fills or (rules[TAKING] and can_take(tables, mine, theirs, room, seat_of(again))):
                    plans += 1
    column[OWN_MARKERS + side] = popcount(own)
    column[OWN_SLIDES + side] = slides(tables, own, empty, seat_of(left))
    column[OWN_COVER + side] = cover(lines, own)
    column[OWN_MOVES + side] = moves
    column[OWN_STRIKES + side] = strikes
    column[OWN_TARGETS + side] = popcount(targets)
    column[OWN_PLANS + side] = plans
    column[OWN_SAFE + side] = safe


@kernel(inline=True, bare=True)
def measure_lines(
    goals: Ints, own: int, other: int, mine: int, theirs: int, arrives: int, leaves: int, nearest: int, column: Floats
) -> None:
    """Fill the measures of goal lines, from the markers before a move and after it, where it arrives and leaves.

    `nearest` is how many markers the other's fullest lines lack. Of a state itself every line is one to add to.
    """
    own_open = other_open = adds = blocks = blocks_nearest = threats = 0
    lacks = NO_LINE
    for mask in goals:
        size, held, against = popcount(mask), popcount(own & mask), popcount(other & mask)
        own_open += 1 if theirs & mask == 0 else 0
        other_open += 1 if mine & mask == 0 else 0
        if mask & arrives == 0 or mask & leaves:
            continue
        if against == 0:
            adds += 1 if held else 0
            lacks = min(lacks, size - held)
        elif held == 0:
            blocks += 1
            blocks_nearest += 1 if size - against == nearest else 0
        if theirs & mask == 0 and popcount(mine & mask) == size - 1:
            threats += 1
    column[OWN_OPEN] = own_open
    column[OTHER_OPEN] = other_open
    column[ADDS] = adds
    column[LACKS] = lacks
    column[BLOCKS] = blocks
    column[BLOCKS_NEAREST] = blocks_nearest
    column[THREATS] = threats


@kernel(inline=True, bare=True)
def lack_of_nearest(goals: Ints, own: int, other: int) -> int:
    """How many markers a side's fullest lines lack, of those that it has begun and the other has not entered."""
    nearest = NO_LINE
    for mask in goals:
        if own & mask and other & mask == 0:
            nearest = min(nearest, popcount(mask & ~own))
    return nearest


@kernel(bare=True, quick=100)
def survey(tables: BoardTables, picture: BoardPicture, own: int, other: int, left: int, room: SurveyRoom) -> int:
    """Survey a state that is not over; returns the number of moves."""
    moves, table, replies = room
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    rest = after(left)
    last = after(rest)
    everywhere = tables.rules[EVERYWHERE]
    nearest = lack_of_nearest(tables.goals, other, own)

    before = table[:, -1]
    before[:] = 0.0
    measure_side(tables, picture.lines, own, other, left, 0, before)
    measure_side(tables, picture.lines, other, own, passed(left), 1, before)
    measure_lines(tables.goals, own, other, own, other, everywhere, 0, nearest, before)
    ropes = 0
    if terminal(tables, other, own, passed(left)) == ONGOING:
        tried = successors(tables, other, own, passed(left), replies[0], replies[1], replies[2])
        before[REPLIES] = tried
        for r in range(tried):
            end = terminal(tables, replies[1, r], replies[2, r], after(passed(left)))
            before[WINNING_REPLIES] += 1.0 if end == LOST else 0.0
            if end == WON:
                replies[3, ropes] = replies[0, r]
                ropes += 1
    before[LOSING_REPLIES] = ropes
    before[ROPE] = ropes

    for m in range(count):
        theirs, mine = moves[1, m], moves[2, m]
        column = table[:, m]
        column[:] = 0.0
        end = terminal(tables, theirs, mine, rest)
        column[WINS] = 1.0 if end == LOST else 0.0
        column[LOSES] = 1.0 if end == WON else 0.0
        column[CAPTURES] = popcount(other) - popcount(theirs)
        measure_side(tables, picture.lines, mine, theirs, passed(rest), 0, column)
        measure_side(tables, picture.lines, theirs, mine, rest, 1, column)
        measure_lines(tables.goals, own, other, mine, theirs, mine & ~own, own & ~mine, nearest, column)
        if end != ONGOING:
            continue
        tried = successors(tables, theirs, mine, rest, replies[0], replies[1], replies[2])
        column[REPLIES] = tried
        for r in range(tried):
            end = terminal(tables, replies[1, r], replies[2, r], last)
            column[WINNING_REPLIES] += 1.0 if end == LOST else 0.0
            if end == WON:
                column[LOSING_REPLIES] += 1.0
                for k in range(ropes):
                    column[ROPE] += 1.0 if replies[3, k] == replies[0, r] else 0.0

    for k in range(len(picture.pairs)):
        pair = picture.pairs[k]
        if own & pair == pair or other & pair == pair:
            for m in range(count):
                table[HALFWAY, m] += 1.0 if moves[2, m] & ~own & picture.middles[k] else 0.0
    return count
