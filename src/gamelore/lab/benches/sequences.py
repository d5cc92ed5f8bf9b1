"""How fast SeqLearner decides with 2,000 retained contexts, five men's morris.

The median over states of random contests, because a decision is what a person waits for. The peer is a promise: two
milliseconds on one core.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from gamelore.arena.training import Block, Regime, train
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.learners.advisors.sequences.seqlearner import SeqLearner
from gamelore.learners.advisors.sequences.settings import L03
from gamelore.learners.core import ContestInfo

CONTEXTS = 2_000
STATES = 120
ROUNDS = 7
"""How often each state is decided; the best counts, because other work can only slow a decision down."""
PROMISED = 0.002


@benchmark(
    "seqlearner",
    f"one decision of SeqLearner with {CONTEXTS:,} retained contexts, five men's morris",
    peer=f"the promise of {PROMISED * 1000:g} ms",
    bar=1.0,
)
def seqlearner() -> Measurement:
    """One over the median of the best times."""
    learner = _taught()
    game = learner.board_game
    times = []
    for state in _states(game):
        learner.begin(state.mover, ContestInfo(game, ("seqlearner", "peer"), seats=(state.mover,)))
        view, best = state.view(state.mover), float("inf")
        for _ in range(ROUNDS):
            rng = stream(0, phase=Phase.BENCH)
            start = time.perf_counter()
            learner.decide(view, rng)
            best = min(best, time.perf_counter() - start)
        times.append(best)
    median, slowest = statistics.median(times), max(times)
    retained = int((learner.pairs.weights() >= L03.segments[-1]).sum())
    note = f"median {median * 1e6:.0f} µs, slowest {slowest * 1e6:.0f} µs, {retained:,} retained contexts"
    return Measurement("decisions", 1 / median, 1 / PROMISED, note)


def _taught() -> SeqLearner:
    """A learner that trusts exactly so many of its pairs; whose play it watched does not matter for its speed."""
    game = load_game("five_mens_morris")
    assert isinstance(game, BoardGame)
    learner = SeqLearner(game, L03)
    table, pairs = learner.sequences, learner.pairs
    regime = Regime("bench", (Block(("random", "random"), 400, (0, 1)),), 400)
    for _ in train(game, learner, regime, seed=0):
        if len(table.seen) >= 2 * CONTEXTS:
            break
    groups, moves = (np.array(column, dtype=np.int64) for column in zip(*table.seen, strict=True))
    pairs.add(groups, np.array([table.patterns[key] for key in table.seen], dtype=np.int64), moves)
    pairs.totals[:] = 1
    pairs.rights[:] = np.arange(len(pairs)) < CONTEXTS
    return learner


def _states(game: BoardGame) -> list[BoardState]:
    rng = stream(1, phase=Phase.BENCH)
    found: list[BoardState] = []
    while len(found) < STATES:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < STATES:
            if rng.random() < 0.3:
                found.append(state)
            moves = state.legal_actions()
            state = state.child(moves[int(rng.integers(len(moves)))])
    return found
