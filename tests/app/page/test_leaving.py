"""Whoever goes: forgotten on one browser, deleted, or with all that is theirs in one file; what the lost are told."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.app.page.asking import HOST, Visitor, code_of, has, played, visited

from gamelore.app.page.door.guard import digest_of
from gamelore.app.page.server import WebPage
from gamelore.games import board
from gamelore.lab.taken import unpack
from gamelore.lab.validate import validate

_OWN = (Path(board.__path__[0]) / "builtin" / "pong_hau_ki.toml").read_text()


def test_a_browser_is_forgotten_and_the_code_brings_everything_back(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        contest, key = await played(visitor), visitor.key
        refused = await visitor.client.post("/api/you/forget", json={})
        assert refused.status_code == 409
        assert "all of it is deleted" in refused.json()["detail"]
        code = await code_of(visitor)
        await visitor.post("/api/you/forget")
        assert not visitor.client.cookies
        visitor.client.cookies.set("gamelore", key)
        assert (await visitor.client.get(f"/api/contests/{contest}")).status_code == 401
        back = Visitor(page)
        await back.post("/api/you/recover", code=code)
        assert await has(back, contest)

    visited(tmp_path, go)


def test_a_key_that_was_forgotten_is_not_handed_out_again(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = Visitor(page)
        await visitor.client.post("/api/welcome", json={"first": "same"})
        key = visitor.key
        await code_of(visitor)
        await visitor.post("/api/you/forget")
        await visitor.client.post("/api/welcome", json={"first": "same"})
        assert visitor.key != key
        assert page.visitors.known(digest_of(key)) is None

    visited(tmp_path, go)


def test_whoever_has_nothing_is_forgotten_at_once(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        await visitor.post("/api/you/forget")
        assert page.store.read("SELECT * FROM visitors") == page.store.read("SELECT * FROM keys") == []

    visited(tmp_path, go)


def test_whoever_only_looked_in_is_forgotten_after_a_month(tmp_path: Path) -> None:
    async def begin(page: WebPage) -> None:
        visitors = [await Visitor(page).enter() for _ in range(4)]
        await played(visitors[0])
        await code_of(visitors[1])
        await page.store.write("UPDATE visitors SET made = 1 WHERE visitor <> ?", digest_of(visitors[3].key))
        keys.extend(visitor.key for visitor in visitors)

    async def again(page: WebPage) -> None:
        assert [page.visitors.known(digest_of(key)) is not None for key in keys] == [True, True, False, True]
        assert len(page.store.read("SELECT * FROM keys")) == len(page.store.read("SELECT * FROM visitors")) == 3

    keys: list[str] = []
    visited(tmp_path, begin)
    visited(tmp_path, again)


async def with_everything(page: WebPage) -> tuple[Visitor, dict[str, str]]:
    """A visitor who has some of everything: contests of all kinds, a lesson, a game, an agent."""
    visitor = await Visitor(page).enter()
    game = await visitor.post("/api/games", toml=_OWN)
    over = await visitor.begin("tic_tac_toe", "random")
    while over["result"] is None:
        over = await visitor.move(over, over["moves"][0]["action"])
    own = await visitor.begin(game["game"], "random")
    own = await visitor.move(own, own["moves"][0]["action"])
    await visitor.post(f"/api/contests/{own['sitting']}/resign", version=own["version"])
    dropped = await visitor.begin("draw_poker", "poker:call")
    await visitor.move(dropped, "drop" if any(m["action"] == "drop" for m in dropped["moves"]) else "bet 1")
    found = {
        "over": over["sitting"], "own": own["sitting"], "running": await played(visitor),
        "poker": await played(visitor, "draw_poker"), "42": await played(visitor, "forty_two"),
        "lesson": (await visitor.post("/api/coachings", role="trainer", rounds=1))["coaching"],
        "secret": (await visitor.post("/api/coachings", role="opponent", rounds=1))["coaching"],
        "game": game["game"].partition(":")[2],
    }  # fmt: skip
    return visitor, found


def test_all_that_is_mine_can_be_taken_along_and_checked(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor, found = await with_everything(page)
        answer = await visitor.client.get("/api/you/all")
        assert answer.headers["content-type"] == "application/zip"
        assert "attachment" in answer.headers["content-disposition"]
        assert (await visitor.client.get("/api/you/all")).content == answer.content
        file = tmp_path / "mine.zip"
        file.write_bytes(answer.content)
        files = unpack(answer.content, "mine")
        assert {f"{found['game']}.toml", "contests.jsonl", "seen.jsonl", "lessons.jsonl"} <= set(files)
        assert any(name.startswith(f"agents/{found['lesson']}/") for name in files)
        assert not any(name.startswith(f"agents/{found['secret']}/") for name in files)
        assert len(files["contests.jsonl"].splitlines()) == 2
        assert len(files["seen.jsonl"].splitlines()) == 4
        for row in page.store.read("SELECT log, kind, title FROM sittings"):
            log = json.loads(row["log"])
            hidden = row["kind"] == "coach" or "poker" in row["title"].lower() or "42" in row["title"]
            if hidden:
                for secret in secrets_of(log):
                    assert all(secret.encode() not in content for content in files.values()), secret
        seen = validate(str(file))
        assert any("2 records, every one replays" in sentence for sentence in seen)
        assert any("seen.jsonl: 4 lines, every one reads back" in sentence for sentence in seen)
        assert any("waterman learned draw_poker" in sentence for sentence in seen)
        assert str(tmp_path) in seen[0]

    visited(tmp_path / "page", go)


def secrets_of(log: dict[str, Any]) -> list[str]:
    """What a running contest with hidden hands must not tell: its seed and its deal."""
    if "coach" in log:
        return [str(log["coach"]["plan"]["seed"])]
    return [str(log["key"]["seed"]), log["deal"]]


def test_what_cannot_be_read_any_more_is_named_and_left_out(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        await played(visitor)
        await page.store.write("UPDATE sittings SET log = '{}'")
        page.tables.open.clear()
        files = unpack((await visitor.client.get("/api/you/all")).content, "mine")
        assert set(files) == {"about.json"}
        assert b"Tic-tac-toe: log of a sitting" in files["about.json"]

    visited(tmp_path, go)


def test_somebody_who_deletes_everything_leaves_nothing_behind(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        other = await Visitor(page).enter()
        contest = await played(other)
        visitor, found = await with_everything(page)
        await code_of(visitor)
        refused = await visitor.client.post("/api/you/delete", json={})
        assert refused.status_code == 409
        assert await has(visitor, found["over"])
        await visitor.post("/api/you/delete", sure=True)
        assert not visitor.client.cookies
        for table in ("sittings", "games", "courses", "keys", "recoveries", "visitors", "judged"):
            left = page.store.read(f"SELECT * FROM {table}")
            assert len(left) == (1 if table in ("sittings", "keys", "visitors") else 0), table
        assert list((tmp_path / "agents").glob("[!.]*")) == list((tmp_path / "games").glob("[!.]*")) == []
        assert len(page.tables.open) == 1
        assert await has(other, contest)

    visited(tmp_path, go)


def test_the_file_of_a_visitor_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor, _ = await with_everything(page)
        data = (await visitor.client.get("/api/you/all")).content
        whole = {
            name: zipfile.ZipFile(io.BytesIO(data)).read(name) for name in zipfile.ZipFile(io.BytesIO(data)).namelist()
        }
        for name, old, new, wanted in (
            ("seen.jsonl", b'"version":1', b'"version":2', "expected an object of version 1"),
            ("seen.jsonl", b'"seat":0', b'"seat":1', "can have seen last|seats"),
            ("contests.jsonl", b'"ended":"rules"', b'"ended":"max_plies"', "tells of an end"),
            ("about.json", b'"format": 1', b'"format": 3', "expected an object of format 1"),
            ("../escape", b"", b"x", "none of ours"),
        ):
            changed = {**whole, name: whole.get(name, b"").replace(old, new) or new}
            assert changed != whole
            file = tmp_path / "changed.zip"
            with zipfile.ZipFile(file, "w") as archive:
                for entry, content in changed.items():
                    archive.writestr(entry, content)
            with pytest.raises(Exception, match=wanted):
                validate(str(file))
        (tmp_path / "cut.zip").write_bytes(data[: len(data) // 2])
        with pytest.raises(Exception, match="no archive of ours"):
            validate(str(tmp_path / "cut.zip"))

    visited(tmp_path / "page", go)


def test_a_page_for_people_tells_what_is_missing_and_scripts_get_json(tmp_path: Path) -> None:
    async def go(page: WebPage) -> None:
        visitor = await Visitor(page).enter()
        for path, status in (("/nonsense", 404), ("/contests/none", 404), ("/games/none", 404), ("/enter/x", 404)):
            answer = await visitor.client.get(path)
            assert answer.status_code == status
            assert "<h1>Not here</h1>" in answer.text
            assert 'class="top"' in answer.text
        assert (await visitor.client.get("/api/nonsense")).json() == {"detail": "There is nothing here."}
        assert (await visitor.client.post("/nonsense")).json() == {"detail": "There is nothing here."}
        elsewhere = await visitor.client.get(
            "/", headers={"host": "evil.example", "accept": "text/html,application/xhtml+xml"}
        )
        assert elsewhere.status_code == 421
        assert "<h1>" in elsewhere.text

    visited(tmp_path, go)


@pytest.mark.parametrize(
    "wrong", [OSError(28, "No space left on device", "/srv/x/agents/y/rules.txt"), ValueError("odd")]
)
def test_trouble_is_a_sentence_without_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wrong: Exception
) -> None:
    async def go(page: WebPage) -> None:
        def fail(*_: object) -> None:
            raise wrong

        monkeypatch.setattr(page.tables, "listed", fail)
        transport = httpx.ASGITransport(page.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            await client.post("/api/welcome", json={})
            answer = await client.get("/")
        assert "/srv/x" not in answer.text
        assert "Traceback" not in answer.text
        assert "Nothing of yours is lost" in answer.text
        assert answer.status_code == (503 if isinstance(wrong, OSError) else 500)

    visited(tmp_path, go)
    told = capsys.readouterr().err
    assert ("/srv/x/agents/y/rules.txt: No space left on device" in told) == isinstance(wrong, OSError)
