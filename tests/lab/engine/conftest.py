"""A cluster of processes on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WORKERS = 3


@pytest.fixture
def cluster(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler on the loopback address, and its workers, each a process with one thread."""
    from distributed import Client

    address_file = tmp_path / "scheduler.json"
    common = ["--host", "127.0.0.1", "--no-dashboard"]
    root = pytestconfig.rootpath
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root / "src", root)))}

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:], *common],
            env=environment,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    scheduler = start("scheduler", "--port", "0", "--scheduler-file", str(address_file))
    workers = [
        start("worker", "--scheduler-file", str(address_file), "--nthreads", "1", "--no-nanny") for _ in range(WORKERS)
    ]
    try:
        deadline = time.monotonic() + 120
        while not address_file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        address = json.loads(address_file.read_text())["address"]
        make_client: Any = Client
        with make_client(address, set_as_default=False) as client:
            client.wait_for_workers(WORKERS, timeout=120)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
