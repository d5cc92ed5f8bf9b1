"""Games of one's own: no more than may be, each of them once; solving that takes long is told, begun and ended."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import GENEROUS, Visitor, opened

from gamelore.app.page import own_games, solving
from gamelore.app.page.door.guard import Door, Limits
from gamelore.app.page.own_games import EXAMPLE
from gamelore.app.page.own_lines import line_of
from gamelore.app.page.server import WebPage
from gamelore.base.errors import GameloreError
from gamelore.games.registry import parse_game

SLEEPER = (sys.executable, "-c", "import time; time.sleep(60)")
Story = Callable[[WebPage, Visitor], Awaitable[None]]


def visit(folder: Path, story: Story, door: Door = GENEROUS) -> None:
    async def go() -> None:
        async with opened(folder, door) as page:
            await story(page, await Visitor(page).enter())

    asyncio.run(go())


def named(name: str) -> str:
    """A game like the example with another title, which is another game and the same table."""
    return EXAMPLE.replace("Long row", name)


def new_rules(plies: int) -> str:
    """A game that no other test has solved: the name of its file is part of the table's."""
    return EXAMPLE.replace("max_plies = 60", f"max_plies = {plies}")


async def refusal(visitor: Visitor, path: str, **body: Any) -> str:
    client = visitor.client
    answer = await (client.post(path, json=body) if body else client.get(path))
    assert answer.status_code == 400, answer.text
    sentence = answer.json()["detail"]
    assert isinstance(sentence, str)
    return sentence


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that has promised nothing: whatever is not solved yet takes too long."""
    monkeypatch.setattr(solving, "PROMISED", 0.0)


# --- how many ---------------------------------------------------------------------------------------------------------


def test_of_many_games_at_once_no_more_are_kept_than_may_be(tmp_path: Path) -> None:
    most = 3
    door = Door(limits=Limits(per_second=1e6, burst=1e6, newcomers=1e6, games=most))

    async def story(page: WebPage, visitor: Visitor) -> None:
        sent = [visitor.client.post("/api/games", json={"toml": named(f"Row {n}")}) for n in range(8)]
        answers = await asyncio.gather(*sent)
        refused = [answer for answer in answers if answer.status_code != 200]
        assert len(answers) - len(refused) == most
        assert {answer.json()["detail"] for answer in refused} == {"3 games of your own are the most"}
        assert page.store.read("SELECT count(*) AS games FROM games")[0]["games"] == most
        assert len(list((tmp_path / "games").iterdir())) == most, "nothing is left of what was refused"
        kept = next(answer for answer in answers if answer.status_code == 200).json()
        again = await visitor.post("/api/games", toml=named(kept["title"]))
        assert again["game"] == kept["game"], "what is there already is no further game"

    visit(tmp_path, story, door)


def test_a_game_that_is_brought_many_times_at_once_is_one_game(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        found = await asyncio.gather(*(visitor.post("/api/games", toml=EXAMPLE) for _ in range(5)))
        marked = await visitor.post("/api/games", toml="\ufeff" + EXAMPLE)
        assert len({told["game"] for told in (*found, marked)}) == 1
        assert page.store.read("SELECT count(*) AS games FROM games")[0]["games"] == 1

    visit(tmp_path, story)


# --- solving ----------------------------------------------------------------------------------------------------------


async def until(look: Callable[[], Awaitable[Any]], state: str, seconds: float = 120) -> Any:
    end = time.monotonic() + seconds
    while True:
        told = await look()
        if told["state"] == state or time.monotonic() > end:
            return told
        await asyncio.sleep(0.05)


def test_what_takes_seconds_is_solved_while_one_looks(tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        game = (await visitor.post("/api/games", toml=EXAMPLE))["game"]
        told = await visitor.get(f"/api/games/{game}/solution")
        assert (told["known"], told["state"]) == (True, "solved")
        assert "With perfect play it is " in told["words"]

    visit(tmp_path, story)


def test_what_takes_longer_is_told_before_and_solved_by_a_process(tmp_path: Path, impatient: None) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        game = (await visitor.post("/api/games", toml=new_rules(61)))["game"]
        path = f"/api/games/{game}/solution"
        told = await visitor.get(path)
        assert (told["known"], told["state"], told["takes"]) == (False, "long", "about 4 seconds")
        assert told["words"] == "Long row has to be solved first, which takes about 4 seconds."
        begun = await visitor.post(path)
        assert begun["state"] == "running"
        assert begun["words"].startswith("Solving it, ")
        assert begun["seconds"] >= 0
        told = await until(lambda: visitor.get(path), "solved")
        assert "With perfect play it is " in told["words"]

    visit(tmp_path, story)


def test_what_is_asked_of_a_game_that_takes_long_says_so_at_once(tmp_path: Path, impatient: None) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        game = (await visitor.post("/api/games", toml=new_rules(62)))["game"]
        sentence = "Long row has to be solved first, which takes about 4 seconds."
        assert await refusal(visitor, "/api/contests", game=game, against="perfect", seat=0) == sentence
        for against in ("random", "novice"):
            now = await visitor.begin(game, against)
            for question in ("hint", "truth"):
                assert await refusal(visitor, f"/api/contests/{now['sitting']}/{question}") == sentence
            await visitor.post(f"/api/contests/{now['sitting']}/resign", version=now["version"])
            review = await visitor.get(f"/api/contests/{now['sitting']}/review")
            assert "nobody has solved" in str(review), "it is judged by a search meanwhile"

    visit(tmp_path, story)


def test_solving_has_limits_and_can_be_ended(tmp_path: Path, impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "COMMAND", SLEEPER)

    async def story(page: WebPage, visitor: Visitor) -> None:
        visitors = [visitor, *[await Visitor(page).enter() for _ in range(2)]]
        paths = []
        for who in visitors:
            game = (await who.post("/api/games", toml=new_rules(63)))["game"]
            paths.append(f"/api/games/{game}/solution")
        second = (await visitor.post("/api/games", toml=new_rules(64)))["game"]
        assert (await visitor.post(paths[0]))["state"] == "running"
        assert (await visitor.post(paths[0]))["state"] == "running", "asked again it is the same"
        wrong = await visitor.client.post(f"/api/games/{second}/solution", json={})
        assert wrong.json()["detail"] == "One game of yours is being solved already; wait for it, or end it."
        assert (await visitors[1].post(paths[1]))["state"] == "running"
        full = await visitors[2].client.post(paths[2], json={})
        assert full.json()["detail"] == "2 games are being solved already; try again in a minute."
        nobodys = await visitors[2].client.post(f"{paths[0]}/stop", json={})
        assert nobodys.status_code == 400
        await visitor.post(f"{paths[0]}/stop")
        told = await until(lambda: visitor.get(paths[0]), "ended", 20)
        assert told["words"].startswith("It was ended after ")
        assert told["takes"] == "about 4 seconds"
        assert (await visitors[2].post(paths[2]))["state"] == "running", "there is room again"
        assert (await visitor.client.post(paths[0], json={})).status_code == 400, "and none for a third"

    visit(tmp_path, story)


def test_the_page_ends_what_it_solves_when_it_closes(
    tmp_path: Path, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "COMMAND", SLEEPER)
    made = solving.Solving()
    monkeypatch.setattr(own_games, "Solving", lambda: made)

    async def story(page: WebPage, visitor: Visitor) -> None:
        game = (await visitor.post("/api/games", toml=new_rules(65)))["game"]
        await visitor.post(f"/api/games/{game}/solution")

    visit(tmp_path, story)
    (begun,) = made.of.values()
    assert begun.process is not None
    assert begun.process.returncode == -signal.SIGKILL


def test_of_visitors_without_number_only_the_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "COMMAND", (sys.executable, "-S", "-c", ""))
    monkeypatch.setattr(solving, "MOST_KEPT", 2)

    async def go() -> list[str]:
        all_of_them = solving.Solving()
        for number in range(4):
            await all_of_them.begin(f"visitor {number}", "game", "where")
            await asyncio.gather(*all_of_them._tasks)
        return list(all_of_them.of)

    assert asyncio.run(go()) == ["visitor 2", "visitor 3"]


# --- the process ------------------------------------------------------------------------------------------------------


def child(code: str, **around: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, **around)


WITH_THE_PAGE = """
import signal, time
from gamelore.app.page.child import end_with_the_page
end_with_the_page(signal.SIGKILL)
time.sleep({})
"""


def test_a_process_of_the_page_ends_well_while_the_page_goes_on() -> None:
    running = child(WITH_THE_PAGE.format(0.3))
    code = running.wait(30)
    assert running.stderr is not None
    assert (code, running.stderr.read()) == (0, b"")


def test_a_process_of_the_page_ends_with_it() -> None:
    running = child(WITH_THE_PAGE.format(60))
    assert running.stdin is not None
    running.stdin.close()
    assert running.wait(30) == -signal.SIGKILL


def test_a_process_that_solves_for_too_long_or_wants_too_much_memory_ends() -> None:
    code = "from gamelore.app.page import solving\nsolving.{} = {}\nsolving.main('five_mens_morris')"
    around = {**os.environ, "GAMELORE_CACHE": "/nonexistent/cache"}  # nothing is kept: it is solved and compiled anew
    assert child(code.format("MOST_SECONDS", 1), env=around).wait(60) == -signal.SIGXCPU
    assert child(code.format("MOST_BYTES", 2**28), env=around).wait(60) not in (0, -signal.SIGXCPU)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('title = "Long row"', 'title = "Long row', 3, "at line 3"),
        ('"1-5-9", "2-6-10", "3-7-11", "4-8-12"]\n', '"1-5-99", "2-6-10", "3-7-11", "4-8-12"]\n', 12, "[board] lines"),
        ("markers = 4", "markers = 40", 15, "40 markers"),
        ("markers = 4", "markres = 4", 15, "markres"),
        ('line = "wins"', 'line = "wows"', 16, "wows"),
        ("max_plies = 60", "max_plies = 0", 22, "max_plies"),
        ('"3-7-11", "4-8-12",\n]', '"3-7-11", "4-8",\n    "2-2-3",\n]', 19, "goal_lines"),
        ("format = 1", "format = 9", 1, "format 9"),
    ],
)
def test_an_error_is_told_with_its_line(old: str, new: str, line: int, said: str) -> None:
    text = EXAMPLE.replace(old, new, 1)
    assert text != EXAMPLE
    with pytest.raises(GameloreError) as refused:
        parse_game(text, "your game")
    assert said in str(refused.value)
    assert line_of(str(refused.value), text) == line


def test_a_text_is_looked_at_and_not_kept_while_it_is_written(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            told = await visitor.post("/api/games/preview", toml=EXAMPLE)
            assert (told["fits"], told["title"]) == (True, "Long row")
            assert "<svg" in told["picture"]
            assert told["rules"][0].startswith("Black moves first")
            told = await visitor.post("/api/games/preview", toml=EXAMPLE.replace("markers = 4", "markers = 40"))
            assert (told["fits"], told["line"]) == (False, 15)
            assert not told["words"].startswith("your game")
            for text in ("", "[", "x" * 20_001, "\x00", "[board]\npoints = 3\n"):
                answer = await visitor.client.post("/api/games/preview", json={"toml": text})
                assert answer.status_code in (200, 422), text
            assert page.store.read("SELECT count(*) FROM games")[0][0] == 0

    asyncio.run(scene())
