"""The guide of draw poker in a browser: hands to try, a narrow window, a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page.conftest import read_alone
from tests.poker_guide import follower, guide_of

from gamelore.app.guide.html import guide_page

pytestmark = pytest.mark.page

OPEN = ".question:not([hidden])"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page."""
    page = tmp_path_factory.mktemp("guide") / "draw_poker.html"
    page.write_text(guide_page(guide_of(follower())))
    return page


@pytest.fixture(params=["light", "dark"])
def page(browser: Any, file: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page, opened."""
    with read_alone(browser, file, request.param) as opened:
        yield opened


def status(page: Any) -> str:
    return str(page.locator("#rule-quiz [data-part=status]").inner_text())


def test_a_hand_is_judged_and_the_rule_that_decides_is_named(page: Any) -> None:
    for number in range(1, 13):
        wanted = number % 2
        chosen = page.locator(f"#rule-quiz {OPEN} [data-right='{wanted}']").first
        name = chosen.get_attribute("data-name")
        chosen.click()
        assert status(page).startswith(f"Right: {name}." if wanted else "No: “")
        assert wanted or f"rules out {name}. The rules come to" in status(page)
        assert page.locator(f"#rule-quiz {OPEN} [data-part=panel] li.narrows").count() == 1
        page.locator("#rule-quiz [data-part=next]").click()
    assert status(page).startswith("1 of 12.")


def test_a_narrow_window_needs_no_scrolling_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    page.locator(f"#rule-quiz {OPEN} [data-option]").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_nothing_serious_stands_in_the_way_of_a_screen_reader(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.locator(f"#rule-quiz {OPEN} [data-option]").first.click()
    answer = Axe().run(page).response
    assert answer["passes"]
    found = [v for v in answer["violations"] if v["impact"] in ("serious", "critical")]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]][:4]) for v in found] == []


def test_print_leaves_the_hands_to_try_out(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator("#rule-quiz").is_hidden()
    assert page.locator("figure svg.card").count() == 15
