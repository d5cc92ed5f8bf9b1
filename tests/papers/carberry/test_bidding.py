"""Bidding scores as printed, and Carberry's tables from the draw of hands to the report."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.lab.tables import reproduced
from tests.sketched_store import sketch_store

from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.base.seeds import stream
from gamelore.games.forty_two import THESIS
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import published_table
from gamelore.lab.forty_two import labelled_hands
from gamelore.lab.forty_two.peers import PEERS
from gamelore.lab.forty_two.simple_bidders import formula, pass_always
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.oracles.forty_two.labelled_store import Store
from gamelore.oracles.forty_two.labels import THIRTY_ONLY
from gamelore.papers.carberry import bidding
from gamelore.papers.carberry.bidding import BiddingExperiment, draw_hands, second_opinions
from gamelore.papers.carberry.rivals import RoteBidder, bid_always, by_chance
from gamelore.papers.carberry.scores import score_bidding


@pytest.fixture(scope="module")
def store() -> Store:
    return sketch_store(150, 100)


@pytest.fixture(scope="module")
def second() -> Store:
    return sketch_store(150, 100, seed=1)


@pytest.fixture(autouse=True)
def _use_it(store: Store, second: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    labelled_hands.stored_rounds.cache_clear()
    monkeypatch.setattr(labelled_hands, "_store", lambda: store)
    monkeypatch.setattr(bidding, "_second", lambda: {(h.set, h.round, h.place): h for h in second.hands})
    yield
    labelled_hands.stored_rounds.cache_clear()


@pytest.mark.slow
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


def test_results_are_signed_with_the_settings_behind_a_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = BiddingExperiment(preset="tuned")
    before = experiment.digest
    changed = {**Cogap.presets, "tuned": dataclasses.replace(Cogap.presets["tuned"], fading=0.25)}
    monkeypatch.setattr(Cogap, "presets", changed)
    assert experiment.digest != before


def test_too_few_hands_and_unknown_words_are_refused_in_one_sentence() -> None:
    with pytest.raises(BadSetting, match="too few hands"):
        draw_hands(BiddingExperiment(hands=10_000), 0)
    with pytest.raises(UnknownName, match="did you mean 'cogap'"):
        BiddingExperiment(who="cogpa")
    with pytest.raises(UnknownName, match="key of a bidding experiment 'hand'"):
        BiddingExperiment.read({"hand": 3}, "table c-5.1, row 1")
    with pytest.raises(GameloreError, match="setting 'layersize'"):
        BiddingExperiment(settings={"layersize": 3})


@pytest.mark.parametrize(
    ("who", "test"),
    [("cogap", "rounds"), ("cogap", "first"), ("logistic", "rounds"), ("boosted", "rounds"), ("boosted_worth", "first"),
     pytest.param("rules", "rounds", marks=pytest.mark.slow), ("trainer", "rounds"), ("trainer", "first")],
)  # fmt: skip
def test_every_bidder_beats_passing_always(who: str, test: str) -> None:
    if who in PEERS:
        pytest.importorskip("sklearn")
    values = {"who": who, "test": test, "hands": 40 if who == "rules" else 200, "test_hands": 200, "seed": 10_000}
    experiment = BiddingExperiment.read(values, "test")
    scores = experiment.run(0)
    assert scores["overall"] > scores["always pass.overall"]
    beside = {"trainer.overall", "trainer.accuracy"}
    assert beside.isdisjoint(scores) if who == "trainer" else beside < set(scores)


def test_the_second_opinion_is_judged_by_the_same_hands_and_calls(store: Store) -> None:
    hands = [hand for four in store.rounds("report")[:10] for hand in four]
    again = second_opinions(hands, THIRTY_ONLY)
    assert [(h.dominoes, h.calls) for h in again] == [(h.dominoes, h.calls) for h in hands]
    assert [h.prices for h in again] != [h.prices for h in hands]
    with pytest.raises(BadSetting, match="only for reporting"):
        BiddingExperiment(who="trainer", seed=1)


def test_bidders_that_know_little_are_scored_on_the_same_hands(store: Store) -> None:
    found = BiddingExperiment(hands=200, test="first", seed=10_000).run(0)
    share = found["hands to bid"] / found["hands"]
    assert found["hands"] == 400
    assert found["always pass.accuracy"] == pytest.approx(100 * (1 - share))
    assert found["always pass.overall"] == pytest.approx(100 * (1 - share - 2 * share))
    assert found["always bid.accuracy"] <= 100 * share
    assert found["chance.accuracy"] < found["rote.accuracy"] < found["trainer.accuracy"]
    assert max(found["always bid.overall"], found["always pass.overall"]) < found["overall"]


def test_bidders_that_know_little_call_within_the_rules(store: Store) -> None:
    lessons = lessons_of(store.hands[:160], THIRTY_ONLY)
    rote = RoteBidder()
    rote.learn(lessons)
    heard = [[int(c) for c in reversed(calls) if c >= 0] for calls in lessons.situations.calls]
    for caller in (pass_always, bid_always, formula, rote.bid, by_chance(stream(3))):
        calls, trumps = caller(lessons.situations)
        for call, before in zip(calls.tolist(), heard, strict=True):
            THESIS.check_calls([*before, call])
        assert set(trumps.tolist()) <= set(range(7))
    assert by_chance(stream(3))(lessons.situations)[0].tolist() == calls.tolist()
    assert len(set(calls.tolist())) > 5


@pytest.mark.slow
def test_learned_hands_score_better_than_new_ones() -> None:
    learned, new = (
        np.mean(
            [BiddingExperiment(hands=80, test_hands=200, tested=tested, seed=3).run(run)["overall"] for run in range(2)]
        )
        for tested in ("learned", "new")
    )
    assert learned > new


@pytest.mark.parametrize("name", ["c-5.1", "c-5.2", "c-5.5"])
def test_every_row_of_the_tables_describes_an_experiment(name: str) -> None:
    table = published_table(name)
    for row in table.rows:
        read_row(BiddingExperiment, table, row, 10_000)
        assert row.default_runs >= 10


@pytest.mark.slow
def test_a_table_is_reproduced_and_its_runs_are_kept(tmp_path: Path) -> None:
    seen: list[int] = []
    rows = ("thesis-1x200", "thesis-none")
    report = reproduced("c-5.5", tmp_path, rows=rows, runs=3, seed=10_000, progress=seen.append)
    again = reproduced("c-5.5", tmp_path, rows=rows[:1], runs=3, seed=10_000)
    assert seen == [0, 1, 2, 0, 1, 2]
    first, last = report.rows
    assert [cell.column for cell in first.cells] == [
        "overall", "passed", "trump", "bid", "accuracy",
        "always pass.overall", "always bid.overall", "chance.overall", "formula.overall", "rote.overall",
        "trainer.overall",
        "always pass.accuracy", "always bid.accuracy", "chance.accuracy", "formula.accuracy", "rote.accuracy",
        "trainer.accuracy",
    ]  # fmt: skip
    assert first.cells[0].theirs is not None
    assert first.cells[0].theirs.mean == 56
    assert last.cells[0].theirs is None
    assert again.rows[0] == first
    assert "thirty_only" in first.settings
