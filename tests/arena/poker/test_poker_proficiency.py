"""Duplicate play: cards weigh nothing, seats weigh nothing, and the score is Waterman's."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.proficiency import Proficiency, percent_difference, proficiency
from gamelore.base.errors import BadSetting
from gamelore.games.poker.draw_poker import make
from gamelore.games.record import Record
from gamelore.games.registry import load_game

GAME = make()


def test_the_score_is_the_difference_in_per_cent_of_the_larger_amount() -> None:
    # What the sample games of Appendices C, E and F add up to.
    assert percent_difference(68, 56) == pytest.approx(17.65, abs=0.01)
    assert percent_difference(65, 68) == pytest.approx(-4.41, abs=0.01)
    assert percent_difference(5, 150) == pytest.approx(-96.67, abs=0.01)
    assert percent_difference(0, 0) == 0


def test_the_sample_games_of_appendix_c_score_as_they_should() -> None:
    found = Proficiency((-6, 7, 23, 18, 17), (3, -1, -13, -14, -22))
    assert (found.won, found.lost) == (68, 56)
    assert found.chips_per_deal.mean == pytest.approx((59 - 47) / 5)


@pytest.mark.parametrize("exchange", [True, False])
def test_a_player_without_luck_is_even_with_itself_on_every_deal(exchange: bool) -> None:
    found = proficiency(
        GAME, opponent("call", GAME), opponent("call", GAME), seed=1, games=4, exchange_first_actor=exchange
    )
    assert [a + b for a, b in zip(found.first_series, found.second_series, strict=True)] == [0] * 20
    assert found.percent == 0


@pytest.mark.parametrize("exchange", [True, False])
def test_seats_and_cards_move_as_the_design_says(exchange: bool) -> None:
    records: list[Record] = []
    program, other = opponent("call", GAME), opponent("human", GAME)
    found = proficiency(GAME, program, other, seed=5, games=3, exchange_first_actor=exchange, progress=records.append)
    assert len(records) == 2 * len(found.first_series) == 30
    first, second = records[:15], records[15:]
    assert [r.players.index("call") for r in first] == [0, 1, 0, 1, 0] * 3
    assert [r.players.index("call") for r in second] == ([1, 0, 1, 0, 1] if exchange else [0, 1, 0, 1, 0]) * 3
    assert [r.labels["contest"] for r in records] == list(range(30))
    held = {frozenset([r.deal, GAME.turn_deal(r.deal, 1)]) for r in first}
    assert held == {frozenset([r.deal, GAME.turn_deal(r.deal, 1)]) for r in second}
    for record in first:
        again = next(r for r in second if r.deal in (record.deal, GAME.turn_deal(record.deal, 1)))
        cards = [hand_of(r, r.players.index("call")) for r in (record, again)]
        assert cards[0] != cards[1]
        assert hand_of(record, record.players.index("human")) == cards[1]


def hand_of(record: Record, seat: int) -> str:
    return record.deal.split(" / ")[seat]


def test_the_games_of_series_two_come_in_another_order_but_whole() -> None:
    records: list[Record] = []
    proficiency(GAME, opponent("call", GAME), opponent("call", GAME), seed=2, games=6, progress=records.append)
    first = [record.deal for record in records[:30]]
    second = [first.index(record.deal) for record in records[30:]]
    assert second != sorted(second)
    assert all(second[i : i + 5] == list(range(second[i], second[i] + 5)) for i in range(0, 30, 5))


def test_the_same_seed_gives_the_same_result() -> None:
    def test() -> Proficiency:
        return proficiency(GAME, opponent("human", GAME), opponent("bluff", GAME), seed=9)

    assert test() == test()
    assert len(test().first_series) == 25  # the thesis's own size


def test_the_percent_interval_holds_the_score_and_narrows_with_more_deals() -> None:
    rng = np.random.default_rng(0)
    few, many = (Proficiency(*(tuple(rng.normal(0.5, 5, n).tolist()) for _ in range(2))) for n in (25, 2500))
    for found in (few, many):
        interval = found.percent_interval()
        assert interval.low <= found.percent <= interval.high
    assert many.percent_interval().high - many.percent_interval().low < 20
    assert str(few).endswith("]")


def test_bad_tests_are_refused() -> None:
    with pytest.raises(BadSetting, match="at least one game"):
        proficiency(GAME, opponent("call", GAME), opponent("call", GAME), seed=0, games=0)
    with pytest.raises(BadSetting, match="draw_poker"):
        proficiency(load_game("tic_tac_toe"), opponent("call", GAME), opponent("call", GAME), seed=0)
