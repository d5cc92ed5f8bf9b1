"""Our games that OpenSpiel has too, by rules of its own: random contests go the same way, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

from gamelore.bridges.openspiel.names import TWINS
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, Move

CONTESTS = 1_000


def column(same: Any, move: Move) -> int:
    return move.to % 7


def point(same: Any, move: Move) -> int:
    return move.to


def upside_down(same: Any, move: Move) -> int:
    """Theirs is told by letters and numbers, and who moves first comes from above."""
    assert move.start is not None
    names = ["abcdef"[p % 6] + str(p // 6 + 1) for p in (move.start, move.to)]
    return int(same.string_to_action("".join(names) + ("*" if move.capture is not None else "")))


SAME: dict[str, tuple[str, Callable[[Any, Move], int]]] = {
    "connect_four": ("connect_four", column),
    "five_in_a_row": ("mnk(k=5,m=7,n=7)", point),
    "breakthrough": ("breakthrough(columns=6,rows=6)", upside_down),
}
"""What each is called there, and which action of theirs a move is."""


@pytest.mark.parametrize("name", SAME)
def test_a_thousand_random_contests_go_as_in_openspiel(name: str) -> None:
    theirs, action_of = SAME[name]
    game = load_game(name)
    assert isinstance(game, BoardGame)
    assert TWINS[theirs] == name
    peer = pyspiel.load_game(theirs)
    rng = np.random.default_rng(36)
    for _ in range(CONTESTS):
        state, same = game.new_initial_state(), peer.new_initial_state()
        while not state.is_terminal():
            assert state.current_player() == same.current_player()
            moves = {action_of(same, move): move for move in state.legal_actions()}
            assert sorted(moves) == sorted(same.legal_actions())
            assert len(moves) == len(state.legal_actions())
            action = sorted(moves)[int(rng.integers(len(moves)))]
            state = state.child(moves[action])
            same.apply_action(action)
        outcome = state.outcome()
        assert outcome is not None
        assert same.is_terminal()
        assert list(outcome.returns) == same.returns()
