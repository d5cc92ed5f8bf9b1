"""The compiled kernels of Hoyle's memory: the keys of states, and what is stored about every move and every reply.

Hoyle may look two plies ahead and no further (Epstein, Gelfand and Lesniak 1996, section 2). What the board shows there
is the shared survey's business (`features/board`); here the results are looked up in what was learned. What each row
means is said in `memory_rows.py`; the tests compute each of them again without any of this, and hold the two together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.bitops import lowest
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    LOST,
    ONGOING,
    WON,
    BoardTables,
    after,
    normal_key,
    passed,
    seat_of,
    successors,
    terminal,
)
from gamelore.games.board.turns import SIDED
from gamelore.learners.advisors.memory.memory_rows import (
    BAD_REPLY,
    CREATED,
    FAMILIAR,
    GOOD_REPLIES,
    KNOWN_ROPE,
    NEARLY,
    ROUGHLY,
    STORED,
)

TAGS = 128
"""Room for what a key tells beside the board."""


class Stand(NamedTuple):
    """A state as the kernels see it: the mover's markers, the other's, those left to place, and the mover's seat."""

    own: int
    other: int
    left: int
    colour: int


class Lookups(NamedTuple):
    """Keys of states as sorted arrays, a row of two words each."""

    sure_wins: Ints
    sure_losses: Ints
    known: Ints
    """States in which an expert was seen to move."""
    created: Ints
    """States that an expert made."""
    nearly: Ints
    """The same with one marker ignored."""
    roughly: Ints
    """The same with two markers ignored."""


class Asked(NamedTuple):
    """What is to be looked up, and where the answers go."""

    theirs: Ints
    """The boards after the moves, as the next mover sees them."""
    mine: Ints
    keys: Ints
    """Receives the keys of these states, a row each, and last that of the state itself."""
    after: Floats
    """Receives the rows of memory, which are zero before."""
    before: Floats
    """Receives those of the state itself."""


class Room(NamedTuple):
    """How states are told apart, and room to look them up in."""

    options: Ints
    """The number of symmetries, and whether colours are merged."""
    replies: Ints
    masks: Ints
    """The keys of a state with one or two markers ignored."""
    powers: Ints
    """For each position what a marker of the mover there adds to the two words of each image of a board."""
    parts: Ints
    """What each marker of a state adds to these words, and in row 0 the words themselves."""


@kernel(inline=True, bare=True)
def is_before(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a key comes before another."""
    return one[0] < other[0] or (one[0] == other[0] and one[1] < other[1])


@kernel(inline=True, bare=True)
def place_of(keys: Ints, key: tuple[int, int]) -> int:
    """Where a key stands in a sorted array, or would stand."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if is_before((keys[middle, 0], keys[middle, 1]), key):
            low = middle + 1
        else:
            high = middle
    return low


@kernel(inline=True, bare=True)
def holds(keys: Ints, key: tuple[int, int]) -> bool:
    """Whether a sorted array holds a key."""
    place = place_of(keys, key)
    return place < len(keys) and keys[place, 0] == key[0] and keys[place, 1] == key[1]


@kernel(bare=True, quick=1000)
def find_missing(keys: Ints, asked: Ints, places: Ints) -> None:
    """Where each of some keys is to be put into a sorted array; -1 where it is there already."""
    for k in range(len(asked)):
        key = (asked[k, 0], asked[k, 1])
        places[k] = -1 if holds(keys, key) else place_of(keys, key)


@kernel(inline=True, bare=True)
def tags_of(stand: Stand, options: Ints) -> tuple[int, int]:
    """What the words of a key tell beside the board; options are (symmetries, merge colours).

    Where the sides differ that is what the other has left, what the mover has left, and its seat.
    """
    if stand.left >= SIDED:
        return stand.left >> 8 & 255, 2 * (stand.left & 255) + seat_of(stand.left)
    return 0, (stand.colour if stand.left == 0 and options[1] == 0 else 2 * stand.left)


@kernel(bare=True, quick=5000)
def state_key(tables: BoardTables, stand: Stand, options: Ints) -> tuple[int, int]:
    """Two words for a state and all its images."""
    first, second = normal_key(tables, stand.own, stand.other, options[0])
    tags = tags_of(stand, options)
    return first * TAGS + tags[0], second * TAGS + tags[1]


@kernel(inline=True, bare=True, quick=5000)
def open_key(tables: BoardTables, stand: Stand, options: Ints) -> tuple[int, int]:
    """The key of a state while the contest goes on; of one that is over, minus how it ended for the mover."""
    end = terminal(tables, stand.own, stand.other, stand.left)
    return state_key(tables, stand, options) if end == ONGOING else (0, -end)


@kernel(bare=True, quick=1000)
def masked_keys(stand: Stand, room: Room) -> int:
    """The keys of a state with one marker ignored, then with two; returns how many of the first kind there are.

    A board is a number in base three, so ignoring a marker takes its part off the number of every image.
    """
    options, parts, keys = room.options, room.parts, room.masks
    symmetries, tags = options[0], tags_of(stand, options)
    parts[0] = 0
    ones = 0
    rest = stand.own | stand.other
    while rest:
        ones += 1
        position = lowest(rest)
        rest &= rest - 1
        times = 1 if (stand.own >> position) & 1 else 2
        for s in range(symmetries):
            for word in range(2):
                parts[ones, s, word] = times * room.powers[position, s, word]
                parts[0, s, word] += parts[ones, s, word]
    row = ones
    for a in range(1, ones + 1):
        key = (parts[0, 0, 0] - parts[a, 0, 0], parts[0, 0, 1] - parts[a, 0, 1])
        for s in range(1, symmetries):
            image = (parts[0, s, 0] - parts[a, s, 0], parts[0, s, 1] - parts[a, s, 1])
            key = image if is_before(image, key) else key
        keys[a - 1, 0], keys[a - 1, 1] = key[0] * TAGS + tags[0], key[1] * TAGS + tags[1]
        for b in range(a + 1, ones + 1):
            key = (parts[0, 0, 0] - parts[a, 0, 0] - parts[b, 0, 0], parts[0, 0, 1] - parts[a, 0, 1] - parts[b, 0, 1])
            for s in range(1, symmetries):
                image = (
                    parts[0, s, 0] - parts[a, s, 0] - parts[b, s, 0],
                    parts[0, s, 1] - parts[a, s, 1] - parts[b, s, 1],
                )
                key = image if is_before(image, key) else key
            keys[row, 0], keys[row, 1] = key[0] * TAGS + tags[0], key[1] * TAGS + tags[1]
            row += 1
    return ones


@kernel(inline=True, bare=True)
def share_held(keys: Ints, asked: Ints, first: int, last: int) -> float:
    """The share of some keys that a sorted array holds."""
    if last <= first:
        return 0.0
    count = 0
    for k in range(first, last):
        if holds(keys, (asked[k, 0], asked[k, 1])):
            count += 1
    return count / (last - first)


@kernel(bare=True, quick=50)
def recall(tables: BoardTables, stand: Stand, lookups: Lookups, asked: Asked, room: Room) -> None:
    """Look up the states after the moves of a state, and the replies to them."""
    own, other, left, colour = stand
    theirs, mine, keys, table, before = asked
    wins, losses, replies, options = lookups.sure_wins, lookups.sure_losses, room.replies, room.options
    rest = after(left)
    last = after(rest)
    keys[-1, 0], keys[-1, 1] = state_key(tables, stand, options)
    # What the other could do if it were on turn: winning moves alarm Panic, losing ones are rope.
    ropes = 0
    if terminal(tables, other, own, passed(left)) == ONGOING:
        for r in range(successors(tables, other, own, passed(left), replies[0], replies[1], replies[2])):
            key = open_key(tables, Stand(replies[1, r], replies[2, r], after(passed(left)), colour), options)
            if key[1] == -LOST or holds(losses, key):
                before[BAD_REPLY] = 1.0
            if key[1] == -WON or holds(wins, key):
                replies[3, ropes] = replies[0, r]
                ropes += 1
    before[KNOWN_ROPE] = ropes

    for m in range(len(mine)):
        column = table[:, m]
        made = Stand(theirs[m], mine[m], rest, 1 - colour)
        key = state_key(tables, made, options)
        keys[m, 0], keys[m, 1] = key
        column[CREATED] = 1.0 if holds(lookups.created, key) else 0.0
        if len(lookups.nearly) > 0:
            ones = masked_keys(made, room)
            column[NEARLY] = share_held(lookups.nearly, room.masks, 0, ones)
            column[ROUGHLY] = share_held(lookups.roughly, room.masks, ones, ones * (ones + 1) // 2)
        if terminal(tables, theirs[m], mine[m], rest) != ONGOING:
            continue
        column[STORED] = 1.0 if holds(wins, key) else -1.0 if holds(losses, key) else 0.0
        tried = successors(tables, theirs[m], mine[m], rest, replies[0], replies[1], replies[2])
        good_replies = familiar = 0
        for r in range(tried):
            key = open_key(tables, Stand(replies[1, r], replies[2, r], last, colour), options)
            if key[1] == -LOST or holds(losses, key):
                column[BAD_REPLY] = 1.0
            if key[1] == -WON or holds(wins, key):
                good_replies += 1
                for k in range(ropes):
                    column[KNOWN_ROPE] += 1.0 if replies[3, k] == replies[0, r] else 0.0
            if holds(lookups.known, key):
                familiar += 1
        column[GOOD_REPLIES] = 1.0 if good_replies == tried else 0.0
        column[FAMILIAR] = familiar / tried


@kernel(bare=True, quick=100)
def prove(tables: BoardTables, stand: Stand, lookups: Lookups, room: Room) -> int:
    """Whether a state is surely won (1) or lost (-1) by one move and what is stored, else 0."""
    own, other, left, colour = stand
    moves = room.replies
    count = successors(tables, own, other, left, moves[0], moves[1], moves[2])
    losing = 0
    for m in range(count):
        made = Stand(moves[1, m], moves[2, m], after(left), 1 - colour)
        key = open_key(tables, made, room.options)
        if key[1] == -LOST or holds(lookups.sure_losses, key):
            return 1
        if key[1] == -WON or holds(lookups.sure_wins, key):
            losing += 1
    return -1 if losing == count else 0


@kernel(bare=True, quick=5000)
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


@kernel(bare=True, quick=200)
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


@kernel(bare=True, quick=200)
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
