"""Lists of maxims: how lines narrow, how they read, and how files hold them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.board_states import BOARD_GAMES, board_game
from tests.plain_games import Kuhn, Nim

from gamelore.base.errors import BadText, DamagedFile, UnknownName
from gamelore.learners.maxims.lines import Line, Maxims, list_text, narrow, parse_line, parse_list
from gamelore.learners.maxims.reader import can_read, reader_for
from gamelore.learners.maxims.texts import read_maxims, write_maxims
from gamelore.learners.maxims.words import MOST_WORDS

FIVE = reader_for(board_game("five_mens_morris")).wording
LIST = parse_list("most captures; fewest other_ready; even: most corner")


def values(*rows: list[float]) -> list[np.ndarray[tuple[int], np.dtype[np.float64]] | None]:
    return [np.array(row) for row in rows]


def test_each_line_keeps_what_it_prefers_and_never_nothing() -> None:
    lines = parse_list("most captures; fewest other_ready; most corner")
    found = narrow(lines, 4, values([0, 1, 1, 1], [0, 2, 1, 1], [1, 1, 0, 0]))
    assert [kept.tolist() for kept in found.kept] == [[0, 1, 2, 3], [1, 2, 3], [2, 3], [2, 3]]
    assert found.narrowed == [0, 1]
    assert found.dropped_by(1) == [1]


def test_a_line_that_does_not_apply_is_skipped_or_cannot_be_told_keeps_everything() -> None:
    lines = parse_list("most captures; most corner")
    told = values([0, 1], [1, 0])
    assert narrow(lines, 2, [None, told[1]]).left.tolist() == [0]
    assert narrow(lines, 2, told, [True, False]).left.tolist() == [0]
    assert narrow(lines, 2, values([np.nan, np.nan], [1, 0])).left.tolist() == [0]
    assert narrow(lines, 2, told).left.tolist() == [1]


def test_lines_and_lists_have_a_text_that_reads_back() -> None:
    assert str(Line("corner", "most", "even")) == "even: most corner"
    assert parse_list(list_text(LIST)) == LIST
    assert parse_list("") == ()


@pytest.mark.parametrize("text", ["corner", "many corner", "most", ": most corner", "even most corner"])
def test_a_text_that_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(BadText, match="expected a line"):
        parse_line(text)


# Words


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_every_line_of_every_game_is_a_sentence_of_at_most_twenty_words(name: str) -> None:
    wording = reader_for(board_game(name)).wording
    assert len(wording.measures) >= 20
    for condition in wording.conditions:
        for line in wording.lines(condition):
            said = wording.sentence(line)
            assert said[0].isupper()
            assert said.endswith(".")
            assert "{" not in said
            assert len(said.split()) <= MOST_WORDS, said


def test_a_game_has_words_only_for_what_can_happen_in_it() -> None:
    lose = reader_for(board_game("lose_tic_tac_toe")).wording
    assert {"loses", "own_safe", "centre"} <= set(lose.measures)
    assert not {"captures", "wins", "returns", "sure"} & set(lose.measures)
    assert "centre" not in FIVE.measures
    assert "even" not in lose.conditions
    assert len(FIVE.measures) >= 40


def test_a_sentence_names_how_many_markers_nearly_fill_a_row() -> None:
    assert FIVE.sentence(Line("other_ready", "fewest")) == (
        "Leave the other the fewest lines with two of its markers and an empty point."
    )
    assert FIVE.sentence(Line("corner", "most", "even")) == "While markers are even, go to a corner."


def test_a_game_without_a_board_has_words_for_its_rules_alone() -> None:
    wording = reader_for(Nim()).wording
    assert {"wins", "winning_replies"} <= set(wording.measures)
    assert "corner" not in wording.measures
    assert not can_read(Kuhn())


# Files


def test_a_list_round_trips_through_its_file_with_a_sentence_above_each_line() -> None:
    maxims = Maxims(LIST, {"command": "gamelore learn", "seed": 7})
    text = write_maxims(maxims, FIVE)
    assert "# 1. Take a marker if you can.\n[[line]]\n" in text
    assert read_maxims(text, FIVE, "maxims.toml") == maxims
    assert write_maxims(read_maxims(text, FIVE, "maxims.toml"), FIVE) == text
    assert read_maxims(write_maxims(Maxims(), FIVE), FIVE, "maxims.toml") == Maxims()


def test_a_person_may_leave_out_when_and_comments() -> None:
    text = 'version = 1\n[[line]]\nkeep = "most"\nof = "corner"\n'
    assert read_maxims(text, FIVE, "m").lines == (Line("corner"),)


LINE = '[[line]]\nkeep = "most"\nof = "corner"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("version = 2\n", "m: version 2"),
        ("version = 1\n" + LINE + LINE.replace("corner", "corned"), "m:5: line 2: measure 'corned' .* 'corner'"),
        ("version = 1\n" + LINE.replace("most", "many"), "m:2: line 1: 'keep' must be 'most' or 'fewest', not 'many'"),
        ("version = 1\n" + LINE + 'when = "evn"\n', "m:2: line 1: condition 'evn' .* 'even'"),
        ("version = 1\n" + LINE + "weight = 3\n", "m:2: line 1: 'weight' does not belong here"),
        ('version = 1\n[[line]]\nkeep = "most"\n', "m:2: line 1: 'of' must be the name of a measure"),
        ("version = 1\n" + LINE * 11, "m: 11 lines; a list has at most 10"),
        ("version = 1\nline = 3\n", "m: the lines must be tables"),
        ("version = 1\nfound = 3\n", "m: 'found' must be a table"),
        ("version = 1\nlines = []\n", "m: 'lines' does not belong here"),
        ("version = 1\n[[line]\n", "m: "),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(DamagedFile, match=complaint):
        read_maxims(text, FIVE, "m")


def test_a_line_without_words_is_refused() -> None:
    with pytest.raises(UnknownName, match="measure 'nothing'"):
        FIVE.check(Line("nothing"))
