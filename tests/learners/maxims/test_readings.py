"""Readings: each is another sense that changes what somebody keeps, and a reader without one keeps what is meant."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from gamelore.arena.contest import DEALER, ContestKey
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyView
from gamelore.learners.maxims.glossary.board_readings import BOARD_READINGS
from gamelore.learners.maxims.glossary.domino_readings import DOMINO_READINGS
from gamelore.learners.maxims.glossary.reading import Reading, has_word
from gamelore.learners.maxims.lines import Line
from gamelore.learners.maxims.reader import reader_for

BOARDS = ("lose_tic_tac_toe", "tic_tac_toe", "achi", "shisima", "five_mens_morris", "six_mens_morris")


def views(game: AnyGame, contests: int) -> Iterator[AnyView]:
    rng = np.random.default_rng(5)
    for number in range(contests):
        state = game.initial_state(game.sample_deal(ContestKey(5, number=number).stream(DEALER)))
        for _ in range(40):
            if state.is_terminal():
                break
            yield state.view(state.current_player())
            actions = state.legal_actions()
            state = state.child(actions[int(rng.integers(len(actions)))])


@pytest.mark.parametrize(("readings", "games"), [(BOARD_READINGS, BOARDS), (DOMINO_READINGS, ("forty_two",))])
def test_every_reading_changes_only_what_a_game_has_words_for(
    readings: tuple[Reading, ...], games: tuple[str, ...]
) -> None:
    names: set[str] = set()
    for name in (*games, "nine_mens_morris"):
        wording = reader_for(load_game(name)).wording
        names |= {*wording.measures, *wording.conditions}
    if games == ("forty_two",):
        from gamelore.learners.features.forty_two.seen import HOLDERS, PROMISES

        names |= {*HOLDERS, *PROMISES}
    assert len({reading.name for reading in readings}) == len(readings)
    for reading in readings:
        assert reading.changes <= names, reading.name
        assert reading.sense[0].isupper()
        assert reading.sense.endswith(".")


def test_a_word_is_found_in_its_plural_and_not_inside_another_word() -> None:
    assert has_word("Have the most lines.", "line")
    assert not has_word("Go to the outline.", "line")


def test_a_reader_who_takes_line_as_drawn_counts_the_links_of_morris() -> None:
    game = load_game("six_mens_morris")
    reading = next(reading for reading in BOARD_READINGS if reading.name == "row as drawn")
    other, meant = reading.reader(game, reading), reader_for(game)
    line = (Line("other_open", "fewest"),)
    state = game.initial_state("")
    _, mine = meant.values(state.view(0), line)
    _, theirs = other.values(state.view(0), line)
    # The middle of an outer side stands on one goal line, and on a link besides.
    assert mine[0] is not None
    assert theirs[0] is not None
    assert mine[0].tolist()[:2] == [6, 7]
    assert theirs[0].tolist()[:2] == [10, 10]


def test_a_line_without_the_word_is_read_as_meant() -> None:
    game = load_game("lose_tic_tac_toe")
    reading = next(reading for reading in BOARD_READINGS if reading.name == "alone of mine")
    other, meant = reading.reader(game, reading), reader_for(game)
    lines = (Line("own_alone"), Line("centre"))
    for view in views(game, 3):
        for ours, theirs in zip(meant.values(view, lines)[1], other.values(view, lines)[1], strict=True):
            assert ours is not None
            assert theirs is not None
            assert np.array_equal(ours, theirs)


def test_at_42_an_off_is_what_the_reader_takes_it_for() -> None:
    game = load_game("forty_two")
    lines = (Line("suit_length"), Line("up_to_30", "most", "offs_2"))
    counted = {}
    for name in ("off as no trump", "off as no double"):
        reading = next(reading for reading in DOMINO_READINGS if reading.name == name)
        reader = reading.reader(game, reading)
        counted[name] = sum(reader.values(view, lines)[1][1] is not None for view in _calls(game))
    meant = reader_for(game)
    counted["meant"] = sum(meant.values(view, lines)[1][1] is not None for view in _calls(game))
    assert counted["off as no trump"] < counted["off as no double"] < counted["meant"]


def _calls(game: AnyGame) -> Iterator[AnyView]:
    for number in range(200):
        state = game.initial_state(game.sample_deal(ContestKey(6, number=number).stream(DEALER)))
        yield state.view(state.current_player())
