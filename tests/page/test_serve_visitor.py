"""A visitor stays a visitor, in a browser: every way in which a key was lost or could be, one by one."""

from __future__ import annotations

import asyncio
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page.conftest import Served, serving

from gamelore.app.page.door.guard import MONTH, Door, Limits
from gamelore.lab.validate import validate

pytestmark = [pytest.mark.page, pytest.mark.timeout(600)]

LIMITS = Limits(per_second=1000, burst=1000, newcomers=100_000)
CODE = "sesame, open"


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A browser of one person."""
    found = browser.new_context(viewport={"width": 1000, "height": 800})
    found.set_default_timeout(60_000)
    yield found
    found.close()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("page"), Door(limits=LIMITS)) as found:
        yield found


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[Any]:
    """Another site, such as a school's portal, with whatever a test writes into its page."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def write(body: str) -> str:
        (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>Portal</title>{body}")
        return f"http://localhost:{server.server_address[1]}/index.html"

    yield write
    server.shutdown()


def begin(window: Any, served: Served, address: str = "") -> str:
    """Begin a contest by mouse; its key."""
    window.goto(f"{address or served.address}/games/tic_tac_toe")
    window.locator("input[name=against][value=random]").check(force=True)
    window.get_by_role("button", name="Play", exact=True).click()
    window.locator("g.open").first.wait_for()
    return str(window.url.rsplit("/", 1)[1])


def listed(window: Any, address: str) -> set[str]:
    """The contests that the page lists as this visitor's."""
    window.goto(f"{address}/")
    links = window.locator(".kept a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    return {str(link).rsplit("/", 1)[1] for link in links}


def keys(context: Any) -> dict[str, str]:
    return {cookie["name"]: cookie["value"] for cookie in context.cookies() if cookie["name"].startswith("gamelore")}


def test_a_link_from_another_site(context: Any, page: Served, portal: Any) -> None:
    window = context.new_page()
    contest, before = begin(window, page), keys(context)
    window.goto(portal(f'<a href="{page.address}/contests/{contest}">Your contest</a>'))
    window.get_by_text("Your contest").click()
    window.locator("g.open").first.wait_for()
    assert keys(context) == before
    assert listed(window, page.address) == {contest}


def test_forms_and_pictures_of_another_site_do_nothing(context: Any, page: Served, portal: Any) -> None:
    window = context.new_page()
    contest, before = begin(window, page), keys(context)
    body = f'<form method=post enctype=text/plain action="{page.address}/api/you/delete">'
    body += """<input name='{"sure":true,"x":"' value='"}'><button>Win</button></form>"""
    body += f'<img src="{page.address}/api/you/all"><iframe src="{page.address}/you"></iframe>'
    window.goto(portal(body))
    window.get_by_text("Win").click()
    window.wait_for_url("**/api/you/delete")
    assert "Requests of other sites are refused" in window.content()
    assert keys(context) == before
    assert listed(window, page.address) == {contest}


def test_a_cookie_of_the_version_before_and_a_link_from_another_site(context: Any, page: Served, portal: Any) -> None:
    """It was strict, and does not come with the link; the page's own script finds it and shows what is theirs."""
    window = context.new_page()
    contest = begin(window, page)
    ((_, key),) = keys(context).items()
    context.clear_cookies()
    context.add_cookies(
        [{"name": "gamelore", "value": key, "url": page.address, "sameSite": "Strict", "httpOnly": True}]
    )
    window.goto(portal(f'<a href="{page.address}/">Play</a>'))
    window.get_by_text("Play").click()
    window.locator(f".kept a[href='/contests/{contest}']").wait_for()
    assert set(keys(context).values()) == {key}
    assert {c["sameSite"] for c in context.cookies() if c["name"] != "gamelore"} == {"Lax"}


def test_two_first_windows_at_once(context: Any, page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ask for a key before either has one; what is done in the first is there in the second."""
    hand_out = page.page.visitors._new_visitor

    async def slowly() -> str:
        await asyncio.sleep(1.5)
        return str(await hand_out())

    monkeypatch.setattr(page.page.visitors, "_new_visitor", slowly)
    both = [context.new_page() for _ in range(2)]
    for window in both:
        window.goto(f"{page.address}/games/tic_tac_toe")
        assert window.locator("body[data-new]").count() == 1
        assert keys(context) == {}
    contests = set()
    for window in both:
        window.get_by_role("button", name="Play", exact=True).click()
    for window in both:
        window.locator("g.open").first.wait_for()
        contests.add(window.url.rsplit("/", 1)[1])
    assert len(contests) == 2
    assert len(keys(context)) == 1
    assert listed(both[0], page.address) == listed(both[1], page.address) == contests


def test_a_browser_that_was_closed_and_restored(browser: Any, context: Any, page: Served) -> None:
    contest, state = begin(context.new_page(), page), None
    state = context.storage_state()
    again = browser.new_context(storage_state=state)
    assert listed(again.new_page(), page.address) == {contest}
    again.close()


def test_localhost_and_127_0_0_1(context: Any, page: Served) -> None:
    window = context.new_page()
    contest = begin(window, page, page.address.replace("127.0.0.1", "localhost"))
    assert window.url.startswith("http://127.0.0.1:")
    assert listed(window, page.address) == {contest}
    assert listed(window, page.address.replace("127.0.0.1", "localhost")) == {contest}
    assert len(keys(context)) == 1


def test_two_servers_on_one_host(context: Any, page: Served, tmp_path: Path) -> None:
    with serving(tmp_path / "other", Door(limits=LIMITS)) as other:
        window = context.new_page()
        contests = {served.address: begin(window, served) for served in (page, other)}
        for address in [page.address, other.address] * 2:
            assert listed(window, address) == {contests[address]}
        assert len(keys(context)) == 2


def test_the_access_code_typed_again(context: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "coded", Door(code=CODE, limits=LIMITS)) as coded:
        first, second = context.new_page(), context.new_page()
        for window in (first, second):
            window.goto(coded.address)
            window.get_by_label("Access code").fill(CODE)
        first.get_by_role("button", name="Enter").click()
        first.wait_for_url(f"{coded.address}/")
        before, contest = keys(context), begin(first, coded)
        second.get_by_role("button", name="Enter").click()
        second.wait_for_url(f"{coded.address}/")
        assert keys(context) == before
        assert listed(second, coded.address) == {contest}


def test_the_same_key_is_renewed_each_month(context: Any, page: Served) -> None:
    window = context.new_page()
    contest, before = begin(window, page), keys(context)
    visitors = page.page.visitors
    digest = next(row["key"] for row in page.page.store.read("SELECT key, renewed FROM keys ORDER BY renewed DESC"))
    visitor, renewed = visitors.known(digest)
    visitors._remember(digest, visitor, renewed - MONTH - 1)
    (cookie,) = context.cookies()
    window.wait_for_timeout(1100)
    assert listed(window, page.address) == {contest}
    (again,) = context.cookies()
    assert keys(context) == before
    assert again["expires"] > cookie["expires"]


def test_a_server_whose_address_has_changed_and_a_recovery_code(context: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "class", Door(None, CODE, limits=LIMITS), "0.0.0.0") as school:
        window = context.new_page()
        window.goto(school.address)
        window.get_by_label("Access code").fill(CODE)
        window.get_by_role("button", name="Enter").click()
        window.wait_for_url(f"{school.address}/")
        contest, code = begin(window, school), shown_code(window, school.address)
        moved = school.address.replace("127.0.0.1", "127.0.0.2")
        window.goto(moved)
        window.get_by_label("Access code, or your own recovery code").fill(code.lower())
        window.get_by_role("button", name="Enter").click()
        window.wait_for_url(f"{moved}/")
        assert listed(window, moved) == {contest}


def shown_code(window: Any, address: str) -> str:
    window.goto(f"{address}/you")
    window.get_by_role("button", name="Show my recovery code").click()
    window.locator("#code:not(:empty)").wait_for()
    return str(window.locator("#code").inner_text())


def test_recovery_in_a_second_browser_with_things_of_its_own(browser: Any, context: Any, page: Served) -> None:
    contest = begin(context.new_page(), page)
    code = shown_code(context.pages[0], page.address)
    assert shown_code(context.pages[0], page.address) == code
    second = browser.new_context()
    window = second.new_page()
    own = begin(window, page)
    window.goto(f"{page.address}/you")
    window.get_by_role("textbox", name="Recovery code").fill("7Q2M 7Q2M 7Q2M 7Q2M")
    window.get_by_role("button", name="That is me").click()
    window.locator("#told:has-text('no recovery code')").wait_for()
    window.get_by_role("textbox", name="Recovery code").fill(code)
    window.get_by_role("button", name="That is me").click()
    window.get_by_role("button", name="They are somebody else's").click()
    window.locator("#whose-said:has-text('only key')").wait_for()
    window.get_by_role("button", name="They are mine").click()
    window.wait_for_url(f"{page.address}/")
    assert listed(window, page.address) == {contest, own}
    assert listed(context.pages[0], page.address) == {contest, own}
    second.close()


def test_everything_is_taken_along_then_forgotten_recovered_and_deleted(
    context: Any, page: Served, tmp_path: Path
) -> None:
    window = context.new_page()
    contest = begin(window, page)
    window.goto(f"{page.address}/you")
    with window.expect_download() as taking:
        window.get_by_role("link", name="Take it along").click()
    file = tmp_path / taking.value.suggested_filename
    taking.value.save_as(file)
    assert any("seen.jsonl: 1 line," in sentence for sentence in validate(str(file)))
    window.get_by_role("button", name="Forget me on this browser").click()
    window.locator("#forget-said:has-text('all of it is deleted')").wait_for()
    window.locator("#forget-no").click()
    code = shown_code(window, page.address)
    window.get_by_role("button", name="Forget me on this browser").click()
    window.wait_for_url(f"{page.address}/")
    assert listed(window, page.address) == set()
    window.goto(f"{page.address}/you")
    window.get_by_role("textbox", name="Recovery code").fill(code)
    window.get_by_role("button", name="That is me").click()
    window.wait_for_url(f"{page.address}/")
    assert listed(window, page.address) == {contest}
    window.goto(f"{page.address}/you")
    window.get_by_role("button", name="Delete all that is mine").click()
    window.locator("#delete-said:has-text('for good')").wait_for()
    window.locator("#delete-yes").click()
    window.wait_for_url(f"{page.address}/")
    assert listed(window, page.address) == set()
    window.goto(f"{page.address}/contests/{contest}")
    assert "Not here" in window.locator("h1").inner_text()
