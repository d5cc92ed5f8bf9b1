"""The board games that come with the package, two on large boards, and states of theirs for property tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.toml_game import builtin_board_games, parse_board_game

BOARD_GAMES = tuple(builtin_board_games())


def lines_on_grid(rows: int, columns: int, length: int) -> list[list[int]]:
    """Every straight line of a length on a grid, diagonals included; points are counted from 1."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + down * (length - 1), column + across * (length - 1)
                if ends[0] < rows and 0 <= ends[1] < columns:
                    steps = ((row + k * down, column + k * across) for k in range(length))
                    found.append([1 + r * columns + c for r, c in steps])
    return found


def grid_game(name: str, rows: int, columns: int, rules: str) -> str:
    """The file of a game with lines of four on a grid along whose rows and columns markers slide."""
    drawn = [[1 + r * columns + c for c in range(columns)] for r in range(rows)]
    drawn += [[1 + r * columns + c for r in range(rows)] for c in range(columns)]
    lines, goals = (["-".join(map(str, line)) for line in found] for found in (drawn, lines_on_grid(rows, columns, 4)))
    points = [[c, r] for r in range(rows) for c in range(columns)]
    return (
        f'format = 1\nname = "{name}"\ntitle = "{name}"\n[board]\npoints = {points}\nlines = {lines}\n'
        f"[rules]\ngoal_lines = {goals}\n{rules}\n[contest]\nmax_plies = 200\n"
    )


LARGE_GAMES = {
    "four_on_42": grid_game("four_on_42", 6, 7, "markers = 21\nslides = false"),
    "slides_on_42": grid_game("slides_on_42", 6, 7, "markers = 8\nline = 'loses'"),
    "takes_on_63": grid_game(
        "takes_on_63", 9, 7, "markers = 12\nline = 'captures'\nflying_at = 4\nloses_at = 3\ncapture_in_line = 'never'"
    ),
}
"""Games with lines of four on boards of 42 and of 63 points, as files."""


@cache
def board_game(name: str, **parameters: Any) -> BoardGame:
    if name in LARGE_GAMES:
        return parse_board_game(LARGE_GAMES[name], name, parameters)
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
