"""Decisions to be timed: states of random contests, and how long a learner takes in each.

The median over states counts, because a decision is what a person waits for; each state in its best repetition, because
other work can only slow a decision down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from gamelore.base.seeds import Phase, stream
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.core import ContestInfo, Learner

ROUNDS = 7
"""How often each decision is timed."""


def random_states(game: BoardGame) -> Iterator[BoardState]:
    """Some of the states of random contests in which there is a choice, without end."""
    rng = stream(0, phase=Phase.BENCH)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            if len(moves) > 1 and rng.random() < 0.3:
                yield state
            state = state.child(moves[int(rng.integers(len(moves)))])


def sit_down(learner: Learner, state: BoardState) -> None:
    """Let a learner hold the seat of the mover."""
    learner.begin(state.mover, ContestInfo(learner.game, (learner.name, "peer"), seats=(state.mover,)))


def decision(learner: Learner, state: BoardState) -> Callable[[], float]:
    """The work of one decision; it gives its seconds."""

    def work() -> float:
        sit_down(learner, state)
        view, rng = state.view(state.mover), stream(0, phase=Phase.BENCH)
        start = time.perf_counter()
        learner.decide(view, rng)
        return time.perf_counter() - start

    return work


def best_times(works: Sequence[Callable[[], float]]) -> list[float]:
    """The best time of each piece of work, all in turn; a first round, in which things are compiled, does not count."""
    for work in works:
        work()
    rounds = [[work() for work in works] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]
