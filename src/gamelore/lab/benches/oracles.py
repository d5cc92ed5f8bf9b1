"""How fast the solver is: boards of five men's morris decided in a second, without looking at any cache."""

from __future__ import annotations

import time

from gamelore.games import load_game
from gamelore.games.board.game import BoardGame
from gamelore.lab.benches.bench import Measurement, benchmark


@benchmark("solve_states", "five men's morris solved with distances, from nothing but compiled kernels")
def solve_states() -> Measurement:
    """Boards are counted before symmetry; a small game comes first, so that nothing is compiled while we measure."""
    from gamelore.oracles.board.retrograde import build

    small, game = load_game("three_mens_morris"), load_game("five_mens_morris")
    assert isinstance(small, BoardGame)
    assert isinstance(game, BoardGame)
    build(small)
    start = time.perf_counter()
    solution = build(game)
    seconds = time.perf_counter() - start
    boards = sum(count.boards for count in solution.counts())
    return Measurement("boards", boards / seconds, note=f"{boards:,} boards in {seconds:.1f} s")
