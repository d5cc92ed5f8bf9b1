"""Debian's chromium, and the page served to it."""

from __future__ import annotations

import contextlib
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's chromium; whoever asks for these tests without one is told, not passed over."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    assert chromium, "no chromium here: apt-get install chromium"
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@contextlib.contextmanager
def read_alone(browser: Any, file: Path, colours: str = "light") -> Iterator[Any]:
    """A guide, opened from its file; whatever goes wrong in it, or is asked for outside, fails the test."""
    opened = browser.new_page(viewport={"width": 1000, "height": 800}, color_scheme=colours)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text))
    opened.on("request", lambda asked: wrong.append(asked.url) if asked.url != file.as_uri() else None)
    opened.goto(file.as_uri())
    yield opened
    opened.close()
    assert wrong == []


@dataclass(frozen=True)
class Served:
    """The page as a server of this process."""

    address: str
    page: Any


@contextlib.contextmanager
def serving(folder: Path, door: Any, host: str = "127.0.0.1") -> Iterator[Served]:
    """The page of a folder on a free port, as a server of this process, without its background work."""
    import uvicorn

    from gamelore.app.page.door.connections import configured
    from gamelore.app.page.server import WebPage

    page = WebPage(folder, door, background=False)
    with socket.socket() as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(configured(page.app, host, port))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield Served(f"http://127.0.0.1:{port}", page)
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page for a whole module, with the same contests every time."""
    from gamelore.app.page.door.guard import Door, Limits

    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr("secrets.randbits", lambda _: 7)
    with serving(tmp_path_factory.mktemp("served"), Door(limits=Limits(per_second=1000, burst=1000))) as found:
        yield found
    monkeypatch.undo()
