"""The guide of 42 in a browser: hands to bid and tricks to play, the keyboard, a narrow window, a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.domino_guide import made_up_guide
from tests.page.conftest import read_alone

from gamelore.app.guide.html import guide_page
from gamelore.app.page.guides import policy

pytestmark = pytest.mark.page

OPEN = ".question:not([hidden])"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page."""
    page = tmp_path_factory.mktemp("guide") / "forty_two.html"
    page.write_text(guide_page(made_up_guide()))
    return page


@pytest.fixture(params=["light", "dark"])
def page(browser: Any, file: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page, opened."""
    with read_alone(browser, file, request.param) as opened:
        yield opened


def status(page: Any, quiz: str) -> str:
    return str(page.locator(f"#{quiz}-quiz [data-part=status]").inner_text())


def test_every_call_is_judged_with_its_trump(page: Any) -> None:
    right = 0
    for number in range(1, 13):
        assert status(page, "bid").startswith(f"{number} of 12.")
        group = page.locator(f"#bid-quiz {OPEN} [data-group=call]")
        assert page.locator(f"#bid-quiz {OPEN} [data-part=panel]").is_hidden()
        group.locator("[data-right='1']").click()
        assert "and which trump?" in status(page, "bid")
        wanted = "1" if number % 2 else "0"
        page.locator(f"#bid-quiz {OPEN} [data-group=trump] [data-right='{wanted}']").first.click()
        passes = group.locator("[data-right='1']").get_attribute("data-option") == "pass"
        right += wanted == "1" or passes
        said = status(page, "bid")
        assert said.startswith("Right:" if wanted == "1" or passes else "No:")
        assert f"{right} of {number} right." in said
        assert page.locator(f"#bid-quiz {OPEN} [data-part=panel] li").count() == 7
        group.locator("button").first.click()  # it was answered
        assert status(page, "bid") == said
        page.locator("#bid-quiz [data-part=next]").click()
    assert status(page, "bid").startswith("1 of 12.")
    assert page.locator(f"#bid-quiz {OPEN} [aria-pressed=true]").count() == 0


def test_a_play_is_judged_by_keyboard_and_each_line_shows_what_it_keeps(page: Any) -> None:
    page.locator("#play-quiz [data-part=next]").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-option][data-right=\"0\"]')"):
            break
    chosen = page.evaluate("document.activeElement.dataset.name")
    page.keyboard.press("Enter")
    assert f"rules out {chosen}" in status(page, "play")
    lines = page.locator(f"#play-quiz {OPEN} [data-part=panel] li")
    assert lines.count() == 8
    line = page.locator(f"#play-quiz {OPEN} li.narrows button").first
    line.click()
    assert line.get_attribute("aria-pressed") == "true"
    kept = len(line.get_attribute("data-kept").split("|"))
    assert page.locator(f"#play-quiz {OPEN} [data-option].good").count() == kept
    assert page.locator(f"#play-quiz {OPEN} [data-option].bad").count() > 0
    line.click()
    assert line.get_attribute("aria-pressed") == "false"
    assert page.locator(f"#play-quiz {OPEN} [data-option].good").count() == 1


def test_a_narrow_window_needs_no_scrolling_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    page.locator(f"#play-quiz {OPEN} [data-option]").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_nothing_serious_stands_in_the_way_of_a_screen_reader(page: Any, file: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.locator(f"#play-quiz {OPEN} [data-option]").first.click()
    answer = Axe().run(page).response
    assert answer["passes"]
    found = [v for v in answer["violations"] if v["impact"] in ("serious", "critical")]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]][:4]) for v in found] == []
    assert "'sha256-" in policy(file.read_text())


def test_print_leaves_the_parts_to_try_out(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator("#play-quiz").is_hidden()
    assert page.locator("ol.lines > li").count() == 15
