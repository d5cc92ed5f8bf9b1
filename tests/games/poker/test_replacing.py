"""The usual replacement against the draws that the thesis prints."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.games.poker.cards import DECK_SIZE, parse_cards, parse_hand
from gamelore.games.poker.replacing import usual_discards

# Hands of the program with what it replaced (Appendices C, D, E, F).
PRINTED = [
    ("D2 S12 D6 D8 C7", "D2 D6 C7"),
    ("C10 H12 D2 S10 S12", "D2"),
    ("D4 S3 D3 D7 D5", "D4 D5 D7"),  # a pair goes before four to a flush
    ("C9 H6 H14 H7 H8", "C9"),
    ("S3 C13 H4 H9 C14", "S3 H4 H9"),
    ("H5 H14 C12 H4 D9", "H4 H5 D9"),
    ("D10 C2 S11 S14 D8", "C2 D8 D10"),
    ("C14 S2 D6 D14 C7", "S2 D6 C7"),
    ("C8 C6 D5 H4 D3", "C8"),
    ("S13 S5 D8 H9 S4", "S4 S5 D8"),
    ("H2 H13 D6 S6 H3", "H2 H3 H13"),
    ("D11 S11 H7 C11 C9", "H7 C9"),
    ("C8 D3 H4 H14 S9", "D3 H4 C8"),
    ("S2 S10 S13 D5 H10", "S2 D5 S13"),
    ("S7 D12 S5 S4 C5", "S4 S7 D12"),
    ("H11 S8 S6 C8 D11", "S6"),
    ("S12 C9 D13 D6 S4", "S4 D6 C9"),
    ("C7 H13 S8 H3 H12", "H3 C7 S8"),
    ("H8 D10 D5 H11 D7", "D5"),  # an inside straight
]


@pytest.mark.parametrize(("hand", "gone"), PRINTED)
def test_the_program_replaces_as_in_the_traces(hand: str, gone: str) -> None:
    assert set(usual_discards(parse_hand(hand))) == set(parse_cards(gone))


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("H9 H2 H13 H4 H5", ""),
        ("H9 S8 H7 H6 H5", ""),
        ("H9 S9 H7 S7 C7", ""),
        ("H9 S9 C9 D9 H2", ""),
        ("H14 S13 C12 D11 H2", "H2"),
        ("H14 S2 C3 D4 H9", "H9"),
        ("H6 S7 C8 D9 H13", "H13"),
    ],
)
def test_made_hands_stand_and_straights_are_drawn_to(hand: str, gone: str) -> None:
    assert usual_discards(parse_hand(hand)) == parse_cards(gone)


def test_one_card_is_drawn_to_an_inside_straight_and_four_of_a_kind_stands() -> None:
    assert len(usual_discards(parse_hand("H8 D10 D5 H11 D7"))) == 1
    assert usual_discards(parse_hand("H9 S9 C9 D9 H2")) == ()


@settings(deadline=None)  # the first case compiles
@given(st.permutations(range(DECK_SIZE)))
def test_the_kernel_replaces_the_same_cards(deck: list[int]) -> None:
    from gamelore.games.poker import _kernels

    hand = deck[:5]
    places = _kernels.usual_discards_of(np.array(hand, dtype=np.int8))
    expected = usual_discards(hand)
    assert {card for i, card in enumerate(hand) if places >> i & 1} == set(expected)


@pytest.mark.slow
def test_the_kernel_replaces_the_same_cards_in_many_hands() -> None:
    from gamelore.games.poker import _kernels

    rng = np.random.default_rng(0)
    for _ in range(100_000):
        hand = rng.permutation(DECK_SIZE)[:5].astype(np.int8)
        places = _kernels.usual_discards_of(hand)
        gone = {card for i, card in enumerate(hand.tolist()) if places >> i & 1}
        assert gone == set(usual_discards(hand.tolist())), hand
