"""The process that serves the page: where it listens, who may enter, what it says at its start."""

from __future__ import annotations

import gc
import secrets
import sys
from pathlib import Path

import platformdirs
import uvicorn

from gamelore.app.page.guard import LOOPBACK, Door
from gamelore.app.page.server import WebPage

HERE = "127.0.0.1"
SWITCH = 0.0005
"""Seconds that a thread may keep the others waiting: a thread that thinks shall not delay an answer."""


def data_folder() -> Path:
    """Where contests, games, agents and guides are kept if nobody says otherwise."""
    return Path(platformdirs.user_data_dir("gamelore")) / "page"


def door_for(host: str, code: str) -> Door:
    """Who is let in: from this machine alone anybody, from others whoever knows the code."""
    if host in ("localhost", HERE, "::1"):
        return Door(LOOPBACK, code)
    return Door(None, code or secrets.token_urlsafe(6))


def settle() -> None:
    """Let no thread keep the others waiting, nor the collector look again through all that was loaded at the start."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()


def serve(host: str, port: int, code: str, folder: Path) -> None:
    """Serve until somebody stops it."""
    door = door_for(host, code)
    page = WebPage(folder, door)
    settle()
    print(f"Gamelore: http://{HERE if host == '0.0.0.0' else host}:{port}/  (Ctrl-C stops it)", flush=True)
    if door.hosts is None:
        print(
            "Others on your network can reach this server, and what they send is not encrypted: use it among people "
            "whom you trust, not on the open internet.",
            file=sys.stderr,
        )
    if door.code:
        print(f"Access code: {door.code}", flush=True)
    uvicorn.run(
        page.app, host=host, port=port, log_level="warning", access_log=False, server_header=False, date_header=False,
        ws_max_size=4096, limit_concurrency=2000, timeout_keep_alive=30, h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
