"""What a person at a table with hidden hands is shown, line by line."""

from __future__ import annotations

from tests.plain_games import Kuhn

from gamelore.app.table.plain import show
from gamelore.app.table.showing import opening
from gamelore.base.seeds import stream
from gamelore.games import load_game

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
        "dealer A; calls: A 30, B pass, C 31, D pass",
        "C declares 31, trump 0; A and C have 8 points, B and D 0",
        "  trick 1: C 0-0, D 3-0, A 1-0, B 4-0; C takes 1",
        "  trick 2: C 6-0, D 5-0, A 4-4, B 5-3; C takes 6",
        "  trick 3: C 2-0, D 6-6, A 2-1, B 2-2; C takes 1",
        "  on the table: C 4-2, D 4-1; the suit is 4",
        "B holds 6-2 5-4 3-3 1-1",
    ]


def test_at_a_contract_of_42_only_the_last_two_tricks_may_be_looked_at() -> None:
    state = FORTY_TWO.parse_state(f"{DEAL} : bid 30, pass, bid 42, pass, trump 0, {TRICKS}")
    shown = show(state.view(1))
    assert "  1 trick stacked face down" in shown.splitlines()
    assert "trick 2: C 6-0" in shown
    assert "trick 1" not in shown
    assert "0-0" not in shown


def test_before_anybody_has_called_who_calls_first_is_told() -> None:
    assert show(FORTY_TWO.initial_state(DEAL).view(2)).splitlines() == [
        "dealer A; calls: A calls first",
        "C holds 0-0 6-0 2-0 5-2 4-2 4-3 3-1",
    ]


def test_at_poker_the_pot_and_what_is_to_call_are_shown() -> None:
    deal = "D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7"
    line = "bet 2, call, replace D2 D6 C7, replace H5 H4 D9, bet 5"
    assert show(POKER.parse_state(f"{deal}: {line}").view(1)).splitlines() == [
        "first bet 2, second call, first replaced 3, second replaced 3, first bet 5",
        "the pot is 6, 5 to call",
        "you hold H14 C12 C4 C14 H7",
        "you gave away H5 H4 D9",
    ]
    assert show(POKER.parse_state(f"{deal}: {line}, call").view(1)).endswith("the other shows C3 S4 C6 D8 S12")
    assert show(POKER.initial_state(deal).view(0)).startswith("nobody has bet yet\nthe pot is 2\n")


def test_another_game_shows_the_text_of_its_view_and_has_no_opening() -> None:
    view = Kuhn().initial_state("Q K").view(0)
    assert show(view) == str(view)
    assert opening(Kuhn(), "Q K", stream(1)) == ("Q K", [])
    assert opening(FORTY_TWO, DEAL, stream(1)) == opening(FORTY_TWO, DEAL, stream(1))
