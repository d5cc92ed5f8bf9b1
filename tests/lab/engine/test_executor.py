from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gamelore.base.errors import BadSetting, NotAvailable, UnknownName
from gamelore.lab.engine.executor import InlineExecutor, Workers, as_computed, open_workers


def square(number: int) -> int:
    return number * number


def unknown(number: int) -> int:
    raise UnknownName("number", str(number), ["7"])


def leave(number: int) -> int:
    os._exit(number)


def slow_square(number: int) -> int:
    time.sleep(0.5)
    return number * number


@pytest.mark.parametrize("processes", [1, 2])
def test_every_task_comes_back_with_its_result(processes: int) -> None:
    with open_workers(processes) as workers:
        assert dict(as_computed(workers, square, range(5))) == {n: n * n for n in range(5)}


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_a_task_arrives_as_itself(processes: int) -> None:
    with pytest.raises(UnknownName, match="number '3' is not known"), open_workers(processes) as workers:
        list(as_computed(workers, unknown, [3]))


def test_results_are_handed_over_as_soon_as_they_are_there() -> None:
    seen: list[int] = []

    def note(number: int) -> int:
        seen.append(number)
        return number

    for number, _ in as_computed(Workers(InlineExecutor(), ahead=1), note, range(3)):
        assert seen == list(range(number + 1))


def test_a_worker_process_that_dies_gives_one_clear_error() -> None:
    with pytest.raises(NotAvailable, match="a worker process died"), open_workers(2) as workers:
        list(as_computed(workers, leave, [1]))


def test_no_processes_is_a_bad_setting() -> None:
    with pytest.raises(BadSetting, match="at least 1"), open_workers(0):
        pass


def test_a_cluster_that_is_not_there_gives_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamelore.lab.engine.executor.CLUSTER_TIMEOUT", 0.5)
    with pytest.raises(NotAvailable, match="no cluster answers at '127"), open_workers(cluster="127.0.0.1:9"):
        pass


SLOW_SUM = """
import time
from gamelore.lab.engine.executor import as_computed, open_workers

def nap(seconds):
    print("begun", flush=True)
    time.sleep(seconds)

if __name__ == "__main__":
    with open_workers(2) as workers:
        list(as_computed(workers, nap, [600, 600]))
"""


def children_of(pid: int) -> list[int]:
    import psutil

    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


def gone(pids: list[int]) -> bool:
    import psutil

    _, alive = psutil.wait_procs([psutil.Process(p) for p in pids if psutil.pid_exists(p)], timeout=10)
    return not alive


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_worker_processes_go_when_their_parent_goes(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "slow_sum.py"
    script.write_text(SLOW_SUM)
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    assert [parent.stdout.readline(), parent.stdout.readline()] == ["begun\n", "begun\n"]
    children = children_of(parent.pid)
    assert len(children) >= 2
    parent.send_signal(how)
    assert parent.wait(timeout=10) != 0
    assert gone(children)


def test_a_cluster_computes_what_it_is_handed() -> None:
    """The smallest one there is, in this process; one of several processes stands among the slow checks."""
    from distributed import LocalCluster

    make_cluster: Any = LocalCluster
    small = make_cluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with small, open_workers(cluster=small.scheduler_address) as workers:
        assert workers.ahead == 4
        assert dict(as_computed(workers, square, range(5))) == {n: n * n for n in range(5)}


@pytest.mark.slow
def test_a_cluster_computes_everything_although_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, processes = cluster
    results: dict[int, int] = {}
    with open_workers(cluster=address) as workers:
        assert workers.ahead == 6
        for number, result in as_computed(workers, slow_square, range(8)):
            results[number] = result
            if len(results) == 1:
                processes[0].kill()
    assert results == {n: n * n for n in range(8)}
