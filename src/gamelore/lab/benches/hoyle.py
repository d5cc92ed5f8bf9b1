"""How fast Hoyle decides: all Advisors on five men's morris, beside OpenSpiel's C++ tree search on nine men's morris.

Only states in which tier 2 votes count for us: where tier 1 decides, Hoyle is faster still.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gamelore.arena.regimes import Block, Regime
from gamelore.arena.training import train
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.board.game import PLACING, SLIDING, BoardGame, BoardState
from gamelore.lab.benches.bench import Measurement, benchmark, installed
from gamelore.lab.benches.decisions import best_times, decision, random_states, sit_down
from gamelore.learners.core import Learner
from gamelore.learners.registry import new_learner

SIMULATIONS = 100
STATES = 60
"""States of each stage, and as many of the peer's game."""


@benchmark(
    "hoyle",
    "one decision of Hoyle, five men's morris, all Advisors, reasons on request",
    peer=f"OpenSpiel's C++ MCTS with {SIMULATIONS} simulations, nine men's morris",
    bar=10.0,
    packages=["open_spiel"],
)
def hoyle() -> Measurement:
    """Both sides decide in turn, state by state; speeds are one over the median of the best times."""
    learner = _taught()
    states = _voted(learner, STATES)
    peers = _their_decisions(STATES) if installed("pyspiel") else []
    best = best_times([*(decision(learner, state) for state in states), *peers])
    ours, theirs = best[: len(states)], best[len(states) :]
    stages = {
        stage: statistics.median(t for t, state in zip(ours, states, strict=True) if state.stage() == stage)
        for stage in (PLACING, SLIDING)
    }
    note = ", ".join(f"{stage} {seconds * 1e6:.0f} µs" for stage, seconds in stages.items())
    if theirs:
        note += f"; theirs {statistics.median(theirs) * 1e6:.0f} µs"
    speed = 1 / statistics.median(theirs) if theirs else None
    return Measurement("decisions", 1 / statistics.median(ours), speed, note)


def _taught() -> Learner:
    """Hoyle with something in every table; whose play it watched does not matter for its speed."""
    game = load_game("five_mens_morris")
    learner = new_learner("hoyle", game, "gamelore")
    regime = Regime("bench", (Block(("random", "random"), 20, (0, 1)),), 20)
    for _ in train(game, learner, regime, seed=0):
        pass
    return learner


def _voted(learner: Learner, count: int) -> list[BoardState]:
    """States of random contests, as many of each stage, in which the vote decides."""
    assert isinstance(learner.game, BoardGame)
    found: dict[str, list[BoardState]] = {PLACING: [], SLIDING: []}
    for state in random_states(learner.game):
        states = found[state.stage()]
        if len(states) < count:
            sit_down(learner, state)
            if learner.decide(state.view(state.mover), stream(0, phase=Phase.BENCH)).by == "tier 2: vote":
                states.append(state)
        elif all(len(states) == count for states in found.values()):
            break
    return [*found[PLACING], *found[SLIDING]]


def _their_decisions(count: int) -> list[Callable[[], float]]:
    import pyspiel

    game: Any = pyspiel.load_game("nine_mens_morris")
    draw = random.Random(0)
    bot: Any = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, SIMULATIONS, 100, False, 0, False)
    states: list[Any] = []
    while len(states) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(states) < count:
            if draw.random() < 0.2:
                states.append(state.clone())
            state.apply_action(draw.choice(state.legal_actions()))

    def work(state: Any) -> float:
        start = time.perf_counter()
        bot.step(state)
        return time.perf_counter() - start

    return [partial(work, state) for state in states]
