"""Games whose sides differ: plain rules and kernels agree, moves take many, symmetries keep every rule."""

from __future__ import annotations

import numpy as np
import pytest
from tests.board_states import walk
from tests.games.board.test_kernels import same_rules
from tests.sided_games import SIDED_GAMES, herding, hunt, race, side

from gamelore.arena.search import Search
from gamelore.base.errors import BadText, IllegalAction, ImpossibleState, NotAvailable
from gamelore.base.seeds import stream
from gamelore.games.board.arrays import board_tables, code_of, expand, move_capacity, move_of, random_playouts
from gamelore.games.board.board import inverse
from gamelore.games.board.game import BoardState, Move, transform_move
from gamelore.games.board.sides import MOST_TAKEN
from gamelore.games.board.turns import SIDED, after, left_of, passed, places, seat_of, sided_turn
from gamelore.games.check import check_game
from gamelore.learners.advisors.memory.keys import Keys, joined, parted
from gamelore.learners.features.board.survey import survey_board
from gamelore.oracles.board.retrograde import build
from gamelore.oracles.board.solved_tables import easily_solved

NAMES = tuple(SIDED_GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_kernels_and_plain_python_agree_throughout_random_contests(name: str) -> None:
    for seed in range(6):
        for state in walk(SIDED_GAMES[name](), seed, 100):
            same_rules(state)
            taken = [state.other & ~own for own in expand(state).own.tolist()]
            assert taken == [move.taken for move in state.legal_actions()]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_whose_sides_differ_keeps_every_promise(name: str) -> None:
    check_game(SIDED_GAMES[name](), np.random.default_rng(3), contests=2, max_plies=60)


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_search_chooses_as_the_plain_one(name: str) -> None:
    game = SIDED_GAMES[name]()
    search = Search(game, 2)
    for state in list(walk(game, 5, 40))[::9]:
        if not state.is_terminal():
            best, worth = search.best_actions(state)
            plainly, same = search.best_plainly(state)
            assert set(best) == set(plainly)
            assert worth == pytest.approx(same)


def test_a_marker_hops_on_and_takes_several_in_one_move() -> None:
    state = hunt().parse_state("........O/.O......./........./.O......./........./.O......./X.......X X")
    moves = {str(move): move for move in state.legal_actions()}
    chain = moves["55-3x11x29x47"]
    assert (chain.capture, chain.further) == (10, (28, 46))
    assert move_of(code_of(chain)) == chain
    assert state.child(chain).o == 1 << 8
    assert state.game.parse_action("55-3x47x11x29") == chain
    assert "55-39x47" in moves, "a chain may end early"
    with pytest.raises(IllegalAction):
        state.child(state.game.parse_action("55-3x47x29"))
    with pytest.raises(BadText):
        herding().parse_action("1-2x3x")


def test_a_move_takes_at_most_eight() -> None:
    game = hunt()
    ring = [1, 3, 5, 7, 19, 21, 23, 25, 37, 39, 41, 43]
    state = BoardState(game, 1 | 1 << 62, sum(1 << p for p in ring), 0, sided_turn(0, 0, 0))
    same_rules(state)
    taken = {move.taken.bit_count() for move in state.legal_actions()}
    assert max(taken) <= MOST_TAKEN
    assert len(state.legal_actions()) <= move_capacity(game)


def test_symmetries_keep_the_ways_of_each_side() -> None:
    assert len(race().symmetries) == 2, "left and right, not up and down"
    assert len(herding().symmetries) == 8
    for name in NAMES:
        game = SIDED_GAMES[name]()
        for state in list(walk(game, 1, 30))[::7]:
            for symmetry in game.symmetries:
                image = state.transform(symmetry)
                assert {transform_move(m, symmetry) for m in state.legal_actions()} == set(image.legal_actions())
                assert {transform_move(m, inverse(symmetry)) for m in image.legal_actions()} == set(
                    state.legal_actions()
                )


def test_one_side_places_while_the_other_moves() -> None:
    first = herding().new_initial_state()
    assert str(first) == "O...O/...../...../...../O...O X 12+0 left"
    assert first.stage() == "placing"
    second = first.child(Move(12))
    assert (second.stage(), left_of(second.left), str(second)) == (
        "sliding", 11, "O...O/...../..X../...../O...O O 11+0 left",
    )  # fmt: skip
    assert herding().parse_state(str(second)) == second
    assert second.null().stage() == "placing"
    with pytest.raises(ImpossibleState):
        herding().parse_state("O...O/...../...../...../O...O X 13+0 left")


def test_the_word_of_a_turn_tells_seat_and_what_each_has_left() -> None:
    word = sided_turn(0, 3, 5)
    assert (seat_of(word), places(word), left_of(word)) == (0, True, 8)
    assert after(word) == sided_turn(1, 5, 2)
    assert passed(word) == sided_turn(1, 5, 3)
    assert passed(passed(word)) == word
    assert after(sided_turn(1, 0, 4)) == sided_turn(0, 4, 0)
    for left in range(64):
        assert (after(left), passed(left), seat_of(left), places(left)) == (max(0, left - 1), left, 0, left > 0)
        assert left < SIDED


@pytest.mark.parametrize("name", NAMES)
def test_a_key_stands_for_a_state_and_its_images_alone(name: str) -> None:
    game = SIDED_GAMES[name]()
    keys = Keys(game, symmetries=len(game.symmetries), merge_colours=True)
    found: dict[int, BoardState] = {}
    for seed in range(3):
        for state in walk(game, seed, 60):
            key = keys.key(state)
            assert {keys.key(state.transform(symmetry)) for symmetry in game.symmetries} == {key}
            assert keys.key(keys.state(key)) == key
            images = {state.transform(symmetry) for symmetry in game.symmetries}
            assert found.setdefault(key, state) in images
    ordered = sorted(found)
    assert joined(parted(ordered)).tolist() == ordered


@pytest.mark.parametrize("name", NAMES)
def test_random_play_ends_and_repeats_with_its_seed(name: str) -> None:
    state = SIDED_GAMES[name]().new_initial_state()
    played = random_playouts(state, 40, 120, stream(4))
    assert played.wins + played.draws + played.losses == 40
    assert played == random_playouts(state, 40, 120, stream(4))


def test_what_does_not_know_sides_says_so() -> None:
    assert not easily_solved(race())
    with pytest.raises(NotAvailable, match="race: tables are made of games whose two sides move alike"):
        build(race())
    with pytest.raises(NotAvailable, match="hunt: markers are taken by hopping"):
        survey_board(hunt().new_initial_state())


def test_a_game_without_sides_has_tables_of_its_own_for_nothing() -> None:
    assert not side(3, 3, ((0, 1),)).takes_any
    assert len(board_tables(race()).ways) == 4 * 2 * 36
    assert len(board_tables(hunt()).ways) == (4 + 8) * 2 * 63
