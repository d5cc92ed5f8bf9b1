"""How fast players look ahead and try out: contests of practice against a search, and tries beside OpenSpiel's."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np

from gamelore.base.seeds import Phase, stream
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import builtin_board_games, load_board_game
from gamelore.lab.benches.bench import Measurement, benchmark, installed, side_by_side
from gamelore.lab.benches.decisions import random_states

GAME = "nine_mens_morris"
LIST = "fewest other_ready; most sure"
"""The list that practises: that of the first search for one at this game."""
ROUNDS, REPETITIONS = 40, 12
TRIES = 1000


@benchmark(
    "practice_with_search",
    "contests of practice at nine men's morris with a search of three plies, on one core",
)
def practice_with_search() -> Measurement:
    """In the kernel, by one thread, as many against each challenger."""
    from gamelore.arena.board.judge import BoardJudge
    from gamelore.learners.maxims.lines import parse_list

    judge = BoardJudge(_game(), slips=0.1, threads=1)
    lines = parse_list(LIST)

    def a_second() -> float:
        start = time.process_time()
        for challenger in judge.opponents:
            judge.outcomes(challenger, [lines], range(ROUNDS), 0)
        return ROUNDS * judge.each / (time.process_time() - start)

    a_second()
    speed = max(a_second() for _ in range(REPETITIONS))
    return Measurement("contests", speed, note="of processor time; 700 are wanted, the plain arena had 53")


@benchmark(
    "uct_tries",
    "tries of UCT at nine men's morris, 1,000 before each move",
    peer="OpenSpiel's C++ MCTS bot at its own nine men's morris",
    bar=2.0,
    packages=["open_spiel"],
)
def uct_tries() -> Measurement:
    """Both decide in states of random contests of their own game, with one random contest a try."""
    from gamelore.arena.uct import Uct

    game = _game()
    player = Uct(game, TRIES)
    states = random_states(game)

    def ours() -> int:
        player.tried(next(states), 0)
        return TRIES

    theirs = partial(_their_tries, _their_states()) if installed("pyspiel") else None
    return Measurement("tries", *side_by_side(ours, theirs))


def _game() -> BoardGame:
    return load_board_game(builtin_board_games()[GAME])


def _their_states() -> list[Any]:
    """States of random contests of theirs, about as late as ours."""
    import pyspiel

    game: Any = pyspiel.load_game(GAME)
    rng = stream(0, phase=Phase.BENCH)
    states: list[Any] = []
    while len(states) < 64:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if len(actions) > 1 and rng.random() < 0.3:
                states.append(state.clone())
            state.apply_action(actions[int(rng.integers(len(actions)))])
    return [states[int(n)] for n in np.linspace(0, len(states) - 1, 64)]


def _their_tries(states: list[Any]) -> int:
    import pyspiel

    bot: Any = pyspiel.MCTSBot(
        states[0].get_game(), pyspiel.RandomRolloutEvaluator(1, 0), 2.0, TRIES, 1000, False, 0, False
    )
    states.append(states.pop(0))
    bot.mcts_search(states[0])
    return TRIES
