"""The rules in sentences: every rule that a game has is told, and none that it has not."""

from __future__ import annotations

import re

import pytest
from tests.plain_games import Kuhn, Nim

from gamelore.base.seeds import stream
from gamelore.games import game_names, load_game
from gamelore.games.board.game import BoardGame
from gamelore.games.telling import example_states, notation_in_words, rules_in_words

BOARDS = [name for name in game_names() if isinstance(load_game(name), BoardGame)]


def told(name: str, **parameters: object) -> str:
    return " ".join(rules_in_words(load_game(name, **parameters)))


@pytest.mark.parametrize("name", BOARDS)
def test_every_goal_line_is_told_if_and_only_if_lines_count(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    lines = ["-".join(str(point + 1) for point in line) for line in game.goal_lines]
    text = told(name)
    one_by_one = game.rules.line != "nothing" and not game.line_length
    assert all(line in text for line in lines) or not one_by_one
    assert ("these lines" in text) == one_by_one
    assert ("points in a row, across, down or aslant" in text) == bool(game.line_length)
    assert ("falls to the lowest empty point" in text) == game.gravity
    assert ("takes a marker" in text) == (game.rules.line == "captures")
    assert ("slides" in text) == (game.rules.slides and game.ways is None)
    assert ("by moving one point" in text) == game.takes_by_moving
    assert ("wins by bringing a marker" in text) == any(game.goal_rows)
    assert ("any empty point" in text) == (game.rules.flying_at > 0)
    assert ("markers or fewer has lost" in text) == (game.rules.loses_at > 0)
    assert ("it is a draw" in text) == bool(game.horizon.max_plies or game.horizon.repetition or not game.rules.slides)


def test_a_changed_rule_is_told_as_changed() -> None:
    flying = told("five_mens_morris", flying_at=3)
    assert "Whoever has three markers or fewer may move one to any empty point." in flying
    assert "Any marker may be taken." in told("five_mens_morris", capture_in_line="always")
    assert "A marker in a full line may not be taken." in told("five_mens_morris", capture_in_line="never")
    assert "If somebody cannot move, it is a draw." in told("pong_hau_ki", blocked="draws")
    assert "wins: 1-2-3" in told("tic_tac_toe")
    assert "loses: 1-2-3" in told("lose_tic_tac_toe")
    assert "bet 1 to 7," in told("draw_poker", max_bet=7)
    assert "put 2 chips in" in told("draw_poker", ante=2)
    assert "The dealer calls first" in told("forty_two")
    assert "or the doubles or none at all" in told("forty_two", rules="modern")
    assert "none at all" not in told("forty_two")


def test_a_game_without_the_part_tells_its_summary() -> None:
    for game in (Nim(), Kuhn()):
        assert rules_in_words(game) == ((game.summary,) if game.summary else ())


@pytest.mark.parametrize("name", game_names())
def test_how_moves_are_written_is_told_with_moves_that_are_legal_somewhere(name: str) -> None:
    game = load_game(name)
    told = notation_in_words(game)
    assert told
    legal = {str(action) for state in example_states(game) for action in state.legal_actions()}
    for sentence in told:
        examples = [text for text in legal if re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", sentence)]
        assert examples, sentence
        assert all(str(game.parse_action(text)) == text for text in examples)


def test_a_game_without_that_part_tells_a_move_of_its_first_state() -> None:
    for game in (Nim(), Kuhn()):
        (sentence,) = notation_in_words(game)
        first = game.new_initial_state(stream(0)).legal_actions()[0]
        assert sentence == f"A move is written as the program lists it, for example {first}."
