"""The rules of the board games: texts, lines, captures, blocks, stages, and what the sources say of them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.board_states import BOARD_GAMES, board_game, board_states, reachable

from gamelore.base.errors import BadSetting, BadText, IllegalAction, ImpossibleState, UnknownName
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardState, transform_move
from gamelore.games.check import check_game

FIVE = board_game("five_mens_morris")


def texts(state: BoardState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def play(state: BoardState, moves: str) -> BoardState:
    for move in moves.split():
        state = state.child(state.game.parse_action(move))
    return state


def why(state: BoardState) -> str:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.why


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_every_board_game_keeps_every_promise_of_a_game(name: str) -> None:
    report = check_game(board_game(name), stream(10), contests=4, max_plies=80)
    assert report.contests == 4


@given(board_states())
@settings(max_examples=200, deadline=None)
def test_the_text_of_a_state_and_of_its_moves_reads_back(state: BoardState) -> None:
    assert state.game.parse_state(str(state)) == state
    for action in state.legal_actions():
        assert state.game.parse_action(str(action)) == action


@given(board_states())
@settings(max_examples=100, deadline=None)
def test_what_a_move_says_about_its_state_is_what_the_board_says(state: BoardState) -> None:
    """A child is told by its move whether the contest is over; a state read from text finds out by itself."""
    for action in state.legal_actions():
        child = state.child(action)
        assert child.outcome() == BoardState(state.game, child.x, child.o, child.mover, child.left).outcome()


@given(board_states())
@settings(max_examples=100, deadline=None)
def test_a_symmetric_state_has_the_symmetric_moves_and_the_same_normal_form(state: BoardState) -> None:
    normal, symmetry = state.normal_form()
    assert state.transform(symmetry) == normal
    for image in state.game.symmetries:
        other = state.transform(image)
        assert other.normal_form()[0] == normal
        assert {transform_move(move, image) for move in state.legal_actions()} == set(other.legal_actions())
        assert other.outcome() == state.outcome()


def test_the_normal_form_is_the_smallest_text_with_empty_before_x_before_o() -> None:
    game = board_game("tic_tac_toe")
    assert str(game.parse_state("X../.O./... X").normal_form()[0]) == ".../.O./..X X"


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe"])
def test_tic_tac_toe_has_the_published_numbers_of_states(name: str) -> None:
    states = reachable(board_game(name))
    going_on = {state for state in states if not state.is_terminal()}
    assert (len(states), len(going_on)) == (5478, 4520)
    assert len({s.normal_form()[0] for s in states}) == 765
    assert len({s.normal_form()[0] for s in going_on}) == 627


def placing_levels(plies: int) -> Sequence[int]:
    level = {FIVE.new_initial_state()}
    sizes = [1]
    for _ in range(plies):
        level = {state.child(action) for state in level for action in state.legal_actions()}
        sizes.append(len(level))
    return sizes


@pytest.mark.slow
def test_five_mens_morris_has_the_published_numbers_of_boards_while_the_first_markers_are_placed() -> None:
    """The later plies are counted by the independent solver of tests/oracles."""
    assert placing_levels(5) == [1, 16, 240, 1680, 10920, 43160]


def test_completing_a_line_wins_at_tic_tac_toe_and_loses_at_lose_tic_tac_toe() -> None:
    for name, returns in (("tic_tac_toe", (1.0, -1.0)), ("lose_tic_tac_toe", (-1.0, 1.0))):
        state = play(board_game(name).new_initial_state(), "1 4 2 5 3")
        assert state.returns() == returns
        assert why(state) == "X completed a line"
        assert texts(state) == []


def test_a_full_board_without_a_line_is_a_draw() -> None:
    state = play(board_game("tic_tac_toe").new_initial_state(), "1 5 9 2 8 7 3 6 4")
    assert state.returns() == (0.0, 0.0)
    assert why(state) == "all markers are placed"


def test_nobody_can_win_at_lose_tic_tac_toe_by_a_move_of_their_own() -> None:
    for state in reachable(board_game("lose_tic_tac_toe")):
        if state.is_terminal():
            assert state.returns()[1 - state.mover] <= 0


def test_a_mill_is_made_again_when_a_marker_slides_out_and_back() -> None:
    state = FIVE.parse_state("XX./.../...X/..O/OOO X")
    assert "10-3x13" in texts(state)
    again = play(FIVE.parse_state("XXX/.O./.O../..O/OO. X"), "3-10 5-4 10-3x4")
    assert again.o.bit_count() == 4


def test_each_completed_mill_may_take_any_marker_that_is_not_in_a_mill() -> None:
    state = FIVE.parse_state("XX./OOO/...X/..O/..O X")
    takes = [text for text in texts(state) if "x" in text]
    assert takes == ["10-3x13", "10-3x16"]


def test_a_marker_in_a_mill_is_taken_only_if_there_is_no_other() -> None:
    state = FIVE.parse_state("XX./OOO/...X/.../X.. X")
    assert [text for text in texts(state) if "x" in text] == ["10-3x4", "10-3x5", "10-3x6"]
    never = board_game("five_mens_morris", capture_in_line="never")
    assert "10-3" in texts(never.parse_state(str(state)))
    always = board_game("five_mens_morris", capture_in_line="always")
    mixed = always.parse_state("XX./OOO/...X/..O/..O X")
    assert [text for text in texts(mixed) if "x" in text] == [f"10-3x{p}" for p in (4, 5, 6, 13, 16)]


def test_two_mills_at_once_take_one_marker() -> None:
    state = FIVE.parse_state(".XX/.../X.../O.O/X.. X 2 left")
    after = play(state, "1x11")
    assert after.o.bit_count() == 1
    assert not after.is_terminal(), "two markers lose only when all are placed"


def test_the_connectors_between_the_squares_are_no_mills() -> None:
    assert all(len(line) == 3 for line in FIVE.goal_lines)
    assert "5" in texts(FIVE.parse_state("XXO/.../..../.../O.. X 6 left"))


def test_a_player_reduced_to_two_loses_once_markers_slide() -> None:
    state = play(FIVE.parse_state("XX./.../...X/..O/O.O X"), "10-3x13")
    assert state.returns() == (1.0, -1.0)
    assert why(state) == "White has only 2 markers left"
    placing = play(FIVE.parse_state("XX./.../..../.../OO. X 6 left"), "3x14")
    assert not placing.is_terminal()


def test_a_player_who_cannot_move_loses_unless_the_rules_call_it_a_draw() -> None:
    text = "XXO/.O./XO../.../O.. X"
    state = FIVE.parse_state(text)
    assert state.returns() == (-1.0, 1.0)
    assert why(state) == "Black cannot move"
    assert board_game("five_mens_morris", blocked="draws").parse_state(text).returns() == (0.0, 0.0)


def test_a_player_with_three_markers_flies_only_where_the_rules_allow_it() -> None:
    text = "XX./.../X.../..O/OOO X"
    assert "7-3x13" not in texts(FIVE.parse_state(text))
    assert "7-3x13" in texts(board_game("five_mens_morris", flying_at=3).parse_state(text))


def test_sliding_begins_when_all_markers_are_placed() -> None:
    state = FIVE.new_initial_state()
    assert state.stage() == "placing"
    after = play(state, "1 2 3 4 5 6 7 8 9 10")
    assert after.stage() == "sliding"
    assert after.left == 0


def test_shisima_and_pong_hau_ki_begin_with_their_markers_on_the_board() -> None:
    shisima = board_game("shisima").new_initial_state()
    assert str(shisima) == "XXX/.../OOO X"
    assert shisima.stage() == "sliding"
    pong = board_game("pong_hau_ki").new_initial_state()
    assert str(pong) == "XX/./OO X"
    assert texts(pong) == ["1-3", "2-3"]


def test_achi_leaves_one_position_to_slide_into() -> None:
    state = play(board_game("achi").new_initial_state(), "1 3 2 5 6 9 7 8")
    assert state.empty.bit_count() == 1
    assert all(text.endswith("-4") for text in texts(state))


@pytest.mark.parametrize(
    ("game", "state", "move"),
    [
        ("tic_tac_toe", "X../.../... O", "1"),
        ("tic_tac_toe", "X../.../... O", "2-3"),
        ("tic_tac_toe", "X../.../... O", "2x1"),
        ("tic_tac_toe", "XXX/OO./... O", "6"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "10-3"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "10-3x14"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "10-9x13"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "1-3"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "13-9"),
        ("five_mens_morris", "XX./.../...X/..O/OOO X", "4"),
    ],
)
def test_an_illegal_move_is_refused_with_what_is_legal(game: str, state: str, move: str) -> None:
    board = board_game(game)
    with pytest.raises(IllegalAction, match=f"'{move}' is not legal in"):
        board.parse_state(state).child(board.parse_action(move))


@pytest.mark.parametrize("text", ["", "0", "01", "1-", "-1", "1x", "1-2-3", "a", "1 2", "9" * 5000, "\u0661"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadText, match="five_mens_morris: expected a point, or FROM-TO"):
        FIVE.parse_action(text)


def test_a_move_off_the_board_is_refused_with_the_positions_there_are() -> None:
    with pytest.raises(BadText, match="there is no position 17; the board has 1 to 16"):
        FIVE.parse_action("16-17")


@pytest.mark.parametrize(
    ("game", "text", "complaint"),
    [
        ("tic_tac_toe", "X../... X", "the rows hold 3/3/3 positions"),
        ("tic_tac_toe", "X../.../...", "expected rows of X, O and ."),
        ("tic_tac_toe", "XZ./.../... X", "expected rows of X, O and ."),
        ("five_mens_morris", ".../.../..../.../... X 1000 left", "expected rows"),
    ],
)
def test_a_text_that_is_no_state_is_refused(game: str, text: str, complaint: str) -> None:
    with pytest.raises(BadText, match=complaint):
        board_game(game).parse_state(text)


@pytest.mark.parametrize(
    ("game", "text", "complaint"),
    [
        ("tic_tac_toe", "XX./.../... X", "X has 2 markers on the board instead of 1"),
        ("tic_tac_toe", "X../.../... X", "it is O's turn"),
        ("tic_tac_toe", "XOX/OXO/OXO X", "it is O's turn"),
        ("tic_tac_toe", "XXX/OO./... X", "turn"),
        ("tic_tac_toe", "XXX/OOO/... X", "X has a complete line already"),
        ("shisima", "XX./.../OOO X", "X has 2 markers on the board instead of 3"),
        ("five_mens_morris", "XXX/XXX/..../.../OOO X", "X has 6 markers"),
        ("five_mens_morris", "X../.../..../.../... X 9 left", "it is O's turn"),
        ("five_mens_morris", ".../.../..../.../... X 11 left", "the game has only 10"),
    ],
)
def test_an_impossible_board_is_refused_with_the_reason(game: str, text: str, complaint: str) -> None:
    with pytest.raises(ImpossibleState, match=complaint):
        board_game(game).parse_state(text)


def test_a_deal_is_refused_where_there_is_none() -> None:
    with pytest.raises(BadText, match="there is no deal"):
        FIVE.initial_state("H5")


def test_parameters_change_the_rules_and_are_remembered() -> None:
    game = board_game("five_mens_morris", flying_at=3, max_plies=60)
    assert game.rules.flying_at == 3
    assert game.horizon.max_plies == 60
    assert repr(game) == "load_game('five_mens_morris', flying_at=3, max_plies=60)"


@pytest.mark.parametrize(
    ("parameters", "error", "complaint"),
    [
        ({"flyng_at": 3}, UnknownName, "did you mean 'flying_at'"),
        ({"flying_at": "three"}, BadSetting, "flying_at"),
        ({"flying_at": -1}, BadSetting, "flying_at lies between 0 and 63, not -1"),
        ({"markers": 9}, BadText, "9 markers each do not fit on 16 free positions"),
        ({"max_plies": 0}, BadSetting, "max_plies must be a positive whole number"),
        ({"line": ["wins"]}, BadSetting, "must be a plain value"),
    ],
)
def test_a_wrong_parameter_is_named(parameters: dict[str, object], error: type[Exception], complaint: str) -> None:
    from gamelore.games import load_game

    with pytest.raises(error, match=complaint):
        load_game("five_mens_morris", **parameters)


@given(st.text(alphabet="XO./ 0123456789left-x", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused_but_never_trips_the_parser(text: str) -> None:
    for parse in (FIVE.parse_state, FIVE.parse_action):
        with contextlib.suppress(BadText, ImpossibleState):
            parse(text)
