"""The survey of a state computed again, plainly: through the rules as a black box, without kernels and goal tables.

Moves come from `legal_actions`, states from `child` and `null`, ends from `outcome`; markers are counted on the board,
slides and cover on the drawn lines. Nothing here knows where the mills are. The meaning of each row is that of
`gamelore.learners.advisors.rows`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

from gamelore.games.board.game import BoardState, Move
from gamelore.learners.advisors import rows
from gamelore.learners.advisors.knowledge import Knowledge

Step = tuple[int | None, int]


def key_of(state: BoardState, knowledge: Knowledge) -> tuple[object, ...]:
    """What identifies a state and its images: the smallest picture, the markers left, and who moves while it counts."""
    count, merged = (int(option) for option in knowledge.options)
    pictures = []
    for symmetry in state.game.all_symmetries[:count]:
        image = state.transform(symmetry)
        own, other = (image.x, image.o) if state.mover == 0 else (image.o, image.x)
        pictures.append(tuple((own >> p & 1) + 2 * (other >> p & 1) for p in range(state.game.board.size)))
    return min(pictures), state.left, None if state.left or merged else state.mover


@dataclass(frozen=True)
class Stored:
    """What is stored, under the plain keys."""

    wins: frozenset[tuple[object, ...]] = frozenset()
    losses: frozenset[tuple[object, ...]] = frozenset()
    known: frozenset[tuple[object, ...]] = frozenset()
    created: frozenset[tuple[object, ...]] = frozenset()
    nearly: frozenset[tuple[object, ...]] = frozenset()
    roughly: frozenset[tuple[object, ...]] = frozenset()


def without(state: BoardState, count: int, knowledge: Knowledge) -> list[tuple[object, ...]]:
    """The keys of a state with so many markers ignored, in every way."""
    held = [p for p in range(state.game.board.size) if (state.x | state.o) >> p & 1]
    found = []
    for gone in combinations(held, count):
        kept = ~sum(1 << p for p in gone)
        found.append(key_of(BoardState(state.game, state.x & kept, state.o & kept, state.mover, state.left), knowledge))
    return found


def share(keys: list[tuple[object, ...]], held: frozenset[tuple[object, ...]]) -> float:
    """The share of some keys that are stored."""
    return sum(key in held for key in keys) / len(keys) if keys else 0.0


def ending(state: BoardState, player: int) -> int:
    """How a contest stands for a player."""
    outcome = state.outcome()
    if outcome is None:
        return rows.ONGOING
    return {"draw": rows.DRAWN, "win": rows.WON, "loss": rows.LOST}[outcome.result(player)]


def markers(state: BoardState, player: int) -> set[int]:
    """Where a player stands."""
    board = (state.x, state.o)[player]
    return {p for p in range(state.game.board.size) if board >> p & 1}


def slides(state: BoardState, player: int) -> int:
    """Steps along the drawn lines to empty neighbours, or flights."""
    game = state.game
    mine, theirs = markers(state, player), markers(state, 1 - player)
    empty = set(range(game.board.size)) - mine - theirs
    if len(mine) <= game.rules.flying_at:
        return len(mine) * len(empty)
    steps = {step for line in game.board.lines for a, b in pairwise(line) for step in ((a, b), (b, a))}
    return sum(a in mine and b in empty for a, b in steps)


def cover(state: BoardState, player: int) -> int:
    """Drawn lines that hold a marker of the player."""
    mine = markers(state, player)
    return sum(any(p in mine for p in line) for line in state.game.board.lines)


def steps_of(state: BoardState) -> dict[Step, list[Move]]:
    """The legal moves, those with the same start and goal together."""
    found: dict[Step, list[Move]] = {}
    for move in state.legal_actions():
        found.setdefault((move.start, move.to), []).append(move)
    return found


def strikes(state: BoardState) -> set[Step]:
    """The steps that take a marker or win at once."""
    return {
        step
        for step, moves in steps_of(state).items()
        for move in moves
        if move.capture is not None or ending(state.child(move), state.mover) == rows.WON
    }


def plans(state: BoardState) -> int:
    """How many steps prepare a capture or a winning line, nothing being taken off the board in between."""
    count = 0
    for start, goal in steps_of(state):
        board = (state.x, state.o)[state.mover] | 1 << goal
        if start is not None:
            board &= ~(1 << start)
        left = max(0, state.left - 1)
        x, o = (board, state.o) if state.mover == 0 else (state.x, board)
        after = BoardState(state.game, x, o, 1 - state.mover, left)
        if after.outcome() is None:
            again = after.null()
            count += any(
                move.capture is not None or _completes_a_winning_line(again, move) for move in again.legal_actions()
            )
    return count


def _completes_a_winning_line(state: BoardState, move: Move) -> bool:
    outcome = state.child(move).outcome()
    return outcome is not None and outcome.result(state.mover) == "win" and "completed a line" in outcome.why


def could_do(state: BoardState) -> tuple[int, int, int, int]:
    """Moves, strikes, targets and plans of the player to move."""
    struck = strikes(state)
    return len(steps_of(state)), len(struck), len({goal for _, goal in struck}), plans(state)


def measures(state: BoardState, player: int) -> dict[int, float]:
    """What the two sides hold and could do, seen by a player; either may be on turn."""
    mine = state if state.mover == player else state.null()
    theirs = mine.null()
    found: dict[int, float] = {}
    for place, who, position in ((0, player, mine), (1, 1 - player, theirs)):
        values = (len(markers(state, who)), slides(state, who), *could_do(position), cover(state, who))
        names = (
            (rows.OWN_MARKERS, rows.OTHER_MARKERS),
            (rows.OWN_SLIDES, rows.OTHER_SLIDES),
            (rows.OWN_MOVES, rows.OTHER_MOVES),
            (rows.OWN_STRIKES, rows.OTHER_STRIKES),
            (rows.OWN_TARGETS, rows.OTHER_TARGETS),
            (rows.OWN_PLANS, rows.OTHER_PLANS),
            (rows.OWN_COVER, rows.OTHER_COVER),
        )
        for pair, value in zip(names, values, strict=True):
            found[pair[place]] = float(value)
    return found


def for_me(state: BoardState, me: int, knowledge: Knowledge, stored: Stored) -> int:
    """1 if a state in which I am to move is won for me, by the rules or in store, -1 if it is lost, else 0."""
    end = ending(state, me)
    if end == rows.ONGOING:
        key = key_of(state, knowledge)
        return (key in stored.wins) - (key in stored.losses)
    return {rows.WON: 1, rows.LOST: -1}.get(end, 0)


def before(state: BoardState, knowledge: Knowledge, stored: Stored) -> dict[int, float]:
    """The rows of the state itself."""
    other = state.null()
    ends = [for_me(other.child(move), state.mover, knowledge, stored) for move in other.legal_actions()]
    return {
        **measures(state, state.mover),
        rows.BAD_REPLY: float(-1 in ends),
        rows.ROPE: float(ends.count(1)),
    }


def after(state: BoardState, move: Move, knowledge: Knowledge, stored: Stored) -> dict[int, float]:
    """The rows of a move; of a contest that is over only those that do not ask what could happen next."""
    me, other = state.mover, state.null()
    child = state.child(move)
    key = key_of(child, knowledge)
    end = ending(child, me)
    found: dict[int, float] = {rows.END: float(end), rows.CREATED: float(key in stored.created)}
    found[rows.NEARLY] = share(without(child, 1, knowledge), stored.nearly) if stored.nearly else 0.0
    found[rows.ROUGHLY] = share(without(child, 2, knowledge), stored.roughly) if stored.roughly else 0.0
    if end != rows.ONGOING:
        held = {rows.OWN_MARKERS: len(markers(child, me)), rows.OTHER_MARKERS: len(markers(child, 1 - me))}
        unasked = dict.fromkeys((rows.BAD_REPLY, rows.GOOD_REPLIES, rows.STORED, rows.ROPE, rows.FAMILIAR), 0.0)
        return {**found, **held, **unasked}
    replies = {reply: child.child(reply) for reply in child.legal_actions()}
    ends = {reply: for_me(result, me, knowledge, stored) for reply, result in replies.items()}
    rope = {m for m in other.legal_actions() if for_me(other.child(m), me, knowledge, stored) == 1}
    known = [r for r in replies.values() if r.outcome() is None and key_of(r, knowledge) in stored.known]
    return {
        **found,
        **measures(child, me),
        rows.BAD_REPLY: float(-1 in ends.values()),
        rows.GOOD_REPLIES: float(set(ends.values()) == {1}),
        rows.STORED: float((key in stored.wins) - (key in stored.losses)),
        rows.ROPE: float(sum(reply in rope and value == 1 for reply, value in ends.items())),
        rows.FAMILIAR: len(known) / len(replies),
    }
