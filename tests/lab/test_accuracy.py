"""Accuracy against the oracle: a perfect speaker is always right, a random one as right as chance."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.base.arrays import Ints
from gamelore.games import load_game
from gamelore.games.board.arrays import code_of
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.lab.accuracy import Accuracy, _states, accuracies, judged_by, judged_states
from gamelore.oracles.board.solved_tables import solve


def board_game(name: str) -> BoardGame:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


def test_who_asks_the_oracle_is_always_right_and_who_never_speaks_is_not_judged() -> None:
    game = board_game("lose_tic_tac_toe")
    solution = solve(game)

    def ask(state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        best = {code_of(move) for move in solution.best_actions(state)}
        places = np.array([k for k, code in enumerate(codes.tolist()) if code in best])
        worst = np.array([k for k, code in enumerate(codes.tolist()) if code not in best])
        return np.array([0] * len(places) + [1] * len(worst)), np.concatenate([places, worst])

    states = judged_states(game, 1, contests=3)
    right, wrong, silent = accuracies(states, 3, ask)
    assert right.share == 1.0
    assert wrong.share == 0.0
    assert wrong.clearly_false
    assert silent.share is None
    assert right.spoke == len(states) > 20
    assert str(silent) == "never spoke"
    assert str(right).startswith("right in 100%")


def test_a_speaker_for_every_move_is_as_right_as_chance() -> None:
    game = board_game("tic_tac_toe")

    def ask(_: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        return np.zeros(len(codes), dtype=np.int64), np.arange(len(codes))

    (found,) = accuracies(judged_states(game, 2, contests=2), 1, ask)
    assert found.kept == pytest.approx(found.chance)
    assert not found.clearly_false


def test_clearly_false_is_who_is_worse_than_chance_by_more_than_two_standard_errors() -> None:
    gains = np.array([-0.5, 0.5, -0.5, -0.5, 0.0, -0.5] * 2)
    error = gains.std(ddof=1) * len(gains) ** 0.5
    for shift, clearly in ((0.0, gains.sum() < -2 * error), (-0.2, True), (0.2, False)):
        moved = gains + shift
        found = Accuracy(len(moved), 10 + moved.sum(), 10.0, float((moved**2).sum()))
        assert found.clearly_false == clearly
        assert found.clearly_false <= found.false
    assert not Accuracy(1, 0.0, 0.5, 0.25).clearly_false, "one state proves nothing"


def test_where_nobody_knows_the_truth_a_search_of_four_plies_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it sees the end it refutes nothing that the oracle keeps."""
    game = board_game("lose_tic_tac_toe")
    assert judged_by(game) == "the oracle"
    solution = solve(game)
    monkeypatch.setattr("gamelore.lab.accuracy.has_easy_truth", lambda _: False)
    assert judged_by(game) == "a search of 4 plies, which may be wrong"
    states = judged_states(game, 1, contests=1)
    near = [judged for judged in states if len(judged.codes) <= 4]
    assert len(near) > 5
    assert any(len(judged.codes) > 4 for judged in states)
    for judged in near:
        best = {code_of(move) for move in solution.best_actions(judged.state)}
        assert best <= set(judged.codes[judged.keeps].tolist())


def test_a_move_that_a_search_refutes_loses_what_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = board_game("nine_mens_morris")
    assert judged_by(game) != "the oracle"
    assert next(_states(game, 1, 0)) == game.new_initial_state(), "a search sits where the perfect player cannot"
    state = game.parse_state("XX./.../.../OO..../.../.../... X 14 left")
    monkeypatch.setattr("gamelore.lab.accuracy._states", lambda *_: iter([state]))
    (judged,) = judged_states(game, 0)
    kept = {str(move) for move, keeps in zip(state.legal_actions(), judged.keeps, strict=True) if keeps}
    assert kept == {"3x10", "3x11"}, "only a mill takes a marker and spoils the other's"
