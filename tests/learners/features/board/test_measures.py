"""The compiled survey finds what the plain finders find, and each measure can be told and drawn."""

from __future__ import annotations

import math
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.board_states import BOARD_GAMES, board_game, walk
from tests.plain_games import Kuhn, Nim

from gamelore.base.errors import NotAvailable, UnknownName
from gamelore.games.board.board import mask_of
from gamelore.games.board.codes import NONE
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.features.board import _kernels, condition_rows, rows
from gamelore.learners.features.board import survey as survey_module
from gamelore.learners.features.board.conditions import CONDITIONS, condition_named
from gamelore.learners.features.board.drawing import draw_measure, marked_lines
from gamelore.learners.features.board.measures import MEASURES, measure_named, survey, survey_plainly
from gamelore.learners.features.board.survey import board_places, measure_answers, measure_moves, middles, survey_board

TTT, LOSE, FIVE = (board_game(name) for name in ("tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris"))
NOT_ROWS = ("ROWS", "ALL_ROWS", "NO_LINE", "GROUPS", "IN_THE_PASS", "WORTH_OF_A_WIN")
PAGE = Path(__file__).parents[4] / "docs" / "features.md"


def open_states(game: BoardGame, count: int) -> list[BoardState]:
    """States of random contests that are not over, of every stage."""
    found: list[BoardState] = []
    for seed in range(count):
        states = [state for state in walk(game, seed, game.placements + 20) if not state.is_terminal()]
        found.append(states[seed * 7 % len(states)])
    return found


def some_states(game: BoardGame, share: int = 3) -> list[BoardState]:
    """Fewer where the plain survey takes long: it tries moves, replies and answers."""
    found = open_states(game, {9: 60, 16: 16, 24: 6, 36: 12, 42: 12}.get(game.board.size, 40) // share)
    return [state for state in found if game.board.size < 49 or len(state.legal_actions()) <= 20]


def value(name: str, state: BoardState, move: str) -> float:
    """A measure of the compiled survey."""
    found = survey(state)
    return float(found.after[list(MEASURES).index(name), [str(a) for a in found.actions].index(move)])


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOARD_GAMES)
def test_the_compiled_survey_finds_what_the_plain_one_finds(name: str, share: int) -> None:
    for state in some_states(board_game(name), share):
        compiled, plain = survey(state), survey_plainly(state)
        assert list(compiled.actions) == list(state.legal_actions()) == list(plain.actions)
        for row, measure in enumerate(MEASURES):
            same = np.array_equal(compiled.before[row], plain.before[row], equal_nan=True)
            assert same, f"{name} {state} before: {measure}"
            for column, move in enumerate(plain.actions):
                assert compiled.after[row, column] == plain.after[row, column], f"{name} {state} {move}: {measure}"


@pytest.mark.parametrize("parameters", [{"flying_at": 3}, {"capture_in_line": "never"}, {"blocked": "draws"}])
def test_the_two_agree_under_other_rules(parameters: dict[str, object]) -> None:
    for state in open_states(board_game("five_mens_morris", **parameters), 8):
        compiled, plain = survey(state), survey_plainly(state)
        assert np.array_equal(compiled.after, plain.after)
        assert np.array_equal(compiled.before, plain.before, equal_nan=True)


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "five_mens_morris", "nine_mens_morris"])
def test_answers_to_the_moves_of_a_survey_are_those_that_the_plain_one_finds(name: str) -> None:
    game = board_game(name)
    last = [state for seed in range(4) for state in walk(game, seed, game.placements) if state.left == 1]
    for state in some_states(game) + [state for state in last if not state.is_terminal()]:
        found, plain = measure_answers(survey_board(state)), survey_plainly(state)
        assert np.array_equal(found[rows.SURE : rows.FORKING + 1], plain.after[rows.SURE : rows.FORKING + 1])


@pytest.mark.parametrize("rules", [{}, {"capture_in_line": "always", "flying_at": 3}, {"blocked": "draws"}])
def test_an_exchange_is_the_same_where_markers_are_taken_and_few_are_left_to_place(rules: dict[str, object]) -> None:
    """Contests in which whoever can takes a marker, so that there are losses, few markers and blocked ones."""
    game, rng, ended = board_game("five_mens_morris", **rules), np.random.default_rng(3), 0
    for _ in range(3):
        state = game.new_initial_state()
        for _ in range(40):
            moves = state.legal_actions()
            if not moves:
                break
            if state.left < 4:
                found = measure_moves(state, [rows.EXCHANGE]).after[rows.EXCHANGE]
                plain = [MEASURES["exchange"].find(state, move).value for move in moves]
                assert found.tolist() == plain, str(state)
                ended += int(np.count_nonzero(np.abs(found) == rows.WORTH_OF_A_WIN))
            taking = [move for move in moves if move.taken] or moves
            state = state.child(taking[int(rng.integers(len(taking)))])
    assert ended


def test_a_survey_has_the_boards_after_its_moves() -> None:
    for state in some_states(FIVE):
        found = survey_board(state)
        for number, move in enumerate(state.legal_actions()):
            child = state.child(move)
            assert (found.theirs[number], found.mine[number]) == (child.own, child.other)
            assert (found.goals[number], found.starts[number]) == (move.to, NONE if move.start is None else move.start)


def test_two_threads_may_survey_boards_of_one_game_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits inside its survey until the other has surveyed, too."""
    states = [TTT.new_initial_state(), TTT.parse_state("X../.O./... X")]
    alone, both = [survey_board(state).codes.tolist() for state in states], threading.Barrier(2)
    true = _kernels.survey

    def meeting(*given: Any) -> int:
        count: int = true(*given)
        both.wait(timeout=20)
        return count

    monkeypatch.setattr(survey_module, "_kernels", SimpleNamespace(survey=meeting, SurveyRoom=_kernels.SurveyRoom))
    with ThreadPoolExecutor(2) as threads:
        assert [found.codes.tolist() for found in threads.map(survey_board, states)] == alone


def test_every_row_has_its_measure_in_order() -> None:
    named = {
        name.lower(): row
        for name, row in vars(rows).items()
        if name.isupper() and not name.startswith("OF_") and name not in NOT_ROWS
    }
    assert list(MEASURES) == sorted(named, key=lambda name: named[name])
    assert [named[name] for name in MEASURES] == list(range(rows.ALL_ROWS))


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_says_in_one_short_sentence_what_it_counts(name: str) -> None:
    measure = MEASURES[name]
    assert measure.name == name
    assert measure.sentence.endswith(".")
    assert len(measure.sentence.split()) <= 20
    if name.startswith(("own_", "other_")):
        assert measure.side == name.partition("_")[0]


def test_every_condition_has_its_number_in_order() -> None:
    named = {name.lower(): number for name, number in vars(condition_rows).items() if name.isupper()}
    assert {name: number for number, name in enumerate(CONDITIONS)} == named
    with pytest.raises(UnknownName, match="condition"):
        condition_named("evn")


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(UnknownName, match="measure"):
        measure_named("own_move")


# Golden values, counted by hand


def test_lines_before_and_after_a_move() -> None:
    crossed = TTT.parse_state(".X./X.O/.O. X")
    assert [value("adds", crossed, move) for move in "13579"] == [2, 1, 0, 1, 0]
    assert [value("lacks", crossed, move) for move in "13579"] == [2, 2, 3, 2, 3]
    assert [value("blocks", crossed, move) for move in "13579"] == [0, 1, 0, 1, 2]
    assert [value("threats", crossed, move) for move in "13579"] == [2, 1, 0, 1, 0]
    assert [value("own_open", crossed, move) for move in "15"] == [4, 4]
    assert [value("other_open", crossed, move) for move in "159"] == [3, 2, 1]


def test_only_the_other_sides_fullest_lines_are_its_nearest() -> None:
    state = TTT.parse_state("OO./..X/X.. X")
    assert value("blocks_nearest", state, "3") == 1
    assert (value("blocks", state, "5"), value("blocks_nearest", state, "5")) == (2, 0)


def test_no_line_to_add_to_is_more_than_any_line_lacks() -> None:
    state = TTT.parse_state("XOX/XO./O.. X")
    assert value("lacks", state, "8") == rows.NO_LINE


def test_a_capture_and_the_moves_it_leaves() -> None:
    state = FIVE.parse_state("XX./..O/..OX/..O/.O. X")
    assert value("captures", state, "10-3x15") == 1
    assert value("other_markers", state, "10-3x15") == 3
    assert value("own_strikes", FIVE.parse_state("XX./O../..../.OO/..X X"), "16-10") == 1


def test_ends_replies_and_rope() -> None:
    state = LOSE.parse_state("OO./.X./..X X")
    assert value("rope", state, "4") == 1
    assert value("rope", state, "3") == 0
    assert value("losing_replies", state, "4") == 1
    assert value("winning_replies", TTT.parse_state("X../..X/OO. X"), "2") == 1
    assert value("wins", TTT.parse_state("XX./OO./... X"), "3") == 1
    assert value("loses", LOSE.parse_state("XX./OO./... X"), "3") == 1


def test_the_places_of_a_board_are_read_off_its_picture() -> None:
    square, morris = board_places(TTT.board), board_places(FIVE.board)
    assert (square.corners, square.centre) == (0b101000101, 1 << 4)
    assert square.opposite[0] == 1 << 8
    assert square.opposite[4] == 0
    assert morris.centre == 0
    assert morris.corners == mask_of(p - 1 for p in (1, 3, 4, 6, 11, 13, 14, 16))
    assert morris.steps[0][5] == 3


def test_what_lines_hold_and_what_can_be_answered() -> None:
    state = TTT.parse_state("X.O/.../... X")
    assert [value("own_alone", state, move) for move in "579"] == [3, 2, 2]
    assert [value("shared", state, move) for move in "59"] == [2, 2]
    assert value("opposite_own", state, "9") == 1
    assert value("opposite_other", state, "7") == 1
    fork = TTT.parse_state("X../.O./..X O")
    assert [value("forking", fork, move) for move in "23"] == [0, 1]
    assert value("stopping", fork, "3") == 1
    assert value("sure", TTT.parse_state("XOO/.../..X X"), "7") == 1
    assert value("own_safe", LOSE.parse_state("XX./.O./..O X"), "4") == 2


def test_an_exchange_is_counted_to_the_best_answer() -> None:
    """With 15-14 the other can take back, unless 1, 7 or 15 was taken; who can take the third marker next has won."""
    state = FIVE.parse_state("O.O/XX./O.XX/..O/.OX X")
    assert [value("exchange", state, f"9-6x{taken}") for taken in (1, 7, 15, 3, 13)] == [1, 1, 1, 0, 0]
    assert value("exchange", state, "4-8") == -1
    near = FIVE.parse_state("X.X/XXX/.O.O/O../O.. X")
    assert [value("exchange", near, move) for move in ("5-2x8", "6-9", "1-2")] == [50, 2, 1]
    assert value("exchange", FIVE.parse_state("OO./.X./.X.O/.X./... X"), "5-4") == -50
    assert value("exchange", FIVE.parse_state("XX./..O/...X/..O/.O. X"), "10-3x15") == 50


def test_a_position_made_before_is_known_again() -> None:
    state = FIVE.parse_state("XX./O../..../.OO/..X X")
    made = [state.child(FIVE.parse_action("16-15"))]
    found = survey(state, made)
    assert [str(a) for a, back in zip(found.actions, found.after[rows.RETURNS], strict=True) if back] == ["16-15"]
    assert np.array_equal(found.after, survey_plainly(state, made).after)


def test_only_a_survey_of_all_moves_measures_rope_and_halfway() -> None:
    with pytest.raises(ValueError, match="rope and halfway"):
        measure_moves(TTT.new_initial_state(), [rows.ROPE])


def test_the_middles_of_shortest_paths_come_from_the_drawn_lines() -> None:
    found = middles(FIVE.board)
    assert found[0, 2] == (1,)
    assert (0, 1) not in found
    assert found[0, 4] == (1,)
    # From 1 to 6 three steps over 2 and 5; both inner places are halfway.
    assert found[0, 5] == (1, 4)


# Games without tables


def test_a_game_in_plain_python_is_measured_as_far_as_its_rules_say() -> None:
    nim = Nim(stones=6)
    found = survey(nim.parse_state("4 stones, A moves"))
    values = {name: found.after[row].tolist() for row, name in enumerate(MEASURES)}
    assert [str(action) for action in found.actions] == ["take 1", "take 2", "take 3"]
    assert values["wins"] == values["loses"] == values["captures"] == [0, 0, 0]
    assert values["replies"] == values["other_moves"] == [3, 2, 1]
    assert values["winning_replies"] == values["other_strikes"] == [1, 1, 1]
    assert values["losing_replies"] == [0, 0, 0]
    assert survey(nim.parse_state("3 stones, A moves")).after[rows.WINS].tolist() == [0, 0, 1]
    silent = {name for name, measured in values.items() if math.isnan(measured[0])}
    # Nim cannot say what I could do if it were my turn again, and it has no board.
    assert silent >= {"own_moves", "own_strikes", "own_safe", "rope"}
    assert silent - {"own_moves", "own_strikes", "own_safe", "rope"} == {
        n for n, m in MEASURES.items() if m.needs != "rules"
    }


def test_a_game_that_hides_something_or_has_more_than_two_seats_is_refused() -> None:
    with pytest.raises(NotAvailable, match="hides nothing"):
        survey(Kuhn().initial_state("J Q"))
    with pytest.raises(NotAvailable, match="for two"):
        survey(Nim(seats=3).new_initial_state())


def test_a_contest_that_is_over_is_refused() -> None:
    over = TTT.parse_state("XX./OO./... X").child(TTT.parse_action("3"))
    for ask in (survey, survey_plainly):
        with pytest.raises(NotAvailable, match="over"):
            ask(over)


# Pictures


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_can_be_drawn_in_every_game(name: str) -> None:
    for game in map(board_game, BOARD_GAMES):
        state = open_states(game, 3)[-1]
        move = state.legal_actions()[-1]
        picture = draw_measure(name, state, move, theme="light")
        assert picture.startswith("<svg")
        assert f"after {move}: {MEASURES[name].find(state, move).value:g}" in picture


def test_a_picture_marks_what_is_counted() -> None:
    crossed = TTT.parse_state(".X./X.O/.O. X")
    threats = draw_measure("threats", crossed, TTT.parse_action("1"))
    assert threats.count('<polyline class="band good"') == 2
    blocks = draw_measure("blocks", crossed, TTT.parse_action("9"))
    assert blocks.count('<polyline class="band bad"') == 2
    strikes = draw_measure("own_strikes", FIVE.parse_state("XX./O../..../.OO/..X X"), FIVE.parse_action("16-10"))
    assert strikes.count('<line class="arrow good"') == 1
    assert strikes.count('<line class="arrow faint"') == 1
    assert draw_measure("captures", FIVE.parse_state("XX./..O/..OX/..O/.O. X"), FIVE.parse_action("10-3x15")).count(
        '<path class="cross"'
    )


@pytest.mark.parametrize(("name", "counted", "marked"), [("eleven_mens_morris", 20, 20), ("connect_four", 69, 18)])
def test_a_picture_marks_all_lines_of_a_drawn_board_and_some_of_many_on_a_grid(
    name: str, counted: int, marked: int
) -> None:
    state = board_game(name).new_initial_state()
    move = state.legal_actions()[0]
    lines = MEASURES["own_open"].find(state, move).lines
    assert (len(lines), len(marked_lines(lines))) == (counted, marked)
    assert {tuple(line) for line in marked_lines(lines)} <= {tuple(line) for line in state.game.goal_lines}
    assert draw_measure("own_open", state, move).count('<polyline class="band') == marked


# The page


def test_the_page_tells_every_measure() -> None:
    told = re.findall(r"^\| `(\w+)` \| (.+?) \| (\w+) \| (\d) \| (\w+) \|$", PAGE.read_text(), flags=re.MULTILINE)
    assert told == [(m.name, m.sentence, m.side, str(m.ahead), m.needs) for m in MEASURES.values()]
