"""Players that are told how far to look or how often to try: compiled and plain, they make the same moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.board_states import board_game, walk
from tests.sided_games import SIDED_GAMES

from gamelore.arena.roster import make_player
from gamelore.arena.search import FarSearch, outlook_of
from gamelore.arena.uct import SplitMix, Uct
from gamelore.base.seeds import stream
from gamelore.games.board import _kernels
from gamelore.games.board.arrays import board_tables
from gamelore.games.board.game import BoardGame, BoardState

NAMES = ("tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris", "nine_mens_morris", "takes_on_63", *SIDED_GAMES)


def a_game(name: str) -> BoardGame:
    return SIDED_GAMES[name]() if name in SIDED_GAMES else board_game(name)


def some_states(game: BoardGame, seed: int, every: int = 11) -> list[BoardState]:
    return [state for state in list(walk(game, seed, 60))[::every] if not state.is_terminal()]


@pytest.mark.parametrize("name", NAMES)
def test_a_far_search_chooses_the_same_compiled_and_plain(name: str) -> None:
    game, rng = a_game(name), stream(5)
    for depth in (1, 2):
        search = FarSearch(game, depth)
        for state in some_states(game, depth, 1 if depth == 1 else 12):
            chances = rng.random(len(state.legal_actions())).tolist()
            assert search.chosen(state, chances) == search.chosen_plainly(state, chances)


def test_chance_decides_among_equals_and_nothing_else() -> None:
    game = board_game("nine_mens_morris")
    search = FarSearch(game, 2)
    for state in some_states(game, 8):
        chances = stream(1).random(len(state.legal_actions())).tolist()
        _, most = search.chosen(state, chances)
        for number, action in enumerate(state.legal_actions()):
            here = [0.0] * len(chances)
            here[number] = 1.0
            found, worth = search.chosen(state, here)
            value = search._value(state.child(action), state.mover, 1, -np.inf, np.inf)
            assert worth == most
            assert (found == action) == (value == most)


def test_a_guess_weighs_markers_steps_and_what_can_be_taken() -> None:
    game = board_game("nine_mens_morris")
    search = FarSearch(game, 3)
    # X can step from 1 to 10 and from 2 to 3 and 5; O from 6 to 5 and 14, from 22 to 10 and 23. X fills 1-2-3.
    state = game.parse_state("XX./..O/.../....../.../.../O.. X 14 left")
    assert search.outlook.guess(state) == pytest.approx(0.02 * (3 - 4) + 0.6)
    assert search.outlook.guess(state.null()) == pytest.approx(0.02 * (4 - 3))
    one_less = game.parse_state("XX./..O/.../....../.../.../... X 14 left")
    assert search.outlook.guess(one_less) == pytest.approx(1.0 + 0.02 * (3 - 2) + 0.6)


class PlainTries(Uct):
    """The tries through the State interface; beyond the tree the kernels of random play are given the stream."""

    def played_out(self, state: Any, stream: SplitMix) -> Any:
        word = np.array([stream.word], dtype=np.uint64).view(np.int64)
        results = np.array([0, 0, 0, 1], dtype=np.int64)
        asked = board_tables(state.game), state.own, state.other, state.left, self.longest, word, results
        if state.game.sides is None:
            _kernels.random_playouts(*asked)
        else:
            _kernels.listed_playouts(*asked, np.empty((3, 1000), dtype=np.int64))
        stream.word = int(word.view(np.uint64)[0])
        return Ended(state.mover, int(results[0]) - int(results[2]))


class Ended:
    """How a contest came out for a seat."""

    def __init__(self, seat: int, result: int) -> None:
        self.result = {seat: result, 1 - seat: -result}

    def returns(self) -> dict[int, int]:
        return self.result


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_of_tries_is_the_same_compiled_and_plain(name: str) -> None:
    game = a_game(name)
    player, plain = Uct(game, 150), PlainTries(game, 150)
    for seed, state in enumerate(some_states(game, 3, 17)):
        assert player.tried(state, seed) == plain.tried_plainly(state, seed)


def test_a_game_in_which_both_list_their_moves_needs_no_kernel_for_the_same_tries() -> None:
    game = SIDED_GAMES["race"]()
    player = Uct(game, 40)
    state = game.new_initial_state()
    assert player.tried(state, 9) == player.tried_plainly(state, 9)


def test_tries_find_a_win_in_one_and_stop_one() -> None:
    game = board_game("tic_tac_toe")
    player = make_player("uct:300", game)
    for text, expected in (("XX./OO./... X", "3"), ("XX./O../... O", "3")):
        state = game.parse_state(text)
        decision = player.decide(state.view(state.mover), stream(2))
        assert str(decision.action) == expected
        (reason,) = decision.reasons
        assert reason.sentence.startswith("3 was visited ")
        assert "of 300 times; wins " in reason.sentence


def test_a_far_search_tells_what_it_wins() -> None:
    game = board_game("five_mens_morris")
    state = game.parse_state("XX./.../O..O/.../... X 6 left")
    decision = make_player("search:3", game).decide(state.view(state.mover), stream(2))
    (reason,) = decision.reasons
    assert reason.sentence in {f"3x{p} wins a marker in one ply" for p in (7, 10)}
    game = board_game("tic_tac_toe")
    for text, depth, expected in (
        ("XX./OO./... X", 1, "3 wins in one ply"),
        ("XOX/XOO/.X. O", 9, "7 draws in two plies"),
        ("XX./OX./O.. O", 9, " loses in two plies"),
        ("X../.../... O", 2, "looks best two plies ahead"),
    ):
        state = game.parse_state(text)
        (reason,) = make_player(f"search:{depth}", game).decide(state.view(state.mover), stream(2)).reasons
        assert reason.sentence.endswith(expected)


def test_what_takes_nothing_is_seen_as_by_any_search() -> None:
    game = board_game("tic_tac_toe")
    assert type(FarSearch(game, 2).outlook) is type(outlook_of(game))
