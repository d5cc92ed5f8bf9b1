"""The players: what they draw, what they say of it, and whom they refuse."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.board_states import board_game
from tests.plain_games import Kuhn, Nim, Take
from tests.plain_oracle import Minimax

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Challenger, Coach, Perfect, Random, Reasonable
from gamelore.arena.tournament import score, tournament
from gamelore.base.counter import Counted
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import stream
from gamelore.games import RESIGN, load_game
from gamelore.games.board.arrays import move_of
from gamelore.learners.core import Decision, Player
from gamelore.oracles.board.solved_tables import solve
from gamelore.oracles.board.styles import BoardChoice, style_room
from gamelore.oracles.styles import Style


@cache
def perfect(name: str, style: Style = "uniform") -> Perfect:
    return Perfect(BoardChoice(load_game(name), Minimax(), style))


@pytest.mark.slow
def test_the_challengers_play_as_their_exact_policies_say() -> None:
    lose = load_game("lose_tic_tac_toe")
    novice = Challenger(perfect(lose.name), 0.7, Random(), "novice")
    found = score(tournament(lose, [Random(), novice], 2000, ContestKey(seed=7)))
    assert found.reliability.low < 47.45 < found.reliability.high
    assert found.power.low < 35.15 < found.power.high


def test_players_who_must_see_everything_refuse_a_game_that_hides() -> None:
    with pytest.raises(NotAvailable, match="kuhn hides"):
        Reasonable(Kuhn())


def test_a_share_of_errors_outside_its_range_is_refused() -> None:
    with pytest.raises(BadSetting, match="between 0 and 1"):
        Challenger(Random(), 1.5, Random(), "odd")


def test_a_challenger_says_which_moves_were_errors() -> None:
    lose = load_game("lose_tic_tac_toe")
    novice = Challenger(perfect(lose.name), 0.5, Random(), "novice")
    deciders = {by for n in range(5) for by in play(lose, [novice, novice], ContestKey(number=n)).deciders}
    assert deciders == {"random", "perfect"}


def test_the_perfect_player_gives_the_solved_values_as_reasons() -> None:
    ttt = load_game("tic_tac_toe")
    decision = perfect("tic_tac_toe", "assertive").decide(ttt.parse_state("XX./OO./... X").view(0), stream(1))
    assert [reason.sentence for reason in decision.reasons] == ["3 wins in 1 ply against perfect play"]


def nim(heap: int) -> int:
    """What the mover gets of a heap from which one to three are taken, by who takes the last: counted out."""
    return max((-nim(heap - k) for k in range(1, min(3, heap) + 1)), default=-1)


def test_a_coach_takes_back_what_gives_value_away_and_nothing_else() -> None:
    coach = Coach(BoardChoice(Nim(9), Minimax()))
    taken = 0
    for heap in range(1, 10):
        state = Nim(heap).initial_state("")
        view = state.view(0)
        for move in state.legal_actions():
            lesson = coach.review(view, Decision(move, "me"))
            assert (lesson is not None) == (-nim(heap - move.count) < nim(heap))
            if lesson is not None:
                taken += 1
                assert lesson.instead_of == move
                assert lesson.advocated == (Take(heap % 4),)
        assert (coach.review(view, Decision(RESIGN, "me")) is None) == (heap % 4 == 0)
    assert taken == 11


def test_plain_games_have_perfect_players_too() -> None:
    nim = Nim(10)
    player = Perfect(BoardChoice(nim, Minimax(), "assertive"))
    found = score(tournament(nim, [player, Random()], 40, ContestKey(seed=3)))
    # Ten stones are a win for who moves first, and random play stumbles often enough as the first.
    assert found.wins >= 35


@pytest.mark.parametrize(
    ("name", "style", "stray", "errors"),
    [
        ("tic_tac_toe", "uniform", 0.0, 0.7),
        ("lose_tic_tac_toe", "opening_restricted", 0.0, 0.1),
        ("five_mens_morris", "assertive", 0.0, 0.1),
        ("five_mens_morris", "steady", 0.3, 0.7),
        ("shisima", "steady", 0.3, 0.0),
        ("achi", "assertive", 0.0, 1.0),
    ],
)
def test_contests_in_a_kernel_replay_with_the_players_of_the_arena_and_the_same_numbers(
    name: str, style: Style, stray: float, errors: float
) -> None:
    from gamelore.oracles.board import _style_kernels

    game = board_game(name)
    choice = BoardChoice(game, solve(game), style, stray)
    one, first = Perfect(choice), game.new_initial_state()
    two: Player = Random() if errors == 1.0 else Challenger(one, errors, Random(), "two") if errors else one
    codes, plies = np.full((40, 50), -1), np.zeros(40, dtype=np.int64)
    start, manners = np.array([first.own, first.other, first.left]), (choice.manner(), choice.manner(errors))
    _style_kernels.contests(solve(game).solved, *manners, start, 11, style_room(game), codes, plies)
    for contest in range(40):
        state, ply = first, 0
        while ply < 50 and not state.is_terminal():
            rng: Any = Counted(11, contest, ply)
            player = (one, two)[(ply + contest) % 2]
            action: Any = player.decide(state.view(state.mover), rng).action
            assert move_of(int(codes[contest, ply])) == action
            state, ply = state.child(action), ply + 1
        assert plies[contest] == ply
