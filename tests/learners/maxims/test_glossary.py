"""The glossary: every word of every sentence that can be said is plain English or has an entry, none idle."""

from __future__ import annotations

import re

import pytest
from tests.plain_games import Nim

from gamelore.games import game_names, load_game
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import parse_board_game
from gamelore.games.core import AnyGame
from gamelore.learners.maxims import forty_two_words
from gamelore.learners.maxims.board_words import place_words
from gamelore.learners.maxims.glossary.reading import has_word
from gamelore.learners.maxims.glossary.terms import glossary_of
from gamelore.learners.maxims.lines import parse_list
from gamelore.learners.maxims.reader import can_read, reader_for

PLAIN = frozenset(
    re.findall(
        r"\S+",
        """a above added after again all an and another are as at avoid be beaten before between bid biggest both but by
        can cannot could do dominoes down else ends every few fewest first five follow for four from go has have help
        highest hold if in inside is it its keep last least leaves left lets lies longest lowest made make many may most
        must name no nobody none not nothing of on once one only or other other's otherwise own play player players
        playing prefer stand still than that the their them three through to two unless up what whatever when where
        which while whose with you your yours those""",
    )
)
"""Words that need no entry."""
GAMES = [name for name in game_names() if can_read(load_game(name))]


def sayable(game: AnyGame) -> set[str]:
    wording = reader_for(game).wording
    found = {wording.sentence(line) for condition in wording.conditions for line in wording.lines(condition)}
    if game.name == "forty_two":
        found |= {*forty_two_words._HOLDERS.values(), *forty_two_words._PROMISED.values()}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_word_that_can_be_said_is_plain_or_has_an_entry(name: str) -> None:
    game = load_game(name)
    terms = glossary_of(game).terms
    forms = sorted({form for term in terms for form in (term.word, *term.forms)}, key=len, reverse=True)
    known = re.compile("|".join(rf"\b{re.escape(form)}(?:s|es)?\b" for form in forms), re.IGNORECASE)
    said = sayable(game)
    left = {word for sentence in said for word in re.findall(r"[a-z']+", known.sub(" ", sentence).lower())}
    assert left <= PLAIN, left - PLAIN
    assert len({term.key for term in terms}) == len(terms)
    assert all(term.sense[0].isupper() and term.sense.endswith(".") for term in terms)


def test_every_entry_is_used_by_a_sentence_of_some_game_of_its_family() -> None:
    entries, used = set(), set()
    for name in GAMES:
        game = load_game(name)
        glossary, family = glossary_of(game), game.kit.glossary
        entries |= {(family, term.word) for term in glossary.terms}
        used |= {(family, term.word) for term in glossary.terms_in(sayable(game))}
    assert entries == used


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "shisima", "six_mens_morris"])
def test_every_word_of_a_board_has_a_picture_of_its_own_board(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    wording = reader_for(game).wording
    said = [wording.sentence(line) for line in wording.lines()]
    without = {term.word for term in glossary_of(game).terms_in(said) if term.picture is None}
    # Nobody wins by a move of one's own at lose tic-tac-toe, and nobody loses so at the others.
    assert without <= {"win", "lose", "at once", "fill", "threaten", "next turn"}
    for term in glossary_of(game).terms:
        picture = term.picture
        assert picture is None or all(0 <= point < game.board.size for point in picture.points)


def test_no_line_says_row_and_none_says_open() -> None:
    for name in GAMES:
        for sentence in sayable(load_game(name)):
            assert not any(has_word(sentence, word) for word in ("row", "open", "alone", "prepare", "far apart")), (
                sentence
            )


def test_a_game_without_a_board_has_the_words_of_its_rules() -> None:
    game = Nim()
    wording = reader_for(game).wording
    said = [wording.sentence(line) for line in wording.lines()]
    assert "reply" in {term.word for term in glossary_of(game).terms_in(said)}


GRID = """
format = 1
name = "long_grid"
title = "Long grid"
summary = "Three in a line wins."
[board]
points = [{points}]
lines = [{lines}]
[rules]
markers = 3
line = "wins"
goal_lines = ["1-2-3"]
slides = false
[contest]
max_plies = 50
"""


def _board(points: list[tuple[float, float]], lines: list[str]) -> BoardGame:
    drawn = ", ".join(f"[{x}, {y}]" for x, y in points)
    return parse_board_game(GRID.format(points=drawn, lines=", ".join(f'"{line}"' for line in lines)), "game.toml", {})


def test_places_are_called_corners_and_sides_only_where_they_are() -> None:
    long = _board(
        [(x, y) for y in range(3) for x in range(4)],
        ["1-2-3-4", "5-6-7-8", "9-10-11-12", "1-5-9", "2-6-10", "3-7-11", "4-8-12"],
    )
    assert place_words(long.board) == {"corner": "a corner", "side": "a point that is no corner"}
    shisima, square = load_game("shisima"), load_game("six_mens_morris")
    assert isinstance(shisima, BoardGame)
    assert isinstance(square, BoardGame)
    assert place_words(shisima.board)["corner"] == "a point where every stroke ends"
    assert place_words(square.board) == {"corner": "a corner", "side": "the middle of a side"}
    assert not any(term.word == "corner" for term in glossary_of(shisima).terms)


def test_the_line_of_replies_that_threaten_says_whose_threats_are_meant() -> None:
    line = parse_list("fewest forking")[0]
    sentence = reader_for(load_game("tic_tac_toe")).wording.sentence(line)
    assert sentence == ("Leave the fewest replies that both stop your threats and threaten you at two points.")
