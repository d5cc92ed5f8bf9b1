"""`gamelore quiz` asks what a list comes to: at the terminal, on a sheet, and from a file of answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.app.conftest import Answer
from tests.board_states import board_game

from gamelore.app.guide.quizzing import ask, option_of, read_sheet
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import BadText
from gamelore.games.registry import load_game
from gamelore.lab.guide.core import ListChoice, Question
from gamelore.lab.guide.evidence import GuideAsked
from gamelore.lab.guide.making import evidence_of
from gamelore.lab.guide.quiz import JudgedAnswer, Quiz, by_entry
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, narrow, parse_list
from gamelore.learners.registry import save_agent

Run = Callable[..., Answer]


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    game = board_game("lose_tic_tac_toe")
    return evidence_of(game).quiz(evidence_of(game).shipped(game), GuideAsked("lose", 3, 2), 6)


@pytest.fixture(scope="module")
def calls() -> Quiz:
    game = load_game("forty_two")
    return evidence_of(game).quiz(evidence_of(game).shipped(game), GuideAsked("forty_two", 3), 4)


def talk(*texts: str) -> tuple[Talk, list[str]]:
    heard: list[str] = []
    said: Iterator[str] = iter(texts)

    def read(prompt: str) -> str:
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    return Talk(read, heard.append), heard


def test_every_answer_is_what_the_list_keeps_in_the_bare_position(quiz: Quiz) -> None:
    learner = MaximLearner(board_game("lose_tic_tac_toe"), MaximLearner.preset(None))
    lines = evidence_of(learner.game).shipped(learner.game).lines  # type: ignore[attr-defined]
    assert len(quiz.questions) == 6
    for question in quiz.questions:
        state = question.situation
        learner.reader.begin()
        actions, values = learner.reader.values(state.view(state.current_player()), lines)
        kept = {str(actions[n]) for n in narrow(lines, len(actions), values).left}
        assert set(question.choices[0].left) == kept
        assert 3 * len(kept) <= len(actions)


def test_a_person_is_told_after_each_answer_and_at_the_end(quiz: Quiz) -> None:
    right, other = quiz.questions[:2]
    wrong = next(option for option in other.choices[0].options if option not in other.choices[0].left)
    person, heard = talk(right.choices[0].left[0], "nonsense", wrong, "quit")
    verdicts = ask(board_game("lose_tic_tac_toe"), quiz, person, 80)
    assert [verdict.right for verdict in verdicts] == [True, False]
    assert "Right." in heard
    assert any(line.startswith("'nonsense' is no move that can be chosen here") for line in heard)
    assert any(line.startswith("No. It goes by line ") for line in heard)
    assert sum(line.startswith("Question ") for line in heard) == 3


def test_whose_turn_it_is_is_said_once(quiz: Quiz) -> None:
    person, heard = talk("quit")
    ask(board_game("lose_tic_tac_toe"), quiz, person, 100)
    assert sum("to move" in line for line in "\n".join(heard).splitlines()) == 1


def test_leaving_ends_it_without_an_answer(quiz: Quiz) -> None:
    assert ask(board_game("lose_tic_tac_toe"), quiz, talk()[0], 80) == []


def test_a_pass_needs_no_trump_and_a_bid_does(calls: Quiz) -> None:
    game = load_game("forty_two")
    bids = [question for question in calls.questions if question.part == "bid"]
    assert len(bids) == 4
    question = bids[0]
    trump, call = question.choices
    assert option_of(game, question, trump, "pass") == "pass"
    assert JudgedAnswer(question, ("pass",)).right is ("pass" in call.left)
    least = call.options[-1]
    assert JudgedAnswer(question, (trump.left[0], least)).right is (least in call.left)
    other = next(option for option in trump.options if option not in trump.left)
    assert not JudgedAnswer(question, (other, least)).right
    assert not JudgedAnswer(question, ()).right
    with pytest.raises(BadText, match="question 1 lacks the call"):
        read_sheet(game, calls, f"1: {trump.options[0]}", "mine")


def test_what_decides_is_counted_by_line(quiz: Quiz) -> None:
    verdicts = [JudgedAnswer(question, (question.choices[0].left[0],)) for question in quiz.questions]
    found = by_entry(verdicts)
    assert sum(asked for _, asked in found.values()) == len(quiz.questions)
    assert all(right == asked for right, asked in found.values())
    assert len(found) > 1


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("1 5", "mine, line 1: expected a number from 1 to 6, a colon and an answer, found '1 5'"),
        ("\n7: 5", "mine, line 2: expected a number from 1 to 6"),
        ("1: 5 # twice\n1: 5", "mine, line 2: question 1 is answered twice"),
        ("1: elsewhere", "mine: question 1: 'elsewhere' is no move that can be chosen here"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_where(quiz: Quiz, text: str, refusal: str) -> None:
    with pytest.raises(BadText, match=re.escape(refusal)):
        read_sheet(board_game("lose_tic_tac_toe"), quiz, text, "mine")


def test_a_sheet_is_printed_answered_and_judged(run: Run, tmp_path: Path) -> None:
    asked = ("quiz", "tic_tac_toe", "--questions", "3", "--seed", "4")
    sheet = run(*asked, "--sheet").out
    assert sheet.count("Question ") == 3
    assert "line 1: Go to the centre." in sheet
    assert "line 1:" not in run(*asked, "--sheet", "--bare").out
    offered = re.findall(r"Move: (\d+)", sheet)
    answers = tmp_path / "answers.txt"
    answers.write_text("".join(f"{n}: {move}\n" for n, move in enumerate(offered, start=1)))
    judged = json.loads(run(*asked, "--answers", str(answers), "--json").out)
    told = run(*asked, "--answers", str(answers)).out
    assert f"The list keeps {sum(found['right'] for found in judged)} of 3 answers." in told
    assert [found["chosen"] for found in judged] == [[move] for move in offered]


def test_who_has_no_list_or_no_such_part_is_told(run: Run, agent: Path, tmp_path: Path) -> None:
    assert "learner rote follows no list" in run("quiz", str(agent)).refusal()
    assert "part 'bid' is not known; known: line" in run("quiz", "tic_tac_toe", "--part", "bid").refusal()
    learner = MaximLearner(board_game("tic_tac_toe"), MaximLearner.preset(None))
    learner.maxims = Maxims(parse_list("most own_moves"))
    save_agent(learner, tmp_path / "never")
    assert "no situation in which the list leaves little enough" in run("quiz", str(tmp_path / "never")).refusal()


def test_an_option_that_settles_a_question_stands_for_itself() -> None:
    first = ListChoice("a", ("x", "y"), (), ("x",))
    last = ListChoice("b", ("go", "stay"), (), ("stay",), alone=("stay",))
    question = Question("part", None, (first, last))
    assert JudgedAnswer(question, ("stay",)).right
    assert not JudgedAnswer(question, ("x", "go")).right
