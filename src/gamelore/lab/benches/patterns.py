"""What patterns cost: one decision of Hoyle with them beside one without them, in the same states and the same run.

Epstein, Gelfand and Lock (1998, Table 3) paid 1.6 times the time for patterns and learned spatial Advisors. Both
learners heard the same contests; one sees no patterns at all. The ratio is that of the slowest case measured.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

from gamelore.arena.training import make_regime, train
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patterns.settings import PatternSettings
from gamelore.learners.advisors.settings import PRESETS
from gamelore.learners.core import ContestInfo

STATES = 60
ROUNDS = 9
"""How often each state is decided; the best counts, because other work can only slow a decision down."""
SETTINGS = {
    "s98": PRESETS["s98"],
    "weight earned": replace(
        PRESETS["s98"],
        patterns=PatternSettings(
            collect="crucial",
            rules=("drop", "variabilise"),
            phase_in_by="surplus",
            judged="open",
            least_odds=2.5,
        ),
    ),
}
"""The preset, and the same as in the row `five_mens_morris_validated` of the table p96-1."""
CASES = (
    ("lose_tic_tac_toe", "s98", 100),
    ("five_mens_morris", "s98", 160),
    ("five_mens_morris", "weight earned", 160),
)
"""Game, settings, and how many contests are heard; the last case has the most concepts."""


@benchmark(
    "patterns",
    "one decision of Hoyle with pattern store, Patsy and learned spatial Advisors",
    peer="the same without patterns; the paper's took 1.6 times as long",
    bar=1 / 1.5,
)
def patterns() -> Measurement:
    """Median time of a decision with patterns over that without, where the ratio is worst."""
    found = {case: _times(*case) for case in CASES}
    said = [
        f"{name}, {named}: {ours * 1e6:.0f} µs with {count} concepts, {theirs * 1e6:.0f} µs without, "
        f"{ours / theirs:.2f} times"
        for (name, named, _), (ours, theirs, count) in found.items()
    ]
    ours, theirs, _ = max(found.values(), key=lambda times: times[0] / times[1])
    return Measurement("decisions", 1 / ours, 1 / theirs, "; ".join(said))


def _times(name: str, named: str, contests: int) -> tuple[float, float, int]:
    """Seconds of a decision with and without patterns, and how many learned Advisors there are."""
    game = load_game(name, max_plies=100)
    assert isinstance(game, BoardGame)
    settings = SETTINGS[named]
    plain = replace(settings, faculties=(), tier2=tuple(n for n in settings.tier2 if n != "Patsy"))
    learners = [Hoyle(game, settings), Hoyle(game, plain)]
    regime = make_regime("double_cycle", game, contests)
    for learner in learners:
        for _ in train(game, learner, regime, seed=0):
            pass
    states = _states(game)
    best = [[float("inf")] * len(states) for _ in learners]
    for _ in range(ROUNDS):
        for place, state in enumerate(states):
            for learner, row in zip(learners, best, strict=True):
                row[place] = min(row[place], _decide(learner, state))
    ours, theirs = (statistics.median(row) for row in best)
    return ours, theirs, len(learners[0].learned)


def _states(game: BoardGame) -> list[BoardState]:
    """States of random contests in which there is something to decide."""
    rng = stream(0, phase=Phase.BENCH)
    found: list[BoardState] = []
    while len(found) < STATES:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            if len(moves) > 1 and rng.random() < 0.3:
                found.append(state)
            state = state.child(moves[int(rng.integers(len(moves)))])
    return found[:STATES]


def _decide(learner: Hoyle, state: BoardState) -> float:
    learner.begin(state.mover, ContestInfo(learner.game, ("hoyle", "peer"), seats=(state.mover,)))
    view, rng = state.view(state.mover), stream(0, phase=Phase.BENCH)
    start = time.perf_counter()
    learner.decide(view, rng)
    return time.perf_counter() - start
