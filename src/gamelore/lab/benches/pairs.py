"""How fast direct pairs decide: all rules of a whole training run against each state of five men's morris.

The median over states, because a decision is what a person waits for, each in its best repetition.
"""

from __future__ import annotations

import statistics
import time

from gamelore.arena.training import make_regime, train
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.learners.advisors.sequences.pairs.learner import PairLearner
from gamelore.learners.core import ContestInfo
from gamelore.learners.registry import new_learner

STATES = 120
ROUNDS = 7


@benchmark("pairs", "one decision of direct pairs, five men's morris, after the double cycle; promised under 2 ms")
def pairs() -> Measurement:
    """Learn as for the published tables, then decide in states of random contests, where little is known exactly."""
    game = load_game("five_mens_morris", max_plies=100)
    learner = new_learner("pairs", game, "gamelore")
    assert isinstance(learner, PairLearner)
    for _ in train(game, learner, make_regime("double_cycle", game), seed=0, settings={"style": "assertive"}):
        pass
    states = _states(learner.board_game, STATES)
    best = [float("inf")] * len(states)
    for turn in range(ROUNDS):
        for number, state in enumerate(states):
            view, rng = state.view(state.mover), stream(0, phase=Phase.BENCH)
            learner.begin(state.mover, ContestInfo(game, ("pairs", "peer"), seats=(state.mover,)))
            start = time.perf_counter()
            learner.decide(view, rng)
            if turn:  # the first round grows the pairs and compiles
                best[number] = min(best[number], time.perf_counter() - start)
    seconds = statistics.median(best)
    many = len(learner.heuristics())
    note = f"{many:,} pairs; median {seconds * 1e6:.0f} µs, slowest {max(best) * 1e6:.0f} µs"
    return Measurement("decisions", 1 / seconds, note=note)


def _states(game: BoardGame, count: int) -> list[BoardState]:
    """Distinct states of random contests in which there is a choice."""
    rng = stream(0, phase=Phase.BENCH)
    found: dict[BoardState, None] = {}
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < count:
            moves = state.legal_actions()
            if len(moves) > 1:
                found[state] = None
            state = state.child(moves[int(rng.integers(len(moves)))])
    return list(found)
