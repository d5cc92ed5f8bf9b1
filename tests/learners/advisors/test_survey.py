"""What is looked up about each move, against the same found plainly through the rules as a black box."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learners.advisors.boards import board_game, new_knowledge, store
from tests.learners.advisors.plain_survey import Stored, after, before, key_of, without

from gamelore.base.seeds import Rng, stream
from gamelore.games import game_names, load_game
from gamelore.games.board.arrays import move_of
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.knowledge import Knowledge
from gamelore.learners.advisors.memory.situation import look, restrict

BOARD_GAMES = [name for name in game_names() if isinstance(load_game(name), BoardGame)]
ROW_NAMES = {value: name for name, value in vars(memory_rows).items() if name.isupper() and name not in ("ROWS",)}


def walk(game: BoardGame, rng: Rng, plies: int) -> list[BoardState]:
    """The states of a random contest that are not over, at most so many."""
    states = [game.new_initial_state()]
    while len(states) <= plies:
        moves = states[-1].legal_actions()
        state = states[-1].child(moves[int(rng.integers(len(moves)))])
        if state.is_terminal():
            break
        states.append(state)
    return states


def some_states(game: BoardGame, rng: Rng, count: int) -> list[BoardState]:
    """States of random contests, early and late ones."""
    found: list[BoardState] = []
    while len(found) < count:
        found.append(walk(game, rng, int(rng.integers(0, game.placements + 12)))[-1])
    return found


def store_some(state: BoardState, knowledge: Knowledge, rng: Rng) -> Stored:
    """Store some states one and two plies away, at random, in both forms; fewer where each has many images."""
    near = [state.child(move) for move in state.legal_actions()]
    near += [child.child(reply) for child in near for reply in child.legal_actions()]
    near += [other.child(move) for other in (state.null(),) for move in other.legal_actions()]
    near = [s for s in near if s.outcome() is None]
    most = 24 if state.game.board.size < 49 else 8
    chosen = [near[int(k)] for k in rng.permutation(len(near))[:most]] if near else []
    parts = [chosen[k::4] for k in range(4)]
    store(knowledge, won=parts[0], lost=parts[1], met=parts[2], made=parts[3])
    wins = frozenset(key_of(s, knowledge) for s in parts[0])
    losses = frozenset(key_of(s, knowledge) for s in parts[1]) - wins
    made = parts[3] if parts[2] else []
    return Stored(
        wins,
        losses,
        frozenset(key_of(s, knowledge) for s in parts[2]),
        frozenset(key_of(s, knowledge) for s in made),
        frozenset(key for s in made for key in without(s, 1, knowledge)),
        frozenset(key for s in made for key in without(s, 2, knowledge)),
    )


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOARD_GAMES)
@pytest.mark.parametrize("everything", [False, True], ids=["plane", "all-merged"])
def test_the_kernel_remembers_what_the_black_box_finds(name: str, everything: bool, share: int) -> None:
    game = board_game(name)
    rng = stream(len(name), run=int(everything))
    count = (3 if game.board.size > 16 else 6 if game.board.size > 9 else 18) // share
    for number, state in enumerate(some_states(game, rng, count)):
        knowledge = new_knowledge(game, everything=everything)
        stored = Stored() if number % 3 == 1 else store_some(state, knowledge, rng)
        situation = look(state, knowledge)
        moves = state.legal_actions()
        assert [move_of(int(code)) for code in situation.codes] == list(moves)
        for row, value in before(state, knowledge, stored).items():
            assert situation.before[row] == value, f"{state} before: {ROW_NAMES[row]}"
        for column, move in enumerate(moves):
            assert situation.keys[column] == knowledge.key(state.child(move))
            for row, value in after(state, move, knowledge, stored).items():
                assert situation.after[row, column] == pytest.approx(value), f"{state} {move}: {ROW_NAMES[row]}"


@pytest.mark.parametrize("name", ["tic_tac_toe", "five_mens_morris", "pong_hau_ki"])
@pytest.mark.parametrize("everything", [False, True], ids=["plane", "all-merged"])
def test_two_states_share_a_key_exactly_if_one_is_an_image_of_the_other(name: str, everything: bool) -> None:
    game = board_game(name)
    knowledge = new_knowledge(game, everything=everything)
    states = [state for run in range(12) for state in walk(game, stream(run), game.placements + 15)]
    states += [s.transform(symmetry) for s in states[::9] for symmetry in game.all_symmetries]
    plain: dict[tuple[object, ...], int] = {}
    for state in states:
        key = knowledge.key(state)
        assert plain.setdefault(key_of(state, knowledge), key) == key
    assert len(set(plain.values())) == len(plain)


@pytest.mark.parametrize("name", BOARD_GAMES)
@pytest.mark.parametrize("everything", [False, True], ids=["plane", "all-merged"])
def test_the_text_of_a_key_reads_back_as_the_same_key(name: str, everything: bool) -> None:
    game = board_game(name)
    knowledge = new_knowledge(game, everything=everything)
    for run in range(3):
        states = walk(game, stream(run), 60)
        for state in (*states, *(states[-1].child(move) for move in states[-1].legal_actions())):
            key = knowledge.key(state)
            assert knowledge.key(game.parse_state(knowledge.state_text(key))) == key


def test_a_restricted_situation_keeps_the_measures_of_its_moves() -> None:
    game = board_game("five_mens_morris")
    situation = look(walk(game, stream(3), 14)[-1], new_knowledge(game), frozenset({5}))
    some = restrict(situation, [2, 0])
    assert [some.move(k) for k in range(some.count)] == [situation.move(2), situation.move(0)]
    assert np.array_equal(some.after, situation.after[:, [2, 0]])
    assert np.array_equal(some.keys, situation.keys[[2, 0]])
    assert (some.page, some.seen) == (situation.page, situation.seen)
    assert restrict(situation, range(situation.count)) is situation
