"""The compiled measures group by group: for who asks for few of them, and only about the moves that are still open.

What a measure counts is said in `measures.py` and found plainly in `finders.py`; tests hold the two together. Nothing
here allocates. A state is (own, other, left) for its mover, as for all kernels of board games; after a move the board
is (mine, theirs) and `rest` markers are left.
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
    LOSES_AT,
    LOST,
    NEAR,
    ONGOING,
    SLIDES,
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
    left_of,
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
from gamelore.games.board.turns import SIDED
from gamelore.learners.features.board._kernels import (
    BoardPicture,
    can_complete,
    lack_of_nearest,
    measure_lines,
    measure_side,
    slides,
)
from gamelore.learners.features.board.condition_rows import (
    BEHIND,
    EVEN,
    FIRST_MARKER,
    FIRST_PLAYER,
    HOLDING_CENTRE,
    PLACING,
    QUIET,
    SECOND_PLAYER,
    SLIDING,
)
from gamelore.learners.features.board.rows import (
    CAPTURES,
    CENTRE,
    CORNER,
    CROSSED,
    EXCHANGE,
    FORKING,
    LOSES,
    LOSING_REPLIES,
    NEAR_EMPTY,
    NEAR_OTHER,
    NEAR_OWN,
    OF_ANSWERS,
    OF_CONTENTS,
    OF_EXCHANGE,
    OF_HISTORY,
    OF_LINES,
    OF_MOVE,
    OF_OTHER_SIDE,
    OF_OWN_SIDE,
    OF_PLACE,
    OF_REPLIES,
    OPPOSITE_OTHER,
    OPPOSITE_OWN,
    OTHER_ALONE,
    OTHER_FULL,
    OTHER_READY,
    OTHER_STOPPED,
    OWN_ALONE,
    OWN_FULL,
    OWN_READY,
    OWN_STOPPED,
    REPLIES,
    RETURNS,
    SHARED,
    SIDE,
    SPREAD,
    STOPPING,
    SURE,
    UNANSWERED,
    WAYS,
    WINNING_REPLIES,
    WINS,
    WORTH_OF_A_WIN,
)

MOST_AHEAD = 64
"""More than anybody is ahead after anything."""


class Transition(NamedTuple):
    """A move: the board before it, the board after it, and what was made before."""

    own: int
    other: int
    mine: int
    theirs: int
    rest: int
    """Markers left to place after it."""
    made: int
    """How many boards the mover made earlier in the contest."""


@kernel(bare=True)
def measure_contents(goals: Ints, mine: int, theirs: int, column: Floats) -> None:
    """Count goal lines by what they hold."""
    for row in range(OWN_READY, SHARED + 1):
        column[row] = 0.0
    for k in range(len(goals)):
        size, held, against = popcount(goals[k]), popcount(mine & goals[k]), popcount(theirs & goals[k])
        if against == 0:
            column[OWN_READY] += held == size - 1
            column[OWN_ALONE] += held == 1
            column[OWN_FULL] += held == size
        if held == 0:
            column[OTHER_READY] += against == size - 1
            column[OTHER_ALONE] += against == 1
            column[OTHER_FULL] += against == size
        elif against:
            full = held + against == size
            column[SHARED] += not full
            column[OWN_STOPPED] += full and against == 1
            column[OTHER_STOPPED] += full and held == 1


@kernel(bare=True)
def measure_place(tables: BoardTables, picture: BoardPicture, step: Transition, column: Floats) -> None:
    """Say where the new marker stands, what is near it, and how far apart mine are."""
    new = step.mine & ~step.own
    to = lowest(new)
    near = way(tables, NEAR, 0, to)
    column[CORNER] = picture.corners & new != 0
    column[CENTRE] = picture.centre & new != 0
    column[SIDE] = (picture.corners | picture.centre) & new == 0
    column[WAYS] = popcount(near)
    column[NEAR_OWN] = popcount(near & step.mine)
    column[NEAR_OTHER] = popcount(near & step.theirs)
    column[NEAR_EMPTY] = popcount(near & ~(step.mine | step.theirs))
    column[OPPOSITE_OWN] = picture.opposite[to] & step.mine != 0
    column[OPPOSITE_OTHER] = picture.opposite[to] & step.theirs != 0
    crossed = 0
    for k in range(len(tables.goals)):
        crossed += tables.goals[k] & new != 0
    column[CROSSED] = crossed
    apart = 0
    first = step.mine
    while first:
        second = first & (first - 1)
        while second:
            apart += picture.steps[lowest(first), lowest(second)]
            second &= second - 1
        first &= first - 1
    column[SPREAD] = apart


@kernel(bare=True)
def wins_quietly(tables: BoardTables, own: int, other: int, left: int) -> bool:
    """Whether the mover has a move that wins without taking anything: it completes a line, or blocks the other."""
    empty = tables.rules[EVERYWHERE] & ~(own | other)
    flies = popcount(own) <= tables.rules[FLYING_AT]
    placing = places(left)
    starts = 1 if placing else own
    while starts:
        rest = own
        reach = landing(tables, empty)
        if not placing:
            rest = own & ~(1 << lowest(starts))
            reach = empty
            if not flies:
                reach = way(tables, STEPS, seat_of(left), lowest(starts)) & empty
        starts &= starts - 1
        while reach:
            if terminal(tables, other, rest | (reach & -reach), after(left)) == LOST:
                return True
            reach &= reach - 1
    return False


@kernel(bare=True)
def can_strike(tables: BoardTables, degree: int, own: int, other: int, left: int) -> bool:
    """Whether the mover could take a marker or win at once; the contest must not be over.

    Only who is nearly blocked can be blocked by one move, so that most states need no move to be tried.
    """
    rules = tables.rules
    empty = rules[EVERYWHERE] & ~(own | other)
    if (rules[LINE] == LINES_WIN or (rules[LINE] == LINES_CAPTURE and victims_of(tables, other) != 0)) and can_complete(
        tables, own, empty, left
    ):
        return True
    if rules[TAKING] and can_take(tables, own, other, empty, seat_of(left)):
        return True
    if rules[SLIDES] == 0 or left_of(left) > 1:
        return False
    if left == 0 and popcount(other) > rules[LOSES_AT] and slides(tables, other, empty, seat_of(passed(left))) > degree:
        return False
    return wins_quietly(tables, own, other, left)


@kernel(bare=True, quick=1000)
def holds(tables: BoardTables, picture: BoardPicture, condition: int, own: int, other: int, left: int, me: int) -> bool:
    """Whether a condition is true in a state that is not over; `me` is the seat of its mover."""
    if condition in (FIRST_PLAYER, SECOND_PLAYER):
        return me == condition - FIRST_PLAYER
    if condition == FIRST_MARKER:
        return own == 0
    if condition in (PLACING, SLIDING):
        return places(left) == (condition == PLACING)
    if condition in (EVEN, BEHIND):
        lead = popcount(own) + (1 if me == 1 and places(left) else 0) - popcount(other)
        return lead == 0 if condition == EVEN else lead < 0
    if condition == HOLDING_CENTRE:
        return own & picture.centre != 0
    if condition == QUIET:
        return not can_strike(tables, picture.degree, other, own, passed(left))
    return True


@kernel(bare=True)
def fork_places(tables: BoardTables, own: int, other: int, left: int) -> int:
    """At how many places the mover could complete a goal line."""
    empty = tables.rules[EVERYWHERE] & ~(own | other)
    gaps = line_gaps(tables, own, empty)
    if places(left):
        return popcount(gaps & landing(tables, empty))
    flies = popcount(own) <= tables.rules[FLYING_AT]
    count = 0
    while gaps:
        count += fillers(tables, own, lowest(gaps), flies, seat_of(left)) != 0
        gaps &= gaps - 1
    return count


@kernel(bare=True)
def measure_replies(tables: BoardTables, step: Transition, column: Floats, room: Ints) -> None:
    """Count the other's replies, and those that end the contest."""
    column[REPLIES] = column[WINNING_REPLIES] = column[LOSING_REPLIES] = 0.0
    if terminal(tables, step.theirs, step.mine, step.rest) != ONGOING:
        return
    tried = successors(tables, step.theirs, step.mine, step.rest, room[0], room[1], room[2])
    last = after(step.rest)
    column[REPLIES] = tried
    for r in range(tried):
        end = terminal(tables, room[1, r], room[2, r], last)
        column[WINNING_REPLIES] += end == LOST
        column[LOSING_REPLIES] += end == WON


@kernel(bare=True)
def measure_answers(tables: BoardTables, degree: int, step: Transition, column: Floats, room: Ints) -> None:
    """Try the other's replies, and see what could be answered to each."""
    column[SURE] = column[STOPPING] = column[UNANSWERED] = column[FORKING] = 0.0
    end = terminal(tables, step.theirs, step.mine, step.rest)
    if end != ONGOING:
        column[SURE] = end == LOST
        return
    tried = successors(tables, step.theirs, step.mine, step.rest, room[0], room[1], room[2])
    last = after(step.rest)
    for r in range(tried):
        own, other = room[1, r], room[2, r]
        end = terminal(tables, own, other, last)
        if end == WON or (end == ONGOING and can_strike(tables, degree, own, other, last)):
            continue
        column[STOPPING] += 1.0
        column[UNANSWERED] += end == LOST or own != step.mine
        if end == ONGOING:
            column[FORKING] += fork_places(tables, other, own, passed(last)) > 1
    column[SURE] = column[STOPPING] == 0.0


@kernel(inline=True, bare=True)
def ahead(end: int, own: int, other: int) -> int:
    """Markers that a side is ahead, whose own is `own`, where `end` is how the contest stands for the other."""
    if end == LOST:
        return WORTH_OF_A_WIN
    return -WORTH_OF_A_WIN if end == WON else popcount(own) - popcount(other)


@kernel(bare=True)
def tried_answers(tables: BoardTables, own: int, other: int, left: int) -> int:
    """How many markers the mover is ahead after its best move, every move being tried."""
    rules = tables.rules
    empty = rules[EVERYWHERE] & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    placing = places(left)
    victims = victims_of(tables, other) if rules[LINE] == LINES_CAPTURE else 0
    rest_left = after(left)
    best = -WORTH_OF_A_WIN
    starts = 1 if placing else own
    while starts:
        rest = own
        reach = landing(tables, empty)
        if not placing:
            rest = own & ~(1 << lowest(starts))
            reach = empty
            if not flies:
                reach = way(tables, STEPS, seat_of(left), lowest(starts)) & empty
            if rules[TAKING]:
                reach |= way(tables, TAKES, seat_of(left), lowest(starts)) & other
        starts &= starts - 1
        while reach:
            to = lowest(reach)
            reach &= reach - 1
            mine = rest | (1 << to)
            taken = other & (1 << to)
            if victims != 0 and completes(tables, rest, to):
                taken = victims
            while True:
                theirs = other & ~(taken & -taken)
                best = max(best, ahead(terminal(tables, theirs, mine, rest_left), mine, theirs))
                taken &= taken - 1
                if taken == 0:
                    break
    return best


@kernel(bare=True)
def best_answer(tables: BoardTables, degree: int, own: int, other: int, left: int, enough: int) -> int:
    """How many markers the mover is ahead after its best move, or `enough` if that is more; the contest must go on.

    Where markers are taken a move of one's own never loses, and who is not nearly blocked can be blocked neither by
    where a marker goes nor by which one is taken. Then nothing need be tried but whether a line can be completed.
    """
    rules = tables.rules
    if rules[LINE] != LINES_CAPTURE or left == 1 or left >= SIDED:
        return tried_answers(tables, own, other, left)
    lead = popcount(own) - popcount(other) + (left != 0)
    if lead >= enough:
        return enough
    empty = rules[EVERYWHERE] & ~(own | other)
    takes = victims_of(tables, other) != 0 and can_complete(tables, own, empty, left)
    if left == 0:
        if takes and popcount(other) - 1 <= rules[LOSES_AT]:
            return WORTH_OF_A_WIN
        if slides(tables, other, empty, seat_of(passed(left))) <= 2 * degree:
            return tried_answers(tables, own, other, left)
    return lead + takes


@kernel(bare=True)
def measure_exchange(tables: BoardTables, degree: int, step: Transition, column: Floats, room: Ints) -> None:
    """Try the other's replies and my answers to each: how many markers I am then ahead."""
    end = terminal(tables, step.theirs, step.mine, step.rest)
    if end != ONGOING:
        column[EXCHANGE] = ahead(end, step.mine, step.theirs)
        return
    tried = successors(tables, step.theirs, step.mine, step.rest, room[0], room[1], room[2])
    last = after(step.rest)
    worst = MOST_AHEAD
    for r in range(tried):
        own, other = room[1, r], room[2, r]
        end = terminal(tables, own, other, last)
        if end == ONGOING:
            worst = min(worst, best_answer(tables, degree, own, other, last, worst))
        else:
            worst = min(worst, -ahead(end, other, own))
    column[EXCHANGE] = worst


@kernel(bare=True, quick=100)
def measure_all_answers(
    tables: BoardTables, picture: BoardPicture, mine: Ints, theirs: Ints, rest: int, table: Floats, room: Ints
) -> None:
    """Fill the rows of answers for some boards after a move, a row of the table each."""
    for m in range(len(mine)):
        measure_answers(tables, picture.degree, Transition(0, 0, mine[m], theirs[m], rest, 0), table[m], room)


@kernel(bare=True)
def measure_move(tables: BoardTables, step: Transition, column: Floats) -> None:
    """Say whether the move ends the contest, and what it takes."""
    end = terminal(tables, step.theirs, step.mine, step.rest)
    column[WINS] = end == LOST
    column[LOSES] = end == WON
    column[CAPTURES] = popcount(step.other) - popcount(step.theirs)


@kernel(bare=True)
def measure_group(
    tables: BoardTables, picture: BoardPicture, group: int, step: Transition, history: Ints, column: Floats, room: Ints
) -> None:
    """Fill one group of rows for a move; `history` has the boards that the mover made, a column each."""
    if group == OF_MOVE:
        measure_move(tables, step, column)
    elif group in (OF_OWN_SIDE, OF_OTHER_SIDE):
        side = group - OF_OWN_SIDE
        own, other = (step.mine, step.theirs) if side == 0 else (step.theirs, step.mine)
        left = passed(step.rest) if side == 0 else step.rest
        measure_side(tables, picture.lines, own, other, left, side, column)
    elif group == OF_LINES:
        nearest = lack_of_nearest(tables.goals, step.other, step.own)
        measure_lines(
            tables.goals, step.own, step.other, step.mine, step.theirs,
            step.mine & ~step.own, step.own & ~step.mine, nearest, column,
        )  # fmt: skip
    elif group == OF_CONTENTS:
        measure_contents(tables.goals, step.mine, step.theirs, column)
    elif group == OF_PLACE:
        measure_place(tables, picture, step, column)
    elif group == OF_REPLIES:
        measure_replies(tables, step, column, room)
    elif group == OF_ANSWERS:
        measure_answers(tables, picture.degree, step, column, room)
    elif group == OF_EXCHANGE:
        measure_exchange(tables, picture.degree, step, column, room)
    elif group == OF_HISTORY:
        column[RETURNS] = 0.0
        for k in range(step.made):
            if history[0, k] == step.mine and history[1, k] == step.theirs and history[2, k] == step.rest:
                column[RETURNS] = 1.0


@kernel(bare=True, quick=500)
def measure_groups(
    tables: BoardTables,
    picture: BoardPicture,
    asked: Ints,
    own: int,
    other: int,
    left: int,
    history: Ints,
    moves: Ints,
    table: Floats,
    room: Ints,
) -> int:
    """Fill the asked groups for every move of a state that is not over; returns how many moves there are.

    `moves` receives the codes and the next states as the next mover sees them, `table` a row a move.
    """
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    rest = after(left)
    for m in range(count):
        step = Transition(own, other, moves[2, m], moves[1, m], rest, history.shape[1])
        for k in range(len(asked)):
            measure_group(tables, picture, asked[k], step, history, table[m], room)
    return count
