"""The truth about small games that can cycle, by a textbook retrograde analysis over whole states.

It knows only the State interface: no symmetry, no tables, no kernels. Every reachable state gets a result and a
distance for its mover; whatever is never decided is a draw.
"""

from __future__ import annotations

from collections import defaultdict, deque

from tests.board_states import reachable

from gamelore.games.board.game import BoardGame, BoardState
from gamelore.oracles import Value


def plain_values(game: BoardGame) -> dict[BoardState, Value]:
    states = reachable(game)
    parents: dict[BoardState, list[BoardState]] = defaultdict(list)
    open_children: dict[BoardState, int] = {}
    values: dict[BoardState, Value] = {}
    todo: deque[BoardState] = deque()
    for state in states:
        if state.is_terminal():
            result = int(state.returns()[state.mover])
            values[state] = Value(result, 0 if result else None)
            if result:
                todo.append(state)
            continue
        children = [state.child(action) for action in state.legal_actions()]
        open_children[state] = len(children)
        for child in children:
            parents[child].append(state)
    while todo:  # in order of distance, because every move is one ply
        child = todo.popleft()
        after = values[child]
        assert after.distance is not None
        for state in parents[child]:
            if state in values:
                continue
            open_children[state] -= 1
            if after.result < 0:
                values[state] = Value(1, after.distance + 1)
            elif open_children[state] == 0:
                values[state] = Value(-1, after.distance + 1)
            if state in values:
                todo.append(state)
    return {state: values.get(state, Value(0, None)) for state in states}


def forced(state: BoardState, plies: int) -> int:
    """+1 if the mover can force a win within some plies, -1 if the other can, 0 if neither: plain search."""
    if state.is_terminal():
        return int(state.returns()[state.mover])
    if plies == 0:
        return 0
    worst = 1
    for action in state.legal_actions():
        after = forced(state.child(action), plies - 1)
        if after < 0:
            return 1
        worst = min(worst, after)
    return -1 if worst > 0 else 0
