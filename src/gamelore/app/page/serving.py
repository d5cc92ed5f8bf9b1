"""The process that serves the page: where it listens, who may enter, what it says at its start."""

from __future__ import annotations

import contextlib
import gc
import secrets
import socket
import sys
from pathlib import Path

import platformdirs
import uvicorn

from gamelore.app.page.door.connections import configured
from gamelore.app.page.door.guard import LOOPBACK, Door
from gamelore.app.page.keeping.backup import FILE
from gamelore.app.page.server import WebPage
from gamelore.base.errors import BadSetting, GameloreError, NotAvailable
from gamelore.base.files import make_folder
from gamelore.base.folders import FolderHeld, holding

HERE = "127.0.0.1"
SHORTEST = 8
"""Characters of an access code that others on the network cannot guess while wrong ones are counted."""
BACKLOG = 2048
"""Connections that wait to be taken up."""
SWITCH = 0.0005
"""Seconds that a thread may keep the others waiting: a thread that thinks shall not delay an answer."""


def data_folder() -> Path:
    """Where contests, games, agents and guides are kept if nobody says otherwise."""
    return Path(platformdirs.user_data_dir("gamelore")) / "page"


def door_for(host: str, code: str) -> Door:
    """Who is let in: from this machine alone anybody, from others whoever knows the code."""
    home = "[::1]" if host in ("::1", "::") else HERE
    if host in ("localhost", HERE, "::1"):
        return Door(LOOPBACK, code, home)
    if code and len(code) < SHORTEST:
        raise BadSetting(
            f"an access code of {len(code)} characters is soon guessed by others on the network; take at least "
            f"{SHORTEST}, or none, and one is made up"
        )
    return Door(None, code or secrets.token_urlsafe(6), home)


def settle() -> None:
    """Let no thread keep the others waiting, nor the collector look again through all that was loaded at the start."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; a port that somebody else has is one sentence."""
    host = HERE if host == "localhost" else host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or str(error)
        raise GameloreError(f"cannot listen on {host}, port {port}: {reason}; --port names another port") from None


def serve(host: str, port: int, code: str, folder: Path) -> None:
    """Serve until somebody stops it; whatever stands in the way is said before anybody can come."""
    door = door_for(host, code)
    make_folder(folder, 0o700)
    try:
        with holding(folder / FILE), contextlib.closing(listening(host, port)) as open_socket:
            page = WebPage(folder, door)
            settle()
            _say_where(host, port, door)
            uvicorn.Server(configured(page.app, host, port)).run(sockets=[open_socket])
    except FolderHeld as error:
        raise NotAvailable(f"a page is served from here already: {error}") from None


def _say_where(host: str, port: int, door: Door) -> None:
    name = door.home if host in ("0.0.0.0", "::") or door.hosts is not None else f"[{host}]" if ":" in host else host
    print(f"Gamelore: http://{name}:{port}/  (Ctrl-C stops it)", flush=True)
    if door.hosts is None:
        print(
            "Others on your network can reach this server, and what they send is not encrypted: use it among people "
            "whom you trust, not on the open internet.",
            file=sys.stderr,
        )
    if door.code:
        print(f"Access code: {door.code}", flush=True)
