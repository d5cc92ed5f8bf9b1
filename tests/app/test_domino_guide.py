"""The guide of 42 as text, JSON and one page that fetches nothing; its figures are made up here."""

from __future__ import annotations

import json
import re

import pytest
from tests.domino_guide import made_up_guide

from gamelore.app.guide.forty_two import FORTY_TWO, trick_words
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.text import guide_text
from gamelore.app.guide.words import adds_sentence, scores_table
from gamelore.lab.guide.core import Guide, guide_mapping


@pytest.fixture(scope="module")
def guide() -> Guide:
    return made_up_guide()


def test_text_page_and_json_tell_the_same_lines(guide: Guide) -> None:
    text, page, data = " ".join(guide_text(guide).split()), guide_page(guide), guide_mapping(guide)
    assert json.loads(json.dumps(data)) == data
    assert len(data["entries"]) == 15
    for told in data["entries"]:
        assert told["sentence"] in text
        assert told["sentence"] in re.sub(r"</?a\b[^>]*>", "", page)
    assert "+4.2 [+3.1, +5.3]" in text
    assert page.count("<small>+3.1 to +5.3</small>") == 8
    for shown in (text, page):
        assert "gamelore guide forty_two --contests 20000 --seed 5" in shown
        assert "73,138,176 contests of practice" in shown
        assert "35 conditions" in shown


def test_what_a_line_adds_is_told_as_far_as_it_is_known(guide: Guide) -> None:
    adds, none, costs = (adds_sentence(guide, guide.entries[n]) for n in (0, 13, 14))
    assert adds == "It adds 1.0 [0.5, 1.5] marks."
    assert none == "That it adds anything does not show (0.1 [-0.2, 0.4] marks)."
    assert costs == "Without it the list scores more, by 1.0 marks."
    heads, whole, first, *_ = scores_table(guide, guide.parts[0])
    assert heads == ("", "always passing", "the formula", "adds (marks)")
    assert whole == ("all lines", "+4.2", "+4.2", "")
    assert first == ("without 1", "+4.2", "+4.2", "1.0 [0.5, 1.5]")


def test_the_page_fetches_nothing(guide: Guide) -> None:
    page = guide_page(guide)
    assert not re.search(r"""(?:src|href)=(?!"#)|url\(|@import|^import |^export |\bfetch\(""", page, re.MULTILINE)
    assert not re.findall(r"https?://", page)
    assert "default-src 'none'" in page


def test_every_question_can_be_answered_and_names_the_line_that_drops(guide: Guide) -> None:
    page = guide_page(guide)
    questions = page.split('<div class="question try"')[1:]
    assert len(questions) == len(guide.quiz) == 24
    for question in questions:
        groups = question.split("data-group=")[1:]
        for group in groups:
            options = re.findall(
                r'data-option="([^"]+)" data-name="[^"]+" data-right="([01])" data-step="(\d*)"', group
            )
            assert [right for _, right, _ in options].count("1") == 1
            assert all((step == "") == (right == "1") or "trump" in option for option, right, step in options)


def test_a_seat_is_told_what_it_knows_in_its_own_words(guide: Guide) -> None:
    for asked in guide.quiz:
        view = asked.situation
        told = FORTY_TWO.seen(view)
        assert told
        hidden = set(view.unseen())
        said = " ".join([*told, *(trick_words(view, trick) for trick in view.table.tricks)])
        assert not any(f" {domino}" in f" {said}" for domino in hidden)
