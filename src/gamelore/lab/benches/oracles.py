"""How fast the solver is, and players who look their moves up in what it found."""

from __future__ import annotations

import time

import numpy as np

from gamelore.games import load_game
from gamelore.games.board.game import BoardGame
from gamelore.lab.benches.bench import Measurement, benchmark, side_by_side
from gamelore.oracles.board.solved_tables import solve


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


@benchmark("style_plies", "five men's morris, the assertive perfect player against random play in compiled kernels")
def style_plies() -> Measurement:
    """Contests of the length that the game allows, the first move alternating."""
    from gamelore.oracles.board._style_kernels import contests
    from gamelore.oracles.board.styles import BoardChoice, style_room

    game = load_game("five_mens_morris")
    assert isinstance(game, BoardGame)
    choice, first = BoardChoice(game, solve(game), "assertive"), game.new_initial_state()
    start = np.array([first.own, first.other, first.left])
    codes, plies = np.empty((1000, game.horizon.max_plies or 100), dtype=np.int64), np.empty(1000, dtype=np.int64)

    def play() -> int:
        manners = choice.manner(), choice.manner(errors=1.0)
        contests(solve(game).solved, *manners, start, 0, style_room(game), codes, plies)
        return int(plies.sum())

    return Measurement("plies", *side_by_side(play, None))
