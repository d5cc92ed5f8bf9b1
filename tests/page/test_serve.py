"""The web page in a browser: contests of every kind, a course, a game of one's own, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.page.conftest import Served

pytestmark = [pytest.mark.page, pytest.mark.timeout(900)]

PATIENCE = 240_000
"""Milliseconds: a machine without caches compiles before it answers."""


class Sight:
    """A window, and what a person does in it."""

    def __init__(self, page: Any, served: Served) -> None:
        self.page, self.base = page, served.address
        self.wrong: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda told: self._heard(told))
        page.on("request", lambda asked: None if asked.url.startswith(self.base) else self.wrong.append(asked.url))

    def _heard(self, told: Any) -> None:
        refused = "status of 400" in told.text  # one sentence of the server's, which the page shows
        if told.type == "error" and not refused:
            self.wrong.append(told.text)

    def begin(self, game: str, against: str, seat: int = 0) -> None:
        self.page.goto(f"{self.base}/games/{game}")
        self.page.locator(f"input[name=seat][value='{seat}']").check(force=True)
        self.page.locator(f"input[name=against][value='{against}']").check(force=True)
        self.page.get_by_role("button", name="Play", exact=True).click()
        self.page.wait_for_url("**/contests/*")
        self.page.locator("#status:not(:empty)").wait_for()

    def now(self) -> Any:
        """How the contest stands, asked of the server."""
        key = self.page.url.rsplit("/", 1)[1]
        return self.page.context.request.get(f"{self.base}/api/contests/{key}", timeout=PATIENCE).json()

    def ask(self, what: str) -> Any:
        key = self.page.url.rsplit("/", 1)[1]
        return self.page.context.request.get(f"{self.base}/api/contests/{key}/{what}", timeout=PATIENCE).json()

    def send(self, move: str) -> None:
        """A move past the window, which is told nothing of it."""
        key, version = self.page.url.rsplit("/", 1)[1], self.now()["version"]
        answer = self.page.context.request.post(
            f"{self.base}/api/contests/{key}/moves", data={"version": version, "move": move}, timeout=PATIENCE
        )
        assert answer.ok, answer.text()

    def settled(self, plies: int) -> None:
        """Wait until the page shows more than so many plies."""
        self.page.locator(f"#history li:nth-child({plies + 1})").wait_for()
        self.page.locator("body:not(.thinking)").wait_for()

    def click_move(self, move: str) -> None:
        """A move on a board, point by point."""
        plies = self.page.locator("#history li").count()
        for point in move.replace("-", " ").replace("x", " ").split():
            self.page.locator(f"g.point[data-point='{point}']").click()
        self.settled(plies)

    @property
    def over(self) -> bool:
        return bool(self.page.locator("#end:not([hidden])").count())


@pytest.fixture
def sight(browser: Any, served: Served) -> Iterator[Sight]:
    """A window of a new visitor; whatever goes wrong in it, or is asked for outside, fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    found = Sight(context.new_page(), served)
    yield found
    context.close()
    assert found.wrong == []


def test_lose_tic_tac_toe_is_played_by_clicking_and_the_reasons_change(sight: Sight) -> None:
    sight.begin("lose_tic_tac_toe", "maxims")
    reasons, lit = [], []
    while not sight.over:
        sight.click_move(sight.page.locator("g.open").first.get_attribute("data-point"))
        if not sight.over:
            sight.page.locator("#why .reasons li").first.wait_for()
            last = sight.now()["history"][-1]["action"]
            sight.page.locator(f"#why .did:has-text('plays {last}')").wait_for()
            reasons.append(sight.page.locator("#why").inner_text())
            lit.append(sight.page.locator("#lines li.narrows").all_inner_texts())
    assert len(set(reasons)) == len(reasons) > 1
    assert any(lit)
    assert any(word in sight.page.locator("#end").inner_text() for word in ("You win", "You lose", "A draw"))


def test_a_maxim_shows_on_the_board_what_it_keeps(sight: Sight) -> None:
    sight.begin("lose_tic_tac_toe", "maxims")
    sight.click_move("1")
    line = sight.page.locator("#lines li.narrows button").first
    line.click()
    assert line.get_attribute("aria-pressed") == "true"
    assert sight.page.locator(".ring.good").count() >= 1
    assert sight.page.locator(".ring.bad").count() >= 1
    line.click()
    assert sight.page.locator(".ring.good").count() == 0


def _choose(sight: Sight, *, worst: bool = False) -> str:
    """A move with a capture if there is one, else the best or the worst in truth."""
    values: dict[str, int] = {told["action"]: told["result"] for told in sight.ask("truth")["moves"]}
    best = (min if worst else max)(values.values())
    found = [action for action, value in values.items() if value == best]
    return next((action for action in found if "x" in action), found[0])


def test_five_mens_morris_has_captures_colours_take_back_and_a_review(sight: Sight) -> None:
    sight.begin("five_mens_morris", "random")
    sight.click_move(_choose(sight))
    for _ in range(40):  # up to the first capture without a mouse, which is slower
        move = _choose(sight)
        if "x" in move:
            break
        sight.send(move)
    sight.page.reload()
    sight.page.locator("g.open").first.wait_for()
    sight.click_move(move)
    assert "x" in move
    sight.page.get_by_role("button", name="Colour the moves").click()
    sight.page.locator("#truth li").first.wait_for()
    assert sight.page.locator(".ring.good, .arrow.good").count() > 0
    before = sight.now()["history"]
    sight.click_move(_choose(sight, worst=True))
    sight.page.get_by_role("button", name="Take back").click()
    sight.page.locator(f"#history li:nth-child({len(before) + 1})").wait_for(state="detached")
    assert sight.now()["history"] == before
    for _ in range(12):
        careless = len({told["result"] for told in sight.ask("truth")["moves"]}) > 1
        sight.click_move(_choose(sight, worst=careless))
        if careless:
            break
    assert careless
    sight.page.get_by_role("button", name="Resign").click()
    sight.page.get_by_role("button", name="Yes, resign").click()
    sight.page.locator("#end.loss").wait_for()
    sight.page.get_by_role("button", name="Review my moves").click()
    mistake = sight.page.locator(".mistake").first
    mistake.wait_for()
    assert mistake.locator(".ring.bad, .arrow.bad").count() > 0
    assert mistake.locator(".ring.good, .arrow.good").count() == 0
    mistake.locator("summary").click()
    mistake.locator(".ring.good, .arrow.good").first.wait_for(state="attached")
    url = sight.page.url
    mistake.get_by_role("button", name="Play on from here").click()
    sight.page.wait_for_url(lambda found: found != url)
    sight.page.locator("g.open").first.wait_for()
    assert len(sight.now()["history"]) >= len(before)


def test_a_trainer_corrects_the_poker_program_and_its_rules_change(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/coach")
    page.get_by_role("button", name="Sit down").click()
    page.locator("#because select").first.wait_for()
    before = page.locator("#rules li").all_inner_texts()
    page.locator("#decision").select_option("BET SB")
    page.locator("#is-HAND").select_option("FAIR")
    page.locator("#is-POT").select_option("SMALL")
    assert page.locator("#sentence").input_value() == "(BET SB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL)"
    page.get_by_role("button", name="Teach this").click()
    page.locator("#lesson .plus").first.wait_for()
    assert page.locator("#rules li").all_inner_texts() != before
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.locator("#sentence").fill("(FLY BECAUSE I SAY SO)")
    page.get_by_role("button", name="Teach this").click()
    page.locator("#told:not([hidden])").wait_for()
    taught = page.locator("#rules li").all_inner_texts()
    page.reload()
    page.locator("#because select").first.wait_for()
    assert page.locator("#rules li").all_inner_texts() == taught
    page.get_by_role("button", name="Take back").click()
    page.locator("#dialogue:has-text('Taken back')").wait_for()
    assert page.locator("#rules li").all_inner_texts() == before


def test_a_poker_hand_is_played_with_a_replacement(sight: Sight) -> None:
    sight.begin("draw_poker", "poker:call")
    page = sight.page
    page.locator("#bet").fill("2")
    page.get_by_role("button", name="Bet", exact=True).click()
    page.locator("button[data-card]").first.wait_for()
    assert page.locator(".pot strong").inner_text() == "6"
    page.locator("button[data-card]").nth(0).click()
    page.locator("button[data-card]").nth(4).click()
    page.get_by_role("button", name="Replace 2 cards").click()
    page.locator(".stake:has-text('gave away')").wait_for()
    for _ in range(6):
        if sight.over:
            break
        plies = page.locator("#history li").count()
        call = page.get_by_role("button", name="Call", exact=True)
        (call if call.count() else page.get_by_role("button", name="Bet", exact=True)).click()
        sight.settled(plies)
    assert sight.over
    assert page.locator("ul[aria-label='Cards of call'] li").count() == 5


def test_42_is_bid_and_played(sight: Sight) -> None:
    sight.begin("forty_two", "maxims")
    page, named = sight.page, False
    for _ in range(40):
        if sight.over:
            break
        plies = page.locator("#history li").count()
        bids = page.locator("#moves button")
        if sight.now()["stage"] == "trump":
            first = page.locator("#lines li.narrows .count").first.inner_text()  # "keeps 1 of 4"
            apart = int(first.split()[-1])
            said = page.locator("#lines-said").inner_text()
            assert f"Of {bids.count()} moves " in said
            assert apart == bids.count() or f"the lines tell {apart} apart and keep 1;" in said
            named = True
        if bids.count():
            (bids.last if sight.now()["stage"] == "bidding" else bids.first).click()
        else:
            page.locator(".dominoes button:not([disabled])").first.click()
        sight.settled(plies)
    assert sight.over
    assert named
    assert page.locator(".tricks li").count() >= 1
    assert "bid" in page.locator(".contract").inner_text()
    page.get_by_role("button", name="See all hands").click()
    page.locator(".hands li").nth(3).wait_for()


def test_a_course_is_started_and_its_curve_moves(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/courses?game=lose_tic_tac_toe")
    page.locator("#learner option[value=hoyle]").wait_for(state="attached")
    page.locator("#learner").select_option("hoyle")
    page.locator("#contests").fill("24")
    page.get_by_role("button", name="Begin").click()
    page.locator(".curve .tip").wait_for()
    curve = page.locator(".curve .line")
    first = curve.get_attribute("points")
    page.locator("#play:not([hidden])").wait_for()
    last = curve.get_attribute("points")
    assert len(last.split()) > len(first.split())
    assert page.locator("#lore li").count() > 1
    page.locator("#play").click()
    assert page.locator("input[value^='agent:']").is_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("g.open").first.wait_for()
    sight.click_move("5")
    assert page.locator("#why .reasons li").first.inner_text()


def test_a_game_of_ones_own_is_brought_and_played(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/own")
    good = page.locator("#toml").input_value()
    page.locator("#toml").fill(good.replace('"1-5-9", "2-6-10"', '"1-5-77", "2-6-10"', 1))
    page.get_by_role("button", name="Check").click()
    page.locator("#brought .wrong:has-text('77')").wait_for()
    page.locator("#toml").fill(good)
    page.get_by_role("button", name="Check").click()
    page.locator("#brought .checked").wait_for()
    page.locator("#brought p:has-text('With perfect play')").wait_for()
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("g.open").first.wait_for()
    assert page.locator("g.point").count() == 12
    sight.click_move("6")


def test_everything_can_be_done_by_keyboard(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/games/tic_tac_toe")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.type === 'submit'"):
            break
    page.keyboard.press("Enter")
    page.locator("g.open").first.wait_for()
    for _ in range(5):
        if sight.over:
            break
        plies = page.locator("#history li").count()
        for _ in range(60):
            if page.evaluate("() => document.activeElement.matches('g.open')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("() => getComputedStyle(document.activeElement.querySelector('.focus')).stroke") != "none"
        page.keyboard.press("Enter")
        sight.settled(plies)
    assert sight.over


def test_a_record_is_judged_while_the_visitor_looks(sight: Sight) -> None:
    for _ in range(2):
        sight.begin("lose_tic_tac_toe", "random")
        while sight.now()["result"] is None:
            sight.send(sight.now()["moves"][0]["action"])
    sight.page.goto(f"{sight.base}/record")
    sight.page.locator("#record svg.curve").wait_for()
    sight.page.locator("#left:empty").wait_for(state="attached")
    assert "decisions" in sight.page.locator("#record tbody tr").inner_text()


PAGES = ("/", "/games/five_mens_morris", "/games/forty_two", "/guides", "/courses", "/own", "/coach", "/record")


@pytest.fixture(scope="module")
def tables() -> list[tuple[str, str]]:
    return [("five_mens_morris", "maxims"), ("draw_poker", "poker:builtin"), ("forty_two", "maxims")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_a_screen_reader(
    browser: Any, served: Served, tables: list[tuple[str, str]], scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(color_scheme=scheme, viewport={"width": 1200, "height": 900})
    sight = Sight(context.new_page(), served)
    axe = Axe()
    # Nothing but colours differs in the dark.
    asked = {"runOnly": {"type": "rule", "values": ["color-contrast"]}} if scheme == "dark" else {}

    def check() -> None:
        answer = axe.run(sight.page, options=asked).response
        assert answer["passes"], sight.page.url
        found = [v for v in answer["violations"] if v["impact"] in ("serious", "critical")]
        told = [(v["id"], [n["html"][:160] for n in v["nodes"]][:4]) for v in found]
        assert told == [], sight.page.url

    for path in PAGES:
        sight.page.goto(sight.base + path)
        check()
    for game, against in tables:
        sight.begin(game, against)
        sight.page.locator("#why > *").first.wait_for()
        check()
    dark = sight.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(int(part) for part in dark.strip("rgb()").split(",")) < 200) == (scheme == "dark")
    context.close()


def test_a_phone_needs_no_scrolling_sideways(browser: Any, served: Served, tables: list[tuple[str, str]]) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 700})
    sight = Sight(context.new_page(), served)
    for path in PAGES:
        sight.page.goto(sight.base + path)
        assert sight.page.evaluate("() => document.documentElement.scrollWidth") == 375, path
    for game, against in tables:
        sight.begin(game, against)
        assert sight.page.evaluate("() => document.documentElement.scrollWidth") == 375, game
    context.close()
