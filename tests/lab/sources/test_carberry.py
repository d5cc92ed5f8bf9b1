"""Bidding scores as printed, and Carberry's tables from the draw of hands to the report."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.lab.tables import reproduced

from gamelore.arena.contest import ContestKey
from gamelore.arena.forty_two.bidders import Formula, PassAlways
from gamelore.arena.forty_two.matches import auction
from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.base.seeds import stream
from gamelore.games.forty_two import THESIS, FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import POINTS
from gamelore.lab.engine.published import published_table
from gamelore.lab.engine.rows import read_row
from gamelore.lab.forty_two import experiment as bidding_experiment
from gamelore.lab.forty_two import marks as bidding_marks
from gamelore.lab.forty_two import quality
from gamelore.lab.forty_two.experiment import BiddingExperiment, draw_hands, second_opinions
from gamelore.lab.forty_two.marks import (
    MarksExperiment,
    call_deals,
    deals_of_run,
    pushing,
    trainer_of,
)
from gamelore.lab.forty_two.odds import OddsExperiment, play_contracts
from gamelore.lab.forty_two.peers import PEERS, offensive_values
from gamelore.lab.forty_two.plain import RoteBidder, bid_always, by_chance, formula, pass_always
from gamelore.lab.forty_two.rules import RuleBidder
from gamelore.lab.forty_two.scores import score_bidding
from gamelore.lab.sources.carberry import kind_of
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.oracles.forty_two.labels import PLAYED, PLAYED_OUT, THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps
from gamelore.oracles.forty_two.store import LabelledHand, Store, label_round, load_store
from gamelore.oracles.forty_two.trainer import SETS, round_deal


def sketch_store(choose: int, report: int, seed: int = 0) -> Store:
    """Rounds priced by a crude count of doubles and trumps in place of solved deals, good enough to run on."""
    rng = stream(seed)
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


@pytest.fixture(scope="module")
def second() -> Store:
    return sketch_store(150, 100, seed=1)


@pytest.fixture(autouse=True)
def _use_it(store: Store, second: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    bidding_experiment.stored_rounds.cache_clear()
    bidding_marks.caller_of.cache_clear()
    monkeypatch.setattr(bidding_experiment, "_store", lambda: store)
    monkeypatch.setattr(bidding_experiment, "_second", lambda: {(h.set, h.round, h.place): h for h in second.hands})
    yield
    bidding_experiment.stored_rounds.cache_clear()
    bidding_marks.caller_of.cache_clear()


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
    experiments = (BiddingExperiment(preset="tuned"), MarksExperiment(("tuned.passer",)))
    before = [experiment.digest for experiment in experiments]
    changed = {**Cogap.presets, "tuned": dataclasses.replace(Cogap.presets["tuned"], fading=0.25)}
    monkeypatch.setattr(Cogap, "presets", changed)
    assert not {experiment.digest for experiment in experiments} & set(before)


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


@pytest.fixture(scope="module")
def rule_bidder(store: Store) -> RuleBidder:
    bidder = RuleBidder()
    bidder.learn(lessons_of(store.hands[:80], THIRTY_ONLY))
    return bidder


@pytest.mark.slow
def test_rules_are_grown_that_a_person_can_read(rule_bidder: RuleBidder) -> None:
    for rules in (rule_bidder.grading, rule_bidder.calling):
        assert 1 < len(rules.rules) <= 40
        listed = parse_listing(str(rules))
        assert [rule.move for rule in listed.rules[:-1]] == [rule.move for rule in rules.rules]
    assert "such that (" in str(rule_bidder)


@pytest.mark.slow
def test_a_rule_list_catches_what_waterman_s_matcher_catches(store: Store, rule_bidder: RuleBidder) -> None:
    bidder = rule_bidder
    situations = lessons_of(store.hands[400:440], THIRTY_ONLY).situations
    rows, trumps = situations.configurations()
    values = offensive_values(situations.part(rows), trumps)
    table = np.stack(list(values.values()), axis=1).astype(float)
    matcher = Matcher(parse_listing(str(bidder.grading)))
    found = [matcher.match(matcher.values({n: float(c[k]) for n, c in values.items()})) for k in range(len(rows))]
    assert bidder.grading.caught(table).tolist() == found


@pytest.mark.slow
@pytest.mark.parametrize("source", [pytest.param("fresh", marks=pytest.mark.slow), "store"])
def test_marks_are_counted_over_mirrored_deals(source: str) -> None:
    pairs = ("thesis.passer", "marks.formula") if source == "fresh" else ("thesis.trainer", "push_weak.trainer")
    experiment = MarksExperiment(pairs, hands=100, deals=4, source=source, worlds=3)  # type: ignore[arg-type]
    found = experiment.run(1)
    assert set(found) == set(pairs)
    assert all(-200 <= marks <= 200 for marks in found.values())
    assert experiment.run(1) == found


def test_a_pair_exchanged_wins_as_much_less_and_nobody_wins_from_himself() -> None:
    pairs = ("formula.passer", "passer.formula", "formula.formula")
    found = MarksExperiment(pairs, deals=8, worlds=3).run(0)
    assert found["formula.passer"] == -found["passer.formula"]
    assert found["formula.formula"] == 0.0


def test_calls_made_in_bulk_are_those_of_the_players_at_a_table() -> None:
    deals = deals_of_run(MarksExperiment(("formula.passer",), deals=60), 0)
    hands = np.array([[mask_of(hand) for hand in deal.hands] for deal in deals])
    game, bulk = FortyTwo(), call_deals(hands, (formula, pass_always, formula, pass_always))
    for number, deal in enumerate(deals):
        seats = [Formula(), PassAlways()] * 2
        state = auction(game, deal, seats, ContestKey(number=number))
        assert list(state.table.calls) == bulk.calls[number].tolist()
        assert state.table.trump == bulk.trumps[number]


def test_deals_of_the_store_are_called_with_every_hand_first(store: Store) -> None:
    deals = deals_of_run(MarksExperiment(("trainer.passer",), hands=100, source="store", deals=8), 2)
    assert len({deal.hands[0] for deal in deals}) == 8
    assert [set(deal.hands) for deal in deals[:4]] == [set(deals[0].hands)] * 4
    with pytest.raises(BadSetting, match="too few rounds for run 99"):
        deals_of_run(MarksExperiment(("trainer.passer",), hands=100, source="store", deals=8), 99)


def test_a_push_only_raises_opponents_who_can_still_be_driven(store: Store) -> None:
    hands = [hand for four in store.rounds("report") for hand in four]
    labels = {mask_of(hand.dominoes): hand.label for hand in hands}
    trainer = trainer_of(labels, THIRTY_ONLY)
    situations = lessons_of(hands, THIRTY_ONLY).situations
    usual, _ = trainer(situations)
    assert usual.tolist() == [hand.label.call for hand in hands]
    for weak in (True, False):
        pushed, _ = pushing(trainer, labels, THIRTY_ONLY, weak=weak)(situations)
        changed = np.flatnonzero(pushed != usual)
        assert changed.size
        assert (usual[changed] == 0).all()
        assert (pushed[changed] == situations.last_bid[changed] + 1).all()
        assert all(hands[i].place in (1, 2) for i in changed)
        assert all((hands[i].label.strength < THIRTY_ONLY.contract_at) == weak for i in changed)


@pytest.mark.slow
def test_contracts_are_played_out_by_hands_that_exact_play_makes_often(store: Store) -> None:
    experiment = OddsExperiment(30, least=0.6, hands=4)
    played = play_contracts(experiment, 0)
    assert len(played) == 4
    assert all(p.exact >= 0.6 for p in played)
    assert play_contracts(experiment, 0) == played
    found = experiment.run(0)
    assert found["played"] == 25 * sum(p.made for p in played)
    with pytest.raises(BadSetting, match="not 84"):
        OddsExperiment(84)


@pytest.mark.slow
def test_the_played_rule_bids_from_an_even_chance_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of the shipped store around the thresholds make the contract in about half of the deals."""
    monkeypatch.setattr(bidding_experiment, "_store", load_store)
    bidding_experiment.stored_rounds.cache_clear()
    for contract, even in ((30, PLAYED.bid_at), (31, PLAYED.bid_31_at), (35, PLAYED.bid_35_at)):
        played = [p for run in range(6) for p in play_contracts(OddsExperiment(contract, seed=3), run)]
        near = [p.made for p in played if abs(p.strength - even) < 1.5]
        assert len(near) > 40
        assert abs(np.mean(near) - 0.5) < 3 * 0.5 / math.sqrt(len(near))


def test_who_cannot_meet_for_marks_is_told_so() -> None:
    with pytest.raises(UnknownName, match="bidder 'nobody'"):
        MarksExperiment(("nobody.passer",))
    with pytest.raises(BadSetting, match="knows the deals of the store only"):
        MarksExperiment(("thesis.trainer",))
    with pytest.raises(BadSetting, match="no multiple of 4"):
        MarksExperiment(("thesis.trainer",), source="store", deals=7)


@pytest.mark.parametrize("name", ["c-5.1", "c-5.2", "c-5.5", "c-marks", "c-played", "c-quality"])
def test_every_row_of_the_tables_describes_an_experiment(name: str) -> None:
    table = published_table(name)
    for row in table.rows:
        experiment = read_row(kind_of(row), table, row, 10_000)
        assert row.default_runs >= 10
        if isinstance(experiment, MarksExperiment):
            assert set(experiment.pairs) <= set(table.columns)


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


def test_calls_are_sorted_by_the_marks_that_they_give_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    found = quality.shares(np.array([0.0, 0.01, 0.05, 0.2, 0.4, 0.9, 2.0, 0.0]))
    assert [found[name] for name in quality.CLASSES] == [37.5, 12.5, 12.5, 12.5, 25.0]
    assert found[quality.LESS_THAN_GOOD] == 50.0
    assert found[quality.GIVEN_AWAY] == pytest.approx(44.5)
    rounds = [tuple(label_round(four, PLAYED_OUT)) for four in store.rounds("choose")[:30]]
    for place in range(4):
        label = rounds[3][place].label
        lost = {call: quality.given_away(rounds, 3, place, call, label.trump) for call in (0, 84)}
        assert min(quality.given_away(rounds, 3, place, call, label.trump) for call in (0, *range(30, 43), 84)) == 0
        assert all(given >= 0 for given in lost.values())
        worst = min(rounds[3][place].prices, key=lambda trump: rounds[3][place].prices[trump].mean)
        assert quality.given_away(rounds, 3, place, 84, worst) >= lost[84]
    played = iter(rounds)
    monkeypatch.setattr(quality, "round_played_out", lambda *_: next(played))
    found = quality.QualityExperiment("formula", hands=40, seed=987_654).run(0)
    assert sum(found[name] for name in quality.CLASSES) == pytest.approx(100)
    assert found[quality.GIVEN_AWAY] > 0
    with pytest.raises(UnknownName, match="bidder 'trainer' is not known"):
        quality.QualityExperiment("trainer")
