"""Our rules beside OpenSpiel's, where it is installed: the same moves and ends all through random contests."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from tests.board_states import board_game

from gamelore.games.board.game import BoardGame, BoardState


def their_moves(state: Any) -> dict[str, list[int]]:
    """Their legal moves under our names; a capture is a second action of theirs and a part of the move of ours."""
    found: dict[str, list[int]] = {}
    for action in state.legal_actions():
        numbers = [int(n) + 1 for n in re.findall(r"\d+", state.action_to_string(action))]
        name = "-".join(map(str, numbers))
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == state.current_player():
            for capture in after.legal_actions():
                taken = int(re.findall(r"\d+", after.action_to_string(capture))[0]) + 1
                found[f"{name}x{taken}"] = [action, capture]
        else:
            found[name] = [action]
    return found


def side_by_side(game: BoardGame, theirs: Any, contests: int, plies: int, names: Any) -> set[float]:
    """Play random contests in both; the results of those that ended by themselves."""
    rng = np.random.default_rng(7)
    results = set()
    for _ in range(contests):
        ours: BoardState = game.new_initial_state()
        other = theirs.new_initial_state()
        for _ in range(plies):
            moves = names(other)
            assert {str(action) for action in ours.legal_actions()} == set(moves), str(ours)
            choice = sorted(moves)[int(rng.integers(len(moves)))]
            ours = ours.child(game.parse_action(choice))
            for action in moves[choice]:
                other.apply_action(action)
            assert ours.is_terminal() == other.is_terminal(), str(ours)
            if ours.is_terminal():
                assert list(ours.returns()) == list(other.returns())
                results.add(ours.returns()[0])
                break
    return results


def test_nine_mens_morris_has_the_moves_and_the_ends_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("nine_mens_morris")
    # Theirs is drawn after 200 actions of its own, of which a capture is one.
    assert side_by_side(board_game("nine_mens_morris"), theirs, 60, 120, their_moves) == {1.0, -1.0}


def test_tic_tac_toe_has_the_moves_and_the_ends_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("tic_tac_toe")
    found = side_by_side(
        board_game("tic_tac_toe"), theirs, 200, 9, lambda state: {str(a + 1): [a] for a in state.legal_actions()}
    )
    assert found == {1.0, 0.0, -1.0}
