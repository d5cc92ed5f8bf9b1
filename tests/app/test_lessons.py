"""Lessons from a file: unrelated situations, each with the trainer's reply (Waterman 1968, page 56)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamelore.base.errors import BadText, UnknownName
from gamelore.games import load_game
from gamelore.learners.registry import load_agent
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.lessons import read_lessons, teach_lesson
from gamelore.learners.rules.settings import THESIS_LIKE

LESSONS = """# Two lessons that no contest led to.
HAND C3 H3 H13 H7 H2, POT 4, LASTBET 5   # a pair of threes
(CALL BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE, AND
ORP IS (EQUAL TO -1))

seat 1: H14 S13 C5 D3 H2; bet 12
(DROP BECAUSE YOUR HAND IS POOR, AND THE PBRATIO IS SMALL)

HAND 9, POT 4, LASTBET 6
(OK)
"""


def learner() -> Waterman:
    return Waterman(load_game("draw_poker"), THESIS_LIKE)


def test_lessons_are_read_with_all_that_follows_from_what_they_give() -> None:
    first, second, third = read_lessons(LESSONS, learner(), "mine.lessons")
    assert (first.where, second.where, third.where) == ("mine.lessons:2", "mine.lessons:6", "mine.lessons:9")
    assert {name: first.situation[name] for name in ("VDHAND", "POT", "LASTBET", "POTBET", "ORP")} == {
        "VDHAND": 9, "POT": 4, "LASTBET": 5, "POTBET": 0, "ORP": -1,
    }  # fmt: skip
    assert (second.situation["VDHAND"], second.situation["LASTBET"], second.situation["OTBET"]) == (2, 12, 1)
    assert third.advice is None


def test_lessons_teach_as_a_sitting_does() -> None:
    somebody = learner()
    assert [teach_lesson(somebody, lesson) for lesson in read_lessons(LESSONS, somebody)] == [True, True, False]
    assert list(somebody.lore()) == [
        "1. With a fair hand, when the last bet is above 4 and cards were not replaced yet, call.",
        "2. With a poor hand, when the ratio of pot to bet is below 1, drop.",
        "3. Otherwise choose at random.",
    ]
    assert [teach_lesson(somebody, lesson) for lesson in read_lessons(LESSONS, somebody)] == [False] * 3


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("", BadText, "mine: holds no lesson"),
        ("HAND 9", BadText, "mine:1: expected a situation, then the trainer's reply"),
        ("POT 9\n(OK)", BadText, "mine:1: expected HAND"),
        ("HAND 9, POT 4, POT 5\n(OK)", BadText, "mine:1: POT is given twice"),
        ("HAND 9, BET 4\n(OK)", UnknownName, "mine:1: variable 'BET' is not known"),
        ("HAND C3 C3 H4 H5 H6\n(OK)", BadText, "mine:1: HAND: "),
        ("HAND 9, POT four\n(OK)", BadText, "mine:1: POT: expected a number, found 'FOUR'"),
        ("\nHAND 9\n(BET SM BECAUSE THE HAND IS FAIR)", UnknownName, "mine:3: decision 'BET SM' is not known; did"),
        (
            "HAND 9\n(CALL BECAUSE THE HAND IS FARE)",
            UnknownName,
            "kind of HAND 'FARE' is not known; did you mean 'FAIR'",
        ),
        ("HAND 9\n(CALL BECUASE THE HAND IS FAIR)", BadText, "; did you mean 'BECAUSE' for 'BECUASE'?"),
        ("seat 1: H14 S13 C5 D3 H2; bet 1, call\n(OK)", BadText, "mine:1: replacing cards is not learned"),
        ("seat 1: H14 S13\n(OK)", BadText, "mine:1: "),
    ],
)
def test_a_lesson_that_says_nothing_is_refused_with_its_line(text: str, kind: type, sentence: str) -> None:
    with pytest.raises(kind) as told:
        read_lessons(text, learner(), "mine")
    assert sentence in str(told.value)


def test_coach_and_learn_take_lessons_from_a_file(run: Callable[..., Any], tmp_path: Path) -> None:
    file, coached, course = tmp_path / "mine.lessons", tmp_path / "coached", tmp_path / "course"
    file.write_text(LESSONS)
    taught = run(
        "coach", "poker", "--preset", "thesis_like", "--lessons", str(file), "--rounds", "0", "--agent", str(coached)
    )
    assert taught.status == 0
    assert "  + 1. With a fair hand, when the last bet is above 4 and cards were not replaced yet, call." in taught.out
    assert taught.out.splitlines()[-1] == "3 lessons, 2 trials, 2 rules."
    assert len(load_agent(coached).learner.lore()) == 3
    learn = ("learn", "draw_poker", "--learner", "waterman", "--preset", "thesis_like", "--contests", "2")
    assert run(*learn, "--lessons", str(file), "--out", str(course)).status == 0
    assert "CALL BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE" in (course / "rules.txt").read_text()
    assert "nothing to teach" in run("coach", "poker", "--rounds", "0").refusal()
    other = run("learn", "tic_tac_toe", "--learner", "rote", "--lessons", str(file), "--out", str(tmp_path / "x"))
    assert "lessons are for the rule learner (waterman) at draw_poker, not for rote" in other.refusal()
