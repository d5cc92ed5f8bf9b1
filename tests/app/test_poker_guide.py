"""The guide of draw poker as text, JSON and one page with drawn hands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Answer
from tests.poker_guide import follower, guide_of, many

from gamelore.app.guide.html import guide_page
from gamelore.app.guide.poker import POKER
from gamelore.app.guide.text import guide_text
from gamelore.games.poker.draw_poker import make
from gamelore.lab.guide.core import Guide, guide_mapping
from gamelore.learners.registry import save_agent

Run = Callable[..., Answer]


@pytest.fixture(scope="module")
def guide() -> Guide:
    return guide_of(follower())


def test_text_page_and_json_tell_the_same_rules(guide: Guide) -> None:
    text, page, data = " ".join(guide_text(guide).split()), guide_page(guide), guide_mapping(guide)
    assert json.loads(json.dumps(data)) == data
    for told in data["entries"]:
        assert told["sentence"] in text
        assert told["sentence"] in page
    weakest = data["weakest"]["rule"]
    for shown in (text, page):
        assert "Draw poker: 3 rules to bet by" in shown
        assert f"Weakest against {weakest}: " in shown
        assert "Cards are replaced the usual way" in shown
        assert "5,000 contests of practice" in shown


def test_every_hand_is_drawn_and_every_question_has_one_answer(guide: Guide) -> None:
    page = guide_page(guide)
    figures = re.findall(r"<figure>.*?</figure>", page)
    assert len(figures) == 3
    assert all(figure.count('<svg class="card ') == 5 for figure in figures)
    questions = page.split('<div class="question try"')[1:]
    assert len(questions) == len(guide.quiz)
    for question in questions:
        assert question.count('<svg class="card ') == 5
        rights = re.findall(r'data-option="[^"]+" data-name="[^"]+" data-right="([01])"', question)
        assert rights.count("1") == 1
    assert not re.search(r"""(?:src|href)=(?!"#)|url\(|@import|^import |^export |\bfetch\(""", page, re.MULTILINE)


def test_the_text_asks_for_hands_and_answers_below(guide: Guide) -> None:
    text = guide_text(guide)
    asked = text.index("To try: what do the rules say?")
    assert asked < text.index("Answers: 1. ")


def test_what_was_done_is_told_from_the_readers_seat() -> None:
    view = make().parse_view(
        "seat 1: H14 S14 C2 D3 H4; holds H14 S14 C7 C8 C9; bet 2, bet 3, call, replaced 0, replaced 3, bet 1"
    )
    assert POKER.text(view) == (
        "A♠ A♥ 9♣ 8♣ 7♣. The other bets 2, you bet 3, the other calls, the other keeps all cards, you replace 3 cards, "
        "the other bets 1. The pot is 12, with 1 chip to match."
    )
    assert POKER.seen(make().parse_view("seat 0: H14 S14 C2 D3 H4"))[0] == "You bet first."


def test_what_is_left_out_is_said() -> None:
    told = guide_of(many())
    for shown in (" ".join(guide_text(told).split()), guide_page(told)):
        assert f"The list has {12 + told.left_out + len(told.idle)} rules; told are the 12 that carry most" in shown
        assert "One who follows only what is told here" in shown


def test_the_command_tells_of_an_agent_in_its_folder(tmp_path: Path, run: Run) -> None:
    save_agent(follower(), tmp_path / "rules")
    page = tmp_path / "guide.html"
    found = json.loads(run("guide", str(tmp_path / "rules"), "--contests", "20", "--json", "--out", str(page)).out)
    assert found["unit"] == "chips"
    assert found["contests"] == 20
    assert "rules to bet by" in page.read_text()
