"""Work for several threads: kernels let go of Python's lock, so that as many run as there are processors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def shared_out(work: Callable[[Any, slice], None], rooms: Sequence[Any], count: int) -> None:
    """Do some work in as many threads as there are rooms, each taking a few pieces at a time."""
    if len(rooms) == 1 or count == 1:
        work(rooms[0], slice(0, count))
        return
    size = max(1, count // (8 * len(rooms)))
    parts = iter([slice(at, min(at + size, count)) for at in range(0, count, size)])

    def worker(room: Any) -> None:
        for part in parts:
            work(room, part)

    with ThreadPoolExecutor(len(rooms)) as pool:
        list(pool.map(worker, rooms))
