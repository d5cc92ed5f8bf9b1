"""Sampled worlds and contracts of 42, and the labels that follow from them."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.games.forty_two import make, parse_hand
from gamelore.games.forty_two.bulk import dominoes_of, mask_of
from gamelore.games.forty_two.dominoes import DOMINOES
from gamelore.games.forty_two.rules import THESIS
from gamelore.oracles.forty_two.labels import RULES, THIRTY_ONLY
from gamelore.oracles.forty_two.pricing import (
    Price,
    best_trump,
    candidate_trumps,
    common_deals,
    price_defence,
    price_of,
    price_offence,
    rough_value,
)
from gamelore.oracles.forty_two.solver import solve
from gamelore.oracles.forty_two.trainer import Sampling, price_hand, price_round, round_deal
from gamelore.oracles.forty_two.worlds import worlds

FIGURE_4_5 = parse_hand("0-0 6-0 2-2 4-2 2-0 5-5 5-3")


def test_candidate_trumps_are_the_suits_held_twice() -> None:
    assert candidate_trumps(FIGURE_4_5) == (0, 2, 5)
    assert candidate_trumps(d for d in DOMINOES if d.is_double) == tuple(range(7))


def test_common_deals_put_every_hidden_domino_once_in_each_other_hand() -> None:
    deals = common_deals(FIGURE_4_5, np.random.default_rng(1), 30)
    assert deals.shape == (30, 4)
    assert (deals.sum(axis=1) == mask_of(DOMINOES)).all()
    assert all(len(dominoes_of(int(mask))) == 7 for mask in deals.ravel())
    for three in deals.reshape(10, 3, 4):
        assert {int(m) for m in three[:, 1]} == {int(m) for m in three[:, 2]} == {int(m) for m in three[:, 3]}


def test_a_price_counts_clipped_points() -> None:
    price = price_of(np.array([28, 28, 31, 42]), 28)
    assert (price.deals, price.mean, price.share(30), price.share(84)) == (4, 32.25, 0.5, 0.25)
    assert (price + price).counts == tuple(2 * c for c in price.counts)


def test_prices_are_the_exact_points_of_the_same_deals() -> None:
    deals = common_deals(FIGURE_4_5, np.random.default_rng(2), 30)
    prices = price_offence(FIGURE_4_5, deals)
    for trump, price in prices.items():
        points = solve(deals, trump)
        assert price.mean == pytest.approx(points.clip(28).mean())
        assert price.share(36) == pytest.approx((points >= 36).mean())


def test_a_better_hand_costs_more_and_sets_more() -> None:
    strong, weak = parse_hand("6-6 6-5 6-4 6-3 5-5 4-4 3-3"), parse_hand("5-4 4-3 3-1 2-1 1-0 6-2 5-0")
    sampling = Sampling(every=30, likely=0, best=0, defence=30)
    good, bad = (price_hand(hand, np.random.default_rng(3), sampling) for hand in (strong, weak))
    assert good.prices[best_trump(good.prices)].mean > bad.prices[best_trump(bad.prices)].mean + 3
    assert best_trump(good.prices) == 6
    assert good.defence.mean < bad.defence.mean


def test_the_rough_value_is_the_napkin_formula() -> None:
    value, trump = rough_value(np.array([mask_of(FIGURE_4_5), mask_of(parse_hand("6-5 6-4 6-3 2-2 1-1 1-0 3-2"))]))
    assert list(value) == [14 + 6 * 3 + 3 * 3, 14 + 6 * 2 + 3 * 3]
    assert list(trump) == [0, 6], "the longest suit; a suit with its double before one without"


def test_defence_is_priced_even_when_no_opponent_has_a_hand_to_declare() -> None:
    doubles = tuple(d for d in DOMINOES if d.is_double)
    price = price_defence(doubles, np.random.default_rng(4), 9, declares_at=99, tries=2)
    assert price.deals == 9


def test_worlds_lean_to_what_a_likelihood_says() -> None:
    view = make().view_of_call(FIGURE_4_5, ())
    six_six = 1 << parse_hand("6-6 0-0 1-0 1-1 2-0 2-1 2-2")[0].number
    plain = worlds(view, np.random.default_rng(5), 400)
    leaning = worlds(view, np.random.default_rng(5), 400, lambda deals: (deals[:, 2] & six_six != 0) * 1.0 + 0.01)
    assert 0.2 < (plain[:, 2] & six_six != 0).mean() < 0.47
    assert (leaning[:, 2] & six_six != 0).mean() > 0.9
    nothing = worlds(view, np.random.default_rng(5), 4, lambda deals: np.zeros(len(deals)))
    assert (nothing.sum(axis=1) == mask_of(DOMINOES)).all(), "a likelihood that excludes everything is not believed"


@pytest.mark.slow
def test_a_hand_is_priced_the_same_again_and_its_best_trump_most_of_all() -> None:
    sampling = Sampling(every=6, likely=12, best=18, defence=6, hopeless_below=0.0)
    once = price_round(3, 5, sampling)
    assert once == price_round(3, 5, sampling)
    assert once != price_round(3, 5, sampling, sample=1)
    assert [hand.dominoes for hand in once] == list(round_deal(3, 5).hands)
    best = once[0].prices[best_trump(once[0].prices)]
    assert best.deals == 36


def test_bad_sampling_is_refused() -> None:
    with pytest.raises(ValueError, match="every must be at least 3"):
        Sampling(every=0)
    with pytest.raises(ValueError, match="best must not be negative"):
        Sampling(best=-1)


def test_calls_rise_with_strength_and_are_always_legal() -> None:
    from itertools import product

    for rule in RULES.values():
        for calls in [
            (),
            *product((0, 30), repeat=1),
            *product((0, 30, 31), repeat=2),
            (0, 0, 0),
            (30, 0, 0),
            (0, 36, 42),
        ]:
            try:
                THESIS.check_calls(calls)
            except Exception:
                continue
            for strength in np.linspace(28, 42, 57):
                call = rule.call(float(strength), calls)
                THESIS.check_calls((*calls, call))
        openings = [rule.opening(float(s)) for s in np.linspace(28, 42, 200)]
        assert openings == sorted(openings)


def test_the_rule_speaks_as_the_table_sits() -> None:
    rule = THIRTY_ONLY
    middle = (rule.bid_at + rule.bid_35_at) / 2
    assert rule.call(middle, ()) == 30
    assert rule.call(rule.bid_at - 0.01, ()) == 0
    assert rule.call(30.0, (0, 0, 0)) == 30, "the last player must bid"
    assert rule.call(rule.save_partner_at, (30, 0)) == 31, "31 saves a partner who bid 30"
    assert rule.call(rule.save_partner_at - 0.01, (30, 0)) == 0
    assert rule.call(middle, (30,)) == 0, "30 is no longer enough over an opponent"
    assert rule.call(rule.bid_36_at, (30,)) == 36
    assert rule.call(rule.bid_36_at, (35, 0)) == 0, "partner's contract stands"
    assert rule.call(rule.bid_42_at, (42,)) == 84
    assert rule.contract(rule.contract_at) == 28
    assert rule.contract(rule.contract_at - 0.01) == 0
    assert rule.set_bid(0.0) == 30.0
    assert rule.set_bid(42.0) == 42.0


def test_prices_of_unlike_ranges_do_not_add() -> None:
    with pytest.raises(ValueError, match="argument"):
        _ = Price(28, (1,) * 15) + Price(24, (1,) * 19)
