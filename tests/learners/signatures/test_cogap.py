"""COGAP-42: equations, look-up, save-partner, the printed trace, lessons, files."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import pytest
from tests.learners.features.trump_counts import trump_counts

from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, UnknownName
from gamelore.base.seeds import stream
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games import Record, load_game
from gamelore.games.forty_two import PASS, Bid, FortyTwo, NameTrump, parse_deal, parse_hand, random_deal
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import POINTS, SUITS, Domino
from gamelore.games.forty_two.game import FortyTwoState
from gamelore.lab.explanation import explain_decision
from gamelore.learners.check import check_learner
from gamelore.learners.core import LABEL, ContestInfo, Lesson
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.registry import new_learner
from gamelore.learners.signatures.cogap.bidder import Bidder, load_tree
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import (
    Lessons,
    defensive_increments,
    lessons_of,
    offensive_increments,
    offensive_reinforcement,
    teaching_order,
)
from gamelore.learners.signatures.cogap.marks import chance_at_the_table, marks_of_calls, marks_of_rounds
from gamelore.learners.signatures.cogap.questions import answers, told_apart
from gamelore.learners.signatures.cogap.rote_tables import CALLS, BidTable, choose
from gamelore.learners.signatures.cogap.settings import MENDED, THESIS, TUNED, CogapSettings
from gamelore.learners.signatures.cogap.spoken import spoken
from gamelore.learners.signatures.cogap.texts import lessons_text, read_lessons
from gamelore.learners.signatures.cogap.words import _least_doubles, _wanted
from gamelore.learners.signatures.reinforcement import BOUND, LOWER, RAISE
from gamelore.oracles.forty_two.labelled_store import LabelledHand, label_round
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps

FIGURE_4_5 = parse_hand("0-0 6-0 2-2 4-2 2-0 5-5 5-3")
FIGURE_4_1 = parse_hand("4-3 4-2 3-0 4-4 2-2 5-4 1-1")
GAME = FortyTwo()


@functools.cache
def sketch_lessons(rounds: int, seed: int) -> Lessons:
    """Hands labelled by a crude count of doubles and trumps: enough to see whether learning works at all."""
    rng = stream(seed)
    hands, calls, call, trump, contract, set_bid, first, worth = [], [], [], [], [], [], [], []
    for _ in range(rounds):
        heard: list[int] = []
        for hand in random_deal(rng).hands:
            doubles, points = sum(d.is_double for d in hand), sum(POINTS.get(d, 0) for d in hand)
            length = [sum(s in d for d in hand) for s in range(7)]
            control = [counts[3] / max(counts[5], 1) for counts in (trump_counts(s, hand) for s in range(7))]
            values = [
                3 * n + 2 * any(d.is_double and s in d for d in hand) - control[s] if n else 0.0
                for s, n in enumerate(length)
            ]
            best = max(range(7), key=lambda s, v=values: v[s])  # type: ignore[misc]
            strength = values[best] + 2 * doubles + points / 10
            bid = 35 if strength >= 23 else 30 if strength >= 19 else 0
            wanted = bid if bid > max(heard, default=0) else 0
            if len(heard) == 3 and not any(heard):
                wanted = max(wanted, 30)
            if len(heard) >= 2 and heard[-2] == 30 and heard[-1] == 0 and strength >= 17:
                wanted = max(wanted, 31)
            hands.append(hand)
            calls.append(tuple(heard))
            call.append(wanted)
            trump.append(best)
            contract.append(0.0 if strength < 16 else min(42.0, 28.0 + (strength - 16)))
            set_bid.append(min(42.0, max(30.0, 42.0 - 2 * doubles - points / 5)))
            first.append(bid)
            worth.append([float(np.clip(12 + v + 2 * doubles, 15, 42)) if n >= 2 else np.nan
                          for v, n in zip(values, length, strict=True)])  # fmt: skip
            heard.append(wanted)
    return Lessons(
        Situations.of(hands, calls),
        np.array(call),
        np.array(trump),
        np.array(contract),
        np.array(set_bid),
        np.array(first),
        np.array(worth),
        np.full((len(hands), CALLS.size), np.nan),
    )


SAMUEL = dataclasses.replace(THESIS, scheme="samuel", categorization="samuel")


def seen() -> Lessons:
    return sketch_lessons(200, 0)


def unseen() -> Lessons:
    return sketch_lessons(200, 1)


def taught(settings: CogapSettings = THESIS, lessons: Lessons | None = None) -> Cogap:
    learner = Cogap(GAME, settings)
    learner.learn_all(lessons or seen())
    return learner


def test_the_increments_are_those_of_equations_3_1_and_3_4() -> None:
    bids = np.array([28.0, 30, 31, 32, 33, 34, 35, 36, 38, 40, 42, 84])
    up, down = offensive_increments(bids)
    assert up.tolist() == [13, 15, 16, 17, 18, 19, 20, 21, 23, 25, 27, 30]
    assert down.tolist() == [17, 15, 14, 13, 12, 11, 10, 9, 7, 5, 3, 0]
    assert [x.tolist() for x in defensive_increments(np.array([30.0, 33, 42]))] == [[12, 9, 0], [0, 3, 12]]


def test_a_bid_raises_its_trump_and_bounds_the_others_and_a_pass_lowers_all() -> None:
    situations = Situations.of([FIGURE_4_5, FIGURE_4_1], [(), ()])
    lessons = Lessons(
        situations, np.array([30, 0]), np.array([2, 4]), np.array([33.0, 0.0]), np.full(2, np.nan), np.array([-1, -1]),
        np.full((2, 7), np.nan), np.full((2, CALLS.size), np.nan),
    )  # fmt: skip
    rows, trumps = situations.configurations()
    order = teaching_order(lessons, rows, trumps)
    rows, trumps = rows[order], trumps[order]
    assert list(zip(rows.tolist(), trumps.tolist(), strict=True)) == [(0, 2), (0, 0), (0, 5), (1, 2), (1, 3), (1, 4)]
    kinds, up, down = offensive_reinforcement(lessons, rows, trumps, scheme="weighted", every_trump=False)
    assert kinds.tolist() == [RAISE, BOUND, BOUND, LOWER, LOWER, LOWER]
    assert up.tolist() == [18, 18, 18, 11, 11, 11]
    assert down.tolist() == [12, 12, 12, 19, 19, 19]
    kinds, up, down = offensive_reinforcement(lessons, rows, trumps, scheme="samuel", every_trump=False)
    assert up.tolist() == [2, 0, 0, 0, 0, 0]
    assert down.tolist() == [0, 1, 1, 1, 1, 1]


def test_the_trees_have_the_sizes_that_the_trace_prints() -> None:
    offence, defence = load_tree("offence"), load_tree("defence")
    assert {g.name: g.categories for g in offence.goals} == {
        "TRPCT": 5, "TRCNT": 9, "TRPPT": 10, "TRPTS": 10, "TRSTR": 6, "TKTAK": 9, "PTTAK": 5, "OVSTR": 5, "UNPPT": 4,
        "PNTKO": 4, "NLPLS": 3, "SXFLS": 6, "FIVLS": 5, "LPTLS": 8, "OVWKN": 7, "OFABL": 16,
    }  # fmt: skip
    assert {g.name: g.signatures for g in offence.goals} == {
        "TRPCT": 35, "TRCNT": 90, "TRPPT": 125, "TRPTS": 60, "TRSTR": 90, "TKTAK": 54, "PTTAK": 30, "OVSTR": 90,
        "UNPPT": 6, "PNTKO": 6, "NLPLS": 32, "SXFLS": 14, "FIVLS": 27, "LPTLS": 90, "OVWKN": 72, "OFABL": 210,
    }  # fmt: skip
    assert {g.name: (g.level, g.signatures, g.categories) for g in defence.goals} == {
        "TETAK": (2, 240, 8), "DTRST": (1, 144, 6), "DTK64": (2, 8, 4), "FPRPT": (3, 5, 3), "SPRPT": (3, 5, 3),
        "UPRPT": (3, 5, 3), "DPNTS": (2, 81, 5), "DPTST": (1, 80, 8), "DFABL": (0, 48, 5),
    }  # fmt: skip
    with pytest.raises(UnknownName, match="did you mean 'offence'"):
        load_tree("ofence")


def test_blank_classes_take_their_call_from_the_nearest_under_the_same_last_bid() -> None:
    table = BidTable(16, 5)
    places = table.places(np.array([0, 0, 2]), np.array([3, 9, 5]), np.array([1, 1, 0]))
    table.teach(places, np.array([30, 0, 31]))
    filled = table.filled(THESIS)
    where = table.places(np.array([0, 0, 2, 5]), np.array([4, 15, 15, 15]), np.array([0, 4, 4, 4]))
    assert choose(filled[where], np.ones((4, CALLS.size), dtype=bool), THESIS).tolist() == [30, 0, 31, 31]


def test_ties_go_to_the_lower_call_and_illegal_calls_are_never_chosen() -> None:
    counts = np.zeros((3, CALLS.size))
    counts[0, [0, 1]] = 2
    counts[1, [1, 2]] = 3
    counts[2, [1, 0]] = 5, 1
    legal = np.ones((3, CALLS.size), dtype=bool)
    legal[2, 1] = False
    assert choose(counts, legal, THESIS).tolist() == [0, 30, 0]


def test_the_penalty_makes_a_pass_outweigh_all_the_bids_it_may_be_wrong_about() -> None:
    counts = np.zeros((2, CALLS.size))
    counts[0, [0, 1]] = 6, 3
    counts[1, [0, 1]] = 9, 2
    legal = np.ones((2, CALLS.size), dtype=bool)
    assert choose(counts, legal, THESIS).tolist() == [0, 0]
    assert choose(counts, legal, dataclasses.replace(THESIS, choice="penalty")).tolist() == [30, 0]


def priced_round() -> tuple[LabelledHand, ...]:
    """A round in which A can make 42 in nearly every deal, B and C nothing, D 30 in three deals of four."""
    deal = parse_deal(str(random_deal(stream(5))))
    shares = ((0.0, 0.02, 0.98), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.25, 0.75, 0.0))
    raw = []
    for place, (hand, (low, middle, top)) in enumerate(zip(deal.hands, shares, strict=True)):
        counts = [0] * 15
        counts[0], counts[2], counts[14] = round(100 * low), round(100 * middle), round(100 * top)
        prices = {trump: Price(28, tuple(counts)) for trump in candidate_trumps(hand)}
        raw.append(
            LabelledHand("choose", 0, place, hand, (), prices, Price(24, (1,) * 19), Label(0, 0.0, 0, 0.0, 0, 0))
        )
    return label_round(raw, THIRTY_ONLY)


def test_the_marks_of_a_call_follow_from_the_calls_after_it_and_the_chance_at_the_table() -> None:
    round_ = priced_round()
    assert [hand.label.call for hand in round_] == [42, 0, 0, 0]
    marks = dict(zip(CALLS.tolist(), marks_of_calls(round_, 0, THIRTY_ONLY), strict=True))
    sure = 2 * chance_at_the_table(0.98, 42) - 1
    assert marks[42] == pytest.approx(sure)
    assert marks[84] == pytest.approx(2 * sure)
    assert marks[0] == pytest.approx(-(2 * chance_at_the_table(0.75, 30) - 1))
    assert np.isnan(dict(zip(CALLS.tolist(), marks_of_calls(round_, 1, THIRTY_ONLY), strict=True))[30])
    assert chance_at_the_table(0.73, 30) == pytest.approx(0.5, abs=0.01)
    chances = [chance_at_the_table(0.8, contract) for contract in (30, 31, 33, 35, 36, 40, 42, 84)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == chances[-2]


def test_with_marks_as_the_aim_the_call_of_highest_expectation_is_made() -> None:
    round_ = priced_round()
    lessons = lessons_of(round_, THIRTY_ONLY, marks_of_rounds(round_, THIRTY_ONLY))
    learner = taught(dataclasses.replace(MENDED, choice="marks"), lessons)
    decision = learner.decide(round_[0].view(GAME), stream(0))
    assert decision.action == Bid(84)
    assert [r.who for r in decision.reasons][-1] == "marks table"
    again = Cogap(GAME, learner.settings)
    again.restore(learner.knowledge(), "agent")
    assert again.knowledge() == learner.knowledge()


@pytest.mark.parametrize("settings", [THESIS, TUNED, MENDED, dataclasses.replace(THESIS, weights="calls")])
def test_a_taught_bidder_agrees_with_its_trainer_on_new_hands(settings: CogapSettings) -> None:
    lessons = unseen()
    bids = taught(settings).bidder.bid(lessons.situations)
    right = (bids.call == lessons.call) & ((lessons.call == 0) | (bids.trump == lessons.trump))
    assert right.mean() > 0.7
    assert (bids.trump == lessons.trump)[lessons.call > 0].mean() > 0.8


def test_every_call_is_legal_and_the_last_caller_bids_when_he_must() -> None:
    bidder = taught().bidder
    for calls in ((), (0,), (31,), (0, 41), (42,), (30, 0), (0, 0, 0), (84,)):
        situations = Situations.of([FIGURE_4_5, FIGURE_4_1], [calls] * 2)
        for call in bidder.bid(situations).call.tolist():
            assert call in (0, *GAME.rules.legal_bids(max(calls, default=0)))
            assert call or calls != (0, 0, 0)


def test_a_machine_taught_nothing_passes_and_a_forced_one_bids_30() -> None:
    bidder = Bidder(THESIS)
    assert bidder.bid(Situations.of([FIGURE_4_5], [()])).call.tolist() == [0]
    assert bidder.bid(Situations.of([FIGURE_4_5], [(0, 0, 0)])).call.tolist() == [30]


def test_saving_partner_overrules_a_pass_only_over_an_informative_30() -> None:
    learner = taught()
    learner.bidder.saves.counts[:] = (0, 1)
    learner.bidder.bids.counts[:] = 0
    learner.bidder.bids.counts[:, 0] = 1
    for calls, expected in (((30, 0), 31), ((30, 31), 0), ((31, 0), 0), ((0, 30, 0), 31), ((0, 30), 0), ((), 0)):
        bids = learner.bidder.bid(Situations.of([FIGURE_4_1], [calls]))
        assert bids.call.tolist() == [expected], calls


def test_the_trace_of_figure_4_5_names_every_goal_and_every_domino() -> None:
    decision = taught().decide(GAME.view_of_call(FIGURE_4_5, ()), stream(0))
    said = {r.who: r.sentence for r in decision.reasons}
    assert said["trump 0: CENT"] == "chance of losing control once 19 %, more than once 2 %"
    assert said["trump 2: CENT"] == "chance of losing control once 56 %, more than once 17 %"
    assert said["trump 5: CENT"] == "chance of losing control once 67 %, more than once 34 %"
    assert said["trump 0: PENT"] == "chance of losing 5-0 17 %"
    assert said["trump 5: PENT"] == "chance of losing 5-5 0 %, losing 5-0 37 %"
    assert said["trump 0: PRMW"] == "sure winners: 2-2 5-5; extra trumps: 1"
    assert said["trump 0: SECW"] == "may win a trick: 5-3"
    assert said["trump 0: FVPT"] == "5-pointers likely to be won: 5-0; perhaps: 3-2 (1/4)"
    assert said["trump 0: PNOTK"] == "counters that opposition leads may take: 3-2"
    assert said["trump 0: LS5"] == "5-pointers that may fall on them or to trump: 4-1"
    assert said["trump 2: LS5"] == "5-pointers that may fall on them or to trump: 3-2 5-0"
    assert said["trump 0: PBID1"] == "partner has yet to call"
    whole = [r.who for r in decision.reasons]
    for goal in load_tree("offence").goals:
        assert [f"trump {t}: table {goal.name}" in whole for t in range(7)] == [t in (0, 2, 5) for t in range(7)]
    for goal in load_tree("defence").goals:
        assert f"defence: table {goal.name}" in whole
    assert (
        whole.index("trump 0: table TRCNT") < whole.index("trump 0: table TRSTR") < whole.index("trump 0: table OFABL")
    )
    assert said["defence: DFGE4"] == "big doubles held: 5-5"
    assert said["defence: DFLS4"] == "small doubles held: 0-0 2-2"
    assert said["defence: NUMPT"] == "4 counters out"
    assert said["PRVBD"] == "nobody has bid"
    assert decision.reasons[-1].who == "bid table"


def test_a_player_says_in_ten_sentences_at_most_what_the_trace_says_in_a_hundred() -> None:
    learner = taught()
    rng = stream(3)
    for calls in ((), (0, 30), (30, 0), (0, 0, 0)):
        for hand in [hand for _ in range(10) for hand in random_deal(rng).hands]:
            told = explain_decision(learner, view := GAME.view_of_call(hand, calls), learner.decide(view, rng))
            short = list(told.because())
            assert 7 <= len(short) <= 10
            assert all(line.endswith(".") and "(strength" not in line for line in short)
            assert len(list(told.because(everything=True))) > 80


def test_the_sentences_of_both_printed_hands_are_what_their_human_bidders_say() -> None:
    learner = taught()
    said = {}
    for name, hand in (("4-1", FIGURE_4_1), ("4-5", FIGURE_4_5)):
        situations = Situations.of([hand], [()])
        rating = learner.bidder.rate(situations)
        best = int(np.flatnonzero(rating.trumps == (4 if name == "4-1" else 0))[0])
        rating = dataclasses.replace(rating, best=np.array([best]))
        said[name] = [one.sentence for one in spoken(learner.bidder, rating, learner.bidder.bid_rated(rating))]
    fours, blanks = said["4-1"], said["4-5"]
    assert fours[0].startswith("Four fours as trump, 4-4, 5-4, 4-3 and 4-2, with the double; three are out")
    assert "Of the counters in trumps I lose 6-4 in 37 of 100 and 4-1 never." in fours
    assert "One sure loser: 3-0; 3-2 may fall on it or to a trump." in fours
    assert "Partner must have help in threes." in fours
    assert blanks[0].startswith("Three blanks as trump, 0-0, 6-0 and 2-0, with the double; four are out")
    assert "2-2 and 5-5 win beside trumps; 5-3 may walk; one trump is left to trump in with." in blanks
    assert "Two offs: 4-2 and 5-3; 4-1 and 6-4 may fall on them or to a trump." in blanks


def test_traces_read_the_same_when_they_are_asked_for_again() -> None:
    learner = taught(MENDED)
    view = GAME.view_of_call(FIGURE_4_1, (30, 0))
    assert learner.decide(view, stream(0)).reasons == learner.decide(view, stream(1)).reasons


def test_a_labelled_hand_is_a_lesson_and_waits_for_its_layer() -> None:
    settings = dataclasses.replace(THESIS, layer_size=2)
    learner = Cogap(GAME, settings)
    view = GAME.view_of_call(FIGURE_4_1, ())
    said = ("trump 4", "contract 36", "sets 34.5", "first 36", "worth 2:20 4:36.5", "because it is a fine hand")
    learner.learn(Lesson(view, (Bid(36),), "trainer", LABEL, said))
    assert len(learner.waiting) == 1
    waiting = learner.waiting[0]
    assert (waiting.call[0], waiting.trump[0], waiting.contract[0], waiting.set_bid[0]) == (36, 4, 36, 34.5)
    assert waiting.first[0] == 36
    assert waiting.worth[0, 4] == 36.5
    learner.learn(Lesson(GAME.view_of_call(FIGURE_4_5, (36,)), (PASS,), "trainer", LABEL))
    assert not learner.waiting
    assert len(learner.learned) == 2
    assert learner.decide(view, stream(0)).action == Bid(36)
    naming = GAME.parse_view(f"A | dealer A | {' '.join(map(str, FIGURE_4_1))} | bid 36, pass, pass, pass")
    assert learner.decide(naming, stream(0)).action == NameTrump(4)


def test_one_lesson_at_a_time_or_all_at_once_gives_the_same_tables() -> None:
    few = seen().part(slice(0, 40))
    settings = dataclasses.replace(THESIS, layer_size=20)
    single = Cogap(GAME, settings)
    for i in range(len(few)):
        single._take(few.part(slice(i, i + 1)))
    assert single.knowledge() == taught(settings, few).knowledge()


def test_the_bidder_keeps_every_promise_of_a_learner() -> None:
    class Plain(Cogap):
        presets: ClassVar[Mapping[str, CogapSettings]] = {"thesis": THESIS}

    assert check_learner(Plain, GAME, stream(1), contests=1).decisions > 50


def test_what_waits_is_learned_at_the_end_of_a_course_and_not_by_a_test_in_its_middle() -> None:
    learner = Cogap(GAME, THESIS)
    learner._take(seen().part(slice(0, 1)))
    before = learner.knowledge()
    learner.begin(0, ContestInfo(GAME, ("a", "b", "c", "d")))
    assert learner.knowledge() == before
    learner.finish()
    assert not learner.waiting
    assert len(learner.learned) == 1


def played(learner: Cogap, seed: int, *, learning: bool) -> Record:
    state = GAME.new_initial_state(stream(seed))
    deal, actions = str(state.deal), []
    info = ContestInfo(GAME, ("cogap",) * 4, learning=learning, seats=(0, 1, 2, 3))
    learner.begin(0, info)
    while not state.is_terminal():
        view = state.view(state.current_player())
        action = learner.decide(view, stream(seed)).action
        assert action in view.legal_actions()
        actions.append(str(action))
        child = state.child(action)  # type: ignore[arg-type]
        assert isinstance(child, FortyTwoState)
        state = child
    record = Record("forty_two", ("cogap",) * 4, tuple(actions), state.returns(), "rules", deal)
    learner.end(record)
    return record


def test_it_sits_through_whole_contests_and_learns_from_contracts_played_only_when_it_may() -> None:
    learner = taught(MENDED)
    before = learner.knowledge()
    for seed in range(10):
        played(learner, seed, learning=False)
    assert learner.knowledge() == before
    record = played(learner, 11, learning=True)
    assert len(learner.waiting) == 1
    made = record.outcome().returns[record.final_state(GAME).view(0).table.declarer] > 0  # type: ignore[attr-defined]
    assert (learner.waiting[0].call[0] > 0) == made


def test_experts_teach_who_watches_them_and_nobody_who_sits_at_their_table() -> None:
    record = played(taught(THESIS), 11, learning=False)
    experts = dataclasses.replace(record, experts=(0, 1, 2, 3))
    info = ContestInfo(GAME, ("cogap",) * 4, frozenset(range(4)), learning=True)
    watcher, sitting = taught(THESIS), taught(THESIS)
    watcher.begin(None, info)
    watcher.end(experts.seen_by(GAME, (0, 1, 2, 3)))
    assert len(watcher.waiting) == 4
    sitting.begin(1, dataclasses.replace(info, seats=(1,)))
    sitting.end(experts.seen_by(GAME, (1,)))
    assert len(sitting.waiting) == 1
    hand = record.last_view(GAME, 1).dealt  # type: ignore[attr-defined]
    assert sitting.waiting[0].situations.hands[0] == mask_of(hand)


@pytest.mark.parametrize("settings", [THESIS, MENDED, SAMUEL, dataclasses.replace(MENDED, mend_tables=5)])
def test_knowledge_comes_back_equal_from_its_files(settings: CogapSettings) -> None:
    learner = taught(settings, seen().part(slice(0, 300)))
    learner._take(seen().part(slice(300, 301)))
    again = Cogap(GAME, settings)
    again.restore(learner.knowledge(), "agent")
    assert again.knowledge() == learner.knowledge()
    ours, theirs = (x.bidder.bid(unseen().situations) for x in (learner, again))
    assert np.array_equal(ours.call, theirs.call)
    assert np.array_equal(ours.trump, theirs.trump)


@pytest.mark.parametrize(
    ("file", "change", "words"),
    [
        ("offence.txt", ("version 1", "version 9"), r"agent/offence.txt:1: expected 'signature tables of tree offence"),
        ("offence.txt", ("OFABL from", "OFABEL from"), r"agent/offence.txt:3: 'OFABEL from"),
        ("offence.txt", ("\n  0 ", "\n  99 "), r"offence.txt:\d+: \[99, .*is not a signature of table OFABL"),
        ("defence.txt", (" : ", " : many "), r"agent/defence.txt:\d+: expected 'values : agree disagree"),
        ("bids.txt", ("pass ", "paas "), r"agent/bids.txt:\d+: '"),
        ("save-partner.txt", ("left", "lift"), r"agent/save-partner.txt:\d+: '"),
        ("lessons.txt", (" | pass | ", " | perhaps | "), r"agent/lessons.txt:\d+: '"),
        ("lessons.txt", ("\n0-0 ", "\n0-0 0-0 "), r"agent/lessons.txt:\d+: .*0-0 stands there twice"),
    ],
)
def test_a_damaged_file_is_named_and_changes_nothing(file: str, change: tuple[str, str], words: str) -> None:
    learner = taught(THESIS, seen().part(slice(0, 100)))
    texts = learner.knowledge()
    assert change[0] in texts[file]
    victim = Cogap(GAME, THESIS)
    before = victim.knowledge()
    with pytest.raises(DamagedFile, match=words):
        victim.restore({**texts, file: texts[file].replace(*change, 1)}, "agent")
    assert victim.knowledge() == before


def test_a_missing_file_is_named() -> None:
    texts = taught(THESIS, seen().part(slice(0, 8))).knowledge()
    del texts["bids.txt"]
    with pytest.raises(DamagedFile, match=r"agent: bids\.txt is missing"):
        Cogap(GAME, THESIS).restore(texts, "agent")


def test_lessons_round_trip_through_their_text() -> None:
    text = lessons_text(seen())
    assert lessons_text(read_lessons(text, "lessons.txt")) == text


def test_lore_tells_in_the_words_of_a_player_how_it_bids() -> None:
    assert Cogap(GAME, MENDED).lore() == []
    first, forced, *others, when, heeded, weight, choice = taught(MENDED).lore()
    told = re.fullmatch(
        r"Asked first it bids 3\d(?: or 3\d)?, with (\d+) of 100 hands\. With the double of trumps: (.*)\. "
        r"Without it: (.*)\. True of (\d+) of 100 hands\.",
        first,
    )
    assert told is not None
    assert 5 < int(told[1]) < 60
    assert "trumps and one more double" in told[2] + told[3]
    assert int(told[4]) > 75
    assert forced == "After three passes it bids 30, whatever it holds."
    assert [sentence.partition(" it ")[0] for sentence in others] == [
        "Over partner's 30", "Over an opponent's 30", "Over an opponent's 31",
    ]  # fmt: skip
    assert when.startswith("When trumps are thought of: every suit of which a hand holds two or more, 4.0 in a hand. ")
    assert heeded.startswith("What speaks for a bid, of 100 pairs of hands: ")
    assert int(re.search(r"many trumps in (\d+)", heeded)[1]) > 50  # type: ignore[index]
    assert weight.startswith("Trumps against the rest: ")
    assert choice.startswith("Choice of trump: ")


def test_who_bids_with_two_other_doubles_answers_that_they_are_what_it_heeds() -> None:
    hands = [tuple(hand) for n in range(100) for hand in random_deal(stream(n)).hands]
    trumps = [max(SUITS, key=lambda suit: (sum(suit in d for d in hand), -suit)) for hand in hands]
    doubles = [sum(d.is_double and t not in d for d in hand) for hand, t in zip(hands, trumps, strict=True)]
    masks, bids = np.array([mask_of(hand) for hand in hands], np.int64), np.array(doubles) >= 2
    when, heeded, weight, choice = answers(masks, bids, np.array(trumps))
    assert "of 100 with three" in when
    assert heeded.startswith("What speaks for a bid, of 100 pairs of hands: other doubles in 100, ")
    assert "the rest alone in 100, both in 100." in weight
    longest = np.mean([_most_promising(hand) == t for hand, t in zip(hands, trumps, strict=True)])
    assert f" in {100 * longest:.0f} of 100 hands" in choice
    _, alone = answers(masks, np.zeros(masks.size, bool), np.array(trumps))
    assert alone == choice, "who never bids heeds nothing"
    pairs = [(one > other) + (one == other) / 2 for one in (3, 1) for other in (1, 0, 2)]
    told = told_apart(np.array([3.0, 1.0, 1.0, 0.0, 2.0]), np.array([True, True, False, False, False]))
    assert told == pytest.approx(np.mean(pairs))


def _most_promising(hand: tuple[Domino, ...]) -> int:
    """The longest suit; of two as long the one with its double, of two with theirs the lower."""
    return min(SUITS, key=lambda s: (-sum(s in d for d in hand), Domino(s, s) not in hand, s))


def test_the_words_of_a_rule_that_is_made_of_them_are_the_rule() -> None:
    hands = [tuple(hand) for n in range(300) for hand in random_deal(stream(n)).hands]
    trumps = [max(SUITS, key=lambda suit: sum(suit in d for d in hand)) for hand in hands]
    bids = [Domino(t, t) in hand and sum(t in d for d in hand) >= 3 for hand, t in zip(hands, trumps, strict=True)]
    masks = np.array([mask_of(hand) for hand in hands], np.int64)
    with_it, without, agreed = _least_doubles(masks, np.array(bids), np.array(trumps))
    assert (_wanted(with_it), _wanted(without), agreed) == ("three trumps", "never", 1.0)
    assert (
        _wanted((8, 3, 1, 1, 0))
        == "six trumps, four trumps and one more double, or three trumps and three more doubles"
    )


@pytest.mark.parametrize("settings", [THESIS, TUNED, MENDED, SAMUEL])
def test_settings_go_to_a_file_and_back(settings: CogapSettings) -> None:
    assert settings_from_mapping(THESIS, settings_to_mapping(settings), "agent.toml") == settings
    with pytest.raises(BadSetting, match="bid_fading"):
        settings_from_mapping(THESIS, {"bid_fading": 2.0}, "agent.toml")


def test_it_is_made_by_name_for_42_and_for_nothing_else() -> None:
    assert isinstance(new_learner("cogap", GAME, "thesis"), Cogap)
    assert isinstance(new_learner("cogap", load_game("forty_two", rules="modern")), Cogap)
    with pytest.raises(GameloreError, match="does not play tic_tac_toe"):
        new_learner("cogap", load_game("tic_tac_toe"))
