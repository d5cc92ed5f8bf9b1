"""What the faces of the package read, as targets: command lines, the logs of sittings, what the page keeps and is sent.

See `targets.py`. The page is asked in this process, by a visitor without a browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
from collections.abc import Awaitable
from pathlib import Path
from typing import Any
from unittest import mock

from tests.fuzz.mutations import Files
from tests.fuzz.seeds import FOLDER as SEEDS
from tests.fuzz.targets import PACKAGE, TEXT, game, in_file, of_texts, scratch, target, texts_of, typed

from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.files import parse_json, to_json
from gamelore.base.seeds import stream
from gamelore.games import load_game

RULES = PACKAGE / "learners" / "rules" / "data" / "builtin.lash"
COMMANDS = {"games", "check", "compile", "explain", "play", "coach"}
OWN_GAME = PACKAGE / "games" / "board" / "builtin" / "pong_hau_ki.toml"


# --- the command line -------------------------------------------------------------------------------------------------


def _use_command(text: str) -> None:
    """A command line, an argument a line; behind an empty line what a person then types, a hundred lines at most.

    A sitting answers every line; whoever types thirty thousand waits for thirty thousand answers.
    """
    from gamelore.app.cli import main

    arguments, _, lines = text.partition("\n\n")
    heard = io.StringIO()
    asked = iter(lines.split("\n")[:100])

    def answer(prompt: object = "") -> str:
        try:
            return next(asked)
        except StopIteration:
            raise EOFError from None

    import builtins

    words = arguments.split("\n")
    if words[0] not in COMMANDS or set(words) & {"--rounds", "--subjects", "--trials", "--out", "--agent", "--record"}:
        return
    before, builtins.input = builtins.input, answer
    try:
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
            status = main(words)
    finally:
        builtins.input = before
    if status not in (0, 1, 2, 130):
        raise AssertionError(f"status {status}")


_AGENT = str(SEEDS / "agents" / "rote-own")
_LINES = (
    ("games", "tic_tac_toe"),
    ("check", _AGENT),
    ("compile", str(RULES), "--words"),
    ("explain", _AGENT, ".../.X./... O", "--json"),
    ("play", "tic_tac_toe", "--against", "random", "--seed", "3", "", "5", "why", "hint?", "undo", "1", "resign"),
    ("play", "draw_poker", "--against", "poker:call", "--with", "max_bet=5", "", "bet 3", "moves", "replace none"),
    ("coach", "poker", "--trainer", "you", "--against", "call", "", "(OK)", "WHY", "(CALL BECAUSE THE POT IS LARGE)"),
)
target("command line", of_texts(*("\n".join(line) for line in _LINES)), typed(_use_command), 0.3)


# --- the logs of sittings ---------------------------------------------------------------------------------------------


def _data(text: str) -> Any:
    content = parse_json(text, "here")
    if not isinstance(content, dict):
        raise DamagedFile("here: no table")
    return content


def _use_sitting(text: str) -> Any:
    from gamelore.app.table.sitting import TableSitting

    sitting = TableSitting.restore(_data(text))
    sitting.began(), list(sitting.answers())
    sitting.to_log(), sitting.history, sitting.moves(), sitting.shown(), sitting.result
    return sitting


def _sittings() -> list[Files]:
    from gamelore.app.table.sitting import TableSitting
    from gamelore.arena.contest import ContestKey
    from gamelore.games.registry import parse_game

    found = []
    own = parse_game(OWN_GAME.read_text(), "mine.toml", name="mine.toml")
    for played in (own, *map(game, ("lose_tic_tac_toe", "draw_poker", "forty_two"))):
        others = dict.fromkeys(range(1, played.seats), "random")
        sitting = TableSitting(played, 0, others, ContestKey(5))
        sitting.start()
        for _ in range(2):
            if sitting.your_turn:
                sitting.play(sitting.moves()[0].action)
        found.append(sitting.to_log())
    return [{TEXT: to_json(log).encode()} for log in found]


target("log of a sitting", _sittings, in_file(_use_sitting), 4)


def _ask_why(text: str) -> None:
    """Restore a sitting, and ask everybody else why: what is told is decided again from what the log says."""
    sitting = _use_sitting(text)
    for seat in sorted({ply.seat for ply in sitting.plies} - {sitting.seat}):
        [told.to_data() for told in sitting.why(seat, everything=True)]


target("why, of a log of a sitting", _sittings, in_file(_ask_why), 2)


def _use_coaching(text: str) -> None:
    from gamelore.app.table.poker.coaching import CoachSitting

    sitting = CoachSitting.restore(_data(text))
    sitting.to_log(), sitting.rules(), sitting.why(), sitting.variables(), sitting.standing()


def _coachings() -> list[Files]:
    from gamelore.app.table.poker.coaching import BUILTIN, YOU, CoachPlan, CoachSitting, coached_learner

    sitting = CoachSitting(coached_learner("poker", None, "calibrated"), CoachPlan(YOU, BUILTIN, rounds=2, seed=3))
    sitting.start()
    for text in (
        "(CALL BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)",
        "(OK)",
        "(OK)",
    ):
        sitting.answer(text)
    return [{TEXT: to_json(sitting.to_log()).encode()}]


target("log of a coaching", _coachings, in_file(_use_coaching), 0.5)


def _use_bid_coaching(text: str) -> None:
    from gamelore.app.table.forty_two.coaching import BidSitting

    sitting = BidSitting.restore(_data(text))
    sitting.to_log(), sitting.why(), sitting.prompt


def _bid_coachings() -> list[Files]:
    from gamelore.app.table.forty_two.coaching import BidCoachPlan, BidSitting, coached_bidder

    sitting = BidSitting(coached_bidder(None, ""), BidCoachPlan(3, seed=5))
    for text in ("30 trump blanks contract 33 sets 36 because offs: 4-2", "skip", "pass", "none", ""):
        sitting.answer(text)
    return [{TEXT: to_json(sitting.to_log()).encode()}]


target("log of a coaching at 42", _bid_coachings, in_file(_use_bid_coaching), 0.5)


# --- the page ---------------------------------------------------------------------------------------------------------

ROWS = {"contests": "sittings", "coachings": "sittings", "courses": "courses"}
"""What the page shows, and the table where it stands."""
COLUMNS = {"sittings": ("setting", "log"), "courses": ("setting", "told")}


class AskedPage:
    """A page with one visitor, who has a contest, a coaching and a course."""

    def __init__(self, folder: Path) -> None:
        from tests.app.page.asking import GENEROUS, Visitor

        from gamelore.app.page.server import WebPage

        self.loop = asyncio.new_event_loop()
        self.page = WebPage(folder, GENEROUS, background=False)
        self.visitor = Visitor(self.page)
        self.keys: dict[str, str] = {}
        self.rows: dict[str, Files] = {}
        self.whole: dict[str, list[tuple[Any, ...]]] = {}
        """All that the page's file held when everything had begun."""
        with mock.patch("secrets.randbits", return_value=5):  # the same contest and the same lesson every time
            self.do(self._begin())

    def do(self, work: Awaitable[Any]) -> None:
        """Do something with the page, and leave it as it was before."""
        try:
            self.loop.run_until_complete(asyncio.ensure_future(work, loop=self.loop))
        finally:
            self.loop.run_until_complete(self.tidy())

    async def _begin(self) -> None:
        visitor = await self.visitor.enter()
        now = await visitor.begin("lose_tic_tac_toe", "random")
        await visitor.move(now, now["moves"][0]["action"])
        coaching = (await visitor.post("/api/coachings", role="trainer", rounds=2))["coaching"]
        await visitor.post(f"/api/coachings/{coaching}/answers", version=0, text="(OK)")
        self.code = (await visitor.post("/api/you/code"))["code"]
        self.keys = {"contests": now["sitting"], "coachings": coaching, "courses": "course"}
        store = self.page.store
        who = store.read("SELECT visitor FROM sittings")[0]["visitor"]
        told = {"done": 2, "of": 4, "curve": [[0, 10.0], [2, 20.0]], "lore": ["a"], "judge": "expert"}
        setting = {"preset": "", "contests": 4, "seed": 1}
        row = ("course", who, "tic_tac_toe", "rote", to_json(setting), "stopped", to_json(told), 0.0)
        await store.write("INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
        for kind, key in self.keys.items():
            table = ROWS[kind]
            found = store.read(f"SELECT * FROM {table} WHERE {table[:-1]} = ?", key)[0]
            self.rows[kind] = {column: found[column].encode() for column in COLUMNS[table]}

    async def show(self, kind: str, row: dict[str, str]) -> None:
        """Ask for what stands in a row."""
        table, key = ROWS[kind], self.keys[kind]
        for column, text in row.items():
            await self.page.store.write(f"UPDATE {table} SET {column} = ? WHERE {table[:-1]} = ?", text, key)
        await self.ask(f"GET /api/{kind}/{key}")
        await self.ask("GET /")

    async def tidy(self) -> None:
        """Everything as it was before somebody asked or changed something."""
        if not self.whole:
            for table in ("visitors", "keys", "recoveries", "games", *COLUMNS):
                self.whole[table] = [tuple(row) for row in self.page.store.read(f"SELECT * FROM {table}")]
            self.cookies = dict(self.visitor.client.cookies)

        def write(connection: Any) -> None:
            for table, rows in self.whole.items():
                connection.execute(f"DELETE FROM {table}")
                if rows:
                    connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)

        await self.page.store.do(write)
        self.page.tables.open.clear()
        for room in self.page.rooms:
            getattr(room, "open", {}).clear()
        self.page.visitors.close()
        self.visitor.client.cookies.clear()
        for name, key in self.cookies.items():
            self.visitor.client.cookies.set(name, key)

    async def ask(self, text: str) -> None:
        """A request: method and path, and behind an empty line the body."""
        head, _, body = text.partition("\n\n")
        method, _, path = head.encode("utf-8", "replace").decode().partition(" ")
        for kind, key in self.keys.items():
            path = path.replace(f"/{kind}/KEY", f"/{kind}/{key}")
        if method not in ("GET", "POST") or not path.startswith("/") or ("courses" in path and method == "POST"):
            return  # courses without end would attack this machine; they have limits
        with contextlib.suppress(self._no_request()):
            data, sent = (
                body.replace("CODE", self.code).encode("utf-8", "surrogateescape"),
                {"content-type": "application/json"},
            )
            answer = await self.visitor.client.request(method, path, content=data, headers=sent)
            if answer.status_code >= 500:
                raise AssertionError(f"status {answer.status_code}")
            if answer.status_code >= 400:
                raise BadText(f"status {answer.status_code}")

    @staticmethod
    def _no_request() -> type[Exception]:
        """What a client says that cannot send such a thing."""
        import httpx

        return httpx.InvalidURL


@functools.cache
def asked_page() -> AskedPage:
    return AskedPage(scratch() / "page")


def _use_row(kind: str, files: Files) -> None:
    page, texts = asked_page(), texts_of(files)
    columns = COLUMNS[ROWS[kind]]
    page.do(page.show(kind, {column: texts.get(column, "") for column in columns}))


for _kind in ROWS:
    target(
        f"what the page keeps of {_kind}",
        functools.partial(lambda kind: [asked_page().rows[kind]], _kind),
        functools.partial(_use_row, _kind),
        0.5,
    )


def _use_request(text: str) -> None:
    asked_page().do(asked_page().ask(text))


_REQUESTS = (
    'POST /api/contests\n\n{"game":"tic_tac_toe","against":"random","seat":1}',
    'POST /api/contests/KEY/moves\n\n{"version":1,"move":"9"}',
    'POST /api/contests/KEY/undo\n\n{"version":1}',
    "GET /api/contests/KEY/why?everything=true",
    'POST /api/coachings/KEY/answers\n\n{"version":1,"text":"(CALL BECAUSE THE POT IS LARGE)"}',
    f"POST /api/games\n\n{to_json({'toml': OWN_GAME.read_text()})}",
    "GET /api/learners?game=tic_tac_toe",
    'POST /api/welcome\n\n{"first":"0123456789abcdef"}',
    'POST /api/you/code\n\n{"replace":true}',
    'POST /api/you/recover\n\n{"code":"CODE","together":true}',
    'POST /api/you/forget\n\n{"sure":true}',
    "GET /api/you/all",
)
target("request of a browser", of_texts(*_REQUESTS), typed(_use_request), 0.5)


@functools.cache
def _quiz() -> Any:
    """Two questions of 42, of two choices each, without playing for them."""
    from gamelore.lab.guide.core import ListChoice, Question
    from gamelore.lab.guide.quiz import Quiz

    forty_two = load_game("forty_two")
    view = forty_two.new_initial_state(stream(1)).view(0)
    trump = ListChoice("trump", ("trump 5", "trump 6"), (), ("trump 5",))
    call = ListChoice("call", ("pass", "bid 30"), (), ("bid 30",), alone=("pass",))
    return forty_two, Quiz(("bid 1: Name your longest suit trump.",), (), 2 * (Question("bid", view, (trump, call)),))


def _use_answers(text: str) -> None:
    from gamelore.app.guide.quizzing import read_sheet, result_lines

    forty_two, quiz = _quiz()
    list(result_lines(quiz, read_sheet(forty_two, quiz, text, "answers.txt"), 80))


target("answers to a quiz", lambda: [{TEXT: b"1: fives, bid 30 # sure\n2: pass\n"}], in_file(_use_answers), 3)
