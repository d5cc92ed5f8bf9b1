"""Learning in a browser: reviews, puzzles, rules and guides; by keyboard, on a phone, in the dark, and read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page.conftest import Served, read_alone
from tests.page.test_serve import Sight

pytestmark = [pytest.mark.page, pytest.mark.timeout(900)]


@pytest.fixture
def sight(browser: Any, served: Served) -> Iterator[Sight]:
    """A window of a new visitor; whatever goes wrong in it, or is asked for outside, fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, accept_downloads=True)
    found = Sight(context.new_page(), served)
    yield found
    context.close()
    assert found.wrong == []


def lost(sight: Sight, game: str = "tic_tac_toe", against: str = "maxims") -> str:
    """The page of a contest that was played badly."""
    sight.begin(game, against)
    while sight.now()["result"] is None:
        values = {told["action"]: told["result"] for told in sight.ask("truth")["moves"]}
        sight.send(min(values, key=lambda move: values[move]))
    return str(sight.page.url)


def shown(sight: Sight) -> str:
    return str(sight.page.locator("#said").inner_text())


def test_a_contest_is_gone_over_by_the_arrow_keys_alone(sight: Sight) -> None:
    url, page = lost(sight), sight.page
    page.goto(url)
    page.get_by_role("link", name="Move by move").click()
    page.locator("#walk:not([hidden])").wait_for()
    told = sight.page.context.request.get(url.replace("/contests/", "/api/contests/") + "/walk").json()
    first = told["mistakes"][0]
    assert shown(sight) == f"{first['ply']}. {told['frames'][first['ply']]['said']}"
    page.keyboard.press("Home")
    for number, frame in enumerate(told["frames"]):
        assert shown(sight) == f"{number}. {frame['said']}"
        held = page.locator("#position .point.x, #position .point.o").count()
        assert held == number
        if number + 1 < len(told["frames"]):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # nothing comes after the end
    assert shown(sight).startswith(f"{len(told['frames']) - 1}. ")
    page.keyboard.press("Home")
    if first["ply"]:
        page.keyboard.press("m")
    assert page.locator("#position .ring.bad").count() == 1
    assert page.locator("#position .ring.good").count() == 0
    ask = page.get_by_role("button", name="What was better?")
    ask.focus()
    page.keyboard.press("Enter")
    assert page.locator("#position .ring.good").count() == len(first["best"])
    assert first["better"][0] in page.locator("#told-here").inner_text()


def test_the_punishing_reply_is_played_out_on_the_board_and_one_comes_back(sight: Sight) -> None:
    url, page = lost(sight), sight.page
    page.goto(f"{url}/review")
    page.locator("#walk:not([hidden])").wait_for()
    told = page.context.request.get(url.replace("/contests/", "/api/contests/") + "/walk").json()
    mistake = max(told["mistakes"], key=lambda found: len(found["punished"]))
    while not shown(sight).startswith(f"{mistake['ply']}. "):
        page.keyboard.press("m")
    page.get_by_role("button", name="What was better?").click()
    page.get_by_role("button", name="Show what punishes it").click()
    last = mistake["punished"][-1]["said"]
    page.locator("#said", has_text=f"{len(mistake['punished'])} of {len(mistake['punished'])}: {last}").wait_for()
    assert page.locator("#position .point.x, #position .point.o").count() == mistake["ply"] + len(mistake["punished"])
    page.keyboard.press("ArrowLeft")
    assert f"{len(mistake['punished']) - 1} of " in shown(sight)
    page.keyboard.press("Escape")
    assert shown(sight).startswith(f"{mistake['ply']}. ")


def test_whoever_wants_no_motion_goes_through_a_line_by_key(browser: Any, served: Served) -> None:
    context = browser.new_context(reduced_motion="reduce")
    sight = Sight(context.new_page(), served)
    url, page = lost(sight), sight.page
    page.goto(f"{url}/review")
    page.get_by_role("button", name="What was better?").click()
    page.get_by_role("button", name="Show what punishes it").click()
    before = shown(sight)
    page.wait_for_timeout(1500)
    assert shown(sight) == before
    page.keyboard.press("ArrowRight")
    assert shown(sight) != before
    context.close()
    assert sight.wrong == []


def test_a_shared_review_works_without_any_server(sight: Sight, browser: Any, tmp_path: Path) -> None:
    page = sight.page
    page.goto(lost(sight) + "/review")
    page.locator("#walk:not([hidden])").wait_for()
    with page.expect_download() as found:
        page.get_by_role("link", name="Share it as one file").click()
    file = tmp_path / "review.html"
    found.value.save_as(file)
    with read_alone(browser, file) as alone:
        alone.locator("#walk:not([hidden])").wait_for()
        said = alone.locator("#said").inner_text()
        alone.keyboard.press("ArrowRight")
        assert alone.locator("#said").inner_text() != said
        alone.keyboard.press("m")
        alone.get_by_role("button", name="What was better?").click()
        assert alone.locator("#position .ring.good").count() > 0


PUZZLED = ("lose_tic_tac_toe", "forty_two")


@pytest.fixture(scope="module")
def books(served: Served) -> Served:
    """The page with puzzles of a game of each family."""
    from gamelore.app.page import guides
    from gamelore.app.page.puzzle_book import make_book
    from gamelore.games import load_game

    for name in PUZZLED:
        make_book(load_game(name), guides.book_file(served.page.folder, name), 1, 1, 12)
    return served


def focused(page: Any, selector: str) -> bool:
    return bool(page.evaluate("(selector) => document.activeElement.matches(selector)", selector))


def tab_to(page: Any, selector: str) -> None:
    for _ in range(60):
        if focused(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the keyboard")


def test_ten_puzzles_are_solved_by_the_keyboard_alone(sight: Sight, books: Served) -> None:
    page = sight.page
    page.goto(f"{sight.base}/practice/lose_tic_tac_toe")
    page.locator("g.open").first.wait_for()
    tab_to(page, "g.open")
    for number in range(10):
        assert focused(page, "g.open")  # the next puzzle has the focus by itself
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.locator("#verdict button").wait_for()
        assert page.locator("#status").inner_text().split()[0] in ("Right.", "No.")
        assert page.locator("#table .ring.good").count() > 0
        assert page.locator("#score").inner_text().endswith(f"of {number + 1} right so far.")
        assert focused(page, "#verdict button")
        page.keyboard.press("Enter")
        page.locator("#verdict button").wait_for(state="detached")
        page.locator("g.open").first.wait_for()
    page.goto(f"{sight.base}/record")
    assert "of 10 puzzles right" in page.locator("section[aria-labelledby=practice]").inner_text()


def test_puzzles_of_hands_are_solved_too(sight: Sight, books: Served) -> None:
    page, kinds = sight.page, set()
    page.goto(f"{sight.base}/practice/forty_two")
    for _ in range(8):
        option = page.locator("#choices button:not([disabled]), #table [data-move]:not([disabled])").first
        option.wait_for()
        kinds.add("beside" if page.locator("#choices button").count() else "buttons")
        groups = page.locator("#choices fieldset")
        if groups.count():
            for n in range(groups.count()):
                if not page.locator("#verdict button").count():
                    groups.nth(n).locator("button").last.click()
        else:
            option.click()
        page.get_by_role("button", name="Next puzzle").wait_for()
        assert page.locator(".is-good").count() > 0
        page.get_by_role("button", name="Next puzzle").click()
        page.locator("#verdict button").wait_for(state="detached")
    assert page.locator(".standing li").count() > 1
    assert kinds == {"beside", "buttons"}


def test_a_choice_is_not_lost_to_a_puzzle_that_comes_late(sight: Sight, books: Served) -> None:
    """The server takes its time over the first puzzle, while the contests of the visitor have long been looked at."""
    page, asked = sight.page, []

    def late(route: Any) -> None:
        if route.request.method == "GET":
            asked.append(route.request.url)
            page.wait_for_timeout(500 * len(asked))
        route.continue_()

    page.route("**/api/practice/forty_two", late)
    page.goto(f"{sight.base}/practice/forty_two")
    page.locator("#choices button, #table [data-move]").first.wait_for()
    page.evaluate("document.querySelector('#choices button, #table [data-move]').dataset.seen = 'yes'")
    page.wait_for_timeout(1500)
    assert page.locator("button[data-seen], [data-move][data-seen]").count() == 1  # what was shown first still stands
    assert len(asked) == 1


def serious(page: Any, scheme: str) -> list[Any]:
    from axe_playwright_python.sync_playwright import Axe

    asked = {"runOnly": {"type": "rule", "values": ["color-contrast"]}} if scheme == "dark" else {}
    answer = Axe().run(page, options=asked).response
    assert answer["passes"], page.url
    found = [v for v in answer["violations"] if v["impact"] in ("serious", "critical")]
    return [(v["id"], [n["html"][:160] for n in v["nodes"]][:4]) for v in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_whoever_learns(browser: Any, guided: Served, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 375, "height": 700})
    sight = Sight(context.new_page(), guided)
    page, base = sight.page, sight.base

    def check() -> None:
        assert serious(page, scheme) == [], page.url
        assert page.evaluate("() => document.documentElement.scrollWidth") == 375, page.url

    url = lost(sight)
    page.goto(f"{url}/review")
    page.get_by_role("button", name="What was better?").click()
    check()
    for game in PUZZLED:
        page.goto(f"{base}/practice/{game}")
        page.locator("#choices button:not([disabled]), #table [data-move], g.open").first.wait_for()
        check()
    for path in (
        "/",
        "/own",
        "/guides/lose_tic_tac_toe",
        "/words/forty_two",
        "/practice",
        "/rules/five_mens_morris",
        "/rules/forty_two",
        "/rules/draw_poker",
    ):
        page.goto(base + path)
        check()
    context.close()


def test_a_word_of_the_rules_is_explained_where_it_stands_and_a_contest_tries_them(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/rules/five_mens_morris")
    tab_to(page, ".term")
    page.keyboard.press("Enter")
    page.locator(".term-box:popover-open svg").wait_for()
    page.keyboard.press("Escape")
    page.locator(".term-box:popover-open").wait_for(state="detached")
    page.get_by_role("button", name="Try it out").click()
    page.wait_for_url("**/contests/*")
    page.locator("g.open").first.wait_for()
    sight.click_move("1")
    assert page.get_by_role("button", name="Take back").is_enabled()
    assert page.get_by_role("button", name="Hint").is_enabled()
    page.goto(f"{sight.base}/rules/draw_poker")
    page.get_by_role("button", name="Try it out").click()
    page.wait_for_url("**/contests/*")
    page.locator("#bet").wait_for()


@pytest.fixture(scope="module")
def guided(books: Served) -> Served:
    """The page with the guide of a small board game, measured as little as can be."""
    from gamelore.app.guide.html import guide_inside, guide_page
    from gamelore.app.page import guides
    from gamelore.games import load_game
    from gamelore.lab.guide.making import evidence_of, make_guide

    game = load_game("lose_tic_tac_toe")
    guide = make_guide(evidence_of(game).shipped(game), game.name, contests=1, seed=1)
    guides.guide_file(books.page.folder, game.name).write_text(guide_page(guide))
    guides.inside_file(books.page.folder, game.name).write_text(guide_inside(guide))
    return books


def test_a_guide_is_a_page_of_the_site_from_which_one_plays_and_is_asked(
    sight: Sight, guided: Served, browser: Any, tmp_path: Path
) -> None:
    page = sight.page
    page.goto(f"{sight.base}/guides")
    page.get_by_role("link", name="Read the guide").first.click()
    page.wait_for_url("**/guides/lose_tic_tac_toe")
    assert page.locator("header nav a[aria-current]").inner_text() == "Guides"
    assert page.locator("details.evidence[open]").count() == 0
    assert not page.get_by_text("How strong it is", exact=True).is_visible()
    page.get_by_text("The evidence: how strong it is").click()
    assert page.get_by_text("How strong it is", exact=True).is_visible()
    page.get_by_role("button", name="New contest, you first").click()
    page.locator("#play g.open").first.click()
    page.locator("#play [data-part=panel] li").first.wait_for()
    with page.expect_download() as found:
        page.get_by_role("link", name="As one file").click()
    file = tmp_path / "guide.html"
    found.value.save_as(file)
    with read_alone(browser, file) as alone:
        alone.get_by_role("button", name="New contest, you first").click()
        assert alone.locator("#play g.open").count() == 9
    page.get_by_role("link", name="Quiz me").click()
    page.wait_for_url("**/practice/lose_tic_tac_toe")
    page.locator("g.open").first.wait_for()
    page.goto(f"{sight.base}/words/lose_tic_tac_toe")
    page.get_by_role("link", name="Play this").click()
    page.wait_for_url("**/games/lose_tic_tac_toe")


def test_an_own_game_is_drawn_while_it_is_written_and_an_error_shows_its_line(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/own")
    page.locator("#preview svg.board").wait_for()
    good = page.locator("#toml").input_value()
    page.locator("#toml").fill(good.replace("markers = 4", "markers = 40"))
    page.locator("#wrong.wrong").wait_for()
    assert page.locator("#gutter .here").inner_text() == "15"
    page.get_by_role("button", name="Line 15").click()
    assert page.evaluate("() => getSelection().toString()") == "markers = 40"
    page.keyboard.type("markers = 3")
    page.locator("#preview li:has-text('places three markers')").wait_for()
    assert page.locator("#wrong.wrong").count() == 0
