"""Work for several threads: kernels let go of Python's lock, so that as many run as there are processors."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

_SHARE: ContextVar[int | None] = ContextVar("share", default=None)


def thread_count() -> int:
    """How many threads one piece of work takes: as many as there are processors, or the share that was set."""
    return _SHARE.get() or os.cpu_count() or 1


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Whoever counts its threads within this block takes one: other workers are on the same machine."""
    before = _SHARE.set(1)
    try:
        yield
    finally:
        _SHARE.reset(before)


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
