"""Bidders of 42 compared by marks, by contracts played out and by what their calls give away."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

import numpy as np
import pytest
from tests.sketched_store import sketch_store

from gamelore.arena.contest import ContestKey
from gamelore.arena.forty_two.bidders import Formula, PassAlways
from gamelore.arena.forty_two.matches import auction
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import published_table
from gamelore.lab.forty_two import labelled_hands, quality
from gamelore.lab.forty_two import marks as bidding_marks
from gamelore.lab.forty_two.marks import (
    MarksExperiment,
    call_deals,
    deals_of_run,
    pushing,
    trainer_of,
)
from gamelore.lab.forty_two.odds import OddsExperiment, play_contracts
from gamelore.lab.forty_two.peers import offensive_values
from gamelore.lab.forty_two.rule_bidder import RuleBidder
from gamelore.lab.forty_two.simple_bidders import formula, pass_always
from gamelore.lab.own_tables.bidders import kind_of
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.oracles.forty_two.labelled_store import Store, label_round, load_store
from gamelore.oracles.forty_two.labels import PLAYED, PLAYED_OUT, THIRTY_ONLY


@pytest.fixture(scope="module")
def store() -> Store:
    return sketch_store(150, 100)


@pytest.fixture(autouse=True)
def _use_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    labelled_hands.stored_rounds.cache_clear()
    bidding_marks.caller_of.cache_clear()
    monkeypatch.setattr(labelled_hands, "_store", lambda: store)
    yield
    labelled_hands.stored_rounds.cache_clear()
    bidding_marks.caller_of.cache_clear()


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
    monkeypatch.setattr(labelled_hands, "_store", load_store)
    labelled_hands.stored_rounds.cache_clear()
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


def test_marks_are_signed_with_the_settings_behind_a_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = MarksExperiment(("tuned.passer",))
    before = experiment.digest
    changed = {**Cogap.presets, "tuned": dataclasses.replace(Cogap.presets["tuned"], fading=0.25)}
    monkeypatch.setattr(Cogap, "presets", changed)
    assert experiment.digest != before


@pytest.mark.parametrize("name", ["c-marks", "c-played", "c-quality"])
def test_every_row_of_our_tables_describes_an_experiment(name: str) -> None:
    table = published_table(name)
    for row in table.rows:
        experiment = read_row(kind_of(row), table, row, 10_000)
        assert row.default_runs >= 10
        if isinstance(experiment, MarksExperiment):
            assert set(experiment.pairs) <= set(table.columns)
