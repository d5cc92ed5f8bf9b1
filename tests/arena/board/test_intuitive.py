"""The player by feel: what it sees in a move, how it draws, and what a list does for it."""

from __future__ import annotations

import math

import pytest
from tests.board_states import board_game
from tests.plain_games import Nim

from gamelore.arena.board.intuitive import Intuitive
from gamelore.arena.contest import ContestKey, play
from gamelore.arena.followers import reader_of
from gamelore.arena.players import FEEL, ByCounter
from gamelore.arena.roster import make_player, player_names
from gamelore.arena.tournament import challenge
from gamelore.base.errors import UnknownName
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.core import ContestInfo
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.shipped import shipped_learner

TTT, LOSE, FIVE = (board_game(name) for name in ("tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris"))


def worth(game: BoardGame, state: str, move: str) -> float:
    """What a move has in its favour, added up."""
    return sum(Intuitive(game).feel(game.parse_state(state), game.parse_action(move)).values())


def chances(game: BoardGame, state: str) -> dict[str, float]:
    """How likely each move is."""
    found: BoardState = game.parse_state(state)
    moves = found.legal_actions()
    return dict(zip(map(str, moves), Intuitive(game).chances(found, moves), strict=True))


def test_a_move_is_worth_the_centre_its_own_line_and_the_line_that_it_stops() -> None:
    side = 1 - 1 / math.sqrt(2)
    assert [worth(TTT, ".../.../... X", move) for move in "152"] == pytest.approx([1, 2, 1 + side])
    # 3 fills 1-2-3, and stops 3-5-7; no line through 9 that holds a marker of the other is free of one's own.
    state = "XX./OO./... X"
    assert worth(TTT, state, "3") == pytest.approx(3 + 1 + 1 - 0.5)
    assert worth(TTT, state, "6") == pytest.approx(side + 1 + 2 - 0.5)
    assert [worth(TTT, state, move) for move in "79"] == pytest.approx([1 + 1 - 0.5, 1])


def test_what_is_worth_more_is_likelier_by_a_softmax_of_doubled_worths() -> None:
    found = chances(TTT, ".../.../... X")
    side = 2 ** (2 - 1 / math.sqrt(2))
    whole = math.exp(4) + 4 * math.exp(2) + 4 * math.exp(side)
    assert found["5"] == pytest.approx(math.exp(4) / whole)
    assert found["2"] == pytest.approx(math.exp(side) / whole)
    assert sum(found.values()) == pytest.approx(1)


def test_it_fills_a_line_of_its_own_before_it_stops_one_and_stops_one_before_the_rest() -> None:
    assert chances(TTT, "XX./OO./... X")["3"] > 0.99
    stopping = chances(TTT, "X../OO./..X X")
    assert max(stopping, key=lambda move: stopping[move]) == "6"
    filling = chances(FIVE, "XX./..O/..OX/..O/.O. X")
    assert sum(chance for move, chance in filling.items() if move.startswith("10-3x")) > 0.9


def test_a_line_is_stopped_by_taking_a_marker_of_it_too() -> None:
    parts = Intuitive(FIVE).feel(FIVE.parse_state("XX./..O/..OX/.../OO. X"), FIVE.parse_action("10-3x6"))
    assert parts["stops a line of 2"] == 1.5
    assert parts["makes a line of 3"] == 4


def test_a_line_that_loses_is_kept_short() -> None:
    found = chances(LOSE, "XX./OO./... X")
    assert found["3"] < min(chance for move, chance in found.items() if move != "3") / 2
    assert "stops a line of 2" not in Intuitive(LOSE).feel(LOSE.parse_state("XX./OO./... X"), LOSE.parse_action("6"))


def test_it_draws_by_one_number_so_that_the_same_counter_plays_the_same_contest() -> None:
    players = (make_player("intuitive", FIVE), make_player("random", FIVE))
    records = [
        play(FIVE, [ByCounter(player, 5, 1) for player in players], ContestKey(1, number=n)).actions for n in (0, 1)
    ]
    assert records[0] == records[1]
    other = play(FIVE, [ByCounter(player, 5, 2) for player in players], ContestKey(1)).actions
    assert other != records[0]
    state = TTT.new_initial_state()
    moves, player = state.legal_actions(), Intuitive(TTT)
    drawn = [player.choose(state, moves, luck) for luck in (0.0, 0.5, 1.0 - 1e-16, 1.0)]
    assert drawn == sorted(drawn)
    assert (drawn[0], drawn[-1]) == (0, 8)


def test_its_reasons_say_what_it_saw_and_how_likely_it_was() -> None:
    state = TTT.parse_state("XX./OO./... X")
    decision = make_player("intuitive", TTT).decide(state.view(0), stream(1))
    assert decision.by == FEEL
    assert [reason.sentence for reason in decision.reasons] == [
        "3 makes a line of 3",
        "3 stops a line of 1",
        "drawn with a chance of 100 %",
    ]


def test_it_sits_only_where_there_are_boards() -> None:
    assert "intuitive" in player_names(TTT)
    with pytest.raises(UnknownName, match="player"):
        make_player("intuitive", Nim())


def test_it_is_better_than_chance_and_worse_than_a_search() -> None:
    found = challenge(TTT, "intuitive", ("random", "perfect"), 40, seed=3)
    assert found["random"].reliability.mean > 80
    assert found["perfect"].reliability.mean < 80


def test_a_reader_by_feel_draws_among_what_the_list_leaves() -> None:
    learner = shipped_learner(TTT)
    assert isinstance(learner, MaximLearner)
    with_list, alone = (reader_of(learner, reader) for reader in ("intuitive", "intuitive-alone"))
    state = TTT.parse_state("X../.O./... X")
    learner.begin(0, ContestInfo(TTT, ("one", "other")))
    rng = stream(4)
    kept = {str(learner.decide(state.view(0), rng).action) for _ in range(60)}
    followed = [str(with_list.decide(state.view(0), rng).action) for _ in range(60)]
    felt = {str(alone.decide(state.view(0), rng).action) for _ in range(60)}
    assert set(followed) <= kept
    assert felt - kept


def test_a_list_helps_who_plays_by_feel() -> None:
    learner = shipped_learner(TTT)
    scores = [
        challenge(TTT, reader_of(learner, reader, 0.1), ["perfect"], 40, seed=2)["perfect"].reliability.mean
        for reader in ("intuitive", "intuitive-alone")
    ]
    assert scores[0] > scores[1] + 20
