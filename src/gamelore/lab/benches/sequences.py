"""How fast SeqLearner decides with 2,000 retained contexts, five men's morris.

The peer is a promise: two milliseconds on one core.
"""

from __future__ import annotations

import statistics
from itertools import islice

import numpy as np

from gamelore.arena.regimes import Block, Regime
from gamelore.arena.training import train
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.lab.benches.decisions import best_times, decision, random_states
from gamelore.learners.advisors.sequences.seqlearner import SeqLearner
from gamelore.learners.advisors.sequences.settings import L03

CONTEXTS = 2_000
STATES = 120
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
    times = best_times([decision(learner, state) for state in islice(random_states(learner.board_game), STATES)])
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
