"""A visitor stays a visitor: a known key is never replaced, a recovery code brings the same visitor elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import GENEROUS, Visitor, code_of, has, opened, played, visited

from gamelore.app.page.door.guard import MONTH, Door, Limits, cookie_name, digest_of
from gamelore.app.page.server import WebPage
from gamelore.app.page.visitor import visitors as visitors_module
from gamelore.app.page.visitor.visitors import typed_code
from gamelore.base.errors import BadText

LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "referer": "http://portal.school.example/"}
CODED = Door(code="sesame, open", limits=GENEROUS.limits)


# --- a key is never replaced ------------------------------------------------------------------------------------------


def test_a_link_from_another_site_leaves_a_visitor_what_they_are(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        key, contest = visitor.key, await played(visitor)
        for path in ("/", "/own", f"/contests/{contest}", "/nothing"):
            answer = await visitor.client.get(path, headers=LINK)
            assert "set-cookie" not in answer.headers
            assert "data-new" not in answer.text
        assert visitor.key == key
        assert await has(visitor, contest)

    visited(tmp_path, go)


def test_whoever_comes_without_the_cookie_is_not_given_another_key_in_its_place(tmp_path: Path) -> None:
    """A cookie of an earlier version does not come with a link; the page's own script finds it."""

    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        key = visitor.key
        shown = await Visitor(page).client.get("/", headers=LINK)
        assert "set-cookie" not in shown.headers
        assert "<body data-new>" in shown.text
        assert "/static/api.mjs" in shown.text
        told = await visitor.client.post("/api/welcome", json={"first": "x"})
        assert told.json() == {"known": True, "owns": False}
        assert "set-cookie" not in told.headers
        assert visitor.key == key

    visited(tmp_path, go)


def test_the_access_code_typed_again_changes_nothing(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = Visitor(page)
        for code in ("sesame, open", "sesame, open", "nonsense"):
            answer = await visitor.client.post("/enter", data={"code": code})
            assert answer.headers["location"] == "/"
            if code == "sesame, open" and "contest" not in locals():
                key, contest = visitor.key, await played(visitor)
        assert visitor.key == key
        assert await has(visitor, contest)
        assert len(page.store.read("SELECT * FROM visitors")) == 1
        assert (await visitor.client.get("/enter")).headers["location"] == "/"

    visited(tmp_path, go, CODED)


def test_two_first_windows_that_ask_at_once_are_one_visitor(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        windows = [Visitor(page) for _ in range(5)]
        await asyncio.gather(*(w.client.post("/api/welcome", json={"first": "of this browser"}) for w in windows))
        assert len({window.key for window in windows}) == 1
        contest = await played(windows[0])
        assert all([await has(window, contest) for window in windows])
        other = Visitor(page)
        await other.client.post("/api/welcome", json={"first": "of another"})
        assert other.key != windows[0].key
        nameless = [await Visitor(page).enter() for _ in range(2)]
        assert nameless[0].key != nameless[1].key

    visited(tmp_path, go)


def test_a_first_that_could_not_be_kept_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(page: WebPage) -> None:
        pages = page.store._writer.execute("PRAGMA page_count").fetchone()[0]
        page.store._writer.execute(f"PRAGMA max_page_count={pages}")
        filler = "INSERT INTO games VALUES (?, 'nobody', '', ?, 0)"
        for size in (30_000, 3000, 300, 30):
            for n in range(200):
                try:
                    await page.store.write(filler, f"{size} {n}", "x" * size)
                except Exception:
                    break
        visitor, refused = Visitor(page), 0
        for n in range(400):
            answer = await visitor.client.post("/api/welcome", json={"first": f"window {n}"})
            if answer.status_code != 200:
                refused = n
                break
            visitor.client.cookies.clear()
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "5"
        page.store._writer.execute("PRAGMA max_page_count=1000000")
        answer = await visitor.client.post("/api/welcome", json={"first": f"window {refused}"})
        assert answer.status_code == 200
        assert await played(visitor)

    visited(tmp_path, go)


def test_firsts_are_forgotten_when_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors_module, "MOST_FIRSTS", 3)
    monkeypatch.setattr(visitors_module, "MOST_REMEMBERED", 2)

    async def go(page: WebPage) -> None:
        keys = [await page.visitors.welcome(str(n)) for n in range(5)]
        assert len(page.visitors._firsts) == 3
        assert len(page.visitors._remembered) == 2
        assert await page.visitors.welcome("4") == keys[4]
        assert await page.visitors.welcome("0") != keys[0]
        assert all(page.visitors.known(digest_of(key)) for key in keys)

    visited(tmp_path, go)


def test_localhost_leads_to_the_name_whose_cookies_count(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        client = Visitor(page).client
        answer = await client.get("http://localhost:8042/games/tic_tac_toe?x=1&y=a%20b")
        assert answer.status_code == 307
        assert answer.headers["location"] == "http://127.0.0.1:8042/games/tic_tac_toe?x=1&y=a%20b"
        odd = await client.get("http://[::1]:8042/games/a%0d%0ab")
        assert odd.headers["location"] == "http://127.0.0.1:8042/games/a%0D%0Ab"
        assert (await client.get("http://localhost:8042/static/page.css")).status_code == 200
        assert (await client.get("http://localhost/")).headers["location"] == "http://127.0.0.1/"
        # Whoever was a visitor there before stays one.
        visitor = await Visitor(page).enter()
        header = {"cookie": f"gamelore={visitor.key}"}
        assert (await client.get("http://localhost:8042/", headers=header)).status_code == 200

    visited(tmp_path, go)


def test_two_pages_on_one_host_keep_their_visitors_apart(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path / "one") as one, opened(tmp_path / "two") as two:
            browser = await Visitor(one).enter()
            at_two = Visitor(two)
            at_two.client._cookies = browser.client._cookies  # one browser
            assert await at_two.client.post("/api/welcome", json={})
            assert len(browser.client.cookies) == 2
            contests = [await played(browser), await played(at_two)]
            for _ in range(2):
                assert await has(browser, contests[0])
                assert await has(at_two, contests[1])
            assert not await has(browser, contests[1])

    asyncio.run(go())
    assert cookie_name(tmp_path / "one") != cookie_name(tmp_path / "two")
    assert cookie_name(tmp_path / "one") == cookie_name(tmp_path / "two" / ".." / "one")


def test_a_folder_that_was_moved_still_knows_its_visitors(tmp_path: Path) -> None:
    found: dict[str, Any] = {}

    async def before(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        found.update(cookies=dict(visitor.client.cookies), key=visitor.key, contest=await played(visitor))

    async def after(page: WebPage) -> None:
        visitor = Visitor(page)
        visitor.client.cookies.update(found["cookies"])
        assert await has(visitor, found["contest"])
        shown = await visitor.client.get("/")
        assert shown.headers["set-cookie"].startswith(f"{cookie_name(tmp_path / 'there')}={found['key']};")

    visited(tmp_path / "here", before)
    (tmp_path / "here").rename(tmp_path / "there")
    visited(tmp_path / "there", after)


def test_the_same_key_is_handed_out_again_each_month(tmp_path: Path) -> None:
    at = [1000.0]

    async def go(page: WebPage) -> None:
        page.visitors.clock = lambda: at[0]
        visitor = await Visitor(page).enter()
        key = visitor.key
        handed = []
        for days in (0, 29, 31, 32, 60, 62):
            at[0] = 1000.0 + days * MONTH / 30
            page.visitors.close()  # as after a restart
            handed.append("set-cookie" in (await visitor.client.get("/")).headers)
        assert handed == [False, False, True, False, False, True]
        assert visitor.key == key

    visited(tmp_path, go)


def test_a_cookie_of_an_earlier_version_counts_and_is_made_a_new_one(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        key = "k" * 43
        await page.store.write("INSERT INTO visitors VALUES (?, 1)", digest_of(key))
        await page.store.write("INSERT INTO keys VALUES (?, ?, 0, '')", digest_of(key), digest_of(key))
        visitor = Visitor(page)
        visitor.client.cookies.set("gamelore", key)
        answer = await visitor.client.get("/")
        assert answer.headers["set-cookie"].startswith(f"{cookie_name(tmp_path)}={key};")
        assert "SameSite=Lax" in answer.headers["set-cookie"]
        visitor.client.cookies.delete("gamelore")
        assert await played(visitor)

    visited(tmp_path, go)


def test_nobody_is_taken_for_a_newcomer_while_the_file_cannot_be_read(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        key = visitor.key
        page.visitors.close()
        page.store._writer.execute("ALTER TABLE keys RENAME TO elsewhere")
        for path in ("/", "/api/you/all"):
            answer = await visitor.client.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 503
            assert "damaged" in answer.text
            assert "set-cookie" not in answer.headers
        assert (await visitor.client.post("/api/welcome", json={})).status_code == 503
        page.store._writer.execute("ALTER TABLE elsewhere RENAME TO keys")
        assert await played(visitor)
        assert visitor.key == key

    visited(tmp_path, go)


# --- the recovery code ------------------------------------------------------------------------------------------------


def test_a_recovery_code_makes_another_browser_one_of_the_same_visitor(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first = await Visitor(page).enter()
        contest = await played(first)
        code = await code_of(first)
        assert [len(part) for part in code.split("-")] == [4, 4, 4, 4]
        assert await code_of(first) == code
        second = Visitor(page)
        answer = await second.client.post("/api/you/recover", json={"code": code.lower().replace("-", " ")})
        assert answer.status_code == 200
        assert second.key != first.key
        assert await has(second, contest)
        assert await has(first, contest)
        assert await code_of(second) == code
        in_file = "".join(
            str(tuple(row)) for t in ("keys", "recoveries") for row in page.store.read(f"SELECT * FROM {t}")
        )
        for secret in (code, code.replace("-", ""), first.key, second.key):
            assert secret not in in_file

    visited(tmp_path, go)


def test_a_new_code_ends_the_old_one(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first = await Visitor(page).enter()
        old = await code_of(first)
        second = Visitor(page)
        await second.post("/api/you/recover", code=old)
        new = await code_of(second, replace=True)
        assert new != old
        assert (await Visitor(page).client.post("/api/you/recover", json={"code": old})).status_code == 400
        refused = await first.client.post("/api/you/code", json={})
        assert refused.status_code == 409
        assert "made in another browser" in refused.json()["detail"]
        third = await code_of(first, replace=True)
        assert (await second.client.post("/api/you/recover", json={"code": third})).status_code == 200
        assert await code_of(second) == third

    visited(tmp_path, go)


def test_a_browser_that_holds_nothing_takes_the_other_visitor_up_with_its_own_key(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first, second = await Visitor(page).enter(), await Visitor(page).enter()
        contest, key = await played(first), second.key
        code = await code_of(first)
        await second.post("/api/you/recover", code=code)
        assert second.key == key
        assert await has(second, contest)
        assert len(page.store.read("SELECT * FROM visitors")) == 1
        await second.post("/api/you/recover", code=code)  # once more changes nothing
        assert await has(second, contest)

    visited(tmp_path, go)


def test_a_browser_that_holds_something_is_asked_whose_it_is_and_nothing_is_lost(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first, second = await Visitor(page).enter(), await Visitor(page).enter()
        theirs, mine = await played(first), await played(second)
        code = await code_of(first)
        own = await code_of(second)
        third = Visitor(page)
        await third.post("/api/you/recover", code=own)
        asked = await second.client.post("/api/you/recover", json={"code": code})
        assert asked.status_code == 409
        assert "Are they yours, too?" in asked.json()["detail"]
        assert await has(second, mine)
        await second.post("/api/you/recover", code=code, together=True)
        for browser in (first, second, third):
            assert await has(browser, theirs)
            assert await has(browser, mine)
        assert len(page.store.read("SELECT * FROM visitors")) == 1
        late = Visitor(page)
        await late.post("/api/you/recover", code=own)  # both codes count
        assert await has(late, theirs)
        assert await code_of(second) == code
        assert await code_of(third) == own

    visited(tmp_path, go)


def test_what_is_somebody_elses_is_left_only_if_they_can_come_back(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first, shared = await Visitor(page).enter(), await Visitor(page).enter()
        mine, theirs = await played(first), await played(shared)
        code = await code_of(first)
        refused = await shared.client.post("/api/you/recover", json={"code": code, "together": False})
        assert refused.status_code == 409
        assert "only key" in refused.json()["detail"]
        own = await code_of(shared)
        await shared.post("/api/you/recover", code=code, together=False)
        assert await has(shared, mine)
        assert not await has(shared, theirs)
        back = Visitor(page)
        await back.post("/api/you/recover", code=own)
        assert await has(back, theirs)
        assert not await has(back, mine)

    visited(tmp_path, go)


@pytest.mark.parametrize(
    "typed", ["", "7Q2M", "7Q2M-7Q2M-7Q2M-7Q2", "7Q2M-7Q2M-7Q2M-7Q2U", "7Q2M-7Q2M-7Q2M-7Q2M-1", "٣" * 16]
)
def test_what_is_no_code_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(BadText, match="A recovery code has 16 letters and digits, such as 7Q2M-7Q2M-7Q2M-7Q2M"):
        typed_code(typed)


def test_a_code_may_be_typed_as_people_do() -> None:
    assert typed_code(" oO0i-lL1a bcde/fgh0 ") == "0001111ABCDEFGH0"


def test_codes_are_guessed_slowly(tmp_path: Path) -> None:
    door = Door(code="sesame, open", limits=Limits(guesses=3))

    async def go(page: WebPage) -> None:
        guesser, owner = Visitor(page), Visitor(page)
        for wrong in ("code", "code", "often"):
            answer = await guesser.client.post("/enter", data={"code": "7Q2M-7Q2M-7Q2M-7Q2M"})
            assert answer.headers["location"] == f"/enter?wrong={wrong}" or wrong == "often"
        right = await owner.client.post("/enter", data={"code": "sesame, open"})
        assert right.headers["location"] == "/enter?wrong=often"
        assert not owner.client.cookies
        shown = await guesser.client.get("/enter?wrong=often")
        assert "Too many wrong codes" in shown.text
        refused = await guesser.client.post("/api/you/recover", json={"code": "7Q2M-7Q2M-7Q2M-7Q2M"})
        assert refused.status_code == 429
        now = page.you.guesses.left.clock()
        page.you.guesses.left.clock = lambda: now + 6.5
        assert (await owner.client.post("/enter", data={"code": "sesame, open"})).headers["location"] == "/"
        for _ in range(10):  # who is right has not guessed
            assert (await Visitor(page).client.post("/enter", data={"code": "sesame, open"})).headers["location"] == "/"

    visited(tmp_path, go, door)


def test_a_recovery_code_opens_the_door_as_well(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        first = Visitor(page)
        await first.client.post("/enter", data={"code": "sesame, open", "first": "f"})
        contest, code = await played(first), await code_of(first)
        second = Visitor(page)
        assert (await second.client.post("/api/welcome", json={})).status_code == 401
        assert (await second.client.post("/enter", data={"code": code})).headers["location"] == "/"
        assert await has(second, contest)
        windows = [Visitor(page) for _ in range(2)]
        for window in windows:
            await window.client.post("/enter", data={"code": "sesame, open", "first": "together"})
        assert windows[0].key == windows[1].key

    visited(tmp_path, go, CODED)
