"""Who wins how often: counted, sampled and enumerated."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from gamelore.base.errors import ImpossibleState
from gamelore.games.poker.arrays import sample_deals
from gamelore.games.poker.cards import parse_cards, parse_hand
from gamelore.games.poker.draw_poker import make
from gamelore.games.poker.hands import CLASSES, class_table, hand_class, showdown
from gamelore.games.poker.replacing import usual_discards
from gamelore.oracles.poker.equity import Equity, after_draw, before_draw, equity
from gamelore.oracles.poker.groups import (
    AFTER,
    BEFORE,
    DRAWS,
    class_groups,
    draw_counts,
    group_after,
    group_before,
    group_model,
    group_names,
)

PAIR = parse_hand("H9 S9 C4 D12 H2")
DISCARDED = parse_cards("C3 C7 C8")


def test_counting_by_kept_cards_is_counting_one_by_one() -> None:
    """On a deck of thirteen cards every deal and draw can be enumerated."""
    live = parse_cards("H2 S2 H5 S5 C7 D8 H9 S10 C11 D12 H13 S14 C14")
    dead = tuple(card for card in range(52) if card not in live)
    counted = draw_counts(dead).sum(axis=1)
    expected = np.zeros_like(counted)
    for hand in itertools.combinations(live, 5):
        gone = usual_discards(hand)
        kept = [card for card in hand if card not in gone]
        for new in itertools.combinations([card for card in live if card not in hand], len(gone)):
            expected[len(gone), hand_class((*kept, *new))] += 1
    assert (counted == expected).all()
    assert (expected.sum(axis=1) > 0).sum() == 3


@pytest.mark.slow
def test_every_hand_is_counted_once_and_every_group_draws_one_number_of_cards() -> None:
    model = group_model()
    assert model.chance.sum() == pytest.approx(1)
    assert model.moves.sum(axis=(0, 2)) == pytest.approx(np.ones(len(model.chance)))
    assert ((model.moves.sum(axis=2) > 0).sum(axis=0) == 1).all()
    assert np.abs(model.wins + model.wins.transpose(2, 3, 0, 1)).max() < 1e-9
    # From combinatorics: pairs of one rank, four to a flush without a pair, and no straight among those.
    assert model.chance[group_names(BEFORE).index("pair 14")] == pytest.approx(6 * math.comb(12, 3) * 64 / 2_598_960)


@pytest.mark.slow
def test_groups_by_class_are_groups_by_hand_and_occur_as_often_as_counted() -> None:
    rng = np.random.default_rng(0)
    deals = sample_deals(make(), 20_000, rng).tolist()
    before, after = np.zeros(len(BEFORE) + len(DRAWS)), np.zeros(len(AFTER))
    tables = class_groups()
    for deal in deals:
        hand, reserve = deal[:5], deal[10:13]
        gone = usual_discards(hand)
        group = group_before(hand, gone)
        before[group] += 1
        if group < len(BEFORE):
            assert tables[0][hand_class(hand)] == group
        final = [card for card in hand if card not in gone] + reserve[: len(gone)]
        after[group_after(final)] += 1
    model = group_model()
    expected = np.einsum("b,kba->a", model.chance, model.moves)
    for found, share in ((before, model.chance), (after, expected)):
        error = np.sqrt(share * (1 - share) / len(deals))
        assert (np.abs(found / len(deals) - share) < 4.5 * error + 1e-9).all()


def sampled(
    hand: Sequence[int], discarded: Sequence[int], replaced: int | None, rng: np.random.Generator, samples: int
) -> Equity:
    """So many hands of the other seat, dealt until one replaces as many cards, and drawn; own discards are replaced."""
    mine, count = np.zeros(3), 0
    while count < samples:
        deck = rng.permutation([card for card in range(52) if card not in hand and card not in discarded]).tolist()
        gone = usual_discards(deck[:5])
        if replaced is None or len(gone) == replaced:
            kept = [card for card in hand if card not in discarded]
            own = (*kept, *deck[8 : 13 - len(kept)])
            other = (*(card for card in deck[:5] if card not in gone), *deck[5 : 5 + len(gone)])
            mine[1 + showdown(own, other)] += 1
            count += 1
    lose, tie, win = (mine / count).tolist()
    return Equity(win, tie, lose)


@pytest.mark.parametrize(
    "replaced", [1, pytest.param(3, marks=pytest.mark.slow), pytest.param(None, marks=pytest.mark.slow)]
)
def test_counting_and_sampling_agree_after_the_draw(replaced: int | None) -> None:
    exact = after_draw(PAIR, DISCARDED, replaced)
    found = sampled(PAIR, DISCARDED, replaced, np.random.default_rng(1), 5_000)
    assert exact.win + exact.tie + exact.lose == pytest.approx(1)
    assert found.win == pytest.approx(exact.win, abs=0.02)
    assert found.tie == pytest.approx(exact.tie, abs=0.005)


@pytest.mark.slow
def test_counting_and_sampling_agree_before_the_draw() -> None:
    exact = before_draw(PAIR, 3)
    found = sampled(PAIR, usual_discards(PAIR), 3, np.random.default_rng(2), 5_000)
    assert found.share == pytest.approx(exact.share, abs=0.03)


@pytest.mark.slow
def test_counting_and_sampling_agree_closely_before_the_draw() -> None:
    for text in ("H9 S9 C4 D12 H2", "H9 S9 C9 D12 H2", "H9 H3 H12 H5 S2", "H14 S13 C9 D7 H2"):
        for replaced in (1, 3, None):
            exact = before_draw(parse_hand(text), replaced)
            hand = parse_hand(text)
            found = sampled(hand, usual_discards(hand), replaced, np.random.default_rng(3), 40_000)
            assert found.share == pytest.approx(exact.share, abs=0.015)


def test_a_hand_that_nobody_can_beat_wins_and_one_that_all_beat_loses() -> None:
    royal = after_draw(parse_hand("S10 S11 S12 S13 S14"), (), 0)
    assert (royal.win, royal.lose) == pytest.approx((1, 0), abs=1e-3)
    assert after_draw(PAIR, DISCARDED, 0).lose == pytest.approx(1)
    assert royal.share > after_draw(PAIR, DISCARDED, 1).share


def test_the_equity_of_a_view_uses_what_the_seat_sees() -> None:
    game = make()
    text = "H9 S9 C3 C7 C8 / H5 H14 C12 H6 D9 / C4 D12 H2 C5 C14 H7: bet 1, call"
    state = game.parse_state(text)
    later = state.child(game.parse_action("replace C3 C7 C8")).child(game.parse_action("replace D9"))
    assert equity(later.view(0)) == after_draw(later.hands[0], DISCARDED, 1)
    assert "wins" in str(equity(later.view(0)))


def test_impossible_questions_get_one_clear_error() -> None:
    with pytest.raises(ImpossibleState, match="H9 occurs twice"):
        after_draw(PAIR, parse_cards("H9"))
    with pytest.raises(ImpossibleState, match="5 cards"):
        after_draw(PAIR[:4])
    with pytest.raises(ImpossibleState, match="replaces 4"):
        before_draw(PAIR, 4)


def test_class_numbers_in_the_kernels_are_those_of_the_table() -> None:
    from gamelore.oracles.poker import _kernels

    assert CLASSES == _kernels.CLASSES
    assert class_table().max() == CLASSES - 1
    assert hand_class(parse_hand("H2 S2 C3 D4 H5")) == _kernels.FIRST_PAIR
