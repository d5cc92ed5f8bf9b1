"""What the page hands out and takes back, as targets: a visitor's archive, and the page's own file or its backup."""

from __future__ import annotations

import contextlib
import io
import sqlite3
import zipfile

from tests.fuzz.app_targets import OWN_GAME
from tests.fuzz.mutations import Files
from tests.fuzz.targets import TEXT, game, on_disk, target

from gamelore.base.seeds import stream
from gamelore.games import Record
from gamelore.games.record import BY_RULES
from gamelore.lab.taken import SeenContest, pack, unpack
from gamelore.lab.validate import validate


def _archive(*games: str) -> bytes:
    """A little of everything that a visitor may have; games take longest to look over."""
    moves = ("1", "4", "2", "5", "3")
    record = Record("tic_tac_toe", ("you", "random"), moves, (1.0, -1.0), BY_RULES, why="a row")
    seen = []
    for name in ("draw_poker", "forty_two", "tic_tac_toe"):
        view = game(name).new_initial_state(stream(5)).view(0)
        seen.append(SeenContest(name, 0, ("you",) * view.game.seats, (), str(view)))
    lesson = {"lesson": "l", "role": "trainer", "over": False, "told": [{"kind": "reply", "text": "OK"}]}
    course = {"course": "c", "game": "tic_tac_toe", "learner": "rote", "state": "finished", "asked": {}, "told": {}}
    puzzle = {"game": "tic_tac_toe", "puzzle": "own:s:1", "line": "line 1", "asked": 2, "right": 1, "step": 1}
    files = {name: OWN_GAME.read_bytes() for name in games}
    return pack([record], seen, [lesson], [course], files, practice=[puzzle])


def _archives() -> list[bytes]:
    return [_archive()] * 7 + [_archive("mine.toml")]


def _use_archive(files: Files) -> None:
    with on_disk({"mine.zip": next(iter(files.values()))}) as folder:
        validate(str(folder / "mine.zip"))


def _use_packed(files: Files) -> None:
    """An archive that is sound as such, of files that somebody has changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name.encode("utf-8", "replace").decode()), data)
    _use_archive({TEXT: out.getvalue()})


target("archive of a visitor", lambda: [{TEXT: data} for data in _archives()], _use_archive, 5)
target("files in an archive of a visitor", lambda: [unpack(data, "seed") for data in _archives()], _use_packed, 3)


def _page_file(backed_up: bool) -> bytes:
    """The page's file with a row of every kind, or a backup of it that brings a file along."""
    from gamelore.app.page.keeping.backup import FILE, backup
    from gamelore.app.page.keeping.store import PageStore

    with on_disk({}, "seed of a page") as folder:
        PageStore(folder / FILE).close()
        with contextlib.closing(sqlite3.connect(folder / FILE)) as rows:
            rows.executescript(
                "INSERT INTO visitors VALUES ('v', 1); INSERT INTO keys VALUES ('k', 'v', 1, '');"
                "INSERT INTO recoveries VALUES ('c', 'v', 1); INSERT INTO games VALUES ('g', 'v', 'n', 't', 1);"
                "INSERT INTO sittings VALUES ('s', 'v', 'table', 't', '{}', '{}', 0, '', 1, 1);"
                "INSERT INTO judged VALUES ('s', 1, 1, 0, 'result', ''); PRAGMA journal_mode=DELETE;"
                "INSERT INTO courses VALUES ('a', 'v', 'tic_tac_toe', 'rote', '{}', 'stopped', '{}', 1);"
                "INSERT INTO practised VALUES ('v', 'tic_tac_toe', 'own:s:1', 'line 1', 2, 1, 1, 3, 1);"
            )
        (folder / "agents" / "a").mkdir(parents=True)
        (folder / "agents" / "a" / "agent.toml").write_text("format = 1\n")
        if backed_up:
            backup(folder, folder / "copy")
        return (folder / ("copy" if backed_up else FILE)).read_bytes()


def _use_page_file(files: Files) -> None:
    """Open it as a server does, look at every table, copy it."""
    from gamelore.app.page.keeping.backup import FILE, backup, unpack
    from gamelore.app.page.keeping.store import PageStore

    with on_disk({FILE: next(iter(files.values()))}) as folder:
        store = PageStore(folder / FILE)
        try:
            unpack(store.path, folder)
            for table in ("visitors", "keys", "recoveries", "sittings", "judged", "games", "courses"):
                store.read(f"SELECT * FROM {table}")
            backup(folder, folder / "copy")
        finally:
            store.close()


target("the page's file", lambda: [{TEXT: _page_file(False)}, {TEXT: _page_file(True)}], _use_page_file, 1)
