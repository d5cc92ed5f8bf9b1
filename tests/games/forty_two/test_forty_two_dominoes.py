"""Suits, ranks and tricks of 42."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.errors import BadText
from gamelore.games.forty_two.dominoes import (
    ALL_POINTS,
    DOMINOES,
    DOUBLES,
    NO_TRUMP,
    POINTS,
    SUITS,
    TRUMP_NAMES,
    Domino,
    belongs,
    members,
    parse_domino,
    parse_hand,
    parse_trump,
    suit_led,
    trick_points,
    trick_winner,
)

D = parse_domino


def test_the_set_has_each_pair_of_halves_once_and_forty_two_points() -> None:
    assert len(set(DOMINOES)) == 28
    assert [d.number for d in DOMINOES] == list(range(28))
    assert sum(POINTS.values()) + 7 == ALL_POINTS


def test_every_domino_and_trump_reads_back_from_its_text() -> None:
    assert all(D(str(d)) == d and D(f"{d.low}-{d.high}") == d for d in DOMINOES)
    assert all(TRUMP_NAMES[parse_trump(name)] == name for name in TRUMP_NAMES)


@pytest.mark.parametrize("text", ["", "7-0", "6_4", "6-4-2", "66", "a-b"])
def test_what_is_no_domino_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadText, match="is not a domino"):
        D(text)


def test_a_hand_of_eight_or_with_a_domino_twice_is_refused() -> None:
    with pytest.raises(BadText, match="found 8"):
        parse_hand("0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1")
    with pytest.raises(BadText, match="2-1 stands there twice"):
        parse_hand("0-0 1-0 1-1 2-0 2-1 1-2 3-0")


def test_without_trump_a_led_domino_is_of_its_higher_half() -> None:
    assert suit_led(D("6-4"), NO_TRUMP) == 6
    assert belongs(D("6-0"), 6)
    assert not belongs(D("4-2"), 6)
    assert set(map(str, members(4))) == {"6-4", "5-4", "4-4", "4-3", "4-2", "4-1", "4-0"}
    assert str(members(4)[1]) == "6-4", "6-4 ranks second to 4-4"


def test_a_domino_with_a_trump_half_is_trump_only() -> None:
    assert belongs(D("5-4"), 4, 4)
    assert not belongs(D("5-4"), 5, 4)
    assert suit_led(D("5-4"), 4) == 4
    assert D("5-4") not in members(5, 4)


def test_doubles_as_trump_leave_their_suits() -> None:
    assert not belongs(D("6-6"), 6, DOUBLES)
    assert belongs(D("6-6"), DOUBLES, DOUBLES)
    assert [str(d) for d in members(DOUBLES, DOUBLES)] == ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]


def test_each_suit_has_seven_members_and_loses_one_to_a_trump() -> None:
    for trump in SUITS:
        assert all(len(members(suit, trump)) == (7 if suit == trump else 6) for suit in SUITS)


@pytest.mark.parametrize(
    ("dominoes", "trump", "winner", "points"),
    [
        ("0-0 3-0 1-0 4-0", 0, 0, 1),
        ("6-0 5-0 4-4 5-3", 0, 0, 6),
        ("4-2 4-1 6-4 5-4", 0, 2, 16),
        ("5-5 6-2 5-2 6-5", 0, 0, 11),
        ("6-4 6-0 4-4 6-6", NO_TRUMP, 3, 11),
        ("6-5 0-0 6-6 6-4", DOUBLES, 2, 11),
        ("6-5 5-5 6-4 5-0", 4, 2, 26),
    ],
)
def test_tricks_are_taken_by_the_highest_trump_or_the_highest_of_the_suit_led(
    dominoes: str, trump: int, winner: int, points: int
) -> None:
    trick = [D(word) for word in dominoes.split()]
    assert (trick_winner(trick, trump), trick_points(trick)) == (winner, points)


def strength(domino: Domino, led: int, trump: int) -> int:
    """The same order by another road: one number for each domino of a trick."""
    height = 7 if domino.is_double else domino.high + domino.low - (trump if trump in domino else led)
    if trump == DOUBLES and domino.is_double:
        return 200 + domino.high
    if trump in domino:
        return 100 + height
    return height if led in domino and not (trump == DOUBLES and domino.is_double) else -1


@given(st.permutations(DOMINOES), st.sampled_from(range(9)))
def test_the_winner_is_the_domino_of_greatest_strength(order: list[Domino], trump: int) -> None:
    for trick in (order[i : i + 4] for i in range(0, 28, 4)):
        led = suit_led(trick[0], trump)
        assert trick_winner(trick, trump) == max(range(4), key=lambda i: strength(trick[i], led, trump))
