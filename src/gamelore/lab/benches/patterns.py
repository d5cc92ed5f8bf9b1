"""What patterns cost: one decision of Hoyle with them beside one without them, in the same states and the same run.

Epstein, Gelfand and Lock (1998, Table 3) paid 1.6 times the time for patterns and learned spatial Advisors. Both
learners heard the same contests; one sees no patterns at all. The ratio is that of the slowest case measured.
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from itertools import islice

from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame
from gamelore.lab.benches.bench import Measurement, benchmark
from gamelore.lab.benches.decisions import best_times, decision, random_states
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.learners.advisors.settings.patterns import PatternSettings

STATES = 60
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
    states = list(islice(random_states(game), STATES))
    best = best_times([decision(learner, state) for state in states for learner in learners])
    return statistics.median(best[::2]), statistics.median(best[1::2]), len(learners[0].learned)
