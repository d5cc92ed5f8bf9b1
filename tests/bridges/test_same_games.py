"""Our games that OpenSpiel has too, by rules of its own: random contests go the same way, move by move."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyspiel
import pytest

from gamelore.bridges.openspiel.names import TWINS
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, Move

CONTESTS = 1_000


def column(game: BoardGame, move: Move) -> int:
    return move.to % 7


def point(game: BoardGame, move: Move) -> int:
    return move.to


SAME: dict[str, tuple[str, Callable[[BoardGame, Move], int]]] = {
    "connect_four": ("connect_four", column),
    "five_in_a_row": ("mnk(k=5,m=7,n=7)", point),
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
            moves = {action_of(game, move): move for move in state.legal_actions()}
            assert sorted(moves) == sorted(same.legal_actions())
            assert len(moves) == len(state.legal_actions())
            action = sorted(moves)[int(rng.integers(len(moves)))]
            state = state.child(moves[action])
            same.apply_action(action)
        outcome = state.outcome()
        assert outcome is not None
        assert same.is_terminal()
        assert list(outcome.returns) == same.returns()
