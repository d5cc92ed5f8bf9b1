"""How fast the rules are: the plain State interface and the compiled kernels, beside OpenSpiel stepped from Python."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from gamelore.base.seeds import Phase, stream
from gamelore.games import AnyGame, load_game
from gamelore.lab.benches.bench import Measurement, benchmark, installed, side_by_side

MAX_PLIES = 200
"""Where random nine men's morris is cut off, for both sides."""


@benchmark(
    "plain_steps",
    "random tic-tac-toe through the plain State interface",
    peer="OpenSpiel's Python tic-tac-toe",
    bar=5.0,
    packages=["open_spiel"],
)
def plain_steps() -> Measurement:
    """Both sides play whole random contests, one Python call per step, with the same source of random numbers."""
    game = load_game("tic_tac_toe")
    theirs = None
    if installed("open_spiel"):
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers the Python game)

        peer: Any = pyspiel.load_game("python_tic_tac_toe")
        theirs = partial(_their_contests, peer, 20)
    return Measurement("plies", *side_by_side(partial(_our_contests, game, 100), theirs))


@benchmark(
    "kernel_plies",
    "random nine men's morris in compiled kernels",
    peer="OpenSpiel's C++ nine men's morris stepped from Python",
    bar=20.0,
    packages=["open_spiel"],
)
def kernel_plies() -> Measurement:
    """Per ply, because the two end their contests by different rules; both are cut off at the same number of plies."""
    from gamelore.games.board.arrays import random_playouts
    from gamelore.games.board.game import BoardState

    first = load_game("nine_mens_morris").new_initial_state()
    assert isinstance(first, BoardState)
    rng = stream(0, phase=Phase.BENCH)
    theirs = None
    if installed("pyspiel"):
        import pyspiel

        peer: Any = pyspiel.load_game("nine_mens_morris")
        theirs = partial(_their_contests, peer, 20)
    speeds = side_by_side(lambda: random_playouts(first, 1000, MAX_PLIES, rng).plies, theirs)
    return Measurement("plies", *speeds, note=f"contests cut off after {MAX_PLIES} plies")


def _our_contests(game: AnyGame, count: int) -> int:
    draw = random.Random(0).random
    plies = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state = state.child(actions[int(draw() * len(actions))])
            plies += 1
    return plies


def _their_contests(game: Any, count: int) -> int:
    draw = random.Random(0).random
    plies = 0
    for _ in range(count):
        state = game.new_initial_state()
        length = 0
        while not state.is_terminal() and length < MAX_PLIES:
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            length += 1
        plies += length
    return plies
