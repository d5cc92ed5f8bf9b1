"""The panel of strangers: who sits on it, in which order it is told, and that it shows what challengers do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.board_states import board_game
from tests.plain_games import Kuhn, Nim

from gamelore.arena.roster import make_player
from gamelore.arena.strangers import (
    STRANGE,
    meet_strangers,
    quick_strangers,
    strange_contests,
    strangers_of,
    weakest_of,
)
from gamelore.arena.tournament import Score
from gamelore.games import load_game
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.learners.maxims.shipped import shipped_learner

TTT = board_game("tic_tac_toe")


def test_boards_have_a_search_tries_the_best_list_and_a_beginner() -> None:
    assert strangers_of(TTT) == ("search:4", "uct:1000", "maxims", "intuitive")
    assert quick_strangers(TTT) == ("search:4", "maxims", "intuitive")


def test_a_list_is_no_stranger_to_itself() -> None:
    own = shipped_learner(TTT)
    assert "maxims" not in strangers_of(TTT, own)
    other = MaximLearner(TTT, MaximLearner.preset(None))
    other.maxims = Maxims(own.lines[:2])
    assert "maxims" in strangers_of(TTT, other)


def test_who_was_a_teacher_is_no_stranger() -> None:
    assert "search:4" in strangers_of(TTT, MaximLearner(TTT, MaximSettings()))
    assert "search:4" not in strangers_of(TTT, MaximLearner(TTT, MaximSettings(teachers="mixed")))


def test_who_cannot_play_a_game_or_is_a_challenger_is_left_out() -> None:
    assert "maxims" not in strangers_of(board_game("five_mens_morris", flying_at=3)), "no list comes with such rules"
    assert strangers_of(Nim()) == (), "the search is a challenger where nobody is perfect"
    assert strangers_of(Kuhn()) == (), "a search must see everything"
    assert strangers_of(load_game("forty_two")) == strangers_of(load_game("draw_poker")) == ()


def test_the_worst_comes_first_and_contests_are_few() -> None:
    lines = MaximLearner(TTT, MaximLearner.preset(None))
    lines.maxims = Maxims(parse_list("most wins"))
    told: list[str] = []
    names = strangers_of(TTT, lines)
    found = meet_strangers(TTT, lines, names, 500, seed=1, progress=lambda name, _: told.append(name))
    assert set(found) == set(names)
    means = [score.reliability.mean for score in found.values()]
    assert means == sorted(means)
    assert means[0] < means[-1]
    assert len(told) == STRANGE * len(names)
    assert (strange_contests(500), strange_contests(6)) == (STRANGE, 6)
    again = meet_strangers(TTT, make_player(lines, TTT), tuple(reversed(names)), 500, seed=1)
    assert dict(again) == dict(found), "who else sits there does not matter"


@pytest.mark.parametrize(("losses", "weakest"), [((1, 3, 2), "b"), ((3, 3, 2), ""), ((0, 0, 0), "")])
def test_the_weakest_is_one_who_is_alone_in_that(losses: tuple[int, ...], weakest: str) -> None:
    scores = {name: replace(Score(wins=10), losses=lost) for name, lost in zip("abc", losses, strict=True)}
    assert weakest_of(scores) == weakest
    assert weakest_of({"a": Score(wins=1)}) == ""
