"""Contests as arrays are the contests of the rules."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.poker.deals import deal_of

from gamelore.base.errors import NotAvailable
from gamelore.games.poker.arrays import play_random, replay, sample_deals
from gamelore.games.poker.draw_poker import make

GAME = make()


@pytest.mark.parametrize("parameters", [{}, {"max_bet": 2, "max_bets": 2}, {"ante": 3, "max_replaced": 1}])
def test_every_random_contest_replays_through_the_rules_to_the_same_result(parameters: dict[str, int]) -> None:
    game, rng = make(**parameters), np.random.default_rng(0)
    deals = sample_deals(game, 400, rng)
    won, codes = play_random(game, deals, rng, log=20)
    stages = set()
    for row, chips, log in zip(deals, won, codes, strict=True):
        state = replay(game, deal_of(row), log.tolist())
        assert state.returns()[0] == chips
        outcome = state.outcome()
        assert outcome is not None
        stages.add(outcome.why)
    assert stages == {"drop", "showdown"}


def test_in_a_random_contest_every_legal_action_is_equally_likely() -> None:
    rng = np.random.default_rng(1)
    _, codes = play_random(GAME, sample_deals(GAME, 42_000, rng), rng, log=2)
    openings = np.bincount(codes[:, 0] + 1, minlength=22)
    assert openings[1] == 0  # nobody calls before a bet
    expected = len(codes) / 21
    assert (((openings[[0, *range(2, 22)]] - expected) ** 2) / expected).sum() < 45.3  # chi-square, 20 d.f., p = 0.001


def test_every_card_is_equally_likely_in_every_place() -> None:
    deals = sample_deals(GAME, 52_000, np.random.default_rng(2))
    assert all(len(set(row)) == 16 for row in deals[:500].tolist())
    for place in (0, 7, 15):
        counts = np.bincount(deals[:, place], minlength=52)
        assert (((counts - 1000) ** 2) / 1000).sum() < 87.9  # chi-square, 51 d.f., p = 0.001


def test_a_common_pile_is_refused_with_a_clear_error() -> None:
    game = make(replacements="deck")
    with pytest.raises(NotAvailable, match="reserved"):
        play_random(game, sample_deals(game, 2, np.random.default_rng(0)), np.random.default_rng(0))
