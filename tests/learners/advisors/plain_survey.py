"""What is remembered about the moves of a state, computed again plainly: through the rules as a black box.

Moves come from `legal_actions`, states from `child` and `null`, ends from `outcome`, and keys are pictures of states.
The meaning of each row is that of `gamelore.learners.advisors.memory.memory_rows`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from gamelore.games.board.game import BoardState, Move
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.knowledge import Knowledge


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


def for_me(state: BoardState, me: int, knowledge: Knowledge, stored: Stored) -> int:
    """1 if a state in which I am to move is won for me, by the rules or in store, -1 if it is lost, else 0."""
    outcome = state.outcome()
    if outcome is None:
        key = key_of(state, knowledge)
        return (key in stored.wins) - (key in stored.losses)
    return {"win": 1, "loss": -1}.get(outcome.result(me), 0)


def before(state: BoardState, knowledge: Knowledge, stored: Stored) -> dict[int, float]:
    """The rows of the state itself."""
    other = state.null()
    ends = [for_me(other.child(move), state.mover, knowledge, stored) for move in other.legal_actions()]
    return {memory_rows.BAD_REPLY: float(-1 in ends), memory_rows.KNOWN_ROPE: float(ends.count(1))}


def after(state: BoardState, move: Move, knowledge: Knowledge, stored: Stored) -> dict[int, float]:
    """The rows of a move; of a contest that is over only those that do not ask what could happen next."""
    me, other = state.mover, state.null()
    child = state.child(move)
    key = key_of(child, knowledge)
    found: dict[int, float] = {memory_rows.CREATED: float(key in stored.created)}
    found[memory_rows.NEARLY] = share(without(child, 1, knowledge), stored.nearly) if stored.nearly else 0.0
    found[memory_rows.ROUGHLY] = share(without(child, 2, knowledge), stored.roughly) if stored.roughly else 0.0
    if child.outcome() is not None:
        asked = (
            memory_rows.BAD_REPLY,
            memory_rows.GOOD_REPLIES,
            memory_rows.STORED,
            memory_rows.KNOWN_ROPE,
            memory_rows.FAMILIAR,
        )
        return {**found, **dict.fromkeys(asked, 0.0)}
    replies = {reply: child.child(reply) for reply in child.legal_actions()}
    ends = {reply: for_me(result, me, knowledge, stored) for reply, result in replies.items()}
    rope = {m for m in other.legal_actions() if for_me(other.child(m), me, knowledge, stored) == 1}
    known = [r for r in replies.values() if r.outcome() is None and key_of(r, knowledge) in stored.known]
    return {
        **found,
        memory_rows.BAD_REPLY: float(-1 in ends.values()),
        memory_rows.GOOD_REPLIES: float(set(ends.values()) == {1}),
        memory_rows.STORED: float((key in stored.wins) - (key in stored.losses)),
        memory_rows.KNOWN_ROPE: float(sum(reply in rope and value == 1 for reply, value in ends.items())),
        memory_rows.FAMILIAR: len(known) / len(replies),
    }
