"""Where runs are computed: in this process, in spawned processes, or on a cluster, behind one interface.

All three are `concurrent.futures.Executor`s. Nothing that a run computes depends on which one it was: every random
stream is derived from the seed and the number of the run. A cluster is `dask.distributed` (the extra `cluster`);
its scheduler gives the work of a worker that died to another one.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_for_handles
from typing import Any, ParamSpec, TypeVar

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.games.registry import is_bridged
from gamelore.learners.registry import open_places, typed_places

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

CLUSTER_TIMEOUT = 10.0
"""Seconds to wait for the scheduler of a cluster."""


class InlineExecutor(Executor):
    """Computes in this process, at once, when a task is submitted."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Compute now; the future that comes back is done. An interrupt is not a result and passes through."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor and how many tasks to hand it ahead of their results."""

    executor: Executor
    ahead: int


@contextlib.contextmanager
def open_workers(processes: int = 1, cluster: str | None = None) -> Iterator[Workers]:
    """Workers for the length of a `with` block; those that were started for it are gone after it."""
    if processes < 1:
        raise BadSetting(f"processes must be at least 1, found {processes}")
    if cluster is not None:
        with _cluster(cluster) as workers:
            yield workers
    elif processes == 1:
        yield Workers(InlineExecutor(), ahead=1)
    else:
        with _processes(processes) as workers:
            yield workers


def as_computed(workers: Workers, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
    """Each task with its result, in whatever order they are finished."""
    waiting = iter(tasks)
    running: dict[Future[R], T] = {}
    while True:
        for task in itertools.islice(waiting, workers.ahead - len(running)):
            running[workers.executor.submit(function, task)] = task
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


@contextlib.contextmanager
def _processes(number: int) -> Iterator[Workers]:
    before = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, spawn, initializer=_settle_in, initargs=typed_places())
    try:
        yield Workers(pool, ahead=2 * number)
        pool.shutdown()
    except BrokenProcessPool:
        raise NotAvailable(
            "a worker process died (killed, or out of memory); finished runs are kept: start again to go on"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
            child.join()


def _settle_in(games: Sequence[str], learners: Sequence[str]) -> None:
    """Leave Ctrl-C to the parent, go when the parent goes, however it went, and know what was typed there."""
    open_places(games, learners)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait_for_handles([sentinel])
    os._exit(1)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    games, learners = typed_places()
    places = [*(name for name in games if not is_bridged(name)), *learners]
    if places:
        place = places[0]
        raise NotAvailable(f"{place} is known on this machine only; on a cluster its package needs an entry point")
    try:
        import distributed
    except ImportError:
        raise NotAvailable(
            "a cluster needs dask.distributed; install it with: pip install 'gamelore[cluster]'"
        ) from None
    make_client: Any = distributed.Client
    try:
        client = make_client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NotAvailable(f"no cluster answers at '{address}': {error}") from None
    with client:
        slots = sum(client.nthreads().values())
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, ahead=max(2 * slots, 2))
        finally:
            executor.shutdown(wait=False)
