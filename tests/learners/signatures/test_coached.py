"""A bidder that a person coaches: hands at once, in any order, taken back; and what people say, goal by goal."""

from __future__ import annotations

import pytest

from gamelore.base.errors import DamagedFile
from gamelore.games.forty_two import FortyTwo, parse_hand
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.coached import CoachedLayer, goals_moved
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons
from gamelore.learners.signatures.cogap.protocol import Protocol, beside, by_goal, protocols_text, read_protocols
from gamelore.learners.signatures.cogap.settings import THESIS
from gamelore.learners.signatures.cogap.spoken import grades, spoken
from gamelore.learners.signatures.cogap.texts import one_lesson

GOOD = Situations.of([parse_hand("4-3 4-2 3-0 4-4 2-2 5-4 1-1")], [()])
POOR = Situations.of([parse_hand("1-0 2-0 3-1 5-3 6-2 6-3 5-1")], [()])

FIGURE_4_1 = (
    "I have a lot of 4's, looks like it would be a possibility for trump. I have a chance of losing a trump trick if "
    "6-4 doesn't fall. Maybe 3-2 goes on 2-2 but likely to lose 3-0 to 3-2. Don't have any point count. "
    "If they lead 5-5 I follow. Defence: 4-4 is poor. Looks very nice. So bid 36."
)


def lesson(here: Situations, call: int, trump: int) -> Lessons:
    return one_lesson(here, call=call, trump=trump, contract=float(call), set_bid=36.0, first=call)


def coached(*lessons: Lessons) -> CoachedLayer:
    layer = CoachedLayer(Cogap(FortyTwo(), THESIS))
    for one in lessons:
        layer.take(one)
    return layer


def test_a_hand_is_learned_at_once_and_the_last_can_be_taken_back() -> None:
    bid, passed = lesson(GOOD, 36, 4), lesson(POOR, 0, -1)
    one = coached(bid)
    two = coached(bid, passed)
    assert int(one.learner.bidder.bid(GOOD).call[0]) == 36
    two.lessons.pop()
    two.refresh()
    assert two.learner.knowledge() == one.learner.knowledge()


def test_what_a_sitting_teaches_is_one_layer_after_what_was_known() -> None:
    bid, passed = lesson(GOOD, 36, 4), lesson(POOR, 0, -1)
    before = Cogap(FortyTwo(), THESIS)
    before.learn_all(passed)
    layer = CoachedLayer(before)
    layer.take(bid)
    layer.take(passed)
    plain = Cogap(FortyTwo(), THESIS)
    plain.learn_all(passed)
    plain.learn_all(Lessons.join([bid, passed]))
    assert layer.learner.knowledge() == plain.knowledge()


def test_goals_that_moved_are_told_with_their_signature_the_general_ones_first() -> None:
    layer = coached()
    before = layer.learner.bidder
    layer.take(lesson(GOOD, 36, 4))
    moved = goals_moved(before, layer.learner.bidder, GOOD, 4)
    assert moved[0].goal == "OFABL"
    assert moved[0].sentence.startswith("Overall offensive ability (OFABL) rose from ")
    assert "never met before" in moved[0].sentence
    assert {"TRSTR", "OVSTR", "OVWKN"} <= {one.goal for one in moved}
    assert goals_moved(before, before, GOOD, 4) == []


def test_a_persons_sentences_go_to_the_goals_they_speak_about() -> None:
    said = by_goal(FIGURE_4_1)
    assert [len(said[about]) for about in ("trump", "offs", "points", "their leads", "defence", "other", "call")] == [
        2, 1, 1, 1, 1, 1, 1,
    ]  # fmt: skip
    assert said["defence"] == ["4-4 is poor."]
    assert by_goal("") == {}
    assert by_goal("trump: three sixes; offs: 4-1 loses; only 2-1 is lost") == {
        "trump": ["three sixes"], "offs": ["4-1 loses", "only 2-1 is lost"],
    }  # fmt: skip


def test_both_stand_beside_each_other_goal_by_goal() -> None:
    bidder = coached(lesson(GOOD, 36, 4)).learner.bidder
    rating = bidder.rate(GOOD)
    program = spoken(bidder, rating, bidder.bid_rated(rating), 0, 4)
    rows = {one.about: one for one in beside(FIGURE_4_1, program, grades(bidder, rating, int(rating.best[0])))}
    assert list(rows) == ["trump", "tricks", "points", "offs", "their leads", "defence", "call", "other"]
    assert rows["trump"].program[0].startswith("Four fours as trump")
    assert rows["trump"].grade == "0/5"
    assert rows["tricks"].person == ()
    assert rows["other"].program == ()


def test_protocols_go_to_a_file_and_back() -> None:
    said = [
        Protocol("0-0 1-0", "", "pass", "no trump | none"),
        Protocol("0-0 1-0", "bid 30, pass", "31, trump 0", "saves"),
    ]
    assert read_protocols(protocols_text(said), "p") == said
    with pytest.raises(DamagedFile, match="p:1: expected 'what people said"):
        read_protocols("x\n", "p")
    with pytest.raises(DamagedFile, match="p:2: "):
        read_protocols(protocols_text([]) + "a | b\n", "p")
