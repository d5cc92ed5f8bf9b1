"""Contests over HTTP: played, taken back, asked about, kept, and nobody else's business."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page import open_contests as tables
from gamelore.app.page.server import WebPage
from gamelore.app.table.data import Over
from gamelore.app.table.manners import headline, manners_of
from gamelore.games import load_game


def visit(folder: Path, story: Callable[[WebPage, Visitor], Awaitable[None]]) -> None:
    """A visitor's story at a page."""

    async def go() -> None:
        async with opened(folder) as page:
            await story(page, await Visitor(page).enter())

    asyncio.run(go())


async def play_out(visitor: Visitor, now: Any, most: int = 60) -> Any:
    """The first legal move again and again, to the end."""
    for _ in range(most):
        if now["result"] is not None:
            break
        now = await visitor.move(now, now["moves"][0]["action"])
    return now


def test_a_contest_is_played_to_its_end_and_tells_why(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("lose_tic_tac_toe", "reasonable")
        assert now["your_turn"]
        assert [move["action"] for move in now["moves"]] == [str(n) for n in range(1, 10)]
        after = await visitor.move(now, "5")
        assert after["version"] == now["version"] + 1
        assert [moved["yours"] for moved in after["history"]] == [True, False]
        assert after["history"][1]["said"] in after["status"]
        (why,) = await visitor.get(f"/api/contests/{now['sitting']}/why")
        assert why["action"] == after["history"][1]["action"]
        over = await play_out(visitor, after)
        assert over["result"]["result"] in ("win", "loss", "draw")
        assert over["moves"] == []

    visit(tmp_path, story)


def test_every_game_can_be_begun_against_whoever_needs_no_table_and_is_drawn(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        from gamelore.app.page.catalogue import games

        for game in games():
            against = "poker:random" if game.name == "draw_poker" else "random"
            now = await visitor.begin(game.name, against, game.seats - 1)
            assert now["title"] == game.title
            assert "<script" not in now["picture"]
            assert ('class="board"' in now["picture"]) == (now["kind"] == "board")
            assert now["your_turn"] or now["result"]

    visit(tmp_path, story)


def test_a_move_is_taken_back_and_the_same_move_gets_the_same_answer(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        path = f"/api/contests/{now['sitting']}"
        after = await visitor.move(now, "5")
        back = await visitor.post(f"{path}/undo", version=after["version"])
        assert back["history"] == []
        again = await visitor.move(back, "5")
        assert again["history"] == after["history"]
        resigned = await visitor.post(f"{path}/resign", version=again["version"])
        assert resigned["result"]["result"] == "loss"

    visit(tmp_path, story)


def test_a_move_that_was_made_already_is_refused_and_nothing_happens_twice(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        path, body = f"/api/contests/{now['sitting']}/moves", {"version": now["version"], "move": "5"}
        found = await asyncio.gather(*(visitor.client.post(path, json=body) for _ in range(5)))
        assert sorted(answer.status_code for answer in found) == [200, 409, 409, 409, 409]
        assert len((await visitor.get(f"/api/contests/{now['sitting']}"))["history"]) == 2

    visit(tmp_path, story)


@pytest.mark.parametrize("move", ["99", "", "call", "5x5", "5" * 80, "\u0000", "replace none"])
def test_a_move_that_is_none_is_one_sentence_and_changes_nothing(tmp_path: Path, move: str) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        body = {"version": now["version"], "move": move}
        answer = await visitor.client.post(f"/api/contests/{now['sitting']}/moves", json=body)
        assert answer.status_code == 400
        assert isinstance(answer.json()["detail"], str)
        assert (await visitor.get(f"/api/contests/{now['sitting']}")) == now

    visit(tmp_path, story)


def test_a_contest_is_nobody_elses_business(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("draw_poker", "poker:random")
        other = await Visitor(page).enter()
        path = f"/api/contests/{now['sitting']}"
        for asked in (
            path,
            f"{path}/why",
            f"{path}/hint",
            f"{path}/lines",
            f"{path}/truth",
            f"/contests/{now['sitting']}",
        ):
            answer = await other.client.get(asked)
            assert answer.status_code == 404
            assert answer.text.replace(now["sitting"], "") == (
                await other.client.get(asked.replace(now["sitting"], "nothing-here"))
            ).text.replace("nothing-here", "")
        body = {"version": 0, "move": "drop"}
        assert (await other.client.post(f"{path}/moves", json=body)).status_code == 404
        assert (await other.client.get("/api/contests/nothing-here")).status_code == 404
        nobody = Visitor(page)
        assert (await nobody.client.get(path)).status_code == 401
        nobody.client.cookies.set("gamelore", "x" * 43)
        assert (await nobody.client.get(path)).status_code == 401

    visit(tmp_path, story)


def test_a_contest_goes_on_after_a_restart_and_when_memory_was_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_OPEN", 2)

    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            begun = [await visitor.begin("lose_tic_tac_toe", "reasonable") for _ in range(4)]
            moved = [await visitor.move(now, "1") for now in begun]
            assert len(page.tables.open) <= 2
            assert [await visitor.get(f"/api/contests/{now['sitting']}") for now in begun] == moved
            key = visitor.key
        async with opened(tmp_path) as page:
            again = Visitor(page)
            again.client.cookies.set("gamelore", key)
            assert [await again.get(f"/api/contests/{now['sitting']}") for now in begun] == moved
            assert (await play_out(again, moved[0]))["result"] is not None

    asyncio.run(go())


def test_the_oldest_contests_of_a_visitor_go_when_there_are_too_many(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        page.tables.most_kept = 3
        begun = [await visitor.begin("tic_tac_toe", "random") for _ in range(5)]
        found = [await visitor.client.get(f"/api/contests/{now['sitting']}") for now in begun]
        assert [answer.status_code for answer in found] == [404, 404, 200, 200, 200]

    visit(tmp_path, story)


def test_a_game_of_ones_own_is_checked_drawn_and_played_and_is_its_owners(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        from gamelore.app.page.own_games import EXAMPLE

        wrong = await visitor.client.post("/api/games", json={"toml": EXAMPLE.replace("1-5-9", "1-5-99")})
        assert wrong.status_code == 400
        assert "1-5-99" in wrong.json()["detail"] or "99" in wrong.json()["detail"]
        brought = await visitor.post("/api/games", toml=EXAMPLE.replace("Long row", "Long <b>row"))
        assert "Long &lt;b&gt;row" in brought["picture"]
        assert "positions" in brought["checked"]
        now = await visitor.begin(brought["game"], "random")
        assert len(now["moves"]) == 12
        again = await visitor.post("/api/games", toml=EXAMPLE.replace("Long row", "Long <b>row"))
        assert again["game"] == brought["game"]
        listed = await visitor.client.get("/")
        assert "Long &lt;b&gt;row" in listed.text
        assert listed.text.count("/games/own:") == 1
        other = await Visitor(page).enter()
        theirs = {"game": brought["game"], "against": "random", "seat": 0}
        assert (await other.client.post("/api/contests", json=theirs)).status_code == 400
        assert (await other.client.get(f"/games/{brought['game']}")).status_code == 404

    visit(tmp_path, story)


def test_the_guides_that_take_longest_are_made_last_and_that_of_42_is_served_with_the_others(tmp_path: Path) -> None:
    from gamelore.app.page.guides import book_file, guide_file, guided_games, inside_file

    slow = ["forty_two", "breakthrough", "nine_mens_morris", "eleven_mens_morris", "connect_four", "five_in_a_row"]
    assert guided_games()[-len(slow) :] == slow

    async def story(page: WebPage, visitor: Visitor) -> None:
        assert "not ready yet" in (await visitor.client.get("/guides/forty_two")).text
        assert (await visitor.client.get("/guides/forty_two/file")).status_code == 404
        for place in (guide_file, inside_file, book_file):
            file = place(page.folder, "forty_two")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text('<h1>42</h1><style>p {}</style><script type="module">1</script>')
        served = await visitor.client.get("/guides/forty_two")
        assert served.status_code == 200
        assert "script-src 'self' 'sha256-" in served.headers["content-security-policy"]
        assert "unsafe" not in served.headers["content-security-policy"]
        assert '<nav aria-label="Main">' in served.text
        for path in ("/games/forty_two", "/practice/forty_two", "/guides/forty_two/file"):
            assert f'href="{path}"' in served.text
        alone = await visitor.client.get("/guides/forty_two/file")
        assert alone.text == file.read_text()
        assert alone.headers["content-security-policy"].startswith("default-src 'none'")
        assert 'href="/guides/forty_two"' in (await visitor.client.get("/guides")).text

    visit(tmp_path, story)


def test_the_words_of_a_game_are_a_page_to_which_its_lines_lead(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        game = (await visitor.client.get("/games/lose_tic_tac_toe")).text
        assert 'href="/words/lose_tic_tac_toe#word-line"' in game
        served = await visitor.client.get("/words/lose_tic_tac_toe")
        assert served.status_code == 200
        assert 'id="word-line"' in served.text
        assert 'href="/games/lose_tic_tac_toe"' in served.text
        assert "style-src 'self' 'sha256-" in served.headers["content-security-policy"]
        assert (await visitor.client.get("/words/nobody")).status_code == 404

    visit(tmp_path, story)


def test_pages_are_there_for_a_newcomer(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            learning = ("/practice", "/practice/tic_tac_toe", "/rules/tic_tac_toe", "/words/tic_tac_toe")
            for path in ("/", "/games/five_mens_morris", "/games/forty_two", "/guides", "/own", "/courses", *learning):
                answer = await Visitor(page).client.get(path)
                assert answer.status_code == 200
                assert "set-cookie" not in answer.headers  # the page's script asks for a key
                assert "<body data-new>" in answer.text
                assert "<h1" in answer.text
            assert (await Visitor(page).client.get("/games/nothing")).status_code == 404

    asyncio.run(go())


def test_nobody_thinks_about_a_game_while_somebody_else_does(tmp_path: Path) -> None:
    """Learners share working memory game by game: two threads at once would spoil each other's moves."""
    inside: Counter[str] = Counter()
    most: Counter[str] = Counter()

    def job(game: str) -> None:
        inside[game] += 1
        inside["any"] += 1
        most.update({name: inside[name] - most[name] for name in (game, "any") if inside[name] > most[name]})
        time.sleep(0.002)
        inside[game] -= 1
        inside["any"] -= 1

    async def story(page: WebPage, visitor: Visitor) -> None:
        games = [f"game {n % 3}" for n in range(60)]
        think = page.tables.think
        await asyncio.gather(*(think(partial(job, game), game, slow=n % 2 == 0) for n, game in enumerate(games)))

    visit(tmp_path, story)
    assert [most[f"game {n}"] for n in range(3)] == [1, 1, 1]
    assert most["any"] > 1


def test_a_move_is_kept_only_where_the_file_stands_as_the_table_does(tmp_path: Path) -> None:
    """Another server, or a backup that was put back: what the file holds is right."""

    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        after = await visitor.move(now, "5")
        await page.store.write("UPDATE sittings SET version = 7")
        body = {"version": after["version"], "move": after["moves"][0]["action"]}
        answer = await visitor.client.post(f"/api/contests/{now['sitting']}/moves", json=body)
        assert answer.status_code == 409
        assert now["sitting"] not in page.tables.open
        again = await visitor.get(f"/api/contests/{now['sitting']}")
        assert again["version"] == 7
        assert again["history"] == after["history"]
        await visitor.move(again, again["moves"][0]["action"])

    visit(tmp_path, story)


def test_a_move_that_could_not_be_kept_has_not_happened(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        now = await visitor.begin("tic_tac_toe", "random")
        now = await visitor.move(now, "5")
        page.store._writer.execute("ALTER TABLE sittings RENAME TO elsewhere")
        body = {"version": now["version"], "move": now["moves"][0]["action"]}
        answer = await visitor.client.post(f"/api/contests/{now['sitting']}/moves", json=body)
        assert answer.status_code == 503
        assert now["sitting"] not in page.tables.open
        page.store._writer.execute("ALTER TABLE elsewhere RENAME TO sittings")
        assert await visitor.get(f"/api/contests/{now['sitting']}") == now

    visit(tmp_path, story)


def test_the_end_of_a_contest_is_told_in_words() -> None:
    ended = manners_of(load_game("draw_poker")).ended
    dropped = Over("win", (1.0, -1.0), "chips", "rules", "drop")
    assert (headline(dropped, 0), ended(dropped.why)) == ("You win 1 chip", "a hand was dropped")
    shown = Over("loss", (7.0, -7.0), "chips", "rules", "showdown")
    assert (headline(shown, 1), ended(shown.why)) == ("You lose 7 chips", "the hands were shown")
    assert headline(Over("draw", (0.0, 0.0), "result", "rules", "the board is full"), 0) == "A draw"
