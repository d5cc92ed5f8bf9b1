"""Boards of 42 and 63 points with lines of four: what is measured, remembered, proved, and who goes without."""

from __future__ import annotations

import numpy as np
import pytest
from tests.board_states import LARGE_GAMES, board_game, walk

from gamelore.arena.regimes import Block, Regime
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting
from gamelore.games.board.game import BoardState
from gamelore.games.check import check_game
from gamelore.learners.advisors.faculty import MuteFaculty
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory import _kernels
from gamelore.learners.advisors.memory.keys import Keys, joined, stand_of
from gamelore.learners.advisors.memory.lookups import make_room
from gamelore.learners.features.board.measures import MEASURES, survey, survey_plainly
from gamelore.learners.maxims.lines import parse_list
from gamelore.learners.maxims.proof import prove
from gamelore.learners.registry import learner_card, new_learner

NAMES = tuple(LARGE_GAMES)
FEW = {
    "four_on_42": "......./......./...O.../..XX.../..XOO../.XOOX.. X",
    "slides_on_42": "XO.O.../.X..X../...O..X/..X..O./.OX..O./XO.X..O X",
}
"""States in which there are not many moves: the plain survey tries every reply to each."""


@pytest.mark.parametrize("name", NAMES)
def test_a_large_board_keeps_every_promise(name: str) -> None:
    game = board_game(name)
    assert game.board.size in (42, 63)
    assert {len(line) for line in game.goal_lines} == {4}
    check_game(game, np.random.default_rng(2), contests=2, max_plies=80)


@pytest.mark.parametrize("name", FEW)
def test_the_compiled_survey_finds_what_the_plain_one_finds(name: str) -> None:
    state = board_game(name).parse_state(FEW[name])
    compiled, plain = survey(state), survey_plainly(state)
    for row, measure in enumerate(MEASURES):
        assert np.array_equal(compiled.after[row], plain.after[row]), f"{name}: {measure}"
        assert np.array_equal(compiled.before[row], plain.before[row], equal_nan=True), f"{name} before: {measure}"


@pytest.mark.parametrize("name", NAMES)
def test_a_key_stands_for_a_state_and_its_images_alone(name: str) -> None:
    game = board_game(name)
    keys = Keys(game, symmetries=len(game.symmetries), merge_colours=False)
    found: dict[int, BoardState] = {}
    for seed in range(3):
        for state in walk(game, seed, 60):
            key = keys.key(state)
            images = [state.transform(symmetry) for symmetry in game.symmetries]
            assert {keys.key(image) for image in images} == {key}
            assert keys.state(key) in images
            assert found.setdefault(key, state) in images
    assert len(found) > 60


@pytest.mark.parametrize("name", NAMES)
def test_keys_with_markers_ignored_are_those_of_boards_without_them(name: str) -> None:
    game = board_game(name)
    keys = Keys(game, symmetries=len(game.symmetries), merge_colours=False)
    room = make_room(keys)
    state = list(walk(game, 7, 10))[-1]
    ones = _kernels.masked_keys(stand_of(state), room)
    told = set(joined(room.masks[:ones]).tolist())
    held = [p for p in range(game.board.size) if (state.x | state.o) >> p & 1]
    without = (
        BoardState(game, state.x & ~(1 << p), state.o & ~(1 << p), state.mover, state.left) for p in held
    )  # fmt: skip
    assert told == {keys.key(less) for less in without}


def test_hoyle_goes_without_pairs_on_a_large_board_and_says_so() -> None:
    game = board_game("four_on_42")
    hoyle = new_learner("hoyle", game, "gamelore_seq")
    assert isinstance(hoyle, Hoyle)
    assert isinstance(hoyle.faculties["pairs"], MuteFaculty)
    regime = Regime("watch", (Block(("search", "random"), 2, (0,)), Block(("learner", "random"), 1)), 3)
    assert len(list(train(game, hoyle, regime, seed=3))) == 3
    said = "It goes without pairs, which are learned on boards of at most 31 positions."
    assert said in hoyle.lore()
    again = new_learner("hoyle", game, "gamelore_seq")
    again.restore(hoyle.knowledge(), "kept")
    assert again.knowledge() == hoyle.knowledge()
    assert "Seq-Advisor" not in [advisor.name for advisor in hoyle.voices]


@pytest.mark.parametrize("name", ["pairs", "seqlearner"])
def test_learners_of_contexts_refuse_a_large_board(name: str) -> None:
    game = board_game("takes_on_63")
    assert not learner_card(name).plays(game)
    with pytest.raises(
        BadSetting, match=f"learner {name} learns on boards of at most 31 positions; takes_on_63 has 63"
    ):
        new_learner(name, game)


def test_a_list_that_can_lose_is_found_out_on_a_large_board() -> None:
    found = prove(board_game("four_on_42"), parse_list("most corner; fewest ways"), most=3_000)
    assert found.never_loses in (False, None)
    assert found.states > 100
