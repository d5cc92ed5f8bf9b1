"""A person labels hands of 42: the sitting, and the sitting at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.app.table.forty_two.coach_data import HandLesson
from gamelore.app.table.forty_two.coaching import BidCoachPlan, BidSitting, bidder_saver, coached_bidder, dealt_hand
from gamelore.app.terminal.forty_two.coaching import HELP, BidCoachTerminal
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable
from gamelore.games.forty_two import make
from gamelore.lab.forty_two.labelled_hands import hands_to_learn, teach_hands
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.settings import MARKS, THESIS

PLAN = BidCoachPlan(4, seed=5)


def sitting(folder: Path | None = None) -> BidSitting:
    return BidSitting(coached_bidder(folder, ""), PLAN, bidder_saver(folder))


def whole(one: BidSitting, text: str) -> HandLesson:
    (lesson,) = [event for event in one.answer(text) if isinstance(event, HandLesson)]
    return lesson


def test_hands_are_a_function_of_the_seed_and_their_places_take_turns() -> None:
    hands = [dealt_hand(5, number) for number in range(8)]
    assert [len(hand.calls) for hand in hands] == [0, 1, 2, 3] * 2
    assert hands == [dealt_hand(5, number) for number in range(8)]
    assert hands[0] != dealt_hand(6, 0)
    for hand in hands:
        make().rules.check_calls(hand.calls)


def test_questions_come_one_after_another_and_a_pass_of_a_hand_worth_nothing_names_no_trump() -> None:
    one, asked = sitting(), []
    for text in ("pass", "none", "36", ""):
        asked.append(one.prompt.asks)
        events = one.answer(text)
    assert asked == ["call", "contract", "sets", "why"]
    assert [event.kind for event in events] == ["lesson", "said"]
    asked = []
    for text in ("30", "33", "fives", "35.5", "they are long"):
        asked.append(one.prompt.asks)
        one.answer(text) if text != "fives" else one.answer(str(one.prompt.trumps[0]))
    assert asked == ["call", "contract", "trump", "sets", "why"]
    assert (one.hands, one.number) == (2, 2)
    assert float(one.learner.learned.set_bid[1]) == 35.5


def test_a_line_may_say_everything_and_the_program_answers_in_sentences() -> None:
    one = sitting()
    lesson = whole(one, "30 trump blanks contract 33 sets 36 because three trumps with the double. I lose 4-2.")
    assert lesson.before == "nothing, for I knew nothing yet"
    assert lesson.after == "30 with blanks"
    assert lesson.changes[0].sentence.startswith("Overall offensive ability (OFABL) rose from ")
    told = {row.about: row for row in lesson.told}
    assert told["trump"].person == ("three trumps with the double.",)
    assert told["trump"].program[0].startswith("Three blanks as trump")
    assert told["offs"].person == ("I lose 4-2.",)
    assert len(one.why()) <= 10
    assert len(one.why(everything=True)) > 50


def test_a_label_of_a_file_and_of_a_sitting_teach_the_same(tmp_path: Path) -> None:
    one = sitting()
    here = one.here
    whole(one, "30 trump 0 contract 33 sets 36 because so")
    row = {
        "hand": " ".join(map(str, here.dominoes)),
        "call": 30,
        "trump": 0,
        "contract": 33,
        "set_bid": 36,
        "first": 30,
    }
    (tmp_path / "mine.jsonl").write_text(json.dumps(row) + "\n")
    rule, hands = hands_to_learn(tmp_path / "mine.jsonl")
    assert teach_hands(make(), THESIS, hands, rule).knowledge() == one.learner.knowledge()


def test_answers_are_taken_back_one_by_one_and_with_them_what_was_learned() -> None:
    one = sitting()
    empty = one.learner.knowledge()
    whole(one, "30 trump blanks because so")
    taught = one.learner.knowledge()
    one.answer("pass")
    assert one.undo() == "pass"
    assert one.learner.knowledge() == taught
    assert one.undo() == "30 trump blanks because so"
    assert (one.learner.knowledge(), one.number) == (empty, 0)
    with pytest.raises(NotAvailable, match="nothing to take back"):
        one.undo()


def test_a_sitting_goes_on_where_it_stopped_in_the_middle_of_a_hand() -> None:
    one = sitting()
    for text in ("30 trump blanks because so", "skip", "pass", "none"):
        one.answer(text)
    again = BidSitting.restore(json.loads(json.dumps(one.to_log())))
    assert again.prompt == one.prompt
    assert again.prompt.asks == "sets"
    assert again.learner.knowledge() == one.learner.knowledge()
    assert again.to_log() == one.to_log()
    assert one.answer("36") == again.answer("36")
    for damage in ({"version": 9}, {"given": ["nonsense"]}, {"given": 3}, {"plan": {"hands": 0}}):
        with pytest.raises(DamagedFile):
            BidSitting.restore({**one.to_log(), **damage})


def test_what_is_not_understood_is_one_sentence_and_changes_nothing() -> None:
    one = sitting()
    log = one.to_log()
    for text, words in (
        ("", "HELP says what can be typed"),
        ("29", "bid 29 is not allowed"),
        ("31 trump fours", "fours cannot be trump"),
        ("30 trump hearts", "'hearts' is not a trump"),
        ("30 contract 12", "a hand makes 28 to 42"),
        ("30 sets 99", "a hand sets 30 to 42"),
        ("30 blanks", "'blanks' is no answer to: Your call"),
        ("what", "a call is 'pass' or a bid"),
    ):
        with pytest.raises(GameloreError, match=words):
            one.answer(text)
        assert one.to_log() == log


def test_every_lesson_is_in_the_folder_at_once_with_what_was_said(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    one = sitting(folder)
    whole(one, "30 trump blanks contract 33 because three of them, with the double")
    kept = load_agent(folder).learner
    assert kept.knowledge() == one.learner.knowledge()
    assert "three of them, with the double" in (folder / "protocols.txt").read_text()
    two = BidSitting(coached_bidder(folder, ""), BidCoachPlan(1, seed=9), bidder_saver(folder))
    whole(two, "pass because nothing")
    assert len(load_agent(folder).learner.knowledge()["lessons.txt"].splitlines()) == 3
    assert len((folder / "protocols.txt").read_text().splitlines()) == 3


def test_who_calls_by_marks_and_who_is_no_bidder_are_not_coached(tmp_path: Path) -> None:
    rule, hands = hands_to_learn(hands=8)
    save_agent(teach_hands(make(), MARKS, hands, rule), tmp_path / "marks")
    with pytest.raises(NotAvailable, match="calls what brought most marks"):
        coached_bidder(tmp_path / "marks", "")
    assert isinstance(coached_bidder(tmp_path / "new", "tuned"), Cogap)
    assert main(["coach", "forty_two", "--deck", "carried"]) == 2
    with pytest.raises(BadSetting):
        BidCoachPlan(0)


def test_the_terminal_asks_tells_takes_back_and_helps() -> None:
    typed = "HELP,WHY,LORE,30 trump blanks,33,36,they are long,UNDO,,WHY,WHY ALL,LORE,SKIP,12,QUIT"
    answers = iter(typed.split(","))
    told: list[str] = []
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    BidCoachTerminal(sitting(), Talk(read, told.append)).teach()
    text = "\n".join(told)
    assert HELP in told
    assert "No hand has been labelled yet." in text
    assert "I know nothing yet." in text
    assert "You said: 30, trump blanks, contract 33, sets 36. I would have called: nothing" in text
    assert "    you  they are long" in text
    assert "Taken back: they are long" in text
    assert "trump 0: CENT: chance of losing control once" in text
    assert "Nothing is learned from this hand." in text
    assert "bid 12 is not allowed" in text
    assert told[-1] == "1 hand taught."
    assert asked.count("Your call? ") == 11
