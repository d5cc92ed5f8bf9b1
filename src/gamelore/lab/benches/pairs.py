"""How fast direct pairs decide: all rules of a whole training run against each state of five men's morris."""

from __future__ import annotations

import statistics
from itertools import islice

from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.games import load_game
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.lab.benches.decisions import best_times, decision, random_states
from gamelore.learners.advisors.sequences.pairs.learner import PairLearner
from gamelore.learners.registry import new_learner

STATES = 120


@benchmark("pairs", "one decision of direct pairs, five men's morris, after the double cycle; promised under 2 ms")
def pairs() -> Measurement:
    """Learn as for the published tables, then decide in states of random contests, where little is known exactly."""
    game = load_game("five_mens_morris", max_plies=100)
    learner = new_learner("pairs", game, "gamelore")
    assert isinstance(learner, PairLearner)
    for _ in train(game, learner, make_regime("double_cycle", game), seed=0, settings={"style": "assertive"}):
        pass
    best = best_times([decision(learner, state) for state in islice(random_states(learner.board_game), STATES)])
    seconds = statistics.median(best)
    many = len(learner.heuristics())
    note = f"{many:,} pairs; median {seconds * 1e6:.0f} µs, slowest {max(best) * 1e6:.0f} µs"
    return Measurement("decisions", 1 / seconds, note=note)
