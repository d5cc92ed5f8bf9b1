"""Games on grids, as format 2 tells them: boards, lines and gravity, and what cannot go together."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.board_states import board_game, grid_game, lines_on_grid, reachable, walk
from tests.games.board.test_kernels import same_rules

from gamelore.app.page.board.rules import pictured_rules
from gamelore.base.errors import BadText, ImpossibleState
from gamelore.games.board.board import apply, bits
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.grid import BoardGrid
from gamelore.games.board.toml_game import parse_board_game
from gamelore.games.telling import rules_in_words
from gamelore.learners.features.board.measures import survey, survey_plainly
from gamelore.learners.maxims.glossary.terms import glossary_of
from gamelore.learners.maxims.reader import reader_for
from gamelore.oracles.board.retrograde import build
from gamelore.oracles.board.solved_tables import rules_digest

DROPS = """
format = 2
name = "drops"
title = "Drops"

[board]
grid = "3x4"

[rules]
markers = 6
slides = false
line_length = 3
gravity = true
"""
HEX = """
format = 2
name = "rhombus"
title = "Rhombus"

[board]
grid = "3x4"
hexagonal = true

[rules]
markers = 6
slides = false
line_length = 3
"""


def made(text: str, **parameters: object) -> BoardGame:
    return parse_board_game(text, "mine.toml", parameters)


@given(st.integers(2, 7), st.integers(2, 7), st.integers(2, 6))
@settings(max_examples=60, deadline=None)
def test_the_lines_of_a_grid_are_those_found_by_hand(rows: int, columns: int, length: int) -> None:
    by_hand = {frozenset(p - 1 for p in line) for line in lines_on_grid(rows, columns, length)}
    found = BoardGrid(rows, columns).lines(length)
    assert {frozenset(line) for line in found} == by_hand
    assert len(found) == len(by_hand)


def test_a_grid_is_the_same_game_as_its_points_and_lines_drawn_by_hand() -> None:
    drawn = parse_board_game(grid_game("drawn", 6, 7, "markers = 21\nslides = false"), "drawn", {})
    told = parse_board_game(
        'format = 2\nname = "told"\ntitle = "Told"\n[board]\ngrid = "6x7"\n'
        "[rules]\nline_length = 4\nmarkers = 21\nslides = false\n[contest]\nmax_plies = 200\n",
        "told",
        {},
    )
    assert told.board == drawn.board
    assert set(told.goal_masks) == set(drawn.goal_masks)
    assert rules_digest(told, None) == rules_digest(drawn, None)


def test_a_hexagonal_grid_has_six_neighbours_and_lines_in_three_directions() -> None:
    game = made(HEX)
    assert [mask.bit_count() for mask in game.board.neighbours] == [2, 4, 4, 3, 4, 6, 6, 4, 3, 4, 4, 2]
    assert {len(line) for line in game.goal_lines} == {3}
    assert len(game.goal_lines) == 6 + 4 + 2
    assert frozenset({3, 6, 9}) in {frozenset(line) for line in game.goal_lines}
    assert frozenset({0, 5, 10}) not in {frozenset(line) for line in game.goal_lines}
    distances = {round(abs(complex(*a) - complex(*b)), 3) for a in game.board.points for b in game.board.points}
    assert sorted(distances)[1] == 1.0, "all six are equally far"
    assert len(game.symmetries) == 2
    assert str(game.new_initial_state()) == "..../..../.... X"


def test_markers_fall_to_the_lowest_empty_point_of_their_column() -> None:
    game = board_game("connect_four")
    state = game.new_initial_state()
    assert [str(move) for move in state.legal_actions()] == ["36", "37", "38", "39", "40", "41", "42"]
    for text in ("39", "32", "25", "18", "11", "4"):
        state = state.child(game.parse_action(text))
    assert [str(move) for move in state.legal_actions()] == ["36", "37", "38", "40", "41", "42"], "a column is full"
    assert len(game.symmetries) == len(game.all_symmetries) == 2, "left and right, not up and down"
    for seed in range(4):
        for state in walk(game, seed, 42):
            held = state.x | state.o
            assert all(held >> p + 7 & 1 for p in bits(held) if p < 35), "nothing hangs in the air"
            for symmetry in game.symmetries:
                image = apply(symmetry, held)
                assert all(image >> p + 7 & 1 for p in bits(image) if p < 35)
    with pytest.raises(ImpossibleState, match="position 42 is empty, but a marker stands above it"):
        game.parse_state("......./......./......./......./......X/...O... X")


def test_a_small_game_with_gravity_is_solved_as_by_trying_everything() -> None:
    game = made(DROPS.replace("3x4", "3x3").replace("markers = 6", "markers = 5"))
    states = reachable(game)
    worth: dict[object, float] = {}
    for state in sorted(states, key=lambda s: s.left):
        outcome = state.outcome()
        if outcome is not None:
            worth[state] = outcome.returns[state.mover]
        else:
            worth[state] = max(-worth[state.child(action)] for action in state.legal_actions())
    solution = build(game)
    for state in list(states)[::7]:
        same_rules(state)
        if not state.is_terminal():
            assert solution.value(state).result == worth[state]
    level = made(DROPS.replace("gravity = true", ""))
    assert rules_digest(level, None) != rules_digest(made(DROPS), None)


def test_a_game_like_another_on_a_grid_has_its_grid() -> None:
    game = made(
        'format = 2\nname = "three"\ntitle = "Three"\n[board]\nlike = "connect_four"\n'
        "[rules]\nline_length = 3\ngravity = true\nmarkers = 21\nslides = false\n"
    )
    assert game.grid == BoardGrid(6, 7)
    assert len(game.new_initial_state().legal_actions()) == 7


DUEL = """
format = 2
name = "duel"
title = "Duel"

[board]
grid = "3x3"

[rules]
markers = 0
line = "nothing"
start = { X = [7, 8, 9], O = [1, 2, 3] }
steps = { X = ["up"], O = ["down"] }
takes = { X = ["up-left", "up-right"], O = ["down-left", "down-right"] }
goal_row = { X = 1, O = 3 }

[contest]
max_plies = 13
"""
"""Hexapawn (Gardner 1962)."""


def ended(state: BoardState) -> str:
    outcome = state.outcome()
    return "" if outcome is None else outcome.why


def test_markers_go_in_the_directions_of_their_side_and_the_first_at_its_goal_wins() -> None:
    game = made(DUEL)
    state = game.new_initial_state()
    assert [str(move) for move in state.legal_actions()] == ["7-4", "8-5", "9-6"]
    for text in ("8-5", "1-4"):
        state = state.child(game.parse_action(text))
    assert [str(move) for move in state.legal_actions()] == ["5-3x3", "9-6"]
    took = state.child(game.parse_action("5-3x3"))
    assert str(took) == ".OX/O../X.X O"
    assert ended(took) == "X has reached the goal row"
    assert ended(game.parse_state("O../X../... X")) == "X cannot move"
    assert len(game.symmetries) == 2


def test_the_kernels_play_hexapawn_as_plain_python_does_and_the_second_player_wins() -> None:
    """As Gardner (1962) says; there is no draw."""
    game = made(DUEL)

    def worth(state: BoardState) -> float:
        same_rules(state)
        assert game.parse_state(str(state)) == state
        outcome = state.outcome()
        if outcome is not None:
            assert outcome.returns != (0.0, 0.0)
            return outcome.returns[state.mover]
        return max(-worth(state.child(move)) for move in state.legal_actions())

    assert worth(game.new_initial_state()) == -1.0


def test_a_directed_game_is_told_by_its_directions_and_goals() -> None:
    game = made(DUEL)
    told = " ".join(rules_in_words(game))
    assert "X moves a marker one point up, if that is empty." in told
    assert "O takes by moving one point down-left or down-right onto a marker of the other's, which is removed." in told
    assert "X wins by bringing a marker to one of the points 1, 2, 3." in told
    assert "stroke" not in told
    only = made(DUEL.replace('steps = { X = ["up"], O = ["down"] }', "").replace("O = [1, 2, 3]", "O = [4, 5]"))
    assert "X takes, and moves only so, by moving one point up-left" in " ".join(rules_in_words(only))
    pictured = [said for _, said in pictured_rules(game, game.seat_names)]
    assert any(said.startswith("A marker takes by moving: ") for said in pictured)


def test_takings_by_moving_are_seen_by_the_measures_and_said_by_the_words() -> None:
    game = made(DUEL)
    for seed in range(6):
        for state in walk(game, seed, 12):
            if not state.is_terminal():
                compiled, plain = survey(state), survey_plainly(state)
                assert np.array_equal(compiled.after, plain.after)
                assert np.array_equal(compiled.before, plain.before, equal_nan=True)
    words = reader_for(game).wording.measures
    assert {"captures", "exchange", "own_strikes", "sure"} <= set(words)
    assert not {"own_full", "spread", "threats"} & set(words)
    assert words["own_strikes"].most == "Threaten to take or win by as many moves as you can."
    senses = {term.word: term.sense for term in glossary_of(game).terms}
    assert senses["take"] == "To take a marker of the other off the board by moving onto its point."
    assert "in a direction in which the marker may move" in senses["step"]


BAD = [
    ('grid = "3x4"', 'grid = "3 by 4"', "[board] grid must be rows and columns such as '6x7', found '3 by 4'"),
    ('grid = "3x4"', "grid = 34", "[board] grid must be rows and columns such as '6x7', found 34"),
    ('grid = "3x4"', 'grid = "8x8"', "[board] a grid of 8x8 has 64 points; at most 63 are supported"),
    ('grid = "3x4"', 'grid = "1x1"', "[board] a grid of 1x1 has only one point"),
    ('grid = "3x4"', 'grid = "3x4"\nlines = []', "[board] takes either 'grid' or 'lines'"),
    ('grid = "3x4"', 'grid = "3x4"\nhexagonal = 6', "[board] hexagonal must be true or false, found 6"),
    ('grid = "3x4"', 'grid = "3x4"\nhexagonal = true', "gravity needs a square grid"),
    ('grid = "3x4"', "points = [[0, 0], [1, 0]]\nhexagonal = true", "[board] hexagonal says how the points of a grid"),
    ('grid = "3x4"', "points = [[0, 0], [1, 0]]", "[rules] line_length counts points of a grid"),
    ("line_length = 3", 'goal_lines = ["1-2-3"]\nline_length = 3', "takes either 'line_length' or 'goal_lines'"),
    ("line_length = 3", "line_length = 5", "[rules] line_length must be 2 to 4 on a grid of 3x4, found 5"),
    ("line_length = 3", "line_length = true", "[rules] line_length must be 2 to 4 on a grid of 3x4, found True"),
    ("gravity = true", 'gravity = "down"', "[rules] gravity must be true or false, found 'down'"),
    ("slides = false", "slides = true", "gravity goes with slides = false"),
    ("slides = false", 'slides = false\nline = "captures"', "gravity does not go with line = 'captures'"),
    ("markers = 6", "markers = 5\nstart = { X = [12], O = [11] }", "gravity does not go with start"),
    ('grid = "3x4"', 'like = "tic_tac_toe"', "[rules] line_length counts points of a grid"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), BAD)
def test_what_cannot_be_told_or_combined_is_refused_with_the_reason(old: str, new: str, complaint: str) -> None:
    assert old in DROPS
    with pytest.raises(BadText) as caught:
        made(DROPS.replace(old, new))
    assert str(caught.value).startswith("mine.toml: ")
    assert complaint in str(caught.value)


BAD_WAYS = [
    ('grid = "3x3"', 'grid = "3x3"\nhexagonal = true', "[rules] steps names directions of a square grid"),
    ('X = ["up"]', 'X = "up"', "[rules] steps: the directions of X must be of up, down, left"),
    ('X = ["up"]', 'X = ["north"]', "found ['north']"),
    ('X = ["up"]', 'X = ["up", "up"]', "[rules] steps: X names a direction twice"),
    ('steps = { X = ["up"], O', "steps = { O", "[rules] steps must name directions for X and for O"),
    ("X = 1, O = 3", "X = 1, O = 4", "[rules] goal_row: that of O must be 1 to 3, found 4"),
    ("X = 1, O = 3", "Z = 1", "[rules] goal_row must name a row for X, for O or for both"),
    ("markers = 0", "markers = 1", "[rules] steps and takes go with markers = 0 and start"),
    ("markers = 0", "markers = 0\nslides = false", "nothing is placed and nothing slides"),
    ("markers = 0", "markers = 0\nflying_at = 3", "flying_at does not go with steps and takes"),
    ('line = "nothing"', 'line = "captures"\nline_length = 3', "takes does not go with line = 'captures'"),
    ('line = "nothing"', "line_length = 3", "takes does not go with line = 'wins': say line = 'nothing'"),
    ("markers = 0", "markers = 0\ngravity = true", "gravity goes with slides = false"),
    ("X = 1, O = 3", "X = 3, O = 1", "over before anybody moves: O has reached the goal row"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), BAD_WAYS)
def test_directions_that_make_no_game_are_refused_with_the_reason(old: str, new: str, complaint: str) -> None:
    assert old in DUEL
    with pytest.raises(BadText) as caught:
        made(DUEL.replace(old, new, 1))
    assert str(caught.value).startswith("mine.toml: ")
    assert complaint in str(caught.value)


def test_a_goal_row_needs_directions() -> None:
    text = "\n".join(line for line in DUEL.splitlines() if not line.startswith(("steps", "takes")))
    with pytest.raises(BadText, match="goal_row goes with steps or takes"):
        made(text)


def test_gravity_needs_a_grid() -> None:
    text = DROPS.replace('grid = "3x4"', "points = [[0, 0], [1, 0]]").replace("line_length = 3", 'goal_lines = ["1-2"]')
    with pytest.raises(BadText, match="gravity needs a grid"):
        made(text.replace("markers = 6", "markers = 1"))


def test_every_grid_of_format_2_has_the_points_that_it_says() -> None:
    for rows, columns, hexagonal in product((1, 3, 7), (2, 5, 9), (False, True)):
        grid = BoardGrid(rows, columns, hexagonal)
        board = grid.board()
        assert board.size == rows * columns
        assert [len(row) for row in board.rows] == [columns] * rows
