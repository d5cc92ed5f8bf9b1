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


def _use_sitting(text: str) -> None:
    from gamelore.app.table.sitting import TableSitting

    sitting = TableSitting.restore(_data(text))
    sitting.began(), list(sitting.answers())
    sitting.to_log(), sitting.history, sitting.moves(), sitting.shown(), sitting.result


def _sittings() -> list[Files]:
    from gamelore.app.table.sitting import TableSitting
    from gamelore.arena.contest import ContestKey
    from gamelore.games.board.toml_game import load_board_game

    found = []
    own = load_board_game(OWN_GAME)
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


def _use_coaching(text: str) -> None:
    from gamelore.app.table.coaching import CoachSitting

    sitting = CoachSitting.restore(_data(text))
    sitting.to_log(), sitting.rules(), sitting.why(), sitting.variables(), sitting.standing()


def _coachings() -> list[Files]:
    from gamelore.app.table.coaching import BUILTIN, YOU, CoachPlan, CoachSitting, coached_learner

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

        def write(connection: Any) -> None:
            for table in COLUMNS:
                named = ",".join("?" * len(self.keys))
                connection.execute(f"DELETE FROM {table} WHERE {table[:-1]} NOT IN ({named})", [*self.keys.values()])
            connection.execute("DELETE FROM games")
            for kind, row in self.rows.items():
                table = ROWS[kind]
                for column, data in row.items():
                    query = f"UPDATE {table} SET {column} = ? WHERE {table[:-1]} = ?"
                    connection.execute(query, (data.decode(), self.keys[kind]))
            connection.execute("UPDATE sittings SET version = 1")

        await self.page.store.do(write)
        self.page.tables.open.clear()
        self.page.coachings.open.clear()

    async def ask(self, text: str) -> None:
        """A request: method and path, and behind an empty line the body."""
        head, _, body = text.partition("\n\n")
        method, _, path = head.encode("utf-8", "replace").decode().partition(" ")
        for kind, key in self.keys.items():
            path = path.replace(f"/{kind}/KEY", f"/{kind}/{key}")
        if method not in ("GET", "POST") or not path.startswith("/") or ("courses" in path and method == "POST"):
            return  # courses without end would attack this machine; they have limits
        with contextlib.suppress(self._no_request()):
            data, sent = body.encode("utf-8", "surrogateescape"), {"content-type": "application/json"}
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
)
target("request of a browser", of_texts(*_REQUESTS), typed(_use_request), 0.5)
