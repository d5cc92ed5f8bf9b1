"""Where hands are hidden an answer leaves on the beat: no stopwatch tells how long somebody thought, up to 100 ms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page.contests import Contests
from gamelore.app.page.door.beat import BEAT, OnTheBeat, asked_about, until_next
from gamelore.app.page.door.guard import App, Message, Receive, Scope, Send
from gamelore.app.page.server import WebPage
from gamelore.app.table.others import OtherSeats
from gamelore.games import load_game

BET = "/api/contests/x/moves"


@dataclass
class FakeTime:
    """A clock that stands still while nobody works or sleeps."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)
    thought: float = 0.0
    """Seconds that the others think about a move."""
    meanwhile: Callable[[], Awaitable[None]] | None = None

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.meanwhile is not None:
            await self.meanwhile()
        self.now += seconds


def working(time: FakeTime, seconds: float, game: str = "", status: int = 200) -> App:
    """An application that works so long, and says which game it is about if it is told to."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        time.now += seconds
        if game:
            asked_about(scope, load_game(game))
        await send({"type": "http.response.start", "status": status, "headers": []})
        time.now += 0.001  # the answer itself waits for nothing any more
        await send({"type": "http.response.body", "body": b"{}"})

    return app


def left(app: Callable[[FakeTime], App], path: str = BET, kind: str = "http") -> float:
    """Milliseconds after which the answer has begun to leave."""
    time, began = FakeTime(), []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            began.append(time.now)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    layer = OnTheBeat(app(time), clock=time.clock, sleep=time.sleep)
    asyncio.run(layer({"type": kind, "path": path}, receive, send))
    return round(1000 * (began[0] - 1000.0), 6)


@pytest.mark.parametrize(
    ("work", "leaves"),
    [(0.00017, 100), (0.025, 100), (0.0999, 100), (0.1001, 200), (0.35, 400), (0.7342, 800)],
)
def test_an_answer_leaves_at_the_next_multiple_of_100_ms(work: float, leaves: float) -> None:
    assert left(lambda time: working(time, work, "draw_poker")) == leaves
    assert left(lambda time: working(time, work)) == leaves  # nobody said that nothing is hidden
    assert left(lambda time: working(time, work, "forty_two", 400)) == leaves


@pytest.mark.parametrize(
    "path", ["/api/contests", "/contests/x", "/api/coachings/x/answers", "/coach/x", "/api/record/judged"]
)
def test_whatever_is_asked_about_contests_waits(path: str) -> None:
    assert left(lambda time: working(time, 0.002), path) == 100


def test_open_games_other_pages_and_sockets_do_not_wait() -> None:
    assert left(lambda time: working(time, 0.002, "tic_tac_toe")) == 2
    for path in ("/", "/games/draw_poker", "/record", "/api/courses/x", "/static/contest.mjs", "/coach"):
        assert left(lambda time: working(time, 0.002), path) == 2
    assert left(lambda time: working(time, 0.002), kind="websocket") == 2


def test_without_a_beat_nothing_waits() -> None:
    time = FakeTime()

    async def nothing(*_: Message) -> Message:
        return {}

    layer = OnTheBeat(working(time, 0.002), 0.0, clock=time.clock, sleep=time.sleep)
    asyncio.run(layer({"type": "http", "path": BET}, nothing, nothing))  # type: ignore[arg-type]
    assert time.slept == []


def test_a_whole_beat_is_waited_for_when_there_is_one_now() -> None:
    assert until_next(0.0, 0.1) == pytest.approx(0.1)
    assert until_next(0.5, 0.25) == 0.25
    assert until_next(0.26, 0.1) == pytest.approx(0.04)


class Stopwatch:
    """A visitor with a stopwatch at a page whose time is ours."""

    def __init__(self, page: WebPage, time: FakeTime) -> None:
        self.time = time
        self.visitor = Visitor(SimpleNamespace(app=OnTheBeat(page.app, clock=time.clock, sleep=time.sleep)))  # type: ignore[arg-type]

    async def ask(self, method: str, path: str, body: object = None) -> tuple[float, Any]:
        """The milliseconds until the answer, and the answer."""
        began = self.time.now
        answer = await self.visitor.client.request(method, path, json=body)
        return round(1000 * (self.time.now - began), 6), answer


def watch(folder: Path, time: FakeTime, story: Callable[[Stopwatch], Awaitable[None]]) -> None:
    """A story with a stopwatch; a page that has no beat yet, or has one of its own, is asked without it."""

    async def go() -> None:
        async with opened(folder) as page:
            inner = page.app
            while isinstance(inner, OnTheBeat):
                inner = inner.app
            page.app = inner
            watch = Stopwatch(page, time)
            await watch.visitor.enter()
            await story(watch)

    asyncio.run(go())


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """A time in which the others think as long as is said."""
    time, true = FakeTime(), OtherSeats.decide

    def decide(seats: OtherSeats, *about: Any) -> Any:
        time.now += time.thought
        return true(seats, *about)

    monkeypatch.setattr(OtherSeats, "decide", decide)
    return time


def test_no_route_of_a_contest_forgets_the_beat(tmp_path: Path, time: FakeTime) -> None:
    """Every route that there is, asked about a contest that goes on and about one that is over, wrongly too."""

    async def story(watch: Stopwatch) -> None:
        time.thought = 0.0123
        answers = []
        for move in ("bet 1", "drop"):
            took, begun = await watch.ask("POST", "/api/contests", {"game": "draw_poker", "against": "poker:call"})
            key = begun.json()["sitting"]
            answers.append((took, begun))
            answers.append(await watch.ask("POST", f"/api/contests/{key}/moves", {"version": 0, "move": move}))
            for route in Contests(None, None).router.routes:  # type: ignore[arg-type]
                path = route.path.replace("{key}", key)  # type: ignore[attr-defined]
                for method in route.methods:  # type: ignore[attr-defined]
                    bodies = (
                        [None]
                        if method == "GET"
                        else [{"version": 9}, {"version": 1}, {"version": 1, "move": "x"}, {"ply": 0}]
                    )
                    answers.extend([await watch.ask(method, path, body) for body in bodies])
            answers.append(await watch.ask("GET", f"/contests/{key}"))
        answers.append(await watch.ask("GET", "/api/contests/nobodys"))
        took, begun = await watch.ask("POST", "/api/coachings", {"role": "opponent", "rounds": 1})
        answers.append((took, begun))
        answers.append(await watch.ask("GET", f"/api/coachings/{begun.json()['coaching']}"))
        answers.append(await watch.ask("POST", "/api/record/judged"))
        statuses = {answer.status_code for _, answer in answers}
        assert statuses >= {200, 400, 404, 409, 422}
        assert len(answers) > 40
        assert {took for took, _ in answers} == {100.0}

    watch(tmp_path, time, story)


def test_a_forced_move_and_a_long_thought_take_the_same_time(tmp_path: Path, time: FakeTime) -> None:
    async def story(watch: Stopwatch) -> None:
        found = []
        for thought in (0.00017, 0.025, 0.00017, 0.0029, 0.025):
            time.thought = thought
            _, begun = await watch.ask("POST", "/api/contests", {"game": "draw_poker", "against": "poker:call"})
            path = f"/api/contests/{begun.json()['sitting']}/moves"
            took, answer = await watch.ask("POST", path, {"version": 0, "move": "bet 1"})
            assert len(answer.json()["history"]) > 1
            found.append(took)
        assert found == [100.0] * 5

    watch(tmp_path, time, story)


def test_nobody_else_waits_while_an_answer_does(tmp_path: Path, time: FakeTime) -> None:
    """No lock of the contest or of its game, and no thread, is kept while an answer waits."""

    async def story(watch: Stopwatch) -> None:
        _, begun = await watch.ask("POST", "/api/contests", {"game": "draw_poker", "against": "poker:call"})
        path = f"/api/contests/{begun.json()['sitting']}"
        layer = watch.visitor.client._transport.app  # type: ignore[attr-defined]
        inside = Visitor(SimpleNamespace(app=layer.app))  # type: ignore[arg-type]
        inside.client.cookies = watch.visitor.client.cookies
        seen = []

        async def meanwhile() -> None:
            time.meanwhile = None
            looked = [inside.get(path) for _ in range(8)]
            seen.extend(await asyncio.wait_for(asyncio.gather(*looked), 20))

        time.meanwhile = meanwhile
        took, moved = await watch.ask("POST", f"{path}/moves", {"version": 0, "move": "bet 1"})
        assert moved.status_code == 200
        assert [look["version"] for look in seen] == [1] * 8  # what was done is done, and can be looked at
        assert took == 100

    watch(tmp_path, time, story)


def test_open_games_are_answered_at_once(tmp_path: Path, time: FakeTime) -> None:
    async def story(watch: Stopwatch) -> None:
        took, begun = await watch.ask("POST", "/api/contests", {"game": "tic_tac_toe", "against": "random"})
        key = begun.json()["sitting"]
        more = await watch.ask("POST", f"/api/contests/{key}/moves", {"version": 0, "move": "5"})
        assert (took, more[0], more[1].status_code) == (0, 0, 200)

    watch(tmp_path, time, story)


def test_the_page_is_served_on_the_beat(tmp_path: Path) -> None:
    """The layer is there, and by the real clock; the other tests of the page are spared the wait."""
    page = WebPage(tmp_path, background=False)
    try:
        layers: list[Any] = [page.app]
        while hasattr(layers[-1], "app"):
            layers.append(layers[-1].app)
        (beat,) = [layer for layer in layers if isinstance(layer, OnTheBeat)]
        assert beat.beat == BEAT == 0.1
    finally:
        page.tables.close()
        page.store.close()
