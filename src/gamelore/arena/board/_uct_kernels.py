"""The compiled UCT over board tables: the same tries as `arena/uct.py` makes through the State interface.

Contests beyond the tree are played by the kernels of random play. The tree has a row for each try and is made before:
nothing here allocates.
"""

from __future__ import annotations

import math

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.games.board._kernels import (
    DRAWN,
    ONGOING,
    WON,
    BoardTables,
    after,
    below,
    listed_playouts,
    random_playouts,
    successors,
    terminal,
)  # fmt: skip

OWN, OTHER, LEFT, END, ABOVE, NEWEST, OLDER, MOVE, COUNT, FIRST, TRIED, VISITS, POINTS, NODE = range(14)
"""What is kept of a state: itself, whether it is over, the one before it, its newest child, the next older child of the
one before it, the number of the move that led to it; how many moves it has, which is tried first, how many were; how
often it was visited, and 2 for each win and 1 for each draw of who moved to it."""


@kernel(bare=True)
def set_node(tables: BoardTables, tree: Ints, number: int, above: int, move: int, stream: Ints, room: Ints) -> None:
    """Make a row of the tree for a state of which own, other and left are known."""
    node = tree[number]
    node[ABOVE], node[MOVE], node[NEWEST] = above, move, -1
    node[COUNT] = node[FIRST] = node[TRIED] = node[VISITS] = node[POINTS] = 0
    node[END] = terminal(tables, node[OWN], node[OTHER], node[LEFT])
    if node[END] == ONGOING:
        node[COUNT] = successors(tables, node[OWN], node[OTHER], node[LEFT], room[0], room[1], room[2])
        node[FIRST] = below(stream, node[COUNT])


@kernel(bare=True)
def likeliest(tree: Ints, number: int, curiosity: float, logs: Floats) -> int:
    """The child of a state whose every move was tried that promises most; of equals the newest."""
    best, most = -1, -1.0
    tries = logs[tree[number, VISITS]]
    child = tree[number, NEWEST]
    while child >= 0:
        visits = tree[child, VISITS]
        promise = tree[child, POINTS] / (2.0 * visits) + curiosity * math.sqrt(tries / visits)
        if promise > most:
            best, most = child, promise
        child = tree[child, OLDER]
    return best


@kernel(bare=True)
def grow(
    tables: BoardTables,
    own: int,
    other: int,
    left: int,
    tries: int,
    longest: int,
    listed: bool,
    curiosity: float,
    logs: Floats,
    stream: Ints,
    tree: Ints,
    results: Ints,
    room: Ints,
) -> int:
    """So many tries from a state that is not over; returns how many rows of the tree they took."""
    tree[0, OWN], tree[0, OTHER], tree[0, LEFT] = own, other, left
    set_node(tables, tree, 0, -1, -1, stream, room)
    size = 1
    for _ in range(tries):
        here = 0
        while tree[here, END] == ONGOING and tree[here, TRIED] == tree[here, COUNT]:
            here = likeliest(tree, here, curiosity, logs)
        end = tree[here, END]
        points = 1
        if end == ONGOING:
            move = (tree[here, FIRST] + tree[here, TRIED]) % tree[here, COUNT]
            tree[here, TRIED] += 1
            successors(tables, tree[here, OWN], tree[here, OTHER], tree[here, LEFT], room[0], room[1], room[2])
            tree[size, OWN], tree[size, OTHER], tree[size, LEFT] = room[1, move], room[2, move], after(tree[here, LEFT])
            tree[size, OLDER] = tree[here, NEWEST]
            tree[here, NEWEST] = size
            set_node(tables, tree, size, here, move, stream, room)
            here = size
            size += 1
            end = tree[here, END]
        if end == ONGOING:
            a, b, rest = tree[here, OWN], tree[here, OTHER], tree[here, LEFT]
            results[0] = results[1] = results[2] = 0
            results[3] = 1
            if listed:
                listed_playouts(tables, a, b, rest, longest, stream, results, room)
            else:
                random_playouts(tables, a, b, rest, longest, stream, results)
            points = results[1] + 2 * results[2]
        elif end != DRAWN:
            points = 0 if end == WON else 2
        while here >= 0:
            tree[here, VISITS] += 1
            tree[here, POINTS] += points
            points = 2 - points
            here = tree[here, ABOVE]
    return size
