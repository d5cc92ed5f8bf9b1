"""The compiled kernels of Hoyle: one survey of a state serves every Advisor.

Hoyle may look two plies ahead and no further (Epstein, Gelfand and Lesniak 1996, section 2). The survey makes that
look once: for every legal move it measures the state after it, tries every reply, and looks the results up in what was
learned. What each measure means is said in `rows.py`; the tests compute every one of them again through the rules as
a black box, without any of this, and hold the two together.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.bitops import lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    CAPTURES,
    FLYING_AT,
    LINE,
    LOST,
    ONGOING,
    SIZE,
    WINS,
    WON,
    BoardTables,
    completes,
    fillers,
    line_gaps,
    normal_key,
    successors,
    terminal,
    victims_of,
)
from gamelore.learners.advisors.rows import (
    BAD_REPLY,
    CREATED,
    END,
    FAMILIAR,
    GOOD_REPLIES,
    NEARLY,
    OTHER_COVER,
    OTHER_MARKERS,
    OTHER_MOVES,
    OTHER_PLANS,
    OTHER_SLIDES,
    OTHER_STRIKES,
    OTHER_TARGETS,
    OWN_COVER,
    OWN_MARKERS,
    OWN_MOVES,
    OWN_PLANS,
    OWN_SLIDES,
    OWN_STRIKES,
    OWN_TARGETS,
    ROPE,
    ROUGHLY,
    STORED,
)


@kernel(inline=True, bare=True)
def holds(keys: Ints, key: int) -> bool:
    """Whether a sorted array holds a key."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < len(keys) and keys[low] == key


@kernel(bare=True)
def state_key(tables: BoardTables, own: int, other: int, left: int, colour: int, options: Ints) -> int:
    """One number for a state and all its images; options are (symmetries, merge colours)."""
    tag = 2 * left
    if left == 0 and options[1] == 0:
        tag = colour
    return normal_key(tables, own, other, options[0]) * 128 + tag


@kernel(bare=True)
def masked_keys(tables: BoardTables, own: int, other: int, left: int, colour: int, options: Ints, keys: Ints) -> int:
    """The keys of a state with one marker ignored, then with two; returns how many of the first kind there are."""
    ones = popcount(own | other)
    first, second = 0, ones
    rest = own | other
    while rest:
        marker = rest & -rest
        rest &= rest - 1
        keys[first] = state_key(tables, own & ~marker, other & ~marker, left, colour, options)
        first += 1
        more = rest
        while more:
            both = marker | (more & -more)
            more &= more - 1
            keys[second] = state_key(tables, own & ~both, other & ~both, left, colour, options)
            second += 1
    return ones


@kernel(inline=True, bare=True)
def share_held(keys: Ints, asked: Ints, first: int, last: int) -> float:
    """The share of some keys that a sorted array holds."""
    if last <= first:
        return 0.0
    count = 0
    for k in range(first, last):
        if holds(keys, asked[k]):
            count += 1
    return count / (last - first)


@kernel(inline=True, bare=True)
def slides(tables: BoardTables, own: int, empty: int) -> int:
    """How many slides a side has along drawn lines, or flights if it may fly, whatever the stage."""
    if popcount(own) <= tables.rules[FLYING_AT]:
        return popcount(own) * popcount(empty)
    count = 0
    while own:
        count += popcount(tables.neighbours[lowest(own)] & empty)
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
    if left > 0 or gaps == 0:
        return gaps != 0
    flies = popcount(own) <= tables.rules[FLYING_AT]
    while gaps:
        if fillers(tables, own, lowest(gaps), flies):
            return True
        gaps &= gaps - 1
    return False


@kernel(bare=True)
def count_strikes(tables: BoardTables, own: int, other: int, left: int, found: Ints) -> None:
    """Count what a side to move could do at once, whoever's turn it is.

    `found` receives the moves (start and goal, captures not told apart), those that take a marker or win ("strikes"),
    the goals of the strikes as a set, and the moves after which the contest would go on and the side, moving again,
    could take a marker or complete a winning line ("plans"; nothing is taken off the board in between).
    """
    rules = tables.rules
    empty = ((1 << rules[SIZE]) - 1) & ~(own | other)
    flies = popcount(own) <= rules[FLYING_AT]
    lines = rules[LINE]
    takes = lines == CAPTURES and victims_of(tables, other) != 0
    after = left - 1 if left > 0 else 0
    found[0] = 0
    found[1] = 0
    found[2] = 0
    found[3] = 0
    starts = 1 if left > 0 else own
    while starts:
        rest = own
        reach = empty
        if left == 0:
            start = lowest(starts)
            rest = own & ~(1 << start)
            if not flies:
                reach = tables.neighbours[start] & empty
        starts &= starts - 1
        while reach:
            to = lowest(reach)
            reach &= reach - 1
            mine = rest | (1 << to)
            found[0] += 1
            end = terminal(tables, other, mine, after)
            if end == LOST or (takes and completes(tables, rest, to)):
                found[1] += 1
                found[2] |= 1 << to
            if (
                end == ONGOING
                and (takes or lines == WINS)
                and can_complete(tables, mine, ((1 << rules[SIZE]) - 1) & ~(mine | other), after)
            ):
                found[3] += 1


@kernel(inline=True, bare=True)
def measure(
    tables: BoardTables, lines: Ints, mine: int, theirs: int, left: int, table: Floats, column: int, found: Ints
) -> None:
    """Fill the measures of a board that need no reply: what I hold and could do, what the other holds and could do."""
    empty = ((1 << tables.rules[SIZE]) - 1) & ~(mine | theirs)
    table[OWN_MARKERS, column] = popcount(mine)
    table[OTHER_MARKERS, column] = popcount(theirs)
    table[OWN_SLIDES, column] = slides(tables, mine, empty)
    table[OTHER_SLIDES, column] = slides(tables, theirs, empty)
    table[OWN_COVER, column] = cover(lines, mine)
    table[OTHER_COVER, column] = cover(lines, theirs)
    count_strikes(tables, mine, theirs, left, found)
    table[OWN_MOVES, column] = found[0]
    table[OWN_STRIKES, column] = found[1]
    table[OWN_TARGETS, column] = popcount(found[2])
    table[OWN_PLANS, column] = found[3]
    count_strikes(tables, theirs, mine, left, found)
    table[OTHER_MOVES, column] = found[0]
    table[OTHER_STRIKES, column] = found[1]
    table[OTHER_TARGETS, column] = popcount(found[2])
    table[OTHER_PLANS, column] = found[3]


@kernel(bare=True)
def survey(
    tables: BoardTables,
    lines: Ints,
    own: int,
    other: int,
    left: int,
    colour: int,
    options: Ints,
    sure_wins: Ints,
    sure_losses: Ints,
    known: Ints,
    created: Ints,
    nearly: Ints,
    roughly: Ints,
    moves: Ints,
    replies: Ints,
    masks: Ints,
    table: Floats,
) -> int:
    """Survey a state that is not over.

    `moves` receives the codes, the next states (as the next mover sees them) and their keys; `table` one column a
    move and in its last column the state itself (BAD_REPLY there: whether the other, if it were on turn, could win).
    `replies` is room to work in. Returns the number of moves.
    """
    found = replies[4]
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    rest = left - 1 if left > 0 else 0
    last = left - 2 if left > 1 else 0
    before = table.shape[1] - 1
    look = len(sure_wins) + len(sure_losses) + len(known) > 0

    measure(tables, lines, own, other, left, table, before, found)
    # What the other could do if it were on turn: winning moves alarm Panic, losing ones are rope.
    table[BAD_REPLY, before] = 0.0
    ropes = 0
    if terminal(tables, other, own, left) == ONGOING:
        tried = successors(tables, other, own, left, replies[0], replies[1], replies[2])
        for r in range(tried):
            end = terminal(tables, replies[1, r], replies[2, r], rest)
            bad = end == LOST
            good = end == WON
            if end == ONGOING and look:
                key = state_key(tables, replies[1, r], replies[2, r], rest, colour, options)
                bad = holds(sure_losses, key)
                good = holds(sure_wins, key)
            if bad:
                table[BAD_REPLY, before] = 1.0
            if good:
                replies[3, ropes] = replies[0, r]
                ropes += 1
    table[ROPE, before] = ropes

    for m in range(count):
        theirs, mine = moves[1, m], moves[2, m]
        end = terminal(tables, theirs, mine, rest)
        table[END, m] = end if end < WON else (LOST if end == WON else WON)
        measure(tables, lines, mine, theirs, rest, table, m, found)
        key = state_key(tables, theirs, mine, rest, 1 - colour, options)
        moves[3, m] = key
        table[STORED, m] = 0.0
        table[BAD_REPLY, m] = 0.0
        table[GOOD_REPLIES, m] = 0.0
        table[ROPE, m] = 0.0
        table[FAMILIAR, m] = 0.0
        table[CREATED, m] = 1.0 if holds(created, key) else 0.0
        table[NEARLY, m] = 0.0
        table[ROUGHLY, m] = 0.0
        if len(nearly) > 0:
            ones = masked_keys(tables, theirs, mine, rest, 1 - colour, options, masks)
            total = ones * (ones + 1) // 2
            table[NEARLY, m] = share_held(nearly, masks, 0, ones)
            table[ROUGHLY, m] = share_held(roughly, masks, ones, total)
        if end != ONGOING:
            continue
        if holds(sure_wins, key):
            table[STORED, m] = 1.0
        elif holds(sure_losses, key):
            table[STORED, m] = -1.0
        tried = successors(tables, theirs, mine, rest, replies[0], replies[1], replies[2])
        good_replies = 0
        familiar = 0
        for r in range(tried):
            end = terminal(tables, replies[1, r], replies[2, r], last)
            bad = end == LOST
            good = end == WON
            if end == ONGOING and look:
                key = state_key(tables, replies[1, r], replies[2, r], last, colour, options)
                bad = holds(sure_losses, key)
                good = holds(sure_wins, key)
                if holds(known, key):
                    familiar += 1
            if bad:
                table[BAD_REPLY, m] = 1.0
            if good:
                good_replies += 1
                for k in range(ropes):
                    if replies[3, k] == replies[0, r]:
                        table[ROPE, m] += 1.0
                        break
        if good_replies == tried:
            table[GOOD_REPLIES, m] = 1.0
        table[FAMILIAR, m] = familiar / tried
    return count


@kernel(bare=True)
def prove(
    tables: BoardTables,
    own: int,
    other: int,
    left: int,
    colour: int,
    options: Ints,
    sure_wins: Ints,
    sure_losses: Ints,
    moves: Ints,
) -> int:
    """Whether a state is surely won (1) or lost (-1) by one move and what is stored, else 0."""
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    rest = left - 1 if left > 0 else 0
    losing = 0
    for m in range(count):
        end = terminal(tables, moves[1, m], moves[2, m], rest)
        if end == LOST:
            return 1
        if end == WON:
            losing += 1
        elif end == ONGOING:
            key = state_key(tables, moves[1, m], moves[2, m], rest, 1 - colour, options)
            if holds(sure_losses, key):
                return 1
            if holds(sure_wins, key):
                losing += 1
    return -1 if losing == count else 0


@kernel(bare=True)
def strengths(scores: Floats, base: float, centre: bool, out: Int8s) -> None:
    """Turn scores into comments from 0 to 10 around 5; a move at 5 gets none (-1). `centre` takes the mean as base."""
    n = len(scores)
    low = high = scores[0]
    total = 0.0
    for k in range(n):
        low = min(low, scores[k])
        high = max(high, scores[k])
        total += scores[k]
    if high - low < 1e-9:
        out[:] = -1
        return
    if centre:
        base = total / n
    span = max(high - base, base - low)
    for k in range(n):
        value = 5.0 + 5.0 * (scores[k] - base) / span
        rounded = int(np.floor(value + 0.5)) if value >= 0 else 0
        rounded = min(10, max(0, rounded))
        out[k] = -1 if rounded == 5 else rounded


@kernel(bare=True)
def pattern_scores(
    members: Ints,
    starts: Ints,
    classes: Ints,
    class_starts: Ints,
    weights: Floats,
    mine: Ints,
    theirs: Ints,
    scores: Floats,
) -> None:
    """The sum of the learned weights of all patterns on each of some boards, seen by the one who made them."""
    for k in range(len(mine)):
        total = 0.0
        for instance in range(len(starts) - 1):
            content = 0
            for place in range(starts[instance], starts[instance + 1]):
                position = members[place]
                content = 3 * content + ((mine[k] >> position) & 1) + 2 * ((theirs[k] >> position) & 1)
            total += weights[classes[class_starts[instance] + content]]
        scores[k] = total


@kernel(bare=True)
def pattern_step(
    members: Ints,
    starts: Ints,
    classes: Ints,
    class_starts: Ints,
    weights: Floats,
    squares: Floats,
    rate: float,
    mine: Ints,
    theirs: Ints,
    chosen: int,
    scores: Floats,
) -> None:
    """One softmax gradient step (Adagrad) that makes the chosen board likelier among some boards."""
    pattern_scores(members, starts, classes, class_starts, weights, mine, theirs, scores)
    top = scores[0]
    for k in range(len(mine)):
        top = max(top, scores[k])
    total = 0.0
    for k in range(len(mine)):
        scores[k] = np.exp(scores[k] - top)
        total += scores[k]
    for k in range(len(mine)):
        slope = (1.0 if k == chosen else 0.0) - scores[k] / total
        if abs(slope) < 1e-6:
            continue
        for instance in range(len(starts) - 1):
            content = 0
            for place in range(starts[instance], starts[instance + 1]):
                position = members[place]
                content = 3 * content + ((mine[k] >> position) & 1) + 2 * ((theirs[k] >> position) & 1)
            number = classes[class_starts[instance] + content]
            squares[number] += slope * slope
            weights[number] += rate * slope / np.sqrt(squares[number] + 1e-8)
