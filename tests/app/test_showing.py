"""What a person at a table with hidden hands is shown, line by line."""

from __future__ import annotations

import re

from tests.plain_games import Kuhn

from gamelore.app.table.data import ShownText
from gamelore.app.table.manners import manners_of
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.ink import Ink
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.core import AnyView


def show(view: AnyView) -> str:
    return drawing_of(view.game).draw(manners_of(view.game).shown(view))


POKER, FORTY_TWO = load_game("draw_poker"), load_game("forty_two")
DEAL = (
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)
TRICKS = (
    "play 0-0, play 3-0, play 1-0, play 4-0, play 6-0, play 5-0, play 4-4, play 5-3, play 2-0, play 6-6, play 2-1, "
    "play 2-2"
)


def test_at_42_every_trick_lies_open() -> None:
    state = FORTY_TWO.parse_state(f"{DEAL} : bid 30, pass, bid 31, pass, trump 0, {TRICKS}, play 4-2, play 4-1")
    assert show(state.view(1)).splitlines() == [
        "bids       A 30, B pass, C 31, D pass   (dealer A)",
        "contract   C needs 31 points for 1 mark, trump blanks",
        "points     A and C 8, B and D (you) 0",
        "dominoes   A 4, B 4, C 3, D 3 left",
        "trick 1    C 0-0, D 3-0, A 1-0, B 4-0; C takes 1",
        "trick 2    C 6-0, D 5-0, A 4-4, B 5-3; C takes 6",
        "trick 3    C 2-0, D 6-6, A 2-1, B 2-2; C takes 1",
        "trick 4    C 4-2, D 4-1   led: fours",
        "your hand  6-2  5-4  3-3  1-1",
    ]


def test_at_a_contract_of_42_only_the_last_two_tricks_may_be_looked_at() -> None:
    state = FORTY_TWO.parse_state(f"{DEAL} : bid 30, pass, bid 42, pass, trump 0, {TRICKS}")
    told = show(state.view(1))
    assert "tricks     1 face down" in told.splitlines()
    assert "trick 2    C 6-0" in told
    assert "trick 1" not in told
    assert "0-0" not in told


def test_before_anybody_has_called_who_calls_first_is_told() -> None:
    assert show(FORTY_TWO.initial_state(DEAL).view(2)).splitlines() == [
        "bids       none yet   (dealer A)",
        "your hand  0-0  6-0  2-0  5-2  4-2  4-3  3-1",
    ]


def test_at_poker_the_pot_and_what_is_to_call_are_shown() -> None:
    deal = "D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7"
    line = "bet 2, call, replace D2 D6 C7, replace H5 H4 D9, bet 5"
    assert show(POKER.parse_state(f"{deal}: {line}").view(1)).splitlines() == [
        "first bets   other bets 2, you call",
        "replacing    other replaces 3 cards, you replace 3 cards",
        "second bets  other bets 5",
        "pot          11   to call 5   paid in: you 3, other 8",
        "your hand    A♣  A♥  Q♣  7♥  4♣",
        "given away   5♥  4♥  9♦",
    ]
    assert "other shows  Q♠  8♦  6♣  4♠  3♣" in show(POKER.parse_state(f"{deal}: {line}, call").view(1))
    first = show(POKER.initial_state(deal).view(0))
    assert first.startswith("first bets   nobody has bet yet; you begin\npot          2   paid in: you 1, other 1\n")


def test_what_nobody_draws_is_written_as_its_data_line_by_line() -> None:
    first = POKER.initial_state("D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7")
    table = manners_of(POKER).shown(first.view(0))
    told = drawing_of(Kuhn()).draw(table).splitlines()
    assert "pot: 2" in told
    assert len(told) == len(table.to_data()) - 1


def test_colour_changes_nothing_but_colour() -> None:
    five = load_game("five_mens_morris")
    state = five.parse_state("X../O../..../.../... X 8 left")
    move = five.parse_action("4")
    picture, draw = manners_of(five).shown(state.view(0), move), drawing_of(five).draw
    painted = draw(picture, Ink(colour=True))
    assert "\x1b[1;36mX" in painted
    assert "\x1b[1;33;7mO" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == draw(picture)
    assert draw(picture).endswith("Black (X) to move, 4 still to place")
    dominoes = FORTY_TWO.parse_state(
        f"{DEAL} : bid 30, pass, bid 31, pass, trump 0, {TRICKS}, play 4-2, play 4-1"
    ).view(0)
    hand = manners_of(FORTY_TWO).shown(dominoes)
    assert "\x1b[1m6-4(10)" in drawing_of(FORTY_TWO).draw(hand, Ink(colour=True))


def test_another_game_shows_the_text_of_its_view_and_has_no_opening() -> None:
    view, manners = Kuhn().initial_state("Q K").view(0), manners_of(Kuhn())
    assert manners.shown(view) == ShownText(str(view), 0, Kuhn().seat_names)
    assert show(view) == str(view)
    assert manners.opening("Q K", stream(1)) == ("Q K", ())
    at_42 = manners_of(FORTY_TWO)
    assert at_42.opening(DEAL, stream(1)) == at_42.opening(DEAL, stream(1)) != (DEAL, ())
