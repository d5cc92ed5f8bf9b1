"""The ranking of five-card hands, computed twice by unlike methods."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base.arrays import Int16s, Ints
from gamelore.base.errors import ImpossibleState
from gamelore.games.poker.cards import DECK_SIZE, cards_text, parse_hand
from gamelore.games.poker.hands import (
    CLASSES,
    Category,
    class_key,
    class_table,
    hand_class,
    hand_classes,
    hand_key,
    hand_value,
    showdown,
)

hands = st.permutations(range(DECK_SIZE)).map(lambda deck: tuple(deck[:5]))

# The number of hands of each category and the number of classes they fall into, from combinatorics.
COUNTS = {
    Category.NO_PAIR: ((math.comb(13, 5) - 10) * (4**5 - 4), 1277),
    Category.PAIR: (13 * 6 * math.comb(12, 3) * 4**3, 2860),
    Category.TWO_PAIR: (math.comb(13, 2) * 6 * 6 * 44, 858),
    Category.THREE_OF_A_KIND: (13 * 4 * math.comb(12, 2) * 4**2, 858),
    Category.STRAIGHT: (10 * (4**5 - 4), 10),
    Category.FLUSH: (4 * (math.comb(13, 5) - 10), 1277),
    Category.FULL_HOUSE: (13 * 4 * 12 * 6, 156),
    Category.FOUR_OF_A_KIND: (13 * 48, 156),
    Category.STRAIGHT_FLUSH: (40, 10),
}


def order_by_arithmetic(cards: Ints) -> Ints:
    """Numbers that order hands as poker does, found without tables, sets or dictionaries.

    Each rank is weighed by how often it occurs; what remains to decide is read as one number in base 16.
    """
    ranks, suits = cards // 4 + 2, cards % 4
    times = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(16 * times + ranks), axis=1, kind="stable")
    deciding = np.take_along_axis(ranks, order, axis=1)
    pattern = np.take_along_axis(times, order, axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    apart = (pattern == 1).all(axis=1)
    wheel = (deciding == [14, 5, 4, 3, 2]).all(axis=1)
    straight = apart & ((deciding[:, 0] - deciding[:, 4] == 4) | wheel)
    deciding = np.where(wheel[:, None], [5, 4, 3, 2, 1], deciding)
    first, second = pattern[:, 0], pattern[:, -1]
    two_pair = (first == 2) & (pattern[:, 2] == 2)
    category = np.select(
        [straight & flush, first == 4, (first == 3) & (second == 2), flush, straight, first == 3, two_pair, first == 2],
        [8, 7, 6, 5, 4, 3, 2, 1],
        0,
    )
    number: Ints = category
    for place in range(5):
        number = number * 16 + deciding[:, place]
    return number


def all_hands() -> Ints:
    every = itertools.chain.from_iterable(itertools.combinations(range(DECK_SIZE), 5))
    return np.fromiter(every, dtype=np.int64).reshape(-1, 5)


def check_the_order(cards: Ints, classes: Int16s) -> None:
    """Whoever is higher by arithmetic is higher by class, and equal if equal."""
    number = order_by_arithmetic(cards)
    order = np.argsort(number, kind="stable")
    steps, class_steps = np.diff(number[order]), np.diff(classes[order].astype(np.int64))
    assert ((steps == 0) == (class_steps == 0)).all()
    assert (class_steps >= 0).all()


def test_a_sample_of_hands_is_ordered_as_arithmetic_orders_it() -> None:
    rng = np.random.default_rng(0)
    cards = np.argsort(rng.random((60_000, DECK_SIZE)), axis=1)[:, :5]
    check_the_order(cards, hand_classes(cards))


@pytest.mark.slow
def test_every_hand_is_ordered_as_arithmetic_orders_it_and_no_class_is_empty() -> None:
    cards = all_hands()
    classes = hand_classes(cards)
    check_the_order(cards, classes)
    sizes = np.bincount(classes, minlength=CLASSES)
    assert len(sizes) == CLASSES
    assert (sizes > 0).all()
    for category, (hands_in_it, _) in COUNTS.items():
        numbers = [n for n in range(CLASSES) if class_key(n)[0] is category]
        assert sizes[numbers].sum() == hands_in_it, category
    from gamelore.games.poker import _kernels

    assert (_kernels.classes_of(cards.astype(np.int8), class_table()) == classes).all()


def test_the_classes_divide_into_categories_as_they_should() -> None:
    assert sum(classes for _, classes in COUNTS.values()) == CLASSES
    assert sum(hands_in_it for hands_in_it, _ in COUNTS.values()) == math.comb(52, 5)
    found = [class_key(number)[0] for number in range(CLASSES)]
    assert found == sorted(found)
    for category, (_, classes) in COUNTS.items():
        assert found.count(category) == classes


@settings(deadline=None)  # the first case compiles
@given(st.lists(hands, min_size=2, max_size=6))
def test_one_hand_many_hands_and_the_kernel_agree(some: list[tuple[int, ...]]) -> None:
    from gamelore.games.poker import _kernels

    cards = np.array(some)
    one_by_one = [hand_class(hand) for hand in some]
    assert hand_classes(cards).tolist() == one_by_one
    assert _kernels.classes_of(cards.astype(np.int8), class_table()).tolist() == one_by_one
    assert [class_key(number) for number in one_by_one] == [hand_key(hand) for hand in some]


@given(hands, hands, st.permutations(range(5)), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(
    mine: tuple[int, ...], other: tuple[int, ...], order: list[int], suits: list[int]
) -> None:
    turned = tuple(mine[i] // 4 * 4 + suits[mine[i] % 4] for i in order)
    assert hand_class(turned) == hand_class(mine)
    assert showdown(mine, other) == -showdown(other, turned)


def test_pokerkit_orders_hands_in_the_same_way() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    rng = np.random.default_rng(1)
    names = "23456789TJQKA"

    def theirs(hand: list[int]) -> object:
        return pokerkit.StandardHighHand("".join(names[card // 4] + "hscd"[card % 4] for card in hand))

    for _ in range(300):
        deck = rng.permutation(DECK_SIZE).tolist()
        mine, other = theirs(deck[:5]), theirs(deck[5:10])
        assert showdown(deck[:5], deck[5:10]) == (mine > other) - (mine < other)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("hand", "key"),
    [
        ("H14 S13 C9 D5 H3", (Category.NO_PAIR, (14, 13, 9, 5, 3))),
        ("H7 S7 C4 D4 H13", (Category.TWO_PAIR, (7, 4, 13))),
        ("H14 S2 C3 D4 H5", (Category.STRAIGHT, (5,))),
        ("H14 S13 C12 D11 H10", (Category.STRAIGHT, (14,))),
        ("H12 S13 C14 D2 H3", (Category.NO_PAIR, (14, 13, 12, 3, 2))),
        ("H14 H2 H3 H4 H5", (Category.STRAIGHT_FLUSH, (5,))),
        ("H9 S9 C9 D4 H4", (Category.FULL_HOUSE, (9, 4))),
    ],
)
def test_keys_read_as_players_speak(hand: str, key: object) -> None:
    assert hand_key(parse_hand(hand)) == key


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        # Printed in Appendix J.
        ("D14 S13 C8 C9 C11", 2),
        ("S4 D4 S11 D8 C2", 10),
        ("S7 H7 D10 D13 C12", 13),
        ("H6 D6 S6 D8 H10", 52),
        # The ends of the scale (section 5.2).
        ("H2 S3 C4 D5 H7", 1),
        ("S10 S11 S12 S13 S14", 600_000),
    ],
)
def test_hand_values_are_those_the_thesis_prints(hand: str, value: int) -> None:
    assert hand_value(parse_hand(hand)) == value


@given(hands, hands)
def test_a_hand_of_higher_value_is_higher_at_the_showdown(mine: tuple[int, ...], other: tuple[int, ...]) -> None:
    if hand_value(mine) > hand_value(other):
        assert showdown(mine, other) == 1


def test_an_impossible_hand_gets_one_clear_error() -> None:
    with pytest.raises(ImpossibleState, match="H2 occurs twice"):
        hand_key((0, 0, 1, 2, 3))
    with pytest.raises(ImpossibleState, match=f"'{cards_text((0, 1))}' has 2"):
        hand_key((0, 1))
