"""Where nobody knows the truth a search coaches: it takes back what costs nearly half a marker, and says who it is."""

from __future__ import annotations

import pytest
from tests.board_states import board_game

from gamelore.arena.regimes import coached_practice
from gamelore.arena.roster import make_player
from gamelore.arena.search import FarSearch, Search
from gamelore.arena.search_coach import DECIDED, TAKEN_BACK, SearchCoach
from gamelore.arena.training import taken_back, train
from gamelore.learners.core import Decision
from gamelore.learners.rote import Rote

CAN_TAKE = "XX./..O/.../....../.../.../O.. X 14 left"


def test_a_move_that_lets_a_marker_go_is_taken_back() -> None:
    game = board_game("nine_mens_morris")
    coach = SearchCoach(game, FarSearch(game, 2))
    state = game.parse_state(CAN_TAKE)
    view = state.view(0)
    lesson = coach.review(view, Decision(game.parse_action("24"), "test"))
    assert lesson is not None
    assert {str(move) for move in lesson.advocated} <= {"3x6", "3x22"}
    assert str(lesson.instead_of) == "24"
    assert "a search of 2 plies, which may be wrong, sees " in lesson.reasons[0]
    assert coach.review(view, Decision(lesson.advocated[0], "test")) is None
    for action in state.legal_actions():
        told = coach.review(view, Decision(action, "test"))
        lost = coach.worth(state, lesson.advocated[0]) - coach.worth(state, action)
        assert (told is not None) == (lost >= TAKEN_BACK), f"{action} {lost}"


@pytest.mark.parametrize("depth", [1, 4])
def test_what_ends_the_contest_is_worth_what_it_ends_with(depth: int) -> None:
    game = board_game("tic_tac_toe")
    coach = SearchCoach(game, FarSearch(game, depth))
    state = game.parse_state("XX./OO./... X")
    assert coach.worth(state, game.parse_action("3")) == DECIDED
    lesson = coach.review(state.view(0), Decision(game.parse_action("9"), "test"))
    assert lesson is not None
    assert [str(move) for move in lesson.advocated] == ["3"]


@pytest.mark.parametrize("unsolved", ["search", "stand_in"])
def test_a_course_with_a_coach_has_one_where_nobody_is_perfect(unsolved: str) -> None:
    game = board_game("nine_mens_morris")
    assert isinstance(make_player("perfect", game, unsolved=unsolved), Search)
    settings = {"unsolved": unsolved}
    records = list(train(game, Rote(game, Rote.preset(None)), coached_practice(1, 1), seed=3, settings=settings))
    assert sum(map(taken_back, records)) > 5
