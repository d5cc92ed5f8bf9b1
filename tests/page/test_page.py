"""The guide in a browser: its engine against ours, nothing fetched, the keyboard, a narrow window."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.board_states import board_game
from tests.page.agreement import ANSWER, GAMES, cases
from tests.page.conftest import read_alone

from gamelore.app.guide.board import ENGINE, game_tables
from gamelore.app.guide.document import script
from gamelore.app.guide.html import guide_page
from gamelore.lab.guide.making import make_guide
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list

pytestmark = pytest.mark.page

POSITIONS = int(os.environ.get("GAMELORE_POSITIONS", "10000"))
"""Positions of each game."""
AT_ONCE = 1000
SAME_CHANCE = "let state = 1; Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647"
"""The page draws by chance among the moves that its list keeps: here the same each time (Park and Miller 1988)."""
LISTS = {
    "lose_tic_tac_toe": "most other_ready; first_marker: most opposite_other; most own_alone; most own_stopped",
    "three_mens_morris": "most wins; fewest winning_replies; most own_moves",
}


@pytest.fixture(scope="module", params=LISTS)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a list."""
    learner = MaximLearner(board_game(request.param), MaximLearner.preset(None))
    learner.maxims = Maxims(parse_list(LISTS[request.param]))
    page = tmp_path_factory.mktemp("guide") / "guide.html"
    page.write_text(guide_page(make_guide(learner, request.param, contests=4, seed=5)))
    return page


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:
    """The page, opened."""
    with read_alone(browser, file) as opened:
        yield opened


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", GAMES)
def test_the_engine_keeps_the_moves_that_our_reader_keeps(browser: Any, name: str) -> None:
    opened, tables = browser.new_page(), game_tables(GAMES[name])
    answer = f"(asked) => {{ {script(ENGINE)}\nreturn ({ANSWER.strip()})(JSON.parse(asked)).join('\\n'); }}"
    found = list(cases(GAMES[name], POSITIONS, seed=20_000))
    for at in range(0, len(found), AT_ONCE):
        some = found[at : at + AT_ONCE]
        answers = opened.evaluate(answer, json.dumps({"game": tables, "cases": [case.question for case in some]}))
        for case, said in zip(some, answers.split("\n"), strict=True):
            assert said == case.expected, case.text
    assert len(found) == POSITIONS
    opened.close()


def test_a_contest_can_be_played_by_keyboard(page: Any) -> None:
    page.evaluate(SAME_CHANCE)
    chance = random.Random(5)
    page.locator("#play [data-part=second]").focus()
    page.keyboard.press("Enter")
    status = page.locator("#play [data-part=status]")
    assert "The list plays" in status.inner_text()
    for _ in range(800):
        others = page.locator("#play g.open:not(.chosen)").count()
        if others == 0:
            break
        page.locator("#play [data-part=back]").focus()
        # Any open point but a chosen one: always the first would take up one marker and then another, for ever.
        for _ in range(chance.randint(1, others)):
            page.keyboard.press("Tab")
            while not page.evaluate("document.activeElement.matches('#play g.open:not(.chosen)')"):
                page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement.querySelector('.focus')).stroke") != "none"
        page.keyboard.press("Enter")
        if "win" in status.inner_text() or "draw" in status.inner_text():
            break
    assert any(end in status.inner_text() for end in ("You win.", "The list wins.", "A draw"))


def test_each_line_shows_what_it_keeps(page: Any) -> None:
    page.locator("#play [data-part=hint]").click()
    lines = page.locator("#play [data-part=panel] li")
    assert lines.count() == page.locator("ol.lines > li").count()
    button = lines.first.locator("button")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert page.locator("#play .ring.good, #play .arrow.good").count() > 0
    button.click()
    assert button.get_attribute("aria-pressed") == "false"


def test_the_quiz_judges_an_answer_and_goes_on(page: Any) -> None:
    status = page.locator("#quiz [data-part=status]")
    first = status.inner_text()
    for _ in range(3):
        if page.locator("#quiz g.open:not(.chosen)").count():
            page.locator("#quiz g.open:not(.chosen)").first.click()
    assert "of 1 right" in status.inner_text()
    page.locator("#quiz [data-part=next]").click()
    assert "Position 2" in status.inner_text() != first


def test_a_narrow_window_needs_no_scrolling_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_buttons_and_boards_have_names(page: Any) -> None:
    unnamed = (
        "[...document.querySelectorAll('button, [role=button]')].filter(e => !(e.ariaLabel || e.textContent.trim()))"
    )
    assert page.evaluate(f"{unnamed}.length") == 0
    assert page.locator("svg[role=img]:not(:has(title))").count() == 0


def test_a_line_that_the_page_does_not_know_is_said_and_not_guessed(browser: Any, file: Path) -> None:
    opened = browser.new_page()
    opened.set_content(file.read_text().replace('"measure":"', '"measure":"other_'))
    assert "does not know what line 1" in opened.locator("#try-unknown").inner_text()
    assert opened.locator("#play").is_hidden()
    opened.close()
