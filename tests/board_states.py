"""The board games that come with the package, and states of theirs for property tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.toml_game import builtin_board_games

BOARD_GAMES = tuple(builtin_board_games())


@cache
def board_game(name: str, **parameters: Any) -> BoardGame:
    game = load_game(name, **parameters)
    assert isinstance(game, BoardGame)
    return game


def walk(game: BoardGame, seed: int, plies: int) -> Iterator[BoardState]:
    """The states of one random contest, the first included."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    yield state
    for _ in range(plies):
        actions = state.legal_actions()
        if not actions:
            return
        state = state.child(actions[int(rng.integers(len(actions)))])
        yield state


def reachable(game: BoardGame) -> set[BoardState]:
    """Every state that a contest can come to."""
    found = {game.new_initial_state()}
    todo = list(found)
    while todo:
        state = todo.pop()
        for action in state.legal_actions():
            child = state.child(action)
            if child not in found:
                found.add(child)
                todo.append(child)
    return found


@st.composite
def board_states(draw: st.DrawFn, names: tuple[str, ...] = BOARD_GAMES) -> BoardState:
    """A state of some game after some random plies."""
    game = board_game(draw(st.sampled_from(names)))
    seed = draw(st.integers(0, 1 << 32))
    *_, last = walk(game, seed, draw(st.integers(0, 60)))
    return last
