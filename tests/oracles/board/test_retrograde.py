"""The solver against minimax, against plain retrograde analysis, against search, and against itself forwards."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pytest
from tests.board_states import BOARD_GAMES, board_game, reachable, walk
from tests.plain_oracle import Minimax
from tests.plain_retrograde import forced, plain_values

from gamelore.base.errors import BadSetting, DamagedFile, NotAvailable
from gamelore.games.board.game import BoardState
from gamelore.oracles import Value
from gamelore.oracles.board.retrograde import LARGEST_TABLE, Solution, build, solvable_classes, table_size
from gamelore.oracles.board.solved_tables import solve

CYCLIC = ("three_mens_morris", "tapatan", "achi", "shisima", "pong_hau_ki")


@cache
def solution(name: str) -> Solution:
    return solve(board_game(name))


def best(name: str, state: str) -> set[str]:
    return {str(move) for move in solution(name).best_actions(board_game(name).parse_state(state))}


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe"])
def test_every_state_of_the_3x3_games_has_the_result_and_distance_of_full_minimax(name: str) -> None:
    minimax = Minimax()
    for state in reachable(board_game(name)):
        value = solution(name).value(state)
        if state.is_terminal():
            assert value.result == state.returns()[state.mover]
            continue
        truth = minimax.value(state)
        assert value.result == truth.result
        assert value.distance == (truth.distance if truth.result else None)


@pytest.mark.parametrize("name", CYCLIC)
def test_every_state_of_the_small_games_that_cycle_has_the_value_of_plain_retrograde_analysis(name: str) -> None:
    values = plain_values(board_game(name))
    assert {state: solution(name).value(state) for state in values} == values


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe", *CYCLIC, "five_mens_morris"])
def test_every_value_follows_forwards_from_those_of_its_children(name: str) -> None:
    solved = solution(name)
    counts = solved.counts()
    assert solved.verify() == sum(count.boards for count in counts)
    for count in counts:
        assert count.wins + count.draws + count.losses == count.boards


def test_a_wrong_value_does_not_pass_the_forward_check() -> None:
    solved = solution("tapatan")
    for place in np.random.default_rng(5).integers(len(solved.values), size=20):
        values = solved.values.copy()
        values[place] += 1
        with pytest.raises(DamagedFile, match="do not follow from their children"):
            dataclasses.replace(solved, values=values).verify()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tic_tac_toe", "draw"),
        ("lose_tic_tac_toe", "draw"),
        ("five_mens_morris", "draw"),
        ("three_mens_morris", "draw"),
        ("pong_hau_ki", "draw"),
        ("shisima", "draw"),
        ("tapatan", "win in 9"),
        ("achi", "win in 11"),
    ],
)
def test_the_value_of_each_game_is_the_one_in_its_description(name: str, value: str) -> None:
    assert str(solution(name).value(board_game(name).new_initial_state())) == value


def test_the_openings_and_replies_of_tic_tac_toe_are_the_published_ones() -> None:
    assert best("tic_tac_toe", ".../.../... X") == set("123456789")
    assert best("tic_tac_toe", ".X./.../... O") == set("1358")
    assert best("tic_tac_toe", ".../.X./... O") == set("1379")
    assert best("tic_tac_toe", "X../.../... O") == {"5"}


def test_only_the_centre_opens_lose_tic_tac_toe_and_every_reply_draws() -> None:
    assert best("lose_tic_tac_toe", ".../.../... X") == {"5"}
    assert best("lose_tic_tac_toe", ".../.X./... O") == set("12346789")


def test_reflection_through_the_centre_keeps_the_draw_at_lose_tic_tac_toe() -> None:
    game = board_game("lose_tic_tac_toe")
    todo = [game.new_initial_state().child(game.parse_action("5"))]
    while todo:
        state = todo.pop()
        for action in state.legal_actions():
            after = state.child(action)
            mirror = game.parse_action(str(9 - action.to))
            if not after.is_terminal():
                assert dict(solution(game.name).action_values(after))[mirror].result >= 0
                todo.append(after.child(mirror))


def test_every_first_placement_keeps_the_draw_in_five_mens_morris() -> None:
    assert len(best("five_mens_morris", ".../.../..../.../... X 10 left")) == 16


def test_five_mens_morris_has_the_published_number_of_boards() -> None:
    boards = {(c.own, c.other): c.boards for c in solution("five_mens_morris").counts() if c.left == 0}
    assert sum(boards.values()) == 8_204_196
    assert set(boards) == {(i, j) for i in (3, 4, 5) for j in (3, 4, 5)}


def test_boards_with_two_markers_are_over_and_lost_for_their_owner() -> None:
    """A table that forgot them would call the capture that leads there a draw."""
    game, solved = board_game("five_mens_morris"), solution("five_mens_morris")
    lost = game.parse_state("XXX/.../..../..O/O.. O")
    assert solved.covers(lost)
    assert solved.value(lost) == Value(-1, 0)
    assert solved.codes(lost) == ([], [])
    assert solved.value(lost.null()) == Value(1, 0)
    before = game.parse_state("XX./.../...X/..O/O.O X")
    assert dict(solved.action_values(before))[game.parse_action("10-3x13")] == Value(1, 1)


def test_search_finds_the_short_wins_and_losses_of_five_mens_morris_and_refutes_no_draw() -> None:
    found = {1: 0, 0: 0, -1: 0}
    for seed in range(40):
        for state in list(walk(board_game("five_mens_morris"), seed, 60))[8:]:
            value = solution("five_mens_morris").value(state)
            if state.is_terminal() or found[value.result] >= 25:
                continue
            if value.distance is None or value.distance > 4:
                assert forced(state, 3) == 0
            else:
                assert forced(state, value.distance) == value.result
                assert forced(state, value.distance - 1) == 0
            found[value.result] += 1
    assert min(found.values()) >= 20


def test_moves_are_valued_as_the_states_they_lead_to() -> None:
    solved = solution("five_mens_morris")
    for state in walk(board_game("five_mens_morris"), 3, 60):
        values = solved.action_values(state)
        assert [move for move, _ in values] == list(state.legal_actions())
        for move, value in values:
            assert value == solved.value(state.child(move)).before()
        if values:
            top = max(value.result for _, value in values)
            assert top == solved.value(state).result
            assert list(solved.best_actions(state)) == [move for move, value in values if value.result == top]


@pytest.mark.parametrize("name", CYCLIC)
def test_all_images_of_a_state_have_its_value(name: str) -> None:
    solved, game = solution(name), board_game(name)
    for state in walk(game, 7, 40):
        for symmetry in game.all_symmetries:
            assert solved.value(state.transform(symmetry)) == solved.value(state)


@pytest.mark.slow
def test_nine_mens_morris_with_three_against_three_is_won_in_26_plies_at_most() -> None:
    """As in Gasser's endgame databases (1996): flying, 3-3; the longest win takes 26 plies, 83 % of boards are won."""
    game = board_game("nine_mens_morris")
    solved = solve(game, (3, 3))
    (count,) = solved.counts()
    assert (count.boards, count.longest) == (2_691_920, 26)
    assert (count.wins, count.draws, count.losses) == (2_232_160, 4_112, 455_648)
    assert round(100 * count.wins / count.boards) == 83
    rng = np.random.default_rng(11)
    checked = 0
    for _ in range(60):
        spots = rng.permutation(24)
        x, o = (sum(1 << int(p) for p in part) for part in (spots[:3], spots[3:6]))
        state = BoardState(game, x, o, 0, 0)
        value = solved.value(state)
        if not state.is_terminal() and value.distance is not None and value.distance <= 3:
            assert forced(state, value.distance) == value.result
            assert forced(state, value.distance - 1) == 0
            checked += 1
    assert checked >= 10


def test_a_state_outside_the_solved_classes_is_refused_with_what_it_lacks() -> None:
    game = board_game("nine_mens_morris")
    solved = solve(game, (3, 3))
    state = game.parse_state("XXX/XOO/OO./....../.../.../... X")
    assert not solved.covers(state)
    with pytest.raises(NotAvailable, match="no states with 4 against 4 markers"):
        solved.value(state)
    with pytest.raises(NotAvailable, match="0 against 0 markers and 18 left to place"):
        solved.best_actions(game.new_initial_state())


@pytest.mark.parametrize("markers", [(2, 3), (3, 10), (0, 0)])
def test_marker_counts_that_cannot_be_are_refused(markers: tuple[int, int]) -> None:
    with pytest.raises(BadSetting, match="has 3 to 9 a side"):
        solve(board_game("nine_mens_morris"), markers)


def test_a_game_that_only_places_has_no_class_of_sliding_markers() -> None:
    with pytest.raises(BadSetting, match="do not slide"):
        solve(board_game("tic_tac_toe"), (3, 3))


@pytest.mark.parametrize("name", ["nine_mens_morris", "eleven_mens_morris"])
def test_a_table_that_would_be_too_large_is_refused_before_anything_is_allocated(name: str) -> None:
    game = board_game(name)
    assert table_size(game, solvable_classes(game)) > LARGEST_TABLE
    with pytest.raises(NotAvailable, match="too large to build here; ask for one class"):
        build(game)


@pytest.mark.parametrize("name", [name for name in BOARD_GAMES if board_game(name).sides is None])
def test_classes_come_after_all_that_their_moves_lead_to(name: str) -> None:
    game = board_game(name)
    classes = solvable_classes(game)
    place = {key: number for number, key in enumerate(classes)}
    for seed in range(3):
        for state in walk(game, seed, 60):
            key = (state.left, state.own.bit_count(), state.other.bit_count())
            for action in state.legal_actions():
                child = state.child(action)
                after = (child.left, child.own.bit_count(), child.other.bit_count())
                if not child.is_terminal() and after not in (key, (key[0], key[2], key[1])):
                    assert place[after] < place[key]


def test_building_twice_gives_the_same_table() -> None:
    assert np.array_equal(build(board_game("achi")).values, solution("achi").values)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_six_mens_morris_is_a_draw_and_its_table_follows_forwards() -> None:
    solved = solution("six_mens_morris")
    assert solved.value(board_game("six_mens_morris").new_initial_state()) == Value(0, None)
    assert solved.verify() == 49_444_421


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nine_mens_morris_with_four_against_four_follows_forwards() -> None:
    solved = solve(board_game("nine_mens_morris"), (4, 4))
    boards = {(count.own, count.other): count.boards for count in solved.counts()}
    assert boards == {(3, 3): 2_691_920, (3, 4): 12_113_640, (4, 3): 12_113_640, (4, 4): 51_482_970}
    assert solved.verify() == sum(boards.values())
