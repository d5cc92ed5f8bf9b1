"""What a person does is seen before the server answers, and what is told belongs to the position that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.page.conftest import Served
from tests.page.test_serve import Sight

pytestmark = [pytest.mark.page, pytest.mark.timeout(900)]

LATENCY = 1500
"""Milliseconds that every answer takes longer."""
LATE = """([path, time]) => {
  const real = window.fetch;
  window.asked = 0;
  window.answered = 0;
  window.fetch = async (asked, options) => {
    const slow = !path || asked.includes(path) || options?.method === path;
    window.asked += 1;
    const answer = await real(asked, options);
    const wait = Array.isArray(time) ? time[(window.turn = (window.turn ?? 0) + Number(slow)) % time.length] : time;
    if (slow) await new Promise((done) => setTimeout(done, wait));
    window.answered += 1;
    return answer;
  };
}"""
"""Lets answers be late: those of one path, of one method, or all; by turns, so that one overtakes another."""
AT_ONCE = """async ([button, seen]) => {
  const asked = window.asked, answered = window.answered, began = performance.now();
  const found = document.querySelector(button);
  found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(done));
  const shown = Boolean(document.querySelector(seen));
  return { shown, asked: window.asked - asked, answered: window.answered - answered, took: performance.now() - began };
}"""
"""Presses something and looks one frame later."""


MOTIONS = """() => {
  const real = Element.prototype.animate;
  window.moved = [];
  Element.prototype.animate = function (frames, options) {
    window.moved.push(options.duration);
    return real.call(this, frames, options);
  };
}"""
"""Notes what moves, and how long."""

BOTH = pytest.mark.parametrize("sight", ["no-preference", "reduce"], indirect=True)


@pytest.fixture
def sight(browser: Any, served: Served, request: pytest.FixtureRequest) -> Iterator[Sight]:
    """A window of a new visitor, with or without a wish for less motion."""
    motion = getattr(request, "param", "no-preference")
    context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion=motion)
    found = Sight(context.new_page(), served)
    yield found
    context.close()
    assert found.wrong == []


def _seen_at_once(sight: Sight, button: str, seen: str) -> None:
    found = sight.page.evaluate(AT_ONCE, [button, seen])
    print(f"seen after {found['took']:.0f} ms")
    assert found["shown"], (button, seen)
    assert (found["asked"], found["answered"]) == (1, 0)


def _calm(sight: Sight) -> None:
    sight.page.locator("body:not(.thinking):not(.moving)").wait_for()


@BOTH
def test_a_stone_stands_before_the_server_answers(sight: Sight) -> None:
    sight.begin("lose_tic_tac_toe", "maxims")
    sight.page.locator("#lines li").first.wait_for()
    sight.page.evaluate(LATE, ["", LATENCY])
    sight.page.evaluate(MOTIONS)
    _seen_at_once(sight, "g.point[data-point='5']", "g.point.x.last[data-point='5']")
    assert "You play 5." in sight.page.locator("#status").inner_text()
    assert sight.page.locator("g.open").count() == 0
    sight.settled(1)
    assert sight.page.locator("g.point.x").count() == sight.page.locator("g.point.o").count() == 1
    moved, less = (
        sight.page.evaluate("() => window.moved"),
        "() => matchMedia('(prefers-reduced-motion: reduce)').matches",
    )
    assert len(moved) == (0 if sight.page.evaluate(less) else 2)  # the stone and the reply
    assert all(150 <= time <= 300 for time in moved)


def test_a_move_that_is_refused_is_taken_back(sight: Sight) -> None:
    sight.begin("tic_tac_toe", "random")
    sight.page.route("**/moves", lambda route: route.abort())
    _wrong = len(sight.wrong)
    sight.page.locator("g.point[data-point='5']").click()
    sight.page.locator("#told:not([hidden])").wait_for()
    _calm(sight)
    assert sight.page.locator("g.point.x").count() == 0
    assert sight.page.locator("g.open").count() == 9
    sight.page.unroute("**/moves")
    sight.click_move("5")
    assert sight.page.locator("g.point.x[data-point='5']").count() == 1
    del sight.wrong[_wrong:]  # the browser's own word of the request that went nowhere


def test_the_new_marker_stands_and_its_row_is_lit_while_one_chooses_what_to_take(sight: Sight) -> None:
    sight.begin("five_mens_morris", "random")
    for _ in range(30):
        moves = [told["action"] for told in sight.now()["moves"]]
        taking = [move for move in moves if "x" in move]
        if len(taking) > 1:
            break
        near = [told["action"] for told in sight.ask("truth")["moves"] if told["best"]]
        sight.send(near[0])
    sight.page.reload()
    sight.page.locator("g.open").first.wait_for()
    path = taking[0].replace("-", " ").replace("x", " ").split()
    for point in path[:-1]:
        sight.page.locator(f"g.point[data-point='{point}']").click()
    assert sight.page.locator(f"g.point.x[data-point='{path[-2]}']").count() == 1
    assert sight.page.locator(".rows .row").count() >= 1
    assert "Choose the marker to take." in sight.page.locator("#status").inner_text()
    sight.page.locator(f"g.point[data-point='{path[0]}']").click()  # another thought
    assert sight.page.locator(f"g.point.x[data-point='{path[-2]}']").count() == 0
    assert sight.page.locator(".rows .row").count() == 0
    sight.click_move(taking[0])
    assert sight.now()["history"][-2]["action"] == taking[0]


def test_another_marker_can_be_chosen_and_a_marker_can_be_dragged(sight: Sight) -> None:
    sight.begin("pong_hau_ki", "random")
    page = sight.page
    moves = [told["action"].split("-") for told in sight.now()["moves"]]
    start, to = moves[0]
    other = next((found for found in moves if found[0] != start), None)
    page.locator(f"g.point[data-point='{start}']").click()
    if other is not None:
        page.locator(f"g.point[data-point='{other[0]}']").click()
        assert page.locator("g.chosen").get_attribute("data-point") == other[0]
        page.locator(f"g.point[data-point='{other[0]}']").click()
    else:
        page.locator(f"g.point[data-point='{start}']").click()
    assert page.locator("g.chosen").count() == 0
    boxes = [page.locator(f"g.point[data-point='{point}'] .marker").bounding_box() for point in (start, to)]
    (x, y), (fx, fy) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    plies = page.locator("#history li").count()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + fx) / 2, (y + fy) / 2)
    page.mouse.move(fx, fy)
    page.mouse.up()
    sight.settled(plies)
    assert sight.now()["history"][plies]["action"] == f"{start}-{to}"


def test_a_bet_and_given_cards_are_seen_before_the_server_answers(sight: Sight) -> None:
    sight.begin("draw_poker", "poker:call")
    page = sight.page
    page.locator("#why > *").first.wait_for()
    page.evaluate(LATE, ["", LATENCY])
    page.locator("#bet").fill("2")
    _seen_at_once(sight, "#moves .bet button", ".acts li.own")
    assert page.locator(".acts li.own").inner_text() == "You bet 2"
    page.locator("button[data-card]").first.wait_for()
    _calm(sight)
    page.locator("button[data-card]").nth(1).click()
    page.wait_for_function("() => window.asked === window.answered")
    _seen_at_once(sight, "#moves button.main", "button[data-card] .lattice")
    _calm(sight)


@BOTH
def test_a_domino_is_seen_before_the_server_answers_and_a_trick_rests(sight: Sight) -> None:
    sight.begin("forty_two", "maxims")
    page = sight.page
    for _ in range(3):
        if sight.now()["stage"] == "play":
            break
        plies = page.locator("#history li").count()
        page.locator("#moves button").first.click()
        sight.settled(plies)
    page.locator("#why > *").first.wait_for()
    _calm(sight)
    page.evaluate(LATE, ["", LATENCY])
    page.evaluate(
        """() => {
          window.tricks = [];
          new MutationObserver(() => {
            const done = document.querySelector(".moving .trick[data-done]");
            if (done && done.querySelectorAll(".laid").length === 4) window.tricks.push(performance.now());
            else if (window.tricks.length && !window.rested) window.rested = performance.now() - window.tricks[0];
          }).observe(document.querySelector("#table"), { childList: true });
        }"""
    )
    _seen_at_once(sight, ".dominoes button[data-move]", ".trick .laid.south")
    _calm(sight)
    while not (rested := page.evaluate("() => window.rested")) and not sight.over:  # whoever wins a trick sees it on
        page.locator(".dominoes button[data-move]").first.click()
        _calm(sight)
    assert rested >= 1000


@pytest.mark.parametrize("game", ["five_mens_morris"])
def test_values_belong_to_the_position_that_is_shown(browser: Any, served: Served, game: str) -> None:
    """Answers about a position come when the next one is shown already: they are dropped."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    sight, seen = Sight(context.new_page(), served), 0
    page = sight.page
    marks = "() => [...document.querySelectorAll('.ring, .arrow')].length"
    while seen < 50:
        sight.begin(game, "random")
        page.get_by_role("button", name="Colour the moves").click()
        page.locator("#truth li").first.wait_for()
        page.evaluate(LATE, ["/truth", [50, 900]])
        while not sight.over and seen < 50:
            page.wait_for_function("() => window.asked === window.answered")
            now = sight.now()
            told = page.locator("#truth li").all_inner_texts()
            named = {word.split(" ")[0] for line in told for word in line.split(": ")[1].split(", ")}
            assert named == {move["action"] for move in now["moves"]}
            truth = {move["action"]: move["result"] for move in sight.ask("truth")["moves"]}
            kinds = {"Wins": 1, "Draws": 0, "Loses": -1}
            for line in told:
                kind, _, moves = line.partition(": ")
                assert {truth[move.split(" ")[0]] for move in moves.split(", ")} == {kinds[kind]}
            seen += 1
            hurried = seen % 2  # two moves, faster than the answer about the first
            for _ in range(2 if hurried else 1):
                move = page.evaluate(
                    """() => {
                      const open = [...document.querySelectorAll('g.open')];
                      open[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
                      // In one go with the click: the next position and its values may be here at once.
                      return [document.body.className, document.querySelectorAll('.ring, .arrow').length,
                              document.querySelectorAll('#truth-part:not([hidden])').length];
                    }"""
                )
                if "thinking" in move[0]:  # the move is made: nothing is told of what was before it
                    assert move[1:] == [0, 0]
                    page.locator("body:not(.thinking):not(.moving)").wait_for()
            _calm(sight)
            for _ in range(3):
                if sight.over or not page.locator("g.chosen").count():
                    break
                page.locator("g.open:not(.chosen)").first.dispatch_event("click")
                _calm(sight)
            if not sight.over:
                page.locator("#truth li").first.wait_for()
        if sight.over:
            page.wait_for_function("() => window.asked === window.answered")
            assert page.evaluate(marks) == 0
            assert page.locator("#truth-part:not([hidden])").count() == 0
    context.close()
    assert sight.wrong == []


def test_nobody_waits_in_silence(sight: Sight) -> None:
    sight.begin("tic_tac_toe", "random")
    page = sight.page
    page.locator("#why > *").first.wait_for()
    words = "Getting ready, 4 of 9: players of 42, for 3 s so far"
    page.route("**/api/ready", lambda route: route.fulfill(json={"ready": False, "words": words}))
    page.evaluate(LATE, ["/moves", 3000])
    assert page.locator("#waiting:not([hidden])").count() == 0
    page.locator("g.point[data-point='5']").click()
    page.locator("#waiting:has-text('Random is thinking, 1 s so far.')").wait_for()
    page.locator(f"#waiting:has-text('{words}')").wait_for()
    page.locator("#waiting:has-text('2 s so far')").wait_for()
    sight.settled(1)
    assert page.locator("#waiting:not([hidden])").count() == 0


def test_resigning_asks_first_and_another_contest_keeps_opponent_and_score(sight: Sight) -> None:
    sight.begin("tic_tac_toe", "random")
    page = sight.page
    sight.click_move("5")
    page.get_by_role("button", name="Resign").click()
    assert page.evaluate("() => document.activeElement.textContent") == "No, go on"
    page.keyboard.press("Enter")
    assert sight.now()["result"] is None
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.locator("#end.loss").wait_for()
    assert page.locator("#score").inner_text() == "After 1 contest: won 0, lost 1."
    url = page.url
    page.get_by_role("button", name="Another contest").click()
    page.wait_for_url(lambda found: found != url)
    page.locator("g.open").first.wait_for()
    assert sight.now()["seat"] == 1
    assert sight.now()["players"] == ["random", "you"]
    assert page.locator("#score").inner_text() == "After 1 contest: won 0, lost 1."
    page.get_by_role("button", name="Offer a draw").click()
    page.locator("#told:not([hidden]), #end:not([hidden])").first.wait_for()


def test_opponents_stand_by_strength_in_plain_words_and_a_link_may_choose_one(sight: Sight) -> None:
    page = sight.page
    page.goto(f"{sight.base}/games/five_mens_morris?against=expert")
    assert page.locator("input[name=against]:checked").get_attribute("value") == "expert"
    names = [found.get_attribute("value") for found in page.locator("input[name=against]").all()]
    assert names == ["random", "novice", "reasonable", "search", "expert", "maxims", "perfect"]
    assert "makes seven moves of ten at random" in page.locator(".rivals").inner_text()
    page.goto(f"{sight.base}/games/five_mens_morris?against=nobody")
    assert page.locator("input[name=against]:checked").get_attribute("value") == "maxims"


def test_a_long_title_makes_no_page_wide(browser: Any, served: Served) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 700})
    sight = Sight(context.new_page(), served)
    page = sight.page
    page.goto(f"{sight.base}/own")
    example = page.locator("#toml").input_value()
    title = next(line for line in example.splitlines() if line.startswith("title"))
    page.locator("#toml").fill(example.replace(title, f'title = "{"Tremendously" * 14}"'))
    page.get_by_role("button", name="Check").click()
    page.locator("#brought .checked").wait_for()
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 375
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("g.open").first.wait_for()
    assert page.evaluate(wide) == 375
    for path in ("/", "/own", "/courses"):
        page.goto(sight.base + path)
        assert page.evaluate(wide) == 375, path
    context.close()
