"""The guide of 42 as text, JSON and one page that fetches nothing; its figures are made up here."""

from __future__ import annotations

import json
import re

import pytest
from tests.domino_guide import made_up_guide

from gamelore.app.guide.domino_words import domino_without, situation_sentences, trick_words
from gamelore.app.guide.either import as_mapping, as_page, as_text
from gamelore.lab.guide.dominoes import DominoGuide


@pytest.fixture(scope="module")
def guide() -> DominoGuide:
    return made_up_guide()


def test_text_page_and_json_tell_the_same_lines(guide: DominoGuide) -> None:
    text, page, data = " ".join(as_text(guide).split()), as_page(guide), as_mapping(guide)
    assert json.loads(json.dumps(data)) == data
    assert len(data["lines"]) == 15
    for told in data["lines"]:
        assert told["sentence"] in text
        assert told["sentence"] in page
    assert "4.2 [3.1, 5.3]" in text
    assert page.count("<small>+3.1 to +5.3</small>") == 8
    for shown in (text, page):
        assert "gamelore guide forty_two --contests 20000 --seed 5" in shown
        assert "73,138,176 contests of practice" in shown
        assert "35 conditions" in shown


def test_what_a_line_adds_is_told_as_far_as_it_is_known(guide: DominoGuide) -> None:
    adds, none, costs = (domino_without(guide.lines[n]) for n in (0, 13, 14))
    assert (
        adds
        == "It adds 1.0 [0.5, 1.5] marks. Without it the list scores +4.2 over always passing, +4.2 over the formula."
    )
    assert none.startswith("Without it the deals show no difference (0.10 [-0.20, 0.40])")
    assert costs.startswith("Without it the list scores more, by 1.0 marks")


def test_the_page_fetches_nothing(guide: DominoGuide) -> None:
    page = as_page(guide)
    assert not re.search(r"""(?:src|href)=|url\(|@import|^import |^export |\bfetch\(""", page, re.MULTILINE)
    assert not re.findall(r"https?://", page)
    assert "default-src 'none'" in page


def test_every_question_can_be_answered_and_names_the_line_that_drops(guide: DominoGuide) -> None:
    page = as_page(guide)
    questions = page.split('<div class="question try"')[1:]
    assert len(questions) == len(guide.bids) + len(guide.plays) == 24
    for question in questions:
        groups = question.split("data-group=")[1:]
        for group in groups:
            options = re.findall(
                r'data-option="([^"]+)" data-name="[^"]+" data-right="([01])" data-step="(\d*)"', group
            )
            assert [right for _, right, _ in options].count("1") == 1
            assert all((step == "") == (right == "1") or "trump" in option for option, right, step in options)


def test_a_seat_is_told_what_it_knows_in_its_own_words(guide: DominoGuide) -> None:
    for asked in (*guide.bids, *guide.plays):
        told = list(situation_sentences(asked.view))
        assert told
        hidden = set(asked.view.unseen())
        said = " ".join([*told, *(trick_words(asked.view, trick) for trick in asked.view.table.tricks)])
        assert not any(f" {domino}" in f" {said}" for domino in hidden)
