"""Bidding scores as printed, and Carberry's tables from the draw of hands to the report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.base.seeds import stream
from gamelore.games.forty_two.dominoes import POINTS
from gamelore.lab import bidding_experiment
from gamelore.lab.bidding import score_bidding
from gamelore.lab.bidding_experiment import (
    BiddingExperiment,
    draw_hands,
    experiment_from_mapping,
    resampled,
    run_bidding,
)
from gamelore.lab.bidding_peers import PEERS
from gamelore.lab.executor import open_workers
from gamelore.lab.published import published_table
from gamelore.lab.reproduce import reproduce
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps
from gamelore.oracles.forty_two.store import LabelledHand, Store, label_round
from gamelore.oracles.forty_two.trainer import SETS, round_deal


def sketch_store(choose: int, report: int) -> Store:
    """Rounds priced by a crude count of doubles and trumps in place of solved deals, good enough to run on."""
    rng = stream(0)
    hands: list[LabelledHand] = []
    for name, rounds in (("choose", choose), ("report", report)):
        for number in range(rounds):
            raw = []
            for place, hand in enumerate(round_deal(SETS[name], number).hands):
                doubles, counters = sum(d.is_double for d in hand), sum(POINTS.get(d, 0) for d in hand)
                prices = {}
                for trump in candidate_trumps(hand):
                    value = 20.5 + 2 * doubles + 3 * sum(trump in d for d in hand) + 0.1 * counters
                    chance = 1 / (1 + math.exp(-(value - 34) / 2.5))
                    made = rng.binomial(14, chance, 300)
                    prices[trump] = Price(28, tuple(int(n) for n in np.bincount(made, minlength=15)))
                taken = rng.binomial(18, 1 / (1 + math.exp((doubles - 3) / 2)), 60)
                defence = Price(24, tuple(int(n) for n in np.bincount(taken, minlength=19)))
                raw.append(LabelledHand(name, number, place, hand, (), prices, defence, Label(0, 0.0, 0, 0.0, 0, 0)))
            hands += label_round(raw, THIRTY_ONLY)
    return Store({"rule": THIRTY_ONLY.name}, tuple(hands))


@pytest.fixture(scope="module")
def store() -> Store:
    return sketch_store(150, 100)


@pytest.fixture(autouse=True)
def _use_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    bidding_experiment._rounds.cache_clear()
    monkeypatch.setattr(bidding_experiment, "_store", lambda: store)
    yield
    bidding_experiment._rounds.cache_clear()


def test_bbpp_is_the_worked_value() -> None:
    truth = np.array([0] * 300 + [30] * 100)
    call = np.concatenate([np.zeros(269, int), np.full(31, 30), np.zeros(9, int), np.full(61, 30), np.full(30, 31)])
    trump = np.zeros(400, int)
    scores = score_bidding(truth, trump, call, trump)
    assert scores.overall == pytest.approx((330 - 18) / 400) == pytest.approx(0.78)
    assert scores.accuracy == pytest.approx(330 / 400)
    assert scores.passed == pytest.approx((269 - 18) / 300)
    assert scores.bid == pytest.approx(0.61)
    assert scores.low == pytest.approx((61 - (31 + 30) / 2) / 100)
    assert math.isnan(scores.high)
    assert scores.overall == pytest.approx(0.75 * scores.passed + 0.25 * scores.bid)


def test_a_bid_with_the_wrong_trump_is_not_the_best_one() -> None:
    truth, right = np.array([30, 36, 0]), np.array([4, 2, 1])
    scores = score_bidding(truth, right, np.array([30, 36, 0]), np.array([4, 3, 6]))
    assert scores.bid == 0.5
    assert scores.trump == 0.5
    assert scores.high == pytest.approx(-1 / 3)
    assert scores.overall == pytest.approx(2 / 3)


def test_hands_for_choosing_and_for_reporting_are_kept_apart() -> None:
    for seed, set_ in ((5, "choose"), (10_005, "report")):
        experiment = BiddingExperiment(hands=50, test_hands=40, seed=seed)
        learned, tested = draw_hands(experiment, 3)
        assert len(learned) == 50
        assert len(tested) == 40
        assert {hand.set for hand in learned} == {"choose"}
        assert {hand.set for hand in tested} == {set_}
        assert not {(h.set, h.round) for h in learned} & {(h.set, h.round) for h in tested}
        assert draw_hands(experiment, 3) == (learned, tested)
        assert draw_hands(experiment, 4) != (learned, tested)


def test_too_few_hands_and_unknown_words_are_refused_in_one_sentence() -> None:
    with pytest.raises(BadSetting, match="too few hands"):
        draw_hands(BiddingExperiment(hands=10_000), 0)
    with pytest.raises(UnknownName, match="did you mean 'cogap'"):
        BiddingExperiment(who="cogpa")
    with pytest.raises(UnknownName, match="key of a bidding experiment 'hand'"):
        experiment_from_mapping({"hand": 3}, "table c-5.1, row 1")
    with pytest.raises(GameloreError, match="setting 'layersize'"):
        BiddingExperiment(settings={"layersize": 3})


@pytest.mark.parametrize("who", ["cogap", "logistic", "boosted", "boosted_worth", "trainer"])
@pytest.mark.parametrize("test", ["rounds", "first"])
def test_every_bidder_beats_passing_always(who: str, test: str) -> None:
    if who in PEERS:
        pytest.importorskip("sklearn")
    values = {"who": who, "test": test, "hands": 200, "test_hands": 200, "seed": 10_000}
    experiment = experiment_from_mapping(values, "test")
    scores = run_bidding(experiment, 0)
    _, tested = draw_hands(experiment, 0)
    truth = np.array([hand.label.first if test == "first" else hand.label.call for hand in tested])
    passing = score_bidding(truth, np.zeros(200, int), np.zeros(200, int), np.zeros(200, int))
    assert scores["overall"] > 100 * passing.overall


@pytest.mark.parametrize("against", ["passer", "trainer", "cogap:thesis"])
def test_marks_are_counted_over_mirrored_deals(against: str) -> None:
    values = {"preset": "mended", "test": "marks", "against": against, "hands": 100, "test_hands": 8, "seed": 10_000}
    found = run_bidding(experiment_from_mapping(values, "test"), 1)
    assert set(found) == {"marks", "played"}
    assert -200 <= found["marks"] <= 200
    assert 0 <= found["played"] <= 100


def test_a_bidder_taught_the_same_wins_nothing_from_itself() -> None:
    values = {"preset": "thesis", "test": "marks", "against": "cogap:thesis", "hands": 40, "test_hands": 8}
    assert run_bidding(experiment_from_mapping(values, "test"), 0) == {"marks": 0.0, "played": 0.0}


def test_who_cannot_meet_for_marks_is_told_so() -> None:
    with pytest.raises(BadSetting, match="boosted cannot meet 'passer'"):
        BiddingExperiment(who="boosted", test="marks", against="passer")
    with pytest.raises(BadSetting, match="opponents: passer, formula, trainer, cogap"):
        BiddingExperiment(test="marks", against="nobody")


def test_a_hand_drawn_again_keeps_its_dominoes_and_its_number_of_deals(store: Store) -> None:
    hand = store.hands[0]
    other = resampled(hand, stream(1), THIRTY_ONLY)
    assert other.dominoes == hand.dominoes
    assert {t: p.deals for t, p in other.prices.items()} == {t: p.deals for t, p in hand.prices.items()}
    assert other.prices != hand.prices


@pytest.mark.parametrize("name", ["c-5.1", "c-5.2", "c-5.5", "c-marks"])
def test_every_row_of_the_tables_describes_an_experiment(name: str) -> None:
    table = published_table(name)
    for row in table.rows:
        values = {k: v for k, v in (row.experiment or {}).items() if k != "runs"}
        experiment_from_mapping(values, row.name)
        assert row.default_runs == 10


def test_a_table_is_reproduced_and_its_runs_are_kept(tmp_path: Path) -> None:
    with open_workers() as workers:
        seen: list[tuple[str, int]] = []
        report = reproduce(
            "c-5.5", tmp_path, workers, rows=("thesis-1x200", "thesis-none"), runs=3, seed=10_000,
            progress=lambda row, run: seen.append((row, run)),
        )  # fmt: skip
        again = reproduce("c-5.5", tmp_path, workers, rows=("thesis-1x200",), runs=3, seed=10_000)
    assert len(seen) == 6
    first, last = report.rows
    assert [cell.column for cell in first.cells] == ["overall", "passed", "trump", "bid", "accuracy"]
    assert first.cells[0].theirs is not None
    assert first.cells[0].theirs.mean == 56
    assert last.cells[0].theirs is None
    assert again.rows[0] == first
    assert "thirty_only" in first.settings
